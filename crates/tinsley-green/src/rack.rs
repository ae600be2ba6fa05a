//! The rack, TG-9e: marbles close packed on a hexagonal lattice around the centre, with gaps drawn per shot.

use glam::DVec2;
use tolley_experiment::random::Stream;

/// Sites of the lattice, filled by distance, and the jitter that makes the gaps.
#[derive(Clone, Debug)]
pub struct Rack {
    sites_m: Vec<DVec2>,
    /// Pairs of neighbouring sites.
    neighbours: Vec<(usize, usize)>,
    jitter_m: f64,
    diameter_m: f64,
}

/// Mean and standard deviation of the gaps between the neighbours of one drawn rack, m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gaps {
    /// Mean.
    pub mean_m: f64,
    /// Standard deviation.
    pub sd_m: f64,
}

impl Rack {
    /// `count` marbles of one diameter; the lattice is expanded by the mean gap and turned by `phase_rad`.
    pub fn new(count: usize, diameter_m: f64, gap_mean_m: f64, phase_rad: f64) -> Rack {
        let pitch_m = diameter_m + gap_mean_m;
        let turn = DVec2::new(libm::cos(phase_rad), libm::sin(phase_rad));
        let cells = cells(count);
        let sites_m = cells.iter().map(|&cell| turn.rotate(place(cell)) * pitch_m).collect();
        let mut neighbours = Vec::new();
        for (i, &a) in cells.iter().enumerate() {
            let beside = cells[i + 1..].iter().enumerate().filter(|&(_, &b)| distance2((a.0 - b.0, a.1 - b.1)) == 1);
            neighbours.extend(beside.map(|(k, _)| (i, i + 1 + k)));
        }
        // two neighbours that both move by half the mean gap towards each other just touch: no draw overlaps
        Rack { sites_m, neighbours, jitter_m: 0.5 * gap_mean_m * (1.0 - 1e-9), diameter_m }
    }

    /// Marbles of the rack.
    pub fn count(&self) -> usize {
        self.sites_m.len()
    }

    /// How far from the centre any surface of any draw can reach, m.
    pub fn reach_m(&self) -> f64 {
        let far_m = self.sites_m.iter().map(|site| site.length()).fold(0.0, f64::max);
        far_m + self.jitter_m + 0.5 * self.diameter_m
    }

    /// Draws the centres of the marbles, m: each uniformly within half the mean gap of its site.
    pub fn draw(&self, stream: &mut Stream, centres_m: &mut Vec<DVec2>) -> Gaps {
        centres_m.clear();
        centres_m.extend(self.sites_m.iter().map(|&site| site + self.jitter_m * in_unit_disc(stream)));
        self.gaps(centres_m)
    }

    fn gaps(&self, centres_m: &[DVec2]) -> Gaps {
        let count = self.neighbours.len().max(1) as f64;
        let gap = |&(i, j): &(usize, usize)| centres_m[i].distance(centres_m[j]) - self.diameter_m;
        let mean_m = self.neighbours.iter().map(gap).sum::<f64>() / count;
        let square = |pair: &(usize, usize)| (gap(pair) - mean_m) * (gap(pair) - mean_m);
        Gaps { mean_m, sd_m: (self.neighbours.iter().map(square).sum::<f64>() / count).sqrt() }
    }
}

/// Uniform in the unit disc, by rejection from the square.
fn in_unit_disc(stream: &mut Stream) -> DVec2 {
    loop {
        let point = DVec2::new(stream.uniform_in(-1.0, 1.0), stream.uniform_in(-1.0, 1.0));
        if point.length_squared() <= 1.0 {
            return point;
        }
    }
}

/// A cell `(a, b)` of the lattice with the basis vectors (1, 0) and (1/2, sqrt(3)/2).
type Cell = (i32, i32);

/// Squared distance of a cell from the centre, in squared pitches.
fn distance2((a, b): Cell) -> i32 {
    a * a + a * b + b * b
}

fn place((a, b): Cell) -> DVec2 {
    DVec2::new(f64::from(a) + 0.5 * f64::from(b), 0.75f64.sqrt() * f64::from(b))
}

/// The first `count` cells by distance; of a shell that does not fit, cells spread evenly by polar angle (TG-9e), so
/// that 49 = 43 + 6 keeps the rotation by 60 degrees.
fn cells(count: usize) -> Vec<Cell> {
    let reach = 2 + (count as f64).sqrt() as i32;
    let mut all: Vec<Cell> = (-reach..=reach).flat_map(|a| (-reach..=reach).map(move |b| (a, b))).collect();
    let angle = |cell: Cell| {
        let at = place(cell);
        let angle = libm::atan2(at.y, at.x);
        if angle < 0.0 { angle + core::f64::consts::TAU } else { angle }
    };
    all.sort_by(|&a, &b| distance2(a).cmp(&distance2(b)).then(angle(a).total_cmp(&angle(b))));
    let mut chosen = Vec::with_capacity(count);
    for shell in all.chunk_by(|&a, &b| distance2(a) == distance2(b)) {
        let free = count - chosen.len();
        let taken = free.min(shell.len());
        chosen.extend((0..taken).map(|i| shell[i * shell.len() / taken]));
        if chosen.len() == count {
            break;
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use tolley_experiment::random::{Purpose, Streams};

    fn stream() -> Stream {
        Streams::new(1, 0, None).open(Purpose::named("rack"))
    }

    #[test]
    fn shells_fill_by_distance() {
        for (count, shells) in [(7, 1), (13, 3), (19, 4), (31, 7), (37, 9), (43, 12), (55, 13)] {
            assert!(cells(count).iter().all(|&cell| distance2(cell) <= shells), "{count}");
        }
    }

    #[test]
    fn tg_9e_t1_forty_nine_lie_within_52_2_mm_without_overlap() {
        let rack = Rack::new(49, 0.0127, 0.0, 0.0);
        let far_m = rack.sites_m.iter().map(|site| site.length() + 0.00635).fold(0.0, f64::max);
        assert!((far_m - 0.052141).abs() < 1e-5, "{far_m}");
        for (i, a) in rack.sites_m.iter().enumerate() {
            assert!(rack.sites_m[i + 1..].iter().all(|b| a.distance(*b) > 0.0127 - 1e-12));
        }
    }

    #[test]
    fn tg_9e_t4_forty_nine_keep_the_turn_by_sixty_degrees() {
        let chosen = cells(49);
        // (a, b) turned by 60 degrees is (-b, a + b)
        assert!(chosen.iter().all(|&(a, b)| chosen.contains(&(-b, a + b))));
    }

    #[test]
    fn gaps_have_the_mean_asked_for_and_no_draw_overlaps() {
        let rack = Rack::new(49, 0.0127, 60e-6, 0.3);
        let (mut stream, mut centres_m, mut mean_m) = (stream(), Vec::new(), 0.0);
        for _ in 0..200 {
            mean_m += rack.draw(&mut stream, &mut centres_m).mean_m / 200.0;
            for (i, a) in centres_m.iter().enumerate() {
                assert!(centres_m[i + 1..].iter().all(|b| a.distance(*b) >= 0.0127));
            }
        }
        assert!((mean_m - 60e-6).abs() < 1e-6, "{mean_m}");
    }
}
