//! The studies `cymbergaj/match` and `cymbergaj/shootout`.
//!
//! A trial is one match, or two with exchanged seats and the same random numbers. Tables `contests` (one row a trial),
//! `matches`, `moves`, `events`, `steps` are joined by trial, then by match_no, then by the number of the Move. Any
//! trial is played alone by its number: its random numbers depend on the seed, the repeat and, if the scenario says so,
//! the point, and on nothing played before.

use tolley_experiment::measures;
use tolley_experiment::problem::Fault;
use tolley_experiment::random::Streams;
use tolley_experiment::row::Rows;
use tolley_experiment::status::Status;
use tolley_experiment::study::{Shortcuts, Study};
use tolley_experiment::table::{Measure, Table};
use tolley_experiment::words::ProfileWord;

use super::coins::{made_of, of_trial};
use super::keys::{MatchKeys, Seats, ShootoutKeys};
use super::pairing::{Opening, Pairing};
use super::play::{Image, play};
use super::row_sink::RowSink;
use super::rows::ContestRow;
use super::setup::{coins, opening, pairing};
use super::sums::Sums;
use super::tables::ContestTables;
use super::words::WORDS;
use crate::laws::Seat;
use crate::shot::Workspace;

/// A design point: a pairing for each match of a trial.
pub struct ContestSetup {
    keys: MatchKeys,
    opening: Opening,
    pairings: Vec<(Pairing, Seat)>,
}

impl ContestSetup {
    /// Resolves a point whose matches begin so.
    fn new(keys: &MatchKeys, opening: Opening) -> Result<ContestSetup, Vec<Fault>> {
        let seats: &[Seat] = match keys.contest.seats {
            Seats::Ax => &[Seat::X],
            Seats::Ay => &[Seat::Y],
            Seats::Both => &[Seat::X, Seat::Y],
        };
        let of = |keys: &MatchKeys| -> Result<Vec<_>, _> {
            seats.iter().map(|seat| pairing(keys, opening, *seat).map(|pairing| (pairing, *seat))).collect()
        };
        let pairings = of(keys)?;
        // whatever is drawn between the extremes can be played if they can
        for drawn in keys.coins.extremes() {
            of(&made_of(keys, drawn))?;
        }
        Ok(ContestSetup { keys: *keys, opening, pairings })
    }

    fn workspace(&self) -> Workspace {
        Workspace::new(&self.pairings[0].0.setups[0].physics)
    }

    /// Plays one trial and leaves its rows.
    fn play(&self, workspace: &mut Workspace, streams: &Streams, rows: &mut Rows) -> Status {
        match self.drawn(streams) {
            None => self.play_with((&self.keys, &self.pairings), workspace, streams, rows),
            Some((keys, pairings)) => self.play_with((&keys, &pairings), workspace, streams, rows),
        }
    }

    /// Who plays whom in the first match of a trial, with what coins, and the seat of player a.
    pub fn first_match(&self, streams: &Streams) -> (Pairing, Seat) {
        self.drawn(streams).map_or_else(|| self.pairings[0].clone(), |(_, mut drawn)| drawn.swap_remove(0))
    }

    /// The keys and pairings of a trial whose coins are drawn.
    fn drawn(&self, streams: &Streams) -> Option<(MatchKeys, Vec<(Pairing, Seat)>)> {
        let keys = self.keys.coins.are_drawn().then(|| of_trial(&self.keys, streams))?;
        let drawn = self.pairings.iter().map(|(_, a_seat)| {
            let pairing = pairing(&keys, self.opening, *a_seat);
            (pairing.unwrap_or_else(|faults| unreachable!("the extremes can be played: {faults:?}")), *a_seat)
        });
        Some((keys, drawn.collect()))
    }

    fn play_with(
        &self,
        (keys, pairings): (&MatchKeys, &[(Pairing, Seat)]),
        workspace: &mut Workspace,
        streams: &Streams,
        rows: &mut Rows,
    ) -> Status {
        let mut sums = Sums::default();
        for (number, (pairing, a_seat)) in pairings.iter().enumerate() {
            let mut sink = RowSink::new(keys.contest.record, number as u32, *a_seat, rows);
            let end = play(pairing, workspace, streams, Image::Usual, &mut sink);
            let (record, starter) = (sink.record, sink.starter);
            let row = record.row(number as u32, *a_seat, starter, &end);
            sums.add(&record, &row);
            rows.push(ContestTables::MATCHES, row);
        }
        rows.push(ContestTables::CONTESTS, sums.row(keys));
        Status::Ok
    }
}

/// Whole matches.
pub struct MatchStudy;

impl Study for MatchStudy {
    type Keys = MatchKeys;
    type Shared = ();
    type Setup = ContestSetup;
    type Scratch = Workspace;

    const NAME: &'static str = "cymbergaj/match";
    const BLOCK_TRIALS: u64 = 128;
    const WORDS: &'static [ProfileWord] = WORDS;

    fn tables() -> Vec<Table> {
        ContestTables::all()
    }

    fn measures() -> Vec<Measure> {
        measures! { ContestRow:
            Fair a_win_share, Fair starter_win_share, Mean goal_count, Mean foul_count, Mean contact_foul_count,
            Mean foul_goal_count,
            Pooled level_share (level_match_count of full_time_match_count),
            Pooled extra_decides_share (extra_decided_match_count of level_match_count),
            Pooled extra_a_win_share (extra_a_win_match_count of level_match_count),
            Mean starter_lead_count,
            Pooled first_kicker_win_share (first_kicker_win_match_count of series_match_count),
            Pooled leader_win_share (leader_win_match_count of led_match_count),
            Pooled refused_share (refused_move_count of all_move_count),
            Pooled exit_share (exit_move_count of all_move_count),
            Mean move_count,
            Pooled kick_off_goal_share (kick_off_goal_count of kick_off_count),
            Pooled free_kick_goal_share (free_kick_goal_count of free_kick_count),
            Pooled goal_kick_goal_share (goal_kick_goal_count of goal_kick_count),
            Pooled corner_goal_share (corner_goal_count of corner_count),
            Pooled throw_in_goal_share (throw_in_goal_count of throw_in_count),
            Pooled penalty_goal_share (penalty_goal_count of penalty_count),
            Pooled open_goal_share (open_goal_count of open_turn_count),
        }
    }

    fn setup(keys: &MatchKeys) -> Result<ContestSetup, Vec<Fault>> {
        ContestSetup::new(keys, opening(keys)?)
    }

    fn remarks(keys: &MatchKeys) -> Vec<Fault> {
        coins(keys).remarks(Some("b"))
    }

    fn scratch(setup: &ContestSetup, (): &()) -> Workspace {
        setup.workspace()
    }

    fn play(setup: &ContestSetup, workspace: &mut Workspace, streams: &Streams, rows: &mut Rows) -> Status {
        setup.play(workspace, streams, rows)
    }
}

impl Shortcuts for MatchStudy {}

/// Penalty series and, if need be, centre kicks alone.
pub struct ShootoutStudy;

impl Study for ShootoutStudy {
    type Keys = ShootoutKeys;
    type Shared = ();
    type Setup = ContestSetup;
    type Scratch = Workspace;

    const NAME: &'static str = "cymbergaj/shootout";
    const BLOCK_TRIALS: u64 = 2048;
    const WORDS: &'static [ProfileWord] = WORDS;

    fn tables() -> Vec<Table> {
        ContestTables::all()
    }

    fn measures() -> Vec<Measure> {
        measures! { ContestRow:
            Fair first_kicker_win_share, Fair a_win_share,
            Pooled penalty_goal_share (penalty_goal_count of penalty_count),
            Pooled a_penalty_goal_share (a_penalty_goal_count of a_penalty_count),
            Pooled centre_kick_goal_share (centre_kick_goal_count of centre_kick_count),
            Mean move_count,
        }
    }

    fn setup(keys: &ShootoutKeys) -> Result<ContestSetup, Vec<Fault>> {
        ContestSetup::new(&MatchKeys::from(*keys), Opening::Series)
    }

    fn remarks(keys: &ShootoutKeys) -> Vec<Fault> {
        coins(&MatchKeys::from(*keys)).remarks(Some("b"))
    }

    fn scratch(setup: &ContestSetup, (): &()) -> Workspace {
        setup.workspace()
    }

    fn play(setup: &ContestSetup, workspace: &mut Workspace, streams: &Streams, rows: &mut Rows) -> Status {
        setup.play(workspace, streams, rows)
    }
}

impl Shortcuts for ShootoutStudy {}
