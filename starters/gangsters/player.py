"""A player for Gangsters by the tournament's interface: one process plays one side of one game.

Run:  printf '60000\\n5 5\\n1\\n3 3\\n0\\n0\\n' | python3 player.py

`choose` and `value` select a legal move in a simple way. Replace them with your own.
"""

import itertools
import sys

# Steps across and up in the directions 0 to 7, clockwise from straight up.
STEPS = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]


class Game:
    """The board maps squares (column, row) to the piece there: cars 1 and 2, the box $, a pillar #, or a free square."""

    def __init__(self, columns, rows, us, box):
        self.rows, self.us, self.box = rows, us, box
        cars = {1: "1", rows: "2"}
        self.board = {(c, r): cars.get(r, ".") for r in range(1, rows + 1) for c in range(1, columns + 1)}
        self.board[box] = "$"

    def slide(self, square, direction):
        """The square where a piece stops if it slides from this square."""
        across, up = STEPS[direction]
        column, row = square
        while self.board.get((column + across, row + up)) == ".":
            column, row = column + across, row + up
        return column, row

    def slides(self, square):
        """Every direction in which a piece on this square can move, and the square where it stops."""
        rests = ((direction, self.slide(square, direction)) for direction in range(8))
        return [(direction, rest) for direction, rest in rests if rest != square]

    def shift(self, start, end):
        self.board[start], self.board[end] = ".", self.board[start]
        if self.board[end] == "$":
            self.box = end

    def play(self, box, *car):
        self.shift(self.box, self.slide(self.box, box))
        if car:
            column, row, direction = car
            self.shift((column, row), self.slide((column, row), direction))

    def car_park(self, player):
        return 1 if player == 1 else self.rows

    def value(self):
        """How good the board is for us after our move."""
        ours, theirs = self.car_park(self.us), self.car_park(3 - self.us)
        row = self.box[1]
        if row == ours:
            return 1000
        if row == theirs:
            return -1000
        rests = [rest[1] for _, rest in self.slides(self.box)]
        if theirs in rests:
            return -100
        return (50 if ours in rests else 0) - abs(row - ours)

    def values(self):
        """Every legal move, as a list of one or four numbers, with its value."""
        start = self.box
        for first, rest in self.slides(start):
            self.shift(start, rest)
            if rest[1] in (1, self.rows):
                yield self.value(), [first]
            else:
                cars = [square for square, piece in self.board.items() if piece == str(self.us)]
                for car in cars:
                    for second, end in self.slides(car):
                        self.shift(car, end)
                        yield self.value(), [first, *car, second]
                        self.shift(end, car)
            self.shift(rest, start)

    def choose(self):
        """The first move with the highest value; `None` if there is no move."""
        _value, move = max(self.values(), key=lambda pair: pair[0], default=(0, None))
        return move


def numbers():
    """Reads the numbers in the next line. The list is empty at the end of input."""
    return [int(word) for word in sys.stdin.readline().split()]


def main():
    setup = [numbers() for _ in range(6)]
    if not setup[-1]:
        return
    _time, (columns, rows), (us,), (column, row), (limit,), (pillars,) = setup
    game = Game(columns, rows, us, (column, row))
    for _ in range(pillars):
        game.board[tuple(numbers())] = "#"
    for made in itertools.count():
        if made > 0 or us == 2:
            _time_left, theirs = numbers(), numbers()
            if len(theirs) < 4:
                break
            game.play(*theirs)
        ours = game.choose()
        if ours is None or 0 < limit <= made:
            break
        game.play(*ours)
        print(*ours, flush=True)
        if len(ours) == 1:
            break


main()
