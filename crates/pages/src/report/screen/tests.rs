//! First screens of answers that are made by hand: the ring, two coins, an effect.

use std::path::Path;

use tolley_analysis::{Estimate, Missing};
use tolley_answers::answer::{
    About, Answer, Cell, Certainty, Column, Dependence, Finding, Form, Headline, Next, Note, NoteHeading, Quantity,
    Sentence, Table, Verdict,
};
use tolley_experiment::random::Streams;
use tolley_experiment::value::Value;
use tolley_report::Document;
use tolley_tinsley_green::shot::ShotKeys;

use super::{RingPlan, details, picture, screen};

/// A folder for the pages of these answers, to be looked at.
const PAGES: &str = "TOLLEY_FIXTURES";

fn about(kind: &'static str, study: &str, opening: &str) -> About {
    let missing = Missing { trials: 75_600, quarantined: 0, failed: 0 };
    let again = ["tolley", "ask", kind, study, "--repeats", "200"].map(str::to_owned).to_vec();
    let (opening, study) = (Some(opening.to_owned()), study.to_owned());
    About { kind, opening, study, seed: Some(7), trials: [75_600; 2], missing, again, ..About::default() }
}

fn estimate(value: f64, half: f64) -> Estimate {
    Estimate { n: 900, value: Some(value), std_error: Some(half / 1.96), interval: Some([value - half, value + half]) }
}

fn unit(name: &str, label: &str, unit: &str, factor: f64) -> Quantity {
    Quantity { unit: unit.to_owned(), factor, ..Quantity::plain(name, label) }
}

fn choice(name: &'static str) -> Value {
    Value::Choice(name.into())
}

fn next(sentence: &'static str, command: &[&str], seconds: Option<f64>) -> Next {
    let command = command.iter().map(|word| (*word).to_owned()).collect();
    Next { sentence: Sentence::words(sentence), command, seconds }
}

fn method() -> Vec<Note> {
    let words = Sentence::words("Clearly: the 95 % interval, corrected for all that is compared here, says it.");
    let method = Sentence::words("Means of paired trials, with Student's intervals.");
    vec![Note { heading: NoteHeading::Words, sentence: words }, Note { heading: NoteHeading::Method, sentence: method }]
}

fn ring() -> Answer {
    let marbles = Quantity { range: [0.0, 49.0], ..Quantity::plain("break_points_count", "marbles a break") };
    let axes = [
        unit("shot.position_rad", "position on the ring", "deg", 1f64.to_degrees()),
        unit("shot.aim_offset_m", "aim offset from the middle", "mm", 1e3),
        unit("shot.speed_m_s", "speed of the shot", "m/s", 1.0),
        Quantity::plain("shot.spin_ratio", "spin of the shot"),
    ];
    let mut columns: Vec<Column> = axes.into_iter().map(Column::axis).collect();
    columns.push(Column::result(marbles.clone(), "break_points_count", "mean", "student-t"));
    columns.push(Column::verdict());
    let mut rows = Vec::new();
    for degrees in (0..60).step_by(5).map(f64::from) {
        for off_mm in (-36..=36).step_by(12).map(f64::from) {
            for speed in [3.0, 3.5, 4.0, 4.5, 5.0] {
                for spin in [-1.0, 0.0, 1.0] {
                    let place = (degrees - 42.0f64).abs().min(60.0 - (degrees - 42.0).abs());
                    let lost = 0.045 * place + (off_mm / 20.0).powi(2) + 1.4 * (5.0 - speed) + 1.5 * (spin + 1.0);
                    let verdict = match lost {
                        _ if lost < 1.1 => Verdict::Best,
                        _ if lost < 1.7 => Verdict::CannotTell,
                        _ => Verdict::Effect,
                    };
                    let mut row: Vec<Cell> = [degrees.to_radians(), off_mm / 1e3, speed, spin]
                        .map(|value| Cell::Value(Value::Number(value)))
                        .to_vec();
                    row.extend([Cell::Estimate(estimate((6.6 - lost).max(0.3), 0.4)), Cell::Verdict(verdict, None)]);
                    rows.push(row);
                }
            }
        }
    }
    let values = Table {
        name: "values",
        title: Sentence::words("marbles a break of each choice"),
        columns,
        rows,
        is_brief: false,
    };
    let finding = |subject: &str, says: &'static str, detail: &'static str, certainty| Finding {
        subject: subject.to_owned(),
        says: Sentence::words(says),
        detail: Sentence::words(detail),
        certainty: Some(certainty),
    };
    let headline = Headline {
        verdict: Verdict::Best,
        certainty: Certainty::Clearly,
        sentence: Sentence::words(
            "shoot hard at the middle of the rack, with backspin. Kneel between 30 and 50 degrees if you can.",
        ),
        amount: vec![Sentence::default().estimate(
            estimate(6.61, 0.42),
            &unit("break_points_count", "marbles a break", "marbles a break", 1.0),
            Form::WithInterval,
        )],
        depends_on: vec![Dependence {
            on: Quantity::plain("surface.preset", "the sand"),
            cases: vec![(choice("damp"), estimate(3.95, 0.56)), (choice("fast"), estimate(8.28, 0.56))],
            of: marbles,
            turns: false,
            is_assumed: true,
        }],
    };
    Answer {
        about: about(
            "best",
            "tinsley-green/shot",
            "Where around the ring should the first shot be taken, how aimed, how hard, with what spin?",
        ),
        headline,
        findings: vec![
            finding("speed", "4.2 m/s or more", "a fifth less than 5 costs 0.7", Certainty::Clearly),
            finding("spin", "back, or half as much", "a rolling toley costs 2.9", Certainty::Clearly),
            finding("aim", "within 1 cm of the middle", "2.4 cm to the left costs 0.9", Certainty::Clearly),
            finding("place", "30 to 50 degrees", "elsewhere costs 0.8 at worst", Certainty::Probably),
        ],
        tables: vec![values],
        notes: method(),
        next: vec![next("time a marble that rolls to rest on your sand", &["tolley", "fit", "sand"], None)],
    }
}

fn coins() -> Answer {
    let mass = unit("a.mass_ratio", "mass of your coin against the other", "mg", 5210.0);
    let won = Quantity { range: [0.0, 1.0], ..unit("a_win_share", "matches won", "%", 100.0) };
    let comb = || Column::axis(Quantity::plain("comb.kind", "how the comb pushes"));
    let combs = [
        ("same speed", -291.0, 359.0, [0.27, -0.1]),
        ("comb of 20 g", -205.0, 238.0, [0.35, -0.2]),
        ("same push", -124.0, 278.0, [0.33, -1.4]),
    ];
    let (mut limits, mut rows) = (Vec::new(), Vec::new());
    for (name, below, above, [slope, bend]) in combs {
        let ends = |mg: f64, wide: f64| Estimate {
            n: 900,
            value: Some(mg / 5210.0),
            std_error: None,
            interval: Some([mg / 5210.0, mg * wide / 5210.0]),
        };
        let far = if name == "same push" { 1.4 } else { f64::INFINITY };
        limits.push(vec![
            Cell::Value(choice(name)),
            Cell::Estimate(ends(f64::abs(below), far)),
            Cell::Estimate(ends(above, far)),
            Cell::Verdict(Verdict::Fair, None),
        ]);
        for mg in [-417.0, -208.0, -104.0, 0.0, 104.0, 208.0, 417.0] {
            let share = 0.5 + slope * mg / 1e5 + bend * (mg / 417.0f64).powi(2) / 100.0;
            let verdict = if mg == 0.0 {
                Verdict::Identical
            } else if mg < below || mg > above {
                Verdict::CannotTell
            } else {
                Verdict::Fair
            };
            let verdict = if name == "same push" && mg.abs() > 400.0 { Verdict::Unfair } else { verdict };
            rows.push(vec![
                Cell::Value(choice(name)),
                Cell::Value(Value::Number(mg / 5210.0)),
                Cell::Estimate(estimate(share, 0.0035)),
                Cell::Verdict(verdict, None),
            ]);
        }
    }
    let limit = |what| Column::result(mass.clone(), "a_win_share", what, "simultaneous band");
    let limits = Table {
        name: "limits",
        title: Sentence::words("how far apart coins may be"),
        columns: vec![comb(), limit("limit below"), limit("limit above"), Column::verdict()],
        rows: limits,
        is_brief: false,
    };
    let columns = vec![
        comb(),
        Column::axis(mass.clone()),
        Column::result(won.clone(), "a_win_share", "mean", "wilson"),
        Column::verdict(),
    ];
    let values =
        Table { name: "values", title: Sentence::words("matches won at each weight"), columns, rows, is_brief: false };
    Answer {
        about: about("fair", "cymbergaj/match", "May our 2 z\u{142} coins differ?"),
        headline: Headline {
            verdict: Verdict::Fair,
            certainty: Certainty::Clearly,
            sentence: Sentence::words("yes. Two coins 0.08 g apart make a fair match."),
            amount: vec![
                Sentence::default()
                    .estimate(estimate(0.496, 0.0021), &won, Form::WithInterval)
                    .and(" of matches won with the lighter coin, at worst"),
            ],
            depends_on: vec![Dependence {
                on: Quantity::plain("comb.kind", "how the comb pushes"),
                cases: Vec::new(),
                of: mass,
                turns: true,
                is_assumed: true,
            }],
        },
        findings: Vec::new(),
        tables: vec![limits, values],
        notes: method(),
        next: vec![next(
            "four times as many trials would settle it",
            &["tolley", "ask", "fair", "coin_weight_match", "--repeats", "400"],
            Some(240.0),
        )],
    }
}

fn effect(name: &str) -> Answer {
    let length = Quantity { range: [0.0, f64::INFINITY], ..unit("length_s", "length of the match", "min", 1.0 / 60.0) };
    let points = unit("first_win_share", "matches won by who begins", "%", 100.0);
    let columns = vec![
        Column::axis(Quantity::plain("match.foul_limit", name)),
        Column::result(length.clone(), "length_s", "mean", "student-t"),
        Column::result(length.difference(), "length_s", "difference", "student-t"),
        Column::verdict(),
        Column::result(points, "first_win_share", "mean", "wilson"),
    ];
    let row = |fouls: &'static str, minutes: f64, less: Option<f64>, verdict, share: f64| {
        let less = less.map_or(Cell::Absent, |less| Cell::Estimate(estimate(less * 60.0, 22.0)));
        vec![
            Cell::Value(choice(fouls)),
            Cell::Estimate(estimate(minutes * 60.0, 30.0)),
            less,
            Cell::Verdict(verdict, None),
            Cell::Estimate(estimate(share, 0.012)),
        ]
    };
    let rows = vec![
        row("none", 31.2, None, Verdict::Identical, 0.521),
        row("three", 24.8, Some(-6.4), Verdict::Effect, 0.533),
        row("five", 30.1, Some(-1.1), Verdict::CannotTell, 0.522),
        row("ten", 31.1, Some(-0.1), Verdict::NoEffect, 0.52),
    ];
    let values = Table { name: "values", title: Sentence::words("each rule"), columns, rows, is_brief: true };
    Answer {
        about: about("effect", "tinsley-green/match", "What does the three-foul rule do?"),
        headline: Headline {
            verdict: Verdict::Effect,
            certainty: Certainty::Clearly,
            sentence: Sentence::words("the three-foul rule clearly makes matches shorter; who begins wins as often."),
            amount: vec![
                Sentence::default()
                    .estimate(estimate(-6.4 * 60.0, 22.0), &length.difference(), Form::SizeWithInterval)
                    .and(" less"),
            ],
            depends_on: Vec::new(),
        },
        findings: Vec::new(),
        tables: vec![values],
        notes: method(),
        next: Vec::new(),
    }
}

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
    if let Some(folder) = std::env::var_os(PAGES) {
        std::fs::write(Path::new(&folder).join(format!("{name}.html")), &html).expect("a file");
    }
    html
}

fn ground() -> RingPlan {
    RingPlan::laid(&ShotKeys::default(), &Streams::new(7, 0, None))
}

#[test]
fn the_ring_shows_the_set_of_the_best_and_no_lucky_row() {
    let (answer, ground) = (ring(), ground());
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
    let figure = picture(&answer, Some(&ground())).expect("a picture");
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
