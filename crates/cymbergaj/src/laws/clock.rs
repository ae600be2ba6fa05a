//! How long things take: `[clock]`.

use super::choices::{AddedTime, ExtraAddedTime};
use super::state::Period;

/// Why a time is an assumption.
const UNTIMED: &str = "nobody has timed a match";

tolley_experiment::keys! {
    /// The clock of a match.
    pub struct Clock in "clock" {
        /// A half
        half_s: f64 = 300.0, Law "length of a half", shown "min", in 1.0..=36_000.0, plausible 60.0..=600.0,
            clause "CG-1.2a";
        /// A half of extra time
        extra_half_s: f64 = 60.0, Law "length of a half of extra time", shown "min", in 1.0..=36_000.0,
            plausible 30.0..=300.0, clause "CG-1.3b";
        /// Mean time of a Move
        move_s: f64 = 10.0, Ground "mean time of a Move", in 0.1..=3600.0, plausible 4.0..=30.0, strata plausible,
            clause "CG-1.2a", assumed UNTIMED;
        /// Standard deviation of that time over its mean, lognormal
        move_sd_ratio: f64 = 0.0, Ground "spread of the time of a Move", shown "%", in 0.0..=3.0, plausible 0.0..=1.0,
            strata plausible, clause "CG-1.2a";
        /// Time of a restart
        restart_s: f64 = 8.0, Ground "time of a restart", in 0.0..=3600.0, plausible 2.0..=30.0, strata plausible,
            clause "CG-1.2a", assumed UNTIMED;
        /// Further time of a foul
        foul_s: f64 = 10.0, Ground "time that a foul takes", in 0.0..=3600.0, plausible 2.0..=60.0, strata plausible,
            clause "CG-5.1", assumed UNTIMED;
        /// Time added to a half, at most 30 s
        added_time: AddedTime = AddedTime::Uniform, Law "way time is added to a half", clause "CG-1.2b",
            assumed "the laws do not say what deserves it";
        /// Fixed added time
        added_s: f64 = 30.0, Law "time added to a half", in 0.0..=600.0, drawn 0.0..=30.0, clause "CG-1.2b",
            only_with Clock.added_time = AddedTime::Fixed;
        /// Added time for each restart of the half
        added_per_restart_s: f64 = 2.0, Law "time added for each restart", in 0.0..=60.0, drawn 0.0..=5.0,
            clause "CG-1.2b", assumed UNTIMED, only_with Clock.added_time = AddedTime::PerRestart;
        /// Time added to a half of extra time
        extra_added_time: ExtraAddedTime = ExtraAddedTime::None, Law "way time is added in extra time",
            clause "CG-1.3b";
        /// Time wasting: Moves of the player who leads take so much longer
        leader_slow_ratio: f64 = 1.0, Ground "time wasting of the player who leads", in 0.1..=10.0, plausible 1.0..=2.0,
            strata plausible "plausible range; preset human 1.3",
            assumed "the Polish text has a section on time wasting; the preset human has 1.3";
        /// Time wasting: no Move takes longer; 0 is off
        move_limit_s: f64 = 0.0, Law "time limit of a Move", in 0.0..=3600.0;
    }
}

impl Clock {
    /// The largest added time, s, CG-1.2b.
    pub const MOST_ADDED_S: f64 = 30.0;

    /// How a half of this part of the match is lengthened.
    pub fn added(&self, period: Period) -> AddedTime {
        let extra_without = period.is_extra() && self.extra_added_time == ExtraAddedTime::None;
        if extra_without { AddedTime::None } else { self.added_time }
    }
}
