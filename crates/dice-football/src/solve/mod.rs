//! Exact solutions, as their study finds them: `dice-football/solve`.

mod keys;
mod layer_view;
mod notice;
pub mod opponent;
mod position_table;
mod random_dice;
mod rows;
mod sheet;
pub mod solution;
mod states;
mod study;
mod tables;

pub use keys::{Faces, Opponent, SolveKeys, SolveOptions};
pub use notice::notice;
pub use random_dice::random_dice;
pub use rows::{PolicyRow, SolutionRow, ValueRow};
pub use sheet::Sheets;
pub use solution::{Extent, Solution};
pub use study::{Setup, SolveStudy};
