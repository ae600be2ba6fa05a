//! The nose drop, TG-9f: a player drops his toley from the tip of his nose on a line, and where it comes to rest
//! counts.
//!
//! The fall, the landing, the hops and the roll are those of any ball; what the player adds is how far beside the
//! line he lets go, and how much he pushes.

use glam::{DVec2, DVec3};
use tolley_experiment::random::{Purpose, Streams};
use tolley_physics::kernel::{self, Ending, Event, EventSink, Hit, Kind, Limits};
use tolley_physics::spheres::deep::DeepSand;
use tolley_physics::spheres::{self, Ball, Contact, Scratch, Setup, Spheres, State, TrialSetup};

use super::surface::SandDraw;
use crate::keys::surface::Surface;

const HAND: Purpose = Purpose::named("nose drop hand");
const PUSH: Purpose = Purpose::named("nose drop push");

/// Who drops, and from where.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dropper {
    /// Height of the lowest point of the released ball over the sand, m; a standing adult's nose is at 1.5 m or so.
    pub height_m: f64,
    /// Standard deviation of the release point beside the line, and along it, m.
    pub hand_sd_m: f64,
    /// Standard deviation of the horizontal velocity at the release, m/s, each way.
    pub push_sd_m_s: f64,
}

/// One nose drop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dropped {
    /// Where the ball comes to rest; the line is the x axis, the mark the origin, m.
    pub rest_m: DVec2,
    /// Speed at which it first meets the sand, m/s.
    pub landing_speed_m_s: f64,
    /// How deep it goes, m; 0 where the sand is not deep.
    pub depth_m: f64,
    /// Landings, hops included.
    pub landing_count: u32,
    /// Time until it rests, s.
    pub duration_s: f64,
}

/// The fall of one ball on one surface; memory is taken once.
pub struct NoseDrop {
    design: Setup,
    /// The same on the laying of the drop.
    trial: TrialSetup,
    surface: Surface,
    dropper: Dropper,
    state: State,
    scratch: Scratch,
}

impl NoseDrop {
    /// A ball of the player, dropped on a surface; the ring's edge is left out, far from the line.
    pub fn new(surface: Surface, toley: Ball, contact: Contact, dropper: Dropper) -> NoseDrop {
        let design = Setup::new(vec![toley], surface.ground(), contact, None).with_sand(surface.sand());
        let (state, scratch) = (State::new(&design), Scratch::new(&design));
        NoseDrop { trial: TrialSetup::of(&design), design, surface, dropper, state, scratch }
    }

    /// Drops the ball on a laying of the sand; the name of the reason where the physics cannot be trusted.
    pub fn drop(&mut self, sand: &SandDraw, streams: &Streams) -> Result<Dropped, &'static str> {
        let Dropper { height_m, hand_sd_m, push_sd_m_s } = self.dropper;
        let (mut hand, mut push) = (streams.open(HAND), streams.open(PUSH));
        let radius_m = self.design.balls()[0].radius_m;
        let from_m = DVec3::new(hand_sd_m * hand.normal(), hand_sd_m * hand.normal(), radius_m + height_m);
        let pushed_m_s = DVec3::new(push_sd_m_s * push.normal(), push_sd_m_s * push.normal(), 0.0);
        self.surface.lay(sand, &self.design, &mut self.trial);
        let physics = self.trial.setup();
        self.state.place(physics, 0, from_m, pushed_m_s, DVec3::ZERO);
        self.scratch.clear();
        let mut sink = DropSink::default();
        let limits = Limits::for_bodies(1);
        let ending = kernel::run::<Spheres, _>(physics, &mut self.state, &mut self.scratch, &limits, &mut sink);
        if let Ending::Quarantined(reason) = ending {
            return Err(reason.name());
        }
        let landing_speed_m_s = (2.0 * physics.ground().gravity_m_s2 * height_m).sqrt();
        Ok(Dropped {
            rest_m: self.state.bodies[0].position_m.truncate(),
            landing_speed_m_s,
            depth_m: self.depth_m(landing_speed_m_s),
            landing_count: sink.landing_count,
            duration_s: sink.last_s,
        })
    }

    fn depth_m(&self, speed_m_s: f64) -> f64 {
        let physics = self.trial.setup();
        match physics.sand().landing {
            spheres::Landing::Rebound => 0.0,
            spheres::Landing::Deep { bed, .. } => {
                DeepSand::of(&physics.balls()[0], bed, physics.ground().gravity_m_s2).depth_m(speed_m_s)
            }
        }
    }
}

#[derive(Default)]
struct DropSink {
    landing_count: u32,
    last_s: f64,
}

impl EventSink<Spheres> for DropSink {
    fn record(&mut self, _: &Setup, _: &State, event: &Event, _: &[Hit]) {
        self.landing_count += u32::from(event.kind == Kind::Ground);
        self.last_s = event.time_s;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys;
    use crate::keys::balls::Toley;
    use crate::keys::surface::Landing;
    use tolley_physics::spheres::deep::{Bed, hole_depth_m};

    const STEADY: Dropper = Dropper { height_m: 1.5, hand_sd_m: 0.0, push_sd_m_s: 0.0 };

    fn fall(landing: Landing, dropper: Dropper) -> (NoseDrop, SandDraw) {
        let surface = Surface { landing, ..Surface::default() };
        let sand = surface.mean();
        let ball = surface.ball(&sand, Toley::default().own());
        (NoseDrop::new(surface, ball, keys::contact::Contact::default().physics(), dropper), sand)
    }

    #[test]
    fn a_steady_hand_hits_the_line_and_the_ball_hops_as_the_restitution_says() {
        let (mut fall, sand) = fall(Landing::Rebound, STEADY);
        let dropped = fall.drop(&sand, &Streams::new(1, 0, None)).expect("a drop");
        assert_eq!(dropped.rest_m, DVec2::ZERO);
        // 5.425 m/s, 0.814, 0.122, then less than the settling speed
        assert!((dropped.landing_speed_m_s - 5.4249).abs() < 1e-4 && dropped.landing_count == 3);
        let falls_s = dropped.landing_speed_m_s / 9.81 * (1.0 + 2.0 * 0.15 + 2.0 * 0.15 * 0.15);
        assert!((dropped.duration_s - falls_s).abs() < 1e-9, "{dropped:?}");
    }

    #[test]
    fn in_deep_sand_it_stays_where_it_falls() {
        let (mut fall, sand) = fall(Landing::Deep, Dropper { push_sd_m_s: 0.05, ..STEADY });
        let dropped = fall.drop(&sand, &Streams::new(1, 0, None)).expect("a drop");
        assert_eq!(dropped.landing_count, 1);
        // the law of the depth of holes, from other measurements, says 33 mm
        let bed = Bed { density_kg_m3: 1520.0, friction_ratio: 0.45 };
        let hole_m = hole_depth_m(0.01905, 2500.0, bed, 1.5);
        assert!((dropped.depth_m / hole_m - 1.0).abs() < 0.15, "{dropped:?} {hole_m}");
        assert!(dropped.rest_m.length() > 0.001);
    }

    #[test]
    fn the_spread_of_the_hand_is_the_spread_of_the_rest() {
        let (mut fall, sand) = fall(Landing::Deep, Dropper { hand_sd_m: 0.03, ..STEADY });
        let beside = |repeat| fall.drop(&sand, &Streams::new(1, repeat, None)).expect("a drop").rest_m.y;
        let sd = ((0..4000).map(beside).map(|y| y * y).sum::<f64>() / 4000.0).sqrt();
        // four standard errors
        assert!((sd / 0.03 - 1.0).abs() < 0.045, "{sd}");
    }
}
