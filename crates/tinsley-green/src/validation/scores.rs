//! Whole games of teams as they come beside published scores: D39.

use tolley_experiment::random::Streams;
use tolley_experiment::row::Rows;
use tolley_experiment::study::Study;
use tolley_physics::validation::{Basis, Row};

use super::row::band;
use crate::keys::with_presets;
use crate::matches::teams::{Class, Teams};
use crate::matches::{Buffers, MatchKeys, MatchStudy, Setup, play};
use crate::published::courses::course;
use crate::published::{Score, games};

/// Games that are played for each row.
const GAMES: u64 = 240;
/// Points of a break that was seen in a final.
const LONG_BREAK: u32 = 18;

/// Scores of games of the preset pub, and whether each has a long break; nothing if a game cannot be played.
fn simulated() -> Option<Vec<(Score, bool)>> {
    let teams = Teams { preset: Class::Pub, ..Teams::default() };
    let keys = with_presets(MatchKeys { teams, ..MatchKeys::default() });
    let setup = Setup::new(&keys).ok()?;
    let (mut buffers, tables) = (Buffers::new(&setup), MatchStudy::tables());
    (0..GAMES)
        .map(|number| {
            let mut rows = Rows::new(&tables);
            play(&setup, &mut buffers, &Streams::new(39, number, None), &mut rows).ok()?;
            let course = course(&keys, &rows);
            Some((course.score(f64::INFINITY), course.longest_break() >= LONG_BREAK))
        })
        .collect()
}

fn published() -> Vec<Score> {
    games().into_iter().map(|game| game.score).collect()
}

/// The share of simulated games with something; not a number if they cannot be played.
fn share(of: impl Fn(&(Score, bool)) -> bool) -> f64 {
    simulated().map_or(f64::NAN, |games| games.iter().filter(|game| of(game)).count() as f64 / GAMES as f64)
}

/// The largest difference of two distributions: of shares of values that are no larger than some value.
fn difference(one: &[u32], other: &[u32]) -> f64 {
    let up_to =
        |values: &[u32], most: u32| values.iter().filter(|value| **value <= most).count() as f64 / values.len() as f64;
    one.iter().chain(other).map(|most| (up_to(one, *most) - up_to(other, *most)).abs()).fold(0.0, f64::max)
}

/// The same of what is looked at in scores, simulated and published.
fn off(of: fn(Score) -> u32) -> f64 {
    let published: Vec<u32> = published().into_iter().map(of).collect();
    simulated().map_or(f64::NAN, |games| {
        difference(&games.into_iter().map(|(score, _)| of(score)).collect::<Vec<u32>>(), &published)
    })
}

const SCORES: &str = "36 published games, 1940 to 2019 (greyhoundmarbles.com, magwv.com, euronews), beside 240 of the preset pub; the bound is that of Kolmogorov and Smirnov at 5 %";
const CLOCK: &str = "20 of 36 published games, two standard errors each way; 240 games of the preset pub";
const BREAKS: &str = "a visit of 18 in the final of 1984 (greyhoundmarbles.com), winners of 33 and 39; 240 games of the preset pub have some, and not most";

/// 1.358 sqrt(1 / 36 + 1 / 240).
const SAME: [f64; 2] = [0.0, 0.2427];

pub(super) const ROWS: &[Row] = &[
    band("D39", "points of the loser: largest difference of the distributions", SCORES, SAME, || {
        off(|score| score.loser)
    })
    .on(Basis::Report),
    band("D39", "margin: largest difference of the distributions", SCORES, SAME, || off(Score::margin))
        .on(Basis::Report),
    band("D39", "games that end below 25, share", CLOCK, [0.39, 0.721], || share(|(score, _)| score.is_cut_short()))
        .on(Basis::Report),
    band("D39", "games with a break of 18 or more, share", BREAKS, [0.01, 0.5], || share(|(_, is_long)| *is_long))
        .on(Basis::Report),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distributions_differ_by_the_largest_step_between_them() {
        assert_eq!(difference(&[1, 2, 3, 4], &[1, 2, 3, 4]), 0.0);
        assert_eq!(difference(&[1, 2, 3, 4], &[5, 6, 7, 8]), 1.0);
        assert_eq!(difference(&[1, 2, 3, 4], &[1, 2, 9, 9]), 0.5);
    }

    #[test]
    fn like_sides_are_told_from_published_ones() {
        let even: Vec<u32> = published().iter().map(|score| score.loser + 9).collect();
        let losers: Vec<u32> = published().iter().map(|score| score.loser).collect();
        assert!(difference(&even, &losers) > SAME[1]);
    }
}
