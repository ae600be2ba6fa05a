//! The laws, without chance: what can follow a position ([`Laws::next`]), and who wins a match ([`judge`]).

mod arrows;
mod canonical;
mod champion;
mod clause;
pub mod columns;
mod compiled;
mod defence;
mod match_state;
mod next;
mod position;
mod rules;
mod shots;
mod step;
mod turn;
mod verdict;

pub use clause::{Act, Clause};
pub use compiled::{Compiled, Opening};
pub use match_state::MatchState;
pub use position::{Ball, CORNER, Context, Holder, Kick, Pending, Permission, Play, Position, Shot, Throw};
pub use rules::{
    ChampionWindows, Clock, Counted, FirstDie, FoulLocation, Laws, OwnLine, RestartDice, ReverseRows, RuleKeys, Rules,
};
pub use step::{Event, Following, Step};
pub use verdict::{Verdict, judge};
