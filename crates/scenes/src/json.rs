//! A played scene as one JSON object.

use serde_json::{Map, Value, json};
use tolley_physics::kernel::{Ending, Event, Kind};

use crate::{BodyState, Scene, SceneResult, has_impulse};

/// One object, numbers with all their digits. What has a number that is not finite is left out; bodies are then named.
pub fn json(scene: &Scene, played: &SceneResult) -> Value {
    let mut object = Map::new();
    object.insert("time_s".to_owned(), json!(played.time_s));
    object.insert("ending".to_owned(), json!(played.ending_name()));
    if let Ending::Quarantined(reason) = played.ending {
        object.insert("reason".to_owned(), json!(reason.name()));
    }
    let (finite, lost): (Vec<_>, Vec<_>) =
        scene.names.iter().zip(&played.bodies).partition(|(_, body)| body.is_finite());
    object.insert("bodies".to_owned(), finite.into_iter().map(|(name, body)| json_body(name, body)).collect());
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

fn json_body(name: &str, body: &BodyState) -> Value {
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
        "bodies": scene.bodies_of(event),
    });
    if let Some(mark) = scene.mark_of(event) {
        object[if event.kind == Kind::Post { "post" } else { "line" }] = json!(mark);
    }
    object["position_m"] = json!(event.position_m.to_array());
    if has_impulse(event) {
        object["impulse_n_s"] = json!(event.impulse_n_s);
    }
    object
}
