//! The answer for people: a table of the best choices, and below it what they hang on.

use tolley_experiment::value::Value;
use tolley_search::best::{Against, Between, Edge, End, Found, Fresh, Near, Place, Span};

use super::answers::{Answers, Stratum};
use crate::columns::{self, TextColumn};
use crate::number::{self, Shown};
use crate::words::GroupedCount;

/// A share of all choices below which there were too few to tell it.
const FEW: f64 = 0.005;

/// Everything that is answered.
pub fn text(answers: &Answers<'_>, place: &str) -> String {
    let Answers { plan, best, strata } = answers;
    let is_share = strata.first().is_some_and(|stratum| stratum.asked.task.is_share);
    let (mean, interval) = if is_share { ("share", "Wilson") } else { ("mean", "t") };
    let head = format!(
        "{}: the best {} for each skill, seed {}, {} shots\nvalue: {} of fresh shots with its 95 % interval ({}), n shots; \
         lost: paired on the same seeds\n",
        plan.study.name,
        best.objective,
        plan.seed,
        GroupedCount(best.shots),
        mean,
        interval
    );
    let told: String = strata.iter().map(|stratum| of_stratum(answers, stratum)).collect();
    let left_out: u64 = strata.iter().map(|stratum| stratum.answer.left_out).sum();
    let left_out = if left_out > 0 {
        format!("{} shots of the sweeps had no value\n", GroupedCount(left_out))
    } else {
        String::new()
    };
    format!("{head}{told}{left_out}answer: {place}\n")
}

fn of_stratum(answers: &Answers<'_>, stratum: &Stratum) -> String {
    let skills = || answers.best.skills.iter().zip(&stratum.answer.skills);
    let values = stratum.values.iter().map(|(column, value)| {
        let shown = Shown::of_column(column);
        format!("{} {} {}", shown.name, number::value(value, shown.factor), shown.unit).trim_end().to_owned()
    });
    let values = values.collect::<Vec<_>>().join(", ");
    let head = if values.is_empty() { "\n".to_owned() } else { format!("\n{values}\n") };
    let told: String = skills().map(|(skill, found)| of_skill(answers, stratum, &skill.name, found)).collect();
    let jumps: String = stratum.answer.jumps.iter().map(|jump| of_jump(answers, stratum, jump)).collect();
    let jumps = match jumps.is_empty() && stratum.answer.skills.len() > 1 {
        true => "\nno jump of the best choice from skill to skill is seen by the sweep\n".to_owned(),
        false => jumps,
    };
    format!("{head}{}{told}{jumps}", columns::indented(&columns::rows(&table(answers, stratum))))
}

/// The numbers that are decided over: index and how they are shown.
fn decided(answers: &Answers<'_>, stratum: &Stratum) -> Vec<(usize, Shown)> {
    let numbers = stratum.asked.task.numbers.iter().enumerate().filter(|(_, number)| number.is_decided());
    let shown = |at: usize| Shown::of_column(answers.plan.study.schema.keys[stratum.asked.keys[at]].path.name);
    numbers.map(|(at, _)| (at, shown(at))).collect()
}

fn table(answers: &Answers<'_>, stratum: &Stratum) -> Vec<TextColumn> {
    let found = &stratum.answer.skills;
    let cells = |name: &str, unit: &str, cells: Vec<String>| {
        [name.to_owned(), unit.to_owned()].into_iter().chain(cells).collect::<Vec<_>>()
    };
    let names = answers.best.skills.iter().map(|skill| skill.name.clone()).collect();
    let mut columns = vec![TextColumn::left(cells("skill", "", names))];
    for (at, shown) in decided(answers, stratum) {
        let values = found.iter().map(|found| short(found.at[at] * shown.factor)).collect();
        columns.push(TextColumn::right(cells(&shown.name, &shown.unit, values)));
    }
    let values = found.iter().map(|found| told(&found.value)).collect();
    columns.push(TextColumn::right(cells(&answers.best.objective, "", values)));
    let counts = found.iter().map(|found| GroupedCount(found.value.estimate.n).to_string()).collect();
    columns.push(TextColumn::right(cells("n", "", counts)));
    let methods =
        found.iter().map(|found| format!("{} of {}", found.chosen.method, found.chosen.order.len())).collect();
    columns.push(TextColumn::left(cells("chosen by", "", methods)));
    columns
}

fn of_skill(answers: &Answers<'_>, stratum: &Stratum, name: &str, found: &Found) -> String {
    let mut lines = Vec::new();
    if let Some(before) = &found.before {
        lines.push(format!(
            "fresh shots put another before it: {}, {}",
            at(answers, stratum, &before.at),
            lost(before)
        ));
    }
    if found.value.estimate.value == Some(0.0) && found.value.std_error == 0.0 {
        lines.push("no fresh shot was worth anything: nothing is known to be better than anything else".to_owned());
    }
    lines.extend(
        found
            .rivals
            .iter()
            .filter(|rival| rival.in_set)
            .map(|rival| format!("may be as good: {}, {}", at(answers, stratum, &rival.at), lost(rival))),
    );
    lines.extend(near(answers, stratum, found));
    lines.extend(found.edges.iter().map(|edge| of_edge(answers, stratum, edge)));
    lines.extend(found.places.iter().map(|place| of_place(answers, stratum, place)));
    for (image, against) in stratum.asked.images.iter().zip(&found.images) {
        lines.extend(against.iter().map(|against| of_image(&image.name, image.differs.as_deref(), against)));
    }
    for (skill, against) in answers.best.skills.iter().zip(&found.others) {
        let few = |against: &Against| match against.is_candidate {
            true => "",
            false => "; no candidate here, since half of its shots or more have no value",
        };
        let told = |against: &Against| format!("with the best of {}: {}{}", skill.name, lost(against), few(against));
        lines.extend(against.iter().map(told));
    }
    format!("\n{name}\n{}", columns::indented(&lines))
}

/// The choices that are nearly as good.
fn near(answers: &Answers<'_>, stratum: &Stratum, found: &Found) -> Vec<String> {
    let worth = found.value.estimate.value.unwrap_or(f64::NAN);
    match &found.near {
        Near::Unknown(why) => vec![format!("which choices lose less than 5 % is not known: {why}")],
        Near::Played(spans) => spans.iter().map(|span| of_span(answers, stratum, span, worth)).collect(),
        Near::Swept(zone) => {
            let extent = decided(answers, stratum).into_iter().map(|(at, shown)| {
                let [low, high] = zone.extent[at].map(|x| short(x * shown.factor));
                format!("{} {low} to {high} {}", shown.name, shown.unit).trim_end().to_owned()
            });
            let extent = extent.collect::<Vec<_>>().join(", ");
            // so few of the aims looked at that their share says nothing
            let few = zone.share < FEW;
            let share = if few { format!("under {}", number::percent(FEW)) } else { number::percent(zone.share) };
            vec![format!("not seen to lose more than 5 %: {share} of all choices, {extent}")]
        }
    }
}

/// A number moved alone from the best, which is worth so much: how far it may be, what is lost there, and where more
/// is.
fn of_span(answers: &Answers<'_>, stratum: &Stratum, span: &Span, worth: f64) -> String {
    let shown = Shown::of_column(answers.plan.study.schema.keys[stratum.asked.keys[span.number]].path.name);
    let x = |x: f64| short(x * shown.factor);
    let lost = |loss: &Fresh, at: f64| format!("{} lost at {}", told(loss), x(at));
    let within = span.ends.iter().filter_map(|end| {
        let loss = end.loss.as_ref()?;
        Some(format!("{}{}", lost(loss, end.at), doubt(end, worth)))
    });
    let beyond: Vec<String> =
        span.ends.iter().filter_map(|end| end.beyond.as_ref()).map(|(at, loss)| lost(loss, *at)).collect();
    let beyond = if beyond.is_empty() { String::new() } else { format!("; beyond: {}", beyond.join(", ")) };
    let within: String = within.map(|lost| format!("; {lost}")).collect();
    let ends = span.ends.iter().zip(stratum.asked.task.numbers[span.number].aims);
    let short_of = ends.filter(|(end, last)| end.beyond.is_none() && end.at != *last);
    let unknown: String = short_of.map(|(end, _)| format!("; too few shots to go beyond {}", x(end.at))).collect();
    let [low, high] = reaches(&span.ends, worth, x);
    let range = format!("{} alone {low} to {high} {}", shown.name, shown.unit);
    format!("not seen to lose more than 5 %: {}{within}{beyond}{unknown}", range.trim_end())
}

/// From where to where; an end that its own shots call too far is none, and lies somewhere before it.
fn reaches([low, high]: &[End; 2], worth: f64, x: impl Fn(f64) -> String) -> [String; 2] {
    [(low, "above "), (high, "below ")]
        .map(|(end, before)| format!("{}{}", if end.loses_more(worth) { before } else { "" }, x(end.at)))
}

/// What the shots by which a loss is told say against its being small, or one at all.
fn doubt(end: &End, worth: f64) -> &'static str {
    match end.loss.as_ref().and_then(|loss| loss.estimate.interval) {
        Some(_) if end.loses_more(worth) => " (more than 5 %, as these shots say)",
        Some([_, high]) if high < 0.0 => " (better than the best, as these shots say; more would tell)",
        _ => "",
    }
}

fn of_edge(answers: &Answers<'_>, stratum: &Stratum, edge: &Edge) -> String {
    let keys = &answers.plan.study.schema.keys;
    let shown = Shown::of_column(keys[stratum.asked.keys[edge.number]].path.name);
    let end = end(answers, stratum, edge.number, edge.is_high);
    // what never varied has no interval: who errs in nothing gains as much in each shot
    let gain = &edge.gain.estimate;
    let ends = gain.interval.or_else(|| gain.value.filter(|_| gain.n > 1).map(|gain| [gain; 2]));
    let says = match ends {
        Some([low, _]) if low > 0.0 => "beyond it the value still rises",
        Some([_, high]) if high < 0.0 => "beyond it the value falls",
        _ => "beyond it the value is not seen to rise",
    };
    let beyond = format!("{} {}", short(edge.beyond * shown.factor), shown.unit);
    let lifted = lifted(answers, stratum, edge).map_or_else(String::new, |lifted| format!(", {lifted}"));
    format!("{}: {end}: {says}, by {} at {}{lifted}", shown.name, told(&edge.gain), beyond.trim_end())
}

/// What the end of a number's range is.
fn end(answers: &Answers<'_>, stratum: &Stratum, number: usize, is_high: bool) -> String {
    let keys = &answers.plan.study.schema.keys;
    match stratum.aim(number).and_then(|aim| aim.ends_at(is_high)).map(|limit| &keys[limit.key]) {
        Some(limit) if limit.assumption.is_some() => format!("at the limit of {}, an assumption", limit.path),
        Some(limit) => format!("at the limit of {}", limit.path),
        None => "at the end of its range".to_owned(),
    }
}

/// Which limit of the hand does not hold beyond an end, and for which shots.
fn lifted(answers: &Answers<'_>, stratum: &Stratum, edge: &Edge) -> Option<String> {
    let aim = stratum.aim(edge.number)?;
    let limit = &answers.plan.study.schema.keys[aim.passed(edge.is_high, edge.beyond)?.key];
    let is_named = aim.ends_at(edge.is_high).is_some();
    let of = if is_named { String::new() } else { format!(" of {}", limit.path) };
    match stratum.asked.task.is_later {
        true => Some(format!("the limit{of} lifted for all shots that follow too")),
        false => (!is_named).then(|| format!("the limit{of} lifted")),
    }
}

fn of_place(answers: &Answers<'_>, stratum: &Stratum, place: &Place) -> String {
    let shown = Shown::of_column(answers.plan.study.schema.keys[stratum.asked.keys[place.number]].path.name);
    let out: Vec<String> =
        place.at.iter().filter(|at| !at.in_set).map(|at| short(at.at[place.number] * shown.factor)).collect();
    let shots = match place.tried {
        1 => "one shot at each, for want of shots to choose by".to_owned(),
        tried => format!("the best of up to {tried} shots at each"),
    };
    let spread = format!("best less worst of {} places, {shots}: {}", place.at.len(), told(&place.spread));
    if !place.matters {
        return format!("{}: not seen to matter by more than 5 %; {spread}", shown.name);
    }
    let out = if out.is_empty() { String::new() } else { format!("; not the best: {} {}", out.join(", "), shown.unit) };
    format!("{}: matters{out}; {spread}", shown.name)
}

fn of_image(name: &str, differs: Option<&str>, against: &Against) -> String {
    let ties = against.loss.estimate.interval.is_none_or(|[low, high]| low <= 0.0 && high >= 0.0);
    let why = match (differs, ties) {
        (None, true) => "; ties, as it must".to_owned(),
        (None, false) => "; does not tie, although it must in the long run".to_owned(),
        (Some(why), true) => format!("; ties, although {why}"),
        (Some(why), false) => format!("; does not tie: {why}"),
    };
    format!("{name}: {}{why}", lost(against))
}

fn of_jump(answers: &Answers<'_>, stratum: &Stratum, between: &Between) -> String {
    let ([from, to], jump) = (between.skills, &between.jump);
    let shown = ("jumps", "");
    let not_shown = ("may jump", "; fresh shots do not show that this matters");
    let (jumps, sure) = if stratum.shows(between) { shown } else { not_shown };
    let place = match stratum.jumps_at(answers.best, between) {
        Some((key, sd)) => {
            let shown = Shown::of_column(answers.plan.study.schema.keys[key].path.name);
            format!("at {} {} {} by the sweep", shown.name, short(sd * shown.factor), shown.unit)
        }
        None => "at which skill is not found between them".to_owned(),
    };
    format!(
        "\nfrom {} to {} the best choice {jumps} ({place}): from {} to {}{sure}\n",
        answers.best.skills[from].name,
        answers.best.skills[to].name,
        at(answers, stratum, &jump.from),
        at(answers, stratum, &jump.to)
    )
}

fn at(answers: &Answers<'_>, stratum: &Stratum, at: &[f64]) -> String {
    let shown = decided(answers, stratum).into_iter().map(|(number, shown)| {
        format!("{} {} {}", shown.name, short(at[number] * shown.factor), shown.unit).trim_end().to_owned()
    });
    shown.collect::<Vec<_>>().join(", ")
}

fn lost(against: &Against) -> String {
    format!("{} lost", told(&against.loss))
}

fn told(fresh: &Fresh) -> String {
    number::estimate(&fresh.estimate, 1.0, number::decimals(&fresh.estimate, 1.0).unwrap_or(4))
}

/// Three significant digits.
fn short(x: f64) -> String {
    let rounded: f64 = format!("{x:.2e}").parse().unwrap_or(x);
    // a rounded -0.0 would puzzle
    number::value(&Value::Number(if rounded == 0.0 { 0.0 } else { rounded }), 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loss_that_is_told_to_be_another_is_doubted() {
        let end = |low: f64, high: f64| {
            let mut loss = Fresh::default();
            (loss.estimate.value, loss.estimate.interval) = (Some(0.5 * (low + high)), Some([low, high]));
            End { at: 0.7, loss: Some(loss), beyond: None }
        };
        let said = |low: f64, high: f64| doubt(&end(low, high), 6.6);
        assert_eq!((said(-0.3, 1.2), said(0.2, 2.6)), ("", ""));
        assert!(said(2.4, 4.4).contains("more than 5 %") && said(-4.8, -1.4).contains("better than the best"));
        let [low, high] = reaches(&[end(2.4, 4.4), end(-0.3, 1.2)], 6.6, short);
        assert_eq!((low.as_str(), high.as_str()), ("above 0.7", "0.7"), "half of the value is not nearly as good");
    }
}
