"""Repeats the moves of Ludoteka's program in the cases of this package, and in no others.

A solution of yours can replace it. It shows that the interactor accepts right moves.
"""
import sys

# Everything that a program reads in each case, and its moves.
ANSWERS = {}

lines = [sys.stdin.readline() for _ in range(6)]
lines += [sys.stdin.readline() for _ in range(int(lines[5]))]
opening = "".join(lines)
moves = next(answer for case, answer in ANSWERS.items() if case.startswith(opening))
if lines[2] == "2\n":
    sys.stdin.readline(), sys.stdin.readline()
for move in moves.splitlines():
    print(move, flush=True)
    sys.stdin.readline(), sys.stdin.readline()
