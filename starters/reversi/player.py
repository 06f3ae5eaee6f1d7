"""A player for Reversi by Ludoteka's line protocol.

Run:  printf 'reversi forced 2 60000 0 1\\nf5\\n' | python3 player.py

The first line ends with the side to play, 1 (black) or 2 (white), the time for the game and for a
move, and the number of moves made already. These moves follow, one in each line. After that, the
player writes a move for each line that it reads.

`choose` and `value` select a legal move in a simple way. Replace them with your own.
"""

import sys

# The names of all squares, and the steps in eight directions. The names are the keys of the board.
SQUARES = [column + row for row in "12345678" for column in "abcdefgh"]
STEPS = [(across, down) for down in (-1, 0, 1) for across in (-1, 0, 1) if across or down]
CORNERS = ("a1", "h1", "a8", "h8")
PASS = "-"


def line(square, across, down):
    """The squares that lie in a direction from this one, the nearest first."""
    column, row = square
    while True:
        column, row = chr(ord(column) + across), chr(ord(row) + down)
        if column + row not in SQUARES:
            return
        yield column + row


def turned(board, move, side):
    """The squares whose discs this move turns."""
    discs = []
    for across, down in STEPS:
        towards = []
        for square in line(move, across, down):
            if board.get(square) == side:
                discs += towards
            if board.get(square) != 3 - side:
                break
            towards.append(square)
    return discs


def legal_moves(board, side):
    return [square for square in SQUARES if square not in board and turned(board, square, side)]


def after(board, move, side):
    """The board after a move."""
    if move == PASS:
        return board
    return {**board, **dict.fromkeys(turned(board, move, side), side), move: side}


def value(board, move, side):
    """The value of a move: a corner is best; of other moves, one with fewer answers is better."""
    answers = len(legal_moves(after(board, move, side), 3 - side))
    return (100 if move in CORNERS else 0) - answers


def choose(board, side):
    """The move with the highest value, or the first of several; a pass if no move is legal."""
    return max(legal_moves(board, side), key=lambda move: value(board, move, side), default=PASS)


def main():
    header = sys.stdin.readline().split()
    if len(header) < 6:
        return
    us, _game_ms, _move_ms, made = map(int, header[2:])
    board = {"d4": 2, "e5": 2, "d5": 1, "e4": 1}
    for i in range(made):
        move = sys.stdin.readline().strip()
        if not move:
            return
        board = after(board, move, 1 + i % 2)
    while True:
        move = choose(board, us)
        board = after(board, move, us)
        print(move, flush=True)
        theirs = sys.stdin.readline().strip()
        if not theirs:
            break
        board = after(board, theirs, 3 - us)


main()
