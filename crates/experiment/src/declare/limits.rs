//! What a hand or a tool can do, and what is asked beyond it.

use std::fmt;

use crate::declare::key::Path;
use crate::declare::problem::Fault;
use crate::declare::unit::Dimension;

crate::names! {
    /// What is played where more is asked than can be done.
    pub enum BeyondLimit {
        Refuse = "refuse": "Nothing: the scenario is refused.",
        Nearest = "nearest": "The nearest that can be done; rows and summary say so.",
    }
}

/// Which keys of a study ask for something, and which limit it.
#[derive(Clone, Copy, Debug)]
pub struct LimitKeys {
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
pub struct LimitEnd {
    /// The key that sets it.
    pub key: Path,
    /// The value of that key, SI.
    pub value: f64,
    /// The last value that can be done, SI.
    pub allowed: f64,
}

impl LimitEnd {
    /// A limit that is the value of its key.
    pub fn of(key: Path, value: f64) -> LimitEnd {
        LimitEnd { key, value, allowed: value }
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
    pub limit: LimitEnd,
    /// Whose limit that is: `"hand"`.
    pub whose: &'static str,
}

impl Beyond {
    /// The value of a key if it lies below the lower or above the upper limit.
    pub fn of(whose: &'static str, (asked, value): (Path, f64), [low, high]: [LimitEnd; 2]) -> Option<Beyond> {
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
        let Beyond { asked, value, limit: LimitEnd { key, value: limit, allowed }, whose } = *self;
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

#[cfg(test)]
mod tests {
    use super::*;

    const fn path(name: &'static str) -> Path {
        Path { table: "player", name }
    }

    #[test]
    fn a_value_beyond_a_limit_names_both_keys_both_values_and_what_is_allowed() {
        let limits = [LimitEnd::of(path("least_m_s"), 0.5), LimitEnd::of(path("most_m_s"), 5.0)];
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
