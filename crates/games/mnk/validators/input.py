"""Checks an input: commands, each with a board that can come up in a game."""
import re
import sys

NUMBER = "(0|[1-9][0-9]{0,2})"
COMMAND = re.compile(
    f"(GEN_ALL_POS_MOV|GEN_ALL_POS_MOV_CUT_IF_GAME_OVER|SOLVE_GAME_STATE)( {NUMBER}){{4}}"
)
STONES = re.compile("[012]( [012])*")


def is_valid(text):
    if not text.strip():
        return False
    lines = text.rstrip("\n").split("\n")
    at = 0
    while at < len(lines):
        if not COMMAND.fullmatch(lines[at]):
            return False
        rows, columns, in_a_row, player = map(int, lines[at].split()[1:])
        board = lines[at + 1:at + 1 + rows]
        at += 1 + rows
        if not is_board(board, rows, columns) or player not in (1, 2):
            return False
        squares = " ".join(board).split()
        if squares.count("1") != squares.count("2") + player - 1:
            return False
        if not 2 <= in_a_row <= min(rows, columns):
            return False
        # One empty line may separate two commands.
        at += at < len(lines) and not lines[at]
    return True


def is_board(board, rows, columns):
    return len(board) == rows and all(
        STONES.fullmatch(line) and len(line.split()) == columns for line in board
    )


sys.exit(42 if is_valid(sys.stdin.buffer.read().decode("ascii", errors="replace")) else 43)
