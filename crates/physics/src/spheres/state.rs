//! What is true: every body at its own local time.

use glam::DVec3;

use super::body::Body;
use super::motion;
use super::setup::Setup;
use crate::growth::Growth;

/// The truth: every body at its own local time.
#[derive(Clone, Debug)]
pub struct State {
    /// The bodies, by number, as the balls of the setup.
    pub bodies: Vec<Body>,
    /// Whether any body may rest on others.
    pub(super) may_be_supported: bool,
    /// Pairs whose contacts last, and which these keep from meeting.
    pub(super) pressed: Vec<[u16; 2]>,
    /// Of resting contacts, those that push: two bodies, or one and [`NONE`] for the ground.
    pub(super) bearing: Vec<[u16; 2]>,
    /// Those in resting contacts whose time step something has cut short: their forces are to be found anew.
    pub(super) cut: Vec<u16>,
    /// Pairs whose contacts lasted, and which have not been seen apart since; by how much they may overlap, m.
    pub(super) lain: Vec<([u16; 2], f64)>,
}

impl State {
    /// Bodies that are not placed yet, and so off.
    pub fn new(setup: &Setup) -> State {
        let n = setup.balls.len();
        let (pressed, lain) = (Vec::with_capacity(6 * n), Vec::with_capacity(6 * n));
        let (bearing, cut) = (Vec::with_capacity(7 * n), Vec::with_capacity(n));
        State { bodies: vec![Body::nowhere(); n], may_be_supported: false, pressed, bearing, cut, lain }
    }

    /// Whether resting contacts keep two bodies from meeting.
    pub(super) fn presses(&self, pair: [usize; 2]) -> bool {
        let [one, two] = pair.map(|i| self.bodies[i].is_held());
        one && two && self.pressed.contains(&[pair[0].min(pair[1]) as u16, pair[0].max(pair[1]) as u16])
    }

    /// Notes that two bodies may overlap by so much until they are seen apart, m.
    pub(super) fn note_lain(&mut self, pair: [u16; 2], room_m: f64) {
        match self.lain.iter_mut().find(|(known, _)| *known == pair) {
            Some((_, known_m)) => *known_m = known_m.max(room_m),
            None => self.lain.push((pair, room_m)),
        }
    }

    /// Forgets the pairs that are apart of those that may overlap; not those whose contacts last, which may close
    /// again by as much as they have opened.
    pub(super) fn forget_apart(&mut self, setup: &Setup, time_s: f64) {
        self.forget_beyond(setup, time_s, 1.0);
    }

    /// The same of pairs that are plainly apart, so that they hit before they touch again.
    pub(super) fn forget_far(&mut self, setup: &Setup, time_s: f64) {
        self.forget_beyond(setup, time_s, 1.0 + 1.0 / (1u64 << 10) as f64);
    }

    fn forget_beyond(&mut self, setup: &Setup, time_s: f64, share: f64) {
        let mut lain = std::mem::take(&mut self.lain);
        lain.retain(|(pair, _)| {
            let [one, two] = pair.map(usize::from);
            let [one_m, two_m] = [one, two].map(|i| self.bodies[i].position_at_m(time_s));
            let touch_m = setup.balls[one].radius_m + setup.balls[two].radius_m;
            one_m.distance(two_m) < touch_m * share || self.presses([one, two])
        });
        self.lain = lain;
    }

    /// By how much two bodies may overlap, the lower number first, m.
    pub(super) fn room_m(&self, pair: [u16; 2]) -> f64 {
        self.lain.iter().find(|(known, _)| *known == pair).map_or(0.0, |&(_, room_m)| room_m)
    }

    /// How many times a small error of the places at the start has grown since, at the most of all bodies; an estimate
    /// from free paths and angles of impact, infinite where nothing is left of what was known.
    pub fn error_growth_ratio(&self) -> f64 {
        self.bodies.iter().map(|body| body.growth.at(body.position_m)).fold(1.0, f64::max)
    }

    /// Places ball `i` at time 0; the numbers tell how it moves: above the ground or with vertical velocity it flies,
    /// with slip it slides, else it rolls, spins or rests.
    ///
    /// ```
    /// # use glam::{DVec3, dvec3};
    /// # use tolley_physics::kernel::{self, Ending, Limits, Silent};
    /// # use tolley_physics::spheres::{
    /// #     Ball, Contact, Ground, GroundReaction, Law, Mode, Scratch, Setup, SlowContact, Spheres, State,
    /// # };
    /// # let ground = Ground {
    /// #     gravity_m_s2: 9.81, restitution_ratio: 0.2, settle_speed_m_s: 0.1, sinkage_m: 0.5e-3,
    /// #     trapping_speed_m_s: 0.0, rolling_while_sliding: false,
    /// # };
    /// # let contact = Contact {
    /// #     law: Law::Pairwise, restitution_ratio: 0.95, friction_ratio: 0.1, tangential_restitution_ratio: 0.0,
    /// #     ground_reaction: GroundReaction::After, slow: SlowContact::Plain,
    /// # };
    /// # let ball = Ball::solid(0.00635, 2500.0, 0.3, 0.1);
    /// # let setup = Setup::new(vec![ball], ground, contact, None);
    /// let mut state = State::new(&setup);
    /// let on_the_ground = dvec3(0.0, 0.0, ball.radius_m);
    /// state.place(&setup, 0, on_the_ground, dvec3(1.0, 0.0, 0.0), dvec3(0.0, 1.0 / ball.radius_m, 0.0));
    /// assert_eq!(state.bodies[0].mode, Mode::Roll);
    /// let (mut scratch, limits) = (Scratch::new(&setup), Limits::for_bodies(1));
    /// assert_eq!(kernel::run::<Spheres, _>(&setup, &mut state, &mut scratch, &limits, &mut Silent), Ending::Rest);
    /// // v^2 / (2 mu_r g)
    /// assert!((state.bodies[0].position_m.x - 1.0 / (2.0 * 0.1 * 9.81)).abs() < 1e-15);
    /// ```
    pub fn place(&mut self, setup: &Setup, i: usize, position_m: DVec3, velocity_m_s: DVec3, spin_rad_s: DVec3) {
        self.pressed.clear();
        self.bearing.clear();
        self.cut.clear();
        self.lain.clear();
        let body = &mut self.bodies[i];
        let growth = Growth::from_start(position_m);
        *body = Body { position_m, velocity_m_s, spin_rad_s, growth, ..Body::nowhere() };
        motion::enter(setup, i, body);
    }
}
