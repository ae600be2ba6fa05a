//! The study `tinsley-green/shot`.

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

use super::amended::AmendmentRow;
use super::chosen;
use super::keys::ShotKeys;
use super::lies::LieRow;
use super::play::play;
use super::rack::RackRow;
use super::row::ShotRow;
use super::setup::{self, Setup};
use super::workspace::Workspace;
use crate::keys::words::WORDS;

tolley_experiment::tables! {
    /// Where the rows of a shot go.
    struct ShotTables {
        /// one shot
        SHOTS = "shots": ShotRow;
        /// one ball on the ring before a shot of the break; with rows.lies
        LIES = "lies": LieRow;
        /// the gaps of one rack; with rows.racks
        RACKS = "racks": RackRow;
        /// one key of the laws that differs from the document's value
        AMENDMENTS = "amendments": AmendmentRow;
    }
}

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
    const LIMITS: Option<LimitKeys> = Some(setup::LIMITS);
    const WORDS: &'static [ProfileWord] = WORDS;

    fn tables() -> Vec<Table> {
        ShotTables::all()
    }

    fn measures() -> Vec<Measure> {
        measures! { ShotRow:
            Mean break_points_count [marbles_off_count, shoots_again], Mean marbles_off_count, Share toley_stays, Share shoots_again,
        }
    }

    fn setup(keys: &ShotKeys) -> Result<Setup, Vec<Fault>> {
        Setup::new(keys)
    }

    fn beyond(keys: &ShotKeys) -> Vec<Beyond> {
        setup::beyond(keys)
    }

    fn hand(keys: &ShotKeys) -> Option<Hand> {
        chosen::hand(keys)
    }

    fn scratch(setup: &Setup, (): &()) -> Workspace {
        Workspace::new(setup)
    }

    fn play(setup: &Setup, workspace: &mut Workspace, streams: &Streams, rows: &mut Rows) -> Status {
        let (row, status) = play(setup, workspace, streams);
        rows.push(ShotTables::SHOTS, row);
        setup.amendments.iter().for_each(|&key_number| rows.push(ShotTables::AMENDMENTS, AmendmentRow { key_number }));
        if setup.keys.rows.lies {
            workspace.lies.drain(..).for_each(|lie| rows.push(ShotTables::LIES, lie));
        }
        if let Some(gaps) = workspace.gaps.take() {
            rows.push(ShotTables::RACKS, gaps);
        }
        status
    }
}

impl Shortcuts for ShotStudy {
    const ALTERED: &'static [&'static [&'static str]] = &[&[
        "shot.position_rad",
        "shot.aim_offset_m",
        "shot.speed_m_s",
        "shot.elevation_rad",
        "shot.spin_ratio",
        "shot.side_spin_rad_s",
        "shot.azimuth_rad",
        "start.toley_x_m",
        "start.toley_y_m",
        "start.marble_1_x_m",
        "start.marble_1_y_m",
        "start.marble_2_x_m",
        "start.marble_2_y_m",
        "start.marble_3_x_m",
        "start.marble_3_y_m",
        "start.marble_4_x_m",
        "start.marble_4_y_m",
        "start.marble_5_x_m",
        "start.marble_5_y_m",
        "start.marble_6_x_m",
        "start.marble_6_y_m",
    ]];

    fn setup_beside(other: &Setup, keys: &ShotKeys) -> Result<Setup, Vec<Fault>> {
        Setup::beside(Some(other), keys)
    }

    fn alter(setup: &mut Setup, keys: &ShotKeys, _groups: u32) -> Result<(), Vec<Fault>> {
        setup.choose(keys)
    }

    fn scratch_again(used: Workspace, _of: &Setup, setup: &Setup, (): &()) -> Workspace {
        used.again(setup)
    }
}

#[cfg(test)]
mod tests {
    use tolley_experiment::row::Values;
    use tolley_experiment::schema::Schema;

    use super::*;

    /// Keys that the rows of a shot list as amended, and how many they say there are.
    fn amended(keys: &ShotKeys) -> (Vec<String>, u32) {
        let setup = Setup::new(keys).unwrap_or_else(|faults| panic!("{faults:?}"));
        let (tables, mut rows) = (ShotStudy::tables(), Rows::new(&ShotStudy::tables()));
        ShotStudy::play(&setup, &mut Workspace::new(&setup), &Streams::new(1, 0, None), &mut rows);
        let counts = |table: &str, name: &str| {
            let at = tables.iter().position(|known| known.name == table).expect("a table");
            let Values::U32(counts) = &rows.tables[at].columns[tables[at].index(name).expect("a column")] else {
                panic!("{name} holds no counts")
            };
            counts.clone()
        };
        let all = Schema::of::<ShotKeys>().keys;
        let listed = counts("amendments", "key_number").into_iter().map(|key| all[key as usize].path.to_string());
        (listed.collect(), counts("shots", "amended_count")[0])
    }

    #[test]
    fn racks_are_kept_from_point_to_point() {
        let keys = ShotKeys::default();
        let mut other = keys;
        other.player.aim_sd_rad = 0.01;
        let [one, two] = [keys, other].map(|keys| Setup::new(&keys).unwrap_or_else(|faults| panic!("{faults:?}")));
        let (mut workspace, mut rows) = (ShotStudy::scratch(&one, &()), Rows::new(&ShotStudy::tables()));
        ShotStudy::play(&one, &mut workspace, &Streams::new(1, 0, None), &mut rows);
        let mut workspace = ShotStudy::scratch_again(workspace, &one, &two, &());
        assert_eq!(workspace.racks.count(), 1);
        ShotStudy::play(&two, &mut workspace, &Streams::new(1, 0, None), &mut rows);
        assert_eq!(workspace.racks.count(), 1);
        ShotStudy::play(&two, &mut workspace, &Streams::new(1, 1, None), &mut rows);
        assert_eq!(workspace.racks.count(), 2);
    }

    #[test]
    fn tg_13_the_rows_of_a_shot_list_what_is_amended_of_ring_rack_and_balls() {
        let mut keys = ShotKeys::default();
        (keys.toley.diameter_m, keys.shot.speed_m_s, keys.player.aim_sd_rad) = (0.016, 4.0, 0.01);
        assert_eq!(amended(&keys), (vec![], 0));
        (keys.ring.diameter_m, keys.rack.count, keys.rack.gap_mean_m) = (1.9, 37, 1e-4);
        (keys.marble.density_kg_m3, keys.toley.density_kg_m3) = (3980.0, 3980.0);
        let changed =
            ["ring.diameter_m", "rack.count", "rack.gap_mean_m", "marble.density_kg_m3", "toley.density_kg_m3"];
        assert_eq!(amended(&keys), (changed.map(str::to_owned).to_vec(), 5));
    }
}
