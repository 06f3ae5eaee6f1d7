"""A class of thirty on one server: everybody uploads a program within a minute, somebody plays an
engine, and a hundred pages are watched. Prints how soon programs are compiled and have played
themselves, how much slower the engine answers, and how soon pages come.

    cargo build --release
    python3 bench/class.py target/release/ludoteka [SECONDS] [--contest | --hostile | --validation]

SECONDS is the time in which the uploads come, by default 60. With --contest the versions also play
in the standings of a contest, when no trial waits. With --hostile sixty people hand in
twenty programs a minute, and every second one is an endless loop, a source that takes long to
compile, or a program that floods standard error; one person asks forty times at once for a move of
the own program. Then it prints how soon the others had their first verdict, how soon pages came,
the memory of the server, and the disk that the class takes. With --validation 120 people hand in a
program for Poziomka's task ten times a minute, as 600 times in the last hour: right, wrong and
leaking ones, whose cases are also run under valgrind. Then it prints how long they waited for the
cases and for valgrind. Everything runs on this machine.
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
PEOPLE, UPLOADS_A_MINUTE, AT_ONCE = 60, 20, 40
# 600 uploads in an hour.
VALIDATED, VALIDATED_A_MINUTE = 120, 10
CLASS = """title = "Hostile"
[[training]]
game = "mnk"
[[training]]
game = "gangsters"
[[training]]
game = "flood-wars"
[[training]]
name = "moves"
game = "reversi"
role = "task"
"""
CONTEST = """title = "Contest"
[[training]]
game = "mnk"
[[training]]
game = "gangsters"
[[training]]
game = "flood-wars"
[[contest]]
name = "cup"
training = "mnk"
closes = 2999-01-01T00:00:00
zone = "UTC"
"""
VALIDATION = """title = "Validation"
[[training]]
game = "poziomka"
role = "task"
"""
RIGHT = Path(__file__).parent.parent / "crates/programs/tests/c/poziomka.c"
LOOP = "int main(void) { for (;;) {} }"
# Each inclusion doubles: 2^30 lines, so that the compiler runs into its limit.
SLOW = '#if __INCLUDE_LEVEL__ < 30\n#include __FILE__\n#include __FILE__\n#endif\nint main(void);'
FLOOD = """#include <stdio.h>
int main(void) { for (int i = 0; i < 1 << 22; i++) fputc(27, stderr); return 0; }"""
HOSTILE = [("moves", "loop.c", LOOP), ("mnk", "slow.c", SLOW), ("mnk", "flood.c", FLOOD)]
# What a step has that is over.
TOOK = 'class="took quiet"'
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
    return hand_in(person, program.split("/")[0], path.name, path.read_bytes())


def hand_in(person, training, name, source):
    files = [[name, base64.b64encode(source).decode()]]
    status, content, _ = person.ask(f"/api/{training}/test", {"files": files})
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
            done = news["lines"].count(TOOK)
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


def main(ludoteka, span, kind):
    count, text = KINDS[kind]
    with tempfile.TemporaryDirectory() as folder:
        people = Path(folder, "class", "people.csv")
        people.parent.mkdir()
        if text:
            people.with_name("class.toml").write_text(text)
        names = [f"student {number}" for number in range(count)]
        people.write_text("name\n" + "\n".join(names) + "\n")
        words = [ludoteka, "serve", "--class", people.parent, "--listen", "127.0.0.1:0"]
        server = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        try:
            while "Ctrl-C" not in server.stdout.readline():
                pass
            rows = csv.DictReader(people.with_name("links.csv").open())
            links = {row["name"]: row["link"] for row in rows}
            if kind == "--validation":
                measure_validation(links, names, span)
            elif kind == "--hostile":
                measure_hostile(links, names, span, server.pid)
                size = sum(file.stat().st_size for file in people.parent.rglob("*.*"))
                print(f"disk of the class: {size / 2**20:.1f} MiB")
            else:
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


class Parallel(threading.Thread):
    """Somebody who asks forty times at once for a move, again and again."""

    def __init__(self, link, stop):
        super().__init__()
        self.link, self.stop, self.answered, self.refused = link, stop, 0, 0

    def ask(self, version):
        board = {"set": {"n": "3", "m": "3", "k": "3"}, "moves": []}
        status, _, _ = Person(self.link).ask(f"/api/mnk/reply/{version}", board)
        self.answered, self.refused = self.answered + (status == 200), self.refused + (status != 200)

    def run(self):
        trial = upload(Person(self.link), "mnk/player.c")
        version = trial  # Nobody else has handed in anything yet.
        while not self.stop.is_set():
            asking = [threading.Thread(target=self.ask, args=[version]) for _ in range(AT_ONCE)]
            for thread in asking:
                thread.start()
            for thread in asking:
                thread.join()
            time.sleep(0.1)


def measure_hostile(links, names, span, pid):
    stop, uploads = threading.Event(), int(span * UPLOADS_A_MINUTE / 60)
    parallel = Parallel(links[names[-1]], stop)
    parallel.start()
    time.sleep(1)
    watchers = [Watchers(links["organiser"], uploads, stop) for _ in range(10)]
    for watcher in watchers:
        watcher.start()
    students, begun, most = [], time.perf_counter(), 0
    for number in range(uploads):
        time.sleep(max(0, begun + number * 60 / UPLOADS_A_MINUTE - time.perf_counter()))
        link = links[names[number % (PEOPLE - 1)]]
        if number % 2:
            training, name, source = HOSTILE[number // 2 % len(HOSTILE)]
            hand_in(Person(link), training, name, source.encode())
        else:
            students.append(Student(number // 2, link, 0))
            students[-1].start()
        most = max(most, memory(pid))
    for student in students:
        student.join()
    stop.set()
    for thread in [*watchers, parallel]:
        thread.join()
    first = sorted(student.played for student in students)
    took = sorted(took for watcher in watchers for took in watcher.took)
    print(f"{uploads} uploads of {PEOPLE} people, {uploads // 2} of them hostile")
    middle, late, last = first[len(first) // 2], first[int(len(first) * 0.95)], first[-1]
    print(f"first verdict: median {middle:.2f} s, p95 {late:.2f} s, last {last:.2f} s")
    print(f"pages: {len(took)}, p99 {1000 * took[int(len(took) * 0.99)]:.0f} ms")
    print(f"moves of one person: {parallel.answered} answered, {parallel.refused} refused")
    print(f"memory of the server: at most {max(most, memory(pid))} MiB")


def memory(pid):
    """The resident memory of a process, in MiB."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) // 1024


class Validated(threading.Thread):
    """Hands in a program for a task, and watches its trial until it is over."""

    def __init__(self, link, source):
        super().__init__()
        self.person, self.source, self.cases, self.all = Person(link), source, None, None

    def run(self):
        begun = time.perf_counter()
        trial = hand_in(self.person, "poziomka", "poziomka.c", self.source)
        while self.all is None:
            news = json.loads(self.person.ask(f"/trials/{trial}/now")[1])
            since = time.perf_counter() - begun
            # The first step compiles, the second one runs the cases.
            if self.cases is None and (news["over"] or news["lines"].count(TOOK) > 1):
                self.cases = since
            if news["over"]:
                self.all = since
            time.sleep(0.2)


def measure_validation(links, names, span):
    right = RIGHT.read_text()
    leaking = right.replace("int main(void) {", "#include <stdlib.h>\nint main(void) {\n"
                            "    volatile char *lost = malloc(100); lost[0] = 1; lost = 0;")
    wrong = right.replace("run == POLA", "run == POLA + 1")
    assert len({right, leaking, wrong}) == 3
    students, begun = [], time.perf_counter()
    for number in range(int(span * VALIDATED_A_MINUTE / 60)):
        time.sleep(max(0, begun + number * 60 / VALIDATED_A_MINUTE - time.perf_counter()))
        # Each upload differs, so that nothing is known from an earlier one.
        source = [right, right, leaking, wrong][number % 4] + f"/* {number} */\n"
        students.append(Validated(links[names[number % VALIDATED]], source.encode()))
        students[-1].start()
    for student in students:
        student.join()
    print(f"{len(students)} programs within {span:.0f} s, with their cases under valgrind")
    for what, took in [
        ("cases", sorted(student.cases for student in students)),
        ("valgrind, too", sorted(student.all for student in students)),
    ]:
        late = took[int(len(took) * 0.95)]
        print(f"{what}: median {statistics.median(took):.1f} s, p95 {late:.1f} s, "
              f"last {took[-1]:.1f} s")
    over = time.perf_counter() - begun
    print(f"the last answer came {over:.0f} s after the first upload")


KINDS = {
    "": (STUDENTS, None),
    "--contest": (STUDENTS, CONTEST),
    "--hostile": (PEOPLE, CLASS),
    "--validation": (VALIDATED, VALIDATION),
}

if __name__ == "__main__":
    kinds = [word for word in sys.argv[2:] if word in KINDS]
    numbers = [word for word in sys.argv[2:] if word not in KINDS]
    main(sys.argv[1], float(numbers[0]) if numbers else 60.0, kinds[0] if kinds else "")
