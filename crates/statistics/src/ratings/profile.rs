//! Intervals of strengths from the likelihood of all matches, where a group that is left out leaves no strengths.
//!
//! An interval holds the values of which the logarithm of the likelihood, at the best of all others, is at most half
//! the quantile of chi-square of one degree of freedom below its top (S. S. Wilks, Ann. Math. Stat. 9 (1938) 60).
//! Matches of a group may go together: where their scores spread more than those of independent matches would, by that
//! design effect the fall is larger (A. Rotnitzky, N. P. Jewell, Biometrika 77 (1990) 485), at Student's t of the
//! groups.

use super::{Model, Pairing, Problem, Ratings, Term};
use crate::estimates::{UPPER, normal_quantile_at, t_quantile};
use crate::matrix::Matrix;

/// Bisections of the end of an interval, by which all digits of it stand.
const HALVINGS: usize = 60;
/// A part of the fall of the likelihood by which an end may miss it; one that misses by more is open.
const MISSED: f64 = 1e-6;

/// A likelihood about its top.
pub struct Profile<'a> {
    problem: Problem<'a>,
    /// Where the top is.
    x: Vec<f64>,
    /// The logarithm of the likelihood there.
    top: f64,
    /// Of independent matches.
    covariance: Matrix,
    /// Squares of the scores of groups, summed.
    spread: Matrix,
    groups: u64,
}

impl Profile<'_> {
    /// Of all matches, and the same of each group alone; `None` where the likelihood has no top.
    pub fn new<'a>(
        players: usize,
        pairings: &'a [Pairing],
        model: Model,
        groups: &[Vec<Pairing>],
    ) -> Option<Profile<'a>> {
        let problem = Problem::new(players, model, pairings);
        let size = problem.size();
        let (x, covariance) = problem.likeliest()?;
        let mut spread = Matrix::zero(size, size);
        for group in groups {
            let (score, _) = Problem::new(players, model, group).derivatives(&x);
            (0..size * size).for_each(|k| spread[(k / size, k % size)] += score[k / size] * score[k % size]);
        }
        let (top, covariance) = (problem.log_likelihood(&x), Matrix::of(size, size, covariance));
        Some(Profile { problem, x, top, covariance, spread, groups: groups.len() as u64 })
    }

    /// The interval (95 %) of a term, in the unit that [`Ratings`] have it; an end that the matches do not bound is
    /// infinite.
    pub fn interval(&self, term: Term) -> Option<[f64; 2]> {
        let (weights, unit) = self.problem.weights(term)?;
        let along = times(&self.covariance, &weights);
        let variance = dot(&along, &weights);
        let seen = dot(&times(&self.spread, &along), &along) * self.groups as f64 / (self.groups as f64 - 1.0);
        let fall = 0.5
            * f64::max(normal_quantile_at(UPPER).powi(2), seen / variance * t_quantile(self.groups.max(2) - 1).powi(2));
        let start = (2.0 * fall / variance).sqrt();
        Some([-1.0, 1.0].map(|side| unit * self.end(&weights, side, start, fall)))
    }

    /// How far a sum of the unknowns goes to a side. What pulls it there, a slope added to the likelihood, is bisected:
    /// the more it pulls the further the sum goes and the more the likelihood falls.
    fn end(&self, weights: &[f64], side: f64, start: f64, fall: f64) -> f64 {
        let pulled = |pull: f64, from: &[f64]| {
            let slope: Vec<f64> = weights.iter().map(|weight| side * pull * weight).collect();
            let (x, _) = self.problem.likeliest_pulled(from, &slope)?;
            let fallen = self.top - self.problem.log_likelihood(&x);
            (fallen <= fall).then_some((x, fallen))
        };
        // one that pulls without bound has no likeliest place either
        let (mut low, mut high, mut best) = (0.0, start, (self.x.clone(), 0.0));
        while let Some(next) = pulled(high, &best.0) {
            (low, high, best) = (high, 2.0 * high, next);
        }
        for _ in 0..HALVINGS {
            let middle = 0.5 * (low + high);
            match pulled(middle, &best.0) {
                Some(next) => (low, best) = (middle, next),
                None => high = middle,
            }
        }
        if fall - best.1 <= MISSED * fall { dot(weights, &best.0) } else { side * f64::INFINITY }
    }
}

impl Problem<'_> {
    /// Of each unknown its part in a term, and the unit of the term; `None` of what is not estimated.
    fn weights(&self, term: Term) -> Option<(Vec<f64>, f64)> {
        let (players, size) = (self.players, self.size());
        let one = |k: usize| (0..size).map(|i| f64::from(u8::from(i == k))).collect();
        let of_player = |player: usize, i: usize| match i {
            i if i + 1 < players => f64::from(u8::from(i == player)) - 1.0 / players as f64,
            _ => 0.0,
        };
        match term {
            Term::Elo(player) => Some(((0..size).map(|i| of_player(player, i)).collect(), super::ELO)),
            Term::Order => self.model.has_order.then(|| (one(players - 1), super::ELO)),
            Term::Tie => self.model.has_ties.then(|| (one(size - 1), 1.0)),
        }
    }
}

impl Ratings {
    /// The value of a term and its error, not numbers where it is not estimated.
    pub fn of(&self, term: Term) -> [f64; 2] {
        match term {
            Term::Elo(player) => self.elo[player],
            Term::Order => self.order_elo.unwrap_or([f64::NAN; 2]),
            Term::Tie => self.tie.unwrap_or([f64::NAN; 2]),
        }
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn times(matrix: &Matrix, x: &[f64]) -> Vec<f64> {
    (0..x.len()).map(|i| (0..x.len()).map(|j| matrix[(i, j)] * x[j]).sum()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ratings::ratings;

    fn pairing(first: usize, second: usize, results: [f64; 3]) -> Pairing {
        Pairing { first, second, results }
    }

    /// Dealt to so many groups evenly, so that their scores do not spread at all.
    fn dealt(pairings: &[Pairing], groups: usize) -> Vec<Vec<Pairing>> {
        let part =
            |pairing: &Pairing| Pairing { results: pairing.results.map(|count| count / groups as f64), ..*pairing };
        vec![pairings.iter().map(part).collect(); groups]
    }

    #[test]
    fn of_many_matches_it_is_the_interval_of_the_curvature() {
        let (size, model) = (1e6, Model { has_order: true, has_ties: true });
        let shares =
            [(0, 1, [0.5, 0.2, 0.3]), (1, 0, [0.4, 0.2, 0.4]), (1, 2, [0.6, 0.1, 0.3]), (2, 0, [0.3, 0.1, 0.6])];
        let pairings = shares.map(|(i, j, shares)| pairing(i, j, shares.map(|share| share * size)));
        let groups = dealt(&pairings, 100);
        let profile = Profile::new(3, &pairings, model, &groups).expect("joined");
        let found = ratings(3, &pairings, model).expect("joined");
        for term in [Term::Elo(0), Term::Elo(1), Term::Elo(2), Term::Order, Term::Tie] {
            let ([value, error], [low, high]) = (found.of(term), profile.interval(term).expect("asked"));
            let half = normal_quantile_at(UPPER) * error;
            // the likelihood of a million matches is a parabola to a thousandth
            assert!((value - half - low).abs() < 2e-3 * half && (value + half - high).abs() < 2e-3 * half, "{term:?}");
        }
    }

    #[test]
    fn matches_that_go_together_widen_it() {
        // nine of ten were won, by groups of ten matches alike
        let pairings = [pairing(0, 1, [900.0, 0.0, 100.0])];
        let groups: Vec<Vec<Pairing>> = (0..100)
            .map(|k| vec![pairing(0, 1, if k % 10 == 0 { [0.0, 0.0, 10.0] } else { [10.0, 0.0, 0.0] })])
            .collect();
        let width = |groups: &[Vec<Pairing>]| {
            let profile = Profile::new(2, &pairings, Model::default(), groups).expect("joined");
            let [low, high] = profile.interval(Term::Elo(0)).expect("bounded");
            high - low
        };
        // ten times the variance, and t of 99 degrees of freedom; the likelihood is no parabola there
        let ratio = width(&groups) / width(&dealt(&pairings, 100));
        assert!((ratio - 10.0_f64.sqrt()).abs() < 0.3, "{ratio}");
        // of two groups that do not agree the fall is larger than the likelihood has digits for
        let two = [vec![pairing(0, 1, [900.0, 0.0, 0.0])], vec![pairing(0, 1, [0.0, 0.0, 100.0])]];
        let profile = Profile::new(2, &pairings, Model::default(), &two).expect("joined");
        assert_eq!(profile.interval(Term::Elo(0)), Some([f64::NEG_INFINITY, f64::INFINITY]));
    }
}
