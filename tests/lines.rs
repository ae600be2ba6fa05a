//! What a summary says when it is asked for one axis, or for differences, against numbers made by hand.

use tempfile::TempDir;
use tolley_analysis::lines::{Asked, Beside, Line, Lines, Pairing, lines};
use tolley_analysis::summary;
use tolley_dataset::Dataset;
use tolley_experiment::plan::StreamsMode;

use crate::tool::ran;
use crate::toy::{self, Plan, Value};

/// Two speeds, two ways to strike, four repeats.
fn plan(streams: StreamsMode) -> Plan {
    let mut plan = toy::plan_with(&[2.0, 3.0], &["speed", "impulse"]);
    plan.streams = streams;
    plan.question = Some("Is faster farther?".to_owned());
    plan
}

/// A speed adds 10 m, impulse 1 m, and a repeat what is in it; nothing stays.
fn dataset(folder: &TempDir, streams: StreamsMode) -> Dataset {
    let plan = plan(streams);
    toy::dataset_of(&folder.path().join("dataset"), &plan, |trial| {
        let (point, repeat) = plan.grid.locate(trial);
        10.0 * (point / 2) as f64 + (point % 2) as f64 + [0.0, 3.0, 4.0, 9.0][repeat as usize]
    })
}

fn asked(folder: &TempDir, asked: &Asked<'_>) -> Lines {
    let dataset = dataset(folder, StreamsMode::Common);
    lines(&dataset, &summary(&dataset).expect("a summary"), asked).expect("an answer")
}

fn folder() -> TempDir {
    TempDir::new().expect("a temporary folder")
}

#[test]
fn other_axes_are_averaged_over_repeat_by_repeat() {
    let told = asked(&folder(), &Asked { over: Some("strike.by"), ..Asked::default() });
    assert_eq!((told.axes.as_slice(), told.measures.as_slice()), ([1].as_slice(), [0, 1, 2].as_slice()));
    let [speed, impulse] = told.lines.as_slice() else { panic!("{told:?}") };
    assert_eq!(speed.values, toy::choices(["speed"]));
    // 0, 3, 4, 9 and 5 for the mean of both speeds: four draws, not eight
    let travel = speed.estimates[1];
    assert_eq!((travel.n, travel.value, impulse.estimates[1].value), (4, Some(9.0), Some(10.0)));
    let error = (42.0_f64 / 3.0 / 4.0).sqrt();
    assert!((travel.std_error.expect("an error") - error).abs() < 1e-12, "{travel:?}");
    let [low, high] = speed.estimates[0].interval.expect("an interval");
    assert!(low == 0.0 && high > 0.4 && high < 1.0, "none of four may be some: {low} to {high}");
}

#[test]
fn differences_are_paired_and_stand_beside_the_best_or_a_value() {
    let travel = Asked { by: Some("travel_m"), ..Asked::default() };
    let best = asked(&folder(), &Asked { vs: Some(Beside::Best), ..travel });
    let off = |line: &Line| line.difference.map(|difference| (difference.value, difference.interval));
    let exact = |value: f64| Some((Some(value), None));
    // a difference that no repeat changes has no spread, of which nobody knows how far it may vary
    assert_eq!(best.lines.iter().map(off).collect::<Vec<_>>(), [None, exact(-1.0), exact(-10.0), exact(-11.0)]);
    assert_eq!(best.lines[0].values, [Value::Number(3.0), toy::choices(["impulse"])[0].clone()]);

    let slow = asked(&folder(), &Asked { vs: Some(Beside::Value("shot.speed_m_s", "2")), ..travel });
    assert_eq!(slow.lines.iter().map(off).collect::<Vec<_>>(), [exact(10.0), exact(10.0), None, None]);
    assert_eq!(slow.beside.as_deref(), Some("shot.speed_m_s = 2"));

    let over = Asked { over: Some("shot.speed_m_s"), vs: Some(Beside::Best), ..travel };
    assert_eq!(asked(&folder(), &over).lines.iter().map(off).collect::<Vec<_>>(), [None, exact(-10.0)]);
}

#[test]
fn what_cannot_be_answered_is_refused() {
    let here = folder();
    let dataset = dataset(&here, StreamsMode::Independent);
    let summed = summary(&dataset).expect("a summary");
    let refused = |asked: Asked<'_>| lines(&dataset, &summed, &asked).expect_err("no answer").to_string();
    assert!(refused(Asked { over: Some("shot.x"), ..Asked::default() }).contains("is no axis"));
    assert!(refused(Asked { by: Some("x"), ..Asked::default() }).contains("is no measure"));
}

#[test]
fn lines_that_share_no_random_numbers_are_compared_unpaired_and_it_says_so() {
    let here = folder();
    let dataset = dataset(&here, StreamsMode::Independent);
    let summed = summary(&dataset).expect("a summary");
    let of = |by| lines(&dataset, &summed, &Asked { by: Some(by), vs: Some(Beside::Best), ..Asked::default() });
    let (travel, stays) = (of("travel_m").expect("an answer"), of("stays").expect("an answer"));
    assert_eq!((travel.pairing, stays.pairing), (Pairing::Welch, Pairing::Newcombe));
    // the values of a line differ, so that a difference that is the same in each repeat has a spread now
    let second = travel.lines[1].difference.expect("a difference");
    let [low, high] = second.interval.expect("an interval");
    assert!(second.value == Some(-1.0) && second.n == 8 && low < -1.0 && high > -1.0, "{second:?}");
    // none of four beside none of four
    let apart = stays.lines[3].difference.expect("a difference");
    assert!(apart.interval.is_some_and(|[low, high]| low < -0.4 && high > 0.4 && high < 1.0), "{apart:?}");
    let told = ran(here.path(), &["show", "dataset", "--by", "travel_m", "--vs", "best"]).stdout;
    let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("not paired") && told.contains("(Welch)"), "{told}");
}

#[test]
fn the_terminal_has_the_question_first_the_dataset_last_and_60_columns() {
    let here = folder();
    dataset(&here, StreamsMode::Common);
    for arguments in [
        &["show", "dataset", "--by", "travel_m", "--top", "2"][..],
        &["show", "dataset", "--each", "shot.speed_m_s", "--vs", "best"],
        &["show", "dataset", "--vs", "strike.by=speed"],
    ] {
        let mut command = crate::tool::tolley(here.path(), arguments);
        let told = command.env("COLUMNS", "60").output().expect("it runs");
        let text = String::from_utf8(told.stdout).expect("text");
        assert!(told.status.success(), "{arguments:?}");
        assert!(text.starts_with("Is faster farther?\n") && text.ends_with("dataset: dataset\n"), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 60) && !text.contains('\u{1b}'), "{text}");
    }
    let csv =
        ran(here.path(), &["show", "dataset", "--each", "strike.by", "--vs", "best", "--by", "travel_m", "--csv"]);
    let lines: Vec<&str> = csv.stdout.lines().collect();
    let head = "strike_by,measure,estimate,std_error,conf_low,conf_high,n,difference,difference_low,difference_high,difference_n";
    assert_eq!((lines[0], lines.len()), (head, 7), "{}", csv.stdout);
    assert!(lines[5].starts_with("speed,travel_m,9,") && lines[5].ends_with(",4,-1,,,4"), "{}", lines[5]);
    let all = ran(here.path(), &["show", "dataset", "--csv", "--by", "travel_m", "--top", "1"]);
    assert!(all.stdout.lines().count() == 4 && all.stdout.contains("\n3,impulse,travel_m,15,"), "{}", all.stdout);
}
