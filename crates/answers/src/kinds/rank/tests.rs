use tolley_analysis::seats::{Seats, SeatsOfPoint};
use tolley_analysis::statistics::equivalence::Verdict as Judged;
use tolley_analysis::statistics::tournament::Rated;
use tolley_analysis::{Estimate, Missing};
use tolley_experiment::value::Value;

use super::seats;
use super::strengths::{Strengths, answer};
use crate::answer::{About, Answer, Next, Quantity, Sentence, Verdict};

fn more() -> Next {
    Next { sentence: Sentence::words("more"), command: vec!["tolley".to_owned()], seconds: None }
}

fn of(value: f64, half: f64) -> Estimate {
    Estimate { n: 400, value: Some(value), std_error: Some(half / 2.0), interval: Some([value - half, value + half]) }
}

fn rated(elo: Vec<Estimate>, first: f64) -> Rated {
    Rated {
        elo,
        first_elo: Some(of(first, 20.0)),
        tie_share: None,
        is_separated: false,
        is_nearly_separated: false,
        fit: None,
        n: 800,
        groups: 200,
    }
}

fn said(names: &[&str], rated: &Rated) -> Answer {
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    let of = Strengths { names: &names, rated, first: "who kicks off", averaged: &[], is_common: true };
    let answer = answer(&of, About::default(), more());
    assert!(answer.headline.sentence.number_count() <= 2, "{}", answer.headline.sentence.text());
    answer
}

#[test]
fn the_strongest_is_named_whoever_it_is() {
    let all = rated(vec![of(200.0, 30.0), of(-90.0, 30.0), of(-110.0, 30.0)], 35.0);
    let answer = said(&["hunter", "safe", "random"], &all);
    assert_eq!(answer.headline.sentence.text(), "Hunter is clearly the strongest: 290 Elo points above the nearest.");
    assert_eq!((answer.headline.verdict, answer.next.len()), (Verdict::Best, 0));
    let beginning = answer.headline.amount[1].text();
    assert_eq!(beginning, "Who kicks off clearly gains: 35 Elo points (15 to 55)");
    let answer = said(&["safe", "hunter"], &rated(vec![of(-60.0, 30.0), of(60.0, 30.0)], -35.0));
    let text = answer.headline.sentence.text();
    assert!(text.starts_with("Hunter is clearly stronger than safe: 120 Elo points"), "{text}");
    assert!(answer.headline.amount[1].text().contains("clearly loses"), "{answer:?}");
}

#[test]
fn few_matches_tell_no_order_and_who_never_lost_has_no_end() {
    let answer = said(&["hunter", "safe"], &rated(vec![of(30.0, 80.0), of(-30.0, 80.0)], 0.0));
    assert_eq!(answer.headline.sentence.text(), "Cannot tell yet who is the stronger: hunter or safe.");
    assert_eq!((answer.headline.verdict, answer.next.len()), (Verdict::CannotTell, 1));
    let best = Estimate { interval: Some([150.0, f64::INFINITY]), ..of(400.0, 0.0) };
    let worst = Estimate { interval: Some([f64::NEG_INFINITY, -150.0]), ..of(-400.0, 0.0) };
    let answer = said(&["hunter", "safe"], &rated(vec![best, worst], 0.0));
    let text = answer.headline.sentence.text();
    assert_eq!(text, "Hunter is clearly stronger than safe: at least 300 Elo points.");
}

fn seated(shares: [f64; 2], half: f64, verdicts: [Judged; 2]) -> Answer {
    let shares: Vec<Estimate> = shares.iter().map(|share| of(*share, half)).collect();
    let point = SeatsOfPoint {
        values: vec![("player_count".to_owned(), Value::Count(2))],
        at_once: shares.clone(),
        shares,
        residuals: vec![0.0; 2],
        p: Some(0.5),
        verdicts: verdicts.into_iter().map(Some).collect(),
    };
    let points = vec![point];
    let found = Seats { column: "winner".to_owned(), margin: 0.01, points, missing: Missing::default() };
    seats::answer(&found, &[Quantity::plain("players", "number of players")], About::default(), more())
}

#[test]
fn the_seat_that_wins_more_is_named_whichever_it_is() {
    let answer = seated([0.55, 0.45], 0.01, [Judged::Unfair; 2]);
    let text = answer.headline.sentence.text();
    assert!(text.starts_with("Seat ") && text.ends_with("its share, which is 50 %."), "{text}");
    assert_eq!((answer.headline.verdict, answer.headline.sentence.number_count()), (Verdict::Unfair, 2));
    let said = |shares| {
        let headline = seated(shares, 0.01, [Judged::Unfair, Judged::Fair]).headline;
        [headline.sentence.text(), headline.amount[0].text()]
    };
    let [sentence, amount] = said([0.55, 0.45]);
    assert_eq!(sentence, "Seat 1 clearly wins more than its share, which is 50 %.");
    assert!(amount.starts_with("Seat 1 of 2 wins 55"), "{amount}");
    let [sentence, amount] = said([0.45, 0.55]);
    assert_eq!(sentence, "Seat 1 clearly wins less than its share, which is 50 %.");
    assert!(amount.starts_with("Seat 1 of 2 wins 45"), "{amount}");
}

#[test]
fn even_seats_are_fair_and_few_matches_tell_nothing() {
    let answer = seated([0.5, 0.5], 0.005, [Judged::Fair; 2]);
    assert_eq!(answer.headline.sentence.text(), "Every seat wins its share, within 1 % of the matches.");
    let answer = seated([0.52, 0.48], 0.1, [Judged::NotResolved; 2]);
    assert!(answer.headline.sentence.text().starts_with("Cannot tell yet whether every seat"));
    assert_eq!((answer.headline.verdict, answer.next.len()), (Verdict::CannotTell, 1));
}
