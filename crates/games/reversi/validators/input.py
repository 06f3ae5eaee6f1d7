"""Checks an input: moves and passes, `=`, and then anything that a person may type."""
import re
import sys

COMMANDS = re.compile(r"([a-h][1-8]\n|-\n)*=\n[\w =?\n-]*", re.ASCII)

text = sys.stdin.buffer.read().decode("ascii", errors="replace")
sys.exit(42 if COMMANDS.fullmatch(text) else 43)
