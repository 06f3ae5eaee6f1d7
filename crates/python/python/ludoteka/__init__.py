"""Five two-player board games: rules, engines, solvers, matches and records.

>>> import ludoteka
>>> ludoteka.games()
['poziomka', 'reversi', 'flood-wars', 'mnk', 'gangsters']
>>> game = ludoteka.game("mnk", n=3, m=3, k=3)
>>> pos = game.start().play("b2").play("a1")
>>> print(pos)
  a b c
1 o . .
2 . x .
3 . . .
3 in a row win
first player to move
<BLANKLINE>
>>> pos.moves()
['b1', 'c1', 'a2', 'c2', 'a3', 'b3', 'c3']
>>> pos.turn, pos.outcome
(0, None)
>>> pos.play("b1").play("a2").play("b3").outcome
1

Every move has a name and a number. The numbers never change, so programs can learn them:

>>> pos.numbers()
[1, 2, 3, 5, 6, 7, 8]
>>> pos.play(1) == pos.play("b1")
True
>>> bytes(pos.mask())
b'\\x00\\x01\\x01\\x01\\x00\\x01\\x01\\x01\\x01'
>>> game.shape, pos.planes().shape
((4, 3, 3), (4, 3, 3))

`numpy.asarray(pos.planes())` is an array without a copy. Errors are exceptions:

>>> pos.play("b2")
Traceback (most recent call last):
    ...
ludoteka.IllegalMove: `b2` is not legal: the square already has an own stone

A batch plays many games at once, without the interpreter's lock:

>>> batch = ludoteka.Batch(game, 1000, seed=1)
>>> batch.play([4] * 1000)
>>> batch.masks().shape, batch.planes().shape
((1000, 9), (1000, 4, 3, 3))
>>> batch.play_at_random(100) > 4000, None in batch.outcomes()
(True, False)

Engines and solvers think without the interpreter's lock, and Ctrl-C stops them:

>>> pos = pos.play("b1").play("a2")
>>> ludoteka.Engine(game).choose(pos, nodes=20_000)
'b3'
>>> best = ludoteka.values(pos, depth=8)[0]
>>> best["move"], best["margin"]
('b3', 1)
>>> ludoteka.solve(game.start(), limit="10s")["value"]
0

Where the value of every move is proved, it is known what a function gives away:

>>> found = ludoteka.regret(lambda pos: pos.moves()[0], game, positions=50)
>>> found["positions"], found["best_moves"] < 50, found["loss"] > 0
(50, True, True)

"""

from ._ludoteka import (
    Batch,
    Engine,
    Game,
    IllegalMove,
    Position,
    __version__,
    game,
    games,
    regret,
    solve,
    values,
)
from .matches import match, play, program, read
from .scores import Games, score, table
from .tournaments import Tournament, tournament

__all__ = [
    "Batch",
    "Engine",
    "Game",
    "Games",
    "IllegalMove",
    "Position",
    "Tournament",
    "game",
    "games",
    "match",
    "play",
    "program",
    "read",
    "regret",
    "score",
    "solve",
    "table",
    "tournament",
    "values",
]
