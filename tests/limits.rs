//! Asked is played: what is beyond a limit is refused before anything is played, or the nearest is, and all say so.

use std::sync::Arc;

use serde_json::Value as Json;
use tolley_cymbergaj::shot::FlickStudy;
use tolley_experiment::plan::Plan;
use tolley_experiment::player::{Player, Setups};
use tolley_experiment::random::{Purpose, Stream, Streams};
use tolley_experiment::row::{Rows, Values};
use tolley_experiment::scenario::{Overrides, parse};
use tolley_experiment::shooter::{Shooter, Varied};
use tolley_experiment::study::{Shortcuts, StudyInfo};
use tolley_experiment::value::Value;
use tolley_tinsley_green::matches::MatchStudy;
use tolley_tinsley_green::shot::ShotStudy;

use crate::tool::{files, folder_with, ran};

/// A number that keys ask for: its key, what it may be, its limits below and above, and the column that shows it.
struct Limited {
    key: &'static str,
    asked: [f64; 2],
    limits: [(&'static str, [f64; 2]); 2],
    played: &'static str,
}

const fn limited(
    key: &'static str,
    asked: [f64; 2],
    limits: [(&'static str, [f64; 2]); 2],
    played: &'static str,
) -> Limited {
    Limited { key, asked, limits, played }
}

const SPEEDS: [(&str, [f64; 2]); 2] = [("player.speed_min_m_s", [0.2, 1.0]), ("player.speed_max_m_s", [2.0, 6.0])];
const ELEVATIONS: [(&str, [f64; 2]); 2] =
    [("player.elevation_min_rad", [-0.6, -0.1]), ("player.elevation_max_rad", [0.2, 0.9])];
const SPINS: [(&str, [f64; 2]); 2] = [("player.spin_min_ratio", [-2.0, -0.5]), ("player.spin_max_ratio", [0.3, 1.5])];
const COMB: (&str, [f64; 2]) = ("strike.comb_friction_ratio", [0.1, 0.6]);

/// A study with its limited numbers.
struct Game {
    /// What its scenarios begin with: nobody errs.
    head: &'static str,
    by: &'static str,
    /// The table whose first row shows what was played, and the flag of the first table.
    table: usize,
    flag: &'static str,
    numbers: &'static [Limited],
}

const SHOTS: Game = Game {
    head: "study = \"tinsley-green/shot\"\nseed = 3\nrepeats = 1\n[player]\npreset = \"exact\"\n[rack]\ncount = 1\n",
    by: "player.beyond_limit",
    table: 0,
    flag: "launch_limited",
    numbers: &[
        limited("shot.speed_m_s", [0.5, 9.0], SPEEDS, "launch_speed_m_s"),
        limited("shot.elevation_rad", [-1.0, 1.0], ELEVATIONS, "launch_elevation_rad"),
        limited("shot.spin_ratio", [-3.0, 2.0], SPINS, "launch_spin_ratio"),
    ],
};

const OPENINGS: Game = Game {
    head: "study = \"tinsley-green/match\"\nseed = 3\nrepeats = 1\n[match]\nkind = \"challenge\"\n\
           [a]\npolicy = \"nearest\"\n[b]\npolicy = \"nearest\"\n[opening]\nby = \"as-aimed\"\n",
    by: "player.beyond_limit",
    table: 0,
    flag: "opening_limited",
    numbers: &[
        limited("opening.speed_m_s", [0.5, 9.0], SPEEDS, "speed_m_s"),
        limited("opening.elevation_rad", [-1.0, 1.0], ELEVATIONS, "elevation_rad"),
        limited("opening.spin_ratio", [-3.0, 2.0], SPINS, "spin_ratio"),
    ],
};

const FLICKS: Game = Game {
    head: "study = \"cymbergaj/flick\"\nseed = 3\nrepeats = 1\n[player]\naim_sd_rad = 0\nspeed_sd_ratio = 0\n\
           offset_sd_ratio = 0\n",
    by: "strike.beyond_limit",
    table: 0,
    flag: "launch_limited",
    numbers: &[limited("strike.offset_ratio", [-0.9, 0.9], [COMB, COMB], "launch_offset_ratio")],
};

fn studies() -> [Arc<StudyInfo>; 3] {
    [
        Arc::new(StudyInfo::of::<ShotStudy>()),
        Arc::new(StudyInfo::of::<MatchStudy>()),
        Arc::new(StudyInfo::of::<FlickStudy>()),
    ]
}

/// What a random scenario asks for and how: lines over the head, flags, and what is played beyond a limit.
fn scenario(game: &Game, stream: &mut Stream) -> (String, Overrides) {
    let (mut axes, mut overrides) = (String::new(), Overrides::default());
    let is_drawn = stream.below(4) == 0;
    let set = |overrides: &mut Overrides, key: &str, value: String| overrides.set.push(format!("{key}={value}"));
    for Limited { key, asked: [low, high], limits, .. } in game.numbers {
        // most of what is asked can be done, so that not all scenarios are refused
        let middle = |stream: &mut Stream| {
            let wide = if stream.below(3) == 0 { 1.0 } else { 0.25 };
            let centre = 0.5 * (low + high) + 0.1 * (high - low) * (stream.uniform() - 0.5);
            centre + wide * (high - low) * (stream.uniform() - 0.5)
        };
        let [one, other, third] = [0; 3].map(|_| middle(stream));
        match stream.below(5) {
            0 => {}
            1 => set(&mut overrides, key, one.to_string()),
            2 if !is_drawn => axes += &format!("\"{key}\" = [{one}, {other}, {third}]\n"),
            _ => {
                let (min, max) = (one.min(other), one.max(other));
                let num = if is_drawn { String::new() } else { ", num = 3".to_owned() };
                axes += &format!("\"{key}\" = {{ min = {min}, max = {max}{num} }}\n");
            }
        }
        for (at, (limit, [low, high])) in limits.iter().enumerate() {
            let is_again = at == 1 && limits[0].0 == *limit;
            match stream.below(4) {
                0 if !is_again => set(&mut overrides, limit, stream.uniform_in(*low, *high).to_string()),
                1 if !is_again => {
                    let num = if is_drawn { "" } else { ", num = 2" };
                    axes += &format!("\"{limit}\" = {{ min = {low}, max = {high}{num} }}\n");
                }
                _ => {}
            }
        }
    }
    match stream.below(3) {
        0 => set(&mut overrides, game.by, "nearest".to_owned()),
        1 => set(&mut overrides, game.by, "refuse".to_owned()),
        _ => {}
    }
    let design = if is_drawn && !axes.is_empty() { "[sweep]\ndesign = \"sobol\"\npoints = 8\n" } else { "" };
    let axes = if axes.is_empty() { axes } else { format!("{design}[sweep.axes]\n{axes}") };
    (format!("{}{axes}", game.head), overrides)
}

fn number(plan: &Plan, values: &[Value], key: &str) -> f64 {
    match &values[plan.study.schema.index(key).expect("a key")] {
        Value::Number(number) => *number,
        other => panic!("{key}: {other}"),
    }
}

/// The nearest to what a point asks for that can be done, by the rules as documents have them.
fn nearest(plan: &Plan, values: &[Value], limited: &Limited) -> [f64; 2] {
    let asked = number(plan, values, limited.key);
    let [low, high] = limited.limits.map(|(key, _)| number(plan, values, key));
    let [low, high] = if limited.limits[0].0 == COMB.0 {
        let most = high / (1.0 + high * high).sqrt();
        [-most, most]
    } else {
        [low, high]
    };
    [asked, asked.max(low).min(high)]
}

fn of_table(rows: &Rows, plan: &Plan, table: usize, name: &str) -> f64 {
    let at = plan.study.tables[table].index(name).unwrap_or_else(|| panic!("{name} in table {table}"));
    match &rows.tables[table].columns[at] {
        Values::F64(values) => values[0],
        Values::Bool(values) => f64::from(u8::from(values[0])),
        other => panic!("{name}: {other:?}"),
    }
}

/// Points that were played, limited, and scenarios refused.
#[derive(Default)]
struct Seen {
    played: u64,
    limited: u64,
    refused: u64,
}

/// Plays random scenarios, whose points are played as asked, or beyond a limit that lets the nearest be played.
fn asked_is_played<S: Shortcuts<Shared = ()>>(game: &Game, scenarios: u64, most_points: u64) -> Seen {
    let mut seen = Seen::default();
    for repeat in 0..scenarios {
        let mut stream = Streams::new(20261128, repeat, None).open(Purpose::named("limits"));
        let (text, overrides) = scenario(game, &mut stream);
        let told = format!("{text}\n{:?}", overrides.set);
        let (may_refuse, has_set) = (told.contains("=refuse"), told.contains("=nearest"));
        match parse("a.toml", &text, &studies(), overrides) {
            Err(problems) => {
                let said = problems.to_string();
                assert!(!has_set && said.contains(" than the "), "{told}\n{said}");
                assert!(said.contains(game.by) && said.contains("allowed: at "), "{told}\n{said}");
                seen.refused += 1;
            }
            Ok((plan, _)) => {
                let setups = Setups::<S>::new(&plan, &());
                let mut player = Player::new(&plan, &setups);
                for point in 0..plan.grid.points().min(most_points) {
                    let values = plan.point(point);
                    player.play(plan.grid.trial(point, 0)).unwrap_or_else(|refused| panic!("{told}\n{refused:?}"));
                    let rows = player.take().rows;
                    let mut is_limited = false;
                    for limited in game.numbers {
                        let [asked, nearest] = nearest(&plan, &values, limited);
                        let played = of_table(&rows, &plan, game.table, limited.played);
                        assert_eq!(played, nearest, "{told}\npoint {point}: {}", limited.key);
                        is_limited |= played != asked;
                    }
                    let flag = of_table(&rows, &plan, 0, game.flag);
                    assert_eq!(flag, f64::from(u8::from(is_limited)), "{told}\npoint {point}");
                    assert!(!is_limited || plan.plays_nearest() && !may_refuse, "{told}\npoint {point}");
                    seen.played += 1;
                    seen.limited += u64::from(is_limited);
                }
            }
        }
    }
    seen
}

/// A sweep of 4, 5, 6, 7 and 8 m/s by a hand that can do 5 was played as 4, 5, 5, 5 and 5 under five labels.
#[test]
fn of_random_scenarios_every_point_is_played_as_asked_or_says_that_it_is_not() {
    for seen in [asked_is_played::<ShotStudy>(&SHOTS, 400, 12), asked_is_played::<FlickStudy>(&FLICKS, 300, 12)] {
        assert!(seen.played > 200 && seen.limited > 50 && seen.refused > 20, "{:?}", (seen.played, seen.limited));
    }
}

#[test]
fn the_opening_of_a_match_is_played_as_asked_or_the_match_says_that_it_is_not() {
    let at = studies()[1].tables.iter().position(|table| table.name == "shots").expect("shots");
    let seen = asked_is_played::<MatchStudy>(&Game { table: at, ..OPENINGS }, 60, 3);
    assert!(seen.played > 20 && seen.limited > 5 && seen.refused > 5, "{:?}", (seen.played, seen.limited));
}

#[test]
fn arrays_of_numbers_are_played_as_asked_or_refused() {
    let keys = ["shot.speed_m_s".to_owned(), "rack.count".to_owned()];
    let varied = Varied::of::<ShotStudy>(&keys).expect("numbers");
    let (plan, _) = parse("a.toml", SHOTS.head, &studies(), Overrides::default()).expect("a plan");
    let mut shooter = Shooter::<ShotStudy>::new(&plan.point(0), &varied);
    let mut shot = |numbers: [f64; 2]| {
        let mut rows = Rows::new(&plan.study.tables);
        let played = shooter.shoot(&numbers, 0, &Streams::new(1, 0, None), &mut rows);
        played.map(|()| of_table(&rows, &plan, 0, "launch_speed_m_s")).map_err(|faults| {
            faults.into_iter().map(|fault| format!("{}: {}", fault.path, fault.message)).collect::<String>()
        })
    };
    assert_eq!(shot([4.0, 1.0]), Ok(4.0));
    for (numbers, wanted) in [
        ([8.0, 1.0], "shot.speed_m_s: 8 m/s is more than the hand can do: player.speed_max_m_s is 5 m/s"),
        ([99.0, 1.0], "shot.speed_m_s: 99 m/s is impossible; allowed: 0.01 to 30 m/s"),
        // a count was cut to a whole number in silence
        ([4.0, 6.7], "rack.count: 6.7 is not a whole number"),
        ([4.0, 1e30], "rack.count: "),
    ] {
        let said = shot(numbers).expect_err("it cannot be played");
        assert!(said.starts_with(wanted), "{said}");
    }
    assert_eq!(shot([4.0, 1.0]), Ok(4.0));
}

const SPEEDS_SWEPT: &str = "# Is faster better?\nstudy = \"tinsley-green/shot\"\nseed = 2\nrepeats = 4\n[rack]\ncount = 1\n\
                            [sweep.axes]\n\"shot.speed_m_s\" = [4, 5, 6, 7, 8]\n";

#[test]
fn a_sweep_beyond_the_hand_is_refused_by_both_keys_and_the_nearest_is_told_in_summary_and_page() {
    let here = folder_with("s.toml", SPEEDS_SWEPT);
    let folder = here.path();
    let refused = ran(folder, &["run", "s.toml", "--quiet"]);
    assert_eq!((refused.code, files(folder).len()), (2, 1), "{}", refused.stderr);
    let wanted = "s.toml:8:20: error: shot.speed_m_s: 6 m/s is more than the hand can do: player.speed_max_m_s is 5 m/s; \
                  allowed: at most 5 m/s, or player.beyond_limit = \"nearest\", which plays 5 m/s (at shot.speed_m_s = 6 m/s)";
    assert!(refused.stderr.contains(wanted), "{}", refused.stderr);
    // whatever else is kept
    let nearest = ["--set", "player.beyond_limit=nearest", "--set", "output.columns=[\"marbles_off_count\"]"];
    let played = ran(folder, &[&["run", "s.toml", "--quiet"][..], &nearest].concat());
    assert_eq!(played.code, 0, "{}", played.stderr);
    let flat = played.stdout.replace("\n  ", " ");
    let wanted = "In 60 % of the trials (3 of 5 points) the hand could not do what was asked; the nearest was played \
                  (player.beyond_limit = \"nearest\").";
    let flat = flat.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains("6, 7 and 8 m/s were asked, 5 m/s was played (player.speed_max_m_s)"), "{flat}");
    assert!(flat.contains(wanted), "{flat}");
    let told = ran(folder, &["show", "runs/s", "--json"]);
    let json: Json = serde_json::from_str(&told.stdout).expect("JSON");
    let limited = &json["limited"];
    assert_eq!((&limited["share"], &limited["limited"], &limited["trials"]), (&0.6.into(), &12.into(), &20.into()));
    let played = &limited["points"][0]["played"][0];
    assert_eq!(
        (&limited["points"][0]["point"], &played["asked"], &played["played"]),
        (&2.into(), &6.0.into(), &5.0.into())
    );
    let page = ran(folder, &["show", "runs/s", "--page", "-o", "page.html"]);
    assert_eq!(page.code, 0, "{}", page.stderr);
    let page = std::fs::read_to_string(folder.join("page.html")).expect("a page");
    let first = page.split_once("<body").expect("a page").1.split_once("<details").expect("a fold").0;
    assert!(first.contains("In 60 % of the trials (3 of 5 points)"), "the first screen says nothing: {first}");
    let compared = ran(folder, &["ask", "effect", "runs/s", "--over", "shot.speed_m_s", "--vs", "4", "--margin", "1"]);
    assert!(compared.stdout.contains("In 60 % of the trials (3 of 5 points)"), "{}", compared.stdout);
    let planned = ran(folder, &[&["run", "s.toml", "--quiet", "--dry-run", "-o", "new"][..], &nearest].concat()).stdout;
    let wanted = "limits  at 3 of 5 points the hand cannot do what is asked; the nearest is played";
    assert!(planned.contains(wanted), "{planned}");
}

#[test]
fn where_limits_are_drawn_the_nearest_is_played_and_its_share_is_told() {
    let text = "study = \"tinsley-green/shot\"\nseed = 2\nrepeats = 2\n[rack]\ncount = 1\n[shot]\nspeed_m_s = 4.5\n";
    let here = folder_with("s.toml", text);
    let asked = [
        "ask",
        "depends",
        "s.toml",
        "--quiet",
        "--sweep",
        "player.speed_max_m_s={ min = 3, max = 7 }",
        "--points",
        "16",
    ];
    let told = ran(here.path(), &[&asked[..], &["--json", "--measure", "marbles_off_count"]].concat());
    assert_eq!(told.code, 0, "{}", told.stderr);
    let json: Json = serde_json::from_str(&told.stdout).expect("JSON");
    let notes = json["notes"].as_array().expect("notes").iter().filter_map(|note| note["text"].as_str());
    let said: Vec<&str> = notes.filter(|note| note.contains("the nearest was played")).collect();
    let [said] = said[..] else { panic!("{json}") };
    assert!(said.starts_with("In 3") && !said.contains("beyond_limit"), "{said}");
    assert!(said.ends_with("the nearest was played, because the design draws player.speed_max_m_s."), "{said}");
    // only what is drawn lets it be played
    let steep = [&asked[..], &["--set", "shot.elevation_rad=1.2", "-o", "other"]].concat();
    let refused = ran(here.path(), &steep);
    assert!(refused.code == 2 && refused.stderr.contains("player.elevation_max_rad is 0.78"), "{}", refused.stderr);
    // and only if nobody says otherwise
    let refused = ran(here.path(), &[&asked[..], &["--set", "player.beyond_limit=refuse", "-o", "other"]].concat());
    assert!(refused.code == 2 && refused.stderr.contains("is more than the hand can do"), "{}", refused.stderr);
}

#[test]
fn a_search_decides_within_what_the_comb_can_do_and_with_fixed_keys_that_can_be_played() {
    let text = "study = \"cymbergaj/flick\"\nseed = 2\n[best]\nobjective = \"goal\"\nskills = [\"club\"]\nshots = 1000\n\
                [best.aims]\n\"strike.offset_ratio\" = { min = -0.2, max = 0.5 }\n";
    let here = folder_with("s.toml", text);
    let wanted = "best.aims.strike.offset_ratio: 0.5 is more than the comb can do: strike.comb_friction_ratio is 0.3; allowed: \
                  at most 0.287347";
    for set in ["refuse", "nearest"] {
        let set = format!("strike.beyond_limit={set}");
        let refused = ran(here.path(), &["ask", "best", "s.toml", "--quiet", "--set", &set]);
        assert!(refused.code == 2 && refused.stderr.contains(wanted), "{}", refused.stderr);
    }
    let fixed = text
        .replace("\"strike.offset_ratio\" = { min = -0.2, max = 0.5 }", "\"strike.speed_m_s\" = { min = 1, max = 2 }");
    let fixed = fixed.replace("[best]", "[strike]\noffset_ratio = 0.5\nbeyond_limit = \"nearest\"\n[best]");
    let here = folder_with("s.toml", &fixed);
    let refused = ran(here.path(), &["ask", "best", "s.toml", "--quiet"]);
    assert!(refused.code == 2 && refused.stderr.contains("strike.offset_ratio: 0.5 is more"), "{}", refused.stderr);
    // what is decided over may be more by default than the hand can do
    let slow = "study = \"tinsley-green/shot\"\nseed = 2\n[rack]\ncount = 1\n[player]\nspeed_max_m_s = 2\n[best]\n\
                objective = \"marbles_off_count\"\nskills = [\"exact\"]\nshots = 1000\n[best.aims]\n\
                \"shot.speed_m_s\" = { min = 1 }\n";
    let here = folder_with("s.toml", slow);
    let told = ran(here.path(), &["ask", "best", "s.toml", "--quiet"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let refused = ran(here.path(), &["run", "s.toml", "--quiet", "--repeats", "2"]);
    assert!(refused.code == 2 && refused.stderr.contains("2.5 m/s is more than the hand"), "{}", refused.stderr);
}

/// Corners of a large grid were the first and the last value of each axis, wherever the largest stood.
#[test]
fn large_designs_are_compared_with_limits_at_all_their_points() {
    let read =
        |text: &str| parse("a.toml", text, &studies(), Overrides::default()).map(|_| ()).map_err(|p| p.to_string());
    let grid = |speeds: &str| {
        let axis = "{ min = 0, max = 0.1, num = 101 }";
        let more = format!("\"shot.aim_offset_m\" = {axis}\n\"player.aim_sd_rad\" = {axis}\n");
        read(&format!("{}[sweep.axes]\n\"shot.speed_m_s\" = {speeds}\n{more}", SHOTS.head))
    };
    assert_eq!(grid("[1, 4, 2]"), Ok(()));
    assert!(grid("[1, 8, 2]").expect_err("8 m/s").contains("8 m/s is more than the hand can do"));
    // four standard deviations out, at a few of 400,000 points
    let drawn = |sd: f64| {
        let axis = format!("{{ distribution = \"normal\", mean = 3, sd = {sd}, min = 2, max = 8 }}");
        let design = "[sweep]\ndesign = \"random\"\npoints = 400000\n";
        read(&format!(
            "{}{design}[sweep.axes]\n\"shot.speed_m_s\" = {axis}\n",
            SHOTS.head.replace("seed = 3", "seed = 4")
        ))
    };
    assert!(drawn(0.48).expect_err("the tail").contains("is more than the hand can do"));
    assert_eq!(drawn(0.2), Ok(()));
}
