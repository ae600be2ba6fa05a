//! Maxima of a function over a box, without its derivatives, the same on every run.

use tolley_experiment::run;

use crate::space::{Sequence, Space};

/// Starts of a search: one in so many of the finest details along each number, but within these limits.
const START_EVERY: f64 = 1.5;
const STARTS: [f64; 2] = [64.0, 16_384.0];
/// Starts that are climbed from: the best ones so far apart, then tops with none higher so far around, among the best.
const BEST: (usize, f64) = (4, 2.0);
const TOPS: (usize, f64) = (4, 2.5);
const RANKED: usize = 1024;
/// Halvings of the step, the first one half of the finest detail: a maximum is found to 1/256 of it.
const HALVINGS: usize = 8;

/// A maximum among its neighbours.
#[derive(Clone, Debug, PartialEq)]
pub struct Peak {
    /// Where.
    pub at: Vec<f64>,
    /// How high.
    pub value: f64,
}

/// The best of points that fill the box so densely that each detail of this size along each number has one, and those
/// that are higher than all near them.
pub fn starts(space: &Space, detail: &[f64], value: impl Fn(&[f64]) -> f64 + Sync + Send) -> Vec<Peak> {
    let wanted: f64 =
        detail.iter().enumerate().map(|(i, size)| (space.width(i) / (START_EVERY * size)).max(1.0)).product();
    let sequence = Sequence::new(space.dimensions());
    let number = wanted.clamp(STARTS[0], STARTS[1]) as u64;
    let points: Vec<Vec<f64>> = (0..number).map(|number| space.at(&sequence.point(number))).collect();
    let values = run::each(&points, |at| value(at));
    let seen = points.into_iter().zip(values).map(|(at, value)| Peak { at, value });
    let mut all: Vec<Peak> = seen.filter(|peak| peak.value > f64::NEG_INFINITY).collect();
    sort(&mut all);
    let apart = |k: usize, others: &[usize], by: f64| {
        others.iter().all(|other| distance(&all[k].at, &all[*other].at, detail) > by)
    };
    let mut chosen: Vec<usize> = Vec::new();
    for k in 0..all.len() {
        if chosen.len() < BEST.0 && apart(k, &chosen, BEST.1) {
            chosen.push(k);
        }
    }
    // a wide hill has many starts that are higher than the best of a narrow one
    let ranked: Vec<usize> = (0..all.len().min(RANKED)).collect();
    let tops = ranked.iter().filter(|k| !chosen.contains(k) && apart(**k, &ranked[..**k], TOPS.1)).take(TOPS.0);
    let tops: Vec<usize> = tops.copied().collect();
    chosen.into_iter().chain(tops).map(|k| all[k].clone()).collect()
}

/// Climbs from each start along the numbers in turn, halving the step where no neighbour is higher (compass search;
/// T. G. Kolda, R. M. Lewis, V. Torczon, SIAM Review 45 (2003) 385); the peaks, the highest first, each once.
pub fn climb(space: &Space, detail: &[f64], starts: &[Peak], value: impl Fn(&[f64]) -> f64 + Sync + Send) -> Vec<Peak> {
    let mut climbed: Vec<Peak> = run::each(starts, |start| climb_one(space, detail, start.clone(), &value));
    sort(&mut climbed);
    let mut peaks: Vec<Peak> = Vec::new();
    for peak in climbed {
        if peaks.iter().all(|other| distance(&peak.at, &other.at, detail) > 0.5) {
            peaks.push(peak);
        }
    }
    peaks
}

fn climb_one(space: &Space, detail: &[f64], mut best: Peak, value: &impl Fn(&[f64]) -> f64) -> Peak {
    let mut step = 0.5;
    for _ in 0..HALVINGS {
        while let Some(higher) = neighbour(space, detail, step, &best, value) {
            best = higher;
        }
        step *= 0.5;
    }
    best
}

/// The first higher neighbour.
fn neighbour(space: &Space, detail: &[f64], step: f64, best: &Peak, value: &impl Fn(&[f64]) -> f64) -> Option<Peak> {
    let moves = (0..detail.len()).flat_map(|i| [(i, step * detail[i]), (i, -step * detail[i])]);
    moves
        .filter_map(|(i, by)| {
            let mut at = best.at.clone();
            at[i] += by;
            let at = space.nearest(&at);
            (at != best.at).then(|| Peak { value: value(&at), at })
        })
        .find(|peak| peak.value > best.value)
}

fn sort(peaks: &mut [Peak]) {
    peaks.sort_by(|a, b| b.value.total_cmp(&a.value));
}

/// In finest details.
fn distance(a: &[f64], b: &[f64], detail: &[f64]) -> f64 {
    a.iter().zip(b).zip(detail).map(|((a, b), size)| ((a - b) / size) * ((a - b) / size)).sum::<f64>().sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_hills_are_found_the_highest_first() {
        let hills = [([0.3, 0.2], 1.0), ([0.7, 0.75], 0.9), ([1.0, 0.1], 0.8)];
        let value = |x: &[f64]| {
            let hill = |(at, high): &([f64; 2], f64)| {
                high * libm::exp(-100.0 * ((x[0] - at[0]) * (x[0] - at[0]) + (x[1] - at[1]) * (x[1] - at[1])))
            };
            hills.iter().map(hill).sum::<f64>()
        };
        let space = Space::new(&[[0.0, 1.0], [0.0, 1.0]]).expect("ranges");
        let detail = [0.07, 0.07];
        let peaks = climb(&space, &detail, &starts(&space, &detail, value), value);
        for (peak, (at, high)) in peaks.iter().zip(hills) {
            assert!(distance(&peak.at, &at, &[1e-3, 1e-3]) < 1.0 && (peak.value - high).abs() < 1e-5, "{peaks:?}");
        }
        assert_eq!(space.edges(&peaks[2].at), [0]);
    }
}
