"""Runs the cells of the notebooks, in their order, as a notebook does."""

import ast
import contextlib
import io
import json
import os
import re
import sys
import unittest

import ludoteka

DOCS = os.path.join(os.path.dirname(__file__), "../../../docs")


def results(notebook):
    """The value of the last expression of each cell, and what the cell printed."""
    with open(os.path.join(DOCS, notebook), encoding="utf-8") as file:
        cells = json.load(file)["cells"]
    names = {}
    for source in ("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"):
        tree = ast.parse(source)
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(tree, notebook, "exec"), names)
            value = last and eval(compile(ast.Expression(last.value), notebook, "eval"), names)
        yield value, out.getvalue()


class Notebooks(unittest.TestCase):
    def test_first_steps(self):
        drawn, moves, solved, values, compared, end, same, shapes = results("first-steps.ipynb")
        self.assertIn("<svg", drawn[0]._repr_svg_())
        self.assertEqual(moves[0][0][0], "a1")
        self.assertEqual(solved[0], (0, 1))
        self.assertEqual([margin for _, margin in values[0] if margin == 1], [1] * 6)
        share = int(re.search(r"takes (\d+)%", compared[1])[1])
        self.assertGreater(share, 50)
        self.assertIsInstance(end[0], ludoteka.Position)
        self.assertTrue(same[0])
        self.assertEqual(shapes[0], ((256, 4, 8, 8), (256, 65)))

    def test_an_agent_is_trained(self):
        try:
            shape, lines, weights, compared = results("train-an-agent.ipynb")
        except ModuleNotFoundError as missing:
            print(f"skipped: {missing}", file=sys.stderr)
            return
        self.assertEqual((shape[0], lines[0]), (((4, 5, 5), 25), (28, 25)))
        own, theirs = weights[0][:4], weights[0][4:]
        self.assertEqual(list(own), sorted(own))
        self.assertEqual(list(theirs), sorted(theirs, reverse=True))
        said = [[int(number) for number in re.findall(r"[+-]\d+(?=[ )])", line)]
                for line in compared[1].splitlines()]
        self.assertEqual([len(elo) for elo in said], [3, 3, 3], compared[1])
        for elo, low, high in said:
            self.assertTrue(low < elo < high)
        self.assertGreater(said[0][1], 200, "it beats level 1 beyond its error")


if __name__ == "__main__":
    unittest.main()
