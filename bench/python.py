"""Random games by integer moves, in plies per second: ludoteka in a loop of Python, ludoteka's
batches, and OpenSpiel in the same loop. Needs `pip install open_spiel` and the module.

Each line has three rounds, which alternate, and the ratios of their medians.
"""

import random
import statistics
import time

import ludoteka
import pyspiel

SECONDS = 1.0
GAMES = [
    (ludoteka.game("reversi"), "othello"),
    (ludoteka.game("mnk", n=3, m=3, k=3), "mnk(m=3,n=3,k=3)"),
    (ludoteka.game("mnk", n=15, m=15, k=5), "mnk(m=15,n=15,k=5)"),
]


def rate(play):
    """Plies per second of a function that plays one game and returns its plies."""
    plies, began = 0, time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        plies += play()
    return plies / (time.perf_counter() - began)


def ours(game):
    position, plies, choice = game.start(), 0, random.choice
    while position.turn is not None:
        position = position.play(choice(position.numbers()))
        plies += 1
    return plies


def batched(batch):
    plies = batch.play_at_random(1000)
    batch.restart()
    return plies


def theirs(game):
    state, plies, choice = game.new_initial_state(), 0, random.choice
    while not state.is_terminal():
        state.apply_action(choice(state.legal_actions()))
        plies += 1
    return plies


for game, name in GAMES:
    batch, spiel = ludoteka.Batch(game, 64), pyspiel.load_game(name)
    rounds = [
        (rate(lambda: ours(game)), rate(lambda: batched(batch)), rate(lambda: theirs(spiel)))
        for _ in range(3)
    ]
    loop, many, other = map(statistics.median, zip(*rounds))
    print(
        f"{game!r}: {loop:9.0f} plies/s in a loop, {loop / other:5.1f} times OpenSpiel's {name}; "
        f"a batch {many / loop:5.1f} times the loop"
    )
