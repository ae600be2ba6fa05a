//! Execution errors: the distribution of a player's mistakes, scaled to unit standard deviation.

use crate::declare::key::Path;
use crate::declare::problem::Fault;
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

/// How the errors of one hand are distributed, and how often a shot is a wild one, all of whose errors are larger.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scatter {
    /// Of each error.
    pub noise: Noise,
    /// Part of the shots that are wild.
    pub wild_share: f64,
    /// What all errors of a wild shot are multiplied by.
    pub wild_ratio: f64,
}

impl Scatter {
    /// Without wild shots.
    pub fn of(noise: Noise) -> Scatter {
        Scatter { noise, wild_share: 0.0, wild_ratio: 1.0 }
    }

    /// What all errors of a shot are multiplied by; `uniform` is asked for a number in [0, 1) only where shots may be
    /// wild.
    #[inline]
    pub fn size(&self, uniform: impl FnOnce() -> f64) -> f64 {
        if self.wild_share > 0.0 && uniform() < self.wild_share { self.wild_ratio } else { 1.0 }
    }
}

/// The correlation of two errors of a hand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Correlation {
    /// The key that says it.
    pub key: Path,
    /// Which errors, by their numbers.
    pub errors: [usize; 2],
    /// Between -1 and 1.
    pub ratio: f64,
}

impl Correlation {
    /// Whether it is another one in a mirror, which turns the errors round that are odd.
    pub fn is_one_sided<const N: usize>(&self, is_odd: [bool; N]) -> bool {
        let [one, other] = self.errors;
        self.ratio != 0.0 && is_odd[one] != is_odd[other]
    }
}

/// What several errors of unit deviation have in common: how each is made of independent ones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Joint<const N: usize> {
    /// The lower triangle whose product with its transpose is the matrix of correlations; `None` without any.
    root: Option<[[f64; N]; N]>,
}

impl<const N: usize> Joint<N> {
    /// Less of the variance of an error than this left by those before it counts as nothing.
    const LEAST: f64 = 1e-9;

    /// Of correlations, each pair at most once, by the decomposition of Cholesky (G. H. Golub, C. F. Van Loan, Matrix
    /// Computations, 4th ed., 2013, sec. 4.2.3); why not, where no errors have them all.
    pub fn new(correlations: &[Correlation]) -> Result<Joint<N>, Fault> {
        if correlations.iter().all(|one| one.ratio == 0.0) {
            return Ok(Joint { root: None });
        }
        let mut root = [[0.0; N]; N];
        root.iter_mut().zip(0..).for_each(|(row, i): (_, usize)| row[i] = 1.0);
        for one in correlations {
            let [low, high] = [one.errors[0].min(one.errors[1]), one.errors[0].max(one.errors[1])];
            root[high][low] = one.ratio;
        }
        for i in 0..N {
            for j in 0..=i {
                let rest = (0..j).fold(root[i][j], |rest, k| rest - root[i][k] * root[j][k]);
                if i == j && (rest.is_nan() || rest <= Self::LEAST) {
                    return Err(too_much(correlations, i));
                }
                root[i][j] = if i == j { rest.sqrt() } else { rest / root[j][j] };
            }
        }
        Ok(Joint { root: Some(root) })
    }

    /// The errors that hang together, from independent ones; without correlations they are those, to the bit.
    #[inline]
    pub fn mixed(&self, own: [f64; N]) -> [f64; N] {
        let Some(root) = &self.root else { return own };
        core::array::from_fn(|i| (0..i).fold(root[i][i] * own[i], |sum, k| sum + root[i][k] * own[k]))
    }
}

/// What is said of the largest correlation of an error with those before it, which leave it less than nothing of its
/// own.
fn too_much(correlations: &[Correlation], error: usize) -> Fault {
    let is_of = |one: &&Correlation| one.errors[0].max(one.errors[1]) == error;
    let largest = correlations.iter().filter(is_of).max_by(|a, b| a.ratio.abs().total_cmp(&b.ratio.abs()));
    let Correlation { key, ratio, .. } = largest.unwrap_or(&correlations[0]);
    let message = format!(
        "{ratio} cannot be beside the other correlations: no errors have them all (their matrix must be positive \
         definite); nearer to 0 they can be"
    );
    Fault { path: *key, message }
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

    fn pairs<const M: usize>(of: [([usize; 2], f64); M]) -> [Correlation; M] {
        of.map(|(errors, ratio)| Correlation { key: Path { table: "player", name: NAMES[errors[1]] }, errors, ratio })
    }

    const NAMES: [&str; 4] = ["none", "one", "two", "three"];

    #[test]
    fn nothing_is_drawn_or_changed_where_nothing_is_asked_for() {
        let none = Joint::new(&pairs([([0, 1], 0.0), ([0, 2], -0.0)])).expect("correlations");
        let own = [1.5, -0.0, -2.0];
        assert_eq!(none.mixed(own).map(f64::to_bits), own.map(f64::to_bits));
        assert_eq!(Scatter::of(Noise::Normal).size(|| panic!("a number is drawn")), 1.0);
        assert_eq!(biased(-0.0, 0.0).to_bits(), (-0.0_f64).to_bits());
    }

    /// As rows were made when direction and speed alone could hang together.
    #[test]
    fn two_errors_that_hang_together_are_what_they_were_to_the_bit_and_others_their_own() {
        let mut stream = Streams::new(8, 0, None).open(Purpose::named("test"));
        for _ in 0..1000 {
            let ratio = stream.uniform_in(-0.999, 0.999);
            let own: [f64; 4] = [(); 4].map(|()| stream.normal());
            let joint = Joint::new(&pairs([([0, 1], ratio), ([1, 3], 0.0)])).expect("a correlation");
            let speed = ratio * own[0] + (1.0 - ratio * ratio).sqrt() * own[1];
            assert_eq!(joint.mixed(own).map(f64::to_bits), [own[0], speed, own[2], own[3]].map(f64::to_bits));
        }
    }

    #[test]
    fn errors_have_all_correlations_and_wild_shots_the_share_that_are_asked_for() {
        let wanted = [[1.0, -0.6, 0.5], [-0.6, 1.0, 0.1], [0.5, 0.1, 1.0]];
        let all = pairs([([0, 1], -0.6), ([2, 0], 0.5), ([1, 2], 0.1)]);
        let joint: Joint<3> = Joint::new(&all).expect("correlations");
        for noise in [Noise::Normal, Noise::StudentT { dof: 9.0 }] {
            let scatter = Scatter { wild_share: 0.1, wild_ratio: 3.0, ..Scatter::of(noise) };
            let (mut stream, n) = (Streams::new(4, 0, None).open(Purpose::named("test")), 200_000);
            let (mut products, mut wild) = ([[0.0; 3]; 3], 0.0);
            for _ in 0..n {
                let errors = joint.mixed([(); 3].map(|()| noise.draw(&mut stream)));
                (0..9).for_each(|k| products[k / 3][k % 3] += errors[k / 3] * errors[k % 3] / f64::from(n));
                wild += f64::from(u8::from(scatter.size(|| stream.uniform()) > 1.0)) / f64::from(n);
            }
            // four standard errors: at most sqrt(5) of a square, and sqrt(0.09) of a share
            let error = 4.0 / f64::from(n).sqrt();
            let is_near = |k: usize| (products[k / 3][k % 3] - wanted[k / 3][k % 3]).abs() < 2.3 * error;
            assert!((0..9).all(is_near), "{products:?}");
            assert!((wild - 0.1).abs() < 0.3 * error, "{wild}");
        }
    }

    #[test]
    fn correlations_of_no_errors_are_refused_by_the_largest_of_the_error_that_has_nothing_left() {
        let faults = |of: [([usize; 2], f64); 3]| Joint::<3>::new(&pairs(of)).map_err(|fault| fault.path.name);
        // who goes with both has them go together
        assert_eq!(faults([([0, 1], -0.9), ([0, 2], 0.8), ([1, 2], 0.9)]), Err("two"));
        assert_eq!(faults([([0, 1], 1.0), ([0, 2], 0.0), ([1, 2], 0.0)]), Err("one"));
        assert_eq!(faults([([0, 1], f64::NAN), ([0, 2], 0.0), ([1, 2], 0.0)]), Err("one"));
        assert!(faults([([0, 1], 0.9), ([0, 2], 0.8), ([1, 2], 0.9)]).is_ok());
    }

    #[test]
    fn a_mirror_changes_a_correlation_of_an_odd_error_with_an_even_one() {
        let is_odd = [true, false, true, false];
        let one_sided = |errors, ratio| pairs([(errors, ratio)])[0].is_one_sided(is_odd);
        assert!(one_sided([0, 1], 0.1) && one_sided([1, 2], -0.1) && !one_sided([0, 1], 0.0));
        assert!(!one_sided([0, 2], 0.1) && !one_sided([1, 3], 0.1));
    }
}
