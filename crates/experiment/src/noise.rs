//! Execution errors: the distribution of a player's mistakes, scaled to unit standard deviation.

use crate::random::Stream;

crate::names! {
    /// Kind of distribution of an execution error, as a scenario chooses it.
    pub enum NoiseKind {
        Normal = "normal": "Normal.",
        StudentT = "student-t": "Student's t, with more of the wild shots.",
    }
}

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
    /// The distribution of this kind; `dof` are the degrees of freedom of Student's t.
    pub fn new(kind: NoiseKind, dof: f64) -> Noise {
        match kind {
            NoiseKind::Normal => Noise::Normal,
            NoiseKind::StudentT => Noise::StudentT { dof },
        }
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
