//! An answer as one object: sentences as text, numbers in SI with all their digits, what is absent as null.

use serde_json::{Map, Value as Json, json};
use tolley_analysis::Estimate;

use crate::answer::{Answer, Cell, Column, ColumnPart, Dependence, Finding, Headline, Next, Note, NoteHeading, Table};

/// The whole answer.
pub fn object(answer: &Answer) -> Json {
    let about = &answer.about;
    let tables: Map<String, Json> =
        answer.tables.iter().map(|table| (table.name.to_owned(), table_object(table))).collect();
    json!({
        "kind": about.kind, "question": about.question, "opening": about.opening, "study": about.study,
        "dataset": about.dataset, "plan_blake3": about.plan_blake3, "seed": about.seed, "trials": { "done": about.trials[0], "planned": about.trials[1] },
        "complete": about.trials[0] == about.trials[1], "again": about.again,
        "quarantined_count": about.missing.quarantined, "failed_count": about.missing.failed,
        "headline": headline(&answer.headline),
        "findings": answer.findings.iter().map(finding).collect::<Vec<_>>(),
        "tables": tables,
        "notes": answer.notes.iter().map(note).collect::<Vec<_>>(),
        "next": answer.next.iter().map(next).collect::<Vec<_>>(),
    })
}

fn headline(headline: &Headline) -> Json {
    json!({
        "verdict": headline.verdict.name(), "certainty": headline.certainty.name(), "sentence": headline.text(),
        "amount": headline.amount.iter().map(crate::answer::Sentence::text).collect::<Vec<_>>(),
        "depends_on": headline.depends_on.iter().map(dependence).collect::<Vec<_>>(),
    })
}

fn dependence(dependence: &Dependence) -> Json {
    let case = |(value, estimate): &(_, Estimate)| json!({ "value": value, "estimate": estimate_object(estimate) });
    json!({
        "key": dependence.on.name, "label": dependence.on.label, "turns": dependence.turns, "assumed": dependence.is_assumed,
        "of": dependence.of.label, "cases": dependence.cases.iter().map(case).collect::<Vec<_>>(),
    })
}

fn finding(finding: &Finding) -> Json {
    json!({
        "subject": finding.subject, "says": finding.says.text(), "detail": finding.detail.text(),
        "certainty": finding.certainty.map(crate::answer::Certainty::name),
    })
}

fn note(note: &Note) -> Json {
    let heading = match note.heading {
        NoteHeading::Caution => "caution",
        NoteHeading::Direction | NoteHeading::DirectionOfTable => "direction",
        NoteHeading::Words => "words",
        NoteHeading::Tried => "tried",
        NoteHeading::Depends => "depends",
        NoteHeading::Method => "method",
    };
    json!({ "heading": heading, "text": note.sentence.text() })
}

fn next(next: &Next) -> Json {
    json!({ "text": next.sentence.text(), "command": next.command, "seconds": next.seconds })
}

fn table_object(table: &Table) -> Json {
    let names = column_names(&table.columns);
    let columns: Vec<Json> =
        table.columns.iter().zip(&names).map(|(column, name)| column_object(column, name)).collect();
    let row = |row: &Vec<Cell>| -> Json {
        names.iter().zip(row).map(|(name, cell)| (name.clone(), cell_value(cell))).collect::<Map<_, _>>().into()
    };
    json!({ "title": table.title.text(), "columns": columns, "rows": table.rows.iter().map(row).collect::<Vec<_>>() })
}

fn column_object(column: &Column, name: &str) -> Json {
    let quantity = &column.quantity;
    let mut object = json!({ "name": name, "label": quantity.label, "unit": quantity.unit, "factor": quantity.factor });
    let part = match &column.part {
        ColumnPart::Axis => "axis",
        ColumnPart::Point => "point",
        ColumnPart::Verdict => "verdict",
        ColumnPart::Other => "other",
        ColumnPart::Result { measure, quantity, method } => {
            (object["measure"], object["quantity"]) = (json!(measure), json!(quantity));
            object["method"] = json!(method);
            "result"
        }
    };
    object["part"] = json!(part);
    object
}

/// A name for each column, of which no two are alike.
pub fn column_names(columns: &[Column]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for column in columns {
        let own = match &column.part {
            ColumnPart::Result { measure, quantity, .. } => format!("{measure} {quantity}"),
            ColumnPart::Verdict => "verdict".to_owned(),
            ColumnPart::Point => "point".to_owned(),
            ColumnPart::Axis | ColumnPart::Other => column.quantity.name.clone(),
        };
        let alike = names.iter().filter(|name| **name == own || name.starts_with(&format!("{own} #"))).count();
        names.push(if alike == 0 { own } else { format!("{own} #{}", alike + 1) });
    }
    names
}

fn cell_value(cell: &Cell) -> Json {
    match cell {
        Cell::Estimate(estimate) => estimate_object(estimate),
        Cell::Value(value) => json!(value),
        Cell::Number(number) | Cell::P(number) => json!(number),
        Cell::Count(count) => json!(count),
        Cell::Verdict(verdict, certainty) => {
            json!({ "verdict": verdict.name(), "certainty": certainty.map(crate::answer::Certainty::name) })
        }
        Cell::Name(name) => json!(name),
        Cell::Absent => Json::Null,
    }
}

/// Value, error, ends and count.
pub fn estimate_object(estimate: &Estimate) -> Json {
    let [low, high] = estimate.interval.map_or([None, None], |ends| ends.map(Some));
    json!({ "value": estimate.value, "std_error": estimate.std_error, "low": low, "high": high, "n": estimate.n })
}
