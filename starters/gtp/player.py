"""A player for m,n,k-games by GTP, the Go Text Protocol, version 2.

Run:  printf 'boardsize 3\\nplay b a1\\n7 genmove w\\n' | python3 player.py

Each line is a command, perhaps with a number before it. The answer is `=`, or `?` for an error,
with the number and a text, and then an empty line.

`choose` and `value` select a legal move in a simple way. Replace them with your own.
"""

import sys

# The lines through a square: along the row, the column and both diagonals.
LINES = [(1, 0), (0, 1), (1, 1), (1, -1)]

# The value of a square that wins. Every other square is worth less.
WIN = 10**8


class Refused(Exception):
    """A refused command; its text gives the reason."""


def column_name(column):
    """Columns are called a to z, then aa, ab and so on."""
    first, second = divmod(column - 1, 26)
    return (chr(ord("a") + first - 1) if first else "") + chr(ord("a") + second)


def side_of(colour):
    sides = {"b": 1, "black": 1, "w": 2, "white": 2}
    if colour.lower() not in sides:
        raise Refused("syntax error")
    return sides[colour.lower()]


class Game:
    """The board maps the names of squares to the side that has a stone there."""

    def __init__(self):
        self.sizes = {"n": 3, "m": 3, "k": 3}
        self.clear_board()
        self.commands = {
            "protocol_version": lambda: "2",
            "name": lambda: "Starter",
            "version": lambda: "1",
            "known_command": lambda name: "true" if name in self.commands else "false",
            "list_commands": lambda: "\n".join(self.commands),
            "quit": lambda: "",
            "boardsize": self.boardsize,
            "clear_board": self.clear_board,
            "komi": lambda _komi: "",
            "play": self.play,
            "genmove": self.genmove,
            "time_settings": lambda *_times: "",
            "time_left": lambda *_times: "",
            "ludoteka-set_parameter": self.set_parameter,
        }

    def set_parameter(self, name, value):
        if name not in self.sizes or not 1 <= int(value) <= 400:
            raise Refused("unacceptable parameter")
        self.sizes[name] = int(value)
        return self.clear_board()

    def boardsize(self, rows, columns=None):
        numbers = int(rows), int(columns or rows)
        if not all(1 <= number <= 400 for number in numbers):
            raise Refused("unacceptable size")
        self.sizes["n"], self.sizes["m"] = numbers
        return self.clear_board()

    def clear_board(self):
        self.stones = {}
        rows, columns = range(1, self.sizes["n"] + 1), range(1, self.sizes["m"] + 1)
        self.squares = {f"{column_name(column)}{row}": (column, row) for row in rows for column in columns}
        return ""

    def play(self, colour, name):
        side = side_of(colour)
        if name == "resign":
            return ""
        square = self.squares.get(name)
        if square is None or square in self.stones:
            raise Refused("illegal move")
        self.stones[square] = side
        return ""

    def genmove(self, colour):
        side = side_of(colour)
        name = self.choose(side)
        if name is None:
            raise Refused("the board is full")
        self.stones[self.squares[name]] = side
        return name

    def beside(self, square, across, down, side):
        """The number of this side's stones in an unbroken line beside a square, in one direction."""
        count, (column, row) = 0, square
        while self.stones.get((column + (count + 1) * across, row + (count + 1) * down)) == side:
            count += 1
        return count

    def value(self, square, side):
        """The value of a square for a side: the sum of the squared lengths of all lines through it, or `WIN`."""
        lengths = [1 + self.beside(square, x, y, side) + self.beside(square, -x, -y, side) for x, y in LINES]
        return WIN if max(lengths) >= self.sizes["k"] else sum(length**2 for length in lengths)

    def choose(self, side):
        """Chooses a free square: one that wins; if there is none, one that stops the other side
        from winning; if there is none, the most valuable one for both sides together. Among equals,
        it takes the first. `None` if the board is full."""

        def worth(name):
            square = self.squares[name]
            return 2 * self.value(square, side) + self.value(square, 3 - side)

        free = [name for name, square in self.squares.items() if square not in self.stones]
        return max(free, key=worth, default=None)

    def obey(self, command, arguments):
        """The first character of the answer, `=` or `?`, and the text of the answer."""
        if command not in self.commands:
            return "?", "unknown command"
        try:
            return "=", self.commands[command](*arguments)
        except Refused as why:
            return "?", str(why)
        except (TypeError, ValueError):  # the wrong number of arguments, or text instead of numbers
            return "?", "syntax error"


def main():
    game = Game()
    for line in sys.stdin:
        words = line.split("#")[0].split()
        if not words:
            continue
        number = words.pop(0) if words[0].isdecimal() else ""
        command, *arguments = words or [""]
        sign, text = game.obey(command, arguments)
        print(f"{sign}{number} {text}".rstrip(), end="\n\n", flush=True)
        if command == "quit":
            break


main()
