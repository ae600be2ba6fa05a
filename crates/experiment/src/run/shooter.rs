//! Plays trials of a study whose numbers change from trial to trial, without a plan of points: arrays of shots,
//! environments of learners.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::declare::key::Key;
use crate::declare::keys::{KeySet, Setter};
use crate::declare::problem::Fault;
use crate::declare::row::Rows;
use crate::declare::study::{Shortcuts, altered};
use crate::declare::value::{Kind, Value};
use crate::design::axis::possible;
use crate::random::Streams;

/// Numbers that change, by their keys.
#[derive(Clone, Debug)]
pub struct Varied {
    keys: Vec<Key>,
    /// Which groups of [`Shortcuts::ALTERED`] hold them, where a setup that is there can take them all.
    groups: Option<u32>,
}

impl Varied {
    /// The numbers or counts of these keys; why not, where one of them is neither.
    pub fn of<S: Shortcuts>(names: &[String]) -> Result<Varied, String> {
        let schema = crate::declare::schema::Schema::of::<S::Keys>();
        let mut keys: Vec<Key> = Vec::new();
        for name in names {
            let key = schema.index(name).map(|index| &schema.keys[index]);
            let Some(key) = key else {
                let known: Vec<String> = schema.keys.iter().map(|key| key.path.to_string()).collect();
                let near = crate::declare::problem::nearest(name, known.iter().map(String::as_str));
                let hint = near.map(|near| format!("; did you mean {near}?")).unwrap_or_default();
                return Err(format!("{} has no key {name}{hint}", S::NAME));
            };
            if matches!(key.kind, Kind::Choice(_) | Kind::Flag) {
                return Err(format!("{name} is no number"));
            }
            keys.push(key.clone());
        }
        let groups = altered::<S>(keys.iter().map(|key| key.path));
        Ok(Varied { keys, groups })
    }

    /// A number as a value of its key; why not, where the key cannot have it.
    fn value(&self, at: usize, number: f64) -> Result<Value, Fault> {
        let key = &self.keys[at];
        let value = match key.kind {
            Kind::Count { .. } if number < 0.0 || libm::floor(number) != number => {
                Err(format!("{number} is not a whole number"))
            }
            // what is more than 64 bits hold is too much for any key
            Kind::Count { .. } => possible(key, Value::Count(number as u64)),
            _ => possible(key, Value::Number(number)),
        };
        value.map_err(|message| Fault { path: key.path, message })
    }
}

/// One worker.
pub struct Shooter<S: Shortcuts> {
    keys: S::Keys,
    varied: Varied,
    setters: Vec<Setter<S::Keys>>,
    shared: S::Shared,
    made: Option<(S::Setup, S::Scratch)>,
}

impl<S: Shortcuts> Shooter<S> {
    /// At these values of all keys, some of which will vary.
    pub fn new(values: &[Value], varied: &Varied) -> Shooter<S> {
        let setters = varied.keys.iter().filter_map(|key| S::Keys::setter(key.path)).collect();
        let (varied, shared) = (varied.clone(), S::Shared::default());
        Shooter { keys: S::Keys::read(values), varied, setters, shared, made: None }
    }

    /// Plays trial `number` of `rows` at these values of what varies, and says by how the point is refused if it is. A
    /// trial that panics costs its own row only.
    pub fn shoot(
        &mut self,
        numbers: &[f64],
        number: u64,
        streams: &Streams,
        rows: &mut Rows,
    ) -> Result<(), Vec<Fault>> {
        for (at, set) in self.setters.iter().enumerate() {
            set(&mut self.keys, &self.varied.value(at, numbers[at]).map_err(|fault| vec![fault])?);
        }
        match (&mut self.made, self.varied.groups) {
            (Some((setup, scratch)), Some(groups)) => {
                S::alter(setup, &self.keys, groups)?;
                S::follow(scratch, setup, groups);
            }
            (made, _) => {
                let setup = S::setup(&self.keys)?;
                let scratch = S::scratch(&setup, &self.shared);
                *made = Some((setup, scratch));
            }
        }
        let Some((setup, scratch)) = &mut self.made else { return Ok(()) };
        rows.begin(number);
        let played = catch_unwind(AssertUnwindSafe(|| S::play(setup, scratch, streams, rows)));
        match played {
            Ok(status) => rows.end(status),
            Err(_) => {
                rows.fail();
                // the buffers may be half changed
                self.made = None;
            }
        }
        Ok(())
    }
}
