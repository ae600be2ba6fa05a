"""Plays a dataset by a local Ray of two workers, one of which is killed ten times at random, and compares its files with
those of one machine, byte by byte: pip install ray==2.60.0, then python tests/cluster.py TOLLEY
"""

import hashlib
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from tolley import cluster

KILLS = 10
SCENARIO = Path(__file__).parents[1] / "scenarios/cymbergaj/coin_weight.toml"
REPEATS = "30000"


def files(folder):
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(Path(folder).rglob("*"))
        if path.is_file()
    }


def killer(shares, killed, done):
    """Kills a worker at random, again and again, without a word: the folder of a share names its process."""
    chance = random.Random(7)
    while len(killed) < KILLS and not done.is_set():
        time.sleep(chance.uniform(0.5, 2.5))
        alive = [process for process in {int(path.name.split("-")[2]) for path in shares.glob("*")} if is_worker(process)]
        if alive:
            killed.append(chance.choice(sorted(alive)))
            os.kill(killed[-1], signal.SIGKILL)
            print(f"killed {killed[-1]}", flush=True)


def is_worker(process):
    try:
        return b"Player" in Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return False


def main():
    binary = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        alone, together = Path(folder) / "alone", Path(folder) / "together"
        subprocess.run([binary, "run", SCENARIO, "--repeats", REPEATS, "-q", "-o", alone], check=True, stdout=subprocess.DEVNULL)
        killed, done = [], threading.Event()
        shares = Path(folder) / "together-shares"
        threading.Thread(target=killer, args=(shares, killed, done), daemon=True).start()
        start = time.monotonic()
        cluster.run(SCENARIO, together, workers=2, repeats=int(REPEATS), told=print)
        done.set()
        print(f"{time.monotonic() - start:.1f} s, {len(killed)} kills")
        if len(killed) < KILLS:
            sys.exit(f"only {len(killed)} kills: the work was done too soon")
        if files(alone) != files(together):
            sys.exit("the files differ from those of one machine")
        print(f"the same {len(files(alone))} files, byte by byte")


if __name__ == "__main__":
    main()
