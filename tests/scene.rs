//! `tolley scene` from outside: what it prints and what it refuses.

use crate::tool::{Ran, folder_with, ran};
use serde_json::Value;

const SPHERES: &str = "\
world = \"spheres\"
[surface]
sliding_friction_ratio = 0.25
rolling_friction_ratio = 0.10
[[body]]
name = \"toley\"
radius_m = \"10 mm\"
density_kg_m3 = 2500
position_m = [0.0, 0.0]
velocity_m_s = [2.0, 0.0]
";

const DISCS: &str = "\
world = \"discs\"
gravity_m_s2 = 10.0
[surface]
sliding_friction_ratio = 0.2
[edge]
rectangle_m = [4.0, 1.0]
lines = [ { name = \"halfway\", from_m = [0.0, -0.5], to_m = [0.0, 0.5] } ]
[[body]]
name = \"coin\"
radius_m = 0.01
mass_kg = 0.005
position_m = [-0.5, 0.0]
velocity_m_s = [2.0, 0.0]
";

fn play(text: &str, flags: &[&str]) -> Ran {
    let here = folder_with("scene.toml", text);
    ran(here.path(), &[&["scene", "scene.toml"], flags].concat())
}

fn object(text: &str, flags: &[&str]) -> Value {
    let ran = play(text, &[&["--json"], flags].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    serde_json::from_str(&ran.stdout).expect("one JSON object")
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

fn near(value: &Value, expected: f64) {
    let value = number(value);
    assert!((value - expected).abs() <= 1e-12 * expected.abs().max(1.0), "{value} is not {expected}");
}

#[test]
fn a_sliding_sphere_rolls_at_five_sevenths_and_stops() {
    // v0 = 2, mu_s g = 2.4525, mu_r g = 0.981: slides for 2 v0 / (7 mu_s g), rolls with 5/7 v0
    let end = object(SPHERES, &[]);
    let slide_s = 2.0 * 2.0 / (7.0 * 0.25 * 9.81);
    let roll_m_s = 2.0 * 5.0 / 7.0;
    near(&end["time_s"], slide_s + roll_m_s / 0.981);
    assert_eq!(end["ending"], "rest");
    let slid_m = 12.0 / 49.0 * 4.0 / (0.25 * 9.81);
    near(&end["bodies"][0]["position_m"][0], slid_m + roll_m_s * roll_m_s / (2.0 * 0.981));
    near(&end["bodies"][0]["position_m"][2], 0.01);
    let kinds: Vec<&str> =
        end["events"].as_array().expect("events").iter().filter_map(|event| event["kind"].as_str()).collect();
    assert_eq!(kinds, ["mode", "stop"]);
    near(&end["events"][0]["time_s"], slide_s);
    assert!(end["bodies"][0].get("angle_rad").is_none());
    let at = object(SPHERES, &["--until", "0.1"]);
    assert_eq!((&at["ending"], number(&at["time_s"])), (&"until".into(), 0.1));
    near(&at["bodies"][0]["velocity_m_s"][0], 2.0 - 0.25 * 9.81 * 0.1);
    assert_eq!(at["bodies"][0]["mode"], "slide");
}

#[test]
fn a_coin_crosses_a_line_and_stops() {
    // a = 2: crosses x = 0 when 2 t - t^2 = 0.5, stops after 1 m
    let end = object(DISCS, &[]);
    near(&end["bodies"][0]["position_m"][0], 0.5);
    assert_eq!(end["bodies"][0]["position_m"][2], 0.0);
    near(&end["time_s"], 1.0);
    let crossing = &end["events"][0];
    assert_eq!((&crossing["kind"], &crossing["line"]), (&"line".into(), &"halfway".into()));
    near(&crossing["time_s"], 1.0 - 0.5_f64.sqrt());
    assert!(crossing.get("impulse_n_s").is_none());
    assert_eq!(end["bodies"][0]["angle_rad"], 0.0);
    assert!(end["bodies"][0]["spin_rad_s"].is_number());
}

#[test]
fn a_coin_hits_a_post() {
    let with_post = |at: &str| {
        let post = format!("posts = [ {{ name = \"left post\", position_m = {at}, radius_m = \"2 mm\" }} ]\n[[body]]");
        DISCS.replace("[[body]]", &post)
    };
    let end = object(&with_post("[0.2, 0.0]"), &[]);
    let hit = &end["events"][1];
    assert_eq!((&hit["kind"], &hit["post"], hit.get("line")), (&"post".into(), &"left post".into(), None));
    // 0.688 m on the way at 2 m/s, slowed by 2 m/s^2; it comes back with 0.85 of the speed
    let speed = (4.0f64 - 4.0 * 0.688).sqrt();
    near(&hit["impulse_n_s"], 1.85 * 0.005 * speed);
    near(&end["bodies"][0]["position_m"][0], 0.188 - 0.85 * 0.85 * speed * speed / 4.0);
    assert!(play(&with_post("[0.2, 0.0]"), &[]).stdout.contains("left post"));
    let inside = play(&with_post("[-0.49, 0.0]"), &[]);
    assert!(inside.code == 2 && inside.stderr.contains("overlaps the post"), "{}", inside.stderr);
}

#[test]
fn units_and_bare_numbers_mean_the_same() {
    let other = SPHERES.replace("\"10 mm\"", "0.01").replace("[2.0, 0.0]\n", "[\"200 cm/s\", \"0 km/h\", 0]\n");
    assert_eq!(object(SPHERES, &[]), object(&other, &[]));
}

#[test]
fn bodies_that_touch_and_approach_collide_at_time_0() {
    let second = "[[body]]\nname = \"marble\"\nradius_m = 0.01\nmass_kg = 0.01\nposition_m = [0.02, 0.0]\n";
    let end = object(&format!("{SPHERES}{second}"), &[]);
    let first = &end["events"][0];
    assert_eq!((number(&first["time_s"]), &first["kind"]), (0.0, &"pair".into()));
    assert_eq!(first["bodies"], serde_json::json!(["toley", "marble"]));
    assert!(number(&first["impulse_n_s"]) > 0.0);
}

/// A toley slides off two marbles: 12 events, of which 37 steps of what they hold each other by are none (and were).
#[test]
fn a_contact_that_lasts_is_told_when_it_begins_and_when_it_ends() {
    let ball = |name: &str, radius: &str, rest: &str| {
        format!("[[body]]\nname = \"{name}\"\nradius_m = \"{radius}\"\ndensity_kg_m3 = 2500\n{rest}\n")
    };
    let laid = "position_m = [0.0005, 0.0, 0.020894]\nspin_rad_s = [0.0, 30.0, 0.0]";
    let scene = "world = \"spheres\"\n".to_owned()
        + &ball("toley", "9.525 mm", laid)
        + &ball("left", "6.35 mm", "position_m = [0.0, 0.00635]")
        + &ball("right", "6.35 mm", "position_m = [0.0, -0.00635]");
    let played = object(&scene, &[]);
    let events = played["events"].as_array().expect("events");
    let count = |kind: &str| events.iter().filter(|event| event["kind"] == kind).count();
    assert_eq!(played["ending"], "rest");
    assert_eq!((events.len(), count("pair"), count("mode"), count("stop")), (12, 3, 3, 3));
}

#[test]
fn free_flight_needs_an_until_and_keeps_its_height() {
    let text = SPHERES
        .replace("world = \"spheres\"", "world = \"spheres\"\ngravity_m_s2 = 0")
        .replace("[0.0, 0.0]", "[0.0, 0.0, -3.0]")
        .replace("[2.0, 0.0]", "[2.0, 0.0, 1.0]");
    let at = object(&text, &["--until", "2"]);
    assert_eq!(at["bodies"][0]["mode"], "air");
    assert_eq!(at["bodies"][0]["position_m"], serde_json::json!([4.0, 0.0, -1.0]));
    let endless = play(&text, &["--json"]);
    assert_eq!(endless.code, 1);
    let object: Value = serde_json::from_str(&endless.stdout).expect("one JSON object");
    assert_eq!((&object["ending"], &object["reason"]), (&"quarantined".into(), &"never-rests".into()));
    assert!(endless.stderr.contains("never-rests"), "{}", endless.stderr);
}

#[test]
fn text_shows_events_and_bodies() {
    let ran = play(DISCS, &[]);
    assert_eq!(ran.code, 0);
    for expected in ["halfway", "stop", "coin", "rest at 1 s after 2 events", "angle_rad"] {
        assert!(ran.stdout.contains(expected), "{expected} is not in\n{}", ran.stdout);
    }
}

/// A change of a good scene, and what the message must say.
const REFUSED: &[(&str, &str, &str, &str)] = &[
    (SPHERES, "world = \"spheres\"", "world = \"sphere\"", "did you mean \"spheres\"?"),
    (SPHERES, "world = \"spheres\"\n", "", "world: is missing"),
    (SPHERES, "[[body]]", "[[bodies]]", "did you mean body?"),
    (SPHERES, "radius_m = \"10 mm\"", "radius = 0.01", "did you mean radius_m?"),
    (
        SPHERES,
        "\"10 mm\"",
        "\"10 g\"",
        "scene.toml:7:12: error: body[1].radius_m: \"10 g\": the unit \"g\" does not fit",
    ),
    (SPHERES, "\"10 mm\"", "-0.01", "-0.01 m is impossible; allowed: 0.000001 to 1000 m"),
    (SPHERES, "\"10 mm\"", "0.0", "0 m is impossible"),
    (SPHERES, "\"10 mm\"", "nan", "not a finite number"),
    (SPHERES, "density_kg_m3 = 2500", "mass_kg = 0", "0 kg is impossible"),
    (SPHERES, "density_kg_m3 = 2500", "mass_kg = 0.01\ndensity_kg_m3 = 2500", "not both"),
    (SPHERES, "density_kg_m3 = 2500\n", "", "mass_kg or density_kg_m3 is needed"),
    (SPHERES, "name = \"toley\"\n", "", "name: is missing"),
    (SPHERES, "[0.0, 0.0]", "[0.0]", "2 to 3"),
    (SPHERES, "[0.0, 0.0]", "[0.0, 0.0, 0.009]", "below the ground"),
    (SPHERES, "[0.0, 0.0]", "[0.0, inf]", "not a finite number"),
    (SPHERES, "sliding_friction_ratio = 0.25", "sliding_friction_ratio = -0.25", "impossible"),
    (SPHERES, "[[body]]", "[contact]\nrestitution_ratio = 1.01\n[[body]]", "allowed: 0 to 1"),
    (SPHERES, "[[body]]", "[contact]\nfriction_ratio = -0.1\n[[body]]", "impossible"),
    (
        SPHERES,
        "[[body]]",
        "[contact]\nlaw = \"hertz\"\nground_reaction = \"simultaneous\"\n[[body]]",
        "\"simultaneous\" goes with law = \"pairwise\" only",
    ),
    (SPHERES, "[[body]]", "[contact]\nground_reaction = \"before\"\n[[body]]", "after, none, simultaneous"),
    (
        SPHERES,
        "[[body]]",
        "[edge]\nring_radius_m = 0.5\n[[body]]\nname = \"far\"\nradius_m = 0.01\nmass_kg = 1\nposition_m = [0.4, 0.4]\n[[body]]",
        "outside the ring",
    ),
    (
        SPHERES,
        "[[body]]",
        "[[body]]\nname = \"big\"\nradius_m = 0.02\nmass_kg = 1\nposition_m = [0.02, 0.0]\n[[body]]",
        "\"toley\" overlaps \"big\" by 0.007",
    ),
    (
        SPHERES,
        "[[body]]",
        "[[body]]\nname = \"toley\"\nradius_m = 0.01\nmass_kg = 1\nposition_m = [1, 1]\n[[body]]",
        "\"toley\" stands twice",
    ),
    (DISCS, "mass_kg = 0.005", "density_kg_m3 = 8000", "mass_kg is needed"),
    (DISCS, "[-0.5, 0.0]", "[-0.5, 0.0, 0.0]", "3 numbers; 2 are needed"),
    (DISCS, "[-0.5, 0.0]", "[-2.5, 0.0]", "outside the table"),
    (DISCS, "[2.0, 0.0]", "[2.0, 0.0]\nspin_rad_s = [0.0, 0.0, 1.0]", "is not a number"),
    (DISCS, "to_m = [0.0, 0.5]", "to_m = [0.0, -0.5]", "two different ends"),
    (DISCS, "[4.0, 1.0]", "[4.0, 0.0]", "scene.toml:6:21: error: edge.rectangle_m: 0 m is impossible"),
    (DISCS, "mass_kg = 0.005", "mass_kg = 0.005\ninertia_ratio = 3", "3 is impossible; allowed: 0 to 1"),
    (
        DISCS,
        "mass_kg = 0.005",
        "mass_kg = 0.005\ninertia_ratio = 0.9",
        "inertia_ratio = 0.9 with rim_ratio = 0: allowed",
    ),
    (DISCS, "mass_kg = 0.005", "mass_kg = 0.005\n[contact]\nlaw = \"hertz\"", "\"hertz\" is not one of: pairwise"),
    (SPHERES, "\"10 mm\"", "0.0004", "0.0004 m is not more than surface.sinkage_m, 0.0005 m"),
];

#[test]
fn bad_scenes_are_refused_with_a_place_and_a_reason() {
    for (scene, from, to, expected) in REFUSED {
        let text = scene.replacen(from, to, 1);
        assert_ne!(&text, scene, "{from} is in the scene");
        let ran = play(&text, &[]);
        assert_eq!(ran.code, 2, "{to}: {}", ran.stderr);
        assert!(ran.stderr.contains(expected), "{expected} is not in\n{}", ran.stderr);
        assert!(ran.stderr.starts_with("scene.toml:"), "{}", ran.stderr);
        assert_eq!(ran.stdout, "");
    }
}

/// What leads to numbers that JSON does not have is refused, or quarantined without them.
#[test]
fn json_never_holds_null() {
    let weak = |scene: &str| scene.replace("sliding_friction_ratio = 0.2", "sliding_friction_ratio = 1e-300 #");
    for (scene, flags) in [
        (weak(DISCS).replace("[2.0, 0.0]", "[2.0, 0.0]\nspin_rad_s = 30.0"), &["--json"][..]),
        (weak(SPHERES), &["--json"]),
        (DISCS.to_owned(), &["--json", "--until", "1.7e308"]),
        (SPHERES.to_owned(), &["--json", "--until", "1.7e308"]),
        (SPHERES.replace("velocity_m_s = [2.0, 0.0]", "velocity_m_s = [1e200, 0.0]"), &["--json"]),
    ] {
        let ran = play(&scene, flags);
        assert!(!ran.stdout.contains("null"), "{}", ran.stdout);
        assert!(ran.code == 0 || ran.stderr.contains("quarantined: ") || ran.code == 2, "{} {}", ran.code, ran.stderr);
    }
    assert_eq!(play(SPHERES, &["--json", "--until", "1.8e308"]).code, 2);
    let ran = play(&weak(DISCS), &["--json"]);
    assert!(ran.stderr.contains("1e-300 is impossible; allowed: 0, or 1e-6 to 1000"), "{}", ran.stderr);
}

/// A grain between stones, harder and rougher than any: the forces of its hits are not found, which is told.
#[test]
fn contacts_whose_forces_are_not_found_are_told() {
    let mut scene = "world = \"spheres\"\ngravity_m_s2 = 0\n[contact]\nlaw = \"hertz\"\nyoung_modulus_pa = 1.747e12\n\
                     dissipation_s = 2.758e-05\nfriction_ratio = 1.7365\ntangential_restitution_ratio = 0.75375\n"
        .to_owned();
    for (k, (radius_m, mass_kg, position_m)) in [
        (0.007822731, 0.0070493, [0.0, 0.0, 0.0]),
        (0.000818517, 7.627968e-7, [-0.0021453119205529876, -0.008007687043420789, -0.0024383955859267124]),
        (0.003553885, 1.899248e-5, [-0.0037551048585518897, -0.008637430959038885, -0.006454599293017038]),
        (0.004879613, 7.581752e-5, [-0.010325540881526613, -0.012857789713051484, -0.009639224003492267]),
    ]
    .into_iter()
    .enumerate()
    {
        scene += &format!(
            "[[body]]\nname = \"{k}\"\nradius_m = {radius_m}\nmass_kg = {mass_kg}\nposition_m = {position_m:?}\n"
        );
    }
    scene += "velocity_m_s = [15.7856, 7.53023, 10.25283]\nspin_rad_s = [-2817.738, -3011.503, 2283.004]\n";
    let ran = play(&scene, &["--json", "--until", "0.01"]);
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    assert!(ran.stderr.contains("quarantined: contact-unresolved"), "{}", ran.stderr);
    assert!(ran.stdout.contains("\"contact-unresolved\""), "{}", ran.stdout);
}

#[test]
fn all_problems_are_told_at_once() {
    let text = SPHERES.replace("\"10 mm\"", "-1").replace("0.25", "-0.25").replace("2500", "0");
    let ran = play(&text, &[]);
    assert_eq!((ran.code, ran.stderr.matches("error:").count()), (2, 3), "{}", ran.stderr);
}

#[test]
fn keys_of_the_other_world_are_a_warning() {
    let ran = play(&SPHERES.replace("[surface]", "[surface]\nrim_ratio = 0.5"), &[]);
    assert_eq!(ran.code, 0);
    assert!(ran.stderr.contains("warning: surface.rim_ratio: has no effect"), "{}", ran.stderr);
}

#[test]
fn until_must_be_a_time() {
    for until in ["-1", "nan", "inf", "soon"] {
        assert_eq!(play(SPHERES, &["--until", until]).code, 2, "{until}");
    }
}

#[test]
fn the_shipped_scenes_play() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    for name in ["head_on", "three_coins", "backspin_draw"] {
        let file = format!("scenarios/scenes/{name}.toml");
        let ran = ran(root, &["scene", "--json", &file]);
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{name}");
        let object: Value = serde_json::from_str(&ran.stdout).expect("one JSON object");
        assert_eq!(object["ending"], "rest");
    }
}

/// The example of the tour is what the command prints.
#[test]
fn the_tour_shows_what_is_printed() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let tour = std::fs::read_to_string(root.join("docs/guide.md")).expect("the tour");
    let command = "$ cargo run --release -- scene scenarios/scenes/head_on.toml\n";
    let (_, after) = tour.split_once(command).expect("the example");
    let (shown, _) = after.split_once("```").expect("its end");
    let printed = ran(root, &["scene", "scenarios/scenes/head_on.toml"]);
    assert_eq!(shown, printed.stdout);
}
