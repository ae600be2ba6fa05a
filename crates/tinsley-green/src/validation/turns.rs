//! Play in the middle of a game on a fast, a default and a damp ring: D36.

use glam::{DVec2, DVec3, Vec3Swizzles};
use tolley_experiment::random::{Purpose, Streams};
use tolley_physics::kernel::{self, Ending, Limits, Silent};
use tolley_physics::spheres::{Mode, Scratch, Setup, Spheres, State};
use tolley_physics::validation::{Basis, Row};

use super::row::band;
use crate::keys::shot::Shot;
use crate::keys::surface::{Surface, SurfacePreset};
use crate::keys::with_presets;
use crate::players::{Aim, Erring};
use crate::shot::ShotKeys;

const TURNS: u64 = 6_400;
const MARBLES: usize = 12;
const PLACES: Purpose = Purpose::named("places");

/// A ring with its player, and room for play.
struct Ring {
    keys: ShotKeys,
    skill: Erring,
    setup: Setup,
    state: State,
    scratch: Scratch,
}

/// Where things lie on the ground; none for a marble that has left.
struct Lie {
    marbles: Vec<Option<DVec2>>,
    toley: DVec2,
}

impl Ring {
    fn new(preset: SurfacePreset) -> Ring {
        let shot = Shot { release_height_m: 0.0, ..Shot::default() };
        let surface = Surface { preset, ..Surface::default() };
        let keys = with_presets(ShotKeys { shot, surface, ..ShotKeys::default() });
        let ShotKeys { ring, surface, contact, toley, marble, .. } = keys;
        let [toley, marble] = [toley.own(), marble.mean()].map(|ball| surface.ball(&surface.mean(), ball));
        let mut balls = vec![toley];
        balls.resize(1 + MARBLES, marble);
        let setup = Setup::new(balls, surface.ground(), contact.physics(), Some(ring.radius_m()));
        let setup = setup.with_sand(surface.sand());
        let (state, scratch) = (State::new(&setup), Scratch::new(&setup));
        let skill = keys.player.erring().expect("errors without correlations");
        Ring { keys, skill, setup, state, scratch }
    }

    /// Marbles and toley anywhere within 0.6 m of the centre, 50 mm apart at least.
    fn lie(&self, turn: u64) -> Lie {
        let stream = &mut Streams::new(36, turn, None).open(PLACES);
        let mut places: Vec<DVec2> = Vec::with_capacity(1 + MARBLES);
        while places.len() <= MARBLES {
            let at = DVec2::new(stream.uniform_in(-0.6, 0.6), stream.uniform_in(-0.6, 0.6));
            if at.length() < 0.6 && places.iter().all(|other| other.distance(at) > 0.05) {
                places.push(at);
            }
        }
        Lie { toley: places[0], marbles: places[1..].iter().copied().map(Some).collect() }
    }

    /// One shot at the nearest marble: marbles knocked off, and whether the toley stays; nothing if the physics fails.
    fn shoot(&mut self, lie: &mut Lie, streams: &Streams) -> Option<(u32, bool)> {
        let toley = lie.toley;
        let nearest = lie.marbles.iter().flatten().min_by(|a, b| a.distance(toley).total_cmp(&b.distance(toley)))?;
        let aim = Aim::as_keyed(&self.keys.shot, &self.keys.player, toley, (nearest - toley).normalize());
        let launch = self.skill.execute(&aim, streams);
        let (setup, state) = (&self.setup, &mut self.state);
        let on_sand = |at: DVec2, i: usize| at.extend(setup.balls()[i].radius_m);
        let velocity_m_s = (launch.direction * launch.speed_m_s).extend(0.0);
        state.place(setup, 0, on_sand(toley, 0), velocity_m_s, launch.spin_rad_s(setup.balls()[0].radius_m));
        for (i, at) in lie.marbles.iter().enumerate() {
            // one that has left lies far outside
            let at = at.unwrap_or(DVec2::new(5.0 + i as f64, 0.0));
            state.place(setup, 1 + i, on_sand(at, 1 + i), DVec3::ZERO, DVec3::ZERO);
        }
        self.scratch.clear();
        let limits = Limits::for_bodies(1 + MARBLES);
        let ending = kernel::run::<Spheres, _>(setup, state, &mut self.scratch, &limits, &mut Silent);
        if ending != Ending::Rest {
            return None;
        }
        let mut off = 0;
        for (marble, body) in lie.marbles.iter_mut().zip(&state.bodies[1..]).filter(|(marble, _)| marble.is_some()) {
            *marble = (body.mode != Mode::Off).then(|| body.position_m.xy());
            off += u32::from(marble.is_none());
        }
        lie.toley = state.bodies[0].position_m.xy();
        Some((off, state.bodies[0].mode != Mode::Off))
    }

    /// Shots on end until one knocks nothing off or loses the toley: marbles won, and whether the toley left.
    fn turn(&mut self, turn: u64) -> Option<(u32, bool)> {
        let (mut lie, mut won) = (self.lie(turn), 0);
        for shot in 0.. {
            if lie.marbles.iter().all(Option::is_none) {
                break;
            }
            let (off, stays) = self.shoot(&mut lie, &Streams::new(37, turn, Some(shot)))?;
            won += off;
            if off == 0 || !stays {
                return Some((won, !stays));
            }
        }
        Some((won, false))
    }
}

/// Marbles won in a turn, and the share of turns that end with the toley off.
fn turns(preset: SurfacePreset) -> [f64; 2] {
    let mut ring = Ring::new(preset);
    let mut sums = [0.0; 2];
    for turn in 0..TURNS {
        let (won, left) = ring.turn(turn).map_or((f64::NAN, 0), |(won, left)| (f64::from(won), u32::from(left)));
        sums = [sums[0] + won, sums[1] + f64::from(left)];
    }
    sums.map(|sum| sum / TURNS as f64)
}

const REPORT: &str = "in fine weather \"the rings were very fast\", tolleys were hard to keep on and breaks smaller: report of Tinsley Green 2004 (magwv.com); means of 6,400 turns at 2.5 m/s; the bounds are three standard errors of 400";

/// The marbles won, or the share of turns lost, of one ring less those of another.
fn less(quantity: usize, one: SurfacePreset, other: SurfacePreset) -> f64 {
    turns(one)[quantity] - turns(other)[quantity]
}

const WON: usize = 0;
const LOST: usize = 1;

pub(super) const ROWS: &[Row] = &[
    band("D36", "turns that lose the toley: fast less default ring, share", REPORT, [0.03, 1.0], || {
        less(LOST, SurfacePreset::Fast, SurfacePreset::Default)
    })
    .on(Basis::Report),
    band("D36", "default less damp ring, share", REPORT, [0.08, 1.0], || {
        less(LOST, SurfacePreset::Default, SurfacePreset::Damp)
    })
    .on(Basis::Report),
    band("D36", "marbles of a turn: default less fast ring", REPORT, [0.4, 12.0], || {
        less(WON, SurfacePreset::Default, SurfacePreset::Fast)
    })
    .on(Basis::Report),
    band("D36", "marbles of a turn: damp less default ring", REPORT, [0.4, 12.0], || {
        less(WON, SurfacePreset::Damp, SurfacePreset::Default)
    })
    .on(Basis::Report),
];
