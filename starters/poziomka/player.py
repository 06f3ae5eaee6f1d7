"""A player for Poziomka. It plays Right: it reads Left's moves, one in each line, and answers each with a line.

Run:  printf -- '-\\nBe\\n' | POLA=4 WIERSZE=10 KOLUMNY=7 python3 player.py

`choose` selects a legal move in a simple way. Replace it with your own.
"""

import os
import sys

POLA = int(os.environ.get("POLA", 5))
ROWS = int(os.environ.get("WIERSZE", 26))
COLUMNS = int(os.environ.get("KOLUMNY", 26))

free = {(row, column) for row in range(ROWS) for column in range(COLUMNS)}


def lefts(row, column):
    """The squares of Left's block that begins here."""
    return [(row + i, column) for i in range(POLA)]


def rights(row, column):
    """The squares of Right's block that begins here."""
    return [(row, column + i) for i in range(POLA)]


def fits(block):
    return free.issuperset(block)


def gain(row, column):
    """How many moves Right's block here takes from Left, minus how many it takes from Right."""
    gained = sum(fits(lefts(r, c)) for _, c in rights(row, column) for r in range(row - POLA + 1, row + 1))
    lost = sum(fits(rights(row, c)) for c in range(column - POLA + 1, column + POLA))
    return gained - lost


def choose():
    """The move with the highest gain; if there are several, the first; None if there is no move."""
    moves = [(row, column) for row in range(ROWS) for column in range(COLUMNS) if fits(rights(row, column))]
    return max(moves, key=lambda move: gain(*move), default=None)


def main():
    for line in sys.stdin:
        line = line.strip()
        if line != "-":
            if len(line) != 2:  # `.`: Left resigns
                break
            block = lefts(ord(line[1]) - ord("a"), ord(line[0]) - ord("A"))
            if not fits(block):
                sys.exit(f"{line} is not a legal move")
            free.difference_update(block)
        move = choose()
        if move is None:
            print(".", flush=True)
            break
        free.difference_update(rights(*move))
        print(chr(ord("a") + move[0]) + chr(ord("A") + move[1]), flush=True)


main()
