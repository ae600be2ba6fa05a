//! What other choices cost: those that may be as good, other places, mirror images, the best of other skills, and what
//! lies at and beyond the ends of what is nearly as good.

use tolley_experiment::value::Value;
use tolley_search::best::{Against, Found, Fresh, Near};

use super::answers::{Answers, Stratum};
use super::decided::{Decided, at_text, decided, rounded};
use super::methods::{METHODS, REGRESSED, paired};
use crate::answer::{Cell, Column, Quantity, Table, Verdict, say};
use crate::catalogue::{self, word};

/// One cost.
struct Cost {
    what: String,
    at: String,
    loss: Fresh,
    may_be_best: bool,
}

/// The axes of the design and the skill, by which rows are found.
pub fn axes<'a>(answers: &'a Answers<'_>) -> impl Iterator<Item = Column> + 'a {
    let keys = answers.plan.axis_keys().iter().map(|key| {
        let key = &answers.plan.study.schema.keys[*key];
        let quantity = Quantity::of_column(&tolley_experiment::table::Column::of_key(key));
        Column::axis(Quantity { name: key.path.to_string(), ..quantity })
    });
    keys.chain([Column::axis(Quantity::plain("skill", word("search.column_skill")))])
}

/// Their values.
pub fn values(answers: &Answers<'_>, stratum: &Stratum, skill: usize) -> impl Iterator<Item = Cell> {
    let name = Value::Choice(answers.best.skills[skill].name.clone().into());
    let values: Vec<Value> = stratum.values.iter().map(|(_, value)| value.clone()).chain([name]).collect();
    values.into_iter().map(Cell::Value)
}

/// All costs.
pub fn table(answers: &Answers<'_>, of: &Quantity) -> Table {
    let lost = Quantity { label: word("search.column_costs").to_owned(), ..of.difference() };
    let what = Column::axis(Quantity::plain("choice", word("search.column_other")));
    let at = Column::other(Quantity::plain("at", word("search.column_where")));
    let method = answers.strata.first().map_or(REGRESSED, paired);
    let lost = Column::result(lost, &answers.best.objective, "loss", METHODS[method]);
    let columns = axes(answers).chain([what, at, lost, Column::verdict()]).collect();
    let mut rows = Vec::new();
    for stratum in &answers.strata {
        let decided = decided(answers, stratum);
        for (skill, found) in stratum.answer.skills.iter().enumerate() {
            for cost in of_skill(answers, stratum, found, &decided) {
                let is_dearer = cost.loss.estimate.interval.is_some_and(|[low, _]| low > 0.0);
                let verdict = match (cost.may_be_best, is_dearer) {
                    (true, false) => Cell::Verdict(Verdict::Best, None),
                    (true, true) => Cell::Verdict(Verdict::CannotTell, None),
                    (false, _) => Cell::Absent,
                };
                let own = [
                    Cell::Value(Value::Choice(cost.what.into())),
                    Cell::Name(cost.at),
                    Cell::Estimate(cost.loss.estimate),
                ];
                rows.push(values(answers, stratum, skill).chain(own).chain([verdict]).collect());
            }
        }
    }
    let title = say("search.title_costs");
    Table { name: "costs", title, columns, rows, is_brief: false }
}

fn of_skill(answers: &Answers<'_>, stratum: &Stratum, found: &Found, decided: &[Decided]) -> Vec<Cost> {
    let against = |what: String, other: &Against| Cost {
        what,
        at: at_text(decided, &other.at),
        loss: other.loss,
        may_be_best: other.in_set,
    };
    let mut all: Vec<Cost> = Vec::new();
    all.extend(found.before.iter().map(|before| against(word("search.put_before").to_owned(), before)));
    let rivals = found.rivals.iter().enumerate();
    all.extend(rivals.map(|(at, rival)| {
        let number = (at + 2).to_string();
        against(catalogue::text("search.candidate", &[("number", &number)]), rival)
    }));
    for place in &found.places {
        let short = decided.iter().find(|of| of.number == place.number).map(|of| of.short.as_str());
        let short = short.unwrap_or_else(|| word("search.place"));
        all.extend(place.at.iter().enumerate().map(|(at, other)| {
            let number = (at + 1).to_string();
            against(catalogue::text("search.place_number", &[("place", short), ("number", &number)]), other)
        }));
    }
    for (image, other) in stratum.asked.images.iter().zip(&found.images) {
        all.extend(other.iter().map(|other| against(image.name.clone(), other)));
    }
    for (skill, other) in answers.best.skills.iter().zip(&found.others) {
        all.extend(
            other.iter().map(|other| against(catalogue::text("search.best_of", &[("skill", &skill.name)]), other)),
        );
    }
    for edge in &found.edges {
        let of = decided.iter().find(|of| of.number == edge.number);
        let (low, high) = (edge.gain.estimate.value.map(|gain| -gain), edge.gain.estimate.interval);
        let mut loss = edge.gain;
        loss.estimate.value = low;
        loss.estimate.interval = high.map(|[low, high]| [-high, -low]);
        all.extend(of.map(|of| Cost {
            what: catalogue::text("search.beyond_end", &[("name", &of.short)]),
            at: of.quantity.value(&rounded(of, edge.beyond)),
            loss,
            may_be_best: false,
        }));
    }
    all.extend(along(found, decided));
    all
}

/// Along each number that was moved alone.
fn along(found: &Found, decided: &[Decided]) -> Vec<Cost> {
    let Near::Played(spans) = &found.near else { return Vec::new() };
    let mut all = Vec::new();
    for span in spans {
        let Some(of) = decided.iter().find(|of| of.number == span.number) else { continue };
        for end in &span.ends {
            let within = end.loss.map(|loss| (end.at, loss, "search.moved_alone"));
            let beyond = end.beyond.map(|(at, loss)| (at, loss, "search.moved_too_far"));
            all.extend(within.into_iter().chain(beyond).map(|(at, loss, what)| Cost {
                what: catalogue::text(what, &[("name", &of.short)]),
                at: of.quantity.value(&rounded(of, at)),
                loss,
                may_be_best: false,
            }));
        }
    }
    all
}
