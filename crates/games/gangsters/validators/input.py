"""Checks an input: the opening lines, then the time left and the opponent's move each time."""
import re
import sys

NUMBER = "(0|[1-9][0-9]*)"
MOVE = re.compile("[0-7] [1-9][0-9]? [1-9][0-9]? [0-7]")


def is_valid(text):
    if not text.endswith("\n"):
        return False
    lines = text[:-1].split("\n")
    if not all(re.fullmatch(f"{NUMBER}( {NUMBER})*", line) for line in lines):
        return False
    lines = [[int(word) for word in line.split()] for line in lines]
    if [len(line) for line in lines[:6]] != [1, 2, 1, 2, 1, 1]:
        return False
    columns, rows = lines[1]
    pillars, rest = lines[6:6 + lines[5][0]], lines[6 + lines[5][0]:]
    squares = [tuple(lines[3])] + [tuple(pillar) for pillar in pillars]
    return (
        3 <= columns <= 26 and 3 <= rows <= 26 and lines[2] in ([1], [2])
        and len(pillars) == lines[5][0] and len(set(squares)) == len(squares)
        and all(len(square) == 2 for square in squares)
        # The box and the pillars stand between the car parks.
        and all(1 <= column <= columns and 1 < row < rows for column, row in squares)
        and len(rest) % 2 == 0 and all(len(line) == 1 for line in rest[::2])
        and all(MOVE.fullmatch(" ".join(map(str, line))) for line in rest[1::2])
    )


sys.exit(42 if is_valid(sys.stdin.buffer.read().decode("ascii", errors="replace")) else 43)
