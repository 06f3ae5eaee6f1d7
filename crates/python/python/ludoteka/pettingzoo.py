"""Every game as an environment of PettingZoo (`pip install pettingzoo`).

`environment(ludoteka.game("mnk"))` has one agent for each side, with the names in `Game.sides`. An
action is the number of a move. An observation is a dict: "observation" has the shape `Game.shape`,
and "action_mask" has 1 for each legal move. The winner's reward is 1 and the loser's is -1, and a
draw gives 0 to both. An illegal move loses.
"""

import gymnasium
import numpy
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from . import Game

__all__ = ["Environment", "environment"]


def environment(game: Game, render_mode=None, opening=0):
    """The game as PettingZoo recommends it: with checks of the caller."""
    plain = Environment(game, render_mode, opening)
    checked = wrappers.TerminateIllegalWrapper(plain, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


class Environment(AECEnv):
    """The game alone. An illegal move raises ludoteka.IllegalMove. Each reset draws a board, as
    `Game.draw` does, and `opening` random half-moves."""

    metadata = {"render_modes": ["ansi"], "name": "ludoteka_v0", "is_parallelizable": False}

    def __init__(self, game: Game, render_mode=None, opening=0):
        super().__init__()
        self.game = game
        self.opening = opening
        self.random = numpy.random.default_rng()
        self.render_mode = render_mode
        self.possible_agents = list(game.sides)
        count = game.count
        self.observation_spaces = {
            agent: gymnasium.spaces.Dict(
                {
                    "observation": gymnasium.spaces.Box(0, 1, game.shape, numpy.uint8),
                    "action_mask": gymnasium.spaces.Box(0, 1, (count,), numpy.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: gymnasium.spaces.Discrete(count) for agent in self.possible_agents
        }

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def reset(self, seed=None, options=None):
        if seed is not None:
            self.random = numpy.random.default_rng(seed)
        self.position = self.game.draw(int(self.random.integers(2**63)), opening=self.opening)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._take_turns()

    def _take_turns(self):
        is_over = self.position.outcome is not None
        self.terminations = dict.fromkeys(self.agents, is_over)
        if not is_over:
            self.agent_selection = self.possible_agents[self.position.turn]
        elif not hasattr(self, "agent_selection"):
            self.agent_selection = self.possible_agents[0]

    def observe(self, agent):
        mask = numpy.zeros(self.game.count, numpy.int8)
        if self.position.turn is not None and agent == self.possible_agents[self.position.turn]:
            mask[self.position.numbers()] = 1
        return {"observation": numpy.array(self.position.planes()), "action_mask": mask}

    def step(self, action):
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0
        self.position = self.position.play(int(action))
        if self.position.outcome is not None:
            first = int(numpy.sign(self.position.outcome))
            self.rewards = dict(zip(self.possible_agents, (first, -first)))
        self._take_turns()
        self._accumulate_rewards()

    def render(self):
        if self.render_mode is None:
            gymnasium.logger.warn("set render_mode to render")
            return None
        return str(self.position)

    def close(self):
        pass
