//! The posts of a scene file: what stands on a table of discs and never moves.

use glam::DVec2;
use tolley_experiment::document::Reader;
use tolley_experiment::problem::escaped;
use tolley_physics::discs::{Coin, Post};

use crate::bodies::{Body, TOUCH_M};
use crate::ranges;
use crate::said::name;

/// Names and posts of `[edge]`.
pub(crate) fn read(edge: &Reader<'_>) -> (Vec<String>, Vec<Post>) {
    let (mut names, mut posts) = (Vec::new(), Vec::new());
    for post in edge.tables("posts") {
        let name = name(&post, &names);
        let at_m = post.numbers("position_m", [2, 2], [f64::MIN, f64::MAX]);
        let radius_m = post.number("radius_m", [0.0, f64::MAX]);
        for key in ["position_m", "radius_m"] {
            if !post.has(key) {
                post.wrong(key, "is missing");
            }
        }
        ranges::finish(&post);
        if let (Some(name), Some(at_m), Some(radius_m)) = (name, at_m, radius_m) {
            names.push(name);
            posts.push(Post { position_m: DVec2::new(at_m[0], at_m[1]), radius_m });
        }
    }
    (names, posts)
}

/// Notes every coin that overlaps a post at the start.
pub(crate) fn overlaps(bodies: &[Option<Body<Coin>>], readers: &[Reader<'_>], (names, posts): (&[String], &[Post])) {
    for (body, reader) in bodies.iter().zip(readers) {
        let Some(body) = body else { continue };
        for (name, post) in names.iter().zip(posts) {
            let distance_m = (body.start.position_m.truncate() - post.position_m).length();
            let depth_m = body.kind.radius_m + post.radius_m - distance_m;
            if depth_m > TOUCH_M {
                let (one, two) = (escaped(name), escaped(&body.name));
                reader.wrong("position_m", format!("\"{two}\" overlaps the post \"{one}\" by {depth_m:.9} m"));
            }
        }
    }
}
