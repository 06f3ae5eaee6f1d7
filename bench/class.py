"""A class of thirty on one server: everybody uploads a program within a minute, somebody plays an
engine, and a hundred pages are watched. Prints how soon programs are compiled and have played
themselves, how much slower the engine answers, and how soon pages come.

    cargo build --release && python3 bench/class.py target/release/ludoteka [SECONDS]

SECONDS is the time in which the uploads come, by default 60. Everything runs on this machine.
"""

import base64
import csv
import http.client
import json
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

STUDENTS, WATCHERS, WATCHED_EVERY = 30, 100, 1.0
STARTERS = Path(__file__).parent.parent / "starters"
PROGRAMS = ["mnk/player.c", "mnk/player.cpp", "gangsters/player.c", "flood-wars/player.c"]
QUESTION = {"set": {"n": "15", "m": "15", "k": "5"}, "moves": ["h8"], "level": 4}


class Person:
    """Somebody with a link. Each thread needs its own."""

    def __init__(self, link):
        self.at, self.token = link.split("/")[2], link.rsplit("/", 1)[1]
        self.line = http.client.HTTPConnection(self.at, timeout=60)

    def ask(self, path, body=None):
        """The status and the content of a response, and the seconds that it took."""
        begun = time.perf_counter()
        headers = {"cookie": f"ludoteka-link={self.token}", "content-type": "application/json"}
        data = None if body is None else json.dumps(body)
        self.line.request("GET" if body is None else "POST", path, data, headers)
        answer = self.line.getresponse()
        return answer.status, answer.read(), time.perf_counter() - begun


def upload(person, program):
    path = STARTERS / program
    files = [[path.name, base64.b64encode(path.read_bytes()).decode()]]
    status, content, _ = person.ask(f"/api/{program.split('/')[0]}/test", {"files": files})
    assert status == 200, content
    return json.loads(content)["trial"]


class Student(threading.Thread):
    """Uploads a program, and watches its trial until it has been compiled and played itself."""

    def __init__(self, number, link, after):
        super().__init__()
        self.number, self.person, self.after = number, Person(link), after
        self.compiled = self.played = None

    def run(self):
        time.sleep(self.after)
        begun, trial = time.perf_counter(), upload(self.person, PROGRAMS[self.number % 4])
        while self.played is None:
            _, content, _ = self.person.ask(f"/trials/{trial}/now")
            news, since = json.loads(content), time.perf_counter() - begun
            done = news["lines"].count('class="took quiet"')
            if done > 0 and self.compiled is None:
                self.compiled = since
            if done > 1 or news["over"]:
                self.played = since
            time.sleep(0.05)


class Watchers(threading.Thread):
    """A tenth of the pages that are watched."""

    def __init__(self, link, trials, stop):
        super().__init__()
        self.person, self.trials, self.stop, self.took = Person(link), trials, stop, []

    def run(self):
        while not self.stop.is_set():
            begun = time.perf_counter()
            for _ in range(WATCHERS // 10):
                trial = random.randint(1, self.trials)
                path = random.choice(["/test", f"/trials/{trial}", f"/trials/{trial}/now"])
                status, _, took = self.person.ask(path)
                if status == 200:
                    self.took.append(took)
            time.sleep(max(0, WATCHED_EVERY - (time.perf_counter() - begun)))


def engine_time(person, is_over):
    """The median of the seconds that an engine takes for a move, asked twice a second."""
    times = []
    while not times or not is_over():
        status, content, took = person.ask("/api/mnk/best", QUESTION)
        assert status == 200, content
        times.append(took)
        time.sleep(0.5)
    return statistics.median(times)


def main(ludoteka, span):
    with tempfile.TemporaryDirectory() as folder:
        people = Path(folder, "class", "people.csv")
        people.parent.mkdir()
        names = [f"student {number}" for number in range(STUDENTS)]
        people.write_text("name\n" + "\n".join(names) + "\n")
        words = [ludoteka, "serve", "--class", people.parent, "--listen", "127.0.0.1:0"]
        server = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        try:
            while "Ctrl-C" not in server.stdout.readline():
                pass
            rows = csv.DictReader(people.with_name("links.csv").open())
            links = {row["name"]: row["link"] for row in rows}
            measure(links, names, span)
        finally:
            server.kill()
            server.wait()


def measure(links, names, span):
    organiser, stop = links["organiser"], threading.Event()
    begun = time.perf_counter()
    alone = engine_time(Person(organiser), lambda: time.perf_counter() > begun + 5)
    students = [
        Student(number, links[name], number * span / STUDENTS) for number, name in enumerate(names)
    ]
    watchers = [Watchers(organiser, STUDENTS, stop) for _ in range(10)]
    for thread in students + watchers:
        thread.start()
    among = engine_time(Person(organiser), lambda: all(student.played for student in students))
    for thread in students:
        thread.join()
    stop.set()
    for thread in watchers:
        thread.join()
    compiled = sorted(student.compiled for student in students)
    played = sorted(student.played for student in students)
    took = sorted(took for watcher in watchers for took in watcher.took)
    print(f"{STUDENTS} uploads within {span} s, {len(took)} pages for {WATCHERS} watchers")
    first, last = students[0].compiled, compiled[-1]
    print(f"compiled: the first after {first:.2f} s, the last after {last:.2f} s")
    print(f"played itself: median {statistics.median(played):.2f} s, last {played[-1]:.2f} s")
    print(f"engine:4 moves in {1000 * alone:.0f} ms alone, {among / alone:.2f} times that meanwhile")
    middle, late = 1000 * statistics.median(took), 1000 * took[int(len(took) * 0.99)]
    print(f"pages: median {middle:.0f} ms, p99 {late:.0f} ms")


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else 60.0)
