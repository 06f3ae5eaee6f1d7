"""Matches, records, and programs of `play`. The program `ludoteka` is on PATH."""

import os
import subprocess
import sys
import tempfile
import unittest

import ludoteka

TIC_TAC_TOE = ludoteka.game("mnk")
LEFTMOST = """
import ludoteka

def choose(position):
    print("thinking about", position.moves())
    return position.numbers()[{index}]

ludoteka.play(choose)
"""


class Matches(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def program(self, index=0):
        path = os.path.join(self.folder, "mine.py")
        with open(path, "w") as file:
            file.write(LEFTMOST.format(index=index))
        return path

    def test_engines_play_and_the_records_are_read(self):
        path = os.path.join(self.folder, "games.jsonl")
        game = ludoteka.game("mnk", n=4, m=5, k=4)
        engines = ["engine:1", "engine:5"]
        games = ludoteka.match(*engines, game, games=4, nodes=500, move_time=9.5, record=path)
        self.assertEqual([row["first"] for row in games], ["engine:1", "engine:5"] * 2)
        self.assertEqual(games, ludoteka.read(path))
        for row in games:
            pos = game.start()
            for move in row["opening"] + row["moves"]:
                pos = pos.play(move)
            self.assertEqual((pos.outcome, row["end"]), (row["margin"], "rules"))
            winner = {1: row["first"], 0: None, -1: row["second"]}[pos.outcome]
            self.assertEqual(row["winner"], winner)

    def test_a_changed_record_is_refused(self):
        path = os.path.join(self.folder, "games.jsonl")
        ludoteka.match("engine:1", "engine:1", TIC_TAC_TOE, nodes=10, record=path)
        with open(path) as file:
            first, second = file.read().splitlines(True)
        for wrong, words in [
            (first + second.replace('"margin":', '"margin":1'),
             "line 2: its checksum does not match"),
            (first + second[:-1], "line 2: there is no checksum at its end"),
            ("{}\n", "line 1: there is no checksum"),
        ]:
            with open(path, "w") as file:
                file.write(wrong)
            with self.assertRaisesRegex(ValueError, words):
                ludoteka.read(path)

    def test_a_function_is_a_program(self):
        games = ludoteka.match("line:" + self.program(), "engine:5", TIC_TAC_TOE, nodes=2000)
        self.assertEqual([row["end"] for row in games], ["rules", "rules"])
        mine = [row["record"]["moves"][row["first"].startswith("engine")::2] for row in games]
        for moves in mine:
            self.assertEqual(moves, sorted(moves, key=lambda name: (name[1], name[0])))

    def test_a_function_speaks_the_line_protocol(self):
        def answers(text, index=0):
            done = subprocess.run([sys.executable, self.program(index)], input=text,
                                  capture_output=True, text=True)
            return done.stdout, done.stderr

        self.assertEqual(answers("mnk 3 3 3 2 0 0 1\na1\nb2\n")[0], "b1\nc1\n")
        self.assertEqual(answers("mnk 3 3 3 1 0 0 2\r\na1\r\nb2\r\n", -1)[0], "c3\n")
        self.assertIn("thinking about", answers("mnk 3 3 3 1 0 0 0\n")[1])
        self.assertIn("expected a line such as", answers("mnk\n")[1])
        board = "flood-wars 2 2 0 20 @#/+. 1 0 0 0\n"
        self.assertEqual(len(answers(board)[0].splitlines()), 1, answers(board))

    def test_errors_say_what_is_wrong(self):
        start = TIC_TAC_TOE.start().play("b2")
        at_diagram = ludoteka.game("mnk", diagram=start.diagram)
        engines = ["engine:1", "engine:1"]
        for wrong, words in [
            (lambda: ludoteka.match("engine:9", "engine:1", TIC_TAC_TOE), "engine:9"),
            (lambda: ludoteka.match("engine:1", "none.py", TIC_TAC_TOE), "none.py"),
            (lambda: ludoteka.match(*engines, TIC_TAC_TOE, games=3), "even"),
            (lambda: ludoteka.match(*engines, at_diagram), "not from a diagram"),
            (lambda: ludoteka.match(*engines, TIC_TAC_TOE, move_time="1"), "^invalid .* or 1s$"),
        ]:
            with self.assertRaisesRegex(ValueError, words):
                wrong()
        with self.assertRaisesRegex(TypeError, "'mnk' is no game"):
            ludoteka.match(*engines, "mnk")
        with self.assertRaisesRegex(TypeError, "a file of its own"):
            ludoteka.match(*engines[1:], print, TIC_TAC_TOE)


if __name__ == "__main__":
    unittest.main()
