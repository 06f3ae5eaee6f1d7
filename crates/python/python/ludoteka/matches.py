"""Matches between programs and engines, their records, and programs written as a function.

The program `ludoteka`, which the wheel contains, plays the matches: it compiles programs and
confines them. See docs/match.md.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.metadata
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from typing import Any

from ._ludoteka import Game, Position, game as open_game
from .scores import Games

# The version of the format of records; docs/match.md explains every field.
_FORMAT = 2
_INTERRUPTED = 130
_OWN_FAULT = 70


def program() -> str:
    """The path of the program `ludoteka`: the one of the installed wheel, or else that on PATH."""
    with contextlib.suppress(importlib.metadata.PackageNotFoundError):
        for file in importlib.metadata.files("ludoteka") or ():
            if file.name == "ludoteka" and file.parent.name == "bin":
                return str(pathlib.Path(file.locate()).resolve())
    found = shutil.which("ludoteka")
    if found is None:
        raise FileNotFoundError("the program ludoteka is neither in the wheel nor on PATH")
    return found


def match(
    first: str | os.PathLike[str],
    second: str | os.PathLike[str],
    game: Game,
    *,
    games: int | None = None,
    nodes: int | tuple[int | None, int | None] | None = None,
    move_time: float | str | tuple[float | str | None, float | str | None] | None = None,
    sprt: tuple[float, float] | None = None,
    opening: int | None = None,
    seed: int = 1,
    jobs: int = 1,
    record: str | os.PathLike[str] | None = None,
) -> Games:
    """Play a match, and return its games as `read` does; `.score()` says what they prove.

    A player is "engine", "engine:1" and so on, or the path of a program; "line:mine.py" is a program of
    `play`. Without "line:", a program of Poziomka, Flood Wars or Gangsters speaks as the game's
    rules say, and a program of another game by lines. `games` (2) is even, since both players
    start once on each board. `nodes` is how many positions engines search for a move, and `opening`
    the number of random half-moves before each pair of games. `move_time` is a number of seconds,
    or a text such as "100ms". Two values in a tuple are for each player apart. With `sprt=(elo0,
    elo1)`, the match ends when the sequential test decides, or after `games` (20000). `record`
    names a file for the records.

    Programs in Python run under this interpreter, with its packages. ValueError says what is wrong
    with a player or a setting.

    >>> import ludoteka
    >>> tic_tac_toe = ludoteka.game("mnk")
    >>> games = ludoteka.match("engine:1", "engine:5", tic_tac_toe, games=2, nodes=2000)
    >>> [game["first"] for game in games]
    ['engine:1', 'engine:5']
    """
    if not isinstance(game, Game):
        raise TypeError(f"{game!r} is no game: ludoteka.game opens one")
    if callable(first) or callable(second):
        raise TypeError("a function plays from a file of its own, by ludoteka.play")
    if game.diagram is not None:
        raise ValueError("a match starts from the usual board, not from a diagram")
    options = [f"--set={name}={value}" for name, value in game.settings.items() if value != ""]
    options += [f"--seed={seed}", f"--jobs={jobs}"]
    given = {"games": games, "opening": opening}
    given["sprt"] = sprt and ",".join(map(str, sprt))
    for name, value in (("nodes", nodes), ("move-time", move_time)):
        each = zip(("-a", "-b"), value) if isinstance(value, tuple) else [("", value)]
        told = str if name == "nodes" else _time
        given.update({name + side: told(its) for side, its in each if its is not None})
    options += [f"--{name}={value}" for name, value in given.items() if value is not None]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "games.jsonl") if record is None else os.fspath(record)
        players = [os.fspath(first), os.fspath(second)]
        _run(["match", *options, f"--record={path}", game.name, "--", *players])
        return read(path)


def _time(value):
    """A number of seconds as a text."""
    return f"{round(value * 1000)}ms" if isinstance(value, (int, float)) else value


def _run(arguments, also=()):
    """Run the program, with this interpreter first on the path. Returns its exit code, 0 or one of
    those in `also`."""
    interpreters = os.path.dirname(sys.executable)
    path = os.pathsep.join([interpreters, os.environ.get("PATH", os.defpath)])
    done = subprocess.run(
        [program(), *arguments],
        env={**os.environ, "PATH": path},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
    )
    if done.returncode == 0 or done.returncode in also:
        sys.stderr.write(done.stderr)
        return done.returncode
    if done.returncode == _INTERRUPTED:
        raise KeyboardInterrupt
    kind = RuntimeError if done.returncode == _OWN_FAULT else ValueError
    sentence = done.stderr.partition("\n\nFor more information")[0].strip()
    raise kind(sentence.removeprefix("ludoteka: ").removeprefix("error: "))


def read(path: str | os.PathLike[str]) -> Games:
    """Read a file of records: a list with a dict for each game.

    "first" and "second" are the names of the players in the order in which they moved, "margin" is
    the result for "first", "winner" a name or None, and "end" says how the game ended: "rules",
    "resignation", "foul" or "absence". "record" has everything else. ValueError names the line that
    is no record, or was changed after it was written.
    """
    rows = Games()
    with open(path, "rb") as lines:
        for number, line in enumerate(lines, 1):
            try:
                rows.append(_row(_record(line)))
            except (KeyError, TypeError, IndexError):
                raise ValueError(f"{os.fspath(path)}, line {number}: it is not a record") from None
            except ValueError as error:
                raise ValueError(f"{os.fspath(path)}, line {number}: {error}") from None
    return rows


def _record(line):
    """The record in a line, whose last field is the SHA-256 of everything before it."""
    body, seal, rest = line.rpartition(b',"sha256":"')
    if not seal or not rest.endswith(b'"}\n'):
        raise ValueError("there is no checksum at its end")
    if hashlib.sha256(body).hexdigest().encode() != rest[:-3]:
        raise ValueError("its checksum does not match: the record was changed")
    record = json.loads(body + b"}")
    if record["format"] != _FORMAT:
        raise ValueError(
            f"the record has format {record['format']}; this version reads format {_FORMAT}"
        )
    return record


def _row(record):
    names = [player["name"] for player in record["players"]]
    if record["first"] == 1:
        names.reverse()
    margin = record["margin"]
    is_absence = record["end"]["by"] == "absence"
    return {
        "number": record["number"],
        "game": record["game"],
        "first": names[0],
        "second": names[1],
        "winner": None if margin == 0 or is_absence else names[margin < 0],
        "margin": margin,
        "end": record["end"]["by"],
        "opening": record["opening"],
        "moves": record["moves"],
        "record": record,
    }


def play(choose: Callable[[Position], str | int | None]) -> None:
    """Play one game by the line protocol on standard input and output.

    `choose` gets a Position, and returns the name or the number of a move, or None to resign. This
    is a whole program for matches; `ludoteka match mnk line:mine.py engine:1` lets it play:

        import random, ludoteka
        ludoteka.play(lambda position: random.choice(position.moves()))

    What `choose` prints goes to standard error, since the referee reads standard output.
    """
    answers = sys.stdout
    with contextlib.redirect_stdout(sys.stderr):
        heading = sys.stdin.readline().split()
        if len(heading) < 5:
            raise ValueError("expected a line such as `mnk 3 3 3 1 0 0 0`; see docs/protocols.md")
        name, *values = heading[:-4]
        side, _, _, moves = map(int, heading[-4:])
        names = open_game(name).parameters
        set_values = {name: value for name, value in zip(names, values) if value != "-"}
        position = open_game(name, **set_values).start()
        while position.turn is not None:
            if moves == 0 and position.turn == side - 1:
                move = choose(position)
                if move is None:
                    print("resign", file=answers, flush=True)
                    return
                number = position.number(move) if isinstance(move, str) else int(move)
                print(position.name(number), file=answers, flush=True)
            else:
                line = sys.stdin.readline()
                if not line:
                    return
                number = position.number(line.rstrip("\r\n"))
                moves = max(moves - 1, 0)
            position = position.play(number)
