"""Two weeks of a contest: 60 people, 1,000 versions, 60,000 pairs of games in the standings.

    cargo build --release
    python3 bench/season.py target/release/ludoteka

Some versions are handed in and play; what the server has kept of them is copied until the folder
is as large as after two weeks. Then a server opens that folder. Prints how long this takes, the
sizes, the memory, the pages that people read, and how soon they come for 200 watchers. Everything
runs on this machine.
"""

import importlib
import itertools
import json
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

classes = importlib.import_module("class")

# SPAN and PERIOD are seconds: how long pages are watched, and how often a page is read again.
PEOPLE, VERSIONS, PAIRS, WATCHERS, SPAN, PERIOD = 60, 1000, 60_000, 200, 30, 10
CLASS = """title = "Season"
[[training]]
game = "mnk"
[[contest]]
name = "cup"
training = "mnk"
closes = 2999-01-01T00:00:00
zone = "UTC"
"""
PROGRAMS = ["mnk/player.c", "mnk/player.cpp", "mnk/player.py"]


class Server:
    """A class's server, with the links of its people."""

    def __init__(self, ludoteka, folder):
        begun = time.perf_counter()
        words = [ludoteka, "serve", "--class", folder, "--listen", "127.0.0.1:0"]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        self.process = subprocess.Popen(words, **pipes, text=True)
        while "Ctrl-C" not in self.process.stdout.readline():
            pass
        self.took = time.perf_counter() - begun
        rows = classes.csv.DictReader((folder / "links.csv").open())
        self.links = {row["name"]: row["link"] for row in rows}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


def play_some(server, store):
    """Hands in a version of each program, and waits until their pairs are played."""
    for number, program in enumerate(PROGRAMS):
        classes.upload(classes.Person(server.links[f"student {number}"]), program)
    pairs = store / "contests/cup/pairs.jsonl"
    # Each two of them meet, and each meets two training opponents.
    while not pairs.exists() or len(pairs.read_text().splitlines()) < 9:
        time.sleep(0.2)


def copy_to_size(store):
    """Copies versions, trials and pairs until there are as many as after two weeks."""
    ids = [person["id"] for person in json.loads((store / "people.json").read_text())]
    known = len(PROGRAMS)
    current = {}
    for number in range(known + 1, VERSIONS + 1):
        of, person = (number - 1) % known + 1, random.choice(ids[:PEOPLE])
        for kind in ["versions", "trials"]:
            for file in (store / kind).glob(f"{of:05}.*"):
                copy = file.with_name(file.name.replace(f"{of:05}", f"{number:05}"))
                if file.name.endswith(f"{of:05}.json"):
                    saved = json.loads(file.read_text())
                    saved["person" if kind == "versions" else "version"] = (
                        person if kind == "versions" else number)
                    copy.write_text(json.dumps(saved))
                else:
                    shutil.copy(file, copy)
        current[person] = number
    copy_pairs(store / "contests/cup", list(current.values()))


def copy_pairs(contest, current):
    """Writes pairs of all versions; the last ones are those of the versions that stand now."""
    lines = [json.loads(line) for line in (contest / "pairs.jsonl").read_text().splitlines()]
    games = contest / "games/00001.jsonl"
    text, most = games.read_bytes(), 8 << 20
    for number in range(1, 26):
        (games.with_name(f"{number:05}.jsonl")).write_bytes(text * (most // len(text)))
    now = [sorted(both) for both in itertools.combinations(current, 2)]
    both = [sorted(random.sample(range(4, VERSIONS), 2)) for _ in range(PAIRS - len(now))] + now
    with (contest / "pairs.jsonl").open("a") as pairs:
        for count, (one, two) in enumerate(both[:PAIRS]):
            line = dict(lines[count % len(lines)])
            line["entrants"] = [{"version": one}, {"version": two}]
            pairs.write(json.dumps(line) + "\n")


class Watcher(threading.Thread):
    """Reads the page of a contest as its script does."""

    def __init__(self, link, until):
        super().__init__()
        self.person, self.until, self.took, self.refused = classes.Person(link), until, [], 0

    def run(self):
        time.sleep(random.random() * PERIOD)
        while time.perf_counter() < self.until:
            status, _, took = self.person.ask("/contests/cup")
            self.refused += status != 200
            self.took.append(took)
            time.sleep(max(0, PERIOD - took))


def measure(server):
    names = [name for name in server.links if name.startswith("student")]
    pages = {"organiser": ["/contests/cup", "/people"],
             names[0]: ["/contests/cup", "/test", "/trials/1"]}
    for name, paths in pages.items():
        person = classes.Person(server.links[name])
        for path in paths:
            answers = [person.ask(path) for _ in range(5)]
            took = 1000 * sorted(took for _, _, took in answers)[2]
            size = len(answers[0][1]) / 1000
            print(f"{path} of {name}: {answers[0][0]}, {size:.0f} kB, {took:.1f} ms")
    until = time.perf_counter() + SPAN
    watchers = [Watcher(server.links[names[number % PEOPLE]], until) for number in range(WATCHERS)]
    for thread in watchers:
        thread.start()
    for thread in watchers:
        thread.join()
    took = sorted(took for watcher in watchers for took in watcher.took)
    refused = sum(watcher.refused for watcher in watchers)
    middle, late = 1000 * took[len(took) // 2], 1000 * took[int(len(took) * 0.99)]
    print(f"{len(took)} pages for {WATCHERS} watchers, {refused} refused: "
          f"median {middle:.0f} ms, p99 {late:.0f} ms")


def main(ludoteka):
    random.seed(1)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, "class")
        folder.mkdir()
        (folder / "class.toml").write_text(CLASS)
        names = "\n".join(f"student {number}" for number in range(PEOPLE))
        (folder / "people.csv").write_text(f"name\n{names}\n")
        store = folder / "store"
        with Server(ludoteka, folder) as server:
            play_some(server, store)
        copy_to_size(store)
        for kind in ["versions", "trials", "contests"]:
            size = sum(file.stat().st_size for file in (store / kind).rglob("*.*"))
            print(f"{kind}: {size / 2**20:.1f} MiB")
        with Server(ludoteka, folder) as server:
            print(f"opened within {server.took:.2f} s")
            measure(server)
            print(f"memory of the server: {classes.memory(server.process.pid)} MiB")


if __name__ == "__main__":
    main(sys.argv[1])
