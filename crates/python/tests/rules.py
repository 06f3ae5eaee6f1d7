"""Games and positions."""

import copy
import pickle
import random
import unittest
import xml.dom.minidom

import ludoteka

GAMES = [
    ludoteka.game("poziomka", pola=2, wiersze=3, kolumny=4),
    ludoteka.game("reversi"),
    ludoteka.game("flood-wars", rows=4, columns=5, seed=7),
    ludoteka.game("mnk", n=4, m=5, k=4),
    ludoteka.game("gangsters", limit=20),
]


def played(game, seed):
    """The positions of a random game."""
    dice, pos = random.Random(seed), game.start()
    yield pos
    while pos.outcome is None:
        pos = pos.play(dice.choice(pos.numbers()))
        yield pos


class Rules(unittest.TestCase):
    def test_every_game_plays_to_its_end_by_numbers_and_names(self):
        self.assertEqual([game.name for game in GAMES], ludoteka.games())
        for game in GAMES:
            for pos in played(game, 1):
                numbers, names = pos.numbers(), pos.moves()
                self.assertEqual([pos.number(name) for name in names], numbers)
                self.assertEqual([pos.name(number) for number in numbers], names)
                marked = [i for i, is_legal in enumerate(pos.mask()) if is_legal]
                self.assertEqual(marked, sorted(numbers))
                self.assertEqual(len(pos.mask()), game.count)
                self.assertEqual(pos.turn is None, pos.outcome is not None)
                self.assertEqual(bool(names), pos.outcome is None)

    def test_numbers_never_change(self):
        known = {
            "poziomka": {"Aa": 0, "Bb": 5, "-": 12},
            "reversi": {"d3": 19, "c4": 26},
            "mnk": {"a1": 0, "b3": 11},
            "gangsters": {"0 1 1 0": 8, "7 3 1 7": 8 + (7 * 49 + 2) * 8 + 7},
        }
        for game in GAMES:
            for name, number in known.get(game.name, {}).items():
                self.assertEqual(game.start().number(name), number, (game, name))
        flood = GAMES[2].start()
        self.assertEqual([flood.number(name) for name in flood.moves()],
                         ["@#+.*".index(name) for name in flood.moves()])
        right = GAMES[0].start().play("Aa")
        self.assertEqual(right.number("aB"), 1)

    def test_planes_show_the_board_and_the_turn(self):
        for game in GAMES:
            for pos in played(game, 2):
                planes = pos.planes()
                self.assertEqual(planes.shape, game.shape)
                *kinds, turn = planes.tolist()
                rows, columns = game.shape[1:]
                for row in range(rows):
                    for column in range(columns):
                        self.assertEqual(sum(kind[row][column] for kind in kinds), 1)
                        if pos.turn is not None:
                            self.assertEqual(turn[row][column], pos.turn)
        pos = ludoteka.game("mnk").start().play("b1").play("c3")
        self.assertEqual(pos.planes().tolist()[1:3],
                         [[[0, 1, 0], [0, 0, 0], [0, 0, 0]], [[0, 0, 0], [0, 0, 0], [0, 0, 1]]])

    def test_pickles_and_copies_are_equal(self):
        for game in GAMES:
            self.assertEqual(pickle.loads(pickle.dumps(game)), game)
            self.assertEqual(eval(repr(game)), game)
            for pos in list(played(game, 3))[::5]:
                again = pickle.loads(pickle.dumps(pos))
                self.assertEqual((again, again.history, hash(again)), (pos, pos.history, hash(pos)))
                self.assertEqual(copy.deepcopy(pos), pos)
                start = ludoteka.game(game.name, diagram=pos.diagram, **game.parameters).start()
                self.assertEqual(start, pos)
                self.assertEqual(pickle.loads(pickle.dumps(start)), start)
        self.assertNotEqual(ludoteka.game("mnk", k=2), ludoteka.game("mnk"))
        self.assertNotEqual(ludoteka.game("mnk", k=2).start(), ludoteka.game("mnk").start())

    def test_positions_never_change(self):
        start = ludoteka.game("reversi").start()
        before = start.diagram
        later = start.play("d3")
        self.assertEqual((start.diagram, start.history), (before, []))
        self.assertEqual((later.history, later.turn), (["d3"], 1))
        self.assertNotEqual(later, start)

    def test_boards_are_pictures_in_well_formed_xml(self):
        for game in GAMES:
            for pos in played(game, 4):
                svg = xml.dom.minidom.parseString(pos._repr_svg_())
                self.assertEqual(svg.documentElement.tagName, "svg")
        stones = ludoteka.game("mnk").start().play("a1").play("b1")._repr_svg_()
        self.assertEqual(stones.count("<path"), 2)

    def test_other_names_mean_parameters(self):
        gomoku = ludoteka.game("gomoku")
        self.assertEqual(gomoku.name, "mnk")
        self.assertEqual(gomoku.parameters["k"], 5)

    def test_errors_say_what_is_wrong(self):
        pos = ludoteka.game("mnk").start().play("b2")
        over = pos.play("a1").play("b1").play("a2").play("b3")
        for wrong, kind, words in [
            (lambda: ludoteka.game("chess"), ValueError,
             'there is no game "chess"; there are: poziomka'),
            (lambda: ludoteka.game("mnk", n=0), ValueError, "n=0: expected a whole number from 1"),
            (lambda: ludoteka.game("mnk", size=3), ValueError, "there is no parameter `size`"),
            (lambda: ludoteka.game("mnk", diagram="?"), ValueError, "diagram, line 1"),
            (lambda: pos.play("b2"), ludoteka.IllegalMove,
             "`b2` is not legal: the square already has a stone of the opponent"),
            (lambda: pos.play("d9"), ludoteka.IllegalMove, "expected a square from a1 to c3"),
            (lambda: pos.play(4), ludoteka.IllegalMove,
             "second player has no legal move with the number 4"),
            (lambda: pos.play(99), ludoteka.IllegalMove, "no legal move with the number 99"),
            (lambda: pos.play(-1), ludoteka.IllegalMove, "no legal move with the number -1"),
            (lambda: pos.play(None), TypeError, "a move is its name"),
            (lambda: pos.name(4), ludoteka.IllegalMove, "no legal move with the number 4"),
            (lambda: over.play("c3"), ludoteka.IllegalMove, "the game is over"),
            (lambda: over.play(8), ludoteka.IllegalMove, "the game is over"),
        ]:
            with self.assertRaises(kind) as caught:
                wrong()
            self.assertIn(words, str(caught.exception))


if __name__ == "__main__":
    unittest.main()
