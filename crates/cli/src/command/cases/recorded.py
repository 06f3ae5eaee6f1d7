"""Repeats the answers of Ludoteka's program to the cases of this package, and to no others.

A solution of yours can replace it. It shows that the validators accept right answers.
"""
import sys

# The input of each case, and the answer.
ANSWERS = {}
print(end=ANSWERS[sys.stdin.read()])
