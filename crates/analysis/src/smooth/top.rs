//! Where a surface is highest.

use tolley_statistics::Estimate;
use tolley_statistics::gaussian_process::Known;

use super::{PLACES, Places, Surface, Wanted, estimate, in_si};

/// Values of a number that are looked at from end to end of its range, less one.
const CLIMB_STEPS: u32 = 32;
/// Turns through all numbers, at the most.
const CLIMBS: u32 = 8;

/// The highest of all places, those that were played among them; of those alone where they do not fill the box.
pub(super) fn top(surface: &Surface, known: &[Known], places: &Places, wanted: &Wanted) -> (Vec<f64>, Estimate) {
    let between = (0..if wanted.is_whole { PLACES } else { 0 }).map(|number| places.at(number)[0].clone());
    let all = between.chain(known.iter().map(|known| known.at.clone()));
    let best = all.map(|at| (surface.mean(&at), at)).max_by(|a, b| a.0.total_cmp(&b.0));
    let mut at = best.map_or_else(Vec::new, |(_, at)| at);
    if wanted.is_whole {
        climb(&mut at, |at| surface.mean(at));
    }
    (in_si(&at, &wanted.over), estimate(surface, &at, known.len() as u64))
}

/// Goes up along one number after the other, from end to end of its range, as long as that leads higher: no place drawn
/// at random lies at an end.
fn climb(at: &mut [f64], height: impl Fn(&[f64]) -> f64) {
    let mut highest = height(at);
    for _ in 0..CLIMBS {
        let before = highest;
        for number in 0..at.len() {
            let mut best = at[number];
            for step in 0..=CLIMB_STEPS {
                at[number] = f64::from(step) / f64::from(CLIMB_STEPS);
                let reached = height(at);
                if reached > highest {
                    (highest, best) = (reached, at[number]);
                }
            }
            at[number] = best;
        }
        if highest == before {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_corner_is_reached_from_within() {
        let mut at = [0.4, 0.7, 0.5];
        climb(&mut at, |at| at[0] - at[1] - (at[2] - 0.25).powi(2));
        assert_eq!(at, [1.0, 0.0, 0.25]);
        // what is highest stays
        climb(&mut at, |_| 1.0);
        assert_eq!(at, [1.0, 0.0, 0.25]);
    }
}
