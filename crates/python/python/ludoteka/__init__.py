"""Five two-player board games: rules, engines and solvers.

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
ludoteka.IllegalMove: `b2` is not legal: the square is taken

Engines and solvers think without the interpreter's lock, and Ctrl-C stops them:

>>> pos = pos.play("b1").play("a2")
>>> ludoteka.Engine(game, level=5).choose(pos, nodes=20_000)
'b3'
>>> best = ludoteka.values(pos, depth=8)[0]
>>> best["move"], best["margin"]
('b3', 1)
>>> ludoteka.solve(game.start(), limit="10s")["value"]
0

"""

from ._ludoteka import Engine, Game, IllegalMove, Position, game, games, solve, values

__all__ = [
    "Engine",
    "Game",
    "IllegalMove",
    "Position",
    "game",
    "games",
    "solve",
    "values",
]
