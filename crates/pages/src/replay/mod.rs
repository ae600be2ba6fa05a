//! One trial played again and recorded, as a page that shows it move.

mod coins;
mod cut;
mod dice;
mod filmed;
mod marbles;
mod page;
mod played;
mod table;

pub use filmed::{RecordedTrial, record};
