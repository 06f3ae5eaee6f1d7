"""A player for m,n,k-games by Ludoteka's line protocol.

Run:  printf 'mnk 3 3 3 2 60000 0 1\\na1\\n' | python3 player.py

The first line gives the number of rows and columns, and how many stones in a line win; the side to
play, 1 or 2; the time for the game and for a move; and the number of moves made already. These
moves follow, one in each line. After that, the player writes a move for each line that it reads.

`choose` and `value` select a legal move in a simple way. Replace them with your own.
"""

import sys

# The lines through a square: along the row, the column and both diagonals.
LINES = [(1, 0), (0, 1), (1, 1), (1, -1)]

# The value of a square that wins. It is greater than the value of any other square.
WIN = 10**8


class Game:
    """The board maps squares (column, row), both from 1, to the side that has a stone there."""

    def __init__(self, rows, columns, k):
        self.k, self.board = k, {}
        self.middle = (columns + 1) / 2, (rows + 1) / 2
        self.squares = [(column, row) for row in range(1, rows + 1) for column in range(1, columns + 1)]

    def beside(self, square, across, down, side):
        """The number of this side's stones in an unbroken line beside a square, in one direction."""
        count, (column, row) = 0, square
        while self.board.get((column + (count + 1) * across, row + (count + 1) * down)) == side:
            count += 1
        return count

    def value(self, square, side):
        """The value of a square for a side: the sum of the squared lengths of all lines through it, or `WIN`."""
        lengths = [1 + self.beside(square, x, y, side) + self.beside(square, -x, -y, side) for x, y in LINES]
        return WIN if max(lengths) >= self.k else sum(length**2 for length in lengths)

    def choose(self, us):
        """Chooses a free square: one that wins; if there is none, one that stops the other side
        from winning; if there is none, the most valuable one for both sides together. Among equals,
        it takes the one nearest to the middle. `None` if the board is full."""

        def promise(square):
            distance = abs(square[0] - self.middle[0]) + abs(square[1] - self.middle[1])
            return 2 * self.value(square, us) + self.value(square, 3 - us), -distance

        return max((square for square in self.squares if square not in self.board), key=promise, default=None)


def read_square():
    """Reads a square by its name: its column, from a to z, then aa, ab and so on, and its row. `None` at the end of input."""
    name = sys.stdin.readline().strip()
    digits = name.lstrip("abcdefghijklmnopqrstuvwxyz")
    if not digits:
        return None
    column = 0
    for letter in name[: -len(digits)]:
        column = 26 * column + ord(letter) - ord("a") + 1
    return column, int(digits)


def name(square):
    column, row = square
    first, second = divmod(column - 1, 26)
    letters = (chr(ord("a") + first - 1) if first else "") + chr(ord("a") + second)
    return f"{letters}{row}"


def main():
    header = sys.stdin.readline().split()
    if len(header) < 8:
        return
    rows, columns, k, us, _game_ms, _move_ms, made = map(int, header[1:])
    game = Game(rows, columns, k)
    for i in range(made):
        move = read_square()
        if not move:
            return
        game.board[move] = 1 + i % 2
    while move := game.choose(us):
        game.board[move] = us
        print(name(move), flush=True)
        theirs = read_square()
        if not theirs:
            break
        game.board[theirs] = 3 - us


main()
