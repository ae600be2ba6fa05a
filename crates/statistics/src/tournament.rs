//! Strengths of players with intervals that hold where matches share their random numbers, and whether such strengths
//! explain who beat whom.
//!
//! Matches are dealt to groups by the random numbers that they share. How the strengths move when a group is left out
//! gives their standard errors, whatever the matches of a group have in common (the delete-a-group jackknife: P. S.
//! Kott, J. Off. Stat. 17 (2001) 521). Where somebody is separated without a group, so that no strengths are left, the
//! likelihood of all matches gives intervals.

use crate::distributions::fisher_tail;
use crate::estimates::{Estimate, UPPER, normal_quantile_at, t_quantile};
use crate::ratings::{ELO, Model, Pairing, Profile, Ratings, Term, ratings, unbounded, vanishing};

/// Groups to which matches are dealt, at most.
pub const GROUPS: usize = 200;
/// A part of a value by which it does not move where it has a bound.
const STILL: f64 = 0.05;

/// Of each term its standard error and its interval.
type Spreads<'a> = Box<dyn Fn(Term) -> (Option<f64>, Option<[f64; 2]>) + 'a>;

/// Who beat whom, by group.
#[derive(Clone, Debug, PartialEq)]
pub struct Tournament {
    players: usize,
    /// Who plays first, and the other one.
    pairs: Vec<[usize; 2]>,
    /// Of each group and pair the matches that the first one won, that were tied, and that the other one won.
    groups: Vec<Vec<[f64; 3]>>,
}

/// Why there are no strengths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unrated {
    /// There is no match of two different players.
    NoMatch,
    /// Nobody of the first ones met any of the others.
    NotJoined(Vec<usize>, Vec<usize>),
    /// The likelihood has no maximum that can be found.
    NoMaximum,
}

/// Strengths of players.
#[derive(Clone, Debug, PartialEq)]
pub struct Rated {
    /// Of each player in Elo points, with the mean 0; n are his matches, those against himself once.
    pub elo: Vec<Estimate>,
    /// What playing first is worth, in Elo points; `None` where it cannot be told from who plays.
    pub first_elo: Option<Estimate>,
    /// Share of ties among equals of whom neither has an advantage; `None` where nothing was tied.
    pub tie_share: Option<Estimate>,
    /// Whether some distance is unknown, since nobody on one side of it ever lost: half a match to either side was
    /// added to each pairing, and the intervals are those of independent matches, infinite to the side that is unknown.
    pub is_separated: bool,
    /// Whether somebody is separated without one of the groups: intervals are those of a [`Profile`] then, without
    /// standard errors.
    pub is_nearly_separated: bool,
    /// How well the strengths explain the pairings; `None` where they explain them by their number.
    pub fit: Option<Fit>,
    /// Matches.
    pub n: u64,
    /// Groups that were left out in turn.
    pub groups: usize,
}

/// Pearson's chi-square of the results of all pairings beside those that strengths make likely.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// The sum of squares over what is expected.
    pub chi_square: f64,
    /// Results that are free, beyond what was estimated.
    pub freedom: u64,
    /// How many times as large as of independent matches it is on the average.
    pub design_effect: f64,
    /// The chance of as large a sum over the design effect (J. N. K. Rao, A. J. Scott, Ann. Statist. 12 (1984) 46), by
    /// F, since few groups tell that effect roughly (D. R. Thomas, J. N. K. Rao, J. Am. Stat. Assoc. 82 (1987) 630).
    pub p: f64,
    /// The smallest number that is expected of any result.
    pub least_expected: f64,
}

impl Tournament {
    /// Of no match yet, whose numbers run from 0 to `repeats`.
    pub fn new(players: usize, repeats: u64) -> Tournament {
        let groups = repeats.clamp(1, GROUPS as u64) as usize;
        Tournament { players, pairs: Vec::new(), groups: vec![Vec::new(); groups] }
    }

    /// Takes matches: those of the same number share their random numbers. Results as of a [`Pairing`].
    pub fn add(&mut self, number: u64, [first, second]: [usize; 2], results: [f64; 3]) {
        let pair = self.pairs.iter().position(|pair| *pair == [first, second]).unwrap_or_else(|| {
            self.pairs.push([first, second]);
            self.pairs.len() - 1
        });
        let size = self.groups.len() as u64;
        let group = &mut self.groups[(number % size) as usize];
        if group.len() <= pair {
            group.resize(pair + 1, [0.0; 3]);
        }
        group[pair].iter_mut().zip(results).for_each(|(sum, more)| *sum += more);
    }

    /// The strengths.
    pub fn rated(&self) -> Result<Rated, Unrated> {
        if self.pairs.iter().all(|[one, other]| one == other) {
            return Err(Unrated::NoMatch);
        }
        self.joined()?;
        let all = self.without(None);
        let has_ties = all.iter().any(|pairing| pairing.results[1] > 0.0);
        let with_order = Model { has_order: true, has_ties };
        let fitted = ratings(self.players, &all, with_order).map(|found| (with_order, found));
        let alone = Model { has_order: false, has_ties };
        let fitted = fitted.or_else(|| ratings(self.players, &all, alone).map(|found| (alone, found)));
        let (model, full) = fitted.ok_or(Unrated::NoMaximum)?;
        let left: Vec<(Vec<Pairing>, Ratings)> = (0..self.groups.len())
            .filter_map(|group| {
                let pairings = self.without(Some(group));
                ratings(self.players, &pairings, model).map(|found| (pairings, found))
            })
            .collect();
        // one that cannot be done without would be left out of the error too
        let left = if left.len() == self.groups.len() && left.len() > 1 { left } else { Vec::new() };
        Ok(self.told(model, &all, &full, &left))
    }

    /// Groups of players of whom none met one of another group are no tournament.
    fn joined(&self) -> Result<(), Unrated> {
        let mut is_met = vec![false; self.players];
        let mut open = vec![0];
        while let Some(player) = open.pop() {
            if std::mem::replace(&mut is_met[player], true) {
                continue;
            }
            for [one, other] in &self.pairs {
                open.extend(if *one == player { Some(*other) } else { (*other == player).then_some(*one) });
            }
        }
        let (met, rest): (Vec<usize>, Vec<usize>) = (0..self.players).partition(|player| is_met[*player]);
        if rest.is_empty() { Ok(()) } else { Err(Unrated::NotJoined(met, rest)) }
    }

    fn without(&self, left_out: Option<usize>) -> Vec<Pairing> {
        self.of(|group| Some(group) != left_out)
    }

    /// The matches of some groups.
    fn of(&self, is_in: impl Fn(usize) -> bool) -> Vec<Pairing> {
        let of = |(pair, [first, second]): (usize, &[usize; 2])| {
            let mut results = [0.0; 3];
            for (_, group) in self.groups.iter().enumerate().filter(|(group, _)| is_in(*group)) {
                let counted = group.get(pair).copied().unwrap_or_default();
                results.iter_mut().zip(counted).for_each(|(sum, more)| *sum += more);
            }
            Pairing { first: *first, second: *second, results }
        };
        self.pairs.iter().enumerate().map(of).collect()
    }

    fn told(&self, model: Model, all: &[Pairing], full: &Ratings, left: &[(Vec<Pairing>, Ratings)]) -> Rated {
        let matches = |is_of: &dyn Fn(&Pairing) -> bool| -> f64 {
            all.iter().filter(|pairing| is_of(pairing)).map(|pairing| pairing.results.iter().sum::<f64>()).sum()
        };
        let n = matches(&|_| true) as u64;
        let is_nearly_separated = !full.is_separated && left.iter().any(|(_, found)| found.is_separated);
        let interval = self.intervals(model, all, full, left);
        let estimate = |n: u64, term: Term| {
            let (std_error, interval) = interval(term);
            Estimate { n, value: Some(full.of(term)[0]), std_error, interval }
        };
        let of_player = |player: usize| {
            let n = matches(&|pairing| pairing.first == player || pairing.second == player) as u64;
            let told = estimate(n, Term::Elo(player));
            let [is_down, is_up] = unbounded(self.players, all, player);
            let ends = |[low, high]: [f64; 2]| {
                [if is_down { f64::NEG_INFINITY } else { low }, if is_up { f64::INFINITY } else { high }]
            };
            Estimate { interval: told.interval.map(ends), ..told }
        };
        Rated {
            elo: (0..self.players).map(of_player).collect(),
            first_elo: model.has_order.then(|| estimate(n, Term::Order)),
            tie_share: model.has_ties.then(|| share_of_ties(estimate(n, Term::Tie))),
            is_separated: full.is_separated,
            is_nearly_separated,
            fit: self.fit(model, all, full, left),
            n,
            groups: left.len(),
        }
    }

    /// Of each term its standard error and its interval.
    fn intervals<'a>(
        &self,
        model: Model,
        all: &'a [Pairing],
        full: &'a Ratings,
        left: &'a [(Vec<Pairing>, Ratings)],
    ) -> Spreads<'a> {
        let about = |value: f64, half: f64| [value - half, value + half];
        if full.is_separated {
            // where a distance is unknown its error is not that of the half matches that were added
            let found = vanishing(self.players, all, model);
            return Box::new(move |term| {
                let [value, error] = full.of(term);
                let at = |ratings: &Ratings| ratings.of(term)[0];
                let moves = found.as_ref().map_or([f64::NAN; 2], |[less, least]| [at(less), at(least)]);
                (Some(error), Some(open(about(value, normal_quantile_at(UPPER) * error), moves)))
            });
        }
        if left.iter().any(|(_, found)| found.is_separated) {
            // half matches, which would be added without some groups alone, say nothing of how strengths move
            let groups: Vec<Vec<Pairing>> =
                (0..self.groups.len()).map(|group| self.of(|other| other == group)).collect();
            let profile = Profile::new(self.players, all, model, &groups);
            return Box::new(move |term| (None, profile.as_ref().and_then(|profile| profile.interval(term))));
        }
        Box::new(move |term| {
            let error = jackknife(left, |(_, ratings)| ratings.of(term)[0]);
            let half = |error: f64| t_quantile(left.len() as u64 - 1) * error;
            (error, error.map(|error| about(full.of(term)[0], half(error))))
        })
    }

    fn fit(&self, model: Model, all: &[Pairing], full: &Ratings, left: &[(Vec<Pairing>, Ratings)]) -> Option<Fit> {
        let results: &[usize] = if model.has_ties { &[0, 1, 2] } else { &[0, 2] };
        let estimated = self.players - 1 + usize::from(model.has_order) + usize::from(model.has_ties);
        let freedom = (all.len() * (results.len() - 1)).checked_sub(estimated).filter(|freedom| *freedom > 0)?;
        if full.is_separated || left.is_empty() || left.iter().any(|(_, found)| found.is_separated) {
            return None;
        }
        let (mut chi_square, mut under_it, mut least) = (0.0, 0.0, f64::INFINITY);
        for (pair, pairing) in all.iter().enumerate() {
            let n: f64 = pairing.results.iter().sum();
            for result in results {
                let expected = n * full.chances[pair][*result];
                chi_square += (pairing.results[*result] - expected).powi(2) / expected;
                least = least.min(expected);
                // the error of what is observed less what is expected, as a share
                let error = jackknife(left, |(pairings, ratings)| {
                    let results = pairings[pair].results;
                    results[*result] / results.iter().sum::<f64>() - ratings.chances[pair][*result]
                })?;
                under_it += (n * error).powi(2) / expected;
            }
        }
        let design_effect = under_it / freedom as f64;
        // a pairing whose matches are all of one group, or too few to vary
        if !(design_effect.is_finite() && design_effect > 0.0) {
            return None;
        }
        let freedoms = [freedom as f64, freedom as f64 * (left.len() - 1) as f64];
        let p = fisher_tail(freedoms, chi_square / under_it)?;
        Some(Fit { chi_square, freedom: freedom as u64, design_effect, p, least_expected: least })
    }
}

/// The standard error of what is found without each group; `None` of none.
fn jackknife(left: &[(Vec<Pairing>, Ratings)], of: impl Fn(&(Vec<Pairing>, Ratings)) -> f64) -> Option<f64> {
    let groups = left.len() as f64;
    let mean = left.iter().map(&of).sum::<f64>() / groups;
    let squares: f64 = left.iter().map(|found| (of(found) - mean).powi(2)).sum();
    (!left.is_empty()).then(|| ((groups - 1.0) / groups * squares).sqrt())
}

/// An interval without the end to which a value goes on moving, from `less` to `least`, as less is added to separated
/// players; without both where that is not known.
fn open([low, high]: [f64; 2], [less, least]: [f64; 2]) -> [f64; 2] {
    let moved = least - less;
    // what is bounded has moved by some thousandth of it by then
    let is_still = moved.abs() <= STILL * least.abs().max(1.0);
    // of what is not known either way
    let is_down = !is_still && (moved.is_nan() || moved < 0.0);
    let is_up = !is_still && (moved.is_nan() || moved > 0.0);
    [if is_down { f64::NEG_INFINITY } else { low }, if is_up { f64::INFINITY } else { high }]
}

/// What a tie is worth as a share: exp(tie) beside exp(0) for each of two equals.
fn share_of_ties(tie: Estimate) -> Estimate {
    let share = |tie: f64| 1.0 / (1.0 + 2.0 * libm::exp(-tie));
    let value = tie.value.map(share);
    // the slope of the share, for its error (first order); the ends of the interval are carried over
    let std_error = tie.std_error.zip(value).map(|(error, share)| error * share * (1.0 - share));
    Estimate { n: tie.n, value, std_error, interval: tie.interval.map(|ends| ends.map(share)) }
}

impl Rated {
    /// The points of a match, a win as one and a tie as a half, that a player with so many Elo points more takes of
    /// another, the mean of playing first and second: by the chances of R. R. Davidson, R. J. Beaver, Biometrics 33
    /// (1977) 693, as [`crate::ratings`] has them, with the ties and the advantage of who plays first as they are
    /// estimated here.
    pub fn expected_points(&self, elo: f64) -> f64 {
        if elo.is_infinite() {
            return if elo > 0.0 { 1.0 } else { 0.0 };
        }
        // the share of ties among equals is exp(tie) over exp(tie) + 2
        let share = self.tie_share.and_then(|share| share.value).unwrap_or(0.0);
        let tie = 2.0 * share / (1.0 - share);
        let first = self.first_elo.and_then(|first| first.value).unwrap_or(0.0);
        let of = |own: f64, others: f64| {
            let [own, others] = [elo / 2.0 + own, others - elo / 2.0].map(|of| libm::exp(of / ELO));
            (own + tie / 2.0) / (own + tie + others)
        };
        f64::midpoint(of(first, 0.0), of(0.0, first))
    }
}

#[cfg(test)]
mod tests;
