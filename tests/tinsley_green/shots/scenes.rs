//! The options of sand in scenes, through the command.

use crate::tool::{folder_with, ran};

#[test]
fn the_shipped_stop_shot_stops() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let ran = ran(root, &["scene", "--json", "scenarios/scenes/stop_shot.toml"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    let told: serde_json::Value = serde_json::from_str(&ran.stdout).expect("one JSON object");
    let events = told["events"].as_array().expect("a list");
    let at_m = |kind: &str| {
        let is_it = |event: &&serde_json::Value| event["kind"] == kind && event["bodies"][0] == "toley";
        events.iter().rfind(is_it).and_then(|event| event["position_m"][0].as_f64()).expect("such an event")
    };
    // what it rolls from the end of sliding to rest
    assert!((at_m("stop") - at_m("mode")).abs() < 1e-4);
}

#[test]
fn a_scene_takes_the_laws_of_the_sand() {
    let scene = |laws: &str| {
        format!(
            "world = \"spheres\"\n[surface]\nsliding_friction_ratio = 0.3\nrolling_friction_ratio = 0.1\n{laws}\n\
             [[body]]\nname = \"toley\"\nradius_m = \"9.525 mm\"\ndensity_kg_m3 = 2500\nposition_m = [0.0, 0.0]\n\
             velocity_m_s = [2.0, 0.0]\n"
        )
    };
    let rest_m = |laws: &str| {
        let here = folder_with("scene.toml", &scene(laws));
        let ran = ran(here.path(), &["scene", "--json", "scene.toml"]);
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
        let told: serde_json::Value = serde_json::from_str(&ran.stdout).expect("one JSON object");
        told["bodies"][0]["position_m"][0].as_f64().expect("a number")
    };
    // v_roll = 2.5 mu_s v0 / (3.5 mu_s + c) after v0 / ((3.5 mu_s + c) g), then v^2 / (2 mu_r g)
    let (sum, g) = (3.5 * 0.3 + 0.14, 9.81);
    let v = 0.75 * 2.0 / sum;
    let ploughed_m = 0.5 * (2.0 + v) * (2.0 / (sum * g)) + v * v / (0.2 * g);
    assert!((rest_m("resistance = \"plough\"") - ploughed_m).abs() < 1e-12);
    assert!(rest_m("speed_term = \"quadratic\"") < rest_m(""));
    let here = folder_with("scene.toml", &scene("sand_friction_ratio = 0.5"));
    assert!(ran(here.path(), &["scene", "scene.toml"]).stderr.contains("sand_friction_ratio: has no effect"));
}
