//! Plays a scene and keeps what happened.

use glam::DVec3;
use tolley_physics::discs::{self, Discs};
use tolley_physics::kernel::{self, Audited, Ending, Event, EventSink, Hit, Kind, Limits, Reason, World as Physics};
use tolley_physics::spheres::{self, Spheres};

use crate::{Scene, Start, World};

/// How a scene ended and all that happened.
pub struct SceneResult {
    /// Time of the state, s.
    pub time_s: f64,
    /// How it ended.
    pub ending: Ending,
    /// The bodies at that time, by number.
    pub bodies: Vec<BodyState>,
    /// Every event, in order.
    pub events: Vec<Event>,
}

/// The state of one body.
pub struct BodyState {
    /// Name of its mode.
    pub mode: &'static str,
    /// Where its centre is, m.
    pub position_m: DVec3,
    /// Its velocity, m/s.
    pub velocity_m_s: DVec3,
    /// Its spin; a disc's is about the vertical.
    pub spin_rad_s: DVec3,
    /// The angle that a disc has turned, rad.
    pub angle_rad: Option<f64>,
}

impl SceneResult {
    /// How it ended, in a word.
    pub fn ending_name(&self) -> &'static str {
        match self.ending {
            Ending::Rest => "rest",
            Ending::Until => "until",
            Ending::Quarantined(_) => "quarantined",
        }
    }
}

impl BodyState {
    /// Whether all its numbers are finite.
    pub fn is_finite(&self) -> bool {
        let vectors = [self.position_m, self.velocity_m_s, self.spin_rad_s];
        vectors.iter().all(|vector| vector.is_finite()) && self.angle_rad.is_none_or(f64::is_finite)
    }
}

/// Plays until all is at rest, or until a time.
pub fn play(scene: &Scene, until_s: Option<f64>) -> SceneResult {
    match &scene.world {
        World::Spheres(setup) => spheres(setup, &scene.starts, until_s),
        World::Discs(setup) => discs(setup, &scene.starts, until_s),
    }
}

/// All spheres as they begin.
pub(crate) fn spheres_at(setup: &spheres::Setup, starts: &[Start]) -> spheres::State {
    let mut state = spheres::State::new(setup);
    for (i, start) in starts.iter().enumerate() {
        state.place(setup, i, start.position_m, start.velocity_m_s, start.spin_rad_s);
    }
    state
}

/// All discs as they begin.
pub(crate) fn discs_at(setup: &discs::Setup, starts: &[Start]) -> discs::State {
    let mut state = discs::State::new(setup);
    for (i, start) in starts.iter().enumerate() {
        let (position_m, velocity_m_s) = (start.position_m.truncate(), start.velocity_m_s.truncate());
        state.place(setup, i, position_m, velocity_m_s, start.spin_rad_s.z);
    }
    state
}

fn spheres(setup: &spheres::Setup, starts: &[Start], until_s: Option<f64>) -> SceneResult {
    let mut state = spheres_at(setup, starts);
    let mut scratch = spheres::Scratch::new(setup);
    let shown = |body: &spheres::Body| BodyState {
        mode: body.mode.name(),
        position_m: body.position_m,
        velocity_m_s: body.velocity_m_s,
        spin_rad_s: body.spin_rad_s,
        angle_rad: None,
    };
    let played = run::<Spheres>(setup, &mut state, &mut scratch, starts.len(), until_s);
    SceneResult { bodies: state.bodies.iter().map(shown).collect(), ..played }
}

fn discs(setup: &discs::Setup, starts: &[Start], until_s: Option<f64>) -> SceneResult {
    let mut state = discs_at(setup, starts);
    let mut scratch = discs::Scratch::new(setup);
    let shown = |body: &discs::Body| BodyState {
        mode: body.mode().name(),
        position_m: body.position_m().extend(0.0),
        velocity_m_s: body.velocity_m_s().extend(0.0),
        spin_rad_s: DVec3::Z * body.spin_rad_s(),
        angle_rad: Some(body.angle_rad()),
    };
    let played = run::<Discs>(setup, &mut state, &mut scratch, starts.len(), until_s);
    SceneResult { bodies: state.bodies.iter().map(shown).collect(), ..played }
}

/// Keeps every event but steps of resting contacts, and every hit of those that stand for several.
#[derive(Default)]
struct EventList {
    events: Vec<Event>,
    /// Time of the last, s.
    last_s: f64,
}

impl<W: Physics> EventSink<W> for EventList {
    fn record(&mut self, _: &W::Setup, _: &W::State, event: &Event, hits: &[Hit]) {
        if event.kind == Kind::Hold {
            self.last_s = self.last_s.max(event.time_s);
            return;
        }
        for event in event.each_hit(hits) {
            self.last_s = self.last_s.max(event.time_s);
            self.events.push(event);
        }
    }
}

/// Plays on; the bodies are left to who knows their world.
fn run<W: Audited>(
    setup: &W::Setup,
    state: &mut W::State,
    scratch: &mut W::Scratch,
    body_count: usize,
    until_s: Option<f64>,
) -> SceneResult {
    let mut limits = Limits::for_bodies(body_count);
    limits.until_s = until_s.unwrap_or(f64::INFINITY);
    let mut list = EventList::default();
    let ending = kernel::run::<W, _>(setup, state, scratch, &limits, &mut list);
    // hits that overlap in time are reported together, and other things may happen before the last of them
    let EventList { mut events, last_s } = list;
    events.sort_by(|one, two| one.time_s.total_cmp(&two.time_s));
    let time_s = match (ending, until_s) {
        (Ending::Quarantined(_), _) | (_, None) => last_s,
        (_, Some(until_s)) => until_s,
    };
    // the bodies of a broken-off scene stand at the times of their own last events; a number that is not finite stays
    if matches!(ending, Ending::Quarantined(reason) if reason != Reason::NotFinite) {
        W::settle(setup, state, time_s);
    }
    SceneResult { time_s, ending, bodies: Vec::new(), events }
}
