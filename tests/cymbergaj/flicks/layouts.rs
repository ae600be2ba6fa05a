//! Flicks that begin elsewhere than at the kick-off.

use tolley_cymbergaj::shot::FlickStudy;

use super::{flags, numbers, read};

fn flicks(keys: &str) -> tolley_experiment::row::Rows {
    super::flicks(2, keys, 400)
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
        let rows = flicks(&keys);
        let goals = flags(&rows, "goal");
        goals.iter().filter(|goal| **goal).count() as f64 / goals.len() as f64
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
        let refused = read::<FlickStudy>("", keys).expect_err(keys);
        assert!(refused.contains(path), "{keys}\n{refused}");
    }
}
