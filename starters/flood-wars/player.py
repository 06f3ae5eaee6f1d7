"""A player for Flood Wars, by the contest's rules: each process reads a board and makes one move.

Run:  printf 'J\\n.#+@\\n@.+*\\n#@#.\\n' | python3 player.py

`choose` selects a legal move in a simple way. Replace it with your own.
"""

import sys

COLOURS = "@#+.*"


def piece(board, start):
    """The piece that contains this square: all connected squares of its colour."""
    colour = board[start]
    found, waiting = {start}, [start]
    while waiting:
        row, column = waiting.pop()
        for square in (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1):
            if board.get(square) == colour and square not in found:
                found.add(square)
                waiting.append(square)
    return found


def after(board, corner, colour):
    """The board after the territory in this corner takes a colour."""
    return {**board, **dict.fromkeys(piece(board, corner), colour)}


def choose(board, ours, theirs):
    """The colour that makes our territory the largest; if there are several, the first."""
    legal = [colour for colour in COLOURS if colour not in (board[ours], board[theirs])]
    return max(legal, key=lambda colour: len(piece(after(board, ours, colour), ours)))


def main():
    us, *lines = sys.stdin.read().split() or [""]
    if not lines:
        return
    board = {(row, column): colour for row, line in enumerate(lines) for column, colour in enumerate(line)}
    bottom_left, top_right = (len(lines) - 1, 0), (0, len(lines[0]) - 1)
    ours, theirs = (bottom_left, top_right) if us == "J" else (top_right, bottom_left)
    board = after(board, ours, choose(board, ours, theirs))
    print("S" if us == "J" else "J")
    for row, line in enumerate(lines):
        print("".join(board[row, column] for column in range(len(line))))


main()
