"""Plays a game of Gangsters against a program, and checks the program's moves.

The case begins with the lines that the program reads first. Each time left and each move of the
opponent follow; they are played while the moves are legal. When a move is not legal, because the
program plays differently from the one with which the case was made, the opponent moves at random.
"""
import os
import random
import sys

DIRECTIONS = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]


class Game:
    """A position. The sides are 0 (Red) and 1 (Green)."""

    def __init__(self, lines):
        numbers = [tuple(map(int, line.split())) for line in lines]
        (self.columns, self.rows), (self.limit,) = numbers[1], numbers[4]
        self.box = numbers[3]
        self.pillars = set(numbers[6:])
        park = lambda row: {(column, row) for column in range(1, self.columns + 1)} - self.pillars
        self.cars = [park(1), park(self.rows)]
        self.turn, self.played = 0, 0

    def slide(self, start, direction, free):
        """The square where a piece stops; it is `start` if the piece cannot move."""
        step, at = DIRECTIONS[direction], start
        while True:
            following = (at[0] + step[0], at[1] + step[1])
            on_board = 1 <= following[0] <= self.columns and 1 <= following[1] <= self.rows
            if not on_board or not free(following):
                return at
            at = following

    def moves(self):
        """Each legal move: the direction of the box, and a car with its direction or nothing."""
        found = []
        cars = self.cars[0] | self.cars[1]
        for way in range(8):
            free = lambda square: square not in self.pillars and square not in cars
            box = self.slide(self.box, way, free)
            if box == self.box:
                continue
            if box[1] in (1, self.rows):
                found.append((way,))
                continue
            free = lambda square: square not in self.pillars | cars and square != box
            for car in sorted(self.cars[self.turn]):
                ends = (self.slide(car, direction, free) for direction in range(8))
                found += [(way, *car, number) for number, end in enumerate(ends) if end != car]
        return found

    def play(self, move):
        cars = self.cars[0] | self.cars[1]
        free = lambda square: square not in self.pillars | cars and square != self.box
        self.box = self.slide(self.box, move[0], free)
        if len(move) > 1:
            car = tuple(move[1:3])
            end = self.slide(car, move[3], free)
            self.cars[self.turn] = self.cars[self.turn] - {car} | {end}
        self.turn, self.played = 1 - self.turn, self.played + 1

    def is_over(self):
        is_drawn = self.limit > 0 and self.played >= 2 * self.limit
        return self.box[1] in (1, self.rows) or is_drawn or not self.moves()


def numbers(line):
    """The move in a line; None if it is none."""
    words = line.split()
    is_move = all(word.isascii() and word.isdigit() for word in words)
    return tuple(map(int, words)) if is_move else None


def converse(case, read, write):
    """Plays with a program by its lines. Returns what is wrong; None if nothing is.

    `read(True)` waits for the program's next line, and `read(False)` returns a line only if it is
    there already. At the end of the program's output both return an empty string.
    """
    lines = case.splitlines()
    first = 6 + int(lines[5])
    game, program, rest = Game(lines[:first]), int(lines[2]) - 1, lines[first:]
    left, draw = lines[0], random.Random(case)
    write("".join(line + "\n" for line in lines[:first]))
    while not game.is_over():
        move = None
        if game.turn == program:
            line = read(True)
            if not line:
                return "the program's next move is missing"
            move = numbers(line)
            if move not in game.moves():
                return f"move {game.played + 1}: {line.strip()!r} is against the rules"
        else:
            if len(rest) > 1:
                (left, line), rest = rest[:2], rest[2:]
                move = numbers(line)
            if move not in game.moves():
                # The last move of a case may be one that parks the box, which the case leaves out.
                ends = [move for move in game.moves() if len(move) == 1]
                move, rest = draw.choice(ends or game.moves()), []
            # The program is not told a move that parks the box.
            if len(move) > 1:
                write(left + "\n" + " ".join(map(str, move)) + "\n")
        game.play(move)
    # The program's input ends when this script does, so nobody can wait for the program's end here.
    line = read(False)
    return f"{line.strip()!r}: no move was asked for" if line else None


def from_program(is_waiting):
    os.set_blocking(0, is_waiting)
    return (sys.stdin.buffer.readline() or b"").decode("ascii", errors="replace")


def to_program(text):
    # A program that has ended reads nothing; its next move is missing then.
    try:
        os.write(1, text.encode("ascii"))
    except BrokenPipeError:
        pass


if __name__ == "__main__":
    with open(sys.argv[1], encoding="ascii") as file:
        case = file.read()
    why = converse(case, from_program, to_program)
    if why:
        with open(os.path.join(sys.argv[3], "judgemessage.txt"), "w", encoding="utf-8") as file:
            file.write(why + "\n")
    sys.exit(43 if why else 42)
