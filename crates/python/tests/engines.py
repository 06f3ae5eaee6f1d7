"""Engines and solvers."""

import signal
import threading
import unittest

import ludoteka

TIC_TAC_TOE = ludoteka.game("mnk")
REVERSI = ludoteka.game("reversi")


class Engines(unittest.TestCase):
    def test_an_engine_wins_where_it_can(self):
        pos = TIC_TAC_TOE.start()
        for move in ["b2", "a1", "b1", "a2"]:
            pos = pos.play(move)
        engine = ludoteka.Engine(TIC_TAC_TOE)
        self.assertEqual(engine.choose(pos), "b3")
        self.assertEqual(engine.choose(pos, depth=1), "b3")
        self.assertEqual(engine.choose(pos, time=0.01), "b3")

    def test_a_weak_engine_depends_on_its_seed_alone(self):
        pos = REVERSI.start()

        def moves(seed):
            return [ludoteka.Engine(REVERSI, level=1, seed=seed + i).choose(pos) for i in range(40)]

        self.assertEqual(moves(1), moves(1))
        self.assertGreater(len(set(moves(1))), 1)

    def test_a_forgetful_engine_repeats_its_answer(self):
        engine, pos = ludoteka.Engine(REVERSI), REVERSI.start().play("d3").play("c5")
        first = engine.choose(pos, nodes=5000)
        engine.choose(pos, nodes=50_000)
        engine.forget()
        self.assertEqual(engine.choose(pos, nodes=5000), first)

    def test_values_are_proven_or_estimates(self):
        pos = TIC_TAC_TOE.start().play("b2").play("b1")
        values = ludoteka.values(pos, depth=9)
        self.assertEqual(sorted(value["move"] for value in values), sorted(pos.moves()))
        self.assertEqual([value["number"] for value in values],
                         [pos.number(value["move"]) for value in values])
        best = values[0]
        self.assertEqual((best["margin"], best["value"]), (1, 1.0))
        self.assertEqual((best["certainty"], best["at_least"], best["at_most"]), ("proved", 1, 1))
        self.assertEqual(ludoteka.solve(pos)["value"], 1)
        estimates = ludoteka.values(REVERSI.start().play("d3"), depth=2)
        self.assertEqual({value["margin"] for value in estimates}, {None})
        self.assertEqual({value["certainty"] for value in estimates}, {"likely"})
        self.assertEqual(estimates, sorted(estimates, key=lambda value: -value["value"]))

    def test_solutions_have_bounds(self):
        game = ludoteka.game("poziomka", pola=2, wiersze=4, kolumny=4)
        solution = ludoteka.solve(game.start())
        self.assertEqual(solution["at_least"], solution["value"])
        after = game.start().play(solution["best_moves"][0])
        self.assertEqual(ludoteka.solve(after)["value"], -solution["value"])
        self.assertGreater(solution["positions"], 0)
        given_up = ludoteka.solve(REVERSI.start(), limit="20ms")
        self.assertEqual((given_up["value"], given_up["proof"]), (None, None))

    def test_regret_is_what_a_function_gives_away(self):
        def worth(position):
            return {value["move"]: value["margin"] for value in ludoteka.values(position)}

        def best(position):
            moves = worth(position)
            return max(moves, key=moves.get)

        def worst(position):
            moves = worth(position)
            return position.number(min(moves, key=moves.get))

        perfect = ludoteka.regret(best, TIC_TAC_TOE, positions=20)
        self.assertEqual((perfect["best_moves"], perfect["loss"]), (20, 0))
        self.assertEqual(perfect["share_95"][1], 1)
        bad = ludoteka.regret(worst, TIC_TAC_TOE, positions=20)
        self.assertEqual(bad["best_moves"], 0)
        self.assertTrue(bad["loss"] > bad["random_loss"] > 0 and bad["loss"] >= 1)
        for answer in bad["answers"]:
            moves = worth(answer["position"])
            self.assertEqual(answer["loss"], max(moves.values()) - min(moves.values()))
            self.assertEqual(moves[answer["best"][0]], max(moves.values()))
        again = ludoteka.regret(worst, TIC_TAC_TOE, positions=20)
        self.assertEqual(again, bad)
        other = ludoteka.regret(worst, TIC_TAC_TOE, positions=20, seed=2)
        self.assertNotEqual(other["answers"], bad["answers"])
        late = ludoteka.regret(lambda pos: pos.moves()[0], "reversi", positions=2)
        self.assertTrue(all(len(answer["position"].history) > 40 for answer in late["answers"]))
        with self.assertRaises(ludoteka.IllegalMove):
            ludoteka.regret(lambda pos: "z9", TIC_TAC_TOE, positions=2)
        with self.assertRaisesRegex(ValueError, "a suite has 2 to 20000 positions"):
            ludoteka.regret(best, TIC_TAC_TOE, positions=1)
        with self.assertRaisesRegex(ValueError, "there is no game"):
            ludoteka.regret(best, "chess")

    def test_a_finished_game_has_no_move_and_a_value(self):
        over = TIC_TAC_TOE.start()
        for move in ["b2", "a1", "b1", "a2", "b3"]:
            over = over.play(move)
        with self.assertRaisesRegex(ludoteka.IllegalMove, "the game is over"):
            ludoteka.Engine(TIC_TAC_TOE).choose(over)
        self.assertEqual(ludoteka.values(over), [])
        self.assertEqual(ludoteka.solve(over)["value"], -1)

    def test_errors_say_what_is_wrong(self):
        start = REVERSI.start()
        for wrong, words in [
            (lambda: ludoteka.Engine(REVERSI, level=11), "there is no level 11: levels are 1 to 10"),
            (lambda: ludoteka.Engine(TIC_TAC_TOE).choose(start),
             "this engine plays ludoteka.game('mnk')"),
            (lambda: ludoteka.values(start, depth=0), "nodes and depth are at least 1"),
            (lambda: ludoteka.values(start, nodes=-1), "nodes and depth are at least 1"),
            (lambda: ludoteka.solve(start, limit="10"), "write 10ms or 10s"),
            (lambda: ludoteka.solve(start, limit=-1), "a time is 0.001 to 86400 seconds"),
            (lambda: ludoteka.solve(start, limit=float("nan")), "a time is 0.001 to 86400 seconds"),
            (lambda: ludoteka.solve(start, goal="best"), "there are: margin, winner"),
        ]:
            with self.assertRaises(ValueError) as caught:
                wrong()
            self.assertIn(words, str(caught.exception))

    def test_ctrl_c_stops_every_search(self):
        # A shell starts what runs in the background without this signal.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        start = REVERSI.start()
        engine = ludoteka.Engine(REVERSI)
        batch = ludoteka.Batch(ludoteka.game("flood-wars"), 1 << 18)
        for search in [
            lambda: engine.choose(start, time="1h"),
            lambda: ludoteka.values(start, time="1h"),
            lambda: ludoteka.solve(start),
            lambda: batch.play_at_random(150),
        ]:
            key = threading.Timer(0.1, signal.raise_signal, [signal.SIGINT])
            key.start()
            with self.assertRaises(KeyboardInterrupt):
                search()
            key.join()
        self.assertLess(min(batch.turns()), 2, "the last games have not ended")
        self.assertIn(engine.choose(start, nodes=2000), start.moves())

    def test_other_threads_run_during_a_search(self):
        engine, seen = ludoteka.Engine(REVERSI), []
        search = threading.Thread(
            target=lambda: seen.append(engine.choose(REVERSI.start(), time="1h")), daemon=True)
        search.start()
        # This line is reached only because the search has released the lock.
        self.assertEqual(seen, [])
        # A second caller of the same engine waits without the lock.
        waiting = threading.Thread(target=engine.forget, daemon=True)
        waiting.start()
        self.assertTrue(search.is_alive() and waiting.is_alive())


if __name__ == "__main__":
    unittest.main()
