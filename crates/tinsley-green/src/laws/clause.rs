//! The clauses of the laws.
//!
//! Source: British Marbles Board of Control, Factsheet 1 (1992), told in our own words; `TG-X...` are clauses that it leaves
//! open.

tolley_experiment::names! {
    /// A clause of the laws.
    #[derive(PartialOrd, Ord)]
    pub enum Clause {
        /// Ring diameter.
        Tg1a = "TG-1a",
        /// Height of the edge.
        Tg1b = "TG-1b",
        /// Sand.
        Tg1c = "TG-1c",
        /// Referee.
        Tg2 = "TG-2",
        /// Marble.
        Tg3 = "TG-3",
        /// Size of a toley.
        Tg4a = "TG-4a",
        /// Own toley, approved.
        Tg4b = "TG-4b",
        /// Substitution.
        Tg4c = "TG-4c",
        /// Object.
        Tg5a = "TG-5a",
        /// Hand on the ring.
        Tg5b1 = "TG-5b1",
        /// Cradle.
        Tg5b2 = "TG-5b2",
        /// Flick.
        Tg5b3 = "TG-5b3",
        /// First shot.
        Tg5c = "TG-5c",
        /// Nothing scored, toley off.
        Tg5d1 = "TG-5d1",
        /// Marbles scored, toley off.
        Tg5d2 = "TG-5d2",
        /// Nothing scored, toley stays.
        Tg5d3 = "TG-5d3",
        /// Something knocked off, toley stays.
        Tg5d4 = "TG-5d4",
        /// From off the ring.
        Tg6a = "TG-6a",
        /// From inside the ring.
        Tg6b1 = "TG-6b1",
        /// Unplayable lie.
        Tg6b2 = "TG-6b2",
        /// Drop or misfire.
        Tg6c = "TG-6c",
        /// Fudging.
        Tg7a = "TG-7a",
        /// Cabbaging.
        Tg7b = "TG-7b",
        /// Blocking.
        Tg7c = "TG-7c",
        /// Marbles after a foul.
        Tg7i = "TG-7i",
        /// Toleys after a foul.
        Tg7ii = "TG-7ii",
        /// Points, turn and toley after a foul.
        Tg7score = "TG-7score",
        /// Three fouls.
        Tg7three = "TG-7three",
        /// Broken marble.
        Tg8a = "TG-8a",
        /// Broken toley.
        Tg8b = "TG-8b",
        /// Match and games.
        Tg9a = "TG-9a",
        /// Team, captain, order, collector.
        Tg9b = "TG-9b",
        /// Alternation.
        Tg9c = "TG-9c",
        /// Benches and warnings.
        Tg9d = "TG-9d",
        /// Rack.
        Tg9e = "TG-9e",
        /// First play.
        Tg9f = "TG-9f",
        /// Winning a game.
        Tg9g = "TG-9g",
        /// International match.
        Tg10 = "TG-10",
        /// Players and order of an individual match.
        Tg11a = "TG-11a",
        /// Rack of an individual match.
        Tg11b = "TG-11b",
        /// Winner of an individual match.
        Tg11c = "TG-11c",
        /// Tie-break.
        Tg11d = "TG-11d",
        /// Challenge.
        Tg11e = "TG-11e",
        /// Board.
        Tg12 = "TG-12",
        /// Amendments.
        Tg13 = "TG-13",
        /// On or off.
        TgX1 = "TG-X1",
        /// One side wiped out.
        TgX2 = "TG-X2",
        /// Nobody left.
        TgX3 = "TG-X3",
        /// Length and clock.
        TgX4 = "TG-X4",
        /// Toleys of players who leave.
        TgX5 = "TG-X5",
    }
}

impl Clause {
    /// As written in the rows: `TG-5d4`.
    pub fn id(self) -> &'static str {
        Clause::NAMES[self as usize]
    }
}
