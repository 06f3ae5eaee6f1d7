"""Checks an input: the player to move, and a board of 10 to 50 rows and columns."""
import re
import sys

text = sys.stdin.buffer.read().decode("ascii", errors="replace")
player, *rows = text.removesuffix("\n").split("\n")
is_board = (
    10 <= len(rows) <= 50
    and 10 <= len(rows[0]) <= 50
    and all(len(row) == len(rows[0]) and re.fullmatch("[@#+.*]+", row) for row in rows)
)
is_valid = is_board and player in ("J", "S") and rows[-1][0] != rows[0][-1]
sys.exit(42 if is_valid else 43)
