//! Answers that are made by hand: the ring, two coins, an effect.

use tolley_analysis::{Estimate, Missing};
use tolley_answers::answer::{
    About, Answer, Cell, Certainty, Column, Dependence, Finding, Form, Headline, Next, Note, NoteHeading, Quantity,
    Sentence, Table, Verdict,
};
use tolley_experiment::value::Value;

fn about(kind: &'static str, study: &str, opening: &str) -> About {
    let missing = Missing { trials: 75_600, quarantined: 0, failed: 0 };
    let again = ["tolley", "ask", kind, study, "--repeats", "200"].map(str::to_owned).to_vec();
    let (opening, study) = (Some(opening.to_owned()), study.to_owned());
    About { kind, opening, study, seed: Some(7), trials: [75_600; 2], missing, again, ..About::default() }
}

pub fn estimate(value: f64, half: f64) -> Estimate {
    Estimate { n: 900, value: Some(value), std_error: Some(half / 1.96), interval: Some([value - half, value + half]) }
}

pub fn unit(name: &str, label: &str, unit: &str, factor: f64) -> Quantity {
    Quantity { unit: unit.to_owned(), factor, ..Quantity::plain(name, label) }
}

pub fn choice(name: &'static str) -> Value {
    Value::Choice(name.into())
}

pub fn next(sentence: &'static str, command: &[&str], seconds: Option<f64>) -> Next {
    let command = command.iter().map(|word| (*word).to_owned()).collect();
    Next { sentence: Sentence::words(sentence), command, seconds }
}

fn method() -> Vec<Note> {
    let words = Sentence::words("Clearly: the 95 % interval, corrected for all that is compared here, says it.");
    let method = Sentence::words("Means of paired trials, with Student's intervals.");
    vec![Note { heading: NoteHeading::Words, sentence: words }, Note { heading: NoteHeading::Method, sentence: method }]
}

pub fn ring() -> Answer {
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

pub fn coins() -> Answer {
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

pub fn effect(name: &str) -> Answer {
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

/// The same choices, judged one axis at a time.
pub fn one_by_one() -> Answer {
    let mut answer = ring();
    let values = &mut answer.tables[0];
    let whole = values.rows.clone();
    values.rows.clear();
    for at in 0..4 {
        let mut known: Vec<&Cell> = Vec::new();
        for row in &whole {
            // the others as they are at the best
            let best = [40f64.to_radians(), 0.0, 5.0, -1.0].map(|value| Cell::Value(Value::Number(value)));
            if (0..4).any(|other| other != at && row[other] != best[other]) || known.contains(&&row[at]) {
                continue;
            }
            known.push(&row[at]);
            let mut own = vec![Cell::Absent; 4];
            own[at] = row[at].clone();
            let verdict = match (&row[5], row[at] == best[at]) {
                (_, true) => Verdict::Best,
                (Cell::Verdict(Verdict::Best, _), false) => Verdict::CannotTell,
                _ => Verdict::Effect,
            };
            own.extend([row[4].clone(), Cell::Verdict(verdict, None)]);
            values.rows.push(own);
        }
    }
    answer
}
