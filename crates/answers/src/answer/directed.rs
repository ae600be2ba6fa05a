//! Numbers that go one way or the other, in sentences: which value to choose, and between which.

use tolley_experiment::value::Value;

use super::quantity::Quantity;
use super::sentence::Sentence;
use crate::directions::{Sides, Way};

/// What is chosen, where it goes one way or the other: `an aim 12 mm left of the middle`, `strong backspin (0.8 of
/// rolling)`, `no spin`; nothing of other quantities. `about` stands before a value that is not to be taken exactly.
pub fn choice(of: &Quantity, name: &str, value: &Value, about: bool) -> Option<Sentence> {
    let (direction, Value::Number(number)) = (of.direction()?, value) else { return None };
    if *number == 0.0 && !direction.none.is_empty() {
        return Some(Sentence::default().name(&direction.none));
    }
    let sentence = Sentence::default();
    Some(match direction.way {
        Way::Around(_) => sentence.name(name).and(if about { " about " } else { " of " }).value(value.clone(), of),
        Way::Sided(_) => sentence.name(&direction.noun).and(" ").value(value.clone(), of),
        Way::Spin => sentence.value(value.clone(), of),
    })
}

/// What is chosen of a range, in few words: `an aim near the middle`, `backspin or no spin`.
pub fn choice_within(of: &Quantity, name: &str, ends: [&Value; 2]) -> Option<Sentence> {
    let (direction, [Value::Number(low), Value::Number(high)]) = (of.direction()?, ends) else { return None };
    let begin = match &direction.way {
        Way::Spin if *high == 0.0 => return Some(Sentence::words("backspin or no spin")),
        Way::Spin if *low == 0.0 => return Some(Sentence::words("topspin or no spin")),
        Way::Spin => Sentence::default(),
        // what is best lies on both sides of the middle: a person aims there
        Way::Sided(sides) if *low < 0.0 && *high > 0.0 && !is_even(of, [*low, *high]) => {
            return Some(Sentence::default().name(&direction.noun).and(" near ").name(&sides.middle));
        }
        Way::Sided(_) => Sentence::default().name(&direction.noun).and(" "),
        Way::Around(_) => Sentence::default().name(name).and(" from "),
    };
    Some(begin.then(within(of, ends)?))
}

/// A range without what is chosen: `within 24 mm of the middle`, `36 mm right to 24 mm left of the middle`, `backspin
/// (up to 1 of rolling) or no spin`.
pub fn within(of: &Quantity, ends: [&Value; 2]) -> Option<Sentence> {
    let (direction, [Value::Number(low), Value::Number(high)]) = (of.direction()?, ends) else { return None };
    let ends = [*low, *high];
    let [low, high] = ends.map(|end| Sentence::default().value(Value::Number(end), of));
    Some(match &direction.way {
        Way::Around(_) => low.and(" to ").then(high),
        Way::Sided(sides) => sided(of, sides, ends),
        Way::Spin => spin(of, ends),
    })
}

/// A range of spins; the weaker one comes first.
fn spin(of: &Quantity, [low, high]: [f64; 2]) -> Sentence {
    let plain = Quantity { name: String::new(), ..of.clone() };
    let size = |number: f64| Sentence::default().value(Value::Number(number.abs()), &plain);
    let up_to = |words, number: f64| Sentence::words(words).then(size(number)).and(" of rolling) or no spin");
    let between =
        |words, from, to| Sentence::words(words).then(size(from)).and(" to ").then(size(to)).and(" of rolling");
    match [low, high] {
        [low, 0.0] => up_to("backspin (up to ", low),
        [0.0, high] => up_to("topspin (up to ", high),
        [low, high] if high < 0.0 => between("backspin, ", high, low),
        [low, high] if low > 0.0 => between("topspin, ", low, high),
        [low, high] => {
            Sentence::words("backspin of ").then(size(low)).and(" to topspin of ").then(size(high)).and(" of rolling")
        }
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
    let size = |number: f64| Sentence::default().value(Value::Number(number.abs()), &plain).name(&sides.unit);
    let [below, above] = sides.names.each_ref().map(|side| format!(" {side}"));
    match [low, high] {
        [0.0, 0.0] => Sentence::default().name(&sides.middle),
        [low, high] if low < 0.0 && is_even(of, [low, high]) => {
            Sentence::words("within ").then(size(high)).and(" of ").name(&sides.middle)
        }
        [0.0, high] => Sentence::words("up to ").then(size(high)).name(above).name(&sides.of),
        [low, 0.0] => Sentence::words("up to ").then(size(low)).name(below).name(&sides.of),
        [low, high] if low < 0.0 && high > 0.0 => {
            size(low).name(below).and(" to ").then(size(high)).name(above).name(&sides.of)
        }
        [low, high] if high < 0.0 => size(high).and(" to ").then(size(low)).name(below).name(&sides.of),
        [low, high] => size(low).and(" to ").then(size(high)).name(above).name(&sides.of),
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
