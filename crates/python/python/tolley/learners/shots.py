"""One shot as an environment of Gymnasium, alone and by the thousand.

An episode is one shot. What is seen is where everything lies, over half the size of ring or table; an action is numbers
from -1 to 1. All environments of a vector are played by one call, on all cores.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv

from ..shots import Shots

#: Numbers in an array.
Numbers = npt.NDArray[np.float64]
#: Numbers or flags of every environment.
Each = npt.NDArray[Any]


@dataclass(frozen=True)
class Shot:
    """What is seen, chosen and won in one kind of shot."""

    #: The scenario, without what is seen and chosen.
    scenario: dict[str, Any]
    #: Keys of places, in the order of the observation: x, y, x, y.
    places: list[str]
    #: A place at the rim of the observation, m: half the length and width, or the radius twice.
    reach_m: tuple[float, float]
    #: Least distance of two of them, m.
    apart_m: float
    #: Whether places lie in a circle.
    is_round: bool
    #: What the numbers of an action are, by key: the values at -1 and 1.
    actions: dict[str, tuple[float, float]]
    #: What columns of the row are worth.
    worth: dict[str, float] = field(default_factory=dict)


def marbles(count: int = 3, **keys: Any) -> Shot:
    """A shot from the edge of the ring at `count` marbles, 1 to 6; a marble knocked off is worth 1.

    The action is the place on the edge, where the aimed line passes the centre, speed, elevation and spin.
    """
    if not 1 <= count <= 6:
        raise ValueError(f"count = {count}; allowed: 1 to 6 marbles")
    ring_m = 0.9144
    scenario = {"study": "tinsley-green/shot", "seed": 0, "repeats": 1}
    scenario |= {"start": {"layout": "given", "given_count": count}, **keys}
    return Shot(
        scenario,
        [f"start.marble_{i}_{axis}_m" for i in range(1, count + 1) for axis in "xy"],
        (ring_m, ring_m),
        0.02,
        True,
        {
            "shot.position_rad": (-math.pi, math.pi),
            "shot.aim_offset_m": (-0.99 * ring_m, 0.99 * ring_m),
            "shot.speed_m_s": (0.5, 5.0),
            "shot.elevation_rad": (math.radians(-20), 0.0),
            "shot.spin_ratio": (-1.0, 1.0),
        },
        {"marbles_off_count": 1.0},
    )


def coins(**keys: Any) -> Shot:
    """A flick of a coin at the ball: a goal is worth 1, an own goal -1.

    Seen are the struck coin, the ball and the opponent's coin. The action is where the aimed line passes the ball's
    centre, speed, and how far off its centre the coin is struck.
    """
    scenario = {"study": "cymbergaj/flick", "seed": 0, "repeats": 1, "layout": {"from": "given"}, **keys}
    return Shot(
        scenario,
        [f"layout.{name}_{axis}_m" for name in ("striker", "ball", "opponent") for axis in "xy"],
        (0.5, 0.25),
        0.03,
        False,
        {"strike.aim_offset_m": (-0.02, 0.02), "strike.speed_m_s": (0.1, 3.5), "strike.offset_ratio": (-0.25, 0.25)},
        {"goal": 1.0, "own_goal": -1.0},
    )


class ShotVectorEnv(VectorEnv[Numbers, Numbers, Each]):
    """So many shots at once; after each all begin anew, with the next `reset` or by themselves with the next `step`."""

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(self, shot: Shot, num_envs: int = 1, threads: int | None = None):
        self.shot, self.num_envs = shot, num_envs
        places, actions = len(shot.places), len(shot.actions)
        self.single_observation_space = spaces.Box(-1.0, 1.0, (places,), np.float64)
        self.single_action_space = spaces.Box(-1.0, 1.0, (actions,), np.float64)
        self.observation_space = spaces.Box(-1.0, 1.0, (num_envs, places), np.float64)
        self.action_space = spaces.Box(-1.0, 1.0, (num_envs, actions), np.float64)
        self._shots = Shots(shot.scenario, [*shot.places, *shot.actions], threads=threads)
        self._scale_m = np.tile(shot.reach_m, places // 2)
        ends = np.array(list(shot.actions.values()))
        self._middle, self._half = ends.mean(axis=1), (ends[:, 1] - ends[:, 0]) / 2
        self._told = [*shot.worth, "is_ok"]
        self._seen = np.zeros((num_envs, places))
        self._is_done: Each = np.ones(num_envs, np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Lays everything out anew; `options={"state": places}` gives them, m, (places,) or (num_envs, places)."""
        super().reset(seed=seed)
        state = (options or {}).get("state")
        self._seen = self._laid_out(self.num_envs) if state is None else self._given(state)
        self._is_done[:] = False
        return self._seen.copy(), {}

    def step(self, actions: Numbers) -> tuple[Numbers, Each, Each, Each, dict[str, Any]]:
        """Plays a shot in each; one that is over begins anew instead, without reward."""
        actions = np.clip(np.asarray(actions, np.float64).reshape(self.action_space.shape), -1.0, 1.0)
        anew = self._is_done.copy()
        worth = np.zeros(self.num_envs)
        infos: dict[str, Any] = {}
        if not anew.all():
            rows = np.concatenate([self._seen * self._scale_m, self._middle + self._half * actions], axis=1)
            streams = self.np_random.integers(0, 2**63, self.num_envs, np.uint64)
            out = np.empty((self.num_envs, len(self._told)))
            self._shots.numbers(np.ascontiguousarray(rows[~anew]), streams[~anew], part := out[~anew], self._told)
            out[~anew] = np.nan_to_num(part)
            worth[~anew] = out[~anew, :-1] @ np.array(list(self.shot.worth.values()))
            infos = {name: np.where(anew, 0.0, out[:, i]) for i, name in enumerate(self._told)}
        if anew.any():
            self._seen[anew] = self._laid_out(int(anew.sum()))
        self._is_done = ~anew
        return self._seen.copy(), worth, ~anew, np.zeros(self.num_envs, np.bool_), infos

    def _given(self, state: Any) -> Numbers:
        places = np.broadcast_to(np.asarray(state, np.float64), self._seen.shape) / self._scale_m
        if np.abs(places).max() > 1.0:
            raise ValueError(f"a place is further out than {self.shot.reach_m} m")
        return np.array(places)

    def _laid_out(self, count: int) -> Numbers:
        """Places anywhere, none on another one; those that overlap are drawn again."""
        pieces = self._seen.shape[1] // 2
        reach_m = np.array(self.shot.reach_m)
        places = np.empty((count, pieces, 2))
        wanted = np.arange(count)
        while len(wanted):
            drawn = self.np_random.uniform(-0.9, 0.9, (len(wanted), pieces, 2))
            places[wanted] = drawn * reach_m
            at = places[wanted]
            apart = np.linalg.norm(at[:, :, None] - at[:, None], axis=-1) + 9.0 * np.eye(pieces)
            fits = apart.min(axis=(1, 2)) > self.shot.apart_m
            if self.shot.is_round:
                fits &= (np.linalg.norm(drawn, axis=-1) <= 0.9).all(axis=1)
            wanted = wanted[~fits]
        laid_out: Numbers = (places / reach_m).reshape(count, -1)
        return laid_out


class ShotEnv(gymnasium.Env[Numbers, Numbers]):
    """One shot an episode."""

    metadata: dict[str, Any] = {"render_modes": []}

    def __init__(self, shot: Shot):
        self._all = ShotVectorEnv(shot, 1, threads=1)
        self.observation_space = self._all.single_observation_space
        self.action_space = self._all.single_action_space
        self.shot = shot

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Lays everything out anew; `options={"state": places}` gives the places, m."""
        super().reset(seed=seed)
        seen, _ = self._all.reset(seed=seed, options=options)
        return seen[0], {}

    def step(self, action: Numbers) -> tuple[Numbers, float, bool, bool, dict[str, float]]:
        """Plays the shot, and the episode is over."""
        if self._all._is_done.all():
            raise gymnasium.error.ResetNeeded("the shot was played: reset first")
        seen, worth, is_over, _, infos = self._all.step(np.asarray(action)[None])
        return seen[0], float(worth[0]), bool(is_over[0]), False, {name: float(x[0]) for name, x in infos.items()}


class MarbleShotEnv(ShotEnv):
    """See `marbles`."""

    def __init__(self, count: int = 3, **keys: Any):
        super().__init__(marbles(count, **keys))


class CoinFlickEnv(ShotEnv):
    """See `coins`."""

    def __init__(self, **keys: Any):
        super().__init__(coins(**keys))


class MarbleShotVectorEnv(ShotVectorEnv):
    """See `marbles`."""

    def __init__(self, num_envs: int = 1, count: int = 3, threads: int | None = None, **keys: Any):
        super().__init__(marbles(count, **keys), num_envs, threads)


class CoinFlickVectorEnv(ShotVectorEnv):
    """See `coins`."""

    def __init__(self, num_envs: int = 1, threads: int | None = None, **keys: Any):
        super().__init__(coins(**keys), num_envs, threads)


def register() -> None:
    """Makes the environments known to `gymnasium.make`."""
    for name in ("MarbleShot", "CoinFlick"):
        if f"tolley/{name}-v0" not in gymnasium.registry:
            place = f"{__name__}:{name}"
            gymnasium.register(f"tolley/{name}-v0", f"{place}Env", vector_entry_point=f"{place}VectorEnv")
