"""Plays two large tournaments of engines, and prints how long they take, how large their folders
are, and how much memory `ludoteka verify` uses. Seconds are of processor time.

    cargo build --release && python3 bench/large.py target/release/ludoteka [round-robin | swiss]
"""

import os
import sys
import tempfile
from pathlib import Path

QUIET = (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)
TOURNAMENTS = {
    "round-robin": (300, 'kind = "round-robin"'),
    "swiss": (1000, 'kind = "swiss"\nrounds = 10'),
}


def run(*words):
    """Runs a command; returns its processor seconds, and its memory in MB."""
    child = os.posix_spawnp(words[0], words, os.environ, file_actions=[QUIET])
    _, status, used = os.wait4(child, 0)
    assert status == 0, words
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1000


def size(folder):
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6


def measure(ludoteka, name):
    participants, form = TOURNAMENTS[name]
    players = "".join(
        f'[[player]]\nengine = 1\nname = "player {number}"\n' for number in range(participants)
    )
    text = f'title = "large"\ngame = "mnk"\ngames = 2\n[format]\n{form}\n[time]\nnodes = 20\n'
    with tempfile.TemporaryDirectory() as folder:
        file, results = Path(folder, "large.toml"), Path(folder, "results")
        file.write_text(text + players)
        seconds, memory = run(ludoteka, "tournament", file, "-o", results)
        print(f"{name} of {participants}: {seconds:.1f} s, {memory:.0f} MB of memory, ", end="")
        print(f"folder of {size(results):.0f} MB")
        for path in sorted(results.iterdir()):
            megabytes = size(path) if path.is_dir() else path.stat().st_size / 1e6
            if megabytes >= 1:
                print(f"    {path.name}: {megabytes:.1f} MB")
        seconds, memory = run(ludoteka, "verify", results)
        print(f"  verify: {seconds:.1f} s, {memory:.0f} MB of memory", flush=True)


for chosen in sys.argv[2:] or TOURNAMENTS:
    measure(os.path.abspath(sys.argv[1]), chosen)
