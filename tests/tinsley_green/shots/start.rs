//! The study of shots from states other than the opening, and breaks.

use tolley_tinsley_green::shot::{BallKind, ShotStudy};

use crate::tinsley_green::played::{self, Played};

fn refused(keys: &str) -> String {
    played::read::<ShotStudy>(keys, 11, 30).map(|_| ()).expect_err(keys)
}

fn played(keys: &str) -> Played {
    played::played::<ShotStudy>(keys, 11, 30)
}

#[test]
fn a_layout_in_mid_game_has_as_many_marbles_as_asked_for() {
    for count in [48, 20, 1] {
        let rows = played(&format!("[start]\nlayout = \"mid-game\"\nmarbles_left_count = {count}"));
        assert!(rows.counts("shots", "marbles_before_count").iter().all(|before| *before == count));
    }
}

#[test]
fn tg_6b1_t1_a_shot_from_the_ring_is_released_above_the_rest_point() {
    let keys = "[start]\nfrom = \"ring\"\ntoley_x_m = 0.3\ntoley_y_m = -0.2\n[shot]\nazimuth_rad = \"90 deg\"";
    let rows = played(keys);
    assert!(rows.numbers("shots", "release_x_m").iter().all(|x_m| *x_m == 0.3));
    assert!(rows.numbers("shots", "release_y_m").iter().all(|y_m| *y_m == -0.2));
    assert!(
        rows.numbers("shots", "azimuth_rad")
            .iter()
            .all(|azimuth| (azimuth - core::f64::consts::FRAC_PI_2).abs() < 1e-12)
    );
}

#[test]
fn a_break_is_played_on_while_the_toley_stays_and_something_is_knocked_off() {
    let alone = played("[start]\nlayout = \"mid-game\"");
    assert!(alone.numbers("shots", "break_points_count").iter().all(|points| points.is_nan()));
    let rows = played("[start]\nlayout = \"mid-game\"\n[shot]\nby = \"nearest\"\n[break]\npolicy = \"nearest\"");
    let again = rows.flags("shots", "shoots_again");
    let (points, shots) = (rows.numbers("shots", "break_points_count"), rows.numbers("shots", "break_shot_count"));
    for i in 0..30 {
        let first = f64::from(rows.counts("shots", "marbles_off_count")[i]);
        assert!(points[i] >= first && (again[i] || points[i] == first), "shot {i}");
        assert!(shots[i] >= 1.0 && (again[i] || shots[i] == 1.0), "shot {i}");
    }
    assert!(shots.iter().any(|shots| *shots > 1.0));
}

#[test]
fn starts_that_cannot_be_are_refused_with_line_and_clause() {
    let top = refused("[start]\nfrom = \"ring\"\ntoley_x_m = 0.01");
    assert!(top.contains("TG-6b1") && top.contains("a.toml:6"), "{top}");
    let off = refused("[start]\nfrom = \"ring\"\ntoley_x_m = 0.95");
    assert!(off.contains("TG-X1"), "{off}");
    let many = refused("[rack]\ncount = 13\n[start]\nlayout = \"mid-game\"\nmarbles_left_count = 14");
    assert!(many.contains("TG-9e"), "{many}");
}

#[test]
fn a_given_layout_lies_where_the_keys_say() {
    let keys = "[start]\nlayout = \"given\"\ngiven_count = 2\nmarble_1_x_m = -0.3\n\
                marble_2_x_m = \"5 cm\"\nmarble_2_y_m = 0.1\nfrom = \"ring\"\ntoley_x_m = -0.5\n[player]\npreset = \"exact\"";
    let rows = played(keys);
    assert!(rows.counts("shots", "marbles_before_count").iter().all(|before| *before == 2));
    // straight at the first, 0.2 m away at 2.5 m/s
    assert!(rows.numbers("shots", "first_hit_s").iter().all(|time_s| (0.06..0.11).contains(time_s)));
    assert!(rows.counts("shots", "marbles_off_count").iter().all(|off| *off == 1));
}

#[test]
fn given_marbles_that_overlap_or_are_off_the_ring_are_refused_with_their_clause() {
    let refused = |keys: &str| refused(&format!("[start]\nlayout = \"given\"\n{keys}"));
    let overlap = refused("given_count = 3\nmarble_3_x_m = 0.111");
    assert!(overlap.contains("start.marble_3_x_m") && overlap.contains("TG-9e: marbles 2 and 3 overlap"), "{overlap}");
    assert!(refused("marble_1_x_m = 1.0").contains("TG-X1"));
    assert!(refused("from = \"ring\"\ntoley_x_m = 0.01").contains("TG-6b1"));
}

#[test]
fn the_lies_before_a_shot_tell_how_far_the_nearest_marble_is() {
    let keys = "[rows]\nlies = true\n[start]\nlayout = \"mid-game\"\nmarbles_left_count = 12\nfrom = \"ring\"\n\
                [shot]\nby = \"nearest\"\n[break]\npolicy = \"nearest\"";
    let rows = played(keys);
    let (release_x_m, release_y_m) = (rows.numbers("shots", "release_x_m"), rows.numbers("shots", "release_y_m"));
    let (kinds, trials) = (rows.names("lies", "ball"), &rows.table("lies").trial);
    let numbers = rows.counts("lies", "shot");
    for trial in 0..30 {
        let lies = (0..kinds.len()).filter(|i| trials[*i] == trial as u64 && numbers[*i] == 0);
        let at = |i: usize| [rows.numbers("lies", "x_m")[i], rows.numbers("lies", "y_m")[i]];
        let (toleys, marbles): (Vec<usize>, Vec<usize>) = lies.partition(|i| kinds[*i] == BallKind::Toley as u8);
        assert_eq!((toleys.len(), marbles.len()), (1, 12));
        let toley = at(toleys[0]);
        assert_eq!(toley, [release_x_m[trial], release_y_m[trial]]);
        let far_m = |i: &usize| (at(*i)[0] - toley[0]).hypot(at(*i)[1] - toley[1]);
        let nearest_m = marbles.iter().map(far_m).fold(f64::INFINITY, f64::min);
        // two balls of these sizes touch at 15.6 mm
        assert!((0.0155..1.5).contains(&nearest_m), "{nearest_m}");
    }
    assert!(played("").table("lies").trial.is_empty());
}

#[test]
fn every_ball_is_told_before_every_shot_of_a_break() {
    let keys = "[rows]\nlies = true\n[start]\nlayout = \"mid-game\"\nmarbles_left_count = 12\nfrom = \"ring\"\n\
                [shot]\nby = \"sampled\"\n[break]\npolicy = \"sampled\"\n[planner]\ncandidate_count = 6";
    let rows = played(keys);
    let (kinds, trials, numbers) = (rows.names("lies", "ball"), &rows.table("lies").trial, rows.counts("lies", "shot"));
    let mut longest = 0;
    for trial in 0..30_usize {
        let of = |shot: u32, kind: BallKind| {
            (0..kinds.len())
                .filter(move |i| trials[*i] == trial as u64 && numbers[*i] == shot && kinds[*i] == kind as u8)
                .collect::<Vec<usize>>()
        };
        let marbles: Vec<usize> =
            (0..).map(|shot| of(shot, BallKind::Marble).len()).take_while(|count| *count > 0).collect();
        let shots = rows.numbers("shots", "break_shot_count")[trial].max(1.0) as usize;
        assert_eq!(marbles.len(), shots, "trial {trial}");
        // each shot but the last was worth another, and what is gone was scored
        assert!(marbles.windows(2).all(|pair| pair[1] < pair[0]), "{marbles:?}");
        let off = rows.counts("shots", "marbles_off_count")[trial] as usize;
        assert!(shots == 1 || marbles[0] - marbles[1] == off, "{marbles:?}");
        let gone = (marbles[0] - marbles[shots - 1]) as f64;
        let points = rows.numbers("shots", "break_points_count")[trial];
        assert!((gone..=12.0).contains(&points), "{points} {marbles:?}");
        for shot in 1..shots as u32 {
            let toleys = of(shot, BallKind::Toley);
            assert_eq!(toleys.len(), 1);
            let at = ["x_m", "y_m"].map(|axis| rows.numbers("lies", axis)[toleys[0]]);
            let rest = ["toley_x_m", "toley_y_m"].map(|axis| rows.numbers("shots", axis)[trial]);
            assert!(shot > 1 || at == rest, "{at:?} {rest:?}");
        }
        longest = longest.max(shots);
    }
    assert!(longest > 2, "{longest} shots");
}
