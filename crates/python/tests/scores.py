"""What games prove, and tournaments whose parts processes play. The program is on PATH."""

import concurrent.futures
import os
import re
import subprocess
import tempfile
import unittest

import ludoteka

TIC_TAC_TOE = ludoteka.game("mnk")
FIVE = ludoteka.game("mnk", n=5, m=5, k=4)
CUP = """
title = "Cup"
game = "mnk"
format.kind = "knockout"
time.nodes = 50
player = [{ engine = 1 }, { engine = 2 }, { engine = 3 }, { engine = 4 }]
"""


class Scores(unittest.TestCase):
    def test_published_numbers(self):
        # From fastchess, app/tests/elo_test.cpp, as in the crate of statistics.
        half_points = [(34, 0, 0), (54, 1, 0), (63, 1, 1), (64, 2, 1), (75, 2, 2)]
        results = [
            points / 2 for pairs, one, other in half_points for points in [one, other] * pairs
        ]
        found = ludoteka.score(results)
        low, high = found["elo_95"]
        self.assertEqual((found["games"], found["pairs"]), (580, [34, 54, 63, 64, 75]))
        self.assertAlmostEqual(found["elo"], 55.58, places=2)
        self.assertAlmostEqual((high - low) / 2 / 27.65, 1, delta=0.01)
        other = ludoteka.score([1 - points for points in results])
        self.assertAlmostEqual(other["elo"], -found["elo"])
        self.assertAlmostEqual(other["superiority"], 1 - found["superiority"])
        # The first decision counts, and the results begin with the lost pairs.
        self.assertEqual(ludoteka.score(results, sprt=(0, 30))["accepted"], "H0")
        self.assertEqual(ludoteka.score(results[::-1], sprt=(0, 30))["accepted"], "H1")
        few = ludoteka.score([1, 1], sprt=(0, 5, 0.01, 0.1))
        self.assertEqual((few["elo"], few["accepted"]), (None, None))
        self.assertAlmostEqual(few["bounds"][0], -2.2925, places=3)

    def test_they_are_those_that_a_match_prints(self):
        words = ["mnk", "engine:2", "engine:1", "--games=120", "--nodes=40", "--seed=3"]
        words += [f"--set={name}={value}" for name, value in FIVE.settings.items()]
        done = subprocess.run([ludoteka.program(), "match", *words], capture_output=True, text=True)
        line = re.search(r"Elo of engine:2: (\S+) \((\S+) to (\S+)\), LOS (\S+) %.*: (.*)", done.stdout)
        games = ludoteka.match("engine:2", "engine:1", FIVE, games=120, nodes=40, seed=3)
        found = games.score()
        elo = [f"{elo:+.0f}" for elo in (found["elo"], *found["elo_95"])]
        counts = " ".join(map(str, found["pairs"]))
        los = f"{100 * found['superiority']:.1f}"
        self.assertEqual((*elo, los, counts), line.groups())
        self.assertEqual((found["first"], found["second"]), ("engine:2", "engine:1"))
        self.assertEqual(found["won"] + found["drawn"] + found["lost"], 120)

    def test_a_sequential_test_ends_a_match(self):
        engines = ("engine:3", "engine:1")
        games = ludoteka.match(*engines, FIVE, nodes=(200, 20), sprt=(0, 200))
        self.assertLess(len(games), 400)
        self.assertEqual(games.score(sprt=(0, 200))["accepted"], "H1")
        self.assertEqual(games[0]["record"]["players"][1]["own"], {"nodes": 20})

    def test_copies_prove_nothing(self):
        games = ludoteka.match("engine:5", "engine:5", TIC_TAC_TOE, games=8, nodes=99, opening=0)
        found = games.score()
        self.assertEqual((found["copies"], found["elo"], sum(found["pairs"])), (3, None, 1))
        other = {**games[1], "record": {**games[1]["record"], "moves": []}}
        varied = ludoteka.score([games[0], other, *games[2:]])
        self.assertEqual(varied["copies"], 0)

    def test_a_table_has_a_row_for_each_two_players(self):
        games = []
        for engines in (["engine:1", "engine:2"], ["engine:1", "engine:3"]):
            games += ludoteka.match(*engines, FIVE, games=4, nodes=30)
        rows = ludoteka.table(games)
        self.assertEqual([(row["second"], row["games"]) for row in rows],
                         [("engine:2", 4), ("engine:3", 4)])
        self.assertEqual(rows[1]["pairs"], ludoteka.score(games[4:])["pairs"])
        with self.assertRaisesRegex(ValueError, "ludoteka.table"):
            ludoteka.score(games)

    def test_errors_say_what_is_wrong(self):
        for wrong, words in [
            (lambda: ludoteka.score([1, 2]), "1, 0.5 or 0"),
            (lambda: ludoteka.score([1, 1], sprt=(5, 0)), "elo"),
            (lambda: ludoteka.score([1, 1], sprt=(5,)), ""),
        ]:
            with self.assertRaisesRegex(ValueError, words):
                wrong()


class Tournaments(unittest.TestCase):
    def test_processes_play_the_parts_of_each_round(self):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "cup.toml")
            with open(file, "w") as text:
                text.write(CUP)
            cup = ludoteka.tournament(file, os.path.join(folder, "results"))
            rounds, over = 0, False
            with concurrent.futures.ProcessPoolExecutor(2) as pool:
                while not over:
                    over = cup.merge(pool.map(cup.part, [1, 2], [2, 2]))
                    rounds += 1
            self.assertGreaterEqual(rounds, 2, "the final follows the semi-finals")
            games = cup.games()
            self.assertEqual(len({row["first"] for row in games}), 4)
            self.assertGreaterEqual(len(ludoteka.table(games)), 3)
            subprocess.run([ludoteka.program(), "verify", cup.folder], check=True,
                           stdout=subprocess.DEVNULL)
            with self.assertRaisesRegex(ValueError, "3/2|part"):
                cup.part(3, 2)


if __name__ == "__main__":
    unittest.main()
