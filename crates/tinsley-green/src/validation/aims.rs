//! Whether aims that scatter hit: D33.

use glam::{DVec2, DVec3};
use tolley_experiment::random::Streams;
use tolley_experiment::unit::deg;
use tolley_physics::kernel::{self, Counters, Kind, Limits};
use tolley_physics::spheres::{Scratch, Setup, Spheres, State};
use tolley_physics::validation::Row;

use super::row::band;
use crate::keys::player::{Player, Skill};
use crate::keys::shot::Shot;
use crate::keys::with_presets;
use crate::players::Aim;
use crate::shot::ShotKeys;

const SHOTS: u64 = 10_000;
/// Half the angle in which a toley at 0.9144 m meets the circle of 49 marbles, rad: 3.5237 degrees.
const PACK_RAD: f64 = 3.5237 * core::f64::consts::PI / 180.0;

/// A hand whose azimuth scatters by one degree and nothing else.
fn hand() -> ShotKeys {
    let exact = Player { preset: Skill::Exact, ..Player::default() };
    let keys = with_presets(ShotKeys { player: exact, ..ShotKeys::default() });
    let player = Player { aim_sd_rad: deg(1.0), ..keys.player };
    ShotKeys { player, shot: Shot { speed_m_s: 2.0, ..keys.shot }, ..keys }
}

/// Shares of the shots from 0.9144 m that hit a single marble, and that go nowhere but at the pack.
fn shares() -> [f64; 2] {
    let ShotKeys { player, shot, surface, contact, toley, marble, .. } = hand();
    let aim = Aim::as_keyed(&shot, &player, DVec2::new(-0.9144, 0.0), DVec2::X);
    let skill = player.erring().expect("errors without correlations");
    let balls = [toley.own(), marble.mean()].map(|ball| surface.ball(&surface.mean(), ball));
    let setup = Setup::new(balls.to_vec(), surface.ground(), contact.physics(), None).with_sand(surface.sand());
    let (mut state, mut scratch) = (State::new(&setup), Scratch::new(&setup));
    let limits = Limits { until_s: 1.0, ..Limits::for_bodies(2) };
    let mut sums = [0u32; 2];
    for number in 0..SHOTS {
        let launch = skill.execute(&aim, &Streams::new(33, number, None));
        let [toley, marble] = [0, 1].map(|i| DVec3::Z * balls[i].radius_m);
        let spin_rad_s = launch.direction.perp().extend(0.0) * (launch.speed_m_s / balls[0].radius_m);
        state.place(&setup, 0, aim.release_m.extend(0.0) + toley, launch.velocity_m_s(), spin_rad_s);
        state.place(&setup, 1, marble, DVec3::ZERO, DVec3::ZERO);
        scratch.clear();
        let mut met = Counters::default();
        kernel::run::<Spheres, _>(&setup, &mut state, &mut scratch, &limits, &mut met);
        sums[0] += u32::from(met.of(Kind::Pair) > 0);
        sums[1] += u32::from(launch.aim_error_rad.abs() <= PACK_RAD);
    }
    sums.map(|sum| f64::from(sum) / SHOTS as f64)
}

const AIM: &str = "geometry, asin(D / 0.9144 m), and the normal distribution; three standard errors of 10,000 shots of the player's hand";

pub(super) const ROWS: &[Row] = &[
    band("D33", "share of hits, aim scattering by 1 deg", AIM, [0.65617, 0.68439], || shares()[0]),
    band("D33", "share within 3.5237 deg, the edge of the pack", AIM, [0.99894, 1.0], || shares()[1]),
];
