//! Axes that change nothing: a few trials at the values of each, all else alike, before many are played.

use std::time::{Duration, Instant};

use tolley_experiment::plan::{Plan, StreamsMode};
use tolley_experiment::playable::{Play, Playable};
use tolley_experiment::row::{Rows, Values};
use tolley_experiment::run::each;
use tolley_experiment::value::Value;

use crate::monitor::IdleAxis;

/// How long axes are looked at.
const LOOK: Duration = Duration::from_millis(500);
/// Values of an axis that are looked at, and points at which the other axes stand.
const MOST_VALUES: u64 = 5;
/// Points at which the other axes stand.
const PLACES: u64 = 4;
/// Points of a design all of which are looked at, fewer than so many.
const ALL_PLACES: u64 = 32;
/// Repeats at each.
const MOST_REPEATS: u64 = 64;
/// Fewer trials at each value say nothing.
const FEWEST_REPEATS: u64 = 8;

/// The axes at all of whose values the same trials are played; none is one that there is no time for.
pub fn idle_axes(plan: &Plan, study: &dyn Playable) -> Vec<IdleAxis> {
    // what is solved, in a trial or before the first one, takes seconds, and the keys of an axis are read by the solver
    let is_solved = plan.study.pace.block_trials == 1 || (plan.study.preparation)(&plan.point(0)).is_some();
    if is_solved {
        return Vec::new();
    }
    let end = Instant::now() + LOOK;
    let axes: Vec<usize> = (0..plan.grid.axes.len()).collect();
    each(&axes, |axis| idle(plan, study, *axis, end)).into_iter().flatten().collect()
}

fn idle(plan: &Plan, study: &dyn Playable, axis: usize, end: Instant) -> Option<IdleAxis> {
    let key = &plan.study.schema.keys[plan.axis_keys()[axis]];
    let values = values_of(plan, axis);
    // without its choice a key has no effect at some points and has at others, as the scenario's reading knows
    if values.len() < 2 || key.only_with.is_some() {
        return None;
    }
    let last = plan.grid.points() - 1;
    let places: Vec<u64> =
        if last < ALL_PLACES { (0..=last).collect() } else { (0..PLACES).map(|i| last / (PLACES - 1) * i).collect() };
    let trials: u64 =
        places.into_iter().map(|place| look((plan, study), axis, place, &values, end)).sum::<Option<_>>()?;
    Some(IdleAxis { key: key.path.to_string(), trials, values: values.len() })
}

/// The trials at each value where the other axes stand at a place, if they are the same; none where they are not, or no
/// time is left: what changes nothing where others stand so may change much where they stand otherwise.
fn look((plan, study): (&Plan, &dyn Playable), axis: usize, place: u64, values: &[Value], end: Instant) -> Option<u64> {
    if Instant::now() >= end {
        return None;
    }
    let mut alone = plan.of_axis(axis, place, values.to_vec());
    alone.grid.repeats = MOST_REPEATS;
    alone.streams = StreamsMode::Common;
    let mut same = None;
    study.play(&alone, &mut |play| same = same_trials(play, values.len() as u64, end));
    let trials = same?;
    (trials >= FEWEST_REPEATS).then_some(trials)
}

/// Some different values of an axis.
fn values_of(plan: &Plan, axis: usize) -> Vec<Value> {
    let last = plan.grid.points() - 1;
    let listed = &plan.grid.axes[axis].values;
    let mut values: Vec<Value> = Vec::new();
    for i in 0..MOST_VALUES {
        let value = if listed.is_empty() {
            plan.grid.axis_value(axis, last * i / (MOST_VALUES - 1)).into_owned()
        } else {
            listed[(listed.len() - 1) * i as usize / (MOST_VALUES as usize - 1)].clone()
        };
        if !values.contains(&value) {
            values.push(value);
        }
    }
    values
}

/// The trials at each value, if they are the same at all; `None` when they are not, or cannot be played.
fn same_trials(play: &mut Play<'_>, values: u64, end: Instant) -> Option<u64> {
    let mut trials = 0;
    for repeat in 0..MOST_REPEATS {
        let mut trial = |value: u64| play(&[repeat * values + value]).ok();
        let first = trial(0)?;
        for value in 1..values {
            if Instant::now() >= end {
                return Some(trials);
            }
            if !is_same(&first, &trial(value)?) {
                return None;
            }
        }
        trials += 1;
        if Instant::now() >= end {
            break;
        }
    }
    Some(trials)
}

/// Whether two trials left the same, to the bit.
fn is_same(one: &Rows, other: &Rows) -> bool {
    let tables = || one.tables.iter().zip(&other.tables);
    one.status == other.status
        && tables().all(|(one, other)| one.trial.len() == other.trial.len() && one.blank == other.blank)
        && tables()
            .all(|(one, other)| one.columns.iter().zip(&other.columns).all(|(one, other)| is_same_column(one, other)))
}

fn is_same_column(one: &Values, other: &Values) -> bool {
    match (one, other) {
        // a number that is not there is NaN
        (Values::F64(one), Values::F64(other)) => {
            one.iter().map(|value| value.to_bits()).eq(other.iter().map(|value| value.to_bits()))
        }
        _ => one == other,
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use tolley_experiment::plan::Plan;
    use tolley_experiment::row::Rows;
    use tolley_experiment::scenario::{self, Overrides};

    use super::{idle_axes, look, same_trials, values_of};
    use crate::studies::{self, AnyStudy};

    fn study(name: &str) -> AnyStudy {
        studies::named(name).expect("a study")
    }

    fn plan(text: &str) -> Plan {
        scenario::parse("test.toml", text, &studies::infos(), Overrides::default()).expect("a scenario").0
    }

    /// Solutions take seconds each: a dry run looked at their axes for three times as long as it played its sample.
    #[test]
    fn what_is_solved_is_not_solved_for_a_look_at_its_axes() {
        let text = "study = \"dice-football/solve\"\n[laws]\nchampion_die = false\n[time]\nhalf_s = 6\n\
                    [sweep.axes]\n\"laws.bomb_min_row\" = [5, 6]\n";
        assert!(idle_axes(&plan(text), study("dice-football/solve")).is_empty());
    }

    /// Of 179 axes of a design some were called idle by what they did at its first point, before the time was over.
    #[test]
    fn an_axis_is_idle_only_where_all_places_were_looked_at() {
        let text = "study = \"cymbergaj/flick\"\nrepeats = 2\n[sweep.axes]\n\"events.hop_sd_ratio\" = [0.1, 0.2]\n";
        let (plan, study) = (plan(text), study("cymbergaj/flick"));
        let values = values_of(&plan, 0);
        let later = Instant::now() + Duration::from_secs(60);
        assert_eq!(look((&plan, study), 0, 0, &values, later), Some(super::MOST_REPEATS));
        assert_eq!(look((&plan, study), 0, 1, &values, Instant::now()), None);
        // wild shots are as large as others where there are none, and in the first row alone there are none
        let rows = "[{ \"player.wild_share\" = 0, \"player.wild_ratio\" = 2 }, { \"player.wild_share\" = 0.5, \
                    \"player.wild_ratio\" = 2 }, { \"player.wild_share\" = 0.5, \"player.wild_ratio\" = 5 }]";
        let head = "study = \"cymbergaj/flick\"\nrepeats = 2\n[player]\naim_sd_rad = 0.1\n[sweep]\ndesign = \"list\"\n";
        let plan = self::plan(&format!("{head}rows = {rows}\n"));
        assert_eq!([0, 1].map(|axis| super::idle(&plan, study, axis, later)), [None, None]);
    }

    #[test]
    fn a_look_ends_in_time() {
        let (mut played, past) = (0, Instant::now() - Duration::from_millis(1));
        let mut play = |trials: &[u64]| {
            played += trials.len();
            Ok(Rows::new(&[]))
        };
        assert_eq!(same_trials(&mut play, 5, past), Some(0));
        assert_eq!(played, 1);
    }
}
