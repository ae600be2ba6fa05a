"""Trains a small policy for one shot at marbles by the cross-entropy method, and plays it beside the policy `nearest`:
python crates/python/examples/train_marbles.py [GENERATIONS]

The policy looks at every line through a marble in 24 directions and takes the one with the best score: six weights of
what lies on the line, then speed, elevation and spin. R. Y. Rubinstein, Methodol. Comput. Appl. Probab. 1 (1999) 127.
"""

import sys

import numpy as np

import tolley
from tolley.learners import MarbleShotVectorEnv
from tolley.learners.shots import marbles

COUNT, DIRECTIONS, RING_M, REACH_M = 5, 24, 0.9144, 0.018
WEIGHTS = 6


def lines(seen):
    """Lines through every marble: (n, lines, features), where on the edge they begin, how far from the centre."""
    at = seen.reshape(len(seen), COUNT, 2)
    angles = 2 * np.pi * np.arange(DIRECTIONS) / DIRECTIONS
    ahead = np.stack([np.cos(angles), np.sin(angles)], axis=-1)
    left = np.stack([-ahead[:, 1], ahead[:, 0]], axis=-1)
    along, beside = at @ ahead.T, at @ left.T
    # marbles by lines: how far ahead of the one aimed at, and how far beside the line
    apart = along[:, None] - along[:, :, None]
    off = np.abs(beside[:, None] - beside[:, :, None])
    half = np.sqrt(1 - np.clip(beside, -0.999, 0.999) ** 2)
    before, behind = half + along, half - along
    near = np.exp(-((off * RING_M / REACH_M) ** 2) / 2)
    in_front = (near * (apart < -0.01)).sum(axis=2)
    beyond = (near * (apart > 0.01)).sum(axis=2)
    features = np.stack([before, behind, behind**2, in_front, beyond, np.ones_like(behind)], axis=-1)
    release = along - (half + along)
    start = ahead * release[..., None] + left * beside[..., None]
    position = np.arctan2(start[..., 1], start[..., 0])
    flat = lambda array: array.reshape(len(seen), COUNT * DIRECTIONS, *array.shape[3:])
    return flat(features), flat(position), flat(beside)


def act(policy, seen):
    """An action for every layout."""
    features, position, offset = lines(seen)
    best = (features @ policy[:WEIGHTS]).argmax(axis=1)
    rows = np.arange(len(seen))
    rest = np.tile(np.tanh(policy[WEIGHTS:]), (len(seen), 1))
    return np.column_stack([position[rows, best] / np.pi, offset[rows, best] / 0.99, rest])


def train(generations, layouts=256, population=32, elite=6, seed=1):
    random = np.random.default_rng(seed)
    mean, spread = np.zeros(WEIGHTS + 3), np.ones(WEIGHTS + 3)
    env = MarbleShotVectorEnv(num_envs=layouts, count=COUNT)
    for generation in range(generations):
        policies = mean + spread * random.standard_normal((population, len(mean)))
        worth = []
        for policy in policies:
            # the same layouts and errors for all of a generation
            seen, _ = env.reset(seed=1000 + generation)
            worth.append(env.step(act(policy, seen))[1].mean())
        best = policies[np.argsort(worth)[-elite:]]
        mean, spread = best.mean(axis=0), best.std(axis=0) + 0.1 / (1 + generation)
        print(f"generation {generation + 1}: mean {np.mean(worth):.3f}, best {np.max(worth):.3f} marbles a shot")
    return mean


def compared(policy, layouts=2000, seed=99):
    """Marbles a shot of the policy less those of `nearest`, on the same fresh layouts, with its standard error."""
    env = MarbleShotVectorEnv(num_envs=layouts, count=COUNT)
    seen, _ = env.reset(seed=seed)
    learned = env.step(act(policy, seen))[1]
    shot = marbles(COUNT, shot={"by": "nearest"})
    nearest = np.empty((layouts, 1))
    tolley.Shots(shot.scenario, shot.places).numbers(
        np.ascontiguousarray(seen * RING_M), np.arange(layouts, dtype=np.uint64), nearest, ["marbles_off_count"], seed
    )
    difference = learned - nearest[:, 0]
    return learned.mean(), nearest.mean(), difference.mean(), difference.std(ddof=1) / layouts**0.5


if __name__ == "__main__":
    learned, nearest, more, error = compared(train(int(sys.argv[1]) if len(sys.argv) > 1 else 12))
    print(f"learned {learned:.3f}, nearest {nearest:.3f} marbles a shot: {more:+.3f} +- {1.96 * error:.3f} (95 %)")
    sys.exit(int(more - 1.96 * error <= 0))
