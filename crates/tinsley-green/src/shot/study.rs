//! The study `tinsley-green/shot`.

use tolley_experiment::hand::Hand;
use tolley_experiment::measures;
use tolley_experiment::problem::Fault;
use tolley_experiment::random::Streams;
use tolley_experiment::row::Rows;
use tolley_experiment::status::Status;
use tolley_experiment::study::Study;
use tolley_experiment::table::{Measure, Table};

use super::chosen;
use super::keys::ShotKeys;
use super::lies::LieRow;
use super::play::play;
use super::rack::RackRow;
use super::row::ShotRow;
use super::setup::Setup;
use super::workspace::Workspace;

/// One trial is one shot from any state of the ring, and if wanted the break that it begins.
pub struct ShotStudy;

impl Study for ShotStudy {
    type Keys = ShotKeys;
    type Shared = ();
    type Setup = Setup;
    type Scratch = Workspace;

    const NAME: &'static str = "tinsley-green/shot";
    const FORMER_KEYS: &'static [(&'static str, &'static str)] =
        &[("mind.candidate_count", "planner.candidate_count"), ("mind.trial_count", "planner.trial_count")];
    const BLOCK_TRIALS: u64 = 64;

    fn tables() -> Vec<Table> {
        vec![
            Table::of::<ShotRow>("shots", "one shot"),
            Table::of::<LieRow>("lies", "one ball on the ring before the shot; with rows.lies"),
            Table::of::<RackRow>("racks", "the gaps of one rack; with rows.racks"),
        ]
    }

    fn measures() -> Vec<Measure> {
        measures! { ShotRow:
            Mean break_points_count, Mean marbles_off_count, Share toley_stays, Share shoots_again,
        }
    }

    fn setup(keys: &ShotKeys) -> Result<Setup, Vec<Fault>> {
        Setup::new(keys)
    }

    fn hand(keys: &ShotKeys) -> Option<Hand> {
        chosen::hand(keys)
    }

    fn scratch(setup: &Setup, (): &()) -> Workspace {
        Workspace::new(setup)
    }

    fn play(setup: &Setup, workspace: &mut Workspace, streams: &Streams, rows: &mut Rows) -> Status {
        let (row, status) = play(setup, workspace, streams);
        rows.push(0, row);
        if setup.keys.rows.lies {
            workspace.lies.drain(..).for_each(|lie| rows.push(1, lie));
        }
        if let Some(gaps) = workspace.gaps.take() {
            rows.push(2, gaps);
        }
        status
    }
}
