//! The dice game: the solver on games with known answers, the laws clause by clause, the exact solution, matches.

mod known_games;
