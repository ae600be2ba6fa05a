//! The answer: what to choose, the first skill in the first sentence.

use tolley_analysis::{Estimate, Missing};
use tolley_experiment::table::Column as FileColumn;
use tolley_experiment::value::Value;
use tolley_search::best::{End, Found, Near};

use super::answers::{Answers, Stratum};
use super::decided::{Decided, at_text, decided, rounded};
use super::{by_case, costs};
use crate::answer::directed;
use crate::answer::sentence::Form;
use crate::answer::{
    About, Answer, Cell, Certainty, Column, Dependence, Finding, Headline, Next, Note, NoteHeading, Quantity, Sentence,
    Table, Verdict, fill, say,
};
use crate::catalogue::word;
use crate::kinds;
use crate::kinds::best::judged::LITTLE;
use crate::kinds::best::sentences::{amount, hardly_matter, has_room, listed};

/// Part of a range within which a number counts as its end, or as nothing.
const AT: f64 = 0.02;
/// Part of a range that is nearly as good, from which on the number hardly matters.
const NEARLY_ALL: f64 = 0.9;
/// What is nearly as good is a range where it is more than this part of all that may be chosen, else one value.
const ONE: f64 = 0.1;
/// How many times as many shots would tell more.
const MORE: u64 = 4;

/// The answer to all that was searched; `again` is the command that makes it again.
pub fn answer(answers: &Answers<'_>, again: Vec<String>) -> Answer {
    let of = objective(answers);
    let (stratum, found) = (&answers.strata[0], &answers.strata[0].answer.skills[0]);
    let (verdict, certainty, sentence, amount) = match answers.strata.len() {
        1 => {
            let (verdict, certainty) = judged(found);
            let sentence = sentence(answers, stratum, found, verdict);
            let amount = found.before.is_none().then(|| amount(&of, &found.value.estimate, false));
            (verdict, certainty, sentence, amount.into_iter().collect())
        }
        _ => by_case::headline(answers, &of),
    };
    let headline = Headline { verdict, certainty, sentence, amount, depends_on: limits(answers, stratum, found, &of) };
    let is_open = certainty != Certainty::Clearly;
    let next = is_open.then(|| more_shots(answers, &again)).into_iter().collect();
    let numbers = if answers.strata.len() == 1 { numbers(stratum, answers, found, &of) } else { Vec::new() };
    let findings = skills(answers, &of).chain(numbers).collect();
    let tables = vec![values(answers, &of), costs::table(answers, &of)];
    let mut notes = notes(answers);
    let fixed = answers.plan.record().base;
    if answers.strata.len() == 1 {
        notes.extend(beyond_hand(answers, found, &fixed));
    }
    let mut answer = Answer { about: about(answers, again), headline, findings, tables, notes, next };
    kinds::directed::add_zeros(&mut answer, &fixed);
    answer
}

/// That a hand may not be able to do what is advised.
fn beyond_hand(answers: &Answers<'_>, found: &Found, fixed: &kinds::directed::FixedKeys) -> Vec<Note> {
    let decided = decided(answers, &answers.strata[0]);
    let advised = |key: &str| {
        let of = decided.iter().find(|of| of.quantity.name == key)?;
        Some(ends(found, of).unwrap_or([found.at[of.number]; 2]))
    };
    kinds::directed::beyond_hand(advised, |key| kinds::directed::fixed_ends(fixed, key))
}

fn about(answers: &Answers<'_>, again: Vec<String>) -> About {
    let Answers { plan, best, .. } = answers;
    About {
        kind: "best",
        question: None,
        opening: plan.question.clone(),
        study: plan.study.name.to_owned(),
        dataset: None,
        seed: Some(plan.seed),
        trials: [best.shots; 2],
        missing: Missing { trials: best.shots, ..Missing::default() },
        again,
        plan_blake3: None,
        heads: [String::new(), word("search.head_choose").to_owned(), objective(answers).label],
    }
}

/// What is to be as large as possible.
pub fn objective(answers: &Answers<'_>) -> Quantity {
    let columns = &answers.plan.study.tables[0].columns;
    let column = columns.iter().find(|column| column.name == answers.best.objective);
    column.map_or_else(|| Quantity::plain(&answers.best.objective, &answers.best.objective), Quantity::of_column)
}

/// Whether anything is known to be the best, and how surely it is the best of all that was compared.
fn judged(found: &Found) -> (Verdict, Certainty) {
    let is_nothing = found.value.estimate.value == Some(0.0) && found.value.std_error == 0.0;
    // what fresh shots surely put behind another one is not the best
    if is_nothing || found.value.estimate.value.is_none() || found.before.is_some() {
        return (Verdict::CannotTell, Certainty::CannotTell);
    }
    let is_alone = found.rivals.iter().all(|rival| !rival.in_set);
    (Verdict::Best, if is_alone { Certainty::Clearly } else { Certainty::Probably })
}

fn sentence(answers: &Answers<'_>, stratum: &Stratum, found: &Found, verdict: Verdict) -> Sentence {
    let skill = &answers.best.skills[0].name;
    if verdict == Verdict::CannotTell {
        let id = if found.before.is_some() { "search.open_before" } else { "search.open_nothing" };
        return fill(id, [("skill", Sentence::of_name(skill.clone()))]);
    }
    let choose = |phrases: &[Sentence]| {
        let (choices, skill_name) = (("choices", listed(phrases)), ("skill", Sentence::of_name(skill.clone())));
        match answers.best.skills.len() {
            1 => fill("search.choose", [choices]),
            _ if skill.starts_with("misses ") => fill("search.choose_for_hand", [skill_name, choices]),
            _ => fill("search.choose_for", [skill_name, choices]),
        }
    };
    let (little, others): (Vec<Decided>, Vec<Decided>) =
        decided(answers, stratum).into_iter().partition(|of| hardly_matters(found, of));
    let matter: Vec<Decided> = others.into_iter().filter(|of| !is_open(found, of)).collect();
    let mut order: Vec<&Decided> = matter.iter().collect();
    order.sort_by(|a, b| width(found, a).total_cmp(&width(found, b)));
    let mut phrases: Vec<Sentence> = Vec::new();
    for of in order {
        let longer = [phrases.as_slice(), &[chosen(of, found.at[of.number], ends(found, of))]].concat();
        if phrases.is_empty() || has_room(&choose(&longer)) {
            phrases = longer;
        }
    }
    if phrases.is_empty() && little.is_empty() {
        return say("search.open");
    }
    let names: Vec<Sentence> = little.iter().map(|of| Sentence::of_name(of.short.clone())).collect();
    if phrases.is_empty() {
        return fill("search.indifferent", [("names", listed(&names))]);
    }
    let sentence = choose(&phrases);
    let little = hardly_matter(listed(&names), names.len());
    let longer = fill("best.and_little", [("sentence", sentence.clone()), ("little", little)]);
    let sentence = if !names.is_empty() && has_room(&longer) { longer } else { sentence };
    sentence.and(".")
}

/// `the highest speed`, `speed of at least 2 m/s`, `no aim offset`, `spin about -0.5`
fn chosen(of: &Decided, at: f64, good: Option<[f64; 2]>) -> Sentence {
    let [low, high] = of.aims;
    let is_at = |end: f64| (at - end).abs() <= AT * (high - low);
    let name = || ("name", Sentence::of_name(of.short.clone()));
    let is_wide = |[from, to]: &[f64; 2]| to - from > ONE * (high - low);
    if let Some(directed) = chosen_way(of, if is_at(0.0) { 0.0 } else { at }, good.filter(is_wide)) {
        return directed;
    }
    let value = |at: f64| ("value", Sentence::of_value(rounded(of, at), &of.quantity));
    match good.filter(is_wide) {
        Some([from, _]) if is_at(high) => return fill("search.at_least", [name(), value(from)]),
        Some([_, to]) if is_at(low) && low != 0.0 => return fill("search.at_most", [name(), value(to)]),
        _ => {}
    }
    match () {
        () if is_at(high) => fill("best.the_highest", [name()]),
        () if is_at(low) && low != 0.0 => fill("best.the_lowest", [name()]),
        () => fill("best.about", [name(), value(at)]),
    }
}

/// The same of what goes one way or the other: `an aim 12 mm left of the middle`, `strong backspin (0.8 of rolling)`.
fn chosen_way(of: &Decided, at: f64, good: Option<[f64; 2]>) -> Option<Sentence> {
    let is_none = at == 0.0 && of.quantity.direction().is_some_and(|direction| !direction.none.is_empty());
    match good.filter(|_| !is_none) {
        Some(ends) => {
            let [low, high] = ends.map(|end| rounded(of, end));
            directed::choice_within(&of.quantity, &of.short, [&low, &high])
        }
        None => directed::choice(&of.quantity, &of.short, &rounded(of, at), true),
    }
}

/// What of a number is nearly as good as the best.
fn ends(found: &Found, of: &Decided) -> Option<[f64; 2]> {
    match &found.near {
        Near::Unknown(_) => None,
        Near::Swept(zone) => Some(zone.extent[of.number]),
        Near::Played(spans) => {
            spans.iter().find(|span| span.number == of.number).map(|span| [span.ends[0].at, span.ends[1].at])
        }
    }
}

/// Part of its range that is nearly as good.
fn width(found: &Found, of: &Decided) -> f64 {
    ends(found, of).map_or(0.5, |[low, high]| (high - low) / (of.aims[1] - of.aims[0]))
}

/// Whether what is chosen is shown to make next to no difference: of a place by shots that were chosen for each, of
/// others where nearly all of their range is nearly as good.
fn hardly_matters(found: &Found, of: &Decided) -> bool {
    let little = LITTLE[0] * found.value.estimate.value.unwrap_or(0.0).abs();
    match found.places.iter().find(|place| place.number == of.number) {
        Some(place) => !place.matters && place.spread.estimate.interval.is_some_and(|[_, high]| high <= little),
        None => width(found, of) >= NEARLY_ALL,
    }
}

/// Whether it is open if a place matters.
fn is_open(found: &Found, of: &Decided) -> bool {
    let place = found.places.iter().find(|place| place.number == of.number);
    place.is_some_and(|place| !place.matters) && !hardly_matters(found, of)
}

/// A line for each other skill, and for each other design point.
fn skills<'a>(answers: &'a Answers<'_>, of: &'a Quantity) -> impl Iterator<Item = Finding> + 'a {
    let all = answers.strata.iter().enumerate().flat_map(move |(at, stratum)| {
        stratum.answer.skills.iter().enumerate().map(move |(skill, found)| (at, stratum, skill, found))
    });
    // of several cases none is in the first sentence
    let told = usize::from(answers.strata.len() == 1);
    all.skip(told).map(move |(_, stratum, skill, found)| Finding {
        subject: subject(answers, stratum, skill),
        says: Sentence::of_name(at_text(&decided(answers, stratum), &found.at)),
        detail: Sentence::of_estimate(found.value.estimate, of, Form::Alone),
        certainty: Some(judged(found).1),
    })
}

fn subject(answers: &Answers<'_>, stratum: &Stratum, skill: usize) -> String {
    let axes = stratum.values.iter().zip(answers.plan.axis_keys());
    let values = axes.map(|((_, value), key)| {
        Quantity::of_column(&FileColumn::of_key(&answers.plan.study.schema.keys[*key])).value(value)
    });
    let name =
        (answers.best.skills.len() > 1 || stratum.values.is_empty()).then(|| answers.best.skills[skill].name.clone());
    name.into_iter().chain(values).collect::<Vec<_>>().join(", ")
}

/// A line for each number of the first skill: what is nearly as good, and what more costs.
fn numbers(stratum: &Stratum, answers: &Answers<'_>, found: &Found, of: &Quantity) -> Vec<Finding> {
    let line = |decided: Decided| {
        let is_little = hardly_matters(found, &decided);
        let says = match ends(found, &decided) {
            _ if is_little => say("best.line_little"),
            _ if is_open(found, &decided) => say("search.line_any"),
            None => {
                let value = Sentence::of_value(rounded(&decided, found.at[decided.number]), &decided.quantity);
                fill("search.line_about", [("value", value)])
            }
            Some([low, high]) if low == high => Sentence::of_value(rounded(&decided, low), &decided.quantity),
            Some(ends) => {
                let [low, high] = ends.map(|end| rounded(&decided, end));
                directed::within(&decided.quantity, [&low, &high]).unwrap_or_else(|| {
                    let [low, high] = [&low, &high].map(|end| Sentence::of_value(end.clone(), &decided.quantity));
                    fill("best.to", [("low", low), ("high", high)])
                })
            }
        };
        let (detail, certainty) = beyond(found, &decided, of);
        Finding { subject: decided.short.clone(), says, detail, certainty }
    };
    decided(answers, stratum).into_iter().map(line).collect()
}

/// What it costs to go beyond what is nearly as good, the costlier side.
fn beyond(found: &Found, decided: &Decided, of: &Quantity) -> (Sentence, Option<Certainty>) {
    let difference = of.difference();
    if let Some(place) = found.places.iter().find(|place| place.number == decided.number) {
        let cost = Sentence::of_estimate(place.spread.estimate, &difference, Form::Alone);
        return (fill("search.worst_costs", [("cost", cost)]), Some(sure(&place.spread.estimate)));
    }
    let Near::Played(spans) = &found.near else { return (Sentence::default(), None) };
    let ends: Vec<&End> =
        spans.iter().filter(|span| span.number == decided.number).flat_map(|span| &span.ends).collect();
    let costs = ends.iter().filter_map(|end| end.beyond.as_ref());
    let worth = |cost: &Estimate| cost.value.unwrap_or(f64::NEG_INFINITY);
    let most = costs.max_by(|a, b| worth(&a.1.estimate).total_cmp(&worth(&b.1.estimate)));
    match most {
        None => (Sentence::default(), None),
        Some((at, cost)) => {
            let value = Sentence::of_value(rounded(decided, *at), &decided.quantity);
            let loss = Sentence::of_estimate(cost.estimate, &difference, Form::Alone);
            (fill("best.line_costs", [("value", value), ("cost", loss)]), Some(sure(&cost.estimate)))
        }
    }
}

/// How sure a cost is, by its own interval.
fn sure(cost: &Estimate) -> Certainty {
    match cost.interval {
        Some([low, _]) if low > 0.0 => Certainty::Probably,
        _ => Certainty::CannotTell,
    }
}

/// Limits of the hand that are no law and at which the best choice lies: what it would be worth beyond.
fn limits(answers: &Answers<'_>, stratum: &Stratum, found: &Found, of: &Quantity) -> Vec<Dependence> {
    let keys = &answers.plan.study.schema.keys;
    let limit = |edge: &tolley_search::best::Edge| {
        let number = stratum.aim(edge.number)?.ends_at(edge.is_high)?.key;
        let key = &keys[number];
        let [low, high] = edge.gain.estimate.interval?;
        // what is not seen to change is no dependence
        if key.assumption.is_none() || (low <= 0.0 && high >= 0.0) {
            return None;
        }
        let on = Quantity { name: key.path.to_string(), ..Quantity::of_column(&FileColumn::of_key(key)) };
        let value = found.value.estimate.value? + edge.gain.estimate.value?;
        let there = Estimate { value: Some(value), ..Estimate::default() };
        let cases = vec![(Value::Number(edge.beyond), there)];
        Some(Dependence { on, cases, of: of.clone(), turns: false, is_assumed: answers.plan.is_assumed(number) })
    };
    found.edges.iter().filter_map(limit).collect()
}

fn more_shots(answers: &Answers<'_>, again: &[String]) -> Next {
    let mut command: Vec<String> = Vec::new();
    let mut words = again.iter();
    while let Some(word) = words.next() {
        if word == "--shots" {
            words.next();
        } else {
            command.push(word.clone());
        }
    }
    command.extend(["--shots".to_owned(), (MORE * answers.best.shots).to_string()]);
    Next { sentence: say("search.more_shots"), command, seconds: None }
}

/// What is best for each skill at each design point.
fn values(answers: &Answers<'_>, of: &Quantity) -> Table {
    let decided_first = decided(answers, &answers.strata[0]);
    let at = decided_first.iter().map(|of| {
        Column::other(Quantity {
            name: format!("at {}", of.quantity.name),
            label: of.short.clone(),
            ..of.quantity.clone()
        })
    });
    let worth = Column::result(of.clone(), &answers.best.objective, "value", "confirmation runs, student-t or wilson");
    let columns = costs::axes(answers).chain(at).chain([worth, Column::verdict()]).collect();
    let mut rows = Vec::new();
    for stratum in &answers.strata {
        for (skill, found) in stratum.answer.skills.iter().enumerate() {
            let (verdict, certainty) = judged(found);
            let at = decided(answers, stratum).into_iter().map(|of| Cell::Value(rounded(&of, found.at[of.number])));
            let last = [Cell::Estimate(found.value.estimate), Cell::Verdict(verdict, Some(certainty))];
            rows.push(costs::values(answers, stratum, skill).chain(at).chain(last).collect());
        }
    }
    Table { name: "skills", title: say("search.title_skills"), columns, rows, is_brief: false }
}

/// By which keys the shots were played that only show where to look, and what those were worth that go on.
fn looked(answers: &Answers<'_>) -> Vec<Note> {
    let Some(asked) = answers.strata.first().map(|stratum| &stratum.asked) else { return Vec::new() };
    let note = |sentence| Note { heading: NoteHeading::Method, sentence };
    let set = |(key, value): &(usize, Value)| {
        let value = if let Value::Choice(choice) = value { choice.to_string() } else { value.to_string() };
        format!("{} = {value}", answers.plan.study.schema.keys[*key].path)
    };
    let mut notes = Vec::new();
    if !asked.quick.is_empty() {
        let keys: Vec<String> = asked.quick.iter().map(set).collect();
        let keys = Sentence::of_name(keys.join(word("common.and")));
        notes.push(note(fill("search.looked", [("keys", keys)])));
    }
    for (skill, rest) in answers.best.skills.iter().zip(asked.pooled.iter().flat_map(|pooled| &pooled.rest)) {
        let mean = Estimate { n: rest.count, value: Some(rest.mean), ..Estimate::default() };
        let mean = Sentence::of_estimate(mean, &objective(answers), Form::Alone);
        let skill = Sentence::of_name(skill.name.clone());
        notes.push(note(fill("search.looked_rest", [("skill", skill), ("mean", mean)])));
    }
    notes
}

fn notes(answers: &Answers<'_>) -> Vec<Note> {
    let mut notes = vec![
        Note { heading: NoteHeading::Words, sentence: say("search.words") },
        Note { heading: NoteHeading::Method, sentence: say("search.method") },
    ];
    notes.extend(looked(answers));
    for stratum in &answers.strata {
        for between in &stratum.answer.jumps {
            let [from, to] = between.skills.map(|skill| answers.best.skills[skill].name.clone());
            let id = if stratum.shows(between) { "search.jumps" } else { "search.may_jump" };
            let decided = decided(answers, stratum);
            let [here, there] = [&between.jump.from, &between.jump.to].map(|at| at_text(&decided, at));
            let [from, to, here, there] = [from, to, here, there].map(Sentence::of_name);
            let sentence = fill(id, [("one", from), ("other", to), ("here", here), ("there", there)]);
            notes.push(Note { heading: NoteHeading::Depends, sentence });
        }
    }
    notes
}
