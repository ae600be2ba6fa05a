//! Execution errors: the distribution of a player's mistakes, scaled to unit standard deviation.

use crate::random::Stream;

/// The distribution of an execution error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Noise {
    /// Standard normal.
    Normal,
    /// Student's t, scaled to unit standard deviation: more of the wild shots.
    StudentT {
        /// Degrees of freedom, above 2.
        dof: f64,
    },
}

impl Noise {
    /// The choices of a scenario key.
    pub const NAMES: &'static [&'static str] = &["normal", "student-t"];

    /// The distribution with one of [`Noise::NAMES`].
    pub fn named(name: &str, dof: f64) -> Noise {
        if name == "student-t" { Noise::StudentT { dof } } else { Noise::Normal }
    }

    /// One error with mean 0 and standard deviation 1.
    #[inline]
    pub fn draw(self, stream: &mut Stream) -> f64 {
        match self {
            Noise::Normal => stream.normal(),
            // the variance of t is dof / (dof - 2)
            Noise::StudentT { dof } => stream.student_t(dof) * ((dof - 2.0) / dof).sqrt(),
        }
    }
}
