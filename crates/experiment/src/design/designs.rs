//! Designs: how the points of a plan are spread over its axes. A point is computed from its number alone, so that any
//! number of points takes no memory and any part of a plan can be played anywhere.

#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use crate::design::halton::{self, Halton};
use crate::design::latin::Latin;
use crate::design::sobol::{self, Sobol};
use crate::random::{Purpose, Streams};

/// How points are spread over the axes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "kebab-case")]
pub enum Design {
    /// Every combination of the values; the last axis runs fastest.
    #[default]
    Grid,
    /// Point `i` has value `i` of each axis.
    List,
    /// Each coordinate is drawn by itself.
    Random {
        /// Number of points.
        points: u64,
        /// Seed of the experiment.
        seed: u64,
    },
    /// Each axis has one point in each of as many equal parts as there are points.
    LatinHypercube {
        /// Number of points.
        points: u64,
        /// Seed of the experiment.
        seed: u64,
    },
    /// The Halton sequence, a prime base an axis.
    Halton {
        /// Number of points.
        points: u64,
        /// Seed of the experiment, by which it is scrambled; absent where it is not.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        scramble: Option<u64>,
    },
    /// The Sobol sequence.
    Sobol {
        /// Number of points; a power of 2 keeps what is good about it.
        points: u64,
        /// Seed of the experiment, by which it is scrambled; absent where it is not.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        scramble: Option<u64>,
    },
    /// The matrices of Saltelli for sensitivity indices, row by row as SALib has them.
    Saltelli {
        /// Number of base points, of twice as many dimensions as there are axes.
        points: u64,
        /// Seed of the experiment, by which they are scrambled; absent where they are not.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        scramble: Option<u64>,
        /// Whether there are rows for interactions of two axes: 2 D + 2 rows a base point instead of D + 2.
        second_order: bool,
    },
}

/// The names of designs, as a scenario says them.
pub const NAMES: [&str; 7] = ["grid", "list", "random", "latin-hypercube", "halton", "sobol", "saltelli"];

impl Design {
    /// Whether it combines values, and nothing is drawn.
    pub fn is_grid(&self) -> bool {
        *self == Design::Grid
    }

    /// Whether values come by numbers of the unit interval, so that an axis may be a distribution.
    pub fn is_drawn(&self) -> bool {
        !matches!(self, Design::Grid | Design::List)
    }

    /// Its points, on so many axes; `None` where the values of the axes say how many.
    pub fn points(&self, axes: usize) -> Option<u128> {
        match *self {
            Design::Grid | Design::List => None,
            Design::Random { points, .. }
            | Design::LatinHypercube { points, .. }
            | Design::Halton { points, .. }
            | Design::Sobol { points, .. } => Some(u128::from(points)),
            Design::Saltelli { points, second_order, .. } => {
                Some(u128::from(points) * u128::from(saltelli_rows(axes, second_order)))
            }
        }
    }

    /// Most axes that it can have.
    pub fn most_axes(&self) -> usize {
        match self {
            Design::Halton { .. } => halton::MOST_DIMENSIONS,
            Design::Sobol { .. } => sobol::MOST_DIMENSIONS,
            Design::Saltelli { .. } => sobol::MOST_DIMENSIONS / 2,
            _ => usize::MAX,
        }
    }

    /// Whether it has coordinates that are exactly 0.
    pub fn has_zero(&self) -> bool {
        matches!(
            self,
            Design::Halton { scramble: None, .. }
                | Design::Sobol { scramble: None, .. }
                | Design::Saltelli { scramble: None, .. }
        )
    }
}

/// Rows of the matrix of Saltelli a base point: A, A with one axis of B each, B with one axis of A each where there is
/// a second order, B.
pub fn saltelli_rows(axes: usize, second_order: bool) -> u64 {
    (if second_order { 2 * axes } else { axes }) as u64 + 2
}

/// The points of a design in the unit cube, each computed from its number.
#[derive(Clone, Debug)]
pub(crate) enum Cube {
    Random(Random),
    Latin(Random, Latin),
    Halton(Halton),
    Sobol(Sobol),
    Saltelli { base: Sobol, axes: usize, second_order: bool },
}

impl Cube {
    /// Of a design on axes of these keys; `None` where nothing is drawn.
    ///
    /// # Panics
    /// With more than [`Design::most_axes`].
    pub(crate) fn of(design: &Design, keys: &[&str]) -> Option<Cube> {
        let axes = keys.len();
        Some(match *design {
            Design::Grid | Design::List => return None,
            Design::Random { seed, .. } => Cube::Random(Random::new(seed, keys)),
            Design::LatinHypercube { points, seed } => {
                let random = Random::new(seed, keys);
                let latin = Latin::new(points, seed, &random.purposes);
                Cube::Latin(random, latin)
            }
            Design::Halton { scramble, .. } => Cube::Halton(Halton::new(axes, scramble)),
            Design::Sobol { scramble, .. } => Cube::Sobol(Sobol::new(axes, scramble)),
            Design::Saltelli { scramble, second_order, .. } => {
                Cube::Saltelli { base: Sobol::new(2 * axes, scramble), axes, second_order }
            }
        })
    }

    /// A coordinate of a point, in [0, 1).
    #[inline]
    pub(crate) fn at(&self, point: u64, axis: usize) -> f64 {
        match self {
            Cube::Random(random) => random.at(point, axis),
            Cube::Latin(random, latin) => latin.at(point, axis, random.at(point, axis)),
            Cube::Halton(halton) => halton.at(point, axis),
            Cube::Sobol(sobol) => sobol.at(point, axis),
            Cube::Saltelli { base, axes, second_order } => {
                let rows = saltelli_rows(*axes, *second_order);
                let takes_b = takes_b((point % rows) as usize, axis, *axes, *second_order);
                base.at(point / rows, if takes_b { axis + axes } else { axis })
            }
        }
    }
}

/// Whether an axis of a row has the value of matrix B, not of A: rows A, then A with one column of B after the other,
/// then B with one column of A after the other, then B (Saltelli 2002, Comput. Phys. Commun. 145, 280, in the order of
/// SALib).
fn takes_b(row: usize, axis: usize, axes: usize, second_order: bool) -> bool {
    match row {
        0 => false,
        row if row <= axes => axis == row - 1,
        row if second_order && row <= 2 * axes => axis != row - axes - 1,
        _ => true,
    }
}

/// Independent uniform numbers, by point and key, so that an axis more changes no other.
#[derive(Clone, Debug)]
pub(crate) struct Random {
    seed: u64,
    purposes: Vec<Purpose>,
}

impl Random {
    fn new(seed: u64, keys: &[&str]) -> Random {
        Random { seed, purposes: keys.iter().map(|key| Purpose::named(key)).collect() }
    }

    fn at(&self, point: u64, axis: usize) -> f64 {
        Streams::of_design(self.seed, point).open(self.purposes[axis]).inner_uniform()
    }
}
