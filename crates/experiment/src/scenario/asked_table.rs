//! `[fair]` and `[sensitivity]` of a scenario, from what was typed to questions.

use crate::declare::problem::{Severity, nearest};
use crate::declare::table::MeasureKind;
use crate::declare::value::Value;
use crate::design::axis;
use crate::document::{Document, Item, Node, Reader};
use crate::scenario::asked::{CONFIDENCE_ALLOWED, ERROR_ALLOWED, Fair, MARGIN_ALLOWED, Sensitivity, wrong_elo};
use crate::scenario::plan::Plan;

/// `[fair]`, if the file has it; what is wrong with it is noted.
pub(crate) fn fair(root: &Reader<'_>, document: &Document, plan: &Plan) -> Option<Fair> {
    let table = root.table("fair")?;
    let reading = Reading { table: &table, document, plan };
    let is_share = |kind: MeasureKind| matches!(kind, MeasureKind::Fair | MeasureKind::Share);
    let measure = reading.measure(is_share);
    if !table.has("measure") && !plan.study.measures.iter().any(|measure| measure.kind == MeasureKind::Fair) {
        let known = reading.measures(is_share).join(", ");
        table.wrong("measure", format!("the key is missing: a share of the study, such as {known}"));
    }
    let margin = table.number("margin", MARGIN_ALLOWED);
    if let Some(margin) = margin
        && MARGIN_ALLOWED.contains(&margin)
    {
        table.wrong("margin", format!("{margin} is impossible; a margin lies between 0 and 0.5, both left out"));
    }
    let over = reading.over();
    let fair = Fair {
        equal: reading.equal(over.as_deref()),
        strata: reading.strata(over.as_deref()),
        measure,
        margin,
        over,
        sequential: table.flag("sequential").unwrap_or(false),
        confidence: table.number("confidence", CONFIDENCE_ALLOWED),
        elo: reading.elo(),
        alpha: table.number("alpha", ERROR_ALLOWED),
        beta: table.number("beta", ERROR_ALLOWED),
        pair: reading.pair(),
    };
    if fair.elo.is_some() && !fair.sequential {
        table.wrong("elo", "two hypotheses are told apart by the sequential test: sequential = true".to_owned());
    }
    for name in ["alpha", "beta", "pair"].into_iter().filter(|name| fair.elo.is_none() && table.has(name)) {
        table.wrong(name, "it is of the test of fair.elo, which is missing".to_owned());
    }
    table.finish();
    Some(fair)
}

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

struct Reading<'a> {
    table: &'a Reader<'a>,
    document: &'a Document,
    plan: &'a Plan,
}

impl Reading<'_> {
    fn measures(&self, fits: impl Fn(MeasureKind) -> bool) -> Vec<&str> {
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
    fn is_as_written(&self) -> bool {
        self.plan.overridden.is_empty()
    }

    fn axes(&self) -> Vec<&str> {
        self.plan.grid.axes.iter().map(|axis| axis.key.as_str()).collect()
    }

    fn no_axis(&self, name: &str) -> Option<String> {
        let axes = self.axes();
        if axes.contains(&name) || !self.is_as_written() {
            return None;
        }
        let hint = nearest(name, axes.iter().copied());
        let hint = hint.map_or_else(|| format!("axes are {}", axes.join(", ")), |hint| format!("did you mean {hint}?"));
        Some(format!("\"{name}\" is no axis of [sweep.axes]; {hint}"))
    }

    fn over(&self) -> Option<String> {
        let over = self.table.text("over")?;
        if let Some(message) = self.no_axis(over) {
            self.table.wrong("over", message);
        }
        Some(over.to_owned())
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

    fn pair(&self) -> Option<String> {
        let pair = self.table.text("pair")?;
        if let Some(message) = self.no_axis(pair) {
            self.table.wrong("pair", message);
        }
        Some(pair.to_owned())
    }

    /// In the unit of the key of `over`.
    fn equal(&self, over: Option<&str>) -> Option<f64> {
        let item = self.table.item("equal")?;
        let schema = &self.plan.study.schema;
        let Some(key) = over.and_then(|over| schema.index(over)) else {
            self.table.wrong("equal", "the value at which nothing is off is one of fair.over, which is missing");
            return None;
        };
        match axis::value(&schema.keys[key], &item.node) {
            Ok(Value::Number(number)) => Some(number),
            Ok(other) => {
                self.table.wrong("equal", format!("{other} is not a number"));
                None
            }
            Err(message) => {
                self.table.wrong("equal", message);
                None
            }
        }
    }

    /// With `over`, every axis has its part.
    fn strata(&self, over: Option<&str>) -> Option<Vec<String>> {
        let names = self.names("strata", "axes")?;
        let mut strata: Vec<String> = Vec::new();
        for (name, item) in names {
            if Some(name) == over {
                self.note(item, "fair.strata", format!("\"{name}\" is fair.over, of which the tolerance is wanted"));
            } else if let Some(message) = self.no_axis(name) {
                self.note(item, "fair.strata", message);
            } else if strata.iter().any(|other| other == name) {
                self.note(item, "fair.strata", format!("\"{name}\" stands there twice"));
            }
            strata.push(name.to_owned());
        }
        let is_told = |axis: &&&str| strata.iter().any(|name| name == **axis) || over == Some(**axis);
        if let (Some(_), true, Some(axis)) =
            (over, self.is_as_written(), self.axes().iter().find(|axis| !is_told(axis)))
        {
            self.table.wrong("strata", format!("{axis} is neither among them nor fair.over"));
        }
        Some(strata)
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

    fn note(&self, item: &Item, key: &str, message: String) {
        self.document.note(item.place, key, message, Severity::Error);
    }
}
