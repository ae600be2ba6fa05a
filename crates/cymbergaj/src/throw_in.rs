//! Throw-ins, CG-5.2b: how a hand throws the ball, and CG-5.9: where a coin goes that came to lie on another.
//!
//! All numbers of [`Thrower::ASSUMED`] are assumptions: nobody has measured a throw-in. The inward distance of the
//! landing is lognormal, the direction normal, and a ball that lands on its rim rolls an exponential length.

use glam::DVec2;
use tolley_experiment::random::Stream;
use tolley_physics::discs::throw_in::{Roll, Throw};

/// How somebody throws.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thrower {
    /// Median of the distance from the edge to the landing, m.
    pub distance_median_m: f64,
    /// Standard deviation of its logarithm.
    pub distance_sd_ratio: f64,
    /// Standard deviation of the direction, rad.
    pub aim_sd_rad: f64,
    /// Vertical speed, m/s.
    pub rise_m_s: f64,
    /// Height of the hand over the table, m.
    pub height_m: f64,
    /// Restitution of a flat landing.
    pub restitution_ratio: f64,
    /// Probability of a landing on the rim.
    pub p_edge: f64,
    /// Mean length of a roll, m.
    pub roll_mean_m: f64,
    /// Standard deviation of a roll's direction from that of the throw, rad.
    pub roll_sd_rad: f64,
}

impl Thrower {
    /// 15 cm inward, give or take a factor of 1.5, 12 degrees to either side; one landing in seven on the rim.
    pub const ASSUMED: Thrower = Thrower {
        distance_median_m: 0.15,
        distance_sd_ratio: 0.4,
        aim_sd_rad: 12.0 * core::f64::consts::PI / 180.0,
        rise_m_s: 1.6,
        height_m: 0.0,
        restitution_ratio: 0.35,
        p_edge: 0.15,
        roll_mean_m: 0.20,
        roll_sd_rad: 60.0 * core::f64::consts::PI / 180.0,
    };

    /// A throw from the edge along the unit vector `aim`; always takes five draws, so that throws stay paired.
    pub fn throw(&self, from_m: DVec2, aim: DVec2, gravity_m_s2: f64, stream: &mut Stream) -> Throw {
        let distance_m = self.distance_median_m * libm::exp(self.distance_sd_ratio * stream.normal());
        let direction = turned(aim, self.aim_sd_rad * stream.normal());
        let on_edge = stream.uniform() < self.p_edge;
        let length_m = self.roll_mean_m * stream.exponential();
        let roll = Roll { length_m, direction: turned(direction, self.roll_sd_rad * stream.normal()) };
        // a hand so low that the ball never comes up throws in vain, whatever the speed
        let square = (self.rise_m_s * self.rise_m_s + 2.0 * gravity_m_s2 * self.height_m).max(0.0);
        let flight_s = (self.rise_m_s + square.sqrt()) / gravity_m_s2;
        Throw {
            from_m,
            direction,
            height_m: self.height_m,
            rise_m_s: self.rise_m_s,
            speed_m_s: distance_m / flight_s,
            restitution_ratio: self.restitution_ratio,
            roll: on_edge.then_some(roll),
        }
    }
}

fn turned(direction: DVec2, angle_rad: f64) -> DVec2 {
    let (sine, cosine) = libm::sincos(angle_rad);
    direction * cosine + direction.perp() * sine
}

/// Where the upper of two stacked coins is put, CG-5.9: touching the lower one, on the side where it came from, else at
/// the nearest angle in whole degrees that `is_free`, left before right; `None` if none is.
pub fn beside(lower_m: DVec2, came_from_m: DVec2, reach_m: f64, is_free: impl Fn(DVec2) -> bool) -> Option<DVec2> {
    let towards = (came_from_m - lower_m).try_normalize().unwrap_or(DVec2::X);
    let place = |degrees: f64| lower_m + turned(towards, degrees * (core::f64::consts::PI / 180.0)) * reach_m;
    let angles = (0..=180).flat_map(|degrees| [f64::from(degrees), -f64::from(degrees)]);
    angles.map(place).find(|at_m| is_free(*at_m))
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec2;
    use tolley_experiment::random::{Purpose, Streams};

    #[test]
    fn throws_scatter_as_assumed() {
        let mut stream = Streams::new(1, 1, None).open(Purpose::named("throw"));
        let n = 4000;
        let throws: Vec<Throw> =
            (0..n).map(|_| Thrower::ASSUMED.throw(DVec2::ZERO, DVec2::Y, 9.81, &mut stream)).collect();
        let flight_s = 2.0 * 1.6 / 9.81;
        let shorter = throws.iter().filter(|throw| throw.speed_m_s * flight_s < 0.15).count() as f64;
        assert!((shorter / n as f64 - 0.5).abs() < 5.0 * 0.5 / (n as f64).sqrt(), "{shorter}");
        let rolls = throws.iter().filter_map(|throw| throw.roll).collect::<Vec<_>>();
        let share = rolls.len() as f64 / n as f64;
        assert!((share - 0.15).abs() < 5.0 * (0.15 * 0.85 / n as f64).sqrt(), "{share}");
        let mean_m = rolls.iter().map(|roll| roll.length_m).sum::<f64>() / rolls.len() as f64;
        assert!((mean_m / 0.20 - 1.0).abs() < 5.0 / (rolls.len() as f64).sqrt(), "{mean_m}");
        assert!(throws.iter().all(|throw| (throw.direction.length() - 1.0).abs() < 1e-15));
    }

    #[test]
    fn a_stacked_coin_is_put_where_it_came_from_or_as_near_as_can_be() {
        let came_from = dvec2(-0.05, 0.0);
        assert_eq!(beside(DVec2::ZERO, came_from, 0.0215, |_| true), Some(dvec2(-0.0215, 0.0)));
        let high = beside(DVec2::ZERO, came_from, 0.02, |at| at.y > 0.0099).expect("a free angle");
        assert!((high - 0.02 * dvec2(-(0.75f64.sqrt()), 0.5)).length() < 1e-15, "{high}");
        assert_eq!(beside(DVec2::ZERO, came_from, 0.02, |_| false), None);
    }
}
