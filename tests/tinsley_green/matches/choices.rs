//! What the keys of the laws do in whole matches: where a hand may be, who plays when with what, and who begins.

use std::collections::BTreeMap;

use tolley_tinsley_green::keys::shot::StartPlace;
use tolley_tinsley_green::laws::What;
use tolley_tinsley_green::matches::MatchStudy;
use tolley_tinsley_green::shot::BallKind;

use super::played;
use crate::tinsley_green::played::{Played, read};

/// Trial, game and player of the events of a kind, with their values.
fn events(rows: &Played, what: What) -> Vec<([u64; 3], f64)> {
    let (names, values) = (rows.names("events", "event"), rows.numbers("events", "value"));
    let player = |i| rows.numbers("events", "player")[i] as u64;
    let place = |i| [rows.table("events").trial[i], u64::from(rows.counts("events", "game")[i]), player(i)];
    (0..names.len()).filter(|i| names[*i] == what as u8).map(|i| (place(i), values[i])).collect()
}

/// The players of each game in their order.
fn orders(rows: &Played) -> Vec<Vec<u64>> {
    let mut orders: BTreeMap<[u64; 2], Vec<u64>> = BTreeMap::new();
    for ([trial, game, player], _) in events(rows, What::Order) {
        orders.entry([trial, game]).or_default().push(player);
    }
    orders.into_values().collect()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

#[test]
fn tg_6a_every_policy_keeps_to_the_part_of_the_edge_that_is_left() {
    for (kind, turn_deg, players) in [("club", 180.0, 12), ("individual", 90.0, 4)] {
        for policy in ["random", "nearest", "sampled"] {
            let keys = format!(
                "[match]\nkind = \"{kind}\"\n[a]\npolicy = \"{policy}\"\n[b]\npolicy = \"{policy}\"\n\
                 [planner]\ncandidate_count = 6\n[hand]\nposition_limits = \"arc\"\n\
                 position_middle_rad = \"30 deg\"\nposition_reach_rad = \"20 deg\"\n\
                 position_turn_rad = \"{turn_deg} deg\""
            );
            let rows = played(&keys, 2);
            let [x_m, y_m, azimuth_rad] =
                ["release_x_m", "release_y_m", "azimuth_rad"].map(|name| rows.numbers("shots", name));
            let (mut seen, mut points) = (0_u32, 0);
            for i in 0..x_m.len() {
                points += rows.counts("shots", "points_count")[i];
                if rows.names("shots", "start")[i] != StartPlace::Edge as u8 {
                    continue;
                }
                let knuckle = [x_m[i] - 0.025 * azimuth_rad[i].cos(), y_m[i] - 0.025 * azimuth_rad[i].sin()];
                let side = f64::from(rows.counts("shots", "side")[i]);
                let beside = knuckle[1].atan2(knuckle[0]).to_degrees() - 30.0 - side * turn_deg;
                let beside = (beside + 180.0).rem_euclid(360.0) - 180.0;
                assert!(beside.abs() < 20.0 + 1e-6, "{kind} {policy}: {beside} degrees");
                seen |= 1 << rows.counts("shots", "player")[i];
            }
            assert!(seen.count_ones() > players / 2 && points > 20, "{kind} {policy}: {seen:b}, {points} points");
        }
    }
    let refused = |keys| read::<tolley_tinsley_green::shot::ShotStudy>(keys, 1, 1).err().unwrap_or_default();
    let barred = refused("[hand]\nposition_limits = \"arc\"\n[shot]\nposition_rad = \"100 deg\"");
    assert!(barred.contains("TG-6a"), "{barred}");
    assert_eq!(refused("[hand]\nposition_limits = \"arc\"\n[shot]\nposition_rad = \"80 deg\""), "");
}

/// Points of shots from within the ring that nobody calls foul, and for each where it was released from its rest point:
/// ahead and to the left of the aim, m.
fn shots_within(p_cabbage: f64) -> (Vec<f64>, Vec<[f64; 2]>) {
    let keys = format!(
        "[fouls]\np_cabbage = {p_cabbage}\ncabbage_m = 0.1\n[referee]\np_detect_foul = 0.0\n[rows]\nlies = true\n\
         [a]\npolicy = \"sampled\"\n[b]\npolicy = \"sampled\"\n[planner]\ncandidate_count = 8"
    );
    let rows = played(&keys, 64);
    let mut lies = BTreeMap::new();
    for (i, ball) in rows.names("lies", "ball").iter().enumerate().filter(|(_, ball)| **ball == BallKind::Toley as u8) {
        let of = ["game", "shot", "number"].map(|name| rows.counts("lies", name)[i]);
        let _ = ball;
        lies.insert((rows.table("lies").trial[i], of), ["x_m", "y_m"].map(|name| rows.numbers("lies", name)[i]));
    }
    let (mut points, mut moved) = (Vec::new(), Vec::new());
    for (i, start) in rows.names("shots", "start").iter().enumerate() {
        let of = ["game", "shot", "player"].map(|name| rows.counts("shots", name)[i]);
        if *start != StartPlace::Ring as u8 || rows.flags("shots", "is_cabbaged")[i] != (p_cabbage > 0.0) {
            continue;
        }
        let rest = lies[&(rows.table("shots").trial[i], of)];
        let [x_m, y_m, azimuth_rad] =
            ["release_x_m", "release_y_m", "azimuth_rad"].map(|name| rows.numbers("shots", name)[i]);
        let (by, (sine, cosine)) = ([x_m - rest[0], y_m - rest[1]], azimuth_rad.sin_cos());
        points.push(f64::from(rows.counts("shots", "points_count")[i]));
        moved.push([by[0] * cosine + by[1] * sine, by[1] * cosine - by[0] * sine]);
    }
    (points, moved)
}

#[test]
fn tg_7b_who_cabbages_goes_to_the_better_spot() {
    let ((fair, at_rest), (foul, moved)) = (shots_within(0.0), shots_within(1.0));
    assert!(at_rest.iter().flatten().all(|by_m| *by_m == 0.0));
    assert!(moved.iter().all(|by_m| (by_m[0].hypot(by_m[1]) - 0.1).abs() < 1e-12));
    // not only ahead along the aim, and it pays
    let aside = moved.iter().filter(|by_m| by_m[1].abs() > 0.05).count();
    assert!(fair.len() > 100 && foul.len() > 100 && 5 * aside > moved.len(), "{aside} of {}", moved.len());
    let variance = |of: &[f64]| of.iter().map(|x| (x - mean(of)).powi(2)).sum::<f64>() / (of.len() as f64).powi(2);
    let (gain, error) = (mean(&foul) - mean(&fair), (variance(&foul) + variance(&fair)).sqrt());
    assert!(gain > 2.0 * error, "{} and {} points a shot, +- {error}", mean(&foul), mean(&fair));
}

#[test]
fn tg_9b_each_captain_has_an_order_of_his_own() {
    let unequal = "[match]\ngame_count = 2\n[roster]\nfirst_error_ratio = 1.2\nsecond_error_ratio = 0.6\n\
                   third_error_ratio = 3.5\nfourth_error_ratio = 0.9\nfifth_error_ratio = 1.8\n\
                   sixth_error_ratio = 2.4\n";
    // of each game the places of the first team and of the second, both from 0
    let fielded = |a: &str, b: &str| {
        let rows = played(&format!("{unequal}[a]\norder = \"{a}\"\n[b]\norder = \"{b}\""), 12);
        let of = |order: &Vec<u64>, side: u64| -> Vec<u64> {
            order.iter().filter(|player| *player / 6 == side).map(|player| player % 6).collect()
        };
        let games = orders(&rows).into_iter().filter(|order| order.len() == 12);
        games.map(|order| [of(&order, 0), of(&order, 1)]).collect::<Vec<_>>()
    };
    let best_first = vec![1, 3, 0, 4, 5, 2];
    let worst_first: Vec<u64> = best_first.iter().rev().copied().collect();
    for order in fielded("best-first", "best-last") {
        assert_eq!(order, [best_first.clone(), worst_first.clone()]);
    }
    let (given, random) = (vec![0, 1, 2, 3, 4, 5], fielded("given", "random"));
    assert!(random.iter().all(|[a, _]| *a == given));
    let mut drawn: Vec<_> = random.into_iter().map(|[_, b]| b).collect();
    drawn.sort();
    drawn.dedup();
    // 24 draws of 720 orders
    assert!(drawn.len() > 18, "{} orders", drawn.len());
    let same = fielded("random", "same");
    assert!(same.iter().all(|[a, b]| a == b) && same.iter().any(|[a, _]| *a != given));
    let refused = read::<MatchStudy>("[a]\norder = \"same\"", 1, 1).expect_err("nobody's order");
    assert!(refused.contains("a.order") && refused.contains("TG-9b"), "{refused}");
}

#[test]
fn tg_9f_who_may_choose_knows_what_it_is_worth_to_play_first() {
    // the first marble wins
    // on the mean sand, where playing first loses more: 0.25 of the games, 0.13 where the sand differs between them
    let keys =
        "[surface]\nvariation = \"none\"\n[match]\nkind = \"challenge\"\ntie_break_target_count = 1\nfirst_choice = ";
    let rows = played(&format!("{keys}\"optimal\"\nfirst_choice_games_count = 200"), 8);
    let gains: Vec<f64> = events(&rows, What::FirstGain).into_iter().map(|(_, gain)| gain).collect();
    assert!(gains.len() == 8 && gains.iter().all(|gain| *gain == gains[0]), "{gains:?}");
    let wins = |choice| {
        let rows = played(&format!("{keys}\"{choice}\"\nfirst_play = \"fixed\""), 400);
        rows.flags("matches", "a_wins").iter().filter(|a_wins| **a_wins).count() as f64 / 400.0
    };
    let found = wins("first") - wins("second");
    // three standard errors at most of two differences of shares, of 200 games each and of 400 mirrored ones
    assert!(
        found < -0.1 && (gains[0] - found).abs() < 3.0 * (0.5 / 200.0 + 1.0 / 400.0_f64).sqrt(),
        "{gains:?} {found}"
    );
    // whoever comes second to a rack that is broken up has the better of one marble
    let declined = |rows: &Played| events(rows, What::PlaysFirst).iter().all(|(_, has_choice)| *has_choice == 0.0);
    assert!(declined(&rows) && !declined(&played(&format!("{keys}\"first\""), 2)));
    assert_eq!(events(&played(&format!("{keys}\"first\""), 2), What::FirstGain), []);
}

#[test]
fn tg_9f_who_may_choose_is_told_by_whether_he_wins() {
    let flags = |keys: &str, columns: [&str; 2]| {
        let rows = played(&format!("[match]\n{keys}"), 60);
        columns.map(|column| rows.flags("matches", column).to_vec())
    };
    let alone = "kind = \"individual\"\nplayer_count = 3\ngame_count = 1";
    for kind in ["kind = \"challenge\"", "team_size_count = 2\ngame_count = 2", alone] {
        for choice in ["first", "second"] {
            let [chooser, a] = flags(
                &format!("{kind}\nfirst_play = \"fixed\"\nfirst_choice = \"{choice}\""),
                ["chooser_wins", "a_wins"],
            );
            assert_eq!(chooser, a, "the first side has the choice, {kind}, {choice}");
        }
        // who has it changes from match to match; what he does with it changes his seat
        for by in ["nose-drop", "coin"] {
            let of = |choice: &str| format!("{kind}\nfirst_play = \"{by}\"\nfirst_choice = \"{choice}\"");
            let [chooser, first] = flags(&of("first"), ["chooser_wins", "first_wins"]);
            assert!(chooser == first && chooser.contains(&true) && chooser.contains(&false), "{kind}, {by}");
            let [chooser, first] = flags(&of("second"), ["chooser_wins", "first_wins"]);
            let is_seated = |(chooser, first): (&bool, &bool)| !(*chooser && *first);
            assert!(chooser.iter().zip(&first).all(is_seated) && chooser.contains(&true), "{kind}, {by}");
        }
    }
}

#[test]
fn tg_9f_the_nose_drop_is_played_with_its_errors_and_a_groove_holds_it() {
    let challenge = "[match]\nkind = \"challenge\"\n";
    let drops = |keys: &str| -> Vec<f64> {
        let rows = played(&format!("{challenge}{keys}"), 400);
        events(&rows, What::NoseDrop).into_iter().map(|(_, far_m)| far_m).collect()
    };
    let rms = |far_m: &[f64]| mean(&far_m.iter().map(|m| m * m).collect::<Vec<_>>()).sqrt();
    // it falls straight down without a push, and with one it drifts for sqrt(2 h / g) and rolls on
    let (still, pushed) = (rms(&drops("")), rms(&drops("nose_drop_sd_m = 0.0\nnose_push_sd_m_s = 0.1")));
    assert!((still / 0.03 - 1.0).abs() < 0.11, "{still}");
    let drift_m = 0.1 * (2.0 * 1.5 / 9.81_f64).sqrt();
    assert!(pushed > 1.02 * drift_m && pushed < 3.0 * drift_m, "{pushed} {drift_m}");
    let low = rms(&drops("nose_drop_sd_m = 0.0\nnose_push_sd_m_s = 0.1\nnose_height_m = 0.5"));
    assert!(low < 0.8 * pushed, "{low} {pushed}");
    // in a groove of one deviation each way lie 68 of 100; both of two 47 of 100, who drop again
    let rows = played(&format!("{challenge}groove_width_m = 0.06"), 400);
    let far: Vec<f64> = events(&rows, What::NoseDrop).into_iter().map(|(_, far_m)| far_m).collect();
    let (in_it, again) = (far.iter().filter(|m| **m == 0.0).count(), events(&rows, What::DropsAgain).len());
    assert!(far.iter().all(|m| *m == 0.0 || *m > 0.03));
    assert!((in_it as f64 / far.len() as f64 - 0.683).abs() < 0.05, "{in_it} of {}", far.len());
    assert!((again as f64 / (0.5 * far.len() as f64) - 0.466).abs() < 0.07, "{again} of {}", far.len());
    // who lies nearer at last begins
    for (game, order) in orders(&rows).into_iter().enumerate() {
        let of_game = events(&rows, What::NoseDrop).into_iter().filter(|([trial, ..], _)| *trial == game as u64);
        let last: BTreeMap<u64, f64> = of_game.map(|([_, _, player], far_m)| (player, far_m)).collect();
        assert!(last[&order[0]] < last[&order[1]], "{last:?} {order:?}");
    }
}

#[test]
fn tg_10_the_board_picks_the_best_of_a_pool() {
    let errors = |keys: &str| -> Vec<f64> {
        let rows = played(keys, 40);
        let mut errors = BTreeMap::new();
        for (i, trial) in rows.table("turns").trial.iter().enumerate() {
            errors.insert((*trial, rows.counts("turns", "player")[i]), rows.numbers("turns", "error_ratio")[i]);
        }
        errors.into_values().collect()
    };
    assert!(errors("[match]\nkind = \"club\"").iter().all(|ratio| *ratio == 1.0));
    let logs: Vec<f64> = errors("[match]\nkind = \"international\"").iter().map(|ratio| ratio.ln()).collect();
    assert!(logs.len() > 200);
    // the best 6 of 24 normal draws lie 1.21 deviations below the middle, give or take; a pool of 6 is its own choice
    let deviations = mean(&logs) / 0.3;
    assert!((deviations + 1.21).abs() < 0.1, "{deviations}");
    let all = errors("[match]\nkind = \"international\"\nboard_pool_count = 6");
    assert!(mean(&all.iter().map(|ratio| ratio.ln() / 0.3).collect::<Vec<_>>()).abs() < 0.25);
}

#[test]
fn tg_4a_each_player_brings_his_own_toley() {
    let keys = "[roster]\nsecond_toley_diameter_ratio = 0.8\n[b]\ntoley_diameter_ratio = 0.9\n[rows]\nlies = true";
    let of_player = |player: u32| if player >= 6 { 0.9 } else { 1.0 } * if player % 6 == 1 { 0.8 } else { 1.0 };
    let rows = played(keys, 4);
    for ([.., player], width_m) in events(&rows, What::Toley) {
        assert!((width_m - 0.01905 * of_player(player as u32)).abs() < 1e-15, "{player}: {width_m}");
    }
    let toleys = rows.names("lies", "ball").iter().enumerate().filter(|(_, ball)| **ball == BallKind::Toley as u8);
    let mut seen = 0_u32;
    for (i, _) in toleys {
        let player = rows.counts("lies", "number")[i];
        assert!((2.0 * rows.numbers("lies", "radius_m")[i] - 0.01905 * of_player(player)).abs() < 1e-15);
        seen |= 1 << player;
    }
    assert!(seen & 1 << 1 != 0 && seen & 1 << 7 != 0, "{seen:b}");
    let wide = read::<MatchStudy>("[roster]\nthird_toley_diameter_ratio = 1.1", 1, 1).expect_err("too wide");
    assert!(
        wide.contains("roster.third_toley_diameter_ratio") || wide.contains("third_toley_diameter_ratio"),
        "{wide}"
    );
    assert!(
        wide.contains("TG-4a")
            && read::<MatchStudy>("[match]\nteam_size_count = 2\n[roster]\nthird_toley_diameter_ratio = 1.1", 1, 1)
                .is_ok()
    );
}

#[test]
fn tg_1c_the_sand_of_a_game_is_that_of_its_laying() {
    let layings = |reset: &str| {
        let rows = played(&format!("[ring]\nsand = \"{reset}\"\n[match]\ngame_count = 3"), 4);
        let of = |i: usize| {
            (rows.table("games").trial[i], rows.numbers("games", "sand_rolling_friction_ratio")[i].to_bits())
        };
        let mut layings: Vec<(u64, u64)> = (0..rows.table("games").trial.len()).map(of).collect();
        let games = layings.len();
        layings.sort_unstable();
        layings.dedup();
        let mut sands: Vec<u64> = layings.iter().map(|(_, sand)| *sand).collect();
        sands.sort_unstable();
        sands.dedup();
        (games, layings.len(), sands.len())
    };
    let (games, of_games, sands) = layings("per-game");
    assert_eq!((of_games, sands), (games, games));
    assert_eq!(layings("per-match").1, 4);
    assert_eq!((layings("per-match").2, layings("never").2), (4, 1));
}

#[test]
fn tg_1c_the_laying_has_its_own_stream_and_all_are_alike_where_a_key_says_so() {
    let [laid, alike] = ["", "[surface]\nvariation = \"none\""].map(|keys| played(keys, 6));
    let columns = ["sand_sliding_friction_ratio", "sand_rolling_friction_ratio", "sand_restitution_ratio"];
    for (column, mean) in columns.into_iter().zip([0.3, 0.1, 0.15]) {
        assert!(alike.numbers("games", column).iter().all(|value| *value == mean), "{column}");
        let mut drawn: Vec<u64> = laid.numbers("games", column).iter().map(|value| value.to_bits()).collect();
        drawn.sort_unstable();
        drawn.dedup();
        assert_eq!(drawn.len(), laid.table("games").trial.len(), "{column}");
    }
    // the errors of every player's first shot stay what they were
    let first = |rows: &Played| -> Vec<u64> {
        let shots = (0..rows.table("shots").trial.len()).filter(|i| rows.counts("shots", "shot")[*i] == 0);
        shots.map(|i| rows.numbers("shots", "aim_error_rad")[i].to_bits()).collect()
    };
    assert_eq!(first(&laid), first(&alike));
}
