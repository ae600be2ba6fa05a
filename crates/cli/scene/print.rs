//! A played scene as text and as one JSON object.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};
use tolley_answers::columns;
use tolley_experiment::problem::escaped;
use tolley_physics::kernel::{Ending, Event, Kind, NONE};

use super::play::{Played, Shown};
use super::{Scene, World};

fn ending(played: &Played) -> &'static str {
    match played.ending {
        Ending::Rest => "rest",
        Ending::Until => "until",
        Ending::Quarantined(_) => "quarantined",
    }
}

fn has_impulse(event: &Event) -> bool {
    matches!(event.kind, Kind::Pair | Kind::Ground | Kind::Post)
}

fn names<'a>(scene: &'a Scene, event: &Event) -> Vec<&'a str> {
    let ids = [event.body, event.other].into_iter().filter(|id| *id != NONE);
    ids.map(|id| scene.names[usize::from(id)].as_str()).collect()
}

/// The line that was crossed or the post that was hit.
fn mark<'a>(scene: &'a Scene, event: &Event) -> Option<&'a str> {
    let names = if event.kind == Kind::Post { &scene.posts } else { &scene.lines };
    (event.line != NONE).then(|| names[usize::from(event.line)].as_str())
}

/// One object, numbers with all their digits; what has a number that is not finite is left out, bodies are then named.
pub fn json(scene: &Scene, played: &Played) -> Value {
    let mut object = Map::new();
    object.insert("time_s".to_owned(), json!(played.time_s));
    object.insert("ending".to_owned(), json!(ending(played)));
    if let Ending::Quarantined(reason) = played.ending {
        object.insert("reason".to_owned(), json!(reason.name()));
    }
    let (told, lost): (Vec<_>, Vec<_>) = scene.names.iter().zip(&played.bodies).partition(|(_, body)| body.is_finite());
    object.insert("bodies".to_owned(), told.into_iter().map(|(name, body)| json_body(name, body)).collect());
    if !lost.is_empty() {
        object.insert("not_finite_bodies".to_owned(), lost.into_iter().map(|(name, _)| json!(name)).collect());
    }
    let events = played.events.iter().filter(|event| is_finite(event));
    object.insert("events".to_owned(), events.map(|event| json_event(scene, event)).collect());
    Value::Object(object)
}

fn is_finite(event: &Event) -> bool {
    event.time_s.is_finite() && event.position_m.is_finite() && event.impulse_n_s.is_finite()
}

fn json_body(name: &str, body: &Shown) -> Value {
    let spin = if body.angle_rad.is_some() { json!(body.spin_rad_s.z) } else { json!(body.spin_rad_s.to_array()) };
    let mut object = json!({
        "name": name,
        "mode": body.mode,
        "position_m": body.position_m.to_array(),
        "velocity_m_s": body.velocity_m_s.to_array(),
        "spin_rad_s": spin,
    });
    if let Some(angle_rad) = body.angle_rad {
        object["angle_rad"] = json!(angle_rad);
    }
    object
}

fn json_event(scene: &Scene, event: &Event) -> Value {
    let mut object = json!({
        "time_s": event.time_s,
        "kind": event.kind.name(),
        "bodies": names(scene, event),
    });
    if let Some(mark) = mark(scene, event) {
        object[if event.kind == Kind::Post { "post" } else { "line" }] = json!(mark);
    }
    object["position_m"] = json!(event.position_m.to_array());
    if has_impulse(event) {
        object["impulse_n_s"] = json!(event.impulse_n_s);
    }
    object
}

/// Two aligned tables: the events, then the bodies.
pub fn text(scene: &Scene, played: &Played) -> String {
    let events = played.events.iter().map(|event| event_row(scene, event));
    let head = ["time_s", "kind", "bodies", "x_m", "y_m", "z_m", "impulse_n_s", "line"];
    let mut out = table(&std::iter::once(head.map(str::to_owned).to_vec()).chain(events).collect::<Vec<_>>());
    let bodies = scene.names.iter().zip(&played.bodies).map(|(name, body)| body_row(scene, name, body));
    let _ = writeln!(out);
    out += &table(&std::iter::once(body_head(scene)).chain(bodies).collect::<Vec<_>>());
    let reason = match played.ending {
        Ending::Quarantined(reason) => format!(": {}", reason.name()),
        Ending::Rest | Ending::Until => String::new(),
    };
    let _ = writeln!(out, "\n{}{reason} at {} s after {} events", ending(played), played.time_s, played.events.len());
    out
}

fn event_row(scene: &Scene, event: &Event) -> Vec<String> {
    let at = event.position_m;
    let impulse = if has_impulse(event) { format!("{:.4e}", event.impulse_n_s) } else { "-".to_owned() };
    let line = mark(scene, event).map(escaped).unwrap_or_default();
    let bodies = names(scene, event).into_iter().map(escaped).collect::<Vec<_>>().join(" + ");
    let mut row = vec![fixed(event.time_s), event.kind.name().to_owned(), bodies];
    row.extend(at.to_array().map(fixed));
    row.extend([impulse, line]);
    row
}

fn body_head(scene: &Scene) -> Vec<String> {
    let spin: &[&str] = match scene.world {
        World::Spheres(_) => &["wx_rad_s", "wy_rad_s", "wz_rad_s"],
        World::Discs(_) => &["spin_rad_s", "angle_rad"],
    };
    let head = ["body", "mode", "x_m", "y_m", "z_m", "vx_m_s", "vy_m_s", "vz_m_s"];
    head.iter().chain(spin).map(|name| (*name).to_owned()).collect()
}

fn body_row(scene: &Scene, name: &str, body: &Shown) -> Vec<String> {
    let spin = match scene.world {
        World::Spheres(_) => body.spin_rad_s.to_array().to_vec(),
        World::Discs(_) => vec![body.spin_rad_s.z, body.angle_rad.unwrap_or(0.0)],
    };
    let numbers = [body.position_m.to_array(), body.velocity_m_s.to_array()].concat().into_iter().chain(spin);
    [escaped(name), body.mode.to_owned()].into_iter().chain(numbers.map(fixed)).collect()
}

/// Six decimals; scientific where these would be many digits, and 0 without a sign.
fn fixed(number: f64) -> String {
    let text = if number.abs() < 1e6 { format!("{number:.6}") } else { format!("{number:e}") };
    if text.bytes().all(|byte| b"-0.".contains(&byte)) { "0.000000".to_owned() } else { text }
}

/// Columns as wide as their widest cell: words to the left, numbers to the right.
fn table(rows: &[Vec<String>]) -> String {
    columns::rows(&columns::of_rows(rows)).join("\n") + "\n"
}
