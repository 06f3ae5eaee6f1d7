"""Plays a round robin of 60 engines on one machine, and in 30 parts one after the other; compares
the results, and says what a part costs more than its games.

    cargo build --release && python3 bench/parts.py target/release/ludoteka
"""

import pathlib
import subprocess
import sys
import tempfile
import time

ENGINES, PARTS = 60, 30
FILE = 'title = "Sixty"\ngame = "mnk"\nseed = 7\nparameters = { n = 5, m = 5, k = 4 }\n'
FILE += 'format.kind = "round-robin"\ntime.nodes = 100\n'
FILE += "".join(f'[[player]]\nengine = {1 + i % 5}\nname = "E{i}"\n' for i in range(ENGINES))


def seconds(folder, *arguments):
    start = time.monotonic()
    subprocess.run([ludoteka, *arguments], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - start


ludoteka = str(pathlib.Path(sys.argv[1]).resolve())
with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    (folder / "sixty.toml").write_text(FILE)
    whole = ["tournament", "sixty.toml", "--jobs", "1"]
    one = seconds(folder, *whole, "-o", "one")
    numbers = range(1, PARTS + 1)
    parts = [seconds(folder, *whole, "-o", "all", "--part", f"{n}/{PARTS}") for n in numbers]
    files = [f"part-{n}-of-{PARTS}.jsonl" for n in numbers]
    merged = seconds(folder, "merge", "all", *files)
    results = [(folder / of / "results.json").read_bytes() for of in ("one", "all")]
    assert results[0] == results[1], "the results differ"
    print(f"one machine {one:.1f} s; {PARTS} parts {sum(parts):.1f} s, the slowest {max(parts):.1f} s")
    print(f"merging {merged:.1f} s; a part costs {(sum(parts) - one) / PARTS:.2f} s more than its games")
