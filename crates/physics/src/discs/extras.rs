//! What a table of coins may have besides coins, edge and lines: posts, reeded rims, hops and stacks, curl, tilt.

use glam::DVec2;

use super::layout::Post;

/// Nothing of it by default.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Extras {
    /// Thickness of each coin at its rim, m; needed by [`Extras::lift`] and [`Extras::curl`], else empty.
    pub thickness_m: Vec<f64>,
    /// Goal posts that stand on the table, higher than any hop.
    pub posts: Vec<Post>,
    /// Rims with reeds.
    pub reeded: Option<Reeded>,
    /// Hops and stacks.
    pub lift: Option<Lift>,
    /// Whether a spinning coin's path bends: see `curl.rs`.
    pub curl: bool,
    /// A table that is not level.
    pub tilt: Option<Tilt>,
}

/// Which coins have reeds; teeth do not interlock, two reeded rims are only rougher.
#[derive(Clone, Debug, PartialEq)]
pub struct Reeded {
    /// By body number.
    pub coins: Vec<bool>,
    /// Coulomb friction between two reeded rims.
    pub friction_ratio: f64,
}

/// How coins hop and stack: an event model of what a flat world leaves out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lift {
    /// Restitution of a flat landing on the table, 0 to below 1.
    pub restitution_ratio: f64,
    /// A bounce slower than this is none, m/s; above 0.
    pub settle_speed_m_s: f64,
    /// Closing speed from which a hit counts as hard, m/s: see [`super::State::ride_after`].
    pub ride_speed_m_s: f64,
}

/// How a table is tilted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tilt {
    /// The part of gravity along the table, m/s^2.
    pub downhill_m_s2: DVec2,
    /// From kick to kick of a coin that moves, s. With 4 ms and a table tilted by 0.5 degrees coins come to rest within
    /// 2 um of where a step of 0.1 ms puts them.
    pub step_s: f64,
}

impl Extras {
    /// What is wrong with them for so many coins, a gravity, and what friction slows every coin by at the least, if
    /// anything.
    pub(super) fn check(&self, count: usize, gravity_m_s2: f64, slowing_m_s2: f64) -> Result<(), String> {
        self.check_slowing(slowing_m_s2)?;
        if self.tilt.is_some() && (self.curl || self.lift.is_some()) {
            return Err("tilt: coins curl and hop on a level table only".to_owned());
        }
        if (self.curl || self.lift.is_some()) && self.thickness_m.len() != count {
            return Err("thickness_m: one thickness a coin is needed for lift and curl".to_owned());
        }
        if self.thickness_m.iter().any(|t| !(t.is_finite() && *t > 0.0)) {
            return Err("thickness_m: every thickness must be above 0".to_owned());
        }
        if self.reeded.as_ref().is_some_and(|reeded| reeded.coins.len() != count) {
            return Err("reeded: one mark a coin is needed".to_owned());
        }
        if let Some(lift) = &self.lift {
            lift.check(gravity_m_s2)?;
        }
        if self.posts.iter().any(|post| !(post.radius_m >= 0.0 && post.position_m.is_finite())) {
            return Err("posts: a post needs a place and a radius of 0 or more".to_owned());
        }
        Ok(())
    }

    /// What of it is wrong with coins that friction slows by this at the least, m/s^2, if anything.
    pub(super) fn check_slowing(&self, slowing_m_s2: f64) -> Result<(), String> {
        self.tilt.as_ref().map_or(Ok(()), |tilt| tilt.check(slowing_m_s2))
    }
}

impl Lift {
    fn check(&self, gravity_m_s2: f64) -> Result<(), String> {
        if !(0.0..1.0).contains(&self.restitution_ratio) {
            return Err("lift.restitution_ratio: 0 to below 1".to_owned());
        }
        let positive = |value: f64| value.is_finite() && value > 0.0;
        if !positive(self.settle_speed_m_s) || !positive(gravity_m_s2) {
            return Err("lift.settle_speed_m_s and gravity_m_s2: above 0, else a coin bounces for ever".to_owned());
        }
        if self.ride_speed_m_s >= 0.0 { Ok(()) } else { Err("lift.ride_speed_m_s: 0 or more".to_owned()) }
    }
}

impl Tilt {
    /// What is wrong with it for coins that friction slows by this at the least, m/s^2, if anything.
    fn check(&self, least_m_s2: f64) -> Result<(), String> {
        let [downhill_m_s2, step_s] = [self.downhill_m_s2.length(), self.step_s];
        if !(step_s.is_finite() && step_s > 0.0) {
            return Err("tilt.step_s: above 0".to_owned());
        }
        // not a number is not below
        if downhill_m_s2 < least_m_s2 {
            return Ok(());
        }
        Err("tilt.downhill_m_s2: friction must be able to stop a coin on the table".to_owned())
    }
}
