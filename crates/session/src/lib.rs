//! The use cases: what a command or another program asks for, without arguments, printing or exit codes.

pub mod shipped;
pub mod studies;
