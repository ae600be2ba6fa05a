//! What is true now: where every coin is, how it moves, and on which side of each line it counts.

use glam::DVec2;

use super::body::{Body, Mode};
use super::lines;
use super::setup::Setup;

/// The truth of one trial.
#[derive(Clone, Debug)]
pub struct State {
    /// The coins, by body number.
    pub bodies: Vec<Body>,
    /// Side of each line on which each body counts: body by body.
    sides: Vec<i8>,
    /// Hard hits before the one that ends in a ride.
    pub(super) hard_hits_left: Option<u32>,
    /// Whether any coin lies on another one.
    pub(super) stacked: bool,
    /// Signs of the axes on the table of the setup.
    pub(super) axes: DVec2,
}

impl State {
    /// All coins at rest at the origin, to be placed.
    pub fn new(setup: &Setup) -> State {
        let mut state = State {
            bodies: vec![Body::still(DVec2::ZERO); setup.body_count()],
            sides: vec![0; setup.body_count() * setup.lines.len()],
            hard_hits_left: None,
            stacked: false,
            axes: DVec2::ONE,
        };
        (0..setup.body_count()).for_each(|body| state.settle_sides(setup, body));
        state
    }

    /// Puts a coin on the table at time 0, angle 0, whatever it did before; angle counts from here.
    ///
    /// ```
    /// # use glam::{DVec2, dvec2};
    /// # use tolley_physics::discs::{Coin, Contact, Mode, Setup, State};
    /// # let coin = Coin { radius_m: 0.01, mass_kg: 5e-3, inertia_ratio: 0.5, friction_ratio: 0.2 };
    /// # let (restitution_ratio, friction_ratio, tangential_restitution_ratio, slow_speed_m_s) = (0.85, 0.2, 0.3, 0.0);
    /// # let rims = Contact { restitution_ratio, friction_ratio, tangential_restitution_ratio, slow_speed_m_s };
    /// # let setup = Setup::new(vec![coin; 2], 9.81, 0.0, rims, None, vec![]);
    /// let mut state = State::new(&setup);
    /// state.place(&setup, 0, DVec2::ZERO, dvec2(1.5, 0.0), 100.0);
    /// state.place(&setup, 1, dvec2(0.1, 0.0), DVec2::ZERO, 0.0);
    /// assert_eq!((state.bodies[0].mode(), state.bodies[1].mode()), (Mode::Slide, Mode::Rest));
    /// // m v^2 / 2 + k2 m R^2 w^2 / 2
    /// assert!((state.energy(&setup).in_play_j - 0.5 * 5e-3 * (1.5 * 1.5 + 0.5 * 1.0 * 1.0)).abs() < 1e-15);
    /// ```
    pub fn place(&mut self, setup: &Setup, body: usize, position_m: DVec2, velocity_m_s: DVec2, spin_rad_s: f64) {
        self.bodies[body] = Body::still(position_m);
        self.bodies[body].launch(&setup.resolved[body], velocity_m_s, spin_rad_s);
        self.settle_sides(setup, body);
    }

    /// Begins the next trial without allocating: time and angles 0, every coin at rest where it is; those off stay off.
    pub fn clear(&mut self, setup: &Setup) {
        (self.hard_hits_left, self.stacked) = (None, false);
        for body in 0..self.bodies.len() {
            let is_off = self.bodies[body].mode() == Mode::Off;
            self.bodies[body] = Body::still(self.bodies[body].position_m());
            if is_off {
                self.bodies[body].leave();
            }
            self.settle_sides(setup, body);
        }
    }

    /// Makes a coin that was placed hop: it leaves the table with this vertical speed besides what it has.
    ///
    /// # Panics
    /// If the setup has no [`super::Lift`].
    pub fn hop(&mut self, setup: &Setup, body: usize, rise_m_s: f64) {
        assert!(setup.extras.lift.is_some(), "a setup without lift knows no hops");
        let (coin, one) = (&setup.resolved[body], &mut self.bodies[body]);
        let velocity_m_s = one.velocity_m_s();
        one.lift_off(coin, velocity_m_s, one.spin_rad_s(), 0.0, rise_m_s);
        one.hops = true;
    }

    /// Says that this trial is told on axes of these signs, 1 or -1, on the table whose tilt the setup has.
    pub fn turn(&mut self, axes: DVec2) {
        self.axes = axes;
    }

    /// Says which hard hit of this trial leaves the striking coin on top of the other: the one after `count` others,
    /// or none. Hard is what closes faster than [`super::Lift::ride_speed_m_s`].
    pub fn ride_after(&mut self, count: Option<u32>) {
        (self.hard_hits_left, self.stacked) = (count, false);
    }

    /// Counts a body on the sides of all lines where it stands.
    fn settle_sides(&mut self, setup: &Setup, body: usize) {
        let position_m = self.bodies[body].position_m();
        lines::settle_sides(setup, position_m, self.sides_mut(setup, body));
    }

    /// The side of each line on which a body counts.
    #[inline]
    pub(super) fn sides(&self, setup: &Setup, body: usize) -> &[i8] {
        let count = setup.lines.len();
        &self.sides[body * count..(body + 1) * count]
    }

    #[inline]
    fn sides_mut(&mut self, setup: &Setup, body: usize) -> &mut [i8] {
        let count = setup.lines.len();
        &mut self.sides[body * count..(body + 1) * count]
    }

    /// Before the flight of a body ends in an impact: counts it on the far side of what it passed beyond a line's ends.
    pub(super) fn pass_lines(&mut self, setup: &Setup, body: usize) {
        if setup.lines.is_empty() {
            return;
        }
        let (one, count) = (&self.bodies[body], setup.lines.len());
        let done_m = (one.position_m() - one.flight.origin_m).length();
        lines::pass_beyond(setup, &one.flight, done_m, &mut self.sides[body * count..(body + 1) * count]);
    }

    /// The event of crossing a line has happened to a body.
    pub(super) fn cross_line(&mut self, setup: &Setup, body: usize, line: usize) {
        let side = &mut self.sides_mut(setup, body)[line];
        *side = -*side;
    }
}
