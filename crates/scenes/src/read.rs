//! A scene file becomes a scene, or all its problems at once.

use std::path::Path;

use glam::DVec2;
use tolley_experiment::document::{Document, Node, Reader};
use tolley_experiment::names;
use tolley_experiment::problem::Problems;
use tolley_physics::discs::{self, Coin, Extras, Line, Rectangle};
use tolley_physics::spheres::{self, Ball, Ground};
use tolley_tinsley_green::keys::contact::SlowRule;

use crate::bodies::{self, Body, Surface};
use crate::ranges::{NOT_NEGATIVE, RATIO, positive};
use crate::said::{idle, name};
use crate::{Scene, World, contact, posts, ranges, sand};

names! {
    /// The two worlds of the physics.
    enum WorldName { Spheres = "spheres": "Spheres on sand.", Discs = "discs": "Coins on a table.", }
}

/// Reads a scene; the warnings come with it.
pub fn read(path: &Path) -> Result<(Scene, Problems), Problems> {
    finished(Document::read(path)?)
}

/// The same from a text; `file` is how messages name it.
pub fn parse(file: &str, text: &str) -> Result<(Scene, Problems), Problems> {
    finished(Document::parse(file, text)?)
}

fn finished(document: Document) -> Result<(Scene, Problems), Problems> {
    let scene = scene(&document);
    let warnings = document.finish()?;
    match scene {
        Some(scene) => Ok((scene, warnings)),
        None => Err(warnings),
    }
}

/// The scene, if it is whole; what is wrong with it is noted on the document.
fn scene(document: &Document) -> Option<Scene> {
    let root = document.root();
    let world = root.choice("world", WorldName::NAMES).and_then(WorldName::from_name);
    if !root.has("world") {
        root.wrong("world", "is missing: world = \"spheres\" or world = \"discs\"");
    }
    let scene = match world {
        Some(WorldName::Spheres) => spheres(document, &root),
        Some(WorldName::Discs) => discs(document, &root),
        None => return None,
    };
    ranges::finish(&root);
    scene
}

/// A table that may be missing: then every key has its default.
fn table<'a>(root: &Reader<'a>, name: &'static str, empty: &'a Document) -> Reader<'a> {
    root.table(name).unwrap_or_else(|| empty.root())
}

/// Whether a key holds this name, which is known but not allowed here: an error that says why.
fn foreign(reader: &Reader<'_>, key: &'static str, name: &str, why: &str) -> bool {
    let found = reader.item(key).is_some_and(|item| matches!(&item.node, Node::Text(text) if text == name));
    if found {
        reader.wrong(key, format!("\"{name}\" {why}"));
    }
    found
}

/// Stands for a table that is not there.
fn empty() -> Option<Document> {
    Document::parse("", "").ok()
}

fn spheres(document: &Document, root: &Reader<'_>) -> Option<Scene> {
    let empty = empty()?;
    let gravity_m_s2 = root.number_or("gravity_m_s2", NOT_NEGATIVE, 9.81);
    let surface = table(root, "surface", &empty);
    let taken = Surface {
        gravity_m_s2,
        sliding_friction_ratio: surface.number_or("sliding_friction_ratio", NOT_NEGATIVE, 0.30),
        rolling_friction_ratio: surface.number_or("rolling_friction_ratio", NOT_NEGATIVE, 0.10),
    };
    let ground = Ground {
        gravity_m_s2,
        restitution_ratio: surface.number_or("restitution_ratio", RATIO, 0.15),
        settle_speed_m_s: surface.number_or("settle_speed_m_s", NOT_NEGATIVE, 0.10),
        sinkage_m: surface.number_or("sinkage_m", NOT_NEGATIVE, 0.5e-3),
        trapping_speed_m_s: surface.number_or("trapping_speed_m_s", NOT_NEGATIVE, 0.0),
        rolling_while_sliding: surface.flag("rolling_while_sliding").unwrap_or(false),
    };
    let laws = sand::read(document, &surface, ground.sinkage_m);
    idle(document, &surface, &["rim_ratio"], "it belongs to a world of discs");
    ranges::finish(&surface);
    let contact = contact::read(document, &table(root, "contact", &empty));
    let edge = table(root, "edge", &empty);
    let ring_radius_m = positive(&edge, "ring_radius_m");
    idle(document, &edge, &["rectangle_m", "lines", "posts"], "it belongs to a world of discs");
    ranges::finish(&edge);
    let (bodies, readers) = bodies::spheres(root, taken);
    let inside = |body: &Body<Ball>| {
        let at_m = body.start.position_m.truncate();
        ring_radius_m
            .filter(|radius_m| at_m.length() > *radius_m)
            .map(|radius_m| format!("the ring of radius {radius_m} m"))
    };
    bodies::outside(&bodies, &readers, inside);
    bodies::overlaps(&bodies, &readers, |ball| ball.radius_m);
    let sunk = |body: &Body<Ball>| body.kind.radius_m <= ground.sinkage_m;
    if bodies.iter().flatten().any(sunk) {
        surface.wrong("sinkage_m", format!("{} m is not less than the radius of every body", ground.sinkage_m));
    }
    let parts = bodies::parts(bodies)?;
    let setup = spheres::Setup::new(parts.kinds, ground, contact, ring_radius_m).with_sand(laws);
    Some(Scene {
        names: parts.names,
        lines: Vec::new(),
        posts: Vec::new(),
        starts: parts.starts,
        world: World::Spheres(setup),
    })
}

fn discs(document: &Document, root: &Reader<'_>) -> Option<Scene> {
    const SPHERES: &str = "it belongs to a world of spheres";
    let empty = empty()?;
    let gravity_m_s2 = root.number_or("gravity_m_s2", NOT_NEGATIVE, 9.81);
    let surface = table(root, "surface", &empty);
    let sliding_friction_ratio = surface.number_or("sliding_friction_ratio", NOT_NEGATIVE, 0.20);
    let rim_ratio = surface.number_or("rim_ratio", [0.0, 0.95], 0.0);
    let of_spheres =
        ["rolling_friction_ratio", "rolling_while_sliding", "restitution_ratio", "settle_speed_m_s", "sinkage_m"];
    idle(document, &surface, &of_spheres, SPHERES);
    idle(document, &surface, &["trapping_speed_m_s"], SPHERES);
    idle(document, &surface, &sand::KEYS, SPHERES);
    ranges::finish(&surface);
    let contact = disc_contact(document, &table(root, "contact", &empty));
    let edge = table(root, "edge", &empty);
    idle(document, &edge, &["ring_radius_m"], SPHERES);
    let rectangle = rectangle(&edge);
    let (line_names, lines) = lines(&edge);
    let (post_names, posts) = posts::read(&edge);
    ranges::finish(&edge);
    let taken = Surface { gravity_m_s2, sliding_friction_ratio, rolling_friction_ratio: 0.0 };
    let (bodies, readers) = bodies::discs(root, taken, rim_ratio);
    let inside = |body: &Body<Coin>| {
        let at_m = body.start.position_m;
        let beyond = |edge: &Rectangle| at_m.x.abs() > edge.half_length_m || at_m.y.abs() > edge.half_width_m;
        let shown =
            |edge: Rectangle| format!("the table of {} m by {} m", 2.0 * edge.half_length_m, 2.0 * edge.half_width_m);
        rectangle.filter(beyond).map(shown)
    };
    bodies::outside(&bodies, &readers, inside);
    bodies::overlaps(&bodies, &readers, |coin| coin.radius_m);
    posts::overlaps(&bodies, &readers, (&post_names, &posts));
    let parts = bodies::parts(bodies)?;
    // what the curves refuse is noted at its body
    discs::Setup::supports(&parts.kinds, rim_ratio).ok()?;
    let setup = discs::Setup::new(parts.kinds, gravity_m_s2, rim_ratio, contact, rectangle, lines);
    let world = World::Discs(setup.with(Extras { posts, ..Extras::default() }).ok()?);
    Some(Scene { names: parts.names, lines: line_names, posts: post_names, starts: parts.starts, world })
}

fn disc_contact(document: &Document, contact: &Reader<'_>) -> discs::Contact {
    if !foreign(contact, "law", "hertz", "belongs to a world of spheres; allowed: pairwise") {
        contact.choice("law", &["pairwise"]);
    }
    idle(document, contact, &contact::KEYS, "it belongs to a world of spheres");
    let slow_speed_m_s = contact.number_or("slow_speed_m_s", NOT_NEGATIVE, 0.001);
    let law = discs::Contact {
        restitution_ratio: contact.number_or("restitution_ratio", RATIO, 0.85),
        friction_ratio: contact.number_or("friction_ratio", NOT_NEGATIVE, 0.20),
        tangential_restitution_ratio: contact.number_or("tangential_restitution_ratio", RATIO, 0.30),
        slow_speed_m_s: match contact.named_or("slow_rule", SlowRule::Elastic) {
            SlowRule::Plain => 0.0,
            SlowRule::Elastic => slow_speed_m_s,
        },
    };
    ranges::finish(contact);
    law
}

fn rectangle(edge: &Reader<'_>) -> Option<Rectangle> {
    let sides_m = edge.numbers("rectangle_m", [2, 2], NOT_NEGATIVE)?;
    if sides_m.contains(&0.0) {
        edge.wrong("rectangle_m", "length and width must be greater than 0");
    }
    Some(Rectangle { half_length_m: 0.5 * sides_m[0], half_width_m: 0.5 * sides_m[1] })
}

fn lines(edge: &Reader<'_>) -> (Vec<String>, Vec<Line>) {
    let (mut names, mut lines) = (Vec::new(), Vec::new());
    for line in edge.tables("lines") {
        let name = name(&line, &names);
        let end = |key| line.numbers(key, [2, 2], [f64::MIN, f64::MAX]).map(|at| DVec2::new(at[0], at[1]));
        let (from_m, to_m) = (end("from_m"), end("to_m"));
        for key in ["from_m", "to_m"] {
            if !line.has(key) {
                line.wrong(key, "is missing");
            }
        }
        if from_m.is_some() && from_m == to_m {
            line.wrong("to_m", "a line needs two different ends");
        }
        line.finish();
        if let (Some(name), Some(from_m), Some(to_m)) = (name, from_m, to_m) {
            names.push(name);
            lines.push(Line { from_m, to_m });
        }
    }
    (names, lines)
}
