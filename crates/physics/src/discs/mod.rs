//! Coins on a table.
