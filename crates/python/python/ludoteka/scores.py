"""Who is stronger, by how much, and how sure that is: the numbers that `ludoteka match` prints."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ._ludoteka import proved


class Games(list):
    """The games of matches, as `read` returns them."""

    def score(self, *, sprt: tuple[float, ...] | None = None) -> dict[str, Any]:
        """As `ludoteka.score`."""
        return score(self, sprt=sprt)


def score(
    games: Iterable[dict[str, Any] | float], *, sprt: tuple[float, ...] | None = None
) -> dict[str, Any]:
    """What the games of two players prove.

    `games` are games of `match` and `read`, or results of the first player in their order: 1 for a
    win, 0.5 for a draw, 0 for a loss. Each two in turn are a pair on one board, in which each
    player starts once; a last game without a second has no pair. Pairs are counted, and copies of
    earlier pairs are not.

    "elo" is the lead of the first player, with the range that holds the true one in 95 of 100
    cases, "superiority" the likelihood that the first player is the stronger one. They are None
    for fewer than two pairs. "pairs" counts the pairs with 0, 1/2, 1, 1 1/2 and 2 points. `sprt`
    is (elo0, elo1) or (elo0, elo1, alpha, beta): "accepted" is then "H0", "H1" or None, and
    "ratio" the logarithm of the likelihood ratio between its "bounds".

    >>> import ludoteka
    >>> found = ludoteka.score([1, 0.5, 1, 1, 0, 1, 1, 1] * 10, sprt=(0, 30))
    >>> found["won"], found["pairs"], f"{found['elo']:.0f}", found["accepted"]
    (60, [0, 0, 10, 10, 20], '255', 'H1')
    """
    rows = list(games)
    named = {}
    if any(isinstance(row, dict) for row in rows):
        players = [tuple(p["name"] for p in row["record"]["players"]) for row in rows]
        if len(set(players)) > 1:
            raise ValueError("games of more than two players: ludoteka.table has a row for each two")
        named = dict(zip(("first", "second"), players[0]))
        points = [_points(row) for row in rows]
        starts = [i for i, row in enumerate(rows[1:]) if row["number"] % 2 == 0]
        copied = _copies([rows[i : i + 2] for i in starts])
    else:
        points = [_half_points(row) for row in rows]
        starts, copied = range(0, len(rows) - 1, 2), set()
    pairs = [points[i] + points[i + 1] for i in starts]
    kept = [points for number, points in enumerate(pairs) if number not in copied]
    if sprt is not None:
        sprt = [*sprt, *(0.05, 0.05)[len(sprt) - 2 :]]
    counts = {"won": points.count(2), "drawn": points.count(1), "lost": points.count(0)}
    return {**named, "games": len(rows), **counts, "copies": len(copied), **proved(kept, sprt)}


def table(games: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """A row of `score` for each two players who met, for `pandas.DataFrame`."""
    met = {}
    for row in games:
        # Two players of one name are told apart by their order.
        names = tuple(player["name"] for player in row["record"]["players"])
        met.setdefault((row["game"], names), []).append(row)
    return [{"game": game, **score(rows)} for (game, _), rows in met.items()]


def _half_points(result):
    if result not in (0, 0.5, 1):
        raise ValueError(f"a result is 1, 0.5 or 0, not {result!r}")
    return int(2 * result)


def _points(row):
    """The half points of the player who is named first on the command line. If neither program
    compiled, nobody has played, and the game counts as the referee counts it: as a draw."""
    margin = row["margin"] * (-1 if row["record"]["first"] else 1)
    return 1 + (margin > 0) - (margin < 0)


def _copies(pairs):
    """The numbers of the pairs that repeat an earlier pair move by move. Players who have once
    played a board differently choose at random, so that their repetitions count."""
    known, copied = {}, set()
    for number, pair in enumerate(pairs):
        records = [row["record"] for row in pair]
        board = tuple(str((sorted(its["parameters"].items()), its["opening"])) for its in records)
        played = sorted((its["first"], its["moves"], its["margin"]) for its in records)
        if known.setdefault(board, played) != played:
            return set()
        if known[board] is not played:
            copied.add(number)
    return copied
