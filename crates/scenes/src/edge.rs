//! What bounds a scene: the ring of spheres; the table of discs with its lines and posts.

use glam::DVec2;
use tolley_experiment::document::Reader;
use tolley_experiment::key::Path;
use tolley_experiment::problem::escaped;
use tolley_experiment::{key_reader, path};
use tolley_physics::discs::{Coin, Line, Post, Rectangle};

use crate::bodies::{SceneBody, TOUCH_M};
use crate::keys::{ArrayKeys, PostKeys, RingKeys};
use crate::tables::{OF_DISCS, OF_SPHERES, idle, name, need, read};

/// The radius of the ring of spheres, if there is one.
pub(crate) fn ring_radius_m(root: &Reader<'_>) -> Option<f64> {
    let edge = root.table("edge")?;
    let keys = read(&edge, &RingKeys::default());
    idle(&edge, ["rectangle_m", "lines", "posts"], OF_DISCS);
    edge.finish();
    edge.has("ring_radius_m").then_some(keys.ring_radius_m)
}

/// The table of discs with its marks and their names; without a rectangle it has no end.
#[derive(Default)]
pub(crate) struct TableEdge {
    pub(crate) rectangle: Option<Rectangle>,
    pub(crate) lines: Vec<(String, Line)>,
    pub(crate) posts: Vec<(String, Post)>,
}

/// Reads `[edge]` of a world of discs.
pub(crate) fn table(root: &Reader<'_>) -> TableEdge {
    let Some(edge) = root.table("edge") else { return TableEdge::default() };
    idle(&edge, ["ring_radius_m"], OF_SPHERES);
    let sides_m = pair(&edge, path!(ArrayKeys.rectangle_m));
    let rectangle = sides_m.map(|sides_m| Rectangle { half_length_m: 0.5 * sides_m.x, half_width_m: 0.5 * sides_m.y });
    let (lines, posts) = (named(&edge, "lines", line), named(&edge, "posts", post));
    edge.finish();
    TableEdge { rectangle, lines, posts }
}

fn named<T>(edge: &Reader<'_>, key: &'static str, mark: impl Fn(&Reader<'_>) -> T) -> Vec<(String, T)> {
    let mut marks: Vec<(String, T)> = Vec::new();
    for reader in edge.tables(key) {
        let name = name(&reader, marks.iter().map(|(name, _)| name.as_str()));
        marks.push((name, mark(&reader)));
        reader.finish();
    }
    marks
}

fn pair(table: &Reader<'_>, path: Path) -> Option<DVec2> {
    key_reader::numbers::<ArrayKeys>(table, path, [2, 2]).map(|numbers| DVec2::new(numbers[0], numbers[1]))
}

fn line(line: &Reader<'_>) -> Line {
    let (from_m, to_m) = (pair(line, path!(ArrayKeys.from_m)), pair(line, path!(ArrayKeys.to_m)));
    need(line, &["from_m", "to_m"]);
    if from_m.is_some() && from_m == to_m {
        line.wrong("to_m", "a line needs two different ends");
    }
    Line { from_m: from_m.unwrap_or_default(), to_m: to_m.unwrap_or_default() }
}

fn post(post: &Reader<'_>) -> Post {
    let keys = read(post, &PostKeys::default());
    let position_m = pair(post, path!(ArrayKeys.position_m)).unwrap_or_default();
    need(post, &["position_m", "radius_m"]);
    Post { position_m, radius_m: keys.radius_m }
}

/// Refuses coins that overlap a post at the start.
pub(crate) fn check_posts(bodies: &[SceneBody<'_, Coin>], posts: &[(String, Post)]) {
    for body in bodies {
        for (name, post) in posts {
            let distance_m = (body.start.position_m.truncate() - post.position_m).length();
            let depth_m = body.kind.radius_m + post.radius_m - distance_m;
            if depth_m > TOUCH_M {
                let (one, two) = (escaped(name), escaped(&body.name));
                body.reader.wrong("position_m", format!("\"{two}\" overlaps the post \"{one}\" by {depth_m:.9} m"));
            }
        }
    }
}
