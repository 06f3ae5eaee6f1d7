"""Many games at the same time."""

import threading
import unittest

import ludoteka

GAMES = [
    ludoteka.game("poziomka", pola=2, wiersze=3, kolumny=4),
    ludoteka.game("reversi"),
    ludoteka.game("flood-wars", rows=4, columns=5, seed=7),
    ludoteka.game("mnk", n=4, m=5, k=4),
    ludoteka.game("gangsters", limit=20, box="3,3", pillars=""),
]


class Batches(unittest.TestCase):
    def test_a_batch_agrees_with_positions(self):
        for game in GAMES:
            batch = ludoteka.Batch(game, 3)
            positions = [game.start()] * 3
            for turn in range(30):
                self.assertEqual(batch.outcomes(), [pos.outcome for pos in positions])
                self.assertEqual(batch.turns().tolist(),
                                 [2 if pos.turn is None else pos.turn for pos in positions])
                self.assertEqual(batch.masks().tolist(), [pos.mask().tolist() for pos in positions])
                self.assertEqual(batch.planes().tolist(),
                                 [pos.planes().tolist() for pos in positions])
                numbers = [pos.numbers() for pos in positions]
                chosen = [its[(turn + i) % len(its)] if its else -1
                          for i, its in enumerate(numbers)]
                batch.play(chosen)
                positions = [pos if pos.turn is None else pos.play(number)
                             for pos, number in zip(positions, chosen)]

    def test_random_games_end_and_depend_on_the_seed(self):
        def outcomes(seed):
            batch = ludoteka.Batch(GAMES[1], 20, seed=seed)
            played = batch.play_at_random(1000)
            self.assertEqual(batch.turns().tolist(), [2] * 20)
            self.assertEqual(batch.play_at_random(), 0)
            return played, batch.outcomes()

        self.assertEqual(outcomes(1), outcomes(1))
        self.assertNotEqual(outcomes(1), outcomes(2))

    def test_games_start_on_different_boards(self):
        def boards(*game, **options):
            batch = ludoteka.Batch(ludoteka.game(*game), 50, **options)
            return batch, len({str(planes) for planes in batch.planes().tolist()})

        for game in ("flood-wars", "gangsters"):
            batch, different = boards(game)
            self.assertGreater(different, 40, game)
            before = batch.planes().tolist()
            self.assertEqual(before, boards(game)[0].planes().tolist(), "the seed decides")
            self.assertNotEqual(before, boards(game, seed=2)[0].planes().tolist())
            batch.play_at_random(1000)
            batch.restart()
            self.assertNotEqual(before, batch.planes().tolist())
        self.assertEqual([boards("reversi")[1], boards("flood-wars", seed=7)[1] > 1], [1, True])
        self.assertGreater(boards("reversi", opening=4)[1], 20)
        self.assertEqual(set(boards("mnk", opening=3)[0].turns().tolist()), {1})
        with self.assertRaisesRegex(ValueError, "a shorter opening"):
            boards("mnk", opening=9)

    def test_finished_games_begin_again(self):
        batch = ludoteka.Batch(GAMES[3], 4)
        self.assertEqual((batch.restart(), batch.play_at_random(1000) > 0), (0, True))
        self.assertEqual((batch.restart(), batch.outcomes()), (4, [None] * 4))
        self.assertEqual(len(batch), 4)

    def test_a_wrong_move_changes_nothing(self):
        batch = ludoteka.Batch(GAMES[3], 2)
        for wrong, kind, words in [
            ([0, 20], ludoteka.IllegalMove, "game 1 has no legal move 20"),
            ([-1, 0], ludoteka.IllegalMove, "game 0 has no legal move -1"),
            ([0], ValueError, "there are 1 numbers for 2 games"),
        ]:
            with self.assertRaisesRegex(kind, words):
                batch.play(wrong)
            self.assertEqual(sum(map(sum, batch.masks().tolist())), 40)
        for size in (-1, 0, 1 << 21):
            with self.assertRaisesRegex(ValueError, "a batch has 1 to 1048576 games"):
                ludoteka.Batch(GAMES[3], size)

    def test_threads_share_a_batch(self):
        batch = ludoteka.Batch(GAMES[1], 50)
        played = []
        threads = [threading.Thread(target=lambda: played.append(batch.play_at_random(9)))
                   for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(sum(played), 50 * 36)


if __name__ == "__main__":
    unittest.main()
