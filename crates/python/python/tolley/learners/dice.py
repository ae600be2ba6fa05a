"""Dice football as a game of states, with the methods of OpenSpiel's: players 0 (won the draw) and 1, and chance."""

from __future__ import annotations

from .. import _native
from .._toml import Scenario, source
from ..errors import translated

#: As in OpenSpiel.
CHANCE, TERMINAL = -1, -4


class DiceGame:
    """The rules, as a graph of positions; of a scenario of `dice-football/solve`, or as written."""

    def __init__(self, scenario: Scenario | None = None):
        text, path = (None, None) if scenario is None else source(scenario)
        with translated():
            self._native = _native.DiceGame(text, path)
        self.owners, self.ticks, self.steps = self._native.owners, self._native.ticks, self._native.steps
        self.openings, self.reopens, self.rolls = self._native.openings, self._native.reopens, self._native.rolls
        decided = (len(steps) for steps, owner in zip(self.steps, self.owners) if owner != 2)
        self._most_actions = max(decided)

    def num_distinct_actions(self) -> int:
        """Steps that a player may choose from, at most; an action is the number of a step."""
        return self._most_actions

    def num_players(self) -> int:
        """Two."""
        return 2

    def positions(self) -> int:
        """Number of positions."""
        return len(self._native)

    def new_initial_state(self) -> DiceState:
        """Before the champion die is rolled."""
        return DiceState(self)

    def best_action(self, state: DiceState) -> int:
        """The exact solution's, to win; solves the game when it is asked for the first time (some seconds)."""
        if state.node is None:
            raise ValueError("nobody decides before the champion die is rolled")
        with translated():
            ahead = state.goals[0] - state.goals[1]
            best = self._native.best((state.half, state.left), state.side, state.node, ahead)
        return 0 if best is None else best


class DiceState:
    """Where a match is: half (0 or 1), counted rolls left in it, goals, who attacks, and the position by number."""

    def __init__(self, game: DiceGame):
        self.game = game
        #: None before the opening.
        self.node: int | None = None
        self.half, self.left, self.side, self.goals = 0, game.rolls[0], 1, [0, 0]
        self._is_over = False

    def clone(self) -> DiceState:
        """Another one, which goes its own way."""
        other = object.__new__(DiceState)
        other.__dict__.update(self.__dict__)
        other.goals = list(self.goals)
        return other

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self._is_over

    def is_chance_node(self) -> bool:
        """Whether dice roll."""
        return self.current_player() == CHANCE

    def current_player(self) -> int:
        """0, 1, -1 of chance, -4 at the end."""
        if self._is_over:
            return TERMINAL
        if self.node is None:
            return CHANCE
        owner = self.game.owners[self.node]
        return CHANCE if owner == 2 else self.side if owner == 0 else 1 - self.side

    def legal_actions(self) -> list[int]:
        """Numbers of the steps that can be made."""
        if self._is_over:
            return []
        return list(range(len(self.game.openings if self.node is None else self.game.steps[self.node])))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Each action with its share, where dice roll."""
        if self.node is None:
            return [(i, share) for i, (share, _) in enumerate(self.game.openings)]
        return [(i, step[1]) for i, step in enumerate(self.game.steps[self.node])]

    def action_to_string(self, action: int) -> str:
        """What is done, or rolled: "control", "shoot" and so on."""
        return f"opening {action}" if self.node is None else self.game.steps[self.node][action][5]

    def apply_action(self, action: int) -> None:
        """Makes a step."""
        if action not in range(len(self.legal_actions())):
            raise ValueError(f"action {action} is not legal; legal: 0 to {len(self.legal_actions()) - 1}")
        if self.node is None:
            self.node = self.game.openings[action][1]
            return
        to, _, reward, swaps, closes, _ = self.game.steps[self.node][action]
        if self.left > 0 and self.game.ticks[self.node]:
            self.left -= 1
        if reward:
            self.goals[self.side if reward > 0 else 1 - self.side] += 1
        self.side ^= int(swaps)
        self.node = to
        # the time is up with the last counted roll, and what it does counts
        if self.left == 0 and closes:
            if self.half == 1:
                self._is_over = True
            else:
                self.node = self.game.reopens[self.side][to]
                self.half, self.left, self.side = 1, self.game.rolls[1], 0

    def returns(self) -> list[float]:
        """1 to who won, -1 to who lost, 0 to both of a draw and before the end."""
        ahead = (self.goals[0] > self.goals[1]) - (self.goals[0] < self.goals[1])
        return [float(ahead), float(-ahead)] if self._is_over else [0.0, 0.0]

    def observation(self, player: int) -> list[float]:
        """Seen by a player: share of the rolls left, second half, goals ahead, whether he attacks, and the position.

        The position is a number from 0 to 1 of its place in the list: a learner that generalises wants the graph.
        """
        ahead = self.goals[player] - self.goals[1 - player]
        node = 0 if self.node is None else self.node + 1
        attacks = float(self.side == player)
        return [self.left / max(self.game.rolls), float(self.half), ahead / 10.0, attacks, node / self.game.positions()]

    def __str__(self) -> str:
        place = "before the opening" if self.node is None else self.game._native.describe(self.node)
        return f"half {self.half + 1}, {self.left} rolls left, {self.goals[0]}:{self.goals[1]}, {self.side}: {place}"
