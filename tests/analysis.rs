//! Summaries of datasets against numbers computed by hand.

use serde_json::{Map, Value};
use tempfile::TempDir;
use tolley_analysis::{Summary, summary};
use tolley_dataset::Dataset;
use tolley_experiment::row::Rows;
use tolley_experiment::run::Keep;
use tolley_experiment::status::Status;

use crate::tool::ran;
use crate::toy::{self, End, Plan, Shot, ToyTables, VERSIONS};

/// Two speeds, five trials each.
fn plan() -> Plan {
    let mut plan = toy::plan_with(&[2.0, 3.0], &[]);
    plan.grid.repeats = 5;
    plan
}

/// Travel, marbles off, whether it stays, and how it ended.
const TRIALS: [(f64, u32, bool, Status); 10] = [
    (1.0, 0, true, Status::Ok),
    (2.0, 0, true, Status::Ok),
    (3.0, 0, false, Status::Ok),
    (4.0, 0, false, Status::Ok),
    (5.0, 0, true, Status::Ok),
    (10.0, 1, true, Status::Ok),
    (f64::NAN, 2, true, Status::Ok),
    (30.0, 3, true, Status::Ok),
    (1e9, 1000, false, Status::EventBudget),
    (f64::NAN, 4, true, Status::Ok),
];

/// The rows of a block, made of these trials, which stand by point.
fn rows(block: u64, of: &[(f64, u32, bool, Status)]) -> Rows {
    let plan = plan();
    let mut rows = Rows::new(&plan.study.tables);
    for trial in plan.schedule().trials_of(block) {
        let (point, repeat) = plan.grid.locate(trial);
        let (travel_m, off_count, stays, status) = of[(point * 5 + repeat) as usize];
        rows.push(ToyTables::SHOTS, Shot { travel_m, off_count, ticks_count: 0, stays, ending: End::Rest });
        if let Some(last) = rows.tables[0].trial.last_mut() {
            *last = trial;
        }
        rows.status.push(status);
    }
    rows
}

fn blocks(of: &[(f64, u32, bool, Status)]) -> Vec<(u64, Rows)> {
    (0..plan().schedule().blocks()).map(|block| (block, rows(block, of))).collect()
}

fn summed(plan: &Plan, blocks: impl IntoIterator<Item = (u64, Rows)>) -> Summary {
    let folder = TempDir::new().expect("a temporary folder");
    let dir = folder.path().join("dataset");
    let dataset = Dataset::open(&dir, plan, VERSIONS).expect("a fresh folder");
    for (block, rows) in blocks {
        dataset.keep(block, rows).expect("a block");
    }
    dataset.save().expect("a place");
    summary(&Dataset::load(&dir).expect("a dataset")).expect("a summary")
}

fn by_hand() -> Summary {
    summed(&plan(), blocks(&TRIALS))
}

fn json(summary: &Summary) -> Value {
    serde_json::to_value(summary.json(Map::new())).expect("JSON")
}

fn assert_near(got: Option<f64>, want: f64) {
    assert!(got.is_some_and(|got| (got - want).abs() < 1e-7 * want.abs().max(1.0)), "{got:?} is not {want}");
}

#[test]
fn estimates_are_those_computed_by_hand() {
    let summary = by_hand();
    assert!(summary.facts.is_complete());
    // 4 of 4 stay at point 1, 3 of 5 at point 0
    assert_eq!(summary.points().map(|point| point.point).collect::<Vec<_>>(), [1, 0]);
    let want = [
        [
            (4, 1.0, Some([0.510_109_2, 1.0])),
            (2, 20.0, Some([-107.062_047_4, 147.062_047_4])),
            (4, 2.5, Some([0.445_739_7, 4.554_260_3])),
        ],
        // of what never varied nobody knows how far it may
        [(5, 0.6, Some([0.230_724_3, 0.882_379_2])), (5, 3.0, Some([1.036_756_8, 4.963_243_2])), (5, 0.0, None)],
    ];
    for (point, want) in summary.points().zip(want) {
        for (estimate, (n, value, interval)) in point.estimates.iter().zip(want) {
            assert_eq!(estimate.n, n);
            assert_near(estimate.value, value);
            assert_eq!(estimate.interval.is_some(), interval.is_some());
            for (got, want) in estimate.interval.into_iter().flatten().zip(interval.into_iter().flatten()) {
                assert_near(Some(got), want);
            }
        }
    }
    assert_eq!(summary.points().map(|point| point.left_out_count).collect::<Vec<_>>(), [1, 0]);
    assert_eq!((summary.facts.missing().quarantined, summary.facts.missing().quarantined_share()), (1, 0.1));
    assert!(summary.facts.status.contains(&("event-budget".to_owned(), 1)));
}

/// One trial of ten is quarantined, more than 1 in 100,000: whoever looks at exit codes alone must hear of it.
#[test]
fn many_quarantined_trials_are_an_exit_code_and_the_last_line() {
    let folder = TempDir::new().expect("a temporary folder");
    for (name, status, code) in [("clean", Status::Ok, 0), ("doubtful", Status::EventBudget, 4)] {
        let mut trials = TRIALS;
        trials[8].3 = status;
        let dataset = Dataset::open(&folder.path().join(name), &plan(), VERSIONS).expect("a fresh folder");
        blocks(&trials).into_iter().for_each(|(block, rows)| dataset.keep(block, rows).expect("a part"));
        dataset.finish().expect("all is there");
        for arguments in [&["show", name][..], &["ask", "fair", name, "--measure", "stays"]] {
            let ran = ran(folder.path(), arguments);
            assert_eq!(ran.code, code, "{}", ran.stderr);
            let told = ran.stderr.lines().last().is_some_and(|line| line.contains("1 of 10 trials are quarantined"));
            assert_eq!(told, code == 4, "{}", ran.stderr);
        }
    }
}

#[test]
fn all_points_are_in_the_json() {
    let summary = by_hand();
    let json = json(&summary);
    assert_eq!(json["points"].as_array().map(Vec::len), Some(2));
    assert_eq!(json["points"][1]["values"]["shot_speed_m_s"], 2.0);
    assert_eq!(json["points"][0]["estimates"]["travel_m"]["n"], 2);
    assert_eq!(json["points"][0]["estimates"]["travel_m"]["value"], 20.0);
    assert_eq!((&json["complete"], &json["quarantined_share"]), (&true.into(), &0.1.into()));
}

#[test]
fn a_partial_dataset_says_so() {
    let summary = summed(&toy::plan(), [(1, toy::rows(1))]);
    assert!(!summary.facts.is_complete());
    assert_eq!((summary.facts.blocks, summary.facts.trials), ([1, 6], [4, 24]));
    // points of the blocks that are missing have no value, and stand last
    let last = summary.points().last().expect("six points");
    assert_eq!((last.trial_count, last.estimates[0].value, last.estimates[0].interval), (0, None, None));
    assert!(json(&summary)["points"][5]["estimates"]["stays"]["value"].is_null());
}

#[test]
fn every_trial_of_many_parts_is_counted_once() {
    let summary = summed(&toy::plan(), (0..6).map(|block| (block, toy::rows(block))));
    let failed = (0..toy::TRIALS).filter(|&trial| toy::trial(trial).status != Status::Ok).count() as u64;
    assert_eq!(
        (summary.facts.trials[0], summary.facts.missing().quarantined + summary.facts.missing().failed),
        (toy::TRIALS, failed)
    );
    for point in summary.points() {
        let trials = (0..toy::REPEATS).map(|repeat| toy::trial(toy::plan().grid.trial(point.point, repeat)));
        let shots: Vec<Shot> = trials.filter(|trial| trial.status == Status::Ok).map(|trial| trial.shot).collect();
        let stays = shots.iter().filter(|shot| shot.stays).count() as f64 / shots.len() as f64;
        assert_eq!(point.estimates[0].n, shots.len() as u64);
        assert_eq!(point.estimates[0].value, (!shots.is_empty()).then_some(stays));
        let travels: Vec<f64> = shots.iter().map(|shot| shot.travel_m).filter(|travel| !travel.is_nan()).collect();
        assert_eq!(point.estimates[1].n, travels.len() as u64);
        if let Some(mean) = point.estimates[1].value {
            assert_near(Some(mean), travels.iter().sum::<f64>() / travels.len() as f64);
        }
    }
}
