//! The tables of a scenario that several rooms use; those of laws, players and matches stand beside what they describe.

mod catalogue;
mod coin;
mod coin_id;
mod skill;
mod strike;
mod surface;
mod table;
mod words;

pub use catalogue::{COINS, CoinKind, Edge};
pub use coin::{Ball, Coin, Coins, Drawn, MassBy};
pub use coin_id::CoinId;
pub use skill::{Level, Skill};
pub use strike::{LIMITS, Strike, StrikeBy};
pub use surface::{Contact, Surface};
pub use table::{Posts, Table};
pub use words::{BALL, COINS_SUCH, FLICK_WORDS, coins};
