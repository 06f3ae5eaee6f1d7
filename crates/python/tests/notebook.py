"""Runs the cells of the notebook, in their order, as a notebook does."""

import ast
import contextlib
import io
import json
import os
import re
import unittest

import ludoteka

NOTEBOOK = os.path.join(os.path.dirname(__file__), "../../../docs/first-steps.ipynb")


def results(cells):
    """The value of the last expression of each cell, and what the cell printed."""
    names = {}
    for source in cells:
        tree = ast.parse(source)
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(tree, NOTEBOOK, "exec"), names)
            value = last and eval(compile(ast.Expression(last.value), NOTEBOOK, "eval"), names)
        yield value, out.getvalue()


class Notebook(unittest.TestCase):
    def test_all_cells(self):
        with open(NOTEBOOK, encoding="utf-8") as file:
            cells = json.load(file)["cells"]
        code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
        drawn, moves, solved, values, compared, end, same, shapes = results(code)
        self.assertIn("<svg", drawn[0]._repr_svg_())
        self.assertEqual(moves[0][0][0], "a1")
        self.assertEqual(solved[0], (0, 1))
        self.assertEqual([margin for _, margin in values[0] if margin == 1], [1] * 6)
        share = int(re.search(r"takes (\d+)%", compared[1])[1])
        self.assertGreater(share, 50)
        self.assertIsInstance(end[0], ludoteka.Position)
        self.assertTrue(same[0])
        self.assertEqual(shapes[0], ((256, 4, 8, 8), (256, 65)))


if __name__ == "__main__":
    unittest.main()
