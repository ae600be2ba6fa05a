use tolley_analysis::seats::{Seats, SeatsOfPoint};
use tolley_analysis::statistics::equivalence::Verdict as Judged;
use tolley_analysis::statistics::tournament::{Fit, Rated, Tournament};
use tolley_analysis::{Estimate, Missing};
use tolley_experiment::value::Value;

use super::seats;
use super::strengths::{Strengths, answer};
use crate::answer::{About, Answer, Next, NoteHeading, Quantity, Sentence, Verdict};

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
    let loses = answer.headline.amount[1].text();
    assert_eq!(loses, "Who kicks off clearly loses: 35 Elo points (15 to 55)");
}

/// Rated from matches of each order, so many of each result a repeat.
fn played(repeats: u64, of: impl Fn(u64) -> [[f64; 3]; 2]) -> Rated {
    let mut tournament = Tournament::new(2, repeats);
    for number in 0..repeats {
        let [there, back] = of(number);
        tournament.add(number, [0, 1], there);
        tournament.add(number, [1, 0], back);
    }
    tournament.rated().expect("joined")
}

/// Of 50 matches 37 are won, 12 drawn and 1 lost: 86 % of the points.
#[test]
fn points_are_said_as_points_where_matches_are_drawn() {
    let drawn = |number: u64| match number % 50 {
        0..37 => [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0]],
        37..49 => [[0.0, 1.0, 0.0]; 2],
        _ => [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]],
    };
    let answer = said(&["greedy", "random"], &played(400, drawn));
    let amount = answer.headline.amount[0].text();
    assert!(amount.starts_with("Takes against random: 86"), "{amount}");
    assert!(amount.ends_with(" of the points, a draw as half"), "{amount}");
    assert!(answer.headline.sentence.text().starts_with("Greedy is clearly stronger"), "{:?}", answer.headline);
    let turned = said(&["greedy", "random"], &played(400, |number| drawn(number).map(|[a, b, c]| [c, b, a])));
    assert!(turned.headline.sentence.text().starts_with("Random is clearly stronger"), "{:?}", turned.headline);
    // three repeats of two matches each
    let won = |_: u64| [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
    for rated in [played(3, drawn), played(3, won)] {
        let few = said(&["greedy", "random"], &rated);
        assert_eq!(few.headline.verdict, Verdict::CannotTell, "{}", few.headline.sentence.text());
    }
}

#[test]
fn strengths_that_do_not_explain_the_results_are_not_clear() {
    let fit = |p| Fit { chi_square: 90.0, freedom: 4, design_effect: 1.0, p, least_expected: 50.0 };
    let of_fit = |p| Rated { fit: Some(fit(p)), ..rated(vec![of(200.0, 30.0), of(-200.0, 30.0)], 35.0) };
    let caution = |answer: &Answer| answer.notes.iter().any(|note| note.heading == NoteHeading::Caution);
    let holds = said(&["hunter", "safe"], &of_fit(0.3));
    assert!(holds.headline.sentence.text().contains(" clearly ") && !caution(&holds));
    let refuted = said(&["hunter", "safe"], &of_fit(0.000_1));
    assert!(refuted.headline.sentence.text().contains(" probably ") && caution(&refuted), "{refuted:?}");
    assert_eq!(refuted.next.len(), 0, "more matches do not mend it");
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
    assert_eq!((answer.headline.verdict, answer.headline.sentence.number_count()), (Verdict::Unfair, 1));
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

/// Two seats, with all marbles and with 25 at least: what is said is of the case where it was seen.
#[test]
fn the_case_of_a_seat_is_named() {
    let point = |fewest: u64, shares: [f64; 2], verdict: Judged| SeatsOfPoint {
        values: vec![("player_count".to_owned(), Value::Count(2)), ("fewest_count".to_owned(), Value::Count(fewest))],
        at_once: shares.map(|share| of(share, 0.02)).to_vec(),
        shares: shares.map(|share| of(share, 0.02)).to_vec(),
        residuals: vec![0.0; 2],
        p: Some(0.01),
        verdicts: vec![Some(verdict); 2],
    };
    let axes = [Quantity::plain("players", "number of players"), Quantity::plain("fewest", "fewest marbles")];
    let said = |of: [f64; 2]| {
        let points =
            vec![point(0, [1.0 - of[0], of[0]], Judged::Unfair), point(25, [1.0 - of[1], of[1]], Judged::NotResolved)];
        let found = Seats { column: "winner".to_owned(), margin: 0.01, points, missing: Missing::default() };
        let sentence = seats::answer(&found, &axes, About::default(), more()).headline.sentence;
        assert!(sentence.is_short(), "{}", sentence.text());
        sentence.text()
    };
    let text = said([0.269, 0.462]);
    assert!(text.contains(" clearly wins ") && text.ends_with(", where the fewest marbles is 0."), "{text}");
    assert!(text.starts_with("Seat 2 clearly wins less") || text.starts_with("Seat 1 clearly wins more"), "{text}");
    let turned = said([0.731, 0.538]);
    assert!(turned.starts_with("Seat 2 clearly wins more") || turned.starts_with("Seat 1 clearly wins less"));
}

#[test]
fn even_seats_are_fair_and_few_matches_tell_nothing() {
    let answer = seated([0.5, 0.5], 0.005, [Judged::Fair; 2]);
    assert_eq!(answer.headline.sentence.text(), "Every seat wins its share, within 1 % of the matches.");
    let answer = seated([0.52, 0.48], 0.1, [Judged::NotResolved; 2]);
    assert!(answer.headline.sentence.text().starts_with("Cannot tell yet whether every seat"));
    assert_eq!((answer.headline.verdict, answer.next.len()), (Verdict::CannotTell, 1));
}
