"""One side of a game against an engine, for Gymnasium (`pip install gymnasium`).

`Environment(ludoteka.game("mnk"), level=2)` plays level 2. An action is the number of a move. An
observation has the shape `Game.shape`. `info["action_mask"]` and `action_masks()` have 1 for each
legal move. The reward at the end is 1 for a win, -1 for a loss and 0 for a draw. An illegal move
loses, and `info["illegal"]` says so.
"""

import gymnasium
import numpy

from . import Engine, Game

__all__ = ["Environment"]


class Environment(gymnasium.Env):
    """The engine searches at most `nodes` positions for a move. The agent plays `side`, 0 or 1, or
    if it is None, a side that each reset draws. Each reset also draws a board, as `Game.draw` does,
    and `opening` random half-moves."""

    metadata = {"render_modes": ["ansi"]}

    def __init__(self, game: Game, level=1, *, side=None, nodes=1000, opening=0, render_mode=None):
        if side not in (None, 0, 1):
            raise ValueError(f"there is no side {side!r}: sides are 0 and 1, or None for both")
        Engine(game, level)
        self.game = game
        self.level = level
        self.nodes = nodes
        self.opening = opening
        self.render_mode = render_mode
        self.fixed_side = side
        self.observation_space = gymnasium.spaces.Box(0, 1, game.shape, numpy.uint8)
        self.action_space = gymnasium.spaces.Discrete(game.count)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.side = self.fixed_side
        if self.side is None:
            self.side = int(self.np_random.integers(2))
        seed, board = (int(number) for number in self.np_random.integers(2**63, size=2))
        self.position = self.game.draw(board, opening=self.opening)
        self.engine = Engine(self.position.game, self.level, seed=seed)
        self._answer()
        return self._observation(), self._info()

    def _answer(self):
        """Lets the engine move until it is the agent's turn."""
        while self.position.outcome is None and self.position.turn != self.side:
            move = self.engine.choose(self.position, nodes=self.nodes)
            self.position = self.position.play(move)

    def _observation(self):
        return numpy.array(self.position.planes())

    def _info(self):
        return {"action_mask": self.action_masks(), "side": self.side}

    def action_masks(self):
        """The legal moves, as Maskable PPO of Stable-Baselines3 asks for them."""
        return numpy.array(self.position.mask(), numpy.int8)

    def step(self, action):
        if not self.position.mask()[action]:
            return self._observation(), -1.0, True, False, {**self._info(), "illegal": True}
        self.position = self.position.play(int(action))
        self._answer()
        outcome = self.position.outcome
        margin = 0 if outcome is None else (outcome, -outcome)[self.side]
        reward = float(numpy.sign(margin))
        return self._observation(), reward, outcome is not None, False, self._info()

    def render(self):
        return str(self.position) if self.render_mode == "ansi" else None
