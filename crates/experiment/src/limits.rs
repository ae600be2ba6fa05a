//! What a hand or a tool can do, what is asked beyond it, and which points of a plan ask for that.

use std::collections::BTreeSet;
use std::fmt;

use crate::checked;
use crate::design::Design;
use crate::key::Path;
use crate::plan::Plan;
use crate::problem::Fault;
use crate::unit::Dimension;
use crate::value::Value;

crate::names! {
    /// What is played where more is asked than can be done.
    pub enum BeyondLimit {
        Refuse = "refuse": "Nothing: the scenario is refused.",
        Nearest = "nearest": "The nearest that can be done; rows and summary say so.",
    }
}

/// Up to so many points of a design that is no grid are all compared with the limits before anything is played.
const MOST_POINTS: u64 = 1_000_000;

/// Which keys of a study ask for something, and which limit it.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The key that says what is played beyond a limit.
    pub by: Path,
    /// The keys that ask.
    pub asking: &'static [Path],
    /// The keys that limit them.
    pub limiting: &'static [Path],
    /// The column of the first table that says whether the nearest was played.
    pub column: &'static str,
}

/// An end of what can be done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limit {
    /// The key that sets it.
    pub key: Path,
    /// The value of that key, SI.
    pub value: f64,
    /// The last value that can be done, SI.
    pub allowed: f64,
}

impl Limit {
    /// A limit that is the value of its key.
    pub fn of(key: Path, value: f64) -> Limit {
        Limit { key, value, allowed: value }
    }

    /// The last value that can be done as people read it: of six decimals where it follows from its key, and within.
    pub fn shown(&self) -> f64 {
        const DECIMALS: f64 = 1e6;
        if self.allowed == self.value { self.value } else { libm::trunc(self.allowed * DECIMALS) / DECIMALS }
    }
}

/// A value that is asked for and that cannot be done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Beyond {
    /// The key that asks.
    pub asked: Path,
    /// Its value, SI.
    pub value: f64,
    /// The limit beyond which it lies.
    pub limit: Limit,
    /// Whose limit that is: `"hand"`.
    pub whose: &'static str,
}

impl Beyond {
    /// The value of a key if it lies below the lower or above the upper limit.
    pub fn of(whose: &'static str, (asked, value): (Path, f64), [low, high]: [Limit; 2]) -> Option<Beyond> {
        let limit = if value < low.allowed { low } else { high };
        (value < low.allowed || value > high.allowed).then_some(Beyond { asked, value, limit, whose })
    }

    /// The refusal of it; `by` is the key that may allow the nearest.
    pub fn fault(&self, by: Path) -> Fault {
        let nearest = told(self.asked, self.limit.shown());
        let message = format!("{self}, or {by} = \"{}\", which plays {nearest}", BeyondLimit::Nearest.name());
        Fault { path: self.asked, message }
    }
}

impl fmt::Display for Beyond {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Beyond { asked, value, limit: Limit { key, value: limit, allowed }, whose } = *self;
        let (more, most) = if value > allowed { ("more", "most") } else { ("less", "least") };
        let [value, limit, allowed] = [told(asked, value), told(key, limit), told(asked, self.limit.shown())];
        write!(f, "{value} is {more} than the {whose} can do: {key} is {limit}; allowed: at {most} {allowed}")
    }
}

/// A value in the unit of its key: `5 m/s`, `0.9 rad (51.6 deg)`.
pub fn told(key: Path, value: f64) -> String {
    match Dimension::of_name(key.name).si() {
        "" => value.to_string(),
        "rad" => format!("{value} rad ({:.1} deg)", value.to_degrees()),
        unit => format!("{value} {unit}"),
    }
}

/// Faults for all of it, unless the nearest is to be played.
pub fn refused(by: Path, beyond_limit: BeyondLimit, beyond: &[Beyond]) -> Vec<Fault> {
    match beyond_limit {
        BeyondLimit::Refuse => beyond.iter().map(|beyond| beyond.fault(by)).collect(),
        BeyondLimit::Nearest => Vec::new(),
    }
}

/// Lets the nearest be played where a design draws what can be done and nobody said otherwise; the limits that it
/// draws.
pub(crate) fn allow_drawn(plan: &mut Plan) -> BTreeSet<Path> {
    let Some(limits) = plan.study.limits else { return BTreeSet::new() };
    if matches!(plan.grid.design, Design::Grid | Design::List) {
        return BTreeSet::new();
    }
    let varying: Vec<Path> = plan.varying().into_iter().map(|key| plan.study.schema.keys[key].path).collect();
    let drawn: BTreeSet<Path> = limits.limiting.iter().copied().filter(|key| varying.contains(key)).collect();
    let Some(by) = plan.study.schema.find(limits.by).filter(|by| !plan.is_set(*by)) else { return BTreeSet::new() };
    if !drawn.is_empty() {
        plan.set(by, Value::Choice(BeyondLimit::Nearest.name().into()));
    }
    drawn
}

/// Points that ask for what cannot be done, beyond those that [`checked::points`] finds by their setups: where limits
/// of `drawn` let the nearest be played, those beyond other limits; of many points that are no grid, all.
pub(crate) fn beyond(plan: &Plan, drawn: &BTreeSet<Path>, mut note: impl FnMut(u64, Fault)) {
    let (Some(limits), varying) = (plan.study.limits, plan.varying()) else { return };
    let paths: Vec<Path> = varying.iter().map(|key| plan.study.schema.keys[*key].path).collect();
    let is_allowed = plan.plays_nearest();
    let points: Box<dyn Iterator<Item = u64>> = match (is_allowed, plan.grid.points()) {
        (true, _) if drawn.is_empty() => return,
        (true, _) => checked::points(plan),
        (false, points) => {
            let is_seen = points <= checked::CHECKED_POINTS || plan.grid.is_full_grid() || points > MOST_POINTS;
            let is_varied = |key: &Path| paths.contains(key);
            if is_seen || !limits.asking.iter().chain(limits.limiting).any(is_varied) {
                return;
            }
            Box::new(0..points)
        }
    };
    let Some(mut beyond) = (plan.study.beyond)(&plan.point(0), &paths) else { return };
    let values = plan.values_of(&varying);
    for point in points {
        for beyond in beyond(&values(point)).into_iter().filter(|beyond| !drawn.contains(&beyond.limit.key)) {
            note(point, beyond.fault(limits.by));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn path(name: &'static str) -> Path {
        Path { table: "player", name }
    }

    #[test]
    fn a_value_beyond_a_limit_names_both_keys_both_values_and_what_is_allowed() {
        let limits = [Limit::of(path("least_m_s"), 0.5), Limit::of(path("most_m_s"), 5.0)];
        let of = |value| Beyond::of("hand", (path("speed_m_s"), value), limits);
        assert!([0.5, 3.0, 5.0].into_iter().all(|value| of(value).is_none()));
        let fault = of(8.0).expect("too fast").fault(path("beyond_limit"));
        assert_eq!(fault.path, path("speed_m_s"));
        let wanted = "8 m/s is more than the hand can do: player.most_m_s is 5 m/s; allowed: at most 5 m/s, or \
                      player.beyond_limit = \"nearest\", which plays 5 m/s";
        assert_eq!(fault.message, wanted);
        let slow = of(0.25).expect("too slow").to_string();
        assert_eq!(
            slow,
            "0.25 m/s is less than the hand can do: player.least_m_s is 0.5 m/s; allowed: at least 0.5 m/s"
        );
        assert_eq!(told(path("turn_rad"), 0.9), "0.9 rad (51.6 deg)");
    }
}
