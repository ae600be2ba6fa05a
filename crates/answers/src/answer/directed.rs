//! Numbers that go one way or the other, in sentences: which value to choose, and between which.

use tolley_experiment::value::Value;

use super::quantity::Quantity;
use super::say::{fill, say};
use super::sentence::Sentence;
use crate::directions::{Direction, Sides, Way};

/// What is chosen, where it goes one way or the other: `an aim 12 mm left of the middle`, `strong backspin (0.8 of
/// rolling)`, `no spin`; nothing of other quantities. `about` stands before a value that is not to be taken exactly.
pub fn choice(of: &Quantity, name: &str, value: &Value, about: bool) -> Option<Sentence> {
    let (direction, Value::Number(number)) = (of.direction()?, value) else { return None };
    if *number == 0.0 && !direction.none.is_empty() {
        return Some(Sentence::of_name(&direction.none));
    }
    let value = Sentence::of_value(value.clone(), of);
    Some(match direction.way {
        Way::Around(_) => {
            let id = if about { "direction.about" } else { "direction.of" };
            fill(id, [("name", Sentence::of_name(name)), ("value", value)])
        }
        Way::Sided(_) => noun_value(direction, value),
        Way::Spin => value,
    })
}

/// What is chosen of a range, in few words: `an aim near the middle`, `backspin or no spin`.
pub fn choice_within(of: &Quantity, name: &str, ends: [&Value; 2]) -> Option<Sentence> {
    let (direction, [Value::Number(low), Value::Number(high)]) = (of.direction()?, ends) else { return None };
    Some(match &direction.way {
        Way::Spin if *high == 0.0 => say("direction.back_or_none"),
        Way::Spin if *low == 0.0 => say("direction.top_or_none"),
        Way::Spin => within(of, ends)?,
        // what is best lies on both sides of the middle: a person aims there
        Way::Sided(sides) if *low < 0.0 && *high > 0.0 && !is_even(of, [*low, *high]) => {
            let middle = Sentence::of_name(&sides.middle);
            fill("direction.near", [("noun", Sentence::of_name(&direction.noun)), ("middle", middle)])
        }
        Way::Sided(_) => noun_value(direction, within(of, ends)?),
        Way::Around(_) => fill("direction.from", [("name", Sentence::of_name(name)), ("range", within(of, ends)?)]),
    })
}

/// `an aim 12 mm left of the middle`
fn noun_value(direction: &Direction, value: Sentence) -> Sentence {
    fill("direction.noun_value", [("noun", Sentence::of_name(&direction.noun)), ("value", value)])
}

/// A range without what is chosen: `within 24 mm of the middle`, `36 mm right to 24 mm left of the middle`, `backspin
/// (up to 1 of rolling) or no spin`.
pub fn within(of: &Quantity, ends: [&Value; 2]) -> Option<Sentence> {
    let (direction, [Value::Number(low), Value::Number(high)]) = (of.direction()?, ends) else { return None };
    let ends = [*low, *high];
    let [low, high] = ends.map(|end| Sentence::of_value(Value::Number(end), of));
    Some(match &direction.way {
        Way::Around(_) => fill("direction.to", [("low", low), ("high", high)]),
        Way::Sided(sides) => sided(of, sides, ends),
        Way::Spin => spin(of, ends),
    })
}

/// A range of spins; the weaker one comes first.
fn spin(of: &Quantity, [low, high]: [f64; 2]) -> Sentence {
    let plain = Quantity { name: String::new(), ..of.clone() };
    let size = |number: f64| Sentence::of_value(Value::Number(number.abs()), &plain);
    match [low, high] {
        [low, 0.0] => fill("direction.back_up_to", [("size", size(low))]),
        [0.0, high] => fill("direction.top_up_to", [("size", size(high))]),
        [low, high] if high < 0.0 => fill("direction.back_between", [("low", size(high)), ("high", size(low))]),
        [low, high] if low > 0.0 => fill("direction.top_between", [("low", size(low)), ("high", size(high))]),
        [low, high] => fill("direction.back_to_top", [("back", size(low)), ("top", size(high))]),
    }
}

/// Whether two numbers are as far from the middle, as they are printed.
fn is_even(of: &Quantity, [low, high]: [f64; 2]) -> bool {
    of.value(&Value::Number(-low)) == of.value(&Value::Number(high))
}

/// Between two numbers that lie on two sides of a middle, or on one.
fn sided(of: &Quantity, sides: &Sides, [low, high]: [f64; 2]) -> Sentence {
    // a size alone goes no way
    let plain = Quantity { name: String::new(), ..of.clone() };
    let size = |number: f64| Sentence::of_value(Value::Number(number.abs()), &plain).name(&sides.unit);
    let [below, above] = sides.names.each_ref().map(|side| format!(" {side}"));
    let up_to =
        |number: f64, side: String| fill("direction.up_to", [("size", size(number).name(side).name(&sides.of))]);
    let to = |low: Sentence, high: Sentence| fill("direction.to", [("low", low), ("high", high.name(&sides.of))]);
    match [low, high] {
        [0.0, 0.0] => Sentence::of_name(&sides.middle),
        [low, high] if low < 0.0 && is_even(of, [low, high]) => {
            fill("direction.within", [("size", size(high)), ("middle", Sentence::of_name(&sides.middle))])
        }
        [0.0, high] => up_to(high, above),
        [low, 0.0] => up_to(low, below),
        [low, high] if low < 0.0 && high > 0.0 => to(size(low).name(below), size(high).name(above)),
        [low, high] if high < 0.0 => to(size(high), size(low).name(below)),
        [low, high] => to(size(low), size(high).name(above)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn aim() -> Quantity {
        Quantity { unit: "mm".to_owned(), factor: 1e3, ..Quantity::plain("shot.aim_offset_m", "aim offset") }
    }

    fn said(of: &Quantity, ends: [f64; 2]) -> String {
        let [low, high] = ends.map(Value::Number);
        choice_within(of, "spin", [&low, &high]).expect("a range").text()
    }

    #[test]
    fn a_range_has_both_its_ends() {
        let aim = aim();
        assert_eq!(said(&aim, [-0.024, 0.024]), "An aim within 24 mm of the middle");
        assert_eq!(said(&aim, [-0.036, 0.024]), "An aim near the middle");
        let ends = [Value::Number(-0.036), Value::Number(0.024)];
        let range = within(&aim, [&ends[0], &ends[1]]).map(|said| said.text());
        assert_eq!(range.as_deref(), Some("36 mm right to 24 mm left of the middle"));
        assert_eq!(said(&aim, [0.0, 0.024]), "An aim up to 24 mm left of the middle");
        assert_eq!(said(&aim, [-0.024, 0.0]), "An aim up to 24 mm right of the middle");
        assert_eq!(said(&aim, [0.012, 0.024]), "An aim 12 mm to 24 mm left of the middle");
        assert_eq!(said(&aim, [-0.024, -0.012]), "An aim 12 mm to 24 mm right of the middle");
        let spin = Quantity::plain("shot.spin_ratio", "spin of the shot");
        assert_eq!(said(&spin, [-0.5, 0.0]), "Backspin or no spin");
        assert_eq!(said(&spin, [-1.1, -0.15]), "Backspin, 0.15 to 1.1 of rolling");
        assert_eq!(said(&spin, [-0.3, 0.2]), "Backspin of 0.3 to topspin of 0.2 of rolling");
        let all = within(&spin, [&Value::Number(-1.0), &Value::Number(0.0)]).map(|said| said.text());
        assert_eq!(all.as_deref(), Some("Backspin (up to 1 of rolling) or no spin"));
        let two = within(&aim, [&Value::Number(-0.036), &Value::Number(0.024)]).map(|said| said.number_count());
        assert_eq!(two, Some(2));
    }

    #[test]
    fn zero_is_none_only_where_that_is_so() {
        let zero = |of: &Quantity| choice(of, "position", &Value::Number(0.0), true).map(|said| said.text());
        assert_eq!(zero(&aim()).as_deref(), Some("No aim offset"));
        assert_eq!(zero(&Quantity::plain("shot.spin_ratio", "spin")).as_deref(), Some("No spin"));
        let place = Quantity { unit: "deg".to_owned(), ..Quantity::plain("shot.position_rad", "position on the ring") };
        assert_eq!(zero(&place).as_deref(), Some("Position about 0 degrees"));
        assert_eq!(zero(&Quantity::plain("shot.speed_m_s", "speed")), None);
    }
}
