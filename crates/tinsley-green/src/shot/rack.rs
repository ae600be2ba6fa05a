//! The rack, TG-9e: marbles close packed on a hexagonal lattice around the centre, with gaps drawn per shot.

use std::sync::Arc;

use glam::DVec2;
use tolley_experiment::random::{Purpose, Stream, Streams};

use crate::keys::balls::Marble;
use crate::keys::rack::{GapLaw, Rack};

mod apart;
mod gaps;
mod lattice;
mod layout;
mod loops;
mod memory;
mod squeeze;

use apart::gap_m;
use gaps::GapSpace;
use layout::Layout;
pub(in crate::shot) use memory::RackMemory;

const RACK: Purpose = Purpose::named("rack");
const PHASE: Purpose = Purpose::named("rack phase");
const DIAMETERS: Purpose = Purpose::named("marble diameters");

/// Gaps below this are counted as close: two marbles that meet at 3 m/s are pressed together by as much (Hertz,
/// glass), so that a hit goes on to the next while it lasts.
const CLOSE_M: f64 = 31e-6;

/// How wide a rack is laid out for, in mean gaps a pitch.
const GAP_REACH: f64 = 2.0;

/// Sites of the lattice, and what is drawn for each shot.
#[derive(Clone, Debug)]
pub struct RackSites {
    rack: Rack,
    marble: Marble,
    layout: Arc<Layout>,
    jitter_m: f64,
}

/// A drawn rack; its memory is used again.
#[derive(Clone, Debug, Default)]
pub struct RackDraw {
    /// Centres of the marbles, m.
    pub centres_m: Vec<DVec2>,
    /// Radii of the marbles, m.
    pub radii_m: Vec<f64>,
    /// Gaps between neighbours, m, ascending.
    pub gaps_m: Vec<f64>,
    space: GapSpace,
}

tolley_experiment::row! {
    /// The gaps between the surfaces of the neighbours of one drawn rack.
    pub struct RackRow {
        /// Mean gap between neighbouring marbles.
        gap_mean_m: f64, "mean gap of this rack" shown "um";
        /// Standard deviation of the gaps between neighbouring marbles.
        gap_sd_m: f64, "spread of the gaps of this rack" shown "um";
        /// Least gap between neighbouring marbles.
        gap_least_m: f64, "smallest gap of this rack" shown "um";
        /// Gap that one pair of neighbours in ten is below.
        gap_tenth_m: f64, "gap that a tenth of the pairs is below" shown "um";
        /// Median gap between neighbouring marbles.
        gap_median_m: f64, "median gap of this rack" shown "um";
        /// Gap that nine pairs of neighbours in ten are below.
        gap_nine_tenths_m: f64, "gap that nine tenths of the pairs are below" shown "um";
        /// Greatest gap between neighbouring marbles.
        gap_greatest_m: f64, "largest gap of this rack" shown "um";
        /// Share of neighbours closer than 31 um, the compression of a hit at 3 m/s.
        gap_close_share: f64, "share of neighbours that nearly touch";
    }
}

impl RackSites {
    /// Prepares the sites.
    pub fn new(rack: &Rack, marble: &Marble) -> RackSites {
        RackSites::laid(Arc::new(Layout::new(rack.count, rack.packing)), rack, marble)
    }

    /// The same, beside one that may have the same sites.
    pub fn beside(&self, rack: &Rack, marble: &Marble) -> RackSites {
        match (self.rack.count, self.rack.packing) == (rack.count, rack.packing) {
            true => RackSites::laid(Arc::clone(&self.layout), rack, marble),
            false => RackSites::new(rack, marble),
        }
    }

    fn laid(layout: Arc<Layout>, rack: &Rack, marble: &Marble) -> RackSites {
        // two neighbours that both move by half the mean gap towards each other just touch: no draw overlaps
        let jitter_m = 0.5 * rack.gap_mean_m * (1.0 - 1e-9);
        RackSites { rack: *rack, marble: *marble, layout, jitter_m }
    }

    /// Marbles of the rack.
    pub fn count(&self) -> usize {
        self.layout.sites.len()
    }

    /// Whether each site goes to a site of the rack, not turned.
    pub fn has_image(&self, image: impl Fn(DVec2) -> DVec2) -> bool {
        const SAME_SITE: f64 = 1e-6;
        let is_site = |at: DVec2| self.layout.sites.iter().any(|site| site.distance(at) < SAME_SITE);
        self.layout.sites.iter().all(|site| is_site(image(*site)))
    }

    /// How far from the centre any surface of a draw reaches, m, but for draws of gaps that are many times the mean.
    pub fn reach_m(&self) -> f64 {
        let far = self.layout.sites.iter().map(|site| site.length()).fold(0.0, f64::max);
        let widest_m = self.marble.diameter_m + 2.0 * MOST_DEVIATIONS * self.marble.diameter_sd_m;
        // no draw by the law of gaps is wider by more than a few mean gaps
        far * (widest_m + GAP_REACH * self.rack.gap_mean_m) + self.jitter_m + 0.5 * widest_m
    }

    /// Buffers of the right size.
    pub fn buffers(&self) -> RackDraw {
        let n = self.count();
        RackDraw {
            centres_m: Vec::with_capacity(n),
            radii_m: Vec::with_capacity(n),
            gaps_m: Vec::with_capacity(self.layout.neighbours.len()),
            space: GapSpace::default(),
        }
    }

    /// Draws a rack: diameters, the turn, then each centre uniformly within half the mean gap of its site; about there
    /// marbles of one size are laid out by gaps of the law. Marbles of different sizes are first pushed together as far
    /// as they go, to the mean gap.
    pub fn draw(&self, streams: &Streams, draw: &mut RackDraw) {
        self.draw_radii(streams, &mut draw.radii_m);
        let drawn_rad = || streams.open(PHASE).uniform_in(0.0, core::f64::consts::TAU);
        let phase_rad = self.rack.fixed_phase_rad().unwrap_or_else(drawn_rad);
        let turn = DVec2::new(libm::cos(phase_rad), libm::sin(phase_rad));
        let pitch_m = self.pitch_m(&draw.radii_m);
        draw.centres_m.clear();
        draw.centres_m.extend(self.layout.sites.iter().map(|&site| turn.rotate(site) * pitch_m));
        if self.marble.diameter_sd_m > 0.0 {
            squeeze::together(&mut draw.centres_m, &draw.radii_m, self.rack.gap_mean_m);
        }
        let stream = &mut streams.open(RACK);
        for centre_m in &mut draw.centres_m {
            *centre_m += self.jitter_m * in_unit_disc(stream);
        }
        if self.is_spread_by_law() {
            let RackDraw { centres_m, radii_m, space, .. } = draw;
            if !gaps::lay(&self.rack, &self.layout.loops, &self.layout.sites, centres_m, radii_m, space, stream) {
                gaps::spread(&self.rack, &self.layout.neighbours, centres_m, radii_m, space, stream);
            }
        }
    }

    /// Unlike marbles have gaps by their sizes, which no law of gaps holds for.
    fn is_spread_by_law(&self) -> bool {
        let has_gaps = self.rack.gap_mean_m > 0.0 && !self.layout.neighbours.is_empty();
        self.rack.gap_law == GapLaw::Exponential && self.marble.diameter_sd_m == 0.0 && has_gaps
    }

    fn draw_radii(&self, streams: &Streams, radii_m: &mut Vec<f64>) {
        let Marble { diameter_m, diameter_sd_m, .. } = self.marble;
        let stream = &mut streams.open(DIAMETERS);
        radii_m.clear();
        radii_m.extend(self.layout.sites.iter().map(|_| match diameter_sd_m > 0.0 {
            true => 0.5 * (diameter_m + diameter_sd_m * ordinary(stream)),
            false => 0.5 * diameter_m,
        }));
    }

    /// The pitch at which the widest neighbours keep the mean gap, m.
    fn pitch_m(&self, radii_m: &[f64]) -> f64 {
        if self.marble.diameter_sd_m == 0.0 {
            return self.marble.diameter_m + self.rack.gap_mean_m;
        }
        let widest = self.layout.neighbours.iter().map(|&(i, j)| radii_m[i] + radii_m[j]).fold(0.0, f64::max);
        widest + self.rack.gap_mean_m
    }

    /// The gaps of a rack that was drawn.
    pub fn gaps(&self, draw: &mut RackDraw) -> RackRow {
        let RackDraw { centres_m, radii_m, gaps_m, .. } = draw;
        gaps_m.clear();
        gaps_m.extend(self.layout.neighbours.iter().map(|&(i, j)| gap_m(centres_m, radii_m, i, j)));
        let count = gaps_m.len().max(1) as f64;
        let mean_m = gaps_m.iter().sum::<f64>() / count;
        let sd_m = (gaps_m.iter().map(|gap| (gap - mean_m) * (gap - mean_m)).sum::<f64>() / count).sqrt();
        gaps_m.sort_unstable_by(f64::total_cmp);
        let nth = |share: f64| gaps_m.get((share * (count - 1.0) + 0.5).floor() as usize).copied().unwrap_or(f64::NAN);
        let close = gaps_m.iter().filter(|&&gap| gap < CLOSE_M).count();
        RackRow {
            gap_mean_m: mean_m,
            gap_sd_m: sd_m,
            gap_least_m: nth(0.0),
            gap_tenth_m: nth(0.1),
            gap_median_m: nth(0.5),
            gap_nine_tenths_m: nth(0.9),
            gap_greatest_m: nth(1.0),
            gap_close_share: close as f64 / count,
        }
    }
}

/// Diameters further from the mean than this many deviations are drawn again.
const MOST_DEVIATIONS: f64 = 3.0;

/// Standard normal, without what is far out.
fn ordinary(stream: &mut Stream) -> f64 {
    loop {
        let deviation = stream.normal();
        if deviation.abs() <= MOST_DEVIATIONS {
            return deviation;
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::rack::{Packing, Phase};

    const NO_SPREAD: f64 = 0.0;

    fn touching() -> Rack {
        Rack { gap_mean_m: 0.0, ..Rack::default() }
    }

    fn sites(rack: Rack, diameter_sd_m: f64) -> RackSites {
        RackSites::new(&rack, &Marble { diameter_sd_m, ..Marble::default() })
    }

    fn streams(repeat: u64) -> Streams {
        Streams::new(1, repeat, None)
    }

    /// The least gap between any two marbles, neighbours or not, m.
    fn closest_m(draw: &RackDraw) -> f64 {
        let n = draw.centres_m.len();
        let pairs = (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j)));
        pairs.map(|(i, j)| gap_m(&draw.centres_m, &draw.radii_m, i, j)).fold(f64::INFINITY, f64::min)
    }

    #[test]
    fn tg_9e_t1_forty_nine_lie_within_52_2_mm_without_overlap() {
        let sites = sites(touching(), NO_SPREAD);
        let mut draw = sites.buffers();
        sites.draw(&streams(0), &mut draw);
        let gaps = sites.gaps(&mut draw);
        let far_m = draw.centres_m.iter().map(|centre| centre.length() + 0.00635).fold(0.0, f64::max);
        assert!((far_m - 0.052141).abs() < 1e-5, "{far_m}");
        assert!(closest_m(&draw).abs() < 1e-12 && gaps.gap_close_share == 1.0);
    }

    #[test]
    fn tg_9e_t3_a_turned_rack_has_the_same_distances() {
        let lay = |phase_rad: f64| {
            let sites = sites(Rack { phase_rad, ..touching() }, NO_SPREAD);
            let mut draw = sites.buffers();
            sites.draw(&streams(0), &mut draw);
            draw.centres_m
        };
        let (straight, turned) = (lay(0.0), lay(core::f64::consts::PI / 6.0));
        assert!(straight[1].distance(turned[1]) > 0.005);
        for (i, (a, b)) in straight.iter().zip(&turned).enumerate() {
            for (c, d) in straight[i + 1..].iter().zip(&turned[i + 1..]) {
                assert!((a.distance(*c) - b.distance(*d)).abs() < 1e-15);
            }
        }
    }

    #[test]
    fn no_rack_of_any_size_packing_or_spread_overlaps() {
        for count in [49, 25, 37, 13] {
            for &packing in Packing::ALL {
                for diameter_sd_m in [0.0, 0.15e-3, 0.3e-3] {
                    let rack = Rack { count, packing, phase: Phase::Random, ..Rack::default() };
                    let sites = sites(rack, diameter_sd_m);
                    let mut draw = sites.buffers();
                    for repeat in 0..20 {
                        sites.draw(&streams(repeat), &mut draw);
                        assert!(closest_m(&draw) >= 0.0, "{rack:?} {diameter_sd_m}");
                        let far_m = draw.centres_m.iter().map(|centre| centre.length()).fold(0.0, f64::max);
                        assert!(far_m < sites.reach_m());
                    }
                }
            }
        }
    }

    /// As wide as `rack.gap_mean_m` may be, where loops often cannot close.
    #[test]
    fn marbles_of_the_widest_gaps_do_not_overlap() {
        for count in [7, 13, 25, 49] {
            for gap_mean_m in [3e-3, 5e-3, 10e-3] {
                let sites = sites(Rack { count, gap_mean_m, ..Rack::default() }, NO_SPREAD);
                let mut draw = sites.buffers();
                for repeat in 0..200 {
                    sites.draw(&streams(repeat), &mut draw);
                    assert!(closest_m(&draw) >= 0.0, "{count} of {gap_mean_m}: {repeat}: {}", closest_m(&draw));
                }
            }
        }
    }

    /// How far the touching share, at 0, and quantiles of gaps are from what is asked, over what is asked.
    fn off_law(count: u32, gap_mean_m: f64, touching_share: f64, racks: u64) -> Vec<(f64, f64)> {
        let sites = sites(Rack { count, gap_mean_m, touching_share, ..Rack::default() }, NO_SPREAD);
        let (mut draw, mut all_m) = (sites.buffers(), Vec::new());
        for repeat in 0..racks {
            sites.draw(&streams(repeat), &mut draw);
            assert!(closest_m(&draw) >= 0.0);
            sites.gaps(&mut draw);
            all_m.extend_from_slice(&draw.gaps_m);
        }
        all_m.sort_unstable_by(f64::total_cmp);
        let touching = all_m.iter().filter(|gap_m| **gap_m < 1e-8).count() as f64 / all_m.len() as f64;
        let mut off = vec![(0.0, touching / touching_share - 1.0)];
        for share in [0.25, 0.35, 0.5, 0.75, 0.9, 0.95, 0.99] {
            if share > touching_share + 0.04 {
                let asked_m = -gap_mean_m / (1.0 - touching_share) * libm::log((1.0 - share) / (1.0 - touching_share));
                off.push((share, all_m[(share * all_m.len() as f64) as usize] / asked_m - 1.0));
            }
        }
        off
    }

    #[test]
    fn gaps_are_those_of_the_law_asked_for() {
        for (count, racks) in [(7, 6000), (13, 3000), (25, 1500), (37, 1000), (49, 800), (61, 600)] {
            for (gap_mean_m, touching_share) in [(60e-6, 0.1), (60e-6, 0.2), (60e-6, 0.3), (200e-6, 0.2)] {
                for (share, off) in off_law(count, gap_mean_m, touching_share, racks) {
                    assert!(off.abs() < 0.10, "{count} of {gap_mean_m}, {touching_share}: {off} at {share}");
                }
            }
        }
    }

    /// Pairs that overlap on the way get gaps of their own: one of 27 touched where none was to.
    #[test]
    fn where_none_is_to_touch_hardly_any_does() {
        for count in [13, 25, 37, 49] {
            let sites = sites(Rack { count, touching_share: 0.0, ..Rack::default() }, NO_SPREAD);
            let (mut draw, mut touching, mut all) = (sites.buffers(), 0, 0);
            for repeat in 0..100 {
                sites.draw(&streams(repeat), &mut draw);
                sites.gaps(&mut draw);
                touching += draw.gaps_m.iter().filter(|gap_m| **gap_m < 1e-8).count();
                all += draw.gaps_m.len();
            }
            assert!(touching * 200 < all, "{count}: {touching} of {all}");
        }
    }

    #[test]
    fn gaps_have_the_mean_asked_for() {
        let sites = sites(Rack { phase_rad: 0.3, ..Rack::default() }, NO_SPREAD);
        let (mut draw, mut mean_m) = (sites.buffers(), 0.0);
        for repeat in 0..200 {
            sites.draw(&streams(repeat), &mut draw);
            let gaps = sites.gaps(&mut draw);
            mean_m += gaps.gap_mean_m / 200.0;
            let [least_m, median_m, greatest_m] = [gaps.gap_least_m, gaps.gap_median_m, gaps.gap_greatest_m];
            let order = [0.0, least_m, gaps.gap_tenth_m, median_m, gaps.gap_nine_tenths_m, greatest_m, 1e-3];
            assert!(order.is_sorted(), "{gaps:?}");
        }
        assert!((mean_m - 60e-6).abs() < 1e-6, "{mean_m}");
    }

    #[test]
    fn tg_3_t2_marbles_of_different_sizes_have_that_spread_and_lie_close() {
        let sites = sites(Rack::default(), 0.15e-3);
        let (mut draw, mut square, mut loose_m) = (sites.buffers(), 0.0, 0.0);
        for repeat in 0..200 {
            sites.draw(&streams(repeat), &mut draw);
            loose_m += sites.gaps(&mut draw).gap_mean_m / 200.0;
            square += draw.radii_m.iter().map(|r| (2.0 * r - 0.0127) * (2.0 * r - 0.0127)).sum::<f64>() / 9800.0;
        }
        // cut at three deviations, the deviation is 0.9866 of that asked for
        assert!((square.sqrt() / 0.148e-3 - 1.0).abs() < 0.03, "{}", square.sqrt());
        // on the lattice of the widest pair the mean gap would be 0.4 mm
        assert!(loose_m < 0.25e-3, "{loose_m}");
    }
}
