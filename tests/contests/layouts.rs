//! Flicks that begin elsewhere than at the kick-off.

use tolley_cymbergaj::flick::{Flick, FlickRow};
use tolley_experiment::plan::Plan;
use tolley_experiment::row::{Row, Rows, Values};
use tolley_experiment::run::play_some;
use tolley_experiment::scenario::{Overrides, parse};
use tolley_experiment::study::StudyInfo;

fn read(keys: &str) -> Result<Plan, String> {
    let text = format!("study = \"cymbergaj/flick\"\nseed = 2\nrepeats = 400\n{keys}");
    let read = parse("a.toml", &text, &[StudyInfo::of::<Flick>()], Overrides::default());
    read.map(|(plan, _, _)| plan).map_err(|problems| problems.to_string())
}

fn flicks(keys: &str) -> Rows {
    let plan = read(keys).unwrap_or_else(|problems| panic!("{problems}"));
    play_some::<Flick>(&plan, 0..plan.trials(), || true).expect("a point that can be played")
}

fn numbers<'a>(rows: &'a Rows, name: &str) -> &'a [f64] {
    let index = FlickRow::COLUMNS.iter().position(|column| column.name == name).expect("a column of that name");
    if let Values::F64(values) = &rows.tables[0].columns[index] { values } else { panic!("{name} holds no numbers") }
}

fn share(rows: &Rows, name: &str) -> f64 {
    let index = FlickRow::COLUMNS.iter().position(|column| column.name == name).expect("a column of that name");
    let Values::Bool(flags) = &rows.tables[0].columns[index] else { panic!("{name} holds no flags") };
    flags.iter().filter(|flag| **flag).count() as f64 / flags.len() as f64
}

#[test]
fn the_kick_off_as_a_given_layout_is_the_kick_off() {
    let kick_off = flicks("[opponent]\nangle_rad = 0.0\n");
    let given = flicks("[layout]\nfrom = \"given\"\nopponent_x_m = 0.1\nopponent_y_m = 0.0\n");
    for column in ["ball_x_m", "ball_y_m", "striker_x_m", "opponent_start_x_m", "impact_loss_j"] {
        assert_eq!(numbers(&kick_off, column), numbers(&given, column), "{column}");
    }
}

#[test]
fn drawn_layouts_cover_the_table_without_overlap() {
    let rows = flicks("[layout]\nfrom = \"drawn\"\n");
    let place = |coin: &str| {
        let of = |axis: &str| numbers(&rows, &format!("{coin}_start_{axis}_m"));
        of("x").iter().zip(of("y")).map(|(x, y)| (*x, *y)).collect::<Vec<_>>()
    };
    let [striker, ball, opponent] = ["striker", "ball", "opponent"].map(place);
    for ((one, two), three) in striker.iter().zip(&ball).zip(&opponent) {
        let apart = |a: &(f64, f64), b: &(f64, f64)| ((a.0 - b.0).powi(2) + (a.1 - b.1).powi(2)).sqrt();
        assert!(apart(one, two) >= 0.020 && apart(two, three) >= 0.020 && apart(one, three) >= 0.0215);
    }
    for places in [&striker, &ball, &opponent] {
        let mean = |axis: fn(&(f64, f64)) -> f64| places.iter().map(axis).sum::<f64>() / places.len() as f64;
        // uniform over 1.2 m and 0.6 m: standard deviations of the mean of 400 are 17 and 9 mm
        assert!(mean(|place| place.0).abs() < 0.08 && mean(|place| place.1).abs() < 0.04);
        assert!(places.iter().any(|place| place.0 > 0.5) && places.iter().any(|place| place.1 < -0.25));
    }
}

#[test]
fn who_aims_at_the_goal_scores_more() {
    let of = |aim: &str| {
        let keys = format!(
            "[layout]\nfrom = \"drawn\"\naim = \"{aim}\"\n[strike]\nspeed_m_s = 2.5\n[player]\npreset = \"exact\"\n"
        );
        share(&flicks(&keys), "goal")
    };
    let (goal, ball) = (of("goal"), of("ball"));
    assert!(goal > 2.0 * ball && goal > 0.1, "{goal} and {ball}");
}

#[test]
fn layouts_that_cannot_be_are_refused() {
    for (keys, path) in [
        ("[layout]\nfrom = \"given\"\nball_x_m = -0.09\n", "layout.ball_x_m"),
        ("[layout]\nfrom = \"given\"\nopponent_x_m = 0.7\n", "layout.opponent_x_m"),
        ("[layout]\nfrom = \"drawn\"\n[strike]\naim_offset_m = 0.03\n", "strike.aim_offset_m"),
        ("[layout]\nfrom = \"given\"\n[strike]\naim_offset_m = 0.2\n", "strike.aim_offset_m"),
    ] {
        let refused = read(keys).expect_err(keys);
        assert!(refused.contains(path), "{keys}\n{refused}");
    }
}
