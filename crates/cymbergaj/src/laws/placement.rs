//! Where a piece may be put at a restart, CG-3.1 and CG-5.4 to CG-5.8.

use glam::{DVec2, dvec2};

use super::clause::Clause;
use super::pitch::Clearance;
use super::seat::{Piece, Seat, turned};

/// Where the centre of a piece may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Region {
    /// In a rectangle, its border included; a point or a segment when it is that thin.
    Rectangle {
        /// Corner of the lowest coordinates, m.
        low_m: DVec2,
        /// Corner of the highest, m.
        high_m: DVec2,
    },
    /// In a circle about the Centre Spot, its border included.
    Circle {
        /// Radius, m.
        radius_m: f64,
    },
    /// On the part of a circle that lies in a quadrant or half of the table.
    Arc {
        /// Centre of the circle, m.
        centre_m: DVec2,
        /// Its radius, m.
        radius_m: f64,
        /// Coordinates from the centre have these signs or are 0; a sign of 0 allows both.
        signs: DVec2,
    },
}

/// A question to a player: where do you put this piece?
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// Who is asked.
    pub seat: Seat,
    /// Which piece.
    pub piece: Piece,
    /// The clause that says where.
    pub clause: Clause,
    /// Where its centre may be.
    pub region: Region,
    /// The pieces already put.
    pub clear: [Option<Clearance>; 2],
    /// The post at positive x and y, which stands for all four.
    pub post: Option<Clearance>,
    /// Rounding that is forgiven, half of what two pieces may overlap by it, m.
    pub slack_m: f64,
    /// Which way a tie is turned, so that it is turned the other way in a mirrored match.
    pub hand_sign: f64,
}

/// An answer that the laws do not allow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Refusal {
    /// The clause that it breaks.
    pub clause: Clause,
    /// By how much, m.
    pub by_m: f64,
}

impl Region {
    /// The place in the region that is next to this one.
    pub fn nearest(&self, at_m: DVec2) -> DVec2 {
        match *self {
            Region::Rectangle { low_m, high_m } => at_m.max(low_m).min(high_m),
            Region::Circle { radius_m } => {
                let from_m = at_m.length();
                if from_m > radius_m { at_m * (radius_m / from_m) } else { at_m }
            }
            Region::Arc { centre_m, radius_m, signs } => {
                let offset = at_m - centre_m;
                let allowed = |value: f64, sign: f64| if value * sign < 0.0 { 0.0 } else { value };
                let towards = dvec2(allowed(offset.x, signs.x), allowed(offset.y, signs.y));
                let towards = if towards == DVec2::ZERO { signs } else { towards };
                centre_m + towards * (radius_m / towards.length())
            }
        }
    }

    /// The smallest rectangle around it.
    fn bounds(&self) -> [DVec2; 2] {
        match *self {
            Region::Rectangle { low_m, high_m } => [low_m, high_m],
            Region::Circle { radius_m } => [DVec2::splat(-radius_m), DVec2::splat(radius_m)],
            Region::Arc { centre_m, radius_m, .. } => [centre_m - radius_m, centre_m + radius_m],
        }
    }
}

impl Placement {
    /// Whether the piece may be put there; rounding is forgiven.
    pub fn check(&self, at_m: DVec2) -> Result<(), Refusal> {
        if self.allows(at_m) {
            return Ok(());
        }
        let off_m = at_m.distance(self.region.nearest(at_m));
        let close_m = |from_m: DVec2| move |other: Clearance| other.far_m - from_m.distance(other.at_m);
        let pieces_m = self.clear.into_iter().flatten().map(close_m(at_m));
        let all_m = pieces_m.chain(self.post.map(close_m(at_m.abs())));
        Err(Refusal { clause: self.clause, by_m: all_m.fold(off_m, f64::max) })
    }

    /// Not `true` for what is not a number.
    #[inline]
    fn allows(&self, at_m: DVec2) -> bool {
        let slack_m = self.slack_m;
        let is_far = |at_m: DVec2, other: &Option<Clearance>| {
            other.is_none_or(|other| {
                let least_m = (other.far_m - slack_m).max(0.0);
                at_m.distance_squared(other.at_m) >= least_m * least_m
            })
        };
        let in_region = at_m.distance_squared(self.region.nearest(at_m)) <= slack_m * slack_m;
        in_region && is_far(at_m.abs(), &self.post) && self.clear.iter().all(|clear| is_far(at_m, clear))
    }

    /// An allowed place near to this one; `None` when there is no room, which [`super::Laws::faults`] excludes.
    pub fn nearest(&self, at_m: DVec2) -> Option<DVec2> {
        let at_m = self.region.nearest(at_m);
        if self.allows(at_m) {
            return Some(at_m);
        }
        self.around(at_m).or_else(|| self.anywhere(at_m))
    }

    /// Beside the piece that is in the way: on the way out from it, else turned by whole degrees.
    fn around(&self, at_m: DVec2) -> Option<DVec2> {
        let side = dvec2(1.0_f64.copysign(at_m.x), 1.0_f64.copysign(at_m.y));
        let post = self.post.map(|post| Clearance { at_m: post.at_m * side, ..post });
        let obstacles = self.clear.into_iter().chain([post]).flatten().filter(|other| other.far_m > 0.0);
        let gap_m = |other: &Clearance| at_m.distance(other.at_m) - other.far_m;
        let nearest = obstacles.min_by(|one, two| gap_m(one).total_cmp(&gap_m(two)))?;
        let out = (at_m - nearest.at_m).try_normalize().or_else(|| (-nearest.at_m).try_normalize());
        // a place exactly on a piece in the centre: away from nobody, to nobody's advantage
        let out = out.unwrap_or(dvec2(0.0, self.hand_sign));
        directions(out, self.hand_sign)
            .map(|direction| self.region.nearest(nearest.at_m + direction * nearest.far_m))
            .find(|place_m| self.allows(*place_m))
    }

    /// The nearest allowed point of a grid over the region.
    fn anywhere(&self, at_m: DVec2) -> Option<DVec2> {
        let [low_m, high_m] = self.region.bounds();
        let steps = (0..=GRID).flat_map(|i| (0..=GRID).map(move |j| dvec2(f64::from(i), f64::from(j))));
        steps
            .map(|step| self.region.nearest(low_m + (high_m - low_m) * (step / f64::from(GRID))))
            .filter(|place_m| self.allows(*place_m))
            .min_by(|one, two| one.distance_squared(at_m).total_cmp(&two.distance_squared(at_m)))
    }
}

/// Steps of the grid of last resort, each way.
const GRID: u32 = 64;

/// The direction turned by 0, 1, -1, 2, -2, ... degrees; the other way round in a mirrored match.
pub(super) fn directions(first: DVec2, hand_sign: f64) -> impl Iterator<Item = DVec2> {
    (0..360).map(move |step: u32| {
        let degrees = f64::from(step.div_ceil(2)) * if step % 2 == 1 { hand_sign } else { -hand_sign };
        turned(first, degrees * (core::f64::consts::PI / 180.0))
    })
}
