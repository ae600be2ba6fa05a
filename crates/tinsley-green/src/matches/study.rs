//! The study `tinsley-green/match`.

use tolley_experiment::hand::Hand;
use tolley_experiment::limits::{Beyond, LimitKeys};
use tolley_experiment::measures;
use tolley_experiment::problem::Fault;
use tolley_experiment::random::Streams;
use tolley_experiment::row::Rows;
use tolley_experiment::status::Status;
use tolley_experiment::study::{Shortcuts, Study};
use tolley_experiment::table::{Measure, Table};
use tolley_experiment::words::ProfileWord;

use super::buffers::Buffers;
use super::chosen;
use super::keys::MatchKeys;
use super::opening;
use super::rows::{MatchRow, MatchTables};
use super::setup::Setup;
use super::step::play;
use crate::keys::words::WORDS;

/// One trial is one match.
pub struct MatchStudy;

impl Study for MatchStudy {
    type Keys = MatchKeys;
    type Shared = ();
    type Setup = Setup;
    type Scratch = Buffers;

    const NAME: &'static str = "tinsley-green/match";
    const FORMER_NAMES: &'static [&'static str] = &["tinsley-green/game"];
    const FORMER_KEYS: &'static [(&'static str, &'static str)] = &[
        ("mind.candidate_count", "planner.candidate_count"),
        ("mind.trial_count", "planner.trial_count"),
        ("match.order", "a.order"),
        ("squad.first_error_ratio", "roster.first_error_ratio"),
        ("squad.second_error_ratio", "roster.second_error_ratio"),
        ("squad.third_error_ratio", "roster.third_error_ratio"),
        ("squad.fourth_error_ratio", "roster.fourth_error_ratio"),
        ("squad.fifth_error_ratio", "roster.fifth_error_ratio"),
        ("squad.sixth_error_ratio", "roster.sixth_error_ratio"),
    ];
    const BLOCK_TRIALS: u64 = 16;
    const LIMITS: Option<LimitKeys> = Some(opening::LIMITS);
    const WORDS: &'static [ProfileWord] = WORDS;

    fn tables() -> Vec<Table> {
        MatchTables::all()
    }

    fn measures() -> Vec<Measure> {
        measures! { MatchRow:
            Share a_wins, Share first_wins, Share is_drawn, Mean winner_points_count, Mean loser_points_count,
            Mean turn_count, Mean shot_count, Mean eliminated_count, Share is_truncated,
        }
    }

    fn setup(keys: &MatchKeys) -> Result<Setup, Vec<Fault>> {
        Setup::new(keys)
    }

    fn beyond(keys: &MatchKeys) -> Vec<Beyond> {
        keys.opening.beyond(&keys.stage())
    }

    fn remarks(keys: &MatchKeys) -> Vec<Fault> {
        keys.laws().remarks()
    }

    fn hand(keys: &MatchKeys) -> Option<Hand> {
        chosen::hand(keys)
    }

    fn scratch(setup: &Setup, (): &()) -> Buffers {
        Buffers::new(setup)
    }

    fn play(setup: &Setup, buffers: &mut Buffers, streams: &Streams, rows: &mut Rows) -> Status {
        play(setup, buffers, streams, rows).err().unwrap_or(Status::Ok)
    }
}

impl Shortcuts for MatchStudy {
    fn setup_beside(other: &Setup, keys: &MatchKeys) -> Result<Setup, Vec<Fault>> {
        Setup::beside(Some(other), keys)
    }
}
