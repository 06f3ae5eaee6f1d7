"""Prepare the package for mkdocstrings, which reads it and does not import it.

The stub of the compiled module gets the docstrings that the module has at run time, and examples
become code blocks of Markdown. The argument is the folder of the package.
"""

import ast
import importlib
import inspect
import pathlib
import re
import sys


def add_docstrings(tree, owner):
    for node in tree.body:
        name = getattr(node, "name", "_")
        value = getattr(owner, name, None)
        if name == "__new__":
            node.name = "__init__"
        elif value is not None and not name.startswith("_"):
            text = ast.Expr(ast.Constant(inspect.getdoc(value)))
            if isinstance(node, ast.ClassDef):
                add_docstrings(node, value)
            node.body.insert(0, text)


def indent_examples(tree):
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node):
            text = re.sub(r"\n *<BLANKLINE>", "", ast.get_docstring(node))
            code = re.compile(r"^>>>(?:.+\n?)+", re.MULTILINE)
            indented = code.sub(lambda example: re.sub("^", "    ", example[0], flags=re.M), text)
            node.body[0].value = ast.Constant(indented)


package = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(package.parent))
for path in package.glob("*.py*"):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    if path.suffix == ".pyi":
        add_docstrings(tree, importlib.import_module(f"{package.name}.{path.stem}"))
    indent_examples(tree)
    path.write_text(ast.unparse(tree), encoding="utf-8")
