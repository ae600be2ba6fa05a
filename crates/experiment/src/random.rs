//! random

/// The random streams of one trial.
#[derive(Clone, Copy, Debug)]
pub struct Streams;
