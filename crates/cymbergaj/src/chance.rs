//! What differs from shot to shot besides the player's errors: worn coins, restitution, hops and rides.
//!
//! Each has its own stream, and what is switched off draws nothing.

use tolley_experiment::key::Point;
use tolley_experiment::random::{Purpose, Streams};
use tolley_physics::discs::Setup;

const MASS: Purpose = Purpose::named("mass");
const WEAR: Purpose = Purpose::named("wear");
const RESTITUTION: Purpose = Purpose::named("restitution");
const HOP: Purpose = Purpose::named("hop");
const RIDE: Purpose = Purpose::named("ride");

/// Restitution beyond these has not been seen and is cut; the row shows what was played.
const RESTITUTION_RATIO: [f64; 2] = [0.3, 0.98];

/// The spreads of a design point.
#[derive(Clone, Copy, Debug)]
pub struct Chance {
    mass_sd_ratio: f64,
    wear_max_ratio: f64,
    restitution_ratio: f64,
    restitution_sd_ratio: f64,
    p_hop: f64,
    hop_sd_ratio: f64,
    p_ride: f64,
}

impl Chance {
    /// Resolves `[coins]`, `[events]` and the spread of `[contact]`.
    pub fn new(point: &Point) -> Chance {
        Chance {
            mass_sd_ratio: point.number("coins.mass_sd_ratio"),
            wear_max_ratio: point.number("coins.wear_max_ratio"),
            restitution_ratio: point.number("contact.restitution_ratio"),
            restitution_sd_ratio: point.number("contact.restitution_sd_ratio"),
            p_hop: point.number("events.p_hop"),
            hop_sd_ratio: point.number("events.hop_sd_ratio"),
            p_ride: point.number("events.p_ride"),
        }
    }

    /// Draws this trial's coins into `physics`, whose usual masses are those of `nominal`; the struck coin's mass over
    /// its usual one.
    pub fn weigh(&self, nominal: &Setup, physics: &mut Setup, streams: &Streams) -> f64 {
        if self.mass_sd_ratio == 0.0 && self.wear_max_ratio == 0.0 {
            return 1.0;
        }
        let (mut mass, mut wear) = (streams.open(MASS), streams.open(WEAR));
        let mut first = None;
        for (body, coin) in nominal.coins.iter().enumerate() {
            let share = (1.0 + self.mass_sd_ratio * mass.normal()) * (1.0 - self.wear_max_ratio * wear.uniform());
            physics.weigh(body, coin.mass_kg * share);
            first = first.or(Some(share));
        }
        first.unwrap_or(1.0)
    }

    /// This trial's restitution.
    pub fn restitution_ratio(&self, streams: &Streams) -> f64 {
        if self.restitution_sd_ratio == 0.0 {
            return self.restitution_ratio;
        }
        let [least, most] = RESTITUTION_RATIO;
        let drawn = self.restitution_ratio + self.restitution_sd_ratio * streams.open(RESTITUTION).normal();
        drawn.clamp(least, most)
    }

    /// The vertical speed with which a coin struck at `speed_m_s` hops, if it does.
    pub fn hop_m_s(&self, speed_m_s: f64, streams: &Streams) -> Option<f64> {
        if self.p_hop == 0.0 {
            return None;
        }
        let mut stream = streams.open(HOP);
        let hops = stream.uniform() < self.p_hop;
        hops.then(|| (self.hop_sd_ratio * speed_m_s * stream.normal()).abs())
    }

    /// How many hard hits of this trial go by before one ends in a ride: geometric, from one draw.
    pub fn ride_after(&self, streams: &Streams) -> Option<u32> {
        if self.p_ride == 0.0 {
            return None;
        }
        // rides are independent from hit to hit, so their number has an exponential tail
        let hits = streams.open(RIDE).exponential() / -libm::log1p(-self.p_ride);
        (hits < f64::from(u32::MAX)).then_some(hits as u32)
    }
}
