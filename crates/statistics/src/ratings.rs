//! Strengths of players from who beat whom.
//!
//! R. A. Bradley, M. E. Terry, Biometrika 39 (1952) 324; with ties R. R. Davidson, J. Am. Stat. Assoc. 65 (1970) 317,
//! <https://doi.org/10.1080/01621459.1970.10481082>; with an advantage of who plays first R. R. Davidson, R. J. Beaver,
//! Biometrics 33 (1977) 693: i, who is first, wins, loses and ties with chances that are to each other as
//! exp(s_i + first), exp(s_j) and exp(tie + (s_i + s_j) / 2).

use crate::matrix::{Matrix, cholesky, solve};

mod profile;

pub use profile::Profile;

/// Elo points a unit of strength: 400 / ln 10.
pub const ELO: f64 = 400.0 / core::f64::consts::LN_10;
/// Newton steps, far more than any data needs.
const STEPS: usize = 200;
/// Of a draw of its own, what each side of a pairing is given where the data alone would say "infinitely better".
const PRIOR: f64 = 0.5;
/// A step after which nothing changes, since the error is squared by it.
const LAST: f64 = 1e-6;
/// A factor of a step below which it is no longer halved.
const LEAST: f64 = 1e-12;

/// Matches of two players of whom the first one named plays first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pairing {
    /// Number of who plays first.
    pub first: usize,
    /// Number of the other.
    pub second: usize,
    /// Matches that the first one won, that were tied, and that the second one won.
    pub results: [f64; 3],
}

/// What is estimated beside strengths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Model {
    /// Whether playing first may be worth something.
    pub has_order: bool,
    /// Whether matches may be tied.
    pub has_ties: bool,
}

/// What is estimated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// The strength of a player.
    Elo(usize),
    /// What playing first is worth.
    Order,
    /// How much likelier ties are.
    Tie,
}

/// Strengths with their standard errors.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// Of each player, in Elo points, with the mean 0.
    pub elo: Vec<[f64; 2]>,
    /// Of playing first, in Elo points.
    pub order_elo: Option<[f64; 2]>,
    /// Logarithm of how much likelier a tie of equals is than a win of one of them.
    pub tie: Option<[f64; 2]>,
    /// Whether some players, or those who play first, only ever won against others: their distance is unknown, and half
    /// a match to either side was added to each pairing to have a number at all.
    pub is_separated: bool,
    /// Of each pairing the chances of its three results.
    pub chances: Vec<[f64; 3]>,
}

/// Of those who are separated what is added instead of [`PRIOR`] to see which way strengths go as less is.
const VANISHING: [f64; 2] = [1e-4, 1e-7];

/// Of separated players the ratings as less and less is added: what goes on moving is unbounded to that side, and what
/// the matches tell stays. `None` where they cannot be found.
pub fn vanishing(players: usize, pairings: &[Pairing], model: Model) -> Option<[Ratings; 2]> {
    let [less, least] = VANISHING.map(|prior| of(players, &padded(pairings, prior), model, true));
    Some([less?, least?])
}

fn padded(pairings: &[Pairing], prior: f64) -> Vec<Pairing> {
    let with = |pairing: &Pairing| {
        let [won, tied, lost] = pairing.results;
        Pairing { results: [won + prior, tied, lost + prior], ..*pairing }
    };
    pairings.iter().map(with).collect()
}

/// The likeliest strengths; `None` where players are not joined by matches, or what playing first is worth cannot be
/// told from who plays.
pub fn ratings(players: usize, pairings: &[Pairing], model: Model) -> Option<Ratings> {
    let whole = if is_strongly_joined(players, pairings) { of(players, pairings, model, false) } else { None };
    // what only ever came out one way has no likeliest value either, such as who wins of those who play first
    whole.or_else(|| of(players, &padded(pairings, PRIOR), model, true))
}

fn of(players: usize, pairings: &[Pairing], model: Model, is_separated: bool) -> Option<Ratings> {
    let problem = Problem::new(players, model, pairings);
    let (x, covariance) = problem.likeliest()?;
    let error = |i: usize, j: usize| covariance(i, j);
    let mean = x[..players - 1].iter().sum::<f64>() / players as f64;
    // the last player is 0 by convention; all are then shifted to the mean 0
    let weight = |player: usize, k: usize| f64::from(u8::from(player == k)) - 1.0 / players as f64;
    let variance = |player: usize| -> f64 {
        let cells = (0..players - 1).flat_map(|i| (0..players - 1).map(move |j| (i, j)));
        cells.map(|(i, j)| weight(player, i) * weight(player, j) * error(i, j)).sum()
    };
    let strength = |player: usize| if player + 1 < players { x[player] } else { 0.0 };
    let elo = (0..players).map(|player| [ELO * (strength(player) - mean), ELO * variance(player).sqrt()]).collect();
    let with_error = |k: usize, unit: f64| [unit * x[k], unit * error(k, k).sqrt()];
    Some(Ratings {
        elo,
        order_elo: model.has_order.then(|| with_error(players - 1, ELO)),
        tie: model.has_ties.then(|| with_error(players - 1 + usize::from(model.has_order), 1.0)),
        is_separated,
        chances: problem.slopes.iter().map(|slopes| problem.chances(slopes, &x)).collect(),
    })
}

/// Whether from each player every other is reached by steps from a loser, or from one of a tie, to the winner (L. R.
/// Ford, Am. Math. Monthly 64 (1957) 28): only then has the likelihood a maximum.
fn is_strongly_joined(players: usize, pairings: &[Pairing]) -> bool {
    players == 0 || unbounded(players, pairings, 0) == [false; 2]
}

/// Whether how far a player is below and above the others has no bound: below where somebody never lost to him or to
/// whom he lost, and so on, above where the same is true of him.
pub fn unbounded(players: usize, pairings: &[Pairing], player: usize) -> [bool; 2] {
    [true, false].map(|is_turned| !reaches_all(players, pairings, player, is_turned))
}

/// Whether by steps from losers to winners, turned from winners to losers, a player reaches all others.
fn reaches_all(players: usize, pairings: &[Pairing], from: usize, is_turned: bool) -> bool {
    let mut reached = vec![false; players];
    let mut open = vec![from];
    while let Some(player) = open.pop() {
        if std::mem::replace(&mut reached[player], true) {
            continue;
        }
        for pairing in pairings {
            let [won, tied, lost] = pairing.results;
            let [up, down] = if is_turned { [won, lost] } else { [lost, won] };
            if pairing.first == player && up + tied > 0.0 {
                open.push(pairing.second);
            }
            if pairing.second == player && down + tied > 0.0 {
                open.push(pairing.first);
            }
        }
    }
    reached.iter().all(|reached| *reached)
}

/// A concave likelihood, in the strengths of all players but the last, the worth of the order and of ties.
struct Problem<'a> {
    players: usize,
    model: Model,
    pairings: &'a [Pairing],
    /// Of each pairing.
    slopes: Vec<[Vec<f64>; 3]>,
}

impl Problem<'_> {
    fn new(players: usize, model: Model, pairings: &[Pairing]) -> Problem<'_> {
        let problem = Problem { players, model, pairings, slopes: Vec::new() };
        Problem { slopes: pairings.iter().map(|pairing| problem.slopes(pairing)).collect(), ..problem }
    }

    fn size(&self) -> usize {
        self.players.saturating_sub(1) + usize::from(self.model.has_order) + usize::from(self.model.has_ties)
    }

    /// What each of the three results of a pairing owes to each unknown.
    fn slopes(&self, pairing: &Pairing) -> [Vec<f64>; 3] {
        let mut slopes = [vec![0.0; self.size()], vec![0.0; self.size()], vec![0.0; self.size()]];
        for (player, shares) in [(pairing.first, [1.0, 0.5, 0.0]), (pairing.second, [0.0, 0.5, 1.0])] {
            if player + 1 < self.players {
                slopes.iter_mut().zip(shares).for_each(|(slope, share)| slope[player] += share);
            }
        }
        if self.model.has_order {
            slopes[0][self.players - 1] = 1.0;
        }
        if self.model.has_ties {
            slopes[1][self.size() - 1] = 1.0;
        }
        slopes
    }

    fn likeliest(&self) -> Option<(Vec<f64>, impl Fn(usize, usize) -> f64 + use<>)> {
        self.likeliest_pulled(&vec![0.0; self.size()], &vec![0.0; self.size()])
    }

    /// With a slope added to the likelihood, by Newton's method with halved steps; the inverse of the curvature is the
    /// covariance.
    fn likeliest_pulled(
        &self,
        from: &[f64],
        slope: &[f64],
    ) -> Option<(Vec<f64>, impl Fn(usize, usize) -> f64 + use<>)> {
        let size = self.size();
        let of = |x: &[f64]| self.log_likelihood(x) + slope.iter().zip(x).map(|(slope, x)| slope * x).sum::<f64>();
        let mut x = from.to_vec();
        let mut value = of(&x);
        let mut is_found = false;
        for _ in 0..STEPS {
            let (mut gradient, curvature) = self.derivatives(&x);
            gradient.iter_mut().zip(slope).for_each(|(gradient, slope)| *gradient += slope);
            let step = solve(&cholesky(&curvature)?, &gradient);
            is_found = step.iter().all(|step| step.abs() < LAST);
            let mut factor = 1.0;
            let (next, best) = loop {
                let next: Vec<f64> = x.iter().zip(&step).map(|(x, step)| x + factor * step).collect();
                let at_next = of(&next);
                if at_next >= value || is_found || factor < LEAST {
                    break (next, at_next);
                }
                factor *= 0.5;
            };
            (x, value) = (next, best);
            if is_found {
                break;
            }
        }
        if !is_found {
            return None;
        }
        let root = cholesky(&self.derivatives(&x).1)?;
        let unit = |k: usize| (0..size).map(|i| f64::from(u8::from(i == k))).collect::<Vec<_>>();
        let inverse: Vec<Vec<f64>> = (0..size).map(|k| solve(&root, &unit(k))).collect();
        Some((x, move |i: usize, j: usize| inverse[j][i]))
    }

    /// Chances of the three results; without ties the second one is 0.
    fn chances(&self, slopes: &[Vec<f64>; 3], x: &[f64]) -> [f64; 3] {
        let dot = |slope: &Vec<f64>| slope.iter().zip(x).map(|(a, b)| a * b).sum::<f64>();
        let mut weights = [dot(&slopes[0]), dot(&slopes[1]), dot(&slopes[2])].map(libm::exp);
        if !self.model.has_ties {
            weights[1] = 0.0;
        }
        let sum: f64 = weights.iter().sum();
        weights.map(|weight| weight / sum)
    }

    fn log_likelihood(&self, x: &[f64]) -> f64 {
        let of = |(pairing, slopes): (&Pairing, &[Vec<f64>; 3])| -> f64 {
            let chances = self.chances(slopes, x);
            let seen = pairing.results.iter().zip(chances).filter(|(count, _)| **count > 0.0);
            seen.map(|(count, chance)| count * libm::log(chance)).sum()
        };
        self.pairings.iter().zip(&self.slopes).map(of).sum()
    }

    fn derivatives(&self, x: &[f64]) -> (Vec<f64>, Matrix) {
        let size = self.size();
        let (mut gradient, mut curvature) = (vec![0.0; size], Matrix::zero(size, size));
        for (pairing, slopes) in self.pairings.iter().zip(&self.slopes) {
            let chances = self.chances(slopes, x);
            let n: f64 = pairing.results.iter().sum();
            let mean: Vec<f64> = (0..size).map(|k| (0..3).map(|r| chances[r] * slopes[r][k]).sum()).collect();
            for (r, slope) in slopes.iter().enumerate() {
                for i in 0..size {
                    gradient[i] += pairing.results[r] * (slope[i] - mean[i]);
                    for j in 0..size {
                        curvature[(i, j)] += n * chances[r] * (slope[i] - mean[i]) * (slope[j] - mean[j]);
                    }
                }
            }
        }
        (gradient, curvature)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tolley_experiment::random::{Purpose, Streams};

    fn pairing(first: usize, second: usize, results: [f64; 3]) -> Pairing {
        Pairing { first, second, results }
    }

    #[test]
    fn two_players_have_the_elo_of_their_score() {
        // strategy test T30
        for (score, elo) in [(0.75, 190.85), (0.55, 34.86)] {
            let found = ratings(2, &[pairing(0, 1, [1000.0 * score, 0.0, 1000.0 * (1.0 - score)])], Model::default());
            let found = found.expect("joined");
            assert!((found.elo[0][0] - found.elo[1][0] - elo).abs() < 0.005, "{found:?}");
            assert!(!found.is_separated);
            // of the difference: 1 / sqrt(n p q), and each is half of it
            let error = ELO / (1000.0 * score * (1.0 - score)).sqrt() / 2.0;
            assert!((found.elo[0][1] - error).abs() < 1e-6 * error);
        }
    }

    #[test]
    fn who_never_lost_has_a_finite_rating_that_is_flagged() {
        let found = ratings(2, &[pairing(0, 1, [10.0, 0.0, 0.0])], Model::default()).expect("joined");
        assert!(found.is_separated);
        let pairings = [pairing(0, 1, [10.0, 0.0, 0.0]), pairing(1, 2, [5.0, 0.0, 0.0])];
        let open: Vec<[bool; 2]> = (0..3).map(|player| unbounded(3, &pairings, player)).collect();
        assert_eq!(open, [[false, true], [true, true], [true, false]]);
        // 10.5 to 0.5
        assert!((found.elo[0][0] - found.elo[1][0] - ELO * 21.0_f64.ln()).abs() < 1e-6);
        assert!(ratings(3, &[pairing(0, 1, [1.0, 0.0, 1.0])], Model::default()).is_none(), "who plays nobody");
    }

    #[test]
    fn strengths_order_and_ties_are_found_again() {
        let (truth, order, tie) = ([0.8, 0.1, -0.2, -0.7], 0.3, -0.4);
        let mut stream = Streams::new(30, 0, None).open(Purpose::named("matches"));
        let mut pairings = Vec::new();
        for i in 0..4 {
            for j in (0..4).filter(|j| *j != i) {
                let weights: [f64; 3] = [truth[i] + order, tie + (truth[i] + truth[j]) / 2.0, truth[j]].map(libm::exp);
                let sum: f64 = weights.iter().sum();
                let mut results = [0.0; 3];
                for _ in 0..5000 {
                    let u = stream.uniform() * sum;
                    results[usize::from(u > weights[0]) + usize::from(u > weights[0] + weights[1])] += 1.0;
                }
                pairings.push(pairing(i, j, results));
            }
        }
        let found = ratings(4, &pairings, Model { has_order: true, has_ties: true }).expect("joined");
        for (truth, [value, error]) in truth.iter().map(|strength| strength * ELO).zip(&found.elo) {
            assert!((value - truth).abs() < 4.0 * error && *error < 5.0, "{value} +- {error}, not {truth}");
        }
        let [[worth, error], [tied, tie_error]] = [found.order_elo.expect("asked"), found.tie.expect("asked")];
        assert!((worth - order * ELO).abs() < 4.0 * error && (tied - tie).abs() < 4.0 * tie_error);
    }
}
