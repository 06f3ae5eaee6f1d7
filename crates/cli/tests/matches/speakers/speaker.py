# Speaks every protocol of every game. It plays Flood Wars and one move of Gangsters, and gives up
# in the other games.
import sys


def flood(board, row, column, old, new):
    if 0 <= row < len(board) and 0 <= column < len(board[0]) and board[row][column] == old:
        board[row][column] = new
        for down, right in (1, 0), (-1, 0), (0, 1), (0, -1):
            flood(board, row + down, column + right, old, new)


def say(text):
    print(text, flush=True)


first = sys.stdin.readline().split()[0]
if first in ("J", "S"):
    board = [list(line) for line in sys.stdin.read().split()]
    corners = [(len(board) - 1, 0), (0, len(board[0]) - 1)]
    (row, column), (other_row, other_column) = corners if first == "J" else corners[::-1]
    used = board[row][column], board[other_row][other_column]
    flood(board, row, column, used[0], next(c for c in "@#+.*" if c not in used))
    say("S" if first == "J" else "J")
    for line in board:
        say("".join(line))
elif first.isdigit():
    lines = [sys.stdin.readline() for _ in range(5)]
    if lines[1].strip() == "2":
        sys.stdin.readline(), sys.stdin.readline()
    say("0 1 1 0" if lines[1].strip() == "1" else "4 4 5 4")
elif first == "list_commands":
    say("= ludoteka-set_parameter\n")
    for line in sys.stdin:
        say("= resign\n" if line.startswith("genmove") else "=\n")
else:
    say("." if len(first) <= 2 else "resign")
