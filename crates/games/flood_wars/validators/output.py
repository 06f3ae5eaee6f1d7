"""Checks an answer: the other player's letter, and the board after any legal move."""
import os
import sys

COLOURS = "@#+.*"


def moved(rows, player, colour):
    """The rows after the player's territory has taken this colour."""
    board = [list(row) for row in rows]
    square = (len(board) - 1, 0) if player == "J" else (0, len(board[0]) - 1)
    old = board[square[0]][square[1]]
    waiting = [square]
    while waiting:
        row, column = waiting.pop()
        if 0 <= row < len(board) and 0 <= column < len(board[0]) and board[row][column] == old:
            board[row][column] = colour
            waiting += [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return ["".join(row) for row in board]


def lines(text):
    """The lines of a text, as a terminal or an editor shows them."""
    found = text.split("\n")
    if found[-1] == "":
        found.pop()
    return [line.removesuffix("\r") for line in found]


def complaint(case, answer):
    """What is wrong with an answer to a case; None if it is right."""
    player, *rows = lines(case)
    other = "S" if player == "J" else "J"
    taken = (rows[-1][0], rows[0][-1])
    found = lines(answer)
    if not found:
        return "there is no answer"
    if found[0] != other:
        return f"line 1 is not {other}, the player to move next"
    if any(found[1:] == moved(rows, player, colour) for colour in COLOURS if colour not in taken):
        return None
    return "no legal move gives this board"


if __name__ == "__main__":
    with open(sys.argv[1], encoding="ascii") as file:
        case = file.read()
    why = complaint(case, sys.stdin.buffer.read().decode("utf-8", errors="replace"))
    if why:
        with open(os.path.join(sys.argv[3], "judgemessage.txt"), "w", encoding="utf-8") as file:
            file.write(why + "\n")
    sys.exit(43 if why else 42)
