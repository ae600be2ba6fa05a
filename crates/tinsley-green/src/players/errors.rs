//! What a player's hand does with what he means, TG-5b2.

use tolley_experiment::noise::{Joint, Scatter, biased};
use tolley_experiment::problem::Fault;
use tolley_experiment::random::{Purpose, Streams};

use crate::aim::{Aim, Launch};
use crate::keys::player::Player;

/// Of each error, in their order.
const ERRORS: [Purpose; 5] = [
    Purpose::named("aim"),
    Purpose::named("speed"),
    Purpose::named("elevation"),
    Purpose::named("spin"),
    Purpose::named("side spin"),
];
const WILD: Purpose = Purpose::named("wild");
/// What the square of each error counts in the size of a hand's errors: trebled alone, the aim costs a break about as
/// much as all errors doubled, the spin two thirds of that, and speed and elevation a third each.
const WEIGHTS: [f64; 5] = [0.5, 0.125, 0.125, 0.25, 0.0];

/// The errors of one shot.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Errors {
    /// Of the azimuth, rad, left positive; of a shot of the speed at which the spread is that of the keys.
    pub aim_rad: f64,
    /// Of the logarithm of the speed, so that the speed stays positive; of such a shot.
    pub speed_log: f64,
    /// What the azimuth errs at any speed, rad: the mean of its errors.
    pub aim_bias_rad: f64,
    /// What the logarithm of the speed errs at any speed.
    pub speed_bias_log: f64,
    /// Of the elevation, rad.
    pub elevation_rad: f64,
    /// Of the spin ratio.
    pub spin_ratio: f64,
    /// Of the spin about the vertical, rad/s.
    pub side_spin_rad_s: f64,
}

impl Errors {
    fn of([aim_rad, speed_log, elevation_rad, spin_ratio, side_spin_rad_s]: [f64; 5]) -> Errors {
        Errors { aim_rad, speed_log, elevation_rad, spin_ratio, side_spin_rad_s, ..Errors::default() }
    }
}

impl Player {
    /// The same hand with all its deviations times a ratio.
    #[must_use]
    pub fn scaled(&self, ratio: f64) -> Player {
        Player {
            aim_sd_rad: ratio * self.aim_sd_rad,
            speed_sd_ratio: ratio * self.speed_sd_ratio,
            elevation_sd_rad: ratio * self.elevation_sd_rad,
            spin_sd_ratio: ratio * self.spin_sd_ratio,
            side_spin_sd_rad_s: ratio * self.side_spin_sd_rad_s,
            ..*self
        }
    }

    /// His errors, made ready to be drawn; why not, where no errors have their correlations.
    pub fn erring(&self) -> Result<Erring, Fault> {
        let (scatter, joint) = (self.scatter(), self.joint()?);
        Ok(Erring { scatter, joint, deviations: self.deviations(), biases: self.biases() })
    }
}

/// The errors of a hand, made ready to be drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Erring {
    scatter: Scatter,
    joint: Joint<5>,
    deviations: [f64; 5],
    biases: [f64; 5],
}

impl Erring {
    /// The same with all deviations times a ratio.
    #[must_use]
    pub fn scaled(&self, ratio: f64) -> Erring {
        Erring { deviations: self.deviations.map(|deviation| ratio * deviation), ..*self }
    }

    /// How large the errors are next to those of a player of a club: 1 are his, 0 are none. One number for what a
    /// player can do; means, correlations, wild shots and side spin do not count.
    pub fn size_ratio(&self) -> f64 {
        let usual = Player::default().deviations();
        let square = |i: usize| {
            let ratio = if WEIGHTS[i] > 0.0 { self.deviations[i] / usual[i] } else { 0.0 };
            WEIGHTS[i] * ratio * ratio
        };
        (0..WEIGHTS.len()).map(square).sum::<f64>().sqrt()
    }

    /// Draws the errors of one shot, each from its own stream.
    pub fn errors(&self, streams: &Streams) -> Errors {
        let errors = self.drawn(streams);
        let [aim_bias_rad, speed_bias_log, ..] = self.biases;
        // those of aim and speed depend on the shot; their means do not
        let own =
            Errors::of(core::array::from_fn(|i| if i < 2 { errors[i] } else { biased(errors[i], self.biases[i]) }));
        Errors { aim_bias_rad, speed_bias_log, ..own }
    }

    /// The same without their means, which he does not know: else he would aim otherwise.
    pub fn imagined(&self, streams: &Streams) -> Errors {
        Errors::of(self.drawn(streams))
    }

    fn drawn(&self, streams: &Streams) -> [f64; 5] {
        let size = self.scatter.size(|| streams.open(WILD).uniform());
        let own = ERRORS.map(|purpose| size * self.scatter.noise.draw(&mut streams.open(purpose)));
        let errors = self.joint.mixed(own);
        core::array::from_fn(|i| self.deviations[i] * errors[i])
    }

    /// Executes an aim.
    pub fn execute(&self, aim: &Aim, streams: &Streams) -> Launch {
        aim.with(&self.errors(streams))
    }
}

impl Aim {
    /// The shot with errors.
    pub fn with(&self, errors: &Errors) -> Launch {
        let aim_error_rad = biased(self.error_ratio * errors.aim_rad, errors.aim_bias_rad);
        let speed_log = biased(self.error_ratio * errors.speed_log, errors.speed_bias_log);
        let (sine, cosine) = libm::sincos(aim_error_rad);
        Launch {
            aim_error_rad,
            direction: self.direction * cosine + self.direction.perp() * sine,
            speed_m_s: self.speed_m_s * libm::exp(speed_log),
            elevation_rad: self.elevation_rad + errors.elevation_rad,
            spin_ratio: self.spin_ratio + errors.spin_ratio,
            side_spin_rad_s: self.side_spin_rad_s + errors.side_spin_rad_s,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::player::ErrorLaw;
    use crate::keys::ring::Ring;
    use crate::keys::shot::Shot;
    use glam::DVec2;

    const DEG: f64 = core::f64::consts::PI / 180.0;

    fn aim(shot: Shot) -> Aim {
        Aim::from_edge(&Ring::default(), &shot, &Player::default()).expect("aim")
    }

    fn erring(player: &Player) -> Erring {
        player.erring().expect("correlations")
    }

    #[test]
    fn tg_5b2_t2_ten_thousand_aims_have_the_deviation_asked_for() {
        let (aim, player) = (aim(Shot::default()), erring(&Player { aim_sd_rad: DEG, ..Player::default() }));
        let errors = (0..10_000).map(|i| player.execute(&aim, &Streams::new(1, i, None)).aim_error_rad);
        let sd = (errors.map(|error| error * error).sum::<f64>() / 10_000.0).sqrt();
        // four standard errors
        assert!((sd / DEG - 1.0).abs() < 0.028, "{sd}");
    }

    #[test]
    fn tg_5b2_errors_have_all_means_and_correlations_asked_for_and_a_planner_knows_no_means() {
        let player = Player {
            side_spin_sd_rad_s: 20.0,
            aim_bias_rad: 0.5 * DEG,
            speed_bias_ratio: -0.04,
            elevation_bias_rad: -DEG,
            spin_bias_ratio: 0.1,
            side_spin_bias_rad_s: -8.0,
            aim_speed_correlation_ratio: 0.5,
            aim_elevation_correlation_ratio: -0.2,
            aim_spin_correlation_ratio: 0.1,
            aim_side_spin_correlation_ratio: 0.4,
            speed_elevation_correlation_ratio: 0.3,
            speed_spin_correlation_ratio: -0.5,
            speed_side_spin_correlation_ratio: 0.2,
            elevation_spin_correlation_ratio: -0.1,
            elevation_side_spin_correlation_ratio: -0.3,
            spin_side_spin_correlation_ratio: 0.25,
            ..Player::default()
        };
        let (n, hand) = (20_000, erring(&player));
        let as_array = |errors: Errors| {
            let Errors { aim_rad, speed_log, elevation_rad, spin_ratio, side_spin_rad_s, .. } = errors;
            [
                aim_rad + errors.aim_bias_rad,
                speed_log + errors.speed_bias_log,
                elevation_rad,
                spin_ratio,
                side_spin_rad_s,
            ]
        };
        let is_as_asked = |drawn: &dyn Fn(&Streams) -> Errors, biases: [f64; 5]| {
            let errors: Vec<[f64; 5]> = (0..n).map(|i| as_array(drawn(&Streams::new(5, i, None)))).collect();
            let of = |i: usize, error: &[f64; 5]| (error[i] - biases[i]) / player.deviations()[i];
            let mean = |f: &dyn Fn(&[f64; 5]) -> f64| errors.iter().map(f).sum::<f64>() / n as f64;
            // four standard errors, at most of a square: sqrt(2 / n)
            let is_near = |got: f64, wanted: f64| assert!((got - wanted).abs() < 0.04, "{got} {wanted}");
            (0..5).for_each(|i| is_near(mean(&|error| of(i, error)), 0.0));
            (0..5).for_each(|i| is_near(mean(&|error| of(i, error) * of(i, error)), 1.0));
            for one in player.correlations() {
                let [i, j] = one.errors;
                is_near(mean(&|error| of(i, error) * of(j, error)), one.ratio);
            }
        };
        is_as_asked(&|streams| hand.errors(streams), player.biases());
        is_as_asked(&|streams| hand.imagined(streams), [0.0; 5]);
    }

    #[test]
    fn tg_5b2_all_errors_of_a_wild_shot_are_larger_and_those_of_others_as_they_were() {
        let tame = Player { side_spin_sd_rad_s: 10.0, ..Player::default() };
        let wild = Player { wild_share: 0.1, wild_ratio: 4.0, ..tame };
        let [tame, wild] = [tame, wild].map(|player| erring(&player));
        let mut count = 0;
        for i in 0..10_000 {
            let [one, other] = [tame, wild].map(|player| player.errors(&Streams::new(6, i, None)));
            let larger = Errors {
                aim_rad: 4.0 * one.aim_rad,
                speed_log: 4.0 * one.speed_log,
                elevation_rad: 4.0 * one.elevation_rad,
                spin_ratio: 4.0 * one.spin_ratio,
                side_spin_rad_s: 4.0 * one.side_spin_rad_s,
                ..one
            };
            assert!(other == one || other == larger, "{one:?} {other:?}");
            count += u32::from(other == larger);
        }
        // four standard errors
        assert!((f64::from(count) - 1_000.0).abs() < 120.0, "{count}");
    }

    #[test]
    fn tg_5b2_hard_shots_err_more_in_aim_and_speed_alone_and_by_no_more_than_their_means() {
        let player = Player {
            error_law: ErrorLaw::Power,
            error_power_ratio: 2.0,
            aim_bias_rad: DEG,
            speed_bias_ratio: 0.1,
            spin_bias_ratio: 0.2,
            ..Player::default()
        };
        let streams = Streams::new(8, 3, None);
        let launched = |speed_m_s: f64| {
            let shot = Shot { speed_m_s, ..Shot::default() };
            let aim = Aim::from_edge(&Ring::default(), &shot, &player).expect("aim");
            (erring(&player).execute(&aim, &streams), aim)
        };
        let [(one, as_keyed), (hard, aim)] = [2.5, 5.0].map(launched);
        assert_eq!((as_keyed.error_ratio, aim.error_ratio), (1.0, 4.0));
        assert!((hard.aim_error_rad - DEG - 4.0 * (one.aim_error_rad - DEG)).abs() < 1e-12);
        let off = |launch: &Launch, meant_m_s: f64| libm::log(launch.speed_m_s / meant_m_s) - 0.1;
        assert!((off(&hard, 5.0) - 4.0 * off(&one, 2.5)).abs() < 1e-12 && off(&one, 2.5) != 0.0);
        assert_eq!((hard.spin_ratio, hard.elevation_rad), (one.spin_ratio, one.elevation_rad));
    }

    #[test]
    fn natural_roll_forwards_turns_about_the_left() {
        let player = Player { spin_sd_ratio: 0.0, ..Player::default() };
        let aim = aim(Shot { spin_ratio: 1.0, side_spin_rad_s: 9.0, ..Shot::default() });
        let launch =
            Launch { direction: DVec2::new(1.0, 0.0), ..erring(&player).execute(&aim, &Streams::new(1, 2, None)) };
        let spin_rad_s = launch.spin_rad_s(0.01);
        assert_eq!((spin_rad_s.x, spin_rad_s.z), (0.0, 9.0));
        assert!((spin_rad_s.y * 0.01 - launch.speed_m_s).abs() < 1e-12);
    }

    #[test]
    fn tg_5b2_t1_without_errors_the_shot_is_the_intended_one() {
        let (aim, exact) = (aim(Shot::default()), erring(&Player::default()).scaled(0.0));
        let launch = exact.execute(&aim, &Streams::new(1, 2, None));
        assert_eq!((launch.direction, launch.speed_m_s), (aim.direction, aim.speed_m_s));
        assert_eq!((launch.elevation_rad, launch.spin_ratio), (aim.elevation_rad, aim.spin_ratio));
    }
}
