"""Matches of dice football for learners of two: a PettingZoo AEC environment."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv

from .._toml import Scenario
from .dice import CHANCE, DiceGame


def env(scenario: Scenario | None = None, render_mode: str | None = None) -> DiceFootballEnv:
    """A match, to the laws of PettingZoo."""
    return DiceFootballEnv(scenario, render_mode)


class DiceFootballEnv(AECEnv):
    """One whole match; dice roll by themselves, from the seed of `reset`.

    An observation is a dict: `observation` (5 numbers, see `DiceState.observation`) and `action_mask` (0 or 1 for each
    action). The winner's reward is 1, the loser's -1, at the end.
    """

    metadata = {"name": "tolley_dice_football_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, scenario: Scenario | None = None, render_mode: str | None = None):
        super().__init__()
        self.render_mode = render_mode
        self.game = DiceGame(scenario)
        self.possible_agents = ["player_0", "player_1"]
        actions = self.game.num_distinct_actions()
        seen = spaces.Box(-np.inf, np.inf, (5,), np.float64)
        both = spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (actions,), np.int8)})
        self.observation_spaces = {agent: both for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._random = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.state_of_match = self.game.new_initial_state()
        self._roll()
        self._turn()

    def observe(self, agent: str) -> dict[str, npt.NDArray[Any]]:
        player = self.possible_agents.index(agent)
        mask = np.zeros(self.game.num_distinct_actions(), np.int8)
        if self.state_of_match.current_player() == player:
            mask[: len(self.state_of_match.legal_actions())] = 1
        return {"observation": np.array(self.state_of_match.observation(player)), "action_mask": mask}

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        if action is None:
            raise ValueError("None is the action of a match that is over")
        self.state_of_match.apply_action(int(action))
        self._roll()
        if self.state_of_match.is_terminal():
            self.rewards = dict(zip(self.possible_agents, self.state_of_match.returns()))
            self.terminations = dict.fromkeys(self.agents, True)
        self._turn()
        self._accumulate_rewards()

    def render(self) -> str | None:
        return str(self.state_of_match) if self.render_mode == "ansi" else None

    def close(self) -> None:
        pass

    def _roll(self) -> None:
        """Rolls dice until somebody decides."""
        state = self.state_of_match
        while state.current_player() == CHANCE:
            shares = np.array([share for _, share in state.chance_outcomes()])
            state.apply_action(int(self._random.choice(len(shares), p=shares / shares.sum())))

    def _turn(self) -> None:
        player = self.state_of_match.current_player()
        self.agent_selection = self.possible_agents[player] if player >= 0 else self.agents[0]
