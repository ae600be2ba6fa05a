//! Flicks with coins of any country, and with everything that may differ from shot to shot.

use tolley_cymbergaj::keys::{COINS, CoinId};
use tolley_cymbergaj::shot::FlickStudy;
use tolley_experiment::plan::Plan;
use tolley_experiment::player::play_some;
use tolley_experiment::row::Rows;
use tolley_experiment::scenario::{Overrides, parse};
use tolley_experiment::status::Status;
use tolley_experiment::study::StudyInfo;

use super::{counts, flags, names, numbers, read};

fn plan(text: &str) -> Plan {
    let studies = [StudyInfo::of::<FlickStudy>().into()];
    let read = parse("a.toml", text, &studies, Overrides::default());
    read.unwrap_or_else(|problems| panic!("{problems}")).0
}

/// Flicks of the usual set, two thirds of them aimed past the opponent.
fn flicks(keys: &str, count: u64) -> Rows {
    all_ok(super::flicks(5, keys, count))
}

fn all_ok(rows: Rows) -> Rows {
    assert!(rows.status.iter().all(|status| *status == Status::Ok), "{:?}", rows.status);
    rows
}

/// Mean and standard deviation.
fn spread(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    (mean, (values.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / (n - 1.0)).sqrt())
}

#[test]
fn real_mixes_work_in_every_flick_scenario() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/cymbergaj");
    let mixes =
        [["EU-2e", "EU-1e", "EU-10c"], ["US-25c", "US-50c", "US-10c"], ["UK-2p-1992", "UK-10p-1992", "UK-5p-2012"]];
    let mut played = 0;
    for entry in std::fs::read_dir(folder).expect("scenarios") {
        let text = std::fs::read_to_string(entry.expect("an entry").path()).expect("a scenario");
        if !text.contains("\"cymbergaj/flick\"") {
            continue;
        }
        for [striker, opponent, ball] in mixes {
            let mixed = [("striker", striker), ("opponent", opponent), ("ball", ball)].into_iter().fold(
                text.clone(),
                |text, (table, id)| {
                    let usual = if table == "ball" { "PL-20gr-1990" } else { "PL-2zl-1994" };
                    text.replace(&format!("[{table}]\ncoin = \"{usual}\""), &format!("[{table}]\ncoin = \"{id}\""))
                },
            );
            assert!(mixed.contains(striker) && mixed.contains(opponent) && mixed.contains(ball), "{mixed}");
            let plan = plan(&mixed);
            let trials = plan.grid.by_point().step_by((plan.grid.trials() / 500).max(1) as usize);
            let rows = all_ok(play_some::<FlickStudy>(&plan, trials).expect("an allowed setup"));
            assert!(flags(&rows, "ball_hit").iter().filter(|hit| **hit).count() * 2 > rows.status.len(), "{striker}");
            played += 1;
        }
    }
    assert!(played >= 3);
}

#[test]
fn every_coin_of_the_catalogue_strikes_and_is_struck() {
    for coin in COINS {
        let keys = format!(
            "[striker]\ncoin = \"{0}\"\n[opponent]\ncoin = \"{0}\"\n[ball]\ncoin = \"{0}\"\n[laws]\nmatch_kind = \"friendly\"\n\
             [player]\npreset = \"exact\"\n[strike]\nspeed_m_s = 1.0\n",
            coin.id
        );
        let rows = flicks(&keys, 1);
        assert_eq!(numbers(&rows, "ball_weighed_kg"), [coin.mass_kg], "{}", coin.id);
        assert!(flags(&rows, "ball_hit")[0] && numbers(&rows, "ball_speed_m_s")[0] > 0.5, "{}", coin.id);
    }
}

#[test]
fn a_coin_of_unknown_thickness_is_refused_where_it_matters() {
    assert_eq!(CoinId::from_name("PL-1gr-2013").map(|coin| coin.kind().thickness_m), Some(None));
    let text = |rest: &str| format!("[striker]\ncoin = \"PL-2zl-1994\"\n[ball]\ncoin = \"PL-1gr-2013\"\n{rest}");
    let read = |keys: &str| read::<FlickStudy>("", keys);
    assert!(read(&text("")).is_ok());
    for asks in ["[events]\np_hop = 0.1\n", "[events]\npreset = \"human\"\n", "[surface]\ncurl = true\n"] {
        let refused = read(&text(asks)).expect_err(asks);
        assert!(refused.contains("ball.thickness_m") && !refused.contains("striker.thickness_m"), "{refused}");
    }
    assert!(read(&text("thickness_m = \"1.4 mm\"\n[events]\np_hop = 0.1\n")).is_ok());
}

#[test]
fn an_inertia_without_curves_is_refused() {
    let refused = read::<FlickStudy>("", "[coins]\ninertia_ratio = 0.2\n").expect_err("it is too small");
    assert!(refused.contains("coins.inertia_ratio"), "{refused}");
}

#[test]
fn restitution_and_masses_spread_from_shot_to_shot_as_asked() {
    let n = 4000;
    let still = flicks("", 50);
    assert!(numbers(&still, "played_restitution_ratio").iter().all(|e| *e == 0.85));
    assert!(numbers(&still, "striker_weighed_kg").iter().all(|m| *m == 0.00521));
    let rows =
        flicks("[contact]\nrestitution_sd_ratio = 0.03\n[coins]\nmass_sd_ratio = 0.007\nwear_max_ratio = 0.01\n", n);
    let error = 5.0 / (n as f64).sqrt();
    let (mean, sd) = spread(numbers(&rows, "played_restitution_ratio"));
    assert!((mean - 0.85).abs() < 0.03 * error && (sd / 0.03 - 1.0).abs() < error, "{mean} {sd}");
    // the mean loss is half the greatest, its standard deviation that over the root of 3
    let expected_sd = (0.007f64 * 0.007 + 0.005 * 0.005 / 3.0).sqrt();
    for (name, nominal) in
        [("striker_weighed_kg", 0.00521), ("ball_weighed_kg", 0.00322), ("opponent_weighed_kg", 0.00521)]
    {
        let (mean, sd) = spread(numbers(&rows, name));
        assert!((mean / (0.995 * nominal) - 1.0).abs() < expected_sd * error, "{name} {mean}");
        assert!((sd / nominal / expected_sd - 1.0).abs() < error, "{name} {sd}");
    }
    let pairs = numbers(&rows, "striker_weighed_kg").iter().zip(numbers(&rows, "opponent_weighed_kg"));
    assert!(pairs.filter(|(mine, theirs)| mine == theirs).count() < 5, "each coin has its own mass");
}

#[test]
fn a_flick_is_the_same_in_whichever_way_the_mass_of_the_coin_is_said() {
    let of = |by: &str, said: &str| {
        let keys = format!("[ball]\nmass_by = \"ratio\"\n[strike]\nby = \"{by}\"\n[striker]\n{said}\n");
        format!("{:?}", flicks(&keys, 20))
    };
    for by in ["speed", "impulse", "comb"] {
        let [by_mass, by_ratio] = ["mass_kg = \"4.7932 g\"", "mass_ratio = 0.92"].map(|said| of(by, said));
        assert_eq!(by_mass, by_ratio, "{by}");
        let believed = of(by, "mass_ratio = 0.92\nbelieved_mass_kg = \"4.7932 g\"");
        assert_eq!(believed == by_mass, by == "speed", "{by}: what is believed counts by impulse and comb");
    }
}

#[test]
fn by_impulse_a_coin_that_is_lighter_than_usual_starts_faster() {
    let keys = |by: &str| {
        format!(
            "[player]\npreset = \"exact\"\n[coins]\nmass_sd_ratio = 0.02\n[strike]\nby = \"{by}\"\nspeed_m_s = 1.5\n"
        )
    };
    let impulse = flicks(&keys("impulse"), 200);
    let speeds = numbers(&impulse, "launch_speed_m_s").iter().zip(numbers(&impulse, "striker_weighed_kg"));
    assert!(speeds.into_iter().all(|(v, m)| (v * m / (1.5 * 0.00521) - 1.0).abs() < 1e-14));
    assert!(numbers(&flicks(&keys("speed"), 200), "launch_speed_m_s").iter().all(|v| *v == 1.5));
}

#[test]
fn hops_and_rides_come_at_their_rates() {
    let n = 4000;
    let rows = flicks("[events]\np_hop = 0.2\n[strike]\nspeed_m_s = 2.0\n", n);
    let hops: Vec<f64> = numbers(&rows, "hop_speed_m_s").iter().copied().filter(|v| !v.is_nan()).collect();
    let share = hops.len() as f64 / n as f64;
    assert!((share - 0.2).abs() < 5.0 * (0.2f64 * 0.8 / n as f64).sqrt(), "{share}");
    // the size of a normal deviate has mean sqrt(2 / pi); the speeds scatter by 12 %
    let (mean, _) = spread(&hops);
    let expected = 0.1 * 2.0 * (2.0 / core::f64::consts::PI).sqrt() * (0.5f64 * 0.12 * 0.12).exp();
    assert!((mean / expected - 1.0).abs() < 5.0 * 0.8 / (hops.len() as f64).sqrt(), "{mean} {expected}");

    let rides = flicks("[events]\np_ride = 1.0\n[strike]\nspeed_m_s = 2.5\n[player]\npreset = \"exact\"\n", 3);
    assert_eq!(counts(&rides, "stack_count"), [1, 1, 1]);
    assert!(flags(&rides, "ball_hit").iter().all(|hit| *hit) && counts(&rides, "collision_count") == [0, 0, 0]);
    let few = flicks("[events]\np_ride = 0.1\n[strike]\nspeed_m_s = 2.5\n[opponent]\nangle_rad = \"90 deg\"\n", n);
    let stacked = counts(&few, "stack_count").iter().sum::<u32>() as f64;
    // nearly every stroke hits the ball hard, and very few hit anything else
    let hard = flags(&few, "ball_hit").iter().filter(|hit| **hit).count() as f64;
    assert!((0.07..0.12).contains(&(stacked / hard)), "{stacked} {hard}");
    let literal = flicks("", 500);
    assert!(counts(&literal, "stack_count").iter().all(|count| *count == 0));
}

#[test]
fn with_inset_lines_the_whole_ball_has_to_pass() {
    let straight = "[player]\npreset = \"exact\"\n[opponent]\nangle_rad = \"90 deg\"\n[strike]\nspeed_m_s = 3.0\n";
    let edge = flicks(straight, 1);
    assert_eq!((flags(&edge, "goal")[0], numbers(&edge, "ball_x_m")[0]), (true, 0.6));
    let inset = flicks(&format!("{straight}[table]\nline_inset_m = \"20 mm\"\n"), 1);
    assert!(flags(&inset, "goal")[0] && (numbers(&inset, "ball_x_m")[0] - (0.58 + 0.00925)).abs() < 1e-15);
    assert!(numbers(&inset, "ball_exit_s")[0] < numbers(&edge, "ball_exit_s")[0]);
    // less than a radius inside, the edge still comes first
    let near = flicks(&format!("{straight}[table]\nline_inset_m = \"5 mm\"\n"), 1);
    assert_eq!(numbers(&near, "ball_x_m")[0], 0.6);
}

#[test]
fn a_standing_post_keeps_a_ball_out_that_a_mark_lets_by() {
    let at_post = |posts: &str| {
        let keys = format!(
            "[player]\npreset = \"exact\"\n[opponent]\nangle_rad = \"90 deg\"\n[strike]\nspeed_m_s = 3.0\n\
             [table]\ngoal_width_m = \"4 mm\"\nposts = \"{posts}\"\n"
        );
        flicks(&keys, 1)
    };
    let (marks, physical) = (at_post("marks"), at_post("physical"));
    assert_eq!((flags(&marks, "goal")[0], counts(&marks, "post_count")[0]), (true, 0));
    assert!(!flags(&physical, "goal")[0] && counts(&physical, "post_count")[0] >= 1);
}

#[test]
fn who_touched_the_ball_last_is_told() {
    let [nobody, striker, opponent] = [0, 1, 2];
    let exact = "[player]\npreset = \"exact\"\n";
    let missed = flicks(&format!("{exact}[strike]\nspeed_m_s = 0.2\n"), 1);
    assert_eq!((names(&missed, "last_touch")[0], flags(&missed, "ball_hit")[0]), (nobody, false));
    let hit = flicks(&format!("{exact}[opponent]\nangle_rad = \"90 deg\"\n"), 1);
    assert_eq!(names(&hit, "last_touch")[0], striker);
    let blocked = flicks(&format!("{exact}[opponent]\nangle_rad = \"3 deg\"\n"), 1);
    assert_eq!(names(&blocked, "last_touch")[0], opponent);
}

#[test]
fn the_books_of_every_flick_balance() {
    let wild = "[events]\np_hop = 0.3\np_ride = 0.3\n[table]\nposts = \"physical\"\n[strike]\nspeed_m_s = 3.0\n\
                [opponent]\nangle_rad = \"10 deg\"\n[contact]\nrestitution_sd_ratio = 0.03\n";
    for keys in ["", wild] {
        let rows = flicks(keys, 2000);
        let [launch, error, work, left] = ["launch_energy_j", "energy_error_ratio", "friction_work_j", "left_energy_j"]
            .map(|name| numbers(&rows, name));
        assert!(error.iter().all(|error| error.abs() < 1e-12), "{keys}");
        assert!(work.iter().zip(launch).all(|(work, launch)| *work >= 0.0 && *work <= launch * (1.0 + 1e-12)));
        let stay =
            flags(&rows, "striker_stays").iter().zip(flags(&rows, "opponent_stays")).map(|(one, two)| *one && *two);
        let all_stay = stay.zip(names(&rows, "ball_exit")).map(|(stay, exit)| stay && *exit == 0);
        assert!(all_stay.zip(left).all(|(stay, left)| stay == (*left == 0.0)), "{keys}");
        assert!(numbers(&rows, "remaining_energy_j").iter().all(|left| *left == 0.0));
    }
}
