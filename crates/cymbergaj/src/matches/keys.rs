//! The keys of matches and shootouts.

use tolley_experiment::{key_set, names};

use crate::keys::{Ball, Coin, Coins, Contact, Skill, Strike, Surface, Table};
use crate::laws::{Clock, CoinRules, Human, Referee, Rules};
use crate::players::{Habits, Planner};
use crate::shot::{Events, Thrower};

names! {
    /// Where player a sits.
    pub enum Seats {
        Both = "both": "In one match at seat x and in one at seat y.",
        Ax = "a-x": "At seat x.",
        Ay = "a-y": "At seat y.",
    }
}
names! {
    /// Which tables get rows.
    pub enum RecordLevel {
        Matches = "matches": "Contests and matches.",
        Moves = "moves": "Moves too.",
        Steps = "steps": "Steps too: pieces put, throws, mistakes, and all that was judged.",
        Events = "events": "Events too.",
    }
}
names! {
    /// With which restart a match begins.
    pub enum OpeningRestart {
        KickOff = "kick-off": "As the laws say.",
        FreeKick = "free-kick": "CG-5.4.",
        GoalKick = "goal-kick": "CG-5.5.",
        Corner = "corner": "CG-5.6.",
        Penalty = "penalty": "CG-5.7.",
    }
}

names! {
    /// How far a match goes.
    pub enum Until {
        Won = "won": "Until somebody has won, CG-1.3a.",
        Opening = "opening": "Until the turn is over with which it began; nobody wins.",
    }
}

tolley_experiment::keys! {
    /// What is played and what is kept of it.
    pub struct Contest in "contest" {
        /// Where player a sits: at seat x, at y, or in one match here and in one there, with the same random numbers a
        /// seat
        seats: Seats = Seats::Both, Seat "seating of the players";
        /// Which tables get rows: matches alone, moves too, steps too, or events too
        record: RecordLevel = RecordLevel::Matches, Bookkeeping "which tables are written";
        /// With which restart the player begins who won the toss
        opening: OpeningRestart = OpeningRestart::KickOff, Design "restart with which a match begins";
        /// Distance of an opening free kick from the line of the goal attacked
        opening_distance_m: f64 = 0.3, Design "distance of the opening free kick", in 0.0..=5.0,
            only_with Contest.opening = OpeningRestart::FreeKick;
        /// How far it is left of the middle
        opening_left_m: f64 = 0.0, Design "sideways place of the opening free kick", in -2.5..=2.5,
            only_with Contest.opening = OpeningRestart::FreeKick;
        /// How far it goes: until somebody has won, or only until the turn is over with which it began
        until: Until = Until::Won, Design "how far a match is played";
        /// What the errors of a player are multiplied by who is behind in a shootout
        pressure_ratio: f64 = 1.0, Skill "errors under pressure, against usual", in 0.0..=10.0, plausible 0.9..=1.5,
            strata [1.0, 1.5], assumed "nobody has measured what pressure does";
        /// The errors of both players are multiplied by this, beside the error_ratio of each: the level of play
        error_ratio: f64 = 1.0, Skill "errors of both players, against usual", in 0.0..=100.0, plausible 0.0..=3.0,
            strata [0.5, 2.0] "novice is 2 times club, expert about half";
        /// Whether players know where the lines are and when a ball is out; else they choose as where the lines are the
        /// edges and a ball is out with its centre, so that matches go the same way until one is judged differently
        lines_known: bool = true, Design "whether players know the lines";
    }
}

/// Declares what a match and a shootout have in common once, for the key sets of both.
macro_rules! match_keys {
    ($($field:ident : $table:ident $(in $name:literal)? $(of $person:literal side $side:literal)?
        $(without [$($absent:ident),*])?;)*) => {
        key_set! {
            /// Keys of `cymbergaj/match`.
            #[expect(missing_docs, reason = "each field is what its type says")]
            pub struct MatchKeys {
                contest: Contest;
                $($field: $table $(in $name)? $(of $person side $side)? $(without [$($absent),*])?;)*
            }
        }

        key_set! {
            /// Keys of `cymbergaj/shootout`, which begins with the penalty series.
            #[expect(missing_docs, reason = "each field is what its type says")]
            pub struct ShootoutKeys {
                contest: Contest without [opening, opening_distance_m, opening_left_m, until];
                $($field: $table $(in $name)? $(of $person side $side)? $(without [$($absent),*])?;)*
            }
        }

        impl From<ShootoutKeys> for MatchKeys {
            fn from(keys: ShootoutKeys) -> MatchKeys {
                MatchKeys { contest: keys.contest, $($field: keys.$field,)* }
            }
        }
    };
}

match_keys! {
    table: Table;
    surface: Surface;
    contact: Contact without [restitution_sd_ratio];
    coins: Coins;
    ball: Ball;
    events: Events;
    strike: Strike without [speed_m_s, position_rad, aim_offset_m, offset_ratio, beyond_limit];
    coin_rules: CoinRules;
    rules: Rules;
    clock: Clock;
    referee: Referee;
    human: Human;
    a_planner: Planner in "a" of "player A" side "a";
    a_coin: Coin in "a" of "player A" side "a";
    a_skill: Skill in "a" of "player A" side "a";
    a_habits: Habits in "a" of "player A" side "a";
    a_thrower: Thrower in "a" of "player A" side "a";
    b_planner: Planner in "b" of "player B" side "b";
    b_coin: Coin in "b" of "player B" side "b";
    b_skill: Skill in "b" of "player B" side "b";
    b_habits: Habits in "b" of "player B" side "b";
    b_thrower: Thrower in "b" of "player B" side "b";
}
