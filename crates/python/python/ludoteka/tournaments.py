"""Tournaments whose parts are played anywhere: by processes, Ray, Dask or joblib.

The program `ludoteka` plays and merges the parts, as docs/cluster.md explains.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

from .matches import _run, read
from .scores import Games

_OPEN = 3


class Tournament:
    """A tournament's file and the folder of its results. It can be pickled, so that other processes
    play its parts."""

    def __init__(self, file: str | os.PathLike[str], folder: str | os.PathLike[str]):
        self.file, self.folder = (os.path.abspath(path) for path in (file, folder))

    def part(
        self,
        number: int,
        of: int,
        *,
        to: str | os.PathLike[str] | None = None,
        jobs: int = 1,
    ) -> str:
        """Play part `number` of `of` of the pairs that are open, and return the part's file, `to`.
        The first part is 1; `jobs` is how many games run at a time. A part that was stopped goes on
        where it ended."""
        path = f"{self.folder}-part-{number}-of-{of}.jsonl" if to is None else os.path.abspath(to)
        part = [f"--part={number}/{of}", f"--to={path}", f"--jobs={jobs}"]
        _run(["tournament", *part, f"--output={self.folder}", "--", self.file])
        return path

    def merge(self, parts: Iterable[str | os.PathLike[str]]) -> bool:
        """Check the parts and add them to the results. Returns whether the tournament is over; if
        not, the same parts are to be played again. ValueError says that they have nothing new."""
        files = [os.fspath(part) for part in parts]
        return _run(["merge", f"--file={self.file}", "--", self.folder, *files], {_OPEN}) != _OPEN

    def games(self) -> Games:
        """The games that are merged."""
        return read(os.path.join(self.folder, "games.jsonl"))


def tournament(file: str | os.PathLike[str], folder: str | os.PathLike[str]) -> Tournament:
    """The tournament in this file, with its results in this folder, which need not exist.

    A program of whole rounds, with the parts in processes; Ray, Dask and joblib map likewise:

        cup = ludoteka.tournament("cup.toml", "results")
        with concurrent.futures.ProcessPoolExecutor() as pool:
            while not cup.merge(pool.map(cup.part, range(1, 31), [30] * 30)):
                pass
    """
    return Tournament(file, folder)
