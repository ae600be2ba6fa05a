//! The answer for people: a table of the best choices, and below it what they hang on.

use indicatif::HumanCount;
use tolley_experiment::value::Value;
use tolley_search::best::{Against, Edge, Found, Fresh, Place};
use tolley_search::path::Jump;

use super::answers::{Answers, Stratum};
use crate::columns::{self, TextColumn};
use crate::summary::number::{self, Shown};

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
        HumanCount(best.shots),
        mean,
        interval
    );
    let told: String = strata.iter().map(|stratum| of_stratum(answers, stratum)).collect();
    let left_out: u64 = strata.iter().map(|stratum| stratum.answer.left_out).sum();
    let left_out = if left_out > 0 {
        format!("{} shots of the sweeps had no value\n", HumanCount(left_out))
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
    let counts = found.iter().map(|found| HumanCount(found.value.estimate.n).to_string()).collect();
    columns.push(TextColumn::right(cells("n", "", counts)));
    let methods =
        found.iter().map(|found| format!("{} of {}", found.chosen.method, found.chosen.order.len())).collect();
    columns.push(TextColumn::left(cells("chosen by", "", methods)));
    columns
}

fn of_skill(answers: &Answers<'_>, stratum: &Stratum, name: &str, found: &Found) -> String {
    let mut lines = Vec::new();
    if !found.in_set {
        lines.push("fresh shots put another candidate before it".to_owned());
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
    lines.extend(found.zone.as_ref().map(|zone| {
        let extent = decided(answers, stratum).into_iter().map(|(at, shown)| {
            let [low, high] = zone.extent[at].map(|x| short(x * shown.factor));
            format!("{} {low} to {high} {}", shown.name, shown.unit).trim_end().to_owned()
        });
        let extent = extent.collect::<Vec<_>>().join(", ");
        // so few of the aims looked at that their share says nothing
        let share =
            if zone.share < FEW { format!("under {}", number::percent(FEW)) } else { number::percent(zone.share) };
        format!("not seen to lose more than 5 %: {share} of all choices, {extent}")
    }));
    lines.extend(found.edges.iter().map(|edge| of_edge(answers, stratum, edge)));
    lines.extend(unseen_ends(answers, stratum, found));
    lines.extend(found.places.iter().map(|place| of_place(answers, stratum, place)));
    for (image, against) in stratum.asked.images.iter().zip(&found.images) {
        lines.extend(against.iter().map(|against| of_image(&image.name, image.differs.as_deref(), against)));
    }
    for (skill, against) in answers.best.skills.iter().zip(&found.others) {
        lines.extend(against.iter().map(|against| format!("with the best of {}: {}", skill.name, lost(against))));
    }
    format!("\n{name}\n{}", columns::indented(&lines))
}

fn of_edge(answers: &Answers<'_>, stratum: &Stratum, edge: &Edge) -> String {
    let keys = &answers.plan.study.schema.keys;
    let shown = Shown::of_column(keys[stratum.asked.keys[edge.number]].path.name);
    let end = end(answers, stratum, edge.number, edge.is_high);
    let says = match edge.gain.estimate.interval {
        Some([low, _]) if low > 0.0 => "beyond it the value still rises",
        Some([_, high]) if high < 0.0 => "beyond it the value falls",
        _ => "beyond it the value is not seen to rise",
    };
    let beyond = format!("{} {}", short(edge.beyond * shown.factor), shown.unit);
    format!("{}: {end}: {says}, by {} at {}", shown.name, told(&edge.gain), beyond.trim_end())
}

/// What the end of a number's range is.
fn end(answers: &Answers<'_>, stratum: &Stratum, number: usize, is_high: bool) -> String {
    let (keys, key) = (&answers.plan.study.schema.keys, stratum.asked.keys[number]);
    let aim = answers.best.aims.iter().find(|aim| aim.key == key);
    let limit = aim.and_then(|aim| aim.limits[usize::from(is_high)]).map(|limit| &keys[limit]);
    match limit {
        Some(limit) if limit.assumption.is_some() => format!("at the limit of {}, an assumption", limit.path),
        Some(limit) => format!("at the limit of {}", limit.path),
        None => "at the end of its range".to_owned(),
    }
}

/// Numbers of the best choice that lie on a limit which is not lifted to see beyond.
fn unseen_ends(answers: &Answers<'_>, stratum: &Stratum, found: &Found) -> Vec<String> {
    let ends = stratum.asked.task.numbers.iter().enumerate().flat_map(|(at, number)| {
        let [low, high] = number.aims;
        let is_there = move |end: f64| number.is_decided() && (found.at[at] - end).abs() <= 1e-9 * (high - low);
        [(false, low), (true, high)]
            .into_iter()
            .filter(move |(_, end)| is_there(*end))
            .map(move |(is_high, _)| (at, is_high))
    });
    ends.filter(|(at, is_high)| !stratum.asked.sees_beyond(answers.best, *at, *is_high))
        .map(|(at, is_high)| {
            let name = Shown::of_column(answers.plan.study.schema.keys[stratum.asked.keys[at]].path.name).name;
            let end = end(answers, stratum, at, is_high);
            format!("{name}: {end}: not looked beyond, for the shots that follow would go there too")
        })
        .collect()
}

fn of_place(answers: &Answers<'_>, stratum: &Stratum, place: &Place) -> String {
    let shown = Shown::of_column(answers.plan.study.schema.keys[stratum.asked.keys[place.number]].path.name);
    let out: Vec<String> =
        place.at.iter().filter(|at| !at.in_set).map(|at| short(at.at[place.number] * shown.factor)).collect();
    let spread = format!("best less worst of the shots found at {}: {}", place.at.len(), told(&place.spread));
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

fn of_jump(answers: &Answers<'_>, stratum: &Stratum, jump: &Jump) -> String {
    let names = &answers.best.skills;
    let loss = stratum.answer.skills[jump.after + 1].others[jump.after].as_ref();
    let is_sure = loss.is_some_and(|loss| loss.loss.estimate.interval.is_some_and(|[low, _]| low > 0.0));
    let sure = if is_sure { "" } else { "; fresh shots do not show that this matters" };
    format!(
        "\nfrom {} to {} the best choice jumps: from {} to {}{sure}\n",
        names[jump.after].name,
        names[jump.after + 1].name,
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
