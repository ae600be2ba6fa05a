//! A played scene as text.

use std::fmt::Write as _;

use tolley_experiment::problem::escaped;
use tolley_physics::kernel::{Ending, Event};
use tolley_scenes::{BodyState, Scene, SceneResult, World, has_impulse};

use tolley_answers::columns;

/// Two aligned tables: the events, then the bodies.
pub fn text(scene: &Scene, played: &SceneResult) -> String {
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
    let _ =
        writeln!(out, "\n{}{reason} at {} s after {} events", played.ending_name(), played.time_s, played.events.len());
    out
}

fn event_row(scene: &Scene, event: &Event) -> Vec<String> {
    let at = event.position_m;
    let impulse = if has_impulse(event) { format!("{:.4e}", event.impulse_n_s) } else { "-".to_owned() };
    let line = scene.mark_of(event).map(escaped).unwrap_or_default();
    let bodies = scene.bodies_of(event).into_iter().map(escaped).collect::<Vec<_>>().join(" + ");
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

fn body_row(scene: &Scene, name: &str, body: &BodyState) -> Vec<String> {
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
