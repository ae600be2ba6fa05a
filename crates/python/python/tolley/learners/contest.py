"""Whole matches of marbles and coins for learners: PettingZoo AEC environments.

Who is to choose does so by numbers from -1 to 1; the laws, the errors of the hand and what befalls a match are those of
the studies `tinsley-green/match` and `cymbergaj/match`, of which one point is played. The policies of its players have
no say.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv

from .. import _native
from .._toml import Scenario, source
from ..errors import translated


def marbles(scenario: Scenario | None = None, render_mode: str | None = None) -> ContestEnv:
    """A match of marbles; without a scenario one of two players, at a rack of 13, to 7.

    An action is six numbers: the point of the ring that the shot goes at (x, y, over its radius), where on the edge a
    toley in the hand is shot from (over half a turn), then speed, elevation and spin, each from the least to the most of
    `[player]`. What the laws do not allow becomes the nearest shot that they do.
    """
    plain = {"study": "tinsley-green/match", "seed": 0, "repeats": 1, "match": {"kind": "challenge"}}
    return ContestEnv("tolley_marble_match_v0", plain if scenario is None else scenario, render_mode)


def coins(scenario: Scenario | None = None, render_mode: str | None = None) -> ContestEnv:
    """A match of coins; without a scenario the one of the laws. Player a is side_0.

    An action is three numbers, in the player's own frame, who attacks ahead. Of a stroke: how far beside the ball it
    goes (over 1.2 times the distance at which coin and ball touch, left positive), how hard (from a tenth to the whole of
    `speed_max_m_s`), how far off the coin's centre (over the most that the comb grips). Of a piece that is put: where,
    ahead and left, over half the pitch; the nearest place that the laws allow is taken. Of a throw: how far to the left
    of straight inwards, over 80 degrees. The observation says which is asked. A mistake of somebody may decide before
    an action is played.
    """
    plain = {"study": "cymbergaj/match", "seed": 0, "repeats": 1}
    return ContestEnv("tolley_coin_match_v0", plain if scenario is None else scenario, render_mode)


class ContestEnv(AECEnv):
    """One whole match. Agents are its sides: teams, or players where each plays for himself.

    An observation is numbers that `names` tells, of the match as that side sees it. At the end the winner's reward is 1,
    and the others share -1; a draw is worth 0. `infos` has `points`, those of the game that is played, or goals. A match
    that is given up is truncated, and `given_up` in `infos` says why.

    Matches of a seed follow one another: `reset(seed=7)` begins the first one of seed 7, each `reset()` the next.
    """

    metadata = {"name": "tolley_match_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, name: str, scenario: Scenario, render_mode: str | None = None):
        super().__init__()
        self.metadata = {**self.metadata, "name": name}
        self.render_mode = render_mode
        with translated():
            self._match = _native.Match(*source(scenario))
        #: What the numbers of an observation are, in order.
        self.names: list[str] = self._match.names
        self.possible_agents = [f"side_{number}" for number in range(self._match.sides)]
        seen = spaces.Box(-np.inf, np.inf, (len(self.names),), np.float64)
        chosen = spaces.Box(-1.0, 1.0, (self._match.width,), np.float64)
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        # each agent samples from a space of its own
        self.action_spaces = {agent: spaces.Box(-1.0, 1.0, chosen.shape, np.float64) for agent in self.possible_agents}
        self._seed, self._number = 0, -1

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._number += 1
        if seed is not None:
            self._seed, self._number = seed, 0
        self._match.begin(self._seed, self._number)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._look()

    def observe(self, agent: str) -> npt.NDArray[np.float64]:
        return np.array(self._match.seen(self.possible_agents.index(agent)))

    def step(self, action: Any) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        with translated():
            self._match.act([float(number) for number in np.asarray(action)])
        self._look()
        self._accumulate_rewards()

    def render(self) -> str | None:
        if self.render_mode != "ansi":
            return None
        told = ", ".join(f"{agent} {points}" for agent, points in zip(self.possible_agents, self._match.points))
        return f"{told}; {self.agent_selection} chooses"

    def close(self) -> None:
        pass

    def _look(self) -> None:
        """Who chooses now, or how it ended."""
        match = self._match
        told = {"given_up": match.given_up} if match.given_up else {}
        self.infos = {agent: {"points": points, **told} for agent, points in zip(self.agents, match.points)}
        chooser = match.chooser
        self.agent_selection = self.possible_agents[0 if chooser is None else chooser]
        if chooser is not None:
            return
        over = dict.fromkeys(self.agents, True)
        if match.given_up:
            self.truncations = over
            return
        self.terminations = over
        if match.winner is not None:
            others = -1.0 / (len(self.agents) - 1)
            self.rewards = {agent: 1.0 if i == match.winner else others for i, agent in enumerate(self.agents)}
