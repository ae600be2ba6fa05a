//! The keys of each point of a plan, as a study reads them.

use super::plan::Plan;
use crate::declare::keys::{KeySet, Setter};

/// The keys of each point as a study reads them: what all points share is read once, and each axis sets its own.
pub struct PointKeys<'p, K: KeySet> {
    plan: &'p Plan,
    /// Absent where presets differ from point to point, so that all is read anew.
    shared: Option<(K, Vec<Setter<K>>)>,
}

impl<'p, K: KeySet> PointKeys<'p, K> {
    /// Of a plan whose study has these keys.
    pub fn of(plan: &'p Plan) -> PointKeys<'p, K> {
        let keys = &plan.study.schema.keys;
        let setters = plan.axis_keys().iter().map(|key| K::setter(keys[*key].path));
        let setters: Option<Vec<Setter<K>>> = if plan.followers().is_empty() { setters.collect() } else { None };
        PointKeys { plan, shared: setters.map(|setters| (K::read(&plan.point(0)), setters)) }
    }

    /// At a point.
    pub fn at(&self, point: u64) -> K {
        let mut keys = self.shared.as_ref().map_or_else(K::default, |(shared, _)| shared.clone());
        self.put(&mut keys, point);
        keys
    }

    /// Makes the keys of one point those of another.
    pub fn put(&self, keys: &mut K, point: u64) {
        let Some((_, setters)) = &self.shared else {
            *keys = K::read(&self.plan.point(point));
            return;
        };
        self.plan.grid.values_at(point, |axis, value| setters[axis](keys, value));
    }
}
