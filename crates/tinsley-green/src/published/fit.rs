//! How good and how unlike teams are, by what clock they play and on what sand, so that simulated games look like
//! published ones.
//!
//! The simulated games have sides of all strengths on all sands. Each counts by how likely teams of a [`Kind`] meet as
//! its sides do there. So one set of games serves every kind. The likelihood of a published score is the weight
//! of the simulated games that end with about that score.

use super::courses::Course;
use super::{Score, TARGET};

/// Deviation of ln(rolling friction) between layings of the sand, as `surface.rolling_friction_sd_ratio` has it.
const LAYINGS: f64 = 0.3;
/// How far scores may be from each other and look alike, points.
const LIKE: f64 = 1.0;
/// Most points of a side.
const MOST: usize = 49;
/// Share of games that nothing here explains.
const ODD: f64 = 1e-3;
/// By how much a logarithm of a likelihood falls at the ends of an interval of 95 %.
const FALL: f64 = 1.92;

/// A kind of teams, and how they play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kind {
    /// Logarithm of the errors of a middling side over those of `[player]`.
    pub middle_log: f64,
    /// Deviation of that between sides.
    pub side_sd: f64,
    /// Clock of a game, s.
    pub clock_s: f64,
    /// Rolling friction of the sand.
    pub friction_ratio: f64,
}

impl Kind {
    /// Errors of a middling side over those of `[player]`.
    pub fn error_ratio(&self) -> f64 {
        libm::exp(self.middle_log)
    }

    /// What a parameter of it is, in the order of their names.
    pub fn parameter(&self, number: usize) -> f64 {
        [self.error_ratio(), self.side_sd, self.clock_s, self.friction_ratio][number]
    }
}

/// Names of the parameters, as keys have them.
pub const PARAMETERS: [&str; 4] =
    ["teams.error_ratio", "teams.side_sd_ratio", "match.time_limit_s", "surface.rolling_friction_ratio"];

/// The kinds that are compared.
#[derive(Clone, Debug)]
pub struct Range {
    /// Errors of a middling side.
    pub middles: Vec<f64>,
    /// Their deviations.
    pub side_sds: Vec<f64>,
    /// Clocks, s.
    pub clocks_s: Vec<f64>,
    /// Rolling frictions.
    pub frictions: Vec<f64>,
}

/// How well each kind explains each published game.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The kinds, each with the logarithm of the likelihood of each game.
    kinds: Vec<(Kind, Vec<f64>)>,
}

/// The best kind, and between which values each of its parameters lies.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    /// The likeliest kind.
    pub kind: Kind,
    /// The logarithm of its likelihood.
    pub log_likelihood: f64,
    /// Ends of the interval of 95 % of each parameter: those of the profile of the likelihood.
    pub ranges: [[f64; 2]; 4],
}

impl Fit {
    /// Compares the kinds of a range.
    pub fn new(courses: &[Course], games: &[Score], range: &Range) -> Fit {
        let like = Like::new();
        let mut kinds = Vec::new();
        for &clock_s in &range.clocks_s {
            let alike: Vec<f64> = courses
                .iter()
                .flat_map(|course| {
                    let score = course.score(clock_s);
                    games.iter().map(move |game| (*game, score))
                })
                .map(|(game, score)| like.of(game, score))
                .collect();
            for &middle in &range.middles {
                for &side_sd in &range.side_sds {
                    for &friction_ratio in &range.frictions {
                        let kind = Kind { middle_log: libm::log(middle), side_sd, clock_s, friction_ratio };
                        kinds.push((kind, logs(&weights(courses, &kind), &alike, games.len())));
                    }
                }
            }
        }
        Fit { kinds }
    }

    /// The kind that explains some of the games best, of those that are possible.
    pub fn best(&self, is_used: impl Fn(usize) -> bool, is_possible: impl Fn(&Kind) -> bool) -> Option<Found> {
        let possible = self.kinds.iter().filter(|(kind, _)| is_possible(kind));
        let all: Vec<(Kind, f64)> = possible.map(|(kind, logs)| (*kind, sum_of(logs, &is_used))).collect();
        let (kind, log_likelihood) = *all.iter().max_by(|a, b| a.1.total_cmp(&b.1))?;
        let likely = all.iter().filter(|(_, log)| *log >= log_likelihood - FALL);
        let mut ranges = [[f64::INFINITY, f64::NEG_INFINITY]; 4];
        for (kind, _) in likely {
            for (number, [low, high]) in ranges.iter_mut().enumerate() {
                (*low, *high) = (low.min(kind.parameter(number)), high.max(kind.parameter(number)));
            }
        }
        Some(Found { kind, log_likelihood, ranges })
    }
}

fn sum_of(logs: &[f64], is_used: impl Fn(usize) -> bool) -> f64 {
    logs.iter().enumerate().filter(|(game, _)| is_used(*game)).map(|(_, log)| log).sum()
}

/// How much each simulated game counts among those of a kind; together 1.
pub fn weights(courses: &[Course], kind: &Kind) -> Vec<f64> {
    let friction_log = libm::log(kind.friction_ratio);
    let weight = |course: &Course| {
        let [one, other, sand] = course.logs;
        let [one, other] = [one, other].map(|log| (log - kind.middle_log) / kind.side_sd);
        let sand = (sand - friction_log) / LAYINGS;
        libm::exp(-0.5 * (one * one + other * other + sand * sand))
    };
    let weights: Vec<f64> = courses.iter().map(weight).collect();
    let sum: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / sum).collect()
}

/// Logarithm of the likelihood of each game.
fn logs(weights: &[f64], alike: &[f64], games: usize) -> Vec<f64> {
    let mut sums = vec![0.0; games];
    for (weight, alike) in weights.iter().zip(alike.chunks(games)) {
        for (sum, alike) in sums.iter_mut().zip(alike) {
            *sum += weight * alike;
        }
    }
    // of the odd games every pair of points is as likely
    let any = ODD / (MOST * MOST) as f64;
    sums.into_iter().map(|sum| libm::log((1.0 - ODD) * sum + any)).collect()
}

/// How likely a score is taken for another one: by a normal distribution of the points, cut off where a game is won.
struct Like(Vec<f64>);

impl Like {
    fn new() -> Like {
        let bell = |a: usize, b: usize| {
            let off = (a as f64 - b as f64) / LIKE;
            libm::exp(-0.5 * off * off)
        };
        let row = |simulated: usize| {
            let sum: f64 = (0..TARGET as usize).map(|published| bell(published, simulated)).sum();
            (0..TARGET as usize).map(move |published| bell(published, simulated) / sum)
        };
        Like((0..TARGET as usize).flat_map(row).collect())
    }

    fn points(&self, published: u32, simulated: u32) -> f64 {
        let simulated = simulated.min(TARGET - 1);
        self.0[(simulated * TARGET + published.min(TARGET - 1)) as usize]
    }

    fn of(&self, published: Score, simulated: Score) -> f64 {
        let loser = self.points(published.loser, simulated.loser);
        let winner = match (published.is_cut_short(), simulated.is_cut_short()) {
            (true, true) => self.points(published.winner, simulated.winner),
            (false, false) if beyond(published.winner) == beyond(simulated.winner) => 1.0,
            _ => 0.0,
        };
        loser * winner
    }
}

/// How far beyond the points that win a winner came: just there, some, many.
fn beyond(points: u32) -> u32 {
    match points - TARGET {
        0 => 0,
        1..=4 => 1,
        _ => 2,
    }
}

/// Between which values nine of ten games of a kind lie, of what is looked at in a score.
pub fn foretold(courses: &[Course], kind: &Kind, of: impl Fn(Score) -> u32) -> [u32; 2] {
    let scores = courses.iter().map(|course| of(course.score(kind.clock_s)));
    let mut weighed: Vec<(u32, f64)> = scores.zip(weights(courses, kind)).collect();
    weighed.sort_by_key(|(value, _)| *value);
    [0.05, 0.95].map(|share| quantile(&weighed, share))
}

/// The least of the values, in order and with their weights, up to which there is so much of the weight.
fn quantile(sorted: &[(u32, f64)], share: f64) -> u32 {
    let mut sum = 0.0;
    for (value, weight) in sorted {
        sum += weight;
        if sum >= share {
            return *value;
        }
    }
    sorted.last().map_or(0, |(value, _)| *value)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games in which each side makes so many points as its errors allow, on sand that does not matter.
    fn courses() -> Vec<Course> {
        let logs = (0..40).map(|i| -2.0 + 0.1 * f64::from(i));
        let points = |log: f64| (25.0 * libm::exp(-0.5 * (log + 2.0))) as u32;
        logs.clone()
            .flat_map(|one| logs.clone().map(move |other| [one, other]))
            .map(|[one, other]| Course::of([one, other, -2.3], vec![(600.0, [points(one), points(other)])]))
            .collect()
    }

    fn fit(courses: &[Course], games: &[Score]) -> Kind {
        let range = Range {
            middles: [-1.0, 0.0, 1.0].map(libm::exp).to_vec(),
            side_sds: vec![0.2, 0.5, 1.0],
            clocks_s: vec![600.0],
            frictions: vec![0.1],
        };
        Fit::new(courses, games, &range).best(|_| true, |_| true).expect("a kind").kind
    }

    #[test]
    fn teams_are_found_by_the_games_that_they_play() {
        let courses = courses();
        for middle_log in [-1.0, 0.0] {
            for side_sd in [0.2, 0.5, 1.0] {
                let kind = Kind { middle_log, side_sd, clock_s: 600.0, friction_ratio: 0.1 };
                // as many games of each score as the kind has
                let weighed = courses.iter().zip(weights(&courses, &kind));
                let games: Vec<Score> = weighed
                    .flat_map(|(course, weight)| vec![course.score(600.0); (2_000.0 * weight).round() as usize])
                    .collect();
                let found = fit(&courses, &games);
                assert!((found.middle_log - middle_log).abs() < 1e-9 && found.side_sd == side_sd, "{kind:?} {found:?}");
            }
        }
    }

    #[test]
    fn nine_of_ten_games_lie_in_what_is_foretold() {
        let courses = courses();
        let kind = Kind { middle_log: 0.0, side_sd: 0.5, clock_s: 600.0, friction_ratio: 0.1 };
        let [low, high] = foretold(&courses, &kind, |score| score.loser);
        let weighed = courses.iter().zip(weights(&courses, &kind));
        let held: f64 = weighed
            .filter(|(course, _)| (low..=high).contains(&course.score(600.0).loser))
            .map(|(_, weight)| weight)
            .sum();
        // points are whole, so that the range holds a little more
        assert!((0.9..0.99).contains(&held), "{held} in {low} to {high}");
    }

    #[test]
    fn scores_are_alike_by_loser_and_by_how_far_the_winner_came() {
        let like = Like::new();
        let of = |one: [u32; 2], other: [u32; 2]| like.of(Score::of(one), Score::of(other));
        assert!(of([25, 10], [25, 10]) > of([25, 10], [25, 12]) && of([25, 10], [25, 12]) > 0.0);
        assert_eq!((of([25, 10], [27, 10]), of([25, 10], [24, 10])), (0.0, 0.0));
        assert_eq!(of([33, 3], [39, 3]), of([33, 3], [33, 3]));
        assert!(of([20, 5], [20, 5]) > of([20, 5], [22, 5]));
        // all that a game may be published as is one
        let all: f64 = (0..TARGET).map(|loser| like.points(loser, 1)).sum();
        assert!((all - 1.0).abs() < 1e-12);
    }
}
