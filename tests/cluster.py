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
# sixteen shares of about half a second of one core each
SCENARIO = """study = "cymbergaj/match"
seed = 20261121
repeats = 2048
"""


def files(folder):
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(Path(folder).rglob("*"))
        if path.is_file()
    }


def killer(shares, killed, done):
    """Kills workers without a word, each soon after it began a share: the folder of a share names its
    process."""
    chance, seen = random.Random(7), set()
    while len(killed) < KILLS and not done.is_set():
        begun = [path.name for path in shares.glob("*") if path.name not in seen]
        if not begun:
            time.sleep(0.01)
            continue
        name = chance.choice(sorted(begun))
        seen.add(name)
        time.sleep(chance.uniform(0.0, 0.3))
        process = int(name.split("-")[2])
        if is_worker(process):
            killed.append(process)
            os.kill(process, signal.SIGKILL)
            print(f"killed {process}", flush=True)


def is_worker(process):
    try:
        return b"Player" in Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return False


def main():
    binary = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        scenario, alone, together = (Path(folder) / name for name in ("scenario.toml", "alone", "together"))
        scenario.write_text(SCENARIO, "utf-8")
        start = time.monotonic()
        subprocess.run([binary, "run", scenario, "-q", "-o", alone], check=True, stdout=subprocess.DEVNULL)
        print(f"{time.monotonic() - start:.1f} s on one machine", flush=True)
        killed, done = [], threading.Event()
        shares = Path(folder) / "together-shares"
        threading.Thread(target=killer, args=(shares, killed, done), daemon=True).start()
        start = time.monotonic()
        cluster.run(scenario, together, workers=2, told=lambda text: print(text, flush=True))
        done.set()
        print(f"{time.monotonic() - start:.1f} s, {len(killed)} kills")
        if len(killed) < KILLS:
            sys.exit(f"only {len(killed)} kills: the work was done too soon")
        if files(alone) != files(together):
            sys.exit("the files differ from those of one machine")
        print(f"the same {len(files(alone))} files, byte by byte")


if __name__ == "__main__":
    main()
