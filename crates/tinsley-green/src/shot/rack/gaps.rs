//! Gaps of a law: a share of neighbours touch, the others lie apart by exponential gaps.
//!
//! A rack of n marbles has more pairs of neighbours than places to choose (49: 120 pairs, 95 coordinates but for place
//! and turn), so gaps cannot be drawn one by one. As many are drawn as there are pairs, and handed out so that the
//! loops of the rack close (`loops.rs`). Where they are too wide for that, in turn the narrowest pairs get the
//! narrowest gaps, and the marbles are moved until their gaps are nearly these; at last pairs that are to touch are
//! brought together, and such as overlap apart.

use glam::DVec2;
use tolley_experiment::random::Stream;

use super::apart::{are_apart, gap_m};
use super::loops::{LoopSpace, Loops};
use crate::keys::rack::Rack;

/// Times that gaps are drawn anew where loops cannot be closed.
const DRAWS_MOST: usize = 8;
/// Times that gaps are handed out anew.
const ROUNDS: usize = 16;
/// Times that every pair is moved towards its gap in a round.
const SWEEPS: usize = 3;
/// Times, at most, that pairs which should touch are brought together.
const CLOSING_SWEEPS_MOST: usize = 400;
/// Gap of pairs that touch, m: far below any compression, far above rounding.
const TOUCH_M: f64 = 1e-9;

/// What is used again from rack to rack.
#[derive(Clone, Debug, Default)]
pub(super) struct GapSpace {
    /// The gaps that were drawn, m.
    drawn_m: Vec<f64>,
    /// Pairs, by the gap that they have.
    ranked: Vec<usize>,
    /// The gap that each pair has, m.
    now_m: Vec<f64>,
    /// The gap that each pair is to have, m.
    wanted_m: Vec<f64>,
    /// Where marbles were before they were moved, m.
    first_m: Vec<DVec2>,
    loops: LoopSpace,
}

/// Lays marbles of one size out by gaps of the law, about where they lie; tells whether it could.
pub(super) fn lay(
    rack: &Rack,
    loops: &Loops,
    sites: &[DVec2],
    centres_m: &mut [DVec2],
    radii_m: &[f64],
    space: &mut GapSpace,
    stream: &mut Stream,
) -> bool {
    let GapSpace { drawn_m, loops: memory, .. } = space;
    (0..DRAWS_MOST).any(|_| {
        draw(rack, loops.pair_count(), drawn_m, stream);
        loops.lay(drawn_m, TOUCH_M, 2.0 * radii_m[0], sites, centres_m, (memory, stream))
    })
}

/// Moves marbles so that the gaps of neighbours are spread by the law; leaves them where they are if any then overlap,
/// as some do beside gaps of a diameter.
pub(super) fn spread(
    rack: &Rack,
    pairs: &[(usize, usize)],
    centres_m: &mut [DVec2],
    radii_m: &[f64],
    space: &mut GapSpace,
    stream: &mut Stream,
) {
    space.first_m.clear();
    space.first_m.extend_from_slice(centres_m);
    draw(rack, pairs.len(), &mut space.drawn_m, stream);
    space.drawn_m.sort_unstable_by(f64::total_cmp);
    space.wanted_m.resize(pairs.len(), 0.0);
    space.now_m.resize(pairs.len(), 0.0);
    space.ranked.clear();
    space.ranked.extend(0..pairs.len());
    for _ in 0..ROUNDS {
        hand_out(pairs, centres_m, radii_m, space);
        for _ in 0..SWEEPS {
            for (&(i, j), &wanted_m) in pairs.iter().zip(&space.wanted_m) {
                move_apart(centres_m, radii_m, (i, j), wanted_m);
            }
        }
    }
    hand_out(pairs, centres_m, radii_m, space);
    close(pairs, centres_m, radii_m, &space.wanted_m);
    if !are_apart(centres_m, 2.0 * radii_m[0]) {
        centres_m.copy_from_slice(&space.first_m);
    }
}

/// Draws as many gaps as there are pairs: the mean asked for is that of all, those that touch among them.
fn draw(rack: &Rack, count: usize, drawn_m: &mut Vec<f64>, stream: &mut Stream) {
    let mean_m = rack.gap_mean_m / (1.0 - rack.touching_share);
    drawn_m.clear();
    drawn_m.extend((0..count).map(|_| {
        let (lot, share) = (stream.uniform(), stream.uniform());
        // 1 - share is never 0
        if lot < rack.touching_share { TOUCH_M } else { TOUCH_M.max(-mean_m * libm::log(1.0 - share)) }
    }));
}

/// The narrowest pair gets the narrowest gap, and so on.
fn hand_out(pairs: &[(usize, usize)], centres_m: &[DVec2], radii_m: &[f64], space: &mut GapSpace) {
    let GapSpace { drawn_m, ranked, now_m, wanted_m, .. } = space;
    for (now_m, &(i, j)) in now_m.iter_mut().zip(pairs) {
        *now_m = gap_m(centres_m, radii_m, i, j);
    }
    ranked.sort_unstable_by(|&a, &b| now_m[a].total_cmp(&now_m[b]).then(a.cmp(&b)));
    for (&pair, &drawn_m) in ranked.iter().zip(drawn_m.iter()) {
        wanted_m[pair] = drawn_m;
    }
}

/// Moves both marbles of a pair by half of what their gap lacks.
fn move_apart(centres_m: &mut [DVec2], radii_m: &[f64], (i, j): (usize, usize), wanted_m: f64) {
    let between_m = centres_m[j] - centres_m[i];
    let far_m = between_m.length();
    let half_m = between_m * (0.5 * (wanted_m + radii_m[i] + radii_m[j] - far_m) / far_m);
    centres_m[i] -= half_m;
    centres_m[j] += half_m;
}

/// Brings together what is to touch, and apart, to its gap, what overlaps; what is left after many sweeps is taken out
/// by making the whole rack wider.
fn close(pairs: &[(usize, usize)], centres_m: &mut [DVec2], radii_m: &[f64], wanted_m: &[f64]) {
    for _ in 0..CLOSING_SWEEPS_MOST {
        let mut worst_m = 0.0_f64;
        for (&(i, j), &wanted_m) in pairs.iter().zip(wanted_m) {
            let now_m = gap_m(centres_m, radii_m, i, j);
            if now_m < TOUCH_M || (wanted_m == TOUCH_M && now_m > TOUCH_M) {
                worst_m = worst_m.max((now_m - wanted_m).abs());
                move_apart(centres_m, radii_m, (i, j), wanted_m);
            }
        }
        if worst_m < 0.5 * TOUCH_M {
            break;
        }
    }
    let least_m = pairs.iter().map(|&(i, j)| gap_m(centres_m, radii_m, i, j)).fold(f64::INFINITY, f64::min);
    if least_m < 0.0 {
        let narrowest_m = 2.0 * radii_m.iter().copied().fold(f64::INFINITY, f64::min);
        let wider = 1.0 + (TOUCH_M - least_m) / narrowest_m * (1.0 + 1e-6);
        centres_m.iter_mut().for_each(|centre_m| *centre_m *= wider);
    }
}
