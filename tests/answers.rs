//! `tolley answer`: every question, from outside.

use std::path::Path;

use crate::strata::has_its_strata;
use crate::tool::ran;
use serde_json::Value;
use tempfile::TempDir;

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

/// What the questions name, of each the end of the command that asks it, or a line that says it.
const NAMED: &[(&str, &[&str])] = &[
    ("TGQ1", &["shot.position_rad --measure shoots_again", "cosine"]),
    ("TGQ2", &["p_permuted", "r2_without_chance"]),
    (
        "TGQ3",
        &[
            "player.aim_sd_rad --over rack.count=49 --measure first_wins",
            "match.first_choice=second --measure chooser_wins",
            "for doubled player_aim_sd",
            "fit: ",
        ],
    ),
    (
        "TGQ4",
        &[
            "--measure foul_count",
            "--measure 'shots.marbles_off_count[is_foul=true]'",
            "a_wins along fouls_limit_count",
            "fouls_limit_count 1 x 0.05 fouls_p_fudge",
        ],
    ),
    ("TGQ5", &["--measure 'shots.points_count[side=0]'", "fouls.limit_count=0 --measure a_wins"]),
    (
        "TGQ6",
        &[
            "a_wins beside a_policy sampled, exactly and by permutation",
            "Kaplan and Meier",
            "Cox's model",
            "how does lost_share hang on rest_radius_m",
        ],
    ),
    (
        "TGQ7",
        &[
            "--measure turns.shot_count",
            "--measure 'comeback[ten_behind=true]'",
            "first_wins beside continuation_toley_knock any",
        ],
    ),
    ("TGQ8", &["toley.diameter_m=0.01905 --measure toley_stays", "p_isotonic"]),
    (
        "TGQ9",
        &[
            "--measure marbles_left_count=0",
            "--measure winner_points_count-loser_points_count",
            "rack.packing=nearest-shell --measure turns.points_count --margin 0.2",
            "rack.phase=fixed --measure turn_count",
            "rack.phase_rad=0 --measure turns.points_count",
            "turn_count over rack_count: Kruskal-Wallis H",
            "for doubled rack_count",
        ],
    ),
    ("TGQ10", &["most off is seat", "all at once"]),
    (
        "TGQ11",
        &[
            "\"what\": \"inversions\"",
            "--measure 'a_wins[b_order=random]' --margin 0.01 --best largest",
            "--measure 'a_wins[b_order=same]'",
            "most_beyond_control",
        ],
    ),
    (
        "TGQ12",
        &[
            "share of shots judged otherwise than at ring_off centre-past-edge",
            "a_wins beside ring_off centre-past-edge",
        ],
    ),
    (
        "CGQ1",
        &[
            " identical",
            "strike_by",
            "; by values alone: ",
            // in strata of friction too, where it was told at one alone
            " at sliding_friction 0.12 | ",
            "contest_error_ratio",
            "0.01 a_mass_ratio x doubled contest_error_ratio",
        ],
    ),
    (
        "CGQ2",
        &[
            "ball.coin=PL-20gr-1990 --measure goal_count",
            "--measure open_goal_share",
            "at surface_sliding_friction_ratio 0.35 ",
            "fit of the curve: ",
        ],
    ),
    (
        "CGQ3",
        &[
            "--measure starter_lead_count",
            "matches.starter_first_half_count beside matches.other_first_half_count, multiplied by",
        ],
    ),
    (
        "CGQ4",
        &[
            "--measure goal_count",
            "--measure starter_win_share",
            "1 laws_kickoff_moves x laws_kickoff_goal_from_move 1",
        ],
    ),
    ("CGQ5", &["--over laws.text=english --measure extra_a_win_share", "laws_text polish x 0.1 b_error_ratio"]),
    (
        "CGQ6",
        &[
            "--measure contact_foul_count",
            "--measure refused_share",
            "laws.p_award_penalty=0",
            "contact_foul_count, multiplied by",
            "without laws_contact_first_foul off",
        ],
    ),
    (
        "CGQ7",
        &[
            "contest.opening_distance_m=0.3 --measure free_kick_goal_share",
            "20 mm laws_exclusion x 100 mm contest_opening_distance",
            "smallest laws_exclusion down to which free_kick_goal_share is within 0.01 of that at 130 mm, with all between: ",
            "smallest laws_exclusion down to which corner_goal_share is within 0.01 of that at 130 mm, with all between: ",
        ],
    ),
    ("CGQ8", &["--measure move_count", "surface.sliding_friction_ratio=0.2 --measure goal_count", "without chance"]),
    ("CGQ9", &["--measure 'matches.winner=first_kicker[decided_in=centre-kicks]'"]),
    (
        "CGQ10",
        &[
            "laws.keeper_y_m=0 --measure a_penalty_goal_share",
            "the value of the game of a_run_up_m and laws_keeper_y_m",
            "the value of the game of a_run_up_m, laws_penalty_y_m and laws_keeper_y_m",
        ],
    ),
    ("CGQ11", &["--measure goal_count", "--measure starter_win_share", "clock_leader_slow_ratio x clock_move_limit"]),
    (
        "CGQ12",
        &[
            "--measure goal_count",
            "share of moves judged otherwise than at laws_out_attribution last-touch",
            "share of moves judged otherwise than at laws_out_criterion auto",
            "share of moves judged otherwise than at table_line_inset 0 mm",
            "goal_count beside table_line_inset 0 mm",
            "in order of influence on goal_count (share of trials changed): ",
            "in order of influence on a_win_share (share of trials changed): ",
        ],
    ),
];

#[test]
fn every_question_of_the_two_games_is_answered_in_every_stratum() {
    let here = TempDir::new().expect("a folder");
    let listed = json(&ran(here.path(), &["answer", "--json"]).stdout);
    let ids: Vec<&str> =
        listed.as_array().expect("questions").iter().filter_map(|one| one["question"].as_str()).collect();
    let wanted: Vec<String> =
        ["TGQ", "CGQ"].iter().flat_map(|game| (1..=12).map(move |n| format!("{game}{n}"))).collect();
    assert_eq!(ids, wanted);
    for id in ids.into_iter().filter(|id| !LONG.contains(id)) {
        is_answered(here.path(), id);
    }
}

/// Questions that take minutes: surfaces through 673 places, whose questions a test of `answer/played.rs` asks of
/// fewer, and all orders of six players.
const LONG: [&str; 2] = ["TGQ2", "TGQ11"];
#[test]
#[ignore = "minutes each"]
fn every_long_question_is_answered_in_every_stratum() {
    let here = TempDir::new().expect("a folder");
    LONG.iter().for_each(|id| is_answered(here.path(), id));
}

/// At a small size, strata and all.
fn is_answered(here: &Path, id: &str) {
    // a best choice takes some shots in all, all else trials a point; free kicks are rare, and so are wins of who fouls
    let repeats = match id {
        "TGQ1" | "TGQ8" => "1200",
        "TGQ4" => "8",
        // a cautious player's fouls are rare
        "CGQ6" => "40",
        _ if id.starts_with("TGQ") => "2",
        _ => "8",
    };
    let asked = |more: &[&str]| ran(here, &[&["answer", id, "--repeats", repeats, "--quiet"], more].concat());
    // a best choice is played anew each time that it is asked for, and surfaces through 673 places are laid anew
    let text = match id {
        "TGQ1" | "TGQ2" | "TGQ8" | "TGQ11" => String::new(),
        _ => asked(&[]).stdout,
    };
    let told = asked(&["--json"]);
    for said in NAMED.iter().filter(|(of, _)| *of == id).flat_map(|(_, said)| *said) {
        assert!(text.contains(said) || told.stdout.contains(said), "{id}: {said}: {text} {}", told.stdout);
    }
    assert_eq!(told.code, 0, "{id}: nothing is left out: {}", told.stderr);
    let parts = |folder: &Path| {
        let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
        entries.filter(|path| path.join("answer.parquet").is_file() && path.join("answer.json").is_file()).count()
    };
    let (runs, own) = (here.join("runs"), here.join("runs").join(id));
    let has_table = runs.join(format!("{id}-answer/answer.parquet")).is_file();
    assert!(has_table || parts(&own) > 0, "{id}: what is printed is a table beside the dataset too");
    for answer in json(&told.stdout)["answers"].as_array().expect("answers") {
        let found = &answer["found"];
        assert!(answer["command"].as_str().is_some_and(|command| command.starts_with("tolley ")), "{id}");
        let is_beside_control = found["control"].is_u64();
        let told = |arm: &&Value| !is_beside_control || arm["says"].is_string();
        let parts = ["arms", "points", "strata", "places"].map(|name| found[name].as_array());
        let counts = parts.iter().flatten().map(|part| part.iter().filter(told).count());
        assert!(counts.max().is_none_or(|count| count > 0), "{id}: {found}");
    }
    has_its_strata(id, &json(&told.stdout), &text);
}
