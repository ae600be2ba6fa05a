"""Plays a scenario on a Ray cluster: python -m tolley.cluster run SCENARIO [-o DIR] [--address ADDRESS]

The blocks of one dataset are handed out to actors; each attempt plays into a folder of its own, and only those that
came to their end are merged, so that every block counts once whoever is killed. The files are, byte by byte, those of
one machine. All machines and the driver share the file system of DIR. Needs `pip install tolley[cluster]`.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

from . import _native
from ._command import heard
from .errors import TolleyError, translated

#: Shares for each worker: what is lost with one that dies is a small part of its work.
SHARES_EACH = 8


def shares(blocks: int, workers: int) -> list[tuple[int, int]]:
    """First and last block of every share."""
    count = min(blocks, SHARES_EACH * workers)
    ends = [blocks * i // count for i in range(count + 1)]
    return [(first, end - 1) for first, end in zip(ends, ends[1:])]


class Player:
    """What an actor does."""

    def play(self, scenario: tuple[str, int | None, int | None], folder: str, first: int, last: int) -> str:
        """Plays blocks into a folder that no other attempt has; the folder."""
        own = Path(folder) / f"{first}-{last}-{os.getpid()}-{uuid.uuid4().hex}"
        path, repeats, seed = scenario
        with translated():
            said = _native.Request((None, path), own, repeats, seed, 1, blocks=f"{first}-{last}").play()
        heard(said)
        return str(own)


def run(
    scenario: str | os.PathLike[str],
    output: str | os.PathLike[str],
    *,
    address: str | None = None,
    workers: int | None = None,
    repeats: int | None = None,
    seed: int | None = None,
    told: Callable[[str], object] = lambda text: None,
) -> Path:
    """Plays a scenario file into `output` by Ray; `address` is that of a cluster, without one Ray runs here.

    `told` is called with what happens.
    """
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    import ray

    output = Path(output).absolute()
    if output.exists():
        raise TolleyError(f"{output} is there already", 2)
    asked = (str(Path(scenario).absolute()), repeats, seed)
    with translated():
        (trials, blocks, _, _), said = _native.Request((None, asked[0]), output, repeats, seed).estimate()
    heard(said)
    begun = not ray.is_initialized()
    if begun:
        ray.init(address=address, num_cpus=workers if address is None else None, include_dashboard=False, logging_level="ERROR")
    try:
        count = workers or max(1, int(ray.cluster_resources().get("CPU", 1)))
        work = shares(blocks, count)
        told(f"{trials:,} trials in {blocks} blocks, {len(work)} shares for {count} workers")
        kind = ray.remote(num_cpus=1, max_restarts=-1, max_task_retries=-1)(Player)
        players = [kind.remote() for _ in range(count)]
        folder = output.with_name(output.name + "-shares")
        waiting: dict[Any, Any] = {}
        done: list[str] = []
        while work or waiting:
            for player in players:
                if work and player not in waiting.values():
                    first, last = work.pop(0)
                    waiting[player.play.remote(asked, str(folder), first, last)] = player
            ready, _ = ray.wait(list(waiting))
            for share in ready:
                del waiting[share]
                done.append(ray.get(share))
                told(f"{len(done)} shares are done, {len(work) + len(waiting)} are left")
        with translated():
            said = _native.merge(output, sorted(done))
        heard(said)
    finally:
        if begun:
            ray.shutdown()
    shutil.rmtree(folder, ignore_errors=True)
    return output


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tolley.cluster", description=__doc__.split("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    play = commands.add_parser("run", help="play a scenario")
    play.add_argument("scenario", help="scenario file, TOML")
    play.add_argument("-o", "--output", help="folder of the dataset [default: runs/<name of the scenario file>]")
    play.add_argument("--address", help="address of the cluster, as ray.init takes it [default: Ray on this machine]")
    play.add_argument("--workers", type=int, help="actors, each with one core [default: one a core]")
    play.add_argument("--repeats", type=int, help="trials at each point, instead of the scenario's")
    play.add_argument("--seed", type=int, help="seed, instead of the scenario's")
    asked = parser.parse_args(arguments)
    output = asked.output or Path("runs") / Path(asked.scenario).stem
    try:
        print(
            run(
                asked.scenario,
                output,
                address=asked.address,
                workers=asked.workers,
                repeats=asked.repeats,
                seed=asked.seed,
                told=lambda text: print(text, file=sys.stderr, flush=True),
            )
        )
    except TolleyError as error:
        print(error, file=sys.stderr)
        return error.code
    return 0


if __name__ == "__main__":
    sys.exit(main())
