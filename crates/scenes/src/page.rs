//! A scene as a page that shows its motion.

use tolley_physics::discs::{self, Discs};
use tolley_physics::film::Film;
use tolley_physics::kernel::{self, Limits};
use tolley_physics::spheres::{self, Spheres};
use tolley_report::Replay;
use tolley_report::replay::{Body, Mark, Shot, Stage};

use crate::{Scene, SceneResult, World, play};

/// The page of a scene that was played as far as `until_s`.
pub fn replay(scene: &Scene, played: &SceneResult, until_s: Option<f64>, title: &str) -> Replay {
    let mut film = recording(scene, until_s);
    film.end_s = film.end_s.max(until_s.unwrap_or(0.0));
    let (stage, gravity_m_s2) = match &scene.world {
        World::Spheres(setup) => {
            let surface = if setup.ground().gravity_m_s2 > 0.0 { "sand" } else { "none" };
            let stage = Stage { surface, ring_radius_m: setup.ring_radius_m(), ..Stage::default() };
            (stage, setup.ground().gravity_m_s2)
        }
        World::Discs(setup) => (table(scene, setup), setup.gravity_m_s2()),
    };
    let lead = format!("{} events in {:.3} s", played.events.len(), film.end_s);
    let shot = Shot {
        title: title.to_owned(),
        bodies: bodies(scene),
        film,
        marks: [scene.lines.clone(), scene.posts.clone()],
        ..Shot::default()
    };
    Replay {
        title: title.to_owned(),
        lead: vec![lead],
        stage,
        gravity_m_s2,
        shots: vec![shot],
        notes: Vec::new(),
        command: String::new(),
    }
}

/// Plays the scene again and keeps its motion.
fn recording(scene: &Scene, until_s: Option<f64>) -> Film {
    let mut limits = Limits::for_bodies(scene.starts.len());
    limits.until_s = until_s.unwrap_or(f64::INFINITY);
    match &scene.world {
        World::Spheres(setup) => {
            let mut state = play::spheres_at(setup, &scene.starts);
            let mut recorder = spheres::Recorder::new(&state);
            let mut scratch = spheres::Scratch::new(setup);
            kernel::run::<Spheres, _>(setup, &mut state, &mut scratch, &limits, &mut recorder);
            recorder.finish(setup)
        }
        World::Discs(setup) => {
            let mut state = play::discs_at(setup, &scene.starts);
            let mut recorder = discs::Recorder::new(&state);
            let mut scratch = discs::Scratch::new(setup);
            kernel::run::<Discs, _>(setup, &mut state, &mut scratch, &limits, &mut recorder);
            recorder.finish(setup)
        }
    }
}

fn table(scene: &Scene, setup: &discs::Setup) -> Stage {
    let lines = setup.lines().iter().zip(&scene.lines).map(|(line, name)| Mark::Line {
        from_m: line.from_m.to_array(),
        to_m: line.to_m.to_array(),
        name: name.clone(),
        is_strong: true,
    });
    let posts = setup.extras().posts.iter().zip(&scene.posts).map(|(post, name)| Mark::Circle {
        at_m: post.position_m.to_array(),
        radius_m: post.radius_m,
        name: name.clone(),
        is_post: true,
    });
    let rectangle_m = setup.edge().map(|edge| [2.0 * edge.half_length_m, 2.0 * edge.half_width_m]);
    Stage { surface: "table", ring_radius_m: None, rectangle_m, marks: lines.chain(posts).collect() }
}

fn bodies(scene: &Scene) -> Vec<Body> {
    let body = |name: &String, is_coin, radius_m: f64, mass_kg, inertia_kg_m2| Body {
        name: name.clone(),
        kind: "free".to_owned(),
        is_coin,
        radius_m,
        thickness_m: if is_coin { 0.17 * radius_m } else { 0.0 },
        mass_kg,
        inertia_kg_m2,
    };
    match &scene.world {
        World::Spheres(setup) => {
            let balls = scene.names.iter().zip(setup.balls());
            balls.map(|(name, ball)| body(name, false, ball.radius_m, ball.mass_kg, ball.inertia_kg_m2())).collect()
        }
        World::Discs(setup) => {
            let inertia = |coin: &discs::Coin| coin.inertia_ratio * coin.mass_kg * coin.radius_m * coin.radius_m;
            let coins = scene.names.iter().zip(setup.coins());
            coins.map(|(name, coin)| body(name, true, coin.radius_m, coin.mass_kg, inertia(coin))).collect()
        }
    }
}
