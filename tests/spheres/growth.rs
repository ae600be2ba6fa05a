//! How far apart two runs of the same shot may come.

use super::*;

/// How much an error grows through the impacts, as the physics itself has it, and the slowest closing speed, m/s.
pub(super) struct Growth {
    pub(super) kappa: f64,
    pub(super) slowest_m_s: f64,
}

impl Growth {
    pub(super) fn of(scene: &Scene) -> (Growth, State, Vec<Event>) {
        let setup = scene.setup();
        let mut state = start(&setup, &scene.bodies);
        let mut scratch = Scratch::new(&setup);
        let mut growth = Growth { kappa: 1.0, slowest_m_s: f64::INFINITY };
        let mut events = vec![];
        while let Some(mut event) = Spheres::next(&setup, &state, &mut scratch) {
            Spheres::advance(&setup, &mut state, &event);
            growth.note(&state, &event);
            Spheres::resolve(&setup, &mut state, &mut event);
            Spheres::forget(&setup, &state, &mut scratch, &event);
            events.push(event);
            if events.len() > 2000 {
                growth.slowest_m_s = 0.0;
                break;
            }
        }
        growth.kappa = state.error_growth_ratio();
        (growth, state, events)
    }

    /// Hears of an event before it is resolved.
    fn note(&mut self, state: &State, event: &Event) {
        if event.kind != Kind::Pair {
            return;
        }
        let [one, two] = [event.body, event.other].map(|i| &state.bodies[usize::from(i)]);
        let (p, v) = (two.position_m - one.position_m, two.velocity_m_s - one.velocity_m_s);
        self.slowest_m_s = self.slowest_m_s.min(-p.dot(v) / p.length());
    }
}
