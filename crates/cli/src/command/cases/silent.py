"""Answers nothing. It shows that the validators refuse wrong answers."""
