"""Environments for learners: one shot of marbles or coins (Gymnasium), whole matches of marbles, coins (`contest`) and dice
football (`match`, PettingZoo; and states like OpenSpiel's).

`gymnasium.make("tolley/MarbleShot-v0")` and `gymnasium.make_vec("tolley/MarbleShot-v0", num_envs=1000,
vectorization_mode="vector_entry_point")` work after `import tolley.learners`; so do CoinFlick-v0's. They need
`pip install tolley[learners]`.
"""

from .dice import DiceGame, DiceState
from .shots import CoinFlickEnv, CoinFlickVectorEnv, MarbleShotEnv, MarbleShotVectorEnv, register

__all__ = [
    "CoinFlickEnv",
    "CoinFlickVectorEnv",
    "DiceGame",
    "DiceState",
    "MarbleShotEnv",
    "MarbleShotVectorEnv",
]

register()
