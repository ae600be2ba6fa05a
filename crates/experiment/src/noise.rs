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

/// How the errors of one hand hang together: their distribution, what those of direction and speed have in common, and
/// how often a shot is a wild one, all of whose errors are larger.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scatter {
    /// Of each error.
    pub noise: Noise,
    /// Correlation of the errors of direction and ln(speed), between -1 and 1.
    pub correlation_ratio: f64,
    /// Part of the shots that are wild.
    pub wild_share: f64,
    /// What all errors of a wild shot are multiplied by.
    pub wild_ratio: f64,
}

impl Scatter {
    /// Independent errors without wild shots.
    pub fn of(noise: Noise) -> Scatter {
        Scatter { noise, correlation_ratio: 0.0, wild_share: 0.0, wild_ratio: 1.0 }
    }

    /// The error of ln(speed) that goes with that of the direction, from an independent one; both of unit standard
    /// deviation. Without correlation it is the independent one, to the bit.
    #[inline]
    pub fn joined(&self, aim: f64, speed: f64) -> f64 {
        let ratio = self.correlation_ratio;
        if ratio == 0.0 { speed } else { ratio * aim + (1.0 - ratio * ratio).sqrt() * speed }
    }

    /// What all errors of a shot are multiplied by; `uniform` is asked for a number in [0, 1) only where shots may be
    /// wild.
    #[inline]
    pub fn size(&self, uniform: impl FnOnce() -> f64) -> f64 {
        if self.wild_share > 0.0 && uniform() < self.wild_share { self.wild_ratio } else { 1.0 }
    }
}

/// An error about its mean; without bias it is as it was, to the bit, the sign of a zero too.
#[inline]
pub fn biased(error: f64, bias: f64) -> f64 {
    if bias == 0.0 { error } else { bias + error }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Purpose, Streams};

    #[test]
    fn nothing_is_drawn_or_changed_where_nothing_is_asked_for() {
        let scatter = Scatter::of(Noise::Normal);
        for (aim, speed) in [(1.5, -0.0), (-2.0, 0.3)] {
            assert_eq!(scatter.joined(aim, speed).to_bits(), speed.to_bits());
        }
        assert_eq!(scatter.size(|| panic!("a number is drawn")), 1.0);
        assert_eq!(biased(-0.0, 0.0).to_bits(), (-0.0_f64).to_bits());
    }

    #[test]
    fn errors_have_the_correlation_and_wild_shots_the_share_that_are_asked_for() {
        for noise in [Noise::Normal, Noise::StudentT { dof: 9.0 }] {
            let scatter = Scatter { correlation_ratio: -0.6, wild_share: 0.1, wild_ratio: 3.0, ..Scatter::of(noise) };
            let (mut stream, n) = (Streams::new(4, 0, None).open(Purpose::named("test")), 200_000);
            let (mut product, mut square, mut wild) = (0.0, 0.0, 0.0);
            for _ in 0..n {
                let (aim, own) = (noise.draw(&mut stream), noise.draw(&mut stream));
                let speed = scatter.joined(aim, own);
                (product, square) = (product + aim * speed, square + speed * speed);
                wild += f64::from(u8::from(scatter.size(|| stream.uniform()) > 1.0));
            }
            // four standard errors: at most sqrt(5) of a square, and sqrt(0.09) of a share
            let error = 4.0 / f64::from(n).sqrt();
            let [product, square, wild] = [product, square, wild].map(|sum| sum / f64::from(n));
            assert!((product + 0.6).abs() < 2.3 * error && (square - 1.0).abs() < 2.3 * error, "{product} {square}");
            assert!((wild - 0.1).abs() < 0.3 * error, "{wild}");
        }
    }
}
