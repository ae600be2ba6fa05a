//! The coin game: table, players, studies.
