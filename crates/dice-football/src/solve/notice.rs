//! What nobody knows of the real game, told with every number of it.

use std::fmt::Write as _;

use tolley_experiment::key::{Key, Path};
use tolley_experiment::keys::{FieldReader, KeySet, KeyTable};
use tolley_experiment::path;
use tolley_experiment::value::Value;

use super::keys::{Faces, SolveOptions};
use crate::keys::{Board, DiceKeys, FacesSource};
use crate::laws::{Clock, Rules};

/// Characters in a line.
const WIDTH: usize = 100;

/// Tells where the faces come from, the board, the seconds of a roll, the clock, and how the laws are read that the
/// rule book leaves open. `value` is what a key is set to, `None` where it differs from point to point.
pub fn notice(value: &dyn Fn(Path) -> Option<Value>) -> String {
    let clock = |path: Path| told(value(path));
    let laws = open_keys::<Clock>().chain(open_keys::<Rules>()).filter(|key| !CLOCK.contains(&key.path));
    let laws: Vec<String> = laws.map(|key| format!("{} {}", key.path.name, told(value(key.path)))).collect();
    let [half, roll, count] = CLOCK.map(clock);
    let text = format!(
        "Nobody has published the faces, the board or the pace of the real game. Faces: {}. Board: {}. A roll takes \
         {roll} s, assumed. Clock: halves of {half} s, it counts {count}. Laws that the rule book leaves open: {}.",
        faces(value),
        board(value),
        laws.join(", ")
    );
    wrapped(&text)
}

/// As [`notice`], of the values of all keys of a study.
pub(crate) fn notice_of<K: KeySet>(keys: &K) -> String {
    let paths: Vec<Path> = K::parts()
        .into_iter()
        .flat_map(|part| part.keys.into_iter().map(move |key| Path { table: part.table, ..key.path }))
        .collect();
    let values = keys.values();
    notice(&|path| paths.iter().position(|known| *known == path).map(|at| values[at].clone()))
}

/// The keys that the sentences on the clock name.
const CLOCK: [Path; 3] = [path!(Clock.half_s), path!(Clock.roll_s), path!(Clock.count)];

/// The keys whose default is an assumption.
fn open_keys<T: KeyTable>() -> impl Iterator<Item = Key> {
    T::keys().into_iter().filter(|key| key.assumption.is_some())
}

fn told(value: Option<Value>) -> String {
    match value {
        Some(Value::Choice(name)) => name.into_owned(),
        Some(value) => value.to_string(),
        None => "(varies)".to_owned(),
    }
}

fn faces(value: &dyn Fn(Path) -> Option<Value>) -> &'static str {
    if value(path!(SolveOptions.faces)) == Some(Value::Choice(Faces::Random.name().into())) {
        return FacesSource::Random.name();
    }
    let values: Option<Vec<Value>> = DiceKeys::keys().into_iter().map(|key| value(key.path)).collect();
    let source = values.map(|values| FacesSource::of(&DiceKeys::read(&mut FieldReader::new(&values))));
    source.unwrap_or(FacesSource::Varied).name()
}

fn board(value: &dyn Fn(Path) -> Option<Value>) -> String {
    let changed = Board::keys().into_iter().filter_map(|key| {
        let value = value(key.path);
        (value.as_ref() != Some(&key.default)).then(|| format!("{} {}", key.path.name, told(value)))
    });
    let changed: Vec<String> = changed.collect();
    if changed.is_empty() {
        "as reconstructed".to_owned()
    } else {
        format!("reconstructed, but {}", changed.join(", "))
    }
}

/// In lines of [`WIDTH`], each ended.
fn wrapped(text: &str) -> String {
    let mut lines = String::new();
    let mut length = 0;
    for word in text.split(' ') {
        if length > 0 && length + 1 + word.len() > WIDTH {
            lines.push('\n');
            length = 0;
        }
        let gap = if length > 0 { " " } else { "" };
        let _ = write!(lines, "{gap}{word}");
        length += gap.len() + word.len();
    }
    lines + "\n"
}
