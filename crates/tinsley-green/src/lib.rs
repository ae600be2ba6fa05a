//! The marbles game: ring, players, studies.
