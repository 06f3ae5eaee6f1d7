"""Checks an input: Left's blocks, after a pass if Left leaves the first move to Right."""
import re
import sys

LINES = re.compile(r"(-\n)?([A-Z][a-z]\n)*(\.\n)?")

text = sys.stdin.buffer.read().decode("ascii", errors="replace")
sys.exit(42 if text and LINES.fullmatch(text) else 43)
