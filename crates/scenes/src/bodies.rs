//! The bodies of a scene file: what they are, how they begin, and whether they can be there.

use glam::DVec3;
use tolley_experiment::document::Reader;
use tolley_experiment::key::Path;
use tolley_experiment::problem::escaped;
use tolley_experiment::{key_reader, path};
use tolley_physics::discs::Coin;
use tolley_physics::spheres::Ball;

use crate::Start;
use crate::keys::{ArrayKeys, DiscBody, DiscSurface, SphereBody, SphereSurface};
use crate::tables::{name, need, read};

/// Starts that overlap by less touch: radii and positions are written in decimals.
pub(crate) const TOUCH_M: f64 = 1e-9;
/// Bodies in a scene.
const MOST: usize = 1000;

/// A body as read, with its place in the file.
pub(crate) struct SceneBody<'a, K> {
    pub(crate) reader: Reader<'a>,
    pub(crate) name: String,
    pub(crate) kind: K,
    pub(crate) start: Start,
}

fn each<'a, K>(root: &Reader<'a>, of_keys: impl Fn(&Reader<'a>) -> (K, Start)) -> Vec<SceneBody<'a, K>> {
    let readers = root.tables("body");
    if !root.has("body") {
        root.wrong("body", "is missing: a scene needs at least one [[body]]");
    } else if readers.is_empty() || readers.len() > MOST {
        root.wrong("body", format!("{} bodies; 1 to {MOST} are possible", readers.len()));
        return Vec::new();
    }
    let mut bodies: Vec<SceneBody<'a, K>> = Vec::new();
    for reader in readers {
        let name = name(&reader, bodies.iter().map(|body| body.name.as_str()));
        let (kind, start) = of_keys(&reader);
        reader.finish();
        bodies.push(SceneBody { reader, name, kind, start });
    }
    bodies
}

/// Reads the spheres of a scene.
pub(crate) fn spheres<'a>(root: &Reader<'a>, surface: &SphereSurface) -> Vec<SceneBody<'a, Ball>> {
    let silent = SphereBody {
        sliding_friction_ratio: surface.sliding_friction_ratio,
        rolling_friction_ratio: surface.rolling_friction_ratio,
        ..SphereBody::default()
    };
    each(root, |body| {
        let keys = read(body, &silent);
        need(body, &["radius_m", "position_m"]);
        match (body.has("density_kg_m3"), body.has("mass_kg")) {
            (true, true) => body.wrong("mass_kg", "density_kg_m3 is given too; one of the two is needed, not both"),
            (false, false) => body.wrong("mass_kg", "is missing; mass_kg or density_kg_m3 is needed"),
            _ => {}
        }
        let solid =
            Ball::solid(keys.radius_m, keys.density_kg_m3, keys.sliding_friction_ratio, keys.rolling_friction_ratio);
        let mass_kg = if body.has("mass_kg") { keys.mass_kg } else { solid.mass_kg };
        let start = Start {
            // without a height it rests on the ground
            position_m: vector(body, path!(ArrayKeys.position_m), [2, 3], keys.radius_m),
            velocity_m_s: vector(body, path!(ArrayKeys.velocity_m_s), [2, 3], 0.0),
            spin_rad_s: vector(body, path!(ArrayKeys.spin_rad_s), [3, 3], 0.0),
        };
        (Ball { mass_kg, ..solid }, start)
    })
}

/// Reads the discs of a scene.
pub(crate) fn discs<'a>(root: &Reader<'a>, surface: &DiscSurface) -> Vec<SceneBody<'a, Coin>> {
    let silent = DiscBody { sliding_friction_ratio: surface.sliding_friction_ratio, ..DiscBody::default() };
    each(root, |body| {
        let keys = read(body, &silent);
        need(body, &["radius_m", "mass_kg", "position_m"]);
        if body.item("density_kg_m3").is_some() {
            body.wrong("density_kg_m3", "a disc has no thickness here; mass_kg is needed");
        }
        let coin = Coin {
            radius_m: keys.radius_m,
            mass_kg: keys.mass_kg,
            inertia_ratio: keys.inertia_ratio,
            friction_ratio: keys.sliding_friction_ratio,
        };
        let start = Start {
            position_m: vector(body, path!(ArrayKeys.position_m), [2, 2], 0.0),
            velocity_m_s: vector(body, path!(ArrayKeys.velocity_m_s), [2, 2], 0.0),
            spin_rad_s: DVec3::Z * keys.spin_rad_s,
        };
        (coin, start)
    })
}

/// Reads a vector whose third number may be absent; the origin where it is absent or wrong.
fn vector(body: &Reader<'_>, path: Path, length: [usize; 2], third: f64) -> DVec3 {
    let numbers = key_reader::numbers::<ArrayKeys>(body, path, length);
    let numbers = numbers.unwrap_or_else(|| vec![0.0, 0.0]);
    DVec3::new(numbers[0], numbers[1], numbers.get(2).copied().unwrap_or(third))
}

/// Puts spheres whose height was written in decimals on the ground, and refuses those below it.
pub(crate) fn rest_on_ground(bodies: &mut [SceneBody<'_, Ball>]) {
    for body in bodies {
        let (height_m, rest_m) = (body.start.position_m.z, body.kind.radius_m);
        if height_m < rest_m - TOUCH_M {
            let message = format!("the centre is at {height_m} m; resting on the ground it is at {rest_m} m");
            body.reader.wrong("position_m", format!("below the ground: {message}"));
        } else if height_m - rest_m <= TOUCH_M {
            body.start.position_m.z = rest_m;
        }
    }
}

/// Refuses bodies that overlap at the start, or lie outside; `outside` names what a centre is outside of.
pub(crate) fn check_starts<K>(
    bodies: &[SceneBody<'_, K>],
    radius_m: impl Fn(&K) -> f64,
    outside: impl Fn(DVec3) -> Option<String>,
) {
    for (i, second) in bodies.iter().enumerate() {
        if let Some(field) = outside(second.start.position_m) {
            second.reader.wrong("position_m", format!("the centre is outside {field}"));
        }
        for first in &bodies[..i] {
            let distance_m = (second.start.position_m - first.start.position_m).length();
            let depth_m = radius_m(&first.kind) + radius_m(&second.kind) - distance_m;
            if depth_m > TOUCH_M {
                let (one, two) = (escaped(&first.name), escaped(&second.name));
                second.reader.wrong("position_m", format!("\"{two}\" overlaps \"{one}\" by {depth_m:.9} m"));
            }
        }
    }
}
