//! The keys of a scenario of matches.

use tolley_experiment::{key_set, keys};

use crate::keys::{Board, DiceKeys};
use crate::laws::{Clock, RuleKeys, Rules};
use crate::players::{Planning, PlayerKeys};

keys! {
    /// What frames a match.
    pub struct Format in "match" {
        /// How often player A wins the draw
        p_draw: f64 = 0.5, Seat "chance that player A wins the draw", in 0.0..=1.0, drawn 0.4..=0.6,
            clause "DF-setup-champion";
        /// Whether a draw stands; else a series decides
        draw_allowed: bool = true, Law "whether a match may end drawn", clause "DF-time-tournament";
        /// Penalties of each player before pairs
        series_count: u64 = 5, Law "penalties of each player in the series", in 1..=100, drawn 3..=7,
            clause "DF-time-tournament";
        /// Whether every step of every match is written, and every penalty of a series
        rolls: bool = false, Bookkeeping "whether every step is written";
    }
}

key_set! {
    /// Everything that a match depends on.
    pub struct MatchKeys {
        /// Player A.
        a: PlayerKeys in "player_a" of "player A" side "a";
        /// Player B.
        b: PlayerKeys in "player_b" of "player B" side "b";
        /// What both are after.
        players: Planning;
        /// What frames the match.
        format: Format;
        /// The clock.
        clock: Clock;
        /// The parameters of the other clauses.
        rules: Rules;
        /// The board.
        board: Board;
        /// The dice.
        dice: DiceKeys;
    }
}

impl MatchKeys {
    /// What the laws depend on.
    pub fn laws(&self) -> RuleKeys {
        RuleKeys { clock: self.clock, rules: self.rules, board: self.board, dice: self.dice }
    }
}
