"""What students hear about mistakes: each of `mistakes.toml` is made in a right program of ours and
handed in. Players are tried on a class's server, and tasks are judged by ten default cases. Prints
how many are found, how many causes are right, wrong or missed, and each line that is not right.

    cargo build
    python3 bench/causes.py target/debug/ludoteka [WORD]

With WORD, only mistakes whose file or kind has this word, or with `later` those that were written
after the causes. The right programs come last: none of
them may hear a cause. Everything runs on this machine, and ends by itself.
"""

import concurrent.futures
import importlib
import json
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path

classes = importlib.import_module("class")
seasons = importlib.import_module("season")

HERE = Path(__file__).parent
GAMES = ["mnk", "reversi", "poziomka", "gangsters", "flood-wars"]
CASES, SEED, AT_ONCE = 10, 1, 2
# The page warns of moves that take half of the second that Flood Wars allows.
SLOW = 0.5
# A trial that is not over by then is told as it is.
LONGEST = 120


class Mistake:
    """A program, and what should be said about it."""

    def __init__(self, entry):
        self.path = HERE.parent / entry["file"]
        self.game = next(game for game in GAMES if game in entry["file"])
        self.kind, self.wanted = entry["kind"], set(entry["cause"].split())
        self.part = "later" if entry.get("later") else "first"
        self.source = self.path.read_text()
        for there, instead in entry["change"]:
            if self.source.count(there) != 1:
                sys.exit(f"{entry['file']}, {self.kind}: stale: not exactly once: {there!r}")
            self.source = self.source.replace(there, instead)
        self.found, self.causes, self.said = False, set(), set()

    def outcome(self):
        """Whether a right cause is said, a wrong one, or none."""
        if self.wanted & (self.causes | self.said):
            return "right"
        return "wrong" if self.causes else "missed" if self.wanted else "none wanted"

    def line(self):
        said = " ".join(sorted(self.causes)) or f"({' '.join(sorted(self.said))})"
        found = "found" if self.found else "NOT FOUND"
        wanted = " ".join(sorted(self.wanted)) or "-"
        name = f"{self.path.parent.name}/{self.path.name}"
        return f"{name}: {self.kind}: {found}; {said}; wanted {wanted}"


def keys(message):
    """The keys of a message and of those within it."""
    if isinstance(message, dict):
        own = {message["key"]} if isinstance(message.get("key"), str) else set()
        return own.union(*(keys(value) for value in message.values()))
    return set().union(*(keys(value) for value in message)) if isinstance(message, list) else set()


def tried(server, name, mistake):
    """Hands a player in, waits until its trial is over, and reads what the class has kept."""
    person = classes.Person(server.links[name])
    trial = classes.hand_in(person, mistake.game, mistake.path.name, mistake.source.encode())
    begun = time.monotonic()
    while time.monotonic() < begun + LONGEST:
        if json.loads(person.ask(f"/trials/{trial}/now")[1])["over"]:
            break
        time.sleep(0.2)
    kept = json.loads((server.folder / "store" / "trials" / f"{trial:05}.json").read_text())
    mistake.causes, mistake.said = keys(kept.get("causes")), keys(kept.get("foul"))
    took = [longest["took"] for longest in kept.get("longest", [])]
    seconds = max((one["secs"] + one["nanos"] / 1e9 for one in took), default=0)
    if mistake.game == "flood-wars" and seconds >= SLOW:
        mistake.said.add("longest-move")
    mistake.found = kept.get("foul") is not None or "longest-move" in mistake.said


def judged(ludoteka, cases, folder, mistake):
    """Judges the program of a task."""
    folder.mkdir()
    program, results = folder / mistake.path.name, folder / "results.json"
    program.write_text(mistake.source)
    words = [ludoteka, "judge", mistake.game, program, "--cases", cases[mistake.game]]
    words += ["--json", results]
    subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    [kept] = json.loads(results.read_text())["programs"]
    mistake.found = kept["accepted"] < CASES
    mistake.causes = keys(kept.get("cause", {})) | ({"mistake-at"} if kept.get("fault") else set())
    mistake.said = keys([case.get("explanation", []) for case in kept["cases"]])


def at_once(deed, things):
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        list(pool.map(deed, things))


def summary(what, by, mistakes):
    outcomes = [mistake.outcome() for mistake in mistakes]
    count = {outcome: outcomes.count(outcome) for outcome in ["right", "wrong", "missed"]}
    found = sum(mistake.found for mistake in mistakes)
    print(f"{what}: {len(mistakes)}; found by {by}: {found}; cause right: {count['right']}, "
          f"wrong: {count['wrong']}, missed: {count['missed']}")
    for mistake, outcome in zip(mistakes, outcomes):
        if outcome in ("wrong", "missed") or not mistake.found:
            print(f"  {outcome}: {mistake.line()}")


def main(ludoteka, word):
    ludoteka, begun = str(Path(ludoteka).resolve()), time.monotonic()
    entries = tomllib.loads((HERE / "mistakes.toml").read_text())
    made = {what: [Mistake(entry) for entry in entries[what]] for what in ["player", "task"]}
    rights = sorted({entry["file"] for all in entries.values() for entry in all})
    right = {"kind": "right", "change": [], "cause": ""}
    made["right"] = [Mistake({"file": file, **right}) for file in rights]
    if word:
        for all in made.values():
            all[:] = [one for one in all if word in f"{one.path} {one.kind} {one.part}"]
    players = made["player"] + [one for one in made["right"] if "starters" in str(one.path)]
    with tempfile.TemporaryDirectory() as place:
        folder, cases = Path(place, "class"), {}
        folder.mkdir()
        names = [f"student {number}" for number in range(len(players))]
        folder.joinpath("people.csv").write_text("name\n" + "\n".join(names) + "\n")
        with seasons.Server(ludoteka, folder) as server:
            server.folder = folder
            at_once(lambda pair: tried(server, *pair), zip(names, players))
        for game in GAMES:
            cases[game] = Path(place, game)
            words = [ludoteka, "cases", game, "--count", str(CASES), "--seed", str(SEED)]
            subprocess.run([*words, "-o", cases[game]], check=True, stdout=subprocess.DEVNULL)
        folders = [Path(place, f"task-{number}") for number in range(len(made["task"]))]
        at_once(lambda pair: judged(ludoteka, cases, *pair), zip(folders, made["task"]))
    for part in ["first", "later"]:
        summary(f"players, {part}", "a trial", [one for one in made["player"] if one.part == part])
    summary("tasks", f"{CASES} cases", made["task"])
    heard = [one for one in made["right"] if one.found or one.causes]
    print(f"right programs: {len(made['right'])}; with a fault or a cause: {len(heard)}")
    for one in heard:
        print(f"  {one.line()}")
    print(f"within {time.monotonic() - begun:.0f} s")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "")
