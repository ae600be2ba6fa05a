//! The bodies of a scene file: what they are, how they begin, and whether they can be there.

use glam::DVec3;
use tolley_experiment::document::Reader;
use tolley_experiment::problem::escaped;
use tolley_physics::discs::{Coin, Setup};
use tolley_physics::spheres::Ball;

use crate::ranges::positive;
use crate::said::name;
use crate::{Start, ranges};

/// What a body takes from the surface where it says nothing itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Surface {
    pub gravity_m_s2: f64,
    pub sliding_friction_ratio: f64,
    pub rolling_friction_ratio: f64,
}

const ANY: [f64; 2] = [f64::MIN, f64::MAX];
const NOT_NEGATIVE: [f64; 2] = [0.0, f64::MAX];
/// Starts that overlap by less touch: radii and positions are written in decimals.
pub(crate) const TOUCH_M: f64 = 1e-9;
/// Bodies in a scene.
const MOST: usize = 1000;

/// A body as read, complete.
pub(crate) struct Body<K> {
    pub name: String,
    pub kind: K,
    pub start: Start,
}

/// Bodies, taken apart.
pub(crate) struct Parts<K> {
    pub names: Vec<String>,
    pub kinds: Vec<K>,
    pub starts: Vec<Start>,
}

/// Each body of the file, `None` where it is not whole, and its place in the file.
type Bodies<'a, K> = (Vec<Option<Body<K>>>, Vec<Reader<'a>>);

/// The bodies, if every one is whole.
pub(crate) fn parts<K>(bodies: Vec<Option<Body<K>>>) -> Option<Parts<K>> {
    let mut parts = Parts { names: Vec::new(), kinds: Vec::new(), starts: Vec::new() };
    for body in bodies {
        let body = body?;
        parts.names.push(body.name);
        parts.kinds.push(body.kind);
        parts.starts.push(body.start);
    }
    (!parts.names.is_empty()).then_some(parts)
}

fn each<'a, K>(root: &Reader<'a>, mut read: impl FnMut(&Reader<'a>) -> Option<(K, Start)>) -> Bodies<'a, K> {
    let readers = root.tables("body");
    if readers.is_empty() && !root.has("body") {
        root.wrong("body", "is missing: a scene needs at least one [[body]]");
    } else if readers.is_empty() || readers.len() > MOST {
        root.wrong("body", format!("{} bodies; 1 to {MOST} are possible", readers.len()));
        return (Vec::new(), Vec::new());
    }
    let mut names = Vec::new();
    let mut body = |reader: &Reader<'a>| {
        let name = name(reader, &names);
        names.extend(name.clone());
        let read = read(reader);
        ranges::finish(reader);
        let (name, (kind, start)) = (name?, read?);
        Some(Body { name, kind, start })
    };
    (readers.iter().map(&mut body).collect(), readers)
}

/// The spheres of a scene.
pub(crate) fn spheres<'a>(root: &Reader<'a>, surface: Surface) -> Bodies<'a, Ball> {
    each(root, |body| {
        let ball = ball(body, surface);
        let rest_m = ball.map(|ball| ball.radius_m);
        let velocity_m_s = vector(body, "velocity_m_s", [2, 3]).unwrap_or_default();
        let spin_rad_s = vector(body, "spin_rad_s", [3, 3]).unwrap_or_default();
        let at_m = body.numbers("position_m", [2, 3], ANY);
        missing(body, &["position_m"]);
        let (ball, at_m, rest_m) = (ball?, at_m?, rest_m?);
        let height_m = height(body, at_m.get(2).copied(), rest_m, surface.gravity_m_s2)?;
        let position_m = DVec3::new(at_m[0], at_m[1], height_m);
        Some((ball, Start { position_m, velocity_m_s, spin_rad_s }))
    })
}

/// The height of a centre: as given, or resting on the ground; without gravity there is no ground.
fn height(body: &Reader<'_>, given_m: Option<f64>, rest_m: f64, gravity_m_s2: f64) -> Option<f64> {
    let Some(given_m) = given_m else { return Some(rest_m) };
    if gravity_m_s2 > 0.0 && given_m < rest_m - TOUCH_M {
        let message = format!("the centre is at {given_m} m; resting on the ground it is at {rest_m} m");
        body.wrong("position_m", format!("below the ground: {message}"));
        return None;
    }
    // a height written in decimals rests
    let rests = gravity_m_s2 > 0.0 && (given_m - rest_m).abs() <= TOUCH_M;
    Some(if rests { rest_m } else { given_m })
}

fn ball(body: &Reader<'_>, surface: Surface) -> Option<Ball> {
    let radius_m = positive(body, "radius_m");
    let (density_kg_m3, mass_kg) = (positive(body, "density_kg_m3"), positive(body, "mass_kg"));
    let sliding = body.number_or("sliding_friction_ratio", NOT_NEGATIVE, surface.sliding_friction_ratio);
    let rolling = body.number_or("rolling_friction_ratio", NOT_NEGATIVE, surface.rolling_friction_ratio);
    missing(body, &["radius_m"]);
    match (body.has("density_kg_m3"), body.has("mass_kg")) {
        (true, true) => body.wrong("mass_kg", "density_kg_m3 is given too; one of the two is needed, not both"),
        (false, false) => body.wrong("mass_kg", "is missing; mass_kg or density_kg_m3 is needed"),
        _ => {}
    }
    let radius_m = radius_m?;
    match (density_kg_m3, mass_kg) {
        (Some(density_kg_m3), None) => Some(Ball::solid(radius_m, density_kg_m3, sliding, rolling)),
        (None, Some(mass_kg)) => Some(Ball { mass_kg, ..Ball::solid(radius_m, 1.0, sliding, rolling) }),
        _ => None,
    }
}

/// The discs of a scene.
pub(crate) fn discs<'a>(root: &Reader<'a>, surface: Surface, rim_ratio: f64) -> Bodies<'a, Coin> {
    each(root, |body| {
        let coin = coin(body, surface, rim_ratio);
        let velocity_m_s = vector(body, "velocity_m_s", [2, 2]).unwrap_or_default();
        let spin_rad_s = DVec3::Z * body.number_or("spin_rad_s", ANY, 0.0);
        let position_m = vector(body, "position_m", [2, 2]);
        missing(body, &["position_m"]);
        Some((coin?, Start { position_m: position_m?, velocity_m_s, spin_rad_s }))
    })
}

fn coin(body: &Reader<'_>, surface: Surface, rim_ratio: f64) -> Option<Coin> {
    let (radius_m, mass_kg) = (positive(body, "radius_m"), positive(body, "mass_kg"));
    let inertia_ratio = body.number_or("inertia_ratio", ANY, 0.5);
    let friction_ratio = body.number_or("sliding_friction_ratio", NOT_NEGATIVE, surface.sliding_friction_ratio);
    missing(body, &["radius_m", "mass_kg"]);
    if body.item("density_kg_m3").is_some() {
        body.wrong("density_kg_m3", "a disc has no thickness here; mass_kg is needed");
    }
    let coin = Coin { radius_m: radius_m?, mass_kg: mass_kg?, inertia_ratio, friction_ratio };
    if let Err(message) = Setup::supports(&[coin], rim_ratio) {
        body.wrong("inertia_ratio", message);
    }
    Some(coin)
}

fn missing(body: &Reader<'_>, names: &[&str]) {
    for name in names.iter().filter(|name| !body.has(name)) {
        body.wrong(name, "is missing");
    }
}

fn vector(body: &Reader<'_>, name: &'static str, length: [usize; 2]) -> Option<DVec3> {
    let numbers = body.numbers(name, length, ANY)?;
    Some(DVec3::new(numbers[0], numbers[1], numbers.get(2).copied().unwrap_or(0.0)))
}

/// Notes every body whose centre is not inside; `outside` names what it is outside of.
pub(crate) fn outside<K>(
    bodies: &[Option<Body<K>>],
    readers: &[Reader<'_>],
    outside: impl Fn(&Body<K>) -> Option<String>,
) {
    for (body, reader) in bodies.iter().zip(readers) {
        if let Some(field) = body.as_ref().and_then(&outside) {
            reader.wrong("position_m", format!("the centre is outside {field}"));
        }
    }
}

/// Notes every pair of bodies that overlap at the start.
pub(crate) fn overlaps<K>(bodies: &[Option<Body<K>>], readers: &[Reader<'_>], radius_m: impl Fn(&K) -> f64) {
    for (j, (second, reader)) in bodies.iter().zip(readers).enumerate() {
        let Some(second) = second else { continue };
        for first in bodies[..j].iter().flatten() {
            let distance_m = (second.start.position_m - first.start.position_m).length();
            let depth_m = radius_m(&first.kind) + radius_m(&second.kind) - distance_m;
            if depth_m > TOUCH_M {
                let (one, two) = (escaped(&first.name), escaped(&second.name));
                reader.wrong("position_m", format!("\"{two}\" overlaps \"{one}\" by {depth_m:.9} m"));
            }
        }
    }
}
