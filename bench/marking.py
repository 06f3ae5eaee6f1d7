"""The marks of 120 people: everybody hands in a program for Poziomka's task, the assignment closes,
and the server judges the versions that count on hidden tests. Prints how long that takes.

    cargo build --release
    python3 bench/marking.py target/release/ludoteka [PEOPLE] [TESTS] [--valgrind]

By default 120 people and 60 tests, without valgrind. Everything runs on this machine.
"""

import importlib
import os
import subprocess
import sys
import tempfile
import time
from datetime import datetime, timezone
from pathlib import Path

classes = importlib.import_module("class")
seasons = importlib.import_module("season")


def processor(pid):
    """The processor time of a process and of its children that have ended, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return sum(int(field) for field in fields[11:15]) / os.sysconf("SC_CLK_TCK")


def write_class(folder, closes, valgrind):
    """The class; its trials run no valgrind, so that they are soon over."""
    (folder / "class.toml").write_text(f"""title = "Marks"
[[training]]
name = "poziomka"
game = "poziomka"
role = "task"
valgrind = false
[[assignment]]
name = "task"
training = "poziomka"
tests = "tests"
closes = {closes}
zone = "UTC"
valgrind = {"true" if valgrind else "false"}
""")


def main(ludoteka, people, tests, valgrind):
    ludoteka = str(Path(ludoteka).resolve())
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, "class")
        folder.mkdir()
        write_class(folder, "2999-01-01T00:00:00", valgrind)
        names = [f"student {number}" for number in range(people)]
        (folder / "people.csv").write_text("name\n" + "\n".join(names) + "\n")
        make = [ludoteka, "cases", "poziomka", "--count", str(tests), "--seed", "7041"]
        subprocess.run([*make, "-o", folder / "tests"], check=True, stdout=subprocess.DEVNULL)
        with seasons.Server(ludoteka, folder) as server:
            right, begun = classes.RIGHT.read_text(), time.perf_counter()
            for number, name in enumerate(names):
                source = f"{right}/* {number} */\n".encode()
                person = classes.Person(server.links[name])
                trial = classes.hand_in(person, "poziomka", "poziomka.c", source)
            while b'"over":true' not in person.ask(f"/trials/{trial}/now")[1].replace(b" ", b""):
                time.sleep(0.5)
            print(f"{people} versions came and were tried within {time.perf_counter() - begun:.0f} s")
            begun, used = time.perf_counter(), processor(server.process.pid)
            write_class(folder, f"{datetime.now(timezone.utc):%Y-%m-%dT%H:%M:%S}", valgrind)
            organiser = classes.Person(server.links["organiser"])
            done = f"all {people} programs are judged".encode()
            while done not in organiser.ask("/assignments/task")[1]:
                time.sleep(1)
            took, used = time.perf_counter() - begun, processor(server.process.pid) - used
            print(f"judged on {tests} tests {'with' if valgrind else 'without'} valgrind within "
                  f"{took:.0f} s after the closing; {used / people:.2f} s of processor time a program")


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[2:] if word.isdigit()]
    main(sys.argv[1], *(numbers + [120, 60][len(numbers):]), "--valgrind" in sys.argv)
