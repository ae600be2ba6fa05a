//! `[[ask]]` of a scenario, from what was typed to questions.

use crate::declare::problem::{Severity, nearest, not_a_choice};
use crate::declare::study::StudyInfo;
use crate::declare::table::{MeasureKind, Table};
use crate::declare::value::Value;
use crate::design::axis;
use crate::document::{Document, Item, Node, Reader};
use crate::scenario::ask::{Ask, AskKind, Better, Judged, dimension_of, plain};
use crate::scenario::asked::{CONFIDENCE_ALLOWED, ERROR_ALLOWED, MARGIN_ALLOWED, wrong_elo};
use crate::scenario::asked_table::Reading;
use crate::scenario::plan::Plan;

/// The questions, if the file has some; what is wrong with them is noted.
pub(crate) fn read(root: &Reader<'_>, document: &Document, plan: &Plan) -> Vec<Ask> {
    if !root.has("ask") && root.has("fair") {
        root.item("fair");
        root.wrong("fair", "the table is written [[ask]] with kind = \"fair\" now");
    }
    let tables = root.tables("ask");
    tables.iter().map(|table| Reading { table, document, plan }.ask()).collect()
}

/// The research questions that the asks of a file belong to, whatever else it says.
pub(crate) fn questions(root: &Reader<'_>) -> Vec<String> {
    root.tables("ask").iter().filter_map(|ask| ask.peek_text("question").map(str::to_owned)).collect()
}

impl Reading<'_> {
    fn ask(&self) -> Ask {
        let table = self.table;
        let kind = self.kind();
        let measure = self.what(kind);
        let (over, along) = (self.axes_of("over", kind), self.axis_of("along", kind));
        let against = self.axis_of("against", kind);
        let mut ask = Ask {
            kind,
            question: table.text("question").map(str::to_owned),
            control: self.control(if kind == AskKind::Response { against.as_slice() } else { &over }),
            equal: self.equal(along.as_deref().or(over.first().map(String::as_str))),
            margin: self.margin(kind, measure.as_deref()),
            within: self.within(measure.as_deref()),
            better: self.named("better", Better::NAMES).and_then(Better::from_name),
            strata: self.axes_of("strata", kind),
            sequential: table.flag("sequential").unwrap_or(false),
            confidence: table.number("confidence", CONFIDENCE_ALLOWED),
            judged: self.judged(),
            repeats: self.repeats(),
            elo: self.elo(),
            alpha: table.number("alpha", ERROR_ALLOWED),
            beta: table.number("beta", ERROR_ALLOWED),
            pair: self.axis_of("pair", kind),
            measure,
            over,
            along,
            against,
        };
        self.check_together(&mut ask);
        table.finish();
        ask
    }

    fn kind(&self) -> AskKind {
        if !self.table.has("kind") {
            self.table.wrong("kind", format!("the key is missing; it is one of: {}", AskKind::NAMES.join(", ")));
        }
        self.named("kind", AskKind::NAMES).and_then(AskKind::from_name).unwrap_or_default()
    }

    fn named(&self, name: &'static str, names: &[&'static str]) -> Option<&'static str> {
        self.table.choice(name, names)
    }

    /// What does not go together.
    fn check_together(&self, ask: &mut Ask) {
        let only = [
            ("judged", ask.judged.is_some(), &[AskKind::Effect][..]),
            ("against", ask.against.is_some(), &[AskKind::Response]),
            ("sequential", ask.sequential, &[AskKind::Fair]),
            ("elo", ask.elo.is_some(), &[AskKind::Fair]),
            ("pair", ask.pair.is_some(), &[AskKind::Fair]),
            ("within", ask.within.is_some(), &[AskKind::Limit, AskKind::Map]),
            ("along", ask.along.is_some(), &[AskKind::Limit, AskKind::Map, AskKind::Fair]),
        ];
        for (name, _, kinds) in only.iter().filter(|(_, is_said, kinds)| *is_said && !kinds.contains(&ask.kind)) {
            let kinds: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
            self.table.wrong(name, format!("it is for kind {}, not for {}", kinds.join(" or "), ask.kind.name()));
        }
        if ask.kind == AskKind::Response && (ask.over.is_empty() || ask.against.is_none()) {
            let lacking = if ask.over.is_empty() { "over" } else { "against" };
            self.table.wrong(
                lacking,
                "the key is missing: the axis of the side that gains is over, of the one that loses against",
            );
        }
        if ask.elo.is_some() && !ask.sequential {
            self.table.wrong("elo", "two hypotheses are told apart by the sequential test: sequential = true");
        }
        for name in ["alpha", "beta", "pair"].into_iter().filter(|name| ask.elo.is_none() && self.table.has(name)) {
            self.table.wrong(name, "it is of the test of elo, which is missing");
        }
        let named: Vec<&str> = ask.axes().collect();
        if let Some(twice) = (1..named.len()).find(|at| named[..*at].contains(&named[*at])) {
            self.table.wrong("", format!("\"{}\" stands there twice", named[twice]));
        }
    }

    /// What is measured: one of the measures, another column, or more than a column.
    fn what(&self, kind: AskKind) -> Option<String> {
        let is_share = |kind| matches!(kind, MeasureKind::Fair | MeasureKind::Share);
        let measures = &self.plan.study.measures;
        if !self.table.has("measure") {
            if kind == AskKind::Fair && !measures.iter().any(|measure| measure.kind == MeasureKind::Fair) {
                let known = self.measures(is_share).join(", ");
                self.table.wrong("measure", format!("the key is missing: a share of the study, such as {known}"));
            }
            return None;
        }
        let text = self.table.text("measure")?;
        let problem = if kind == AskKind::Fair {
            let known = self.measures(is_share);
            (!known.contains(&text)).then(|| self.plan.study.not_known(text, &known))
        } else {
            wrong_measure(&self.plan.study, text)
        };
        if let Some(problem) = problem {
            self.table.wrong("measure", problem);
        }
        Some(text.to_owned())
    }

    /// Names of axes, one as a text or several in an array.
    fn axes_of(&self, name: &'static str, kind: AskKind) -> Vec<String> {
        let mut axes: Vec<String> = Vec::new();
        for item in self.one_or_more(name) {
            let path = self.table.path_of(name);
            match &item.node {
                Node::Text(text) => {
                    if let Some(message) = self.no_axis(text).filter(|_| !self.is_decided(kind, text)) {
                        self.note(item, &path, message);
                    }
                    axes.push(text.clone());
                }
                other => self.note(item, &path, format!("{} is not the name of an axis", other.shown())),
            }
        }
        axes
    }

    fn axis_of(&self, name: &'static str, kind: AskKind) -> Option<String> {
        if let Some(Node::List(_)) = self.table.item(name).map(|item| &item.node) {
            self.table.wrong(name, "one axis, not an array of them");
            return None;
        }
        self.axes_of(name, kind).pop()
    }

    /// Whether a search decides over a key, which is no axis then.
    fn is_decided(&self, kind: AskKind, name: &str) -> bool {
        let best = self.plan.best.as_ref().filter(|_| kind == AskKind::Best);
        best.is_some_and(|best| best.aims.iter().any(|aim| self.plan.study.schema.keys[aim.key].path.is(name)))
    }

    fn one_or_more(&self, name: &'static str) -> Vec<&Item> {
        match self.table.item(name) {
            None => Vec::new(),
            Some(Item { node: Node::List(items), .. }) => items.iter().collect(),
            Some(one) => vec![one],
        }
    }

    /// A value of each of some axes, which it has: those of `over`, or the one of `against`.
    fn control(&self, over: &[String]) -> Vec<String> {
        let items = self.one_or_more("control");
        if !items.is_empty() && items.len() != over.len() {
            let message = format!("{} values for {} axes", items.len(), over.len());
            self.table.wrong("control", message);
            return Vec::new();
        }
        let values = items.into_iter().zip(over).filter_map(|(item, path)| self.control_of(item, path));
        values.collect()
    }

    fn control_of(&self, item: &Item, path: &str) -> Option<String> {
        let schema = &self.plan.study.schema;
        let key = schema.index(path)?;
        let value = match axis::value(&schema.keys[key], &item.node) {
            Ok(value) => value,
            Err(message) => {
                self.note(item, &self.table.path_of("control"), message);
                return None;
            }
        };
        let values = self.plan.axis_of(key).map_or(&[][..], |axis| &axis.values);
        // an axis that is drawn lists none
        if self.is_as_written() && !values.is_empty() && !values.contains(&value) {
            let known: Vec<String> = values.iter().take(20).map(ToString::to_string).collect();
            let message = format!("{value} is no value of {path}; it has {}", known.join(", "));
            self.note(item, &self.table.path_of("control"), message);
        }
        Some(plain(&self.played(item, key, value)))
    }

    /// A value of the control, or the nearest that is played where a profile leaves it out, which is told.
    fn played(&self, item: &Item, key: usize, value: Value) -> Value {
        if !self.plan.is_left_out(key, &value) {
            return value;
        }
        let off = |other: &Value| match (other, &value) {
            (Value::Number(other), Value::Number(value)) => (other - value).abs(),
            _ => f64::INFINITY,
        };
        let values = self.plan.axis_of(key).map_or(&[][..], |axis| &axis.values);
        let Some(nearest) = values.iter().min_by(|a, b| off(a).total_cmp(&off(b))) else { return value };
        let key = &self.plan.study.schema.keys[key];
        let [value, near] = [&value, nearest].map(|value| axis::shown(key, value));
        let message = format!("{value} is left out; what is compared is compared with {near}");
        self.document.note(item.place, &self.table.path_of("control"), message, Severity::Warning);
        nearest.clone()
    }

    /// In the unit of the key of the axis.
    fn equal(&self, path: Option<&str>) -> Option<f64> {
        let item = self.table.item("equal")?;
        let schema = &self.plan.study.schema;
        let Some(key) = path.and_then(|path| schema.index(path)) else {
            self.table.wrong("equal", "the value at which nothing is off is one of along, which is missing");
            return None;
        };
        match axis::value(&schema.keys[key], &item.node) {
            Ok(Value::Number(number)) => return Some(number),
            Ok(Value::Count(count)) => return Some(count as f64),
            Ok(other) => self.table.wrong("equal", format!("{other} is not a number")),
            Err(message) => self.table.wrong("equal", message),
        }
        None
    }

    fn margin(&self, kind: AskKind, measure: Option<&str>) -> Option<f64> {
        let item = self.table.item("margin")?;
        let margin = self.quantity("margin", item, measure)?;
        let [low, high] = MARGIN_ALLOWED;
        if kind == AskKind::Fair && !(margin > low && margin < high) {
            let message = format!("{margin} is impossible; a margin lies between 0 and 0.5, both left out");
            self.table.wrong("margin", message);
        } else if margin < 0.0 {
            self.table.wrong("margin", format!("{margin} is less than 0"));
        }
        Some(margin)
    }

    fn within(&self, measure: Option<&str>) -> Option<[f64; 2]> {
        let item = self.table.item("within")?;
        let Node::List(items) = &item.node else {
            self.table.wrong("within", format!("{} is not an array of two numbers", item.node.shown()));
            return None;
        };
        let [low, high] = &items[..] else {
            self.table.wrong("within", format!("{} numbers; 2 are needed", items.len()));
            return None;
        };
        let within = [self.quantity("within", low, measure)?, self.quantity("within", high, measure)?];
        if within[0] >= within[1] {
            self.table.wrong("within", format!("{} is not below {}", within[0], within[1]));
        }
        Some(within)
    }

    /// A number in the unit of what is measured, the first measure where nothing is named.
    fn quantity(&self, name: &str, item: &Item, measure: Option<&str>) -> Option<f64> {
        let first = self.plan.study.measures.first().map_or("", |measure| measure.column.as_str());
        let found = item.node.quantity(dimension_of(measure.unwrap_or(first)));
        found.map_err(|message| self.note(item, &self.table.path_of(name), message)).ok()
    }

    fn repeats(&self) -> Option<u64> {
        match &self.table.item("repeats")?.node {
            Node::Number { whole: Some(whole), .. } if *whole >= 1 => Some(*whole as u64),
            other => {
                self.table.wrong("repeats", format!("{} is not a whole number from 1 on", other.shown()));
                None
            }
        }
    }

    /// Two numbers, the lesser first.
    fn elo(&self) -> Option<[f64; 2]> {
        let item = self.table.item("elo")?;
        let number = |item: &Item| match item.node {
            Node::Number { value, .. } => Some(value),
            _ => None,
        };
        let elo = match &item.node {
            Node::List(items) if items.len() == 2 => number(&items[0]).zip(number(&items[1])),
            _ => None,
        };
        let Some((zero, one)) = elo else {
            self.table.wrong("elo", format!("{} is no array of two numbers", item.node.shown()));
            return None;
        };
        match wrong_elo([zero, one]) {
            Some(message) => self.table.wrong("elo", message),
            None => return Some([zero, one]),
        }
        None
    }

    /// `judged = { table = "shots", inputs = [..], outcomes = [..] }`.
    fn judged(&self) -> Option<Judged> {
        let reader = self.table.table("judged")?;
        let name = reader.text("table").unwrap_or_default().to_owned();
        let tables = &self.plan.study.tables;
        let found = tables.iter().find(|table| table.name == name);
        if found.is_none() {
            let known: Vec<&str> = tables.iter().map(|table| table.name.as_str()).collect();
            reader.wrong("table", not_a_choice(&name, &known));
        }
        let columns = |of: &'static str| {
            let items = match reader.item(of).map(|item| &item.node) {
                Some(Node::List(items)) if !items.is_empty() => &items[..],
                _ => {
                    reader.wrong(of, "an array of names of columns is needed");
                    &[]
                }
            };
            let named = items.iter().filter_map(|item| match &item.node {
                Node::Text(text) => Some((item, text)),
                other => {
                    self.note(item, &reader.path_of(of), format!("{} is not the name of a column", other.shown()));
                    None
                }
            });
            let checked = named.map(|(item, text)| {
                if let Some(problem) = found.and_then(|table| no_column(table, text)) {
                    self.note(item, &reader.path_of(of), problem);
                }
                text.clone()
            });
            checked.collect()
        };
        let judged = Judged { inputs: columns("inputs"), outcomes: columns("outcomes"), table: name };
        reader.finish();
        Some(judged)
    }
}

/// What is wrong with what is measured, `COLUMN`, `TABLE.COLUMN`, either with `=VALUE` or `-COLUMN`, and
/// `[COLUMN=VALUE]` after it.
fn wrong_measure(study: &StudyInfo, text: &str) -> Option<String> {
    let base = text.split('[').next().unwrap_or(text);
    let (table, rest) = match base.split_once('.') {
        Some((name, rest)) => {
            let Some(table) = study.tables.iter().find(|table| table.name == name) else {
                let known: Vec<&str> = study.tables.iter().map(|table| table.name.as_str()).collect();
                return Some(format!("{text}: {}", not_a_choice(name, &known)));
            };
            (table, rest)
        }
        None => (&study.tables[0], base),
    };
    let column = rest.split(['=', '-']).next().unwrap_or(rest);
    if table.index(column).is_some() {
        return None;
    }
    if base == text && !base.contains(['.', '=', '-']) {
        let known: Vec<&str> = study.measures.iter().map(|measure| measure.column.as_str()).collect();
        return Some(study.not_known(column, &known));
    }
    no_column(table, column).map(|problem| format!("{text}: {problem}"))
}

/// That a table has no such column, with one that may be meant.
fn no_column(table: &Table, name: &str) -> Option<String> {
    let columns = table.columns.iter().map(|column| column.name.as_str());
    let is_known = columns.clone().any(|column| column == name);
    let hint = || nearest(name, columns).map_or_else(String::new, |hint| format!("; did you mean {hint}?"));
    (!is_known).then(|| format!("{} has no column {name}{}", table.name, hint()))
}
