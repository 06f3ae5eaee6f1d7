"""The environments of PettingZoo and Gymnasium, against these packages' own tests."""

import random
import sys
import unittest

import ludoteka

try:
    from gymnasium.utils.env_checker import check_env
    from pettingzoo.test import api_test, seed_test

    import ludoteka.gymnasium
    import ludoteka.pettingzoo
except ModuleNotFoundError as missing:
    print(f"skipped: {missing}", file=sys.stderr)
    sys.exit()

GAMES = [
    ludoteka.game("poziomka", pola=2, wiersze=3, kolumny=4),
    ludoteka.game("reversi"),
    ludoteka.game("flood-wars", rows=4, columns=5, seed=7),
    ludoteka.game("mnk"),
    ludoteka.game("gangsters", limit=20),
]


class PettingZoo(unittest.TestCase):
    def test_every_game_passes_their_tests(self):
        for game in GAMES:
            api_test(ludoteka.pettingzoo.environment(game), num_cycles=200)
            seed_test(lambda: ludoteka.pettingzoo.environment(game), num_cycles=50)

    def test_the_winner_is_rewarded(self):
        env = ludoteka.pettingzoo.environment(ludoteka.game("mnk"))
        env.reset()
        for action in [4, 0, 1, 3, 7]:
            env.step(action)
        self.assertEqual(env.terminations, {"first player": True, "second player": True})
        self.assertEqual(env.rewards, {"first player": 1, "second player": -1})

    def test_an_illegal_move_loses(self):
        env = ludoteka.pettingzoo.environment(ludoteka.game("mnk"))
        env.reset()
        env.step(4)
        env.step(4)
        self.assertTrue(all(env.terminations.values()))
        self.assertEqual(env.rewards["second player"], -1)


class Boards(unittest.TestCase):
    def test_each_reset_draws_a_board(self):
        flood_wars = ludoteka.game("flood-wars", rows=4, columns=5)
        for environment, game, options in [
            (ludoteka.pettingzoo.environment, flood_wars, {}),
            (ludoteka.gymnasium.Environment, flood_wars, {"side": 0}),
            (ludoteka.gymnasium.Environment, ludoteka.game("reversi"), {"opening": 6, "side": 0}),
        ]:
            env = environment(game, **options)

            def start(seed=None):
                env.reset(seed=seed)
                return env.unwrapped.position.diagram

            self.assertGreater(len({start() for _ in range(9)}), 5)
            self.assertEqual(start(seed=3), start(seed=3))
            self.assertNotEqual(start(seed=3), start(seed=4))
            fixed = environment(ludoteka.game("flood-wars", rows=4, columns=5, seed=7))
            boards = set()
            for _ in range(4):
                fixed.reset()
                boards.add(fixed.unwrapped.position.game.parameters["board"])
            self.assertEqual(len(boards), 1)


class Gymnasium(unittest.TestCase):
    def test_every_game_passes_their_checker(self):
        for game in GAMES:
            check_env(ludoteka.gymnasium.Environment(game, level=1), skip_render_check=True)

    def test_a_game_ends_with_its_result(self):
        for side in (0, 1):
            env = ludoteka.gymnasium.Environment(ludoteka.game("mnk"), level=1, side=side)
            seen = set()
            for seed in range(30):
                _, info = env.reset(seed=seed)
                choice = random.Random(seed).choice
                over = False
                while not over:
                    action = int(choice(info["action_mask"].nonzero()[0]))
                    _, reward, over, cut, info = env.step(action)
                    self.assertFalse(cut)
                self.assertEqual(reward, [1, -1][side] * env.position.outcome)
                seen.add(reward)
            self.assertGreater(len(seen), 1)

    def test_an_illegal_move_loses(self):
        env = ludoteka.gymnasium.Environment(ludoteka.game("mnk"), side=0)
        env.reset(seed=1)
        env.step(4)
        _, reward, over, _, info = env.step(4)
        self.assertEqual((reward, over, info["illegal"]), (-1.0, True, True))

    def test_a_wrong_side_or_level_is_refused(self):
        with self.assertRaisesRegex(ValueError, "there is no side 2"):
            ludoteka.gymnasium.Environment(GAMES[0], side=2)
        with self.assertRaisesRegex(ValueError, "there is no level 6"):
            ludoteka.gymnasium.Environment(GAMES[0], level=6)
        with self.assertRaisesRegex(TypeError, "'str' object is not an instance of 'Game'"):
            ludoteka.gymnasium.Environment("mnk")


if __name__ == "__main__":
    unittest.main()
