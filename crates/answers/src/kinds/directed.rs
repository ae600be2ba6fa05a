//! What an answer says of directions: where zero lies of an angle, and whether a hand may be able to do what it says.

use std::collections::BTreeMap;

use tolley_experiment::value::Value;

use crate::answer::{Answer, ColumnPart, Note, NoteHeading, Part, Quantity, Sentence, fill};
use crate::catalogue::word;
use crate::directions::{self, Direction, Hand, Unless, Way, Zero};

/// Turns that are nearer to each other than this are the same, rad.
const SAME_TURN_RAD: f64 = 1e-6;
/// Radians in a turn.
const TURN_RAD: f64 = core::f64::consts::TAU;

/// Values of keys that are the same everywhere, by path.
pub type FixedKeys = BTreeMap<String, Value>;

/// Adds where zero lies of each angle around a ring: in the answer itself where it says such an angle, among the
/// details where a table has one.
pub fn add_zeros(answer: &mut Answer, fixed: &FixedKeys) {
    let said = around(sentences(answer).flat_map(|sentence| &sentence.0).filter_map(|part| match part {
        Part::Value(Value::Number(_), quantity) => Some(quantity),
        _ => None,
    }));
    let columns = answer.tables.iter().flat_map(|table| &table.columns);
    let tabled = around(columns.filter(|column| column.part == ColumnPart::Axis).map(|column| &column.quantity));
    let only_tabled = tabled.into_iter().filter(|(key, _)| !said.contains_key(key));
    let details = only_tabled.filter_map(|(_, of)| note(NoteHeading::DirectionOfTable, of, fixed));
    let shown = said.values().filter_map(|of| note(NoteHeading::Direction, *of, fixed));
    let notes: Vec<Note> = shown.chain(details).collect();
    answer.notes.extend(notes);
}

/// The sentences that stand in the answer itself.
fn sentences(answer: &Answer) -> impl Iterator<Item = &Sentence> {
    let headline = &answer.headline;
    let findings = answer.findings.iter().flat_map(|finding| [&finding.says, &finding.detail]);
    std::iter::once(&headline.sentence).chain(&headline.amount).chain(findings)
}

/// Those that go around, by their names, so that each is told once.
fn around<'q>(all: impl Iterator<Item = &'q Quantity>) -> BTreeMap<&'static str, (&'static Direction, &'static Zero)> {
    let of = |quantity: &Quantity| {
        let direction = quantity.direction()?;
        let Way::Around(zero) = &direction.way else { return None };
        Some((direction.noun.as_str(), (direction, &**zero)))
    };
    all.filter_map(of).collect()
}

/// `position: 0 degrees is along a row of marbles; counted anticlockwise from above.`
/// Nothing where what turns it differs from point to point.
fn note(heading: NoteHeading, (direction, zero): (&Direction, &Zero), fixed: &FixedKeys) -> Option<Note> {
    let is_known = fixed.contains_key(&zero.turned_by) || zero.unless.iter().any(|unless| is_fixed(fixed, unless));
    if !fixed.is_empty() && !is_known {
        return None;
    }
    let holes = [("noun", Sentence::of_name(&direction.noun)), ("place", zero_at(zero, fixed))];
    Some(Note { heading, sentence: fill("common.zero_at", holes) })
}

/// Whether a key has the value at which zero lies elsewhere.
fn is_fixed(fixed: &FixedKeys, unless: &Unless) -> bool {
    matches!(fixed.get(&unless.key), Some(Value::Choice(choice)) if **choice == *unless.is)
}

fn zero_at(zero: &Zero, fixed: &FixedKeys) -> Sentence {
    if let Some(unless) = zero.unless.iter().find(|unless| is_fixed(fixed, unless)) {
        return Sentence::default().name(&unless.at);
    }
    let turned_rad = match fixed.get(&zero.turned_by) {
        Some(Value::Number(turned_rad)) => turned_rad.rem_euclid(zero.alike_rad),
        _ => 0.0,
    };
    if turned_rad.min(zero.alike_rad - turned_rad) < SAME_TURN_RAD {
        return Sentence::default().name(&zero.at);
    }
    let angle = Quantity { unit: "deg".to_owned(), factor: 1.0_f64.to_degrees(), ..Quantity::plain("angle", "angle") };
    let angle = Sentence::of_value(Value::Number(turned_rad), &angle);
    fill("common.turned_at", [("angle", angle), ("place", Sentence::of_name(&zero.turned))])
}

/// That a hand may not be able to give the spin that is advised, where the least of it is more than a thumb is known to
/// give a coin, and from where that is known. `advised` has the least and the greatest value of a key that is advised,
/// `other` those of any other.
pub fn beyond_hand(advised: impl Fn(&str) -> Option<[f64; 2]>, other: impl Fn(&str) -> Option<[f64; 2]>) -> Vec<Note> {
    let rate_rad_s = |hand: &Hand| {
        let spin = advised(&hand.spin)?;
        let [slowest, _] = advised(&hand.speed).or_else(|| other(&hand.speed))?;
        let [_, widest] = advised(&hand.diameter).or_else(|| other(&hand.diameter))?;
        let least = if spin[0] <= 0.0 && spin[1] >= 0.0 { 0.0 } else { spin[0].abs().min(spin[1].abs()) };
        Some(least * slowest / (widest / 2.0)).filter(|rate_rad_s| *rate_rad_s > hand.flicked_rad_s)
    };
    let Some((hand, rate_rad_s)) = directions::hands().iter().find_map(|hand| Some((hand, rate_rad_s(hand)?))) else {
        return Vec::new();
    };
    let times = Quantity { unit: word("common.beyond_hand_unit").to_owned(), ..Quantity::plain("rate", "rate") };
    let rate = Sentence::of_value(Value::Number((rate_rad_s / TURN_RAD).round()), &times);
    let caution = fill("common.beyond_hand", [("rate", rate)]);
    let source = fill("common.known_of_hands", [("source", Sentence::of_name(&hand.source))]);
    vec![
        Note { heading: NoteHeading::Caution, sentence: caution },
        Note { heading: NoteHeading::Method, sentence: source },
    ]
}

/// The value of a key that is the same everywhere, as the least and the greatest.
pub fn fixed_ends(fixed: &FixedKeys, key: &str) -> Option<[f64; 2]> {
    if let Some(Value::Number(value)) = fixed.get(key) { Some([*value; 2]) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn zero(keys: &[(&str, Value)]) -> String {
        let fixed = keys.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect();
        let place = Quantity::plain("shot.position_rad", "position on the ring");
        let of = around([&place].into_iter());
        note(NoteHeading::Direction, of["position"], &fixed).map(|note| note.sentence.text()).unwrap_or_default()
    }

    #[test]
    fn zero_lies_on_a_row_of_the_rack_unless_that_is_turned() {
        let straight = "Position: 0 degrees is along a row of marbles; counted anticlockwise from above.";
        assert_eq!(zero(&[]), straight);
        let turned = |degrees: f64| zero(&[("rack.phase_rad", Value::Number(degrees.to_radians()))]);
        assert_eq!(turned(60.0), straight, "six rows look alike");
        assert!(turned(15.0).starts_with("Position: 0 degrees is 15 degrees clockwise of a row"), "{}", turned(15.0));
        assert!(turned(-15.0).starts_with("Position: 0 degrees is 45 degrees clockwise of a row"));
        let random = zero(&[("rack.phase", Value::Choice("random".into()))]);
        assert!(random.starts_with("Position: 0 degrees is anywhere, since the rack is turned at random"), "{random}");
    }

    #[test]
    fn what_a_thumb_may_not_be_able_to_do_is_said() {
        let said = |spin: [f64; 2], speed: [f64; 2]| {
            let advised = move |key: &str| match key {
                "shot.spin_ratio" => Some(spin),
                "shot.speed_m_s" => Some(speed),
                _ => None,
            };
            beyond_hand(advised, |key| (key == "toley.diameter_m").then_some([0.019; 2]))
        };
        // 0.8 x 5 / 0.0095 = 421 rad/s, 67 turns a second
        let notes = said([-0.8; 2], [5.0; 2]);
        assert_eq!(
            notes[0].sentence.text(),
            "A thumb may not be able to spin it 67 times a second; nobody has measured it."
        );
        assert!(notes[1].sentence.text().contains("SIAM Review"));
        assert!(said([-0.8, 0.0], [5.0; 2]).is_empty(), "no spin is as good");
        assert!(said([-0.8, -0.3], [4.0, 5.0]).is_empty(), "126 rad/s are as good");
        assert!(said([-0.4; 2], [5.0; 2]).is_empty());
        assert!(beyond_hand(|_| None, |_| Some([5.0; 2])).is_empty(), "what is not advised is not judged");
    }
}
