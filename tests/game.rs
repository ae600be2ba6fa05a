//! The value of a game of places against one solved by hand.

use tempfile::TempDir;
use tolley_analysis::game::{Asked, game};

use crate::toy::{self, Value};

#[test]
fn plans_of_two_axes_are_those_of_their_matrix_in_any_order_of_the_design() {
    let mut plan = toy::plan_with(&[2.0, 3.0], &["speed", "impulse"]);
    let friction = plan.study.schema.index("surface.friction_ratio").expect("a key");
    plan.sweep(friction, vec![Value::Number(0.1), Value::Number(0.2)]);
    // against "speed" friction 0.1 with 3 m/s gets 3, against "impulse" friction 0.2 with 2 m/s gets 1; all else 0
    let folder = TempDir::new().expect("a temporary folder");
    let dataset = toy::dataset_of(&folder.path().join("dataset"), &plan, |trial| {
        let indices = plan.grid.axis_indices(plan.grid.locate(trial).0);
        match [indices[2], indices[0], indices[1]] {
            [0, 1, 0] => 3.0,
            [1, 0, 1] => 1.0,
            _ => 0.0,
        }
    });
    let gains = ["surface.friction_ratio", "shot.speed_m_s"];
    let asked = Asked { gains: &gains, loses: ("strike.by", "speed"), measure: "travel_m" };
    let found = game(&dataset, &asked).expect("a game");
    let [stratum] = found.strata.as_slice() else { panic!("{found:?}") };
    // p 3 = (1 - p) 1 for who gains, and q 3 = (1 - q) 1 for who loses
    let near = |found: Option<f64>, value: f64| found.is_some_and(|found| (found - value).abs() < 1e-9);
    assert!(near(stratum.value.value, 0.75) && near(stratum.exploited.value, 2.25), "{stratum:?}");
    let plan = |friction: f64, speed_m_s: f64| {
        let values = [("surface_friction_ratio", friction), ("shot_speed_m_s", speed_m_s)];
        let values = values.map(|(column, value)| (column.to_owned(), Value::Number(value))).to_vec();
        found.gains.iter().position(|plan| *plan == values).map(|place| stratum.gains[place])
    };
    assert!(near(plan(0.1, 3.0), 0.25) && near(plan(0.2, 2.0), 0.75) && found.gains.len() == 4, "{found:?}");
    assert!(near(Some(stratum.loses[0]), 0.25) && near(Some(stratum.loses[1]), 0.75), "{stratum:?}");
}
