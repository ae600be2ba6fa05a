//! `[best]` of a scenario, from what was typed to a question.

use crate::declare::hand::{Chosen, Hand};
use crate::declare::key::Key;
use crate::declare::problem::{Severity, nearest};
use crate::declare::value::{Kind, Value};
use crate::design::axis;
use crate::document::{Document, Entry, Item, Node, Place, Reader, unknown};
use crate::scenario::best::{
    Best, CHOICES, CHOICES_ALLOWED, MAP_ALLOWED, Range, SHOTS, SHOTS_ALLOWED, Skill, check_objective,
};
use crate::scenario::plan::Plan;

/// What the player is called whom the scenario describes.
const PLAYER: &str = "player";

/// Design points at which ranges are compared with the limits of the hand before anything is played.
const MOST_POINTS: u64 = 10_000;

/// The question, if the file has one; what is wrong with it is noted.
pub(crate) fn read(root: &Reader<'_>, document: &Document, plan: &Plan) -> Option<Best> {
    let table = root.table("best")?;
    let Some(hand) = (plan.study.hand)(&plan.point(0)) else {
        root.wrong("best", format!("in {} nobody chooses a number: there is no best one", plan.study.name));
        return None;
    };
    let reading = Reading { document, plan, hand, values: plan.point(0) };
    let (skills, profile) = reading.whose(&table);
    let mut best = Best {
        objective: reading.objective(&table),
        skills,
        profile,
        shots: whole(&table, "shots", SHOTS_ALLOWED, SHOTS),
        choices: whole(&table, "choices", CHOICES_ALLOWED.map(|end| end as u64), CHOICES as u64) as usize,
        aims: table.table("aims").map_or_else(
            || {
                table.wrong("aims", format!("nothing is decided over; [best.aims] may have {}", reading.known()));
                Vec::new()
            },
            |aims| reading.aims(&aims),
        ),
        map: whole(&table, "map", MAP_ALLOWED, 0),
    };
    if best.profile.is_some() {
        // as many a skill as the scenario has
        best.shots = (best.shots / reading.skill_count(&table)).clamp(SHOTS_ALLOWED[0], SHOTS_ALLOWED[1]);
    }
    if let Err(message) = best.check_map() {
        table.wrong("map", message);
        best.map = 0;
    }
    table.finish();
    Some(best)
}

struct Reading<'a> {
    document: &'a Document,
    plan: &'a Plan,
    hand: Hand,
    /// Of all keys at the first point.
    values: Vec<Value>,
}

impl Reading<'_> {
    fn objective(&self, table: &Reader<'_>) -> String {
        let measures = &self.plan.study.measures;
        if !table.has("objective") {
            let names: Vec<&str> = measures.iter().map(|measure| measure.column.as_str()).collect();
            table
                .wrong("objective", format!("the key is missing: a column of the study, such as {}", names.join(", ")));
        }
        let name = table.text("objective").unwrap_or_default();
        if !name.is_empty()
            && let Err(message) = check_objective(name, &self.plan.study)
        {
            table.wrong("objective", message);
        }
        name.to_owned()
    }

    /// Whose best choice is wanted: of who plays by a profile, of the scenario's skills, or where it names none of the
    /// player that it describes; and the file of the profile.
    fn whose(&self, table: &Reader<'_>) -> (Vec<Skill>, Option<String>) {
        let Reading { plan, hand, values, .. } = self;
        let Some(of_player) = Skill::of_values(PLAYER, &plan.study, hand, values) else {
            return (self.skills(table), None);
        };
        let preset = plan.study.schema.find(hand.preset);
        let keys = || of_player.sets.iter().map(|(key, _)| *key).chain(preset);
        // one player is searched for at every point
        let is_whole = keys().any(|key| plan.profile_line(key).is_some() || (!table.has("skills") && plan.is_set(key)));
        if let Some(swept) = keys().find(|key| is_whole && plan.varying().contains(key)) {
            let path = plan.study.schema.keys[swept].path;
            table.wrong("skills", format!("{path} is swept, and the best choice is that of one player"));
        }
        if let Some((profile, _)) = keys().find_map(|key| plan.profile_line(key)) {
            table.item("skills");
            let profile = &plan.profiles[profile];
            let skill = Skill { name: profile.name().to_owned(), ..of_player };
            return (vec![skill], Some(profile.file.clone()));
        }
        if !table.has("skills") && keys().any(|key| plan.is_set(key)) {
            table.item("skills");
            return (vec![of_player], None);
        }
        (self.skills(table), None)
    }

    /// How many skills the scenario names, at least one.
    fn skill_count(&self, table: &Reader<'_>) -> u64 {
        match table.item("skills").map(|item| &item.node) {
            Some(Node::List(items)) => items.len().max(1) as u64,
            _ => 1,
        }
    }

    fn skills(&self, table: &Reader<'_>) -> Vec<Skill> {
        let Some(item) = table.item("skills") else {
            table.wrong("skills", "the key is missing: whose best choice is wanted, such as [\"club\", \"novice\"]");
            return Vec::new();
        };
        let Node::List(items) = &item.node else {
            table.wrong("skills", format!("{} is not an array of names", item.node.shown()));
            return Vec::new();
        };
        if items.is_empty() {
            table.wrong("skills", "nobody's best choice is wanted");
        }
        let mut skills: Vec<Skill> = Vec::new();
        for item in items {
            match self.skill(item) {
                Ok(skill) => match skill.repeats(&skills) {
                    Some(message) => self.note(item.place, "best.skills", message),
                    None => skills.push(skill),
                },
                Err(message) => self.note(item.place, "best.skills", message),
            }
        }
        self.unset(&skills);
        skills
    }

    fn skill(&self, item: &Item) -> Result<Skill, String> {
        match &item.node {
            Node::Text(text) => Skill::named(text, &self.plan.study, &self.hand),
            other => Err(format!("{} is not the name of a skill", other.shown())),
        }
    }

    /// What the skills set, the file may not.
    fn unset(&self, skills: &[Skill]) {
        let keys = &self.plan.study.schema.keys;
        let preset = self.plan.study.schema.find(self.hand.preset);
        let set = skills.first().into_iter().flat_map(|skill| skill.sets.iter().map(|(key, _)| *key)).chain(preset);
        for key in set.filter(|key| self.plan.is_set(*key)) {
            let message = format!(
                "the skills set {}, and the scenario sets it too: without skills the best choice is that of the player \
                 of the scenario; a file of his own goes in by --with FILE",
                keys[key].path
            );
            self.note((1, 1), "best.skills", message);
        }
    }

    fn aims(&self, table: &Reader<'_>) -> Vec<Range> {
        let mut aims: Vec<Range> = Vec::new();
        for entry in table.entries() {
            match self.aim(entry) {
                Ok(aim) => aims.push(aim),
                Err((place, message)) => self.note(place, &table.path_of(&entry.name), message),
            }
        }
        if table.entries().is_empty() {
            self.note(table.place(), "best.aims", format!("nothing is decided over; may have {}", self.known()));
        }
        aims
    }

    fn aim(&self, entry: &Entry) -> Result<Range, (Place, String)> {
        let study = &self.plan.study;
        let wrong = |message: String| (entry.place, message);
        let Some(key) = study.schema.index(&entry.name) else {
            let known: Vec<String> = self.hand.chosen.iter().map(|chosen| chosen.key.to_string()).collect();
            return Err(wrong(match nearest(&entry.name, known.iter().map(String::as_str)) {
                Some(hint) => format!("unknown key; did you mean {hint}?"),
                None => format!("unknown key; a player chooses {}", self.known()),
            }));
        };
        let described = &study.schema.keys[key];
        let Some(chosen) = self.hand.chosen.iter().find(|chosen| chosen.key == described.path) else {
            return Err(wrong(format!("is not chosen by the player, who chooses {}", self.known())));
        };
        if self.plan.is_set(key) {
            let how = if self.plan.axis_of(key).is_some() { "is an axis of [sweep] too" } else { "is set too" };
            return Err(wrong(format!("{how}, and what is decided over cannot be given")));
        }
        if let Some(with) = described.only_with
            && let Some(other) = study.schema.find(with.key)
            && !matches!(&self.values[other], Value::Choice(choice) if *choice == with.choice)
        {
            return Err(wrong(format!("has no effect without {} = \"{}\"", with.key, with.choice)));
        }
        self.range(key, chosen, &entry.item)
    }

    fn range(&self, key: usize, chosen: &Chosen, item: &Item) -> Result<Range, (Place, String)> {
        let Node::Table(entries) = &item.node else {
            return Err((item.place, format!("a range is a table with min and max, not {}", item.node.shown())));
        };
        if let Some(stray) = entries.iter().find(|entry| !["min", "max"].contains(&entry.name.as_str())) {
            return Err((stray.place, format!("{}: {}", stray.name, unknown(&stray.name, ["min", "max"].into_iter()))));
        }
        let described = &self.plan.study.schema.keys[key];
        let end = |name: &str| match entries.iter().find(|entry| entry.name == name) {
            None => Ok(None),
            Some(entry) => match axis::value(described, &entry.item.node) {
                Ok(Value::Number(number)) => Ok(Some(number)),
                Ok(other) => Err((entry.item.place, format!("{name}: {other} is not a number"))),
                Err(message) => Err((entry.item.place, format!("{name}: {message}"))),
            },
        };
        if !matches!(described.kind, Kind::Number { .. }) {
            return Err((item.place, "is not a number".to_owned()));
        }
        let limits = chosen.limits.map(|path| path.and_then(|path| self.plan.study.schema.find(path)));
        let mut ends = [end("min")?, end("max")?];
        for (at, sign) in [(0, -1.0), (1, 1.0)] {
            self.hold(described, item.place, (&mut ends[at], sign), limits[at]);
        }
        let asked = Range { key, ends, limits };
        // where a design draws what can be done, a search is asked at its points only when it is played there
        let compared = if self.draws_limits() { 0 } else { self.plan.grid.points().min(MOST_POINTS) };
        for point in 0..compared {
            self.holds(&asked, point).map_err(|message| (item.place, message))?;
        }
        Ok(asked)
    }

    /// Lets an end of a range be the limit of the hand that a profile says, where it lies beyond, which is told.
    fn hold(&self, key: &Key, place: Place, (end, sign): (&mut Option<f64>, f64), limit: Option<usize>) {
        let Some(limit) = limit else { return };
        let (Some(asked), Value::Number(value)) = (*end, &self.values[limit]) else { return };
        let Some((profile, line)) = self.plan.profile_line(limit).filter(|_| sign * asked > sign * value) else {
            return;
        };
        let (asked, file) = (axis::shown(key, &Value::Number(asked)), &self.plan.profiles[profile].file);
        let message = format!("{asked} is beyond {line} ({file}): the range ends there");
        self.document.note(place, &format!("best.aims.{}", key.path), message, Severity::Warning);
        *end = None;
    }

    /// Whether the design draws a limit, so that the nearest is played beyond it.
    fn draws_limits(&self) -> bool {
        let schema = &self.plan.study.schema;
        let is_limit =
            |key: usize| self.plan.study.limits.is_some_and(|limits| limits.limiting.contains(&schema.keys[key].path));
        self.plan.plays_nearest() && self.plan.varying().into_iter().any(is_limit)
    }

    /// Whether a range can be aimed at where a design point has its limits.
    fn holds(&self, asked: &Range, point: u64) -> Result<(), String> {
        let (study, values) = (&self.plan.study, self.plan.point(point));
        let hand = (study.hand)(&values);
        let path = study.schema.keys[asked.key].path;
        let chosen = hand.as_ref().and_then(|hand| hand.chosen.iter().find(|chosen| chosen.key == path));
        let Some(chosen) = chosen else { return Err(format!("nobody chooses {path} at design point {point}")) };
        let said = |message| if point == 0 { message } else { format!("{message} (design point {point})") };
        let aim = asked.at(study, &values, chosen.within).map_err(said)?;
        // limits that follow from a key and are not its value
        for end in aim.range {
            let mut ended = values.clone();
            ended[asked.key] = Value::Number(end);
            if let Some(beyond) = study.beyond_at(&ended).into_iter().find(|beyond| beyond.asked == path) {
                return Err(said(beyond.to_string()));
            }
        }
        Ok(())
    }

    fn known(&self) -> String {
        let keys: Vec<String> = self.hand.chosen.iter().map(|chosen| chosen.key.to_string()).collect();
        keys.join(", ")
    }

    fn note(&self, place: Place, key: &str, message: String) {
        self.document.note(place, key, message, Severity::Error);
    }
}

/// A whole number from one end to the other, or what stands for it where the file is silent.
fn whole(table: &Reader<'_>, name: &'static str, [least, most]: [u64; 2], usual: u64) -> u64 {
    match table.item(name).map(|item| &item.node) {
        None => usual,
        Some(Node::Number { whole: Some(whole), .. }) if (least as i64..=most as i64).contains(whole) => *whole as u64,
        Some(other) => {
            table.wrong(name, format!("{} is not a whole number from {least} to {most}", other.shown()));
            usual
        }
    }
}
