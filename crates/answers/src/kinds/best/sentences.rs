//! What is best, in sentences.

use tolley_analysis::Estimate;
use tolley_experiment::value::Value;
use tolley_search::factorial::LevelWorth;

use super::choices::{ChoiceAxis, Choices};
use super::judged::{AxisJudged, AxisSays, BestJudged};
use crate::answer::directed;
use crate::answer::sentence::Form;
use crate::answer::{Certainty, Finding, Quantity, Sentence, Verdict, fill, say};
use crate::catalogue::word;
use crate::directions::Way;

/// Words and numbers that the first sentence may have.
const ROOM: [usize; 2] = [25, 2];

/// Verdict, certainty and sentence.
pub fn headline(choices: &Choices, judged: &BestJudged) -> (Verdict, Certainty, Sentence) {
    let of =
        |is: fn(&AxisSays) -> bool| -> Vec<&AxisJudged> { judged.axes.iter().filter(|axis| is(&axis.says)).collect() };
    let depends = of(|says| matches!(says, AxisSays::DependsOnAxis(_) | AxisSays::DependsOnCase));
    let clear = of(|says| *says == AxisSays::Best(Certainty::Clearly));
    let probable = of(|says| *says == AxisSays::Best(Certainty::Probably));
    let little = of(|says| *says == AxisSays::HardlyMatters);
    let (certainty, mut named) =
        if clear.is_empty() { (Certainty::Probably, probable) } else { (Certainty::Clearly, clear) };
    named.sort_by(|a, b| b.most.total_cmp(&a.most));
    let depends = depends.first().map(|axis| depends_on(choices, axis));
    if named.is_empty() {
        return match depends {
            Some(sentence) => (Verdict::Best, Certainty::Clearly, sentence),
            None => undecided(choices, judged, &little),
        };
    }
    let id = if certainty == Certainty::Clearly { "best.choose" } else { "best.probably_choose" };
    let choose = |phrases: &[Sentence]| fill(id, [("choices", listed(phrases))]);
    let mut phrases: Vec<Sentence> = Vec::new();
    for axis in named {
        let longer = [phrases.as_slice(), &[chosen(&choices.axes[axis.axis], &axis.levels)]].concat();
        if phrases.is_empty() || has_room(&choose(&longer)) {
            phrases = longer;
        }
    }
    let sentence = choose(&phrases);
    let end = match depends {
        Some(depends) => Some(depends),
        None if little.is_empty() => None,
        None => Some(hardly_matter(names(choices, &little), little.len())),
    };
    let longer = end.map(|end| fill("best.and_little", [("sentence", sentence.clone()), ("little", end)]));
    let longer = longer.filter(has_room);
    (Verdict::Best, certainty, longer.unwrap_or(sentence).and("."))
}

/// `aim offset and spin hardly matter`
pub fn hardly_matter(names: Sentence, count: usize) -> Sentence {
    fill(if count == 1 { "best.little_one" } else { "best.little_several" }, [("names", names)])
}

/// Whether a sentence may be the first one.
pub fn has_room(sentence: &Sentence) -> bool {
    sentence.text().split_whitespace().count() <= ROOM[0] && sentence.number_count() <= ROOM[1]
}

/// `one, another and a third`
pub fn listed(phrases: &[Sentence]) -> Sentence {
    let mut sentence = Sentence::default();
    for (at, phrase) in phrases.iter().enumerate() {
        let glue = match at {
            0 => Sentence::default(),
            _ if at + 1 == phrases.len() => say("common.and"),
            _ => say("common.comma"),
        };
        sentence = sentence.then(glue).then(phrase.clone());
    }
    sentence
}

/// Nothing is seen to be better than anything else: either all hardly matters, or that is open.
fn undecided(choices: &Choices, judged: &BestJudged, little: &[&AxisJudged]) -> (Verdict, Certainty, Sentence) {
    let open: Vec<&AxisJudged> = judged.axes.iter().filter(|axis| axis.says == AxisSays::CannotTell).collect();
    if open.is_empty() && !little.is_empty() {
        let at_most = little.iter().map(|axis| axis.at_most).fold(0.0, f64::max);
        let names = ("names", names(choices, little));
        let id = if little.len() == 1 { "best.indifferent_one" } else { "best.indifferent_several" };
        let sentence = match choices.is_exact && at_most == 0.0 {
            true => fill("best.indifferent_exact", [names]),
            false => {
                let size = Sentence::of_estimate(size(at_most), &choices.of.difference(), Form::Alone);
                fill(id, [names, ("size", size)])
            }
        };
        return (Verdict::Indifferent, Certainty::Clearly, sentence);
    }
    let id = if open.len() == 1 { "best.open_one" } else { "best.open_several" };
    let sentence = fill(id, [("names", names(choices, &open))]);
    let sentence = if has_room(&sentence) { sentence } else { say("best.open") };
    (Verdict::CannotTell, Certainty::CannotTell, sentence)
}

/// `which aim offset is best depends on the position on the ring`
fn depends_on(choices: &Choices, axis: &AxisJudged) -> Sentence {
    let name = Sentence::of_name(choices.axes[axis.axis].short.clone());
    let by = match axis.says {
        AxisSays::DependsOnAxis(turn) => choices.axes[turn.by].quantity.label.clone(),
        _ => {
            let all = choices.cases[0].values.iter().map(|(quantity, _)| quantity.label.clone());
            all.collect::<Vec<_>>().join(word("best.and_the"))
        }
    };
    fill("best.depends_on", [("name", name), ("by", Sentence::of_name(by))])
}

fn names(choices: &Choices, axes: &[&AxisJudged]) -> Sentence {
    let name = |axis: &&AxisJudged| Sentence::of_name(choices.axes[axis.axis].short.clone());
    listed(&axes.iter().map(name).collect::<Vec<_>>())
}

/// A bound with two digits, rounded up.
fn size(value: f64) -> Estimate {
    let text = format!("{value:.1e}");
    let digits = |text: &str| text.parse::<f64>().unwrap_or(value);
    let unit =
        text.split_once('e').and_then(|(_, power)| power.parse::<i32>().ok()).map(|power| format!("1e{}", power - 1));
    let rounded = digits(&text);
    let up = if rounded < value { unit.map_or(value, |unit| rounded + digits(&unit)) } else { rounded };
    Estimate { value: Some(up), ..Estimate::default() }
}

/// Numbers in their order, each with its place in the design.
type Ranked = Vec<(f64, usize)>;

/// Values of an axis by their size, with their places in the design; nothing of what are no numbers.
fn ordered(axis: &ChoiceAxis) -> Option<Ranked> {
    let number = |value: &Value| match value {
        Value::Number(number) => Some(*number),
        Value::Count(count) => Some(*count as f64),
        _ => None,
    };
    let mut all: Ranked =
        axis.values.iter().enumerate().map(|(at, value)| Some((number(value)?, at))).collect::<Option<_>>()?;
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    Some(all)
}

/// The lowest and the highest of some values without a gap, by rank, of all; nothing of others.
fn ends(axis: &ChoiceAxis, levels: &[usize]) -> Option<([usize; 2], Ranked)> {
    let all = ordered(axis)?;
    let is_in = |(_, level): &(f64, usize)| levels.contains(level);
    let (low, high) = (all.iter().position(is_in)?, all.iter().rposition(is_in)?);
    // what has gaps is no range
    (high - low + 1 == levels.len()).then_some(([low, high], all))
}

/// `the highest speed`, `spin of -0.5 or less`, `policy hunter`: as it stands in the first sentence.
pub(super) fn chosen(axis: &ChoiceAxis, levels: &[usize]) -> Sentence {
    let (name, full) = (|| [("name", Sentence::of_name(axis.short.clone()))], || full_name(axis));
    let Some(([low, high], all)) = ends(axis, levels) else { return nominal(axis, levels, true) };
    let value = |rank: usize| axis.values[all[rank].1].clone();
    let last = all.len() - 1;
    let directed = match [low, high] {
        [low, high] if low == high => directed::choice(&axis.quantity, &full(), &value(low), true),
        [low, high] => directed::choice_within(&axis.quantity, &full(), [&value(low), &value(high)]),
    };
    if let Some(directed) = directed {
        return directed;
    }
    let of = |rank: usize| Sentence::of_value(value(rank), &axis.quantity);
    let full = || ("name", Sentence::of_name(full()));
    match [low, high] {
        [0, 0] => fill(if last == 1 { "best.the_lower" } else { "best.the_lowest" }, name()),
        [low, _] if low == last => fill(if last == 1 { "best.the_higher" } else { "best.the_highest" }, name()),
        [low, high] if low == high => fill("best.about", [full(), ("value", of(low))]),
        [low, high] if high == last => fill("best.of_or_more", [full(), ("value", of(low))]),
        [0, high] => fill("best.of_or_less", [full(), ("value", of(high))]),
        [low, high] => fill("best.from_to", [full(), ("low", of(low)), ("high", of(high))]),
    }
}

/// `the angle of player A's penalties`; a name of one word stands alone, `speed`.
fn full_name(axis: &ChoiceAxis) -> String {
    let named = Quantity { label: axis.short.clone(), ..axis.quantity.clone() };
    if axis.short.contains(' ') { named.with_article() } else { named.label }
}

/// `4.5 m/s or more`: as it stands next to the name of the axis.
fn range(axis: &ChoiceAxis, levels: &[usize]) -> Sentence {
    let Some(([low, high], all)) = ends(axis, levels) else { return nominal(axis, levels, false) };
    let value = |rank: usize| Sentence::of_value(axis.values[all[rank].1].clone(), &axis.quantity);
    let last = all.len() - 1;
    let ends = [low, high].map(|rank| &axis.values[all[rank].1]);
    if let Some(directed) = directed::within(&axis.quantity, ends).filter(|_| low < high) {
        return directed;
    }
    match [low, high] {
        [low, high] if low == high => value(low),
        [low, high] if high == last => fill("best.or_more", [("value", value(low))]),
        [0, high] => fill("best.or_less", [("value", value(high))]),
        [low, high] => fill("best.to", [("low", value(low)), ("high", value(high))]),
    }
}

/// Names that are said one by one.
const MOST_NAMES: usize = 3;

/// Names; of many all but those that are not, and where both are many how many there are.
fn nominal(axis: &ChoiceAxis, levels: &[usize], is_named: bool) -> Sentence {
    let count = axis.values.len();
    if levels.len() > MOST_NAMES && count - levels.len().min(count) > MOST_NAMES {
        let count = Sentence::of_count(levels.len() as u64);
        return fill("best.one_of_many", [("count", count), ("name", Sentence::of_name(full_name(axis)))]);
    }
    let is_rest = levels.len() > 2 && levels.len() < count;
    let said: Vec<usize> = (0..count).filter(|level| levels.contains(level) != is_rest).collect();
    let is_flag = matches!(axis.values.first(), Some(Value::Flag(_)));
    let is_one_word = !axis.short.contains(' ');
    let is_spin = axis.quantity.direction().is_some_and(|of| of.way == Way::Spin);
    let mut values = Sentence::default();
    for (at, level) in said.iter().enumerate() {
        let so_far = if at == 0 { values } else { values.then(say("best.or")) };
        values = match &axis.values[*level] {
            Value::Flag(flag) => so_far.name(word(if *flag { "common.yes" } else { "common.no" })),
            value => so_far.value(value.clone(), &axis.quantity),
        };
    }
    let (name, values) = (("name", Sentence::of_name(axis.short.clone())), ("values", values));
    let sentence = match (is_rest, is_named && (is_one_word || is_flag)) {
        // the words of a value say what it is
        (false, true) if is_spin => values.1,
        (true, true) => fill("best.any_name_but", [name, values]),
        (true, false) => fill("best.any_but", [values]),
        (false, true) if is_one_word => fill("best.name_value", [name, values]),
        (false, true) => fill("best.name_is_value", [name, values]),
        (false, false) => values.1,
    };
    if !is_named || is_one_word || is_flag {
        return sentence;
    }
    // `hunter as the way player A decides`
    let id = if axis.quantity.is_clause() { "best.value_for" } else { "best.value_as" };
    fill(id, [("values", sentence), ("name", Sentence::of_name(full_name(axis)))])
}

/// A value of an axis, in words.
pub fn value_text(axis: &ChoiceAxis, level: usize) -> Sentence {
    range(axis, &[level])
}

/// A line for each axis that has more than one value, those that matter most first.
pub fn findings(choices: &Choices, judged: &BestJudged) -> Vec<Finding> {
    let mut axes: Vec<&AxisJudged> = judged.axes.iter().filter(|axis| axis.says != AxisSays::Only).collect();
    let rank = |says: &AxisSays| match says {
        AxisSays::Best(Certainty::Clearly) => 0,
        AxisSays::DependsOnAxis(_) | AxisSays::DependsOnCase => 1,
        AxisSays::Best(_) => 2,
        AxisSays::CannotTell => 3,
        _ => 4,
    };
    axes.sort_by(|a, b| rank(&a.says).cmp(&rank(&b.says)).then(b.most.total_cmp(&a.most)));
    axes.iter().map(|axis| finding(choices, judged, axis)).collect()
}

/// How far the best and the worst trial are apart, of all choices: a bound that is no narrower says nothing.
fn seen_range(choices: &Choices) -> f64 {
    let all = choices.cases.iter().flat_map(|case| case.worth.worth.iter().flatten()).filter(|worth| !worth.is_nan());
    let [low, high] =
        all.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], worth| [low.min(*worth), high.max(*worth)]);
    high - low
}

fn finding(choices: &Choices, judged: &BestJudged, axis: &AxisJudged) -> Finding {
    let of = &choices.axes[axis.axis];
    let difference = choices.of.difference();
    let most = axis.at_most.min(all_of_it(choices, judged));
    let at_most = |id: &'static str| match axis.at_most < seen_range(choices) {
        true => fill(id, [("size", Sentence::of_estimate(size(most), &difference, Form::Alone))]),
        false => Sentence::default(),
    };
    let (says, detail, certainty) = match axis.says {
        AxisSays::Best(certainty) => (range(of, &axis.levels), next_best(choices, judged, axis), Some(certainty)),
        AxisSays::HardlyMatters if axis.at_most == 0.0 => (say("best.line_none"), Sentence::default(), None),
        AxisSays::HardlyMatters => (say("best.line_little"), at_most("best.line_little_by"), Some(Certainty::Clearly)),
        AxisSays::DependsOnAxis(turn) => {
            let by = &choices.axes[turn.by];
            let (value, other) = (("value", value_text(of, turn.level)), ("other", value_text(by, turn.at)));
            let says = fill("best.line_where", [value, ("axis", Sentence::of_name(by.short.clone())), other]);
            let gain = Estimate { value: Some(turn.gain), ..Estimate::default() };
            let gain = Sentence::of_estimate(gain, &difference, Form::Alone);
            (says, fill("best.line_by", [("gain", gain)]), Some(Certainty::Clearly))
        }
        AxisSays::DependsOnCase => (say("best.line_by_case"), Sentence::default(), Some(Certainty::Clearly)),
        AxisSays::CannotTell | AxisSays::Only => {
            let unknown = without_values(of, &judged.set.axes[axis.axis].levels);
            let detail = unknown.unwrap_or_else(|| at_most("best.line_open_by"));
            (say("best.line_open"), detail, None)
        }
    };
    Finding { subject: of.short.clone(), says, detail, certainty }
}

/// All that the best brings beyond the least that is possible: no other choice can cost more.
fn all_of_it(choices: &Choices, judged: &BestJudged) -> f64 {
    let [least, most] = choices.of.range;
    let worst = if choices.is_largest { least } else { most };
    judged.value.value.map_or(f64::INFINITY, |value| (value - worst).abs())
}

/// `no trial has a value with random`: the values of an axis of which nothing is known.
fn without_values(axis: &ChoiceAxis, levels: &[LevelWorth]) -> Option<Sentence> {
    let unknown: Vec<usize> = (0..levels.len()).filter(|level| levels[*level].mean.value.is_none()).collect();
    let said = fill("best.no_value_with", [("values", range(axis, &unknown))]);
    (!unknown.is_empty()).then_some(said)
}

/// What the best of the other values costs.
fn next_best(choices: &Choices, judged: &BestJudged, axis: &AxisJudged) -> Sentence {
    let levels = &judged.set.axes[axis.axis].levels;
    let others = (0..levels.len()).filter(|level| !axis.levels.contains(level));
    let cost = |level: &usize| levels[*level].cost.value.unwrap_or(f64::INFINITY);
    let Some(next) = others.min_by(|a, b| cost(a).total_cmp(&cost(b))) else { return Sentence::default() };
    let value = value_text(&choices.axes[axis.axis], next);
    let cost = Sentence::of_estimate(levels[next].cost, &choices.of.difference(), Form::Alone);
    fill("best.line_costs", [("value", value), ("cost", cost)])
}

/// What the set is worth: `6.6 points of the break (6.2 to 7.0)`.
pub fn amount(of: &Quantity, value: &Estimate, is_exact: bool) -> Sentence {
    if of.unit.is_empty() {
        let named = Quantity { unit: of.label.clone(), ..of.clone() };
        let value = Sentence::of_estimate(*value, &named, Form::WithInterval);
        return if is_exact { fill("best.amount_exactly", [("value", value)]) } else { value };
    }
    let value = ("value", Sentence::of_estimate(*value, of, Form::WithInterval));
    let id = if is_exact { "best.amount_of_exactly" } else { "best.amount_of" };
    fill(id, [("measure", Sentence::of_name(of.label.clone())), value])
}
