//! What a game declares: keys and limits, tables and rows, what a player chooses, and how a trial is played.

pub mod count;
pub mod decimal;
pub mod hand;
pub mod key;
pub mod keys;
pub mod limits;
pub mod miss;
pub mod names;
pub mod noise;
pub mod problem;
pub mod role;
pub mod row;
pub mod schema;
pub mod shown;
pub mod status;
pub mod study;
pub mod table;
pub mod unit;
pub mod value;
pub mod words;
