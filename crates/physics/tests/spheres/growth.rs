//! How far apart two runs of the same shot may come.

use super::*;

/// How much an error grows through the impacts: `1 + 2 L / (s cos phi)` each, with the way `L` since the last impact,
/// the sum of radii `s` and the angle `phi` of impact; and the slowest closing speed, m/s.
pub(super) struct Growth {
    pub(super) kappa: f64,
    pub(super) slowest_m_s: f64,
    last_m: Vec<DVec3>,
}

impl Growth {
    pub(super) fn of(scene: &Scene) -> (Growth, State, Vec<Event>) {
        let setup = scene.setup();
        let mut state = start(&setup, &scene.bodies);
        let mut scratch = Scratch::new(&setup);
        let last_m = scene.bodies.iter().map(|body| body.0).collect();
        let mut growth = Growth { kappa: 1.0, slowest_m_s: f64::INFINITY, last_m };
        let mut events = vec![];
        while let Some(mut event) = Spheres::predict(&setup, &state, &mut scratch) {
            Spheres::advance(&setup, &mut state, &event);
            growth.note(&setup, &state, &event);
            Spheres::resolve(&setup, &mut state, &mut scratch, &mut event);
            Spheres::forget(&mut scratch, &event);
            events.push(event);
            if events.len() > 2000 {
                growth.slowest_m_s = 0.0;
                break;
            }
        }
        (growth, state, events)
    }

    /// Hears of an event before it is resolved.
    fn note(&mut self, setup: &Setup, state: &State, event: &Event) {
        if event.kind != Kind::Pair {
            return;
        }
        let ids = [event.body, event.other].map(usize::from);
        let [one, two] = ids.map(|i| &state.bodies[i]);
        let (p, v) = (two.position_m - one.position_m, two.velocity_m_s - one.velocity_m_s);
        let closing_m_s = -p.dot(v) / p.length();
        let free_m = ids.map(|i| state.bodies[i].position_m.distance(self.last_m[i])).into_iter().fold(0.0, f64::max);
        let reach_m = setup.balls()[ids[0]].radius_m + setup.balls()[ids[1]].radius_m;
        self.kappa *= 1.0 + 2.0 * free_m / (reach_m * (closing_m_s / v.length()));
        self.slowest_m_s = self.slowest_m_s.min(closing_m_s);
        for i in ids {
            self.last_m[i] = state.bodies[i].position_m;
        }
    }
}
