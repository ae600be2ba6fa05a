use tolley_experiment::value::Value;

use super::drawn::*;
use super::found::*;
use crate::answer::{About, Next, Quantity, Sentence, Verdict};
use tolley_analysis::Estimate;

fn names(margin: f64, axes: usize) -> Names {
    let axis = |label| Quantity { unit: "mm".to_owned(), factor: 1000.0, ..Quantity::plain("place_m", label) };
    Names {
        measure: Quantity::plain("points_count", "points of the break"),
        column: "points_count".to_owned(),
        axes: ["place", "height"].into_iter().take(axes).map(axis).collect(),
        strata: Vec::new(),
        is_smallest: false,
        margin,
        cases: 1,
    }
}

fn drawn(values: &[f64], error: f64, axes: usize) -> Vec<Drawn> {
    let spot = |(at, value): (usize, &f64)| Spot {
        at: vec![0.01 * at as f64; axes],
        end: None,
        estimate: Estimate {
            n: 99,
            value: Some(*value),
            std_error: Some(error),
            interval: Some([value - 1.96 * error, value + 1.96 * error]),
        },
        point: None,
    };
    vec![of_spots(values.iter().enumerate().map(spot).collect())]
}

fn of_spots(spots: Vec<Spot>) -> Drawn {
    Drawn { values: Vec::new(), spots, lattice: Vec::new(), is_whole: true, is_smooth: true, is_read: true, told: None }
}

/// A grid of two axes, row by row.
fn grid(rows: &[&[f64]], error: f64) -> Vec<Drawn> {
    let spot = |x: usize, y: usize| {
        let of = &drawn(&[rows[x][y]], error, 1)[0].spots[0].estimate;
        Spot { at: vec![0.01 * x as f64, 0.01 * y as f64], end: None, estimate: *of, point: None }
    };
    let columns = 0..rows[0].len();
    vec![of_spots((0..rows.len()).flat_map(|x| columns.clone().map(move |y| spot(x, y))).collect())]
}

fn said(drawn: &[Drawn], names: &Names) -> (Verdict, String, usize) {
    let more = Next { sentence: Sentence::words("more"), command: Vec::new(), seconds: None };
    let answer = made(drawn, names, About::default(), more);
    assert!(answer.headline.sentence.number_count() <= 2, "{}", answer.headline.sentence.text());
    (answer.headline.verdict, answer.headline.sentence.text(), answer.next.len())
}

#[test]
fn the_best_place_is_named_and_follows_the_values() {
    let (verdict, text, _) = said(&drawn(&[1.0, 2.0, 3.0], 0.1, 1), &names(0.0, 1));
    assert_eq!(text, "Points of the break: clearly the most at a place of 20 mm, 2.0 more than at the least.");
    assert_eq!(verdict, Verdict::Best);
    let (_, text, _) = said(&drawn(&[3.0, 2.0, 1.0], 0.1, 1), &names(0.0, 1));
    assert!(text.contains("the most at a place of 0 mm"), "{text}");
    let least = Names { is_smallest: true, ..names(0.0, 1) };
    let (_, text, _) = said(&drawn(&[3.0, 2.0, 1.0], 0.1, 1), &least);
    assert!(text.contains("the least at a place of 20 mm, 2.0 less"), "{text}");
    let (_, text, _) = said(&grid(&[&[1.0, 2.0], &[2.0, 3.0]], 0.1), &names(0.0, 2));
    assert_eq!(
        text,
        "The place and the height clearly matter: 2.0 between the best and the worst place for the points of the break."
    );
}

#[test]
fn what_is_flat_and_what_is_not_known_are_not_the_same() {
    let (verdict, text, _) = said(&drawn(&[1.0, 1.01, 1.02], 0.01, 1), &names(0.2, 1));
    assert!(
        verdict == Verdict::Indifferent && text.starts_with("The points of the break hardly change with"),
        "{text}"
    );
    let (verdict, text, next) = said(&drawn(&[1.0, 1.5, 1.2], 0.5, 1), &names(0.2, 1));
    assert_eq!(text, "Cannot tell yet how the points of the break change with the place.");
    assert_eq!((verdict, next), (Verdict::CannotTell, 1));
    let (verdict, text, _) = said(&drawn(&[1.0, 1.0], 0.0, 1), &names(0.0, 1));
    assert_eq!((verdict, text.as_str()), (Verdict::NoEffect, "The points of the break do not change with the place."));
    // of an unfinished run the places that were not played may be otherwise
    for [values, error, margin] in [[1.01, 0.01, 0.2], [1.0, 0.0, 0.0]] {
        let mut part = drawn(&[1.0, values], error, 1);
        part[0].is_whole = false;
        assert_eq!(said(&part, &names(margin, 1)).0, Verdict::CannotTell);
    }
}

#[test]
fn where_no_place_has_a_value_nothing_is_told() {
    let mut all = drawn(&[1.0, 2.0, 3.0], 0.1, 1);
    all[0].spots.iter_mut().for_each(|spot| spot.estimate = Estimate::default());
    let (verdict, text, next) = said(&all, &names(0.2, 1));
    assert_eq!(text, "Cannot tell yet how the points of the break change with the place.");
    assert_eq!((verdict, next), (Verdict::CannotTell, 1));
}

#[test]
fn a_surface_that_tells_too_little_is_not_read() {
    let mut all = drawn(&[1.0, 2.0, 3.0], 0.1, 1);
    all[0].is_read = false;
    assert_eq!(said(&all, &names(0.0, 1)).0, Verdict::CannotTell);
    all[0].values = vec![("left".to_owned(), Value::Count(3))];
}

#[test]
fn an_axis_that_does_nothing_is_not_named() {
    let rows: [&[f64]; 3] = [&[1.0, 1.1, 1.0], &[2.0, 2.1, 2.2], &[3.0, 3.1, 2.9]];
    let (_, text, _) = said(&grid(&rows, 0.1), &names(0.0, 2));
    assert!(text.starts_with("The place clearly matters: 2.0 between its best and its worst value"), "{text}");
    // the other way round
    let turned: [&[f64]; 3] = [&[1.0, 2.0, 3.0], &[1.1, 2.1, 3.1], &[1.0, 2.2, 2.9]];
    let (_, text, _) = said(&grid(&turned, 0.1), &names(0.0, 2));
    assert!(text.starts_with("The height clearly matters: 2.0 between"), "{text}");
    let (verdict, text, _) = said(&grid(&rows, 1.0), &names(0.0, 2));
    assert!(verdict == Verdict::CannotTell && text.starts_with("Cannot tell yet"), "{text}");
    let more = Next { sentence: Sentence::words("more"), command: Vec::new(), seconds: None };
    let best = made(&grid(&rows, 0.1), &names(0.0, 2), About::default(), more).headline.amount[0].text();
    assert!(best.starts_with("Best at a place of 20 mm: 3.0"), "{best}");
}

#[test]
fn of_two_places_that_are_as_good_none_is_called_the_best() {
    let (_, text, _) = said(&drawn(&[1.0, 2.9, 3.0, 1.5], 0.1, 1), &names(0.0, 1));
    assert!(text.contains("clearly the most at a place of 10 to 20 mm, 2.0 more"), "{text}");
    let (_, text, _) = said(&drawn(&[3.0, 1.0, 2.9, 1.5], 0.1, 1), &names(0.0, 1));
    assert!(text.contains("clearly the most at a place of 0 or 20 mm, 2.0 more"), "{text}");
}

#[test]
fn what_six_trials_saw_alike_is_not_told_as_certain() {
    let alike = |n, values: [f64; 2]| {
        let mut all = drawn(&values, 0.0, 1);
        for spot in &mut all[0].spots {
            spot.estimate = Estimate { n, interval: None, ..spot.estimate };
        }
        said(&all, &names(0.0, 1)).0
    };
    assert_eq!([alike(6, [0.0, 1.0]), alike(6, [1.0, 1.0])], [Verdict::CannotTell; 2]);
    assert_eq!([alike(99, [0.0, 1.0]), alike(99, [1.0, 1.0])], [Verdict::Best, Verdict::NoEffect]);
}
