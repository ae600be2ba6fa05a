//! The studies `cymbergaj/match` and `cymbergaj/shootout`.
//!
//! A trial is one match, or two with exchanged seats and the same random numbers. Tables `contests` (one row a trial),
//! `matches`, `moves`, `events` are joined by trial, then by match_no, then by move_no. Any trial is played alone by its
//! number: its random numbers depend on the seed, the repeat and, if the scenario says so, the point, and on nothing
//! played before.

use tolley_experiment::key::{Point, Schema};
use tolley_experiment::problem::Fault;
use tolley_experiment::random::Streams;
use tolley_experiment::row::{Row, Rows, Status, Table};
use tolley_experiment::study::{Measure, MeasureKind, Study};

use super::keys;
use super::pairing::{Pairing, Stage};
use super::record::{Record, Records};
use super::rows::{ContestRow, EventRow, MatchRow, MoveRow};
use super::run::{Start, play};
use super::setup;
use super::sums::Sums;
use crate::laws::Seat;
use crate::play::Bench;

/// The tables of both studies.
pub const TABLES: &[Table] = &[
    Table { name: "contests", about: "one trial: a match, or two with exchanged seats", columns: ContestRow::COLUMNS },
    Table { name: "matches", about: "one match", columns: MatchRow::COLUMNS },
    Table {
        name: "moves",
        about: "one Move, with contest.record = \"moves\" or \"events\"",
        columns: MoveRow::COLUMNS,
    },
    Table { name: "events", about: "one clause applied, with contest.record = \"events\"", columns: EventRow::COLUMNS },
];

const fn mean(column: &'static str) -> Measure {
    Measure { column, kind: MeasureKind::Mean }
}

const fn fair(column: &'static str) -> Measure {
    Measure { column, kind: MeasureKind::Fair }
}

/// A design point: a pairing for each match of a trial.
pub struct Setup {
    pairings: Vec<(Pairing, Seat)>,
    record: Record,
}

impl Setup {
    /// Resolves a point whose matches begin at `stage`.
    pub fn new(point: &Point, stage: Stage) -> Result<Setup, Vec<Fault>> {
        let seats: &[Seat] = match point.choice("contest.seats") {
            "a-x" => &[Seat::X],
            "a-y" => &[Seat::Y],
            _ => &[Seat::X, Seat::Y],
        };
        let pairings: Result<Vec<_>, _> =
            seats.iter().map(|seat| setup::pairing(point, stage, *seat).map(|pairing| (pairing, *seat))).collect();
        Ok(Setup { pairings: pairings?, record: Record::named(point.choice("contest.record")) })
    }

    /// Buffers for its matches.
    pub fn bench(&self) -> Bench {
        Bench::new(&self.pairings[0].0.grounds[0])
    }

    /// Plays one trial and leaves its rows.
    pub fn play(&self, bench: &mut Bench, streams: &Streams, rows: &mut Rows) -> Status {
        let mut sums = Sums::default();
        for (number, (pairing, a_seat)) in self.pairings.iter().enumerate() {
            let mut records = Records::new(self.record, number as u32, *a_seat, rows);
            let end = play(pairing, bench, streams, Start::Usual, &mut records);
            let (tally, starter) = (records.tally, records.starter);
            let row = tally.row(number as u32, *a_seat, starter, &end);
            sums.add(&tally, &row);
            rows.push(1, row);
        }
        rows.push(0, sums.row());
        Status::Ok
    }
}

/// Whole matches.
pub struct Matches;

impl Study for Matches {
    type Setup = Setup;
    type Scratch = Bench;

    const NAME: &'static str = "cymbergaj/match";
    const BLOCK_TRIALS: u64 = 256;
    const TABLES: &'static [Table] = TABLES;
    const MEASURES: &'static [Measure] = &[
        fair("a_win_share"),
        fair("starter_win_share"),
        mean("goal_count"),
        mean("foul_count"),
        mean("contact_foul_count"),
        mean("foul_goal_count"),
        mean("level_share"),
        mean("extra_decides_share"),
        mean("extra_a_win_share"),
        mean("starter_lead_count"),
        mean("first_kicker_win_share"),
        mean("leader_win_share"),
        mean("refused_share"),
        mean("exit_share"),
        mean("move_count"),
        mean("kick_off_goal_share"),
        mean("free_kick_goal_share"),
        mean("goal_kick_goal_share"),
        mean("corner_goal_share"),
        mean("throw_in_goal_share"),
        mean("penalty_goal_share"),
        mean("open_goal_share"),
    ];

    fn schema() -> &'static Schema {
        &keys::MATCH
    }

    fn setup(point: &Point) -> Result<Setup, Vec<Fault>> {
        Setup::new(point, Stage::Match)
    }

    fn scratch(setup: &Setup) -> Bench {
        setup.bench()
    }

    fn play(setup: &Setup, bench: &mut Bench, streams: &Streams, rows: &mut Rows) -> Status {
        setup.play(bench, streams, rows)
    }
}

/// Penalty series and, if need be, centre kicks alone.
pub struct Shootouts;

impl Study for Shootouts {
    type Setup = Setup;
    type Scratch = Bench;

    const NAME: &'static str = "cymbergaj/shootout";
    const BLOCK_TRIALS: u64 = 4096;
    const TABLES: &'static [Table] = TABLES;
    const MEASURES: &'static [Measure] = &[
        fair("first_kicker_win_share"),
        fair("a_win_share"),
        mean("penalty_goal_share"),
        mean("a_penalty_goal_share"),
        mean("move_count"),
    ];

    fn schema() -> &'static Schema {
        &keys::SHOOTOUT
    }

    fn setup(point: &Point) -> Result<Setup, Vec<Fault>> {
        Setup::new(point, Stage::Series)
    }

    fn scratch(setup: &Setup) -> Bench {
        setup.bench()
    }

    fn play(setup: &Setup, bench: &mut Bench, streams: &Streams, rows: &mut Rows) -> Status {
        setup.play(bench, streams, rows)
    }
}
