//! `[sensitivity]` of a scenario, from what was typed to a question, and what asks of all kinds are read with.

use crate::declare::problem::{Severity, nearest};
use crate::declare::table::MeasureKind;
use crate::document::{Document, Item, Node, Reader};
use crate::scenario::asked::Sensitivity;
use crate::scenario::plan::Plan;

/// `[sensitivity]`, if the file has it; what is wrong with it is noted.
pub(crate) fn sensitivity(root: &Reader<'_>, document: &Document, plan: &Plan) -> Option<Sensitivity> {
    let table = root.table("sensitivity")?;
    let reading = Reading { table: &table, document, plan };
    let sensitivity = Sensitivity {
        measure: reading.measure(|_| true),
        assumed: table.flag("assumed").unwrap_or(false),
        clauses: table.flag("clauses").unwrap_or(false),
        points: reading.points(),
        keys: reading.keys(),
    };
    table.finish();
    Some(sensitivity)
}

/// Reads one table of what is asked of a plan.
pub(super) struct Reading<'a> {
    pub table: &'a Reader<'a>,
    pub document: &'a Document,
    pub plan: &'a Plan,
}

impl Reading<'_> {
    pub fn measures(&self, fits: impl Fn(MeasureKind) -> bool) -> Vec<&str> {
        let measures = self.plan.study.measures.iter().filter(|measure| fits(measure.kind));
        measures.map(|measure| measure.column.as_str()).collect()
    }

    fn measure(&self, fits: impl Fn(MeasureKind) -> bool) -> Option<String> {
        let text = self.table.text("measure")?;
        let known = self.measures(fits);
        if !known.contains(&text) {
            self.table.wrong("measure", self.plan.study.not_known(text, &known));
        }
        Some(text.to_owned())
    }

    /// What the command line sets or sweeps may have changed the axes.
    pub fn is_as_written(&self) -> bool {
        self.plan.overridden.is_empty()
    }

    pub fn axes(&self) -> Vec<&str> {
        self.plan.grid.axes.iter().map(|axis| axis.key.as_str()).collect()
    }

    pub fn no_axis(&self, name: &str) -> Option<String> {
        let axes = self.axes();
        if axes.contains(&name) || !self.is_as_written() {
            return None;
        }
        let hint = nearest(name, axes.iter().copied());
        let hint = hint.map_or_else(|| format!("axes are {}", axes.join(", ")), |hint| format!("did you mean {hint}?"));
        Some(format!("\"{name}\" is no axis of [sweep.axes]; {hint}"))
    }

    fn points(&self) -> Option<u64> {
        match &self.table.item("points")?.node {
            Node::Number { whole: Some(whole), .. } if *whole >= 1 => Some(*whole as u64),
            other => {
                self.table.wrong("points", format!("{} is not a whole number from 1 on", other.shown()));
                None
            }
        }
    }

    fn keys(&self) -> Vec<String> {
        let schema = &self.plan.study.schema;
        let mut keys: Vec<String> = Vec::new();
        for (name, item) in self.names("keys", "keys").unwrap_or_default() {
            let wrong = |message: String| self.note(item, "sensitivity.keys", message);
            match schema.index(name) {
                None => {
                    let known: Vec<String> = schema.keys.iter().map(|key| key.path.to_string()).collect();
                    let hint = nearest(name, known.iter().map(String::as_str));
                    let hint = hint.map_or_else(String::new, |hint| format!("; did you mean {hint}?"));
                    wrong(format!("\"{name}\" is no key of the study{hint}"));
                }
                Some(_) if keys.iter().any(|other| other == name) => wrong(format!("\"{name}\" stands there twice")),
                Some(key) if self.plan.is_set(key) && self.is_as_written() => {
                    wrong(format!("\"{name}\" is set or swept by the scenario, which says what it is"));
                }
                Some(key) => {
                    if let Err(why) = schema.keys[key].drawn_axis() {
                        wrong(format!("\"{name}\" is not drawn, {why}: sweep it in [sweep.axes] instead"));
                    }
                }
            }
            keys.push(name.to_owned());
        }
        keys
    }

    /// An array of texts.
    fn names(&self, name: &'static str, what: &str) -> Option<Vec<(&str, &Item)>> {
        let item = self.table.item(name)?;
        let Node::List(items) = &item.node else {
            self.table.wrong(name, format!("{} is not an array of names of {what}", item.node.shown()));
            return None;
        };
        let mut names = Vec::new();
        for item in items {
            match &item.node {
                Node::Text(text) => names.push((text.as_str(), item)),
                other => self.table.wrong(name, format!("{} is not the name of one of the {what}", other.shown())),
            }
        }
        Some(names)
    }

    pub fn note(&self, item: &Item, key: &str, message: String) {
        self.document.note(item.place, key, message, Severity::Error);
    }
}
