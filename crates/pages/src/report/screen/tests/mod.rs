//! First screens of answers that are made by hand.

mod fixtures;

use std::path::Path;

use tolley_analysis::Estimate;
use tolley_answers::answer::{Answer, Cell, Column, Finding, Quantity, Sentence, Verdict};
use tolley_experiment::random::Streams;
use tolley_report::Document;
use tolley_tinsley_green::shot::ShotKeys;

use super::{RingPlan, details, picture, screen};
use fixtures::{choice, coins, effect, next, one_by_one, ring, unit};

/// A folder for the pages of these answers, to be looked at.
const PAGES: Option<&str> = option_env!("TOLLEY_FIXTURES");

/// The page of an answer; it is also written where somebody wants to look at it.
fn page(answer: &Answer, ground: Option<&RingPlan>, name: &str) -> String {
    let first = screen(answer, picture(answer, ground));
    let document = Document {
        question: first.question.clone(),
        screen: Some(first),
        sections: details(answer),
        ..Document::default()
    };
    let html = document.html().expect("a page");
    if let Some(folder) = PAGES {
        std::fs::write(Path::new(folder).join(format!("{name}.html")), &html).expect("a file");
    }
    html
}

fn ring_plan() -> RingPlan {
    RingPlan::laid(&ShotKeys::default(), &Streams::new(7, 0, None))
}

#[test]
fn the_ring_shows_the_set_of_the_best_and_no_lucky_row() {
    let (answer, ground) = (ring(), ring_plan());
    let figure = picture(&answer, Some(&ground)).expect("a picture");
    assert_eq!((figure.kind, &figure.data["copies"]), ("answer-ring", &serde_json::json!(6)));
    let fills: Vec<&str> =
        figure.data["arcs"].as_array().expect("arcs").iter().filter_map(|arc| arc["fill"].as_str()).collect();
    assert_eq!(fills.len(), 12);
    assert!(fills.contains(&"good"));
    // the advice lies in the middle of the set, not at one of its ends
    let degrees = figure.data["aim"]["position"].as_f64().expect("a place").to_degrees();
    assert!((degrees - 40.0).abs() < 5.1, "{degrees}");
    assert_eq!(figure.data["aim"]["offset"], 0.0);
    let speeds = &figure.data["strips"][1]["cells"];
    assert_eq!((&speeds[0]["fill"], &speeds[4]["fill"]), (&"poor".into(), &"good".into()));
    // where nothing is the best yet, nothing is advised
    let mut open = answer.clone();
    for row in &mut open.tables[0].rows {
        row[5] = Cell::Verdict(Verdict::CannotTell, None);
    }
    let figure = picture(&open, Some(&ground)).expect("a picture");
    assert!(
        figure.data["aim"].is_null()
            && figure.data["arcs"].as_array().expect("arcs").iter().all(|arc| arc["fill"] == "open")
    );
    // without a ring each choice has its strip
    assert_eq!(picture(&answer, None).expect("a picture").kind, "answer-strips");
    page(&answer, Some(&ground), "ring");
}

#[test]
fn limits_are_solid_as_far_as_proven_and_hatched_as_far_as_not_excluded() {
    let answer = coins();
    let figure = picture(&answer, Some(&ring_plan())).expect("a picture");
    assert_eq!(figure.kind, "answer-limits");
    let first = &figure.data["rows"][0];
    assert_eq!((&first["name"], &first["told"]), (&"same speed".into(), &"-291 to +359 mg".into()));
    let end = |name: &str, at: usize| first[name][at].as_f64().expect("a number").round();
    assert_eq!([end("good", 0), end("good", 1)], [-291.0, 359.0]);
    // as far as anybody tried
    assert_eq!([end("open", 0), end("open", 1)], [-417.0, 417.0]);
    let last = &figure.data["rows"][2]["open"];
    assert_eq!([0, 1].map(|at| last[at].as_f64().map(f64::round)), [Some(-174.0), Some(389.0)]);
    assert_eq!(figure.data["below"]["series"].as_array().map(Vec::len), Some(3));
    assert_eq!(figure.data["below"]["span"], figure.data["span"]);
    // a limit that nobody tried is hatched to the end
    let mut open = answer.clone();
    open.tables[0].rows[0][1] = Cell::Absent;
    let figure = picture(&open, None).expect("a picture");
    assert_eq!(figure.data["rows"][0]["good"][0].as_f64(), Some(0.0));
    assert_eq!(figure.data["rows"][0]["open"][0], figure.data["span"][0]);
    let html = page(&answer, None, "coins");
    assert!(
        html.contains("tolley ask fair coin_weight_match --repeats 400") && html.contains("about 4 minutes"),
        "a command"
    );
    assert!(html.contains("It turns the answer round."));
}

#[test]
fn choices_that_are_judged_one_axis_at_a_time_have_the_same_picture() {
    let answer = one_by_one();
    let figure = picture(&answer, Some(&ring_plan())).expect("a picture");
    assert_eq!(figure.kind, "answer-ring");
    let degrees = figure.data["aim"]["position"].as_f64().expect("a place").to_degrees();
    assert!((degrees - 40.0).abs() < 1e-9 && figure.data["kneel"][1] == "at 40\u{b0}", "{degrees}");
    assert_eq!(figure.data["aim"]["how"], "5 m/s");
    let away = picture(&answer, None).expect("a picture");
    assert_eq!((away.kind, away.data["panels"].as_array().map(Vec::len)), ("answer-bars", Some(4)));
    let spins = away.data["panels"][3]["rows"].as_array().expect("bars");
    assert_eq!(spins.iter().map(|bar| bar["name"].as_str()).collect::<Vec<_>>(), [Some("-1"), Some("0"), Some("1")]);
    page(&answer, None, "choices");
}

#[test]
fn limits_are_found_where_proof_and_end_have_columns_of_their_own() {
    let mut answer = coins();
    let (limits, mass) = (&mut answer.tables[0], unit("distance", "difference of the masses", "mg", 1e6));
    limits.name = "crossings";
    let way = |what| Column::result(mass.clone(), "a_win_share", what, "band");
    limits.columns = vec![
        Column::axis(Quantity::plain("comb.kind", "how the comb pushes")),
        way("shown below"),
        way("leaves below"),
        way("shown above"),
        way("leaves above"),
    ];
    let kg = |mg: f64| mg / 1e6;
    let alone = |mg| Cell::Estimate(Estimate { value: Some(kg(mg)), ..Estimate::default() });
    let ends = |mg: f64, from: f64, to: f64| {
        Cell::Estimate(Estimate { value: Some(kg(mg)), interval: Some([kg(from), kg(to)]), ..Estimate::default() })
    };
    let row = |name, cells: [Cell; 4]| std::iter::once(Cell::Value(choice(name))).chain(cells).collect::<Vec<_>>();
    limits.rows = vec![
        row("speed", [alone(-100.0), ends(-150.0, f64::NEG_INFINITY, -100.0), alone(80.0), Cell::Absent]),
        row("push", [Cell::Absent, ends(-20.0, -40.0, 0.0), alone(60.0), ends(70.0, 60.0, 90.0)]),
    ];
    let figure = picture(&answer, None).expect("a picture");
    let end =
        |row: usize, name: &str, at: usize| figure.data["rows"][row][name][at].as_f64().expect("a number").round();
    assert_eq!([end(0, "good", 0), end(0, "good", 1)], [-100.0, 80.0]);
    // what has no end is hatched as far as the picture goes, 25 % beyond the farthest end
    assert_eq!([end(0, "open", 0), end(0, "open", 1)], [-125.0, 125.0]);
    assert_eq!([end(1, "good", 0), end(1, "open", 0), end(1, "good", 1), end(1, "open", 1)], [0.0, -40.0, 60.0, 90.0]);
    assert_eq!(figure.data["rows"][0]["told"], "-100 to +80 mg");
    // another unit has another axis
    assert!(figure.data["below"]["span"].is_null());
}

#[test]
fn an_effect_has_a_panel_a_measure_and_marks_its_control() {
    let answer = effect("fouls allowed");
    let figure = picture(&answer, None).expect("a picture");
    assert_eq!((figure.kind, figure.data["panels"].as_array().map(Vec::len)), ("answer-bars", Some(2)));
    let bars = &figure.data["panels"][0]["rows"];
    assert_eq!((&bars[0]["isControl"], &bars[1]["isControl"]), (&true.into(), &false.into()));
    let fills: Vec<_> = (0..4).map(|at| bars[at]["fill"].as_str().expect("a fill")).collect();
    assert_eq!(fills, ["good", "poor", "open", "good"]);
    // what is judged is the first measure alone
    assert!(figure.data["panels"][1]["rows"][1]["fill"].is_null());
    page(&answer, None, "effect");
}

#[test]
fn names_of_users_stay_text_on_the_first_screen() {
    let hostile = "<img src=x onerror=alert(1)>";
    let mut answer = effect(hostile);
    answer.about.opening = Some(hostile.to_owned());
    answer.next = vec![next("look", &["tolley", hostile], None)];
    answer.findings = vec![Finding {
        subject: hostile.to_owned(),
        says: Sentence::default().name(hostile),
        detail: Sentence::default(),
        certainty: None,
    }];
    let html = page(&answer, None, "hostile");
    assert!(!html.contains("<img") && html.matches("&lt;img src=x").count() >= 4);
    // a command stays one word a word
    assert!(html.contains("tolley &#39;&lt;img src=x onerror=alert(1)&gt;&#39;"));
}
