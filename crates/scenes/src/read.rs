//! A scene file becomes a scene, or all its problems at once.

use std::path::Path;

use glam::DVec3;
use tolley_experiment::document::{Document, Reader};
use tolley_experiment::problem::Problems;
use tolley_physics::discs::{self, Extras, Rectangle};
use tolley_physics::spheres;
use tolley_tinsley_green::keys::contact::{ContactLaw, GroundReaction};
use tolley_tinsley_green::keys::surface::{Landing, SpeedTerm};

use crate::keys::{DiscContact, DiscSurface, SphereContact, SphereSurface, TopKeys, WorldName};
use crate::tables::{self, OF_DISCS, OF_SPHERES, idle};
use crate::{Scene, World, bodies, edge};

/// Reads a scene; the warnings come with it.
pub fn read(path: &Path) -> Result<(Scene, Problems), Problems> {
    finished(Document::read(path)?)
}

/// Reads a scene from a text; `file` is how messages name it.
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
    let top = tables::read(&root, &TopKeys::default());
    match world? {
        WorldName::Spheres => spheres(document, &root, top.gravity_m_s2),
        WorldName::Discs => discs(document, &root, top.gravity_m_s2),
    }
}

fn spheres(document: &Document, root: &Reader<'_>, gravity_m_s2: f64) -> Option<Scene> {
    let surface = tables::table::<SphereSurface, DiscSurface>(root, OF_DISCS, check_surface);
    let contact = tables::table::<SphereContact, DiscContact>(root, OF_DISCS, check_contact);
    let ring_radius_m = edge::ring_radius_m(root);
    let mut bodies = bodies::spheres(root, &surface);
    root.finish();
    // what joins several keys is looked at where each of them is right
    if document.has_error() {
        return None;
    }
    if gravity_m_s2 > 0.0 {
        bodies::rest_on_ground(&mut bodies);
    }
    for body in bodies.iter().filter(|body| body.kind.radius_m <= surface.sinkage_m) {
        let (radius_m, sinkage_m) = (body.kind.radius_m, surface.sinkage_m);
        body.reader.wrong("radius_m", format!("{radius_m} m is not more than surface.sinkage_m, {sinkage_m} m"));
    }
    bodies::check_starts(&bodies, |ball| ball.radius_m, |at_m| outside_ring(ring_radius_m, at_m));
    if document.has_error() {
        return None;
    }
    let (ground, sand) = surface.physics(gravity_m_s2);
    let balls = bodies.iter().map(|body| body.kind).collect();
    let setup = spheres::Setup::new(balls, ground, contact.physics(), ring_radius_m).with_sand(sand);
    Some(Scene {
        starts: bodies.iter().map(|body| body.start).collect(),
        names: bodies.into_iter().map(|body| body.name).collect(),
        lines: Vec::new(),
        posts: Vec::new(),
        world: World::Spheres(setup),
    })
}

fn check_surface(table: &Reader<'_>, surface: &SphereSurface) {
    if surface.landing != Landing::Deep && surface.speed_term != SpeedTerm::Quadratic {
        let why = "it belongs to landing = \"deep\" and speed_term = \"quadratic\"";
        idle(table, ["sand_density_kg_m3"], why);
    }
}

fn check_contact(table: &Reader<'_>, contact: &SphereContact) {
    if contact.law == ContactLaw::Hertz && contact.ground_reaction == GroundReaction::Simultaneous {
        table.wrong("ground_reaction", "\"simultaneous\" goes with law = \"pairwise\" only");
    }
}

fn outside_ring(ring_radius_m: Option<f64>, at_m: DVec3) -> Option<String> {
    let passed_m = ring_radius_m.filter(|radius_m| at_m.truncate().length() > *radius_m);
    passed_m.map(|radius_m| format!("the ring of radius {radius_m} m"))
}

fn discs(document: &Document, root: &Reader<'_>, gravity_m_s2: f64) -> Option<Scene> {
    let surface = tables::table::<DiscSurface, SphereSurface>(root, OF_SPHERES, |_, _| ());
    let contact = tables::table::<DiscContact, SphereContact>(root, OF_SPHERES, |_, _| ());
    let edge = edge::table(root);
    let bodies = bodies::discs(root, &surface);
    root.finish();
    if document.has_error() {
        return None;
    }
    for body in &bodies {
        if let Err(message) = discs::Setup::supports(&[body.kind], surface.rim_ratio) {
            body.reader.wrong("inertia_ratio", message);
        }
    }
    bodies::check_starts(&bodies, |coin| coin.radius_m, |at_m| outside_table(edge.rectangle, at_m));
    edge::check_posts(&bodies, &edge.posts);
    if document.has_error() {
        return None;
    }
    let coins = bodies.iter().map(|body| body.kind).collect();
    let (line_names, lines) = edge.lines.into_iter().unzip();
    let (post_names, posts) = edge.posts.into_iter().unzip();
    let contact = contact.physics();
    let setup = discs::Setup::new(coins, gravity_m_s2, surface.rim_ratio, contact, edge.rectangle, lines);
    let setup = setup.with(Extras { posts, ..Extras::default() });
    Some(Scene {
        starts: bodies.iter().map(|body| body.start).collect(),
        names: bodies.into_iter().map(|body| body.name).collect(),
        lines: line_names,
        posts: post_names,
        world: World::Discs(setup.map_err(|message| root.wrong("edge", message)).ok()?),
    })
}

fn outside_table(rectangle: Option<Rectangle>, at_m: DVec3) -> Option<String> {
    let beyond = |edge: &Rectangle| at_m.x.abs() > edge.half_length_m || at_m.y.abs() > edge.half_width_m;
    let sides = |edge: Rectangle| format!("{} m by {} m", 2.0 * edge.half_length_m, 2.0 * edge.half_width_m);
    rectangle.filter(beyond).map(|edge| format!("the table of {}", sides(edge)))
}
