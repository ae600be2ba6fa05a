//! A page that shows motion: every piece of it goes into the page as it is, and the browser evaluates it.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Serialize, Serializer};
use serde_json::json;
use tolley_physics::film::{Film, Happening, Piece, Turn};
use tolley_physics::kernel::NONE;

use crate::markup::{Markup, visible};
use crate::page::{Page, REPLAY_SCRIPT};

/// A coefficient smaller than this, m, is told in 32 bits, off by less than 1e-12 m.
const SMALL_M: f64 = 1.6e-5;

/// What is shown.
#[derive(Clone, Debug)]
pub struct Replay {
    /// Title, as text.
    pub title: String,
    /// Lines under the title.
    pub lead: Vec<String>,
    /// On what it is played.
    pub stage: Stage,
    /// Gravity, m/s2.
    pub gravity_m_s2: f64,
    /// Shots, strokes or steps, in order.
    pub shots: Vec<Shot>,
    /// Lines at the end.
    pub notes: Vec<String>,
    /// The command that makes the page again.
    pub command: String,
}

/// On what is played.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Stage {
    /// `sand`, `table`, `board` or `none`.
    pub surface: &'static str,
    /// Radius of a round edge, m.
    pub ring_radius_m: Option<f64>,
    /// Length along x and width along y of a rectangular one, m.
    pub rectangle_m: Option<[f64; 2]>,
    /// What is drawn or stands on it.
    pub marks: Vec<Mark>,
}

/// What is drawn or stands on a stage.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "shape", rename_all = "lowercase")]
pub enum Mark {
    /// A line.
    Line {
        /// One end, m.
        from_m: [f64; 2],
        /// The other end, m.
        to_m: [f64; 2],
        /// What it is called; empty for nothing.
        name: String,
        /// Whether it is told apart from other lines: a goal.
        is_strong: bool,
    },
    /// A circle; a post, if it stands.
    Circle {
        /// Its centre, m.
        at_m: [f64; 2],
        /// Its radius, m.
        radius_m: f64,
        /// What it is called.
        name: String,
        /// Whether it stands on the table.
        is_post: bool,
    },
}

/// A ball or a coin.
#[derive(Clone, Debug, Serialize)]
pub struct Body {
    /// What it is called.
    pub name: String,
    /// Which colour it has: `toley-0`, `marble`, `coin-a`, `coin-b`, `ball`, `free`.
    pub kind: String,
    /// Whether it is a coin.
    pub is_coin: bool,
    /// Radius, m.
    pub radius_m: f64,
    /// Thickness of a coin, m.
    pub thickness_m: f64,
    /// Mass, kg.
    pub mass_kg: f64,
    /// Moment of inertia, kg m2.
    pub inertia_kg_m2: f64,
}

/// A word of the referee.
#[derive(Clone, Debug, Serialize)]
pub struct Call {
    /// The clause by which it is said.
    pub clause: String,
    /// What the clause is about.
    pub about: String,
    /// What is said.
    pub text: String,
}

/// One shot, or one step without motion.
#[derive(Clone, Debug, Default)]
pub struct Shot {
    /// What it is called.
    pub title: String,
    /// Who plays it.
    pub actor: String,
    /// The score after it; empty for none.
    pub score: String,
    /// The bodies, by number.
    pub bodies: Vec<Body>,
    /// How they move.
    pub film: Film,
    /// Names of the lines, and of the posts, by number.
    pub marks: [Vec<String>; 2],
    /// What the referee says of it.
    pub calls: Vec<Call>,
}

impl Replay {
    /// The whole file.
    pub fn html(&self) -> Result<String, serde_json::Error> {
        let mut body = Markup::new().tag("<header class=\"replay\">").element("h1", &self.title);
        for line in &self.lead {
            body = body.element("p", line);
        }
        body = body.tag(
            "</header><main id=\"replay\"><noscript>Motion is shown by the script of this page.</noscript></main>",
        );
        body = body.tag("<footer class=\"replay\">");
        for line in &self.notes {
            body = body.element("p", line);
        }
        body = body.tag("<p>Made by ").element("code", &self.command).tag("</p></footer>");
        let title = visible(&self.title);
        Page { title: &title, body: &body, data: self, script: REPLAY_SCRIPT }.html()
    }
}

impl Serialize for Replay {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let stage = Stage { marks: self.stage.marks.iter().cloned().map(seen).collect(), ..self.stage.clone() };
        json!({
            "title": visible(&self.title), "stage": stage, "gravity_m_s2": self.gravity_m_s2,
            "shots": self.shots.iter().map(shot).collect::<Vec<_>>(),
        })
        .serialize(serializer)
    }
}

/// With a name in which nothing hides.
fn seen(mut mark: Mark) -> Mark {
    let (Mark::Line { name, .. } | Mark::Circle { name, .. }) = &mut mark;
    *name = visible(name);
    mark
}

fn shot(shot: &Shot) -> serde_json::Value {
    let mut modes: Vec<&str> = Vec::new();
    let mut bytes = Vec::new();
    for pieces in &shot.film.bodies {
        for piece in pieces {
            let known = modes.iter().position(|mode| *mode == piece.mode);
            let mode = known.unwrap_or_else(|| {
                modes.push(piece.mode);
                modes.len() - 1
            });
            encode(piece, mode as u8, &mut bytes);
        }
    }
    let bodies = shot.bodies.iter().map(|body| Body { name: visible(&body.name), ..body.clone() });
    let call =
        |call: &Call| Call { clause: visible(&call.clause), about: visible(&call.about), text: visible(&call.text) };
    json!({
        "title": visible(&shot.title), "actor": visible(&shot.actor), "score": visible(&shot.score),
        "end_s": shot.film.end_s, "bodies": bodies.collect::<Vec<_>>(), "modes": modes,
        "counts": shot.film.bodies.iter().map(Vec::len).collect::<Vec<_>>(), "film": STANDARD.encode(&bytes),
        "events": shot.film.happenings.iter().map(|happening| event(happening, &shot.marks)).collect::<Vec<_>>(),
        "calls": shot.calls.iter().map(call).collect::<Vec<_>>(),
    })
}

fn event(happening: &Happening, [lines, posts]: &[Vec<String>; 2]) -> serde_json::Value {
    let Happening { event, closing_m_s } = happening;
    let mark = |names: &[String]| names.get(usize::from(event.line)).map(|name| visible(name));
    let fixed = |value: f64, places: f64| (value * places).round() / places;
    let short = |value: f64| format!("{value:.3e}").parse::<f64>().unwrap_or(value);
    let mut object = json!({
        "t": event.time_s, "kind": event.kind.name(), "bodies": event.bodies().collect::<Vec<_>>(),
        "at_m": event.position_m.to_array().map(|c| fixed(c, 1e6)),
    });
    for (name, value) in [("closing_m_s", *closing_m_s), ("loss_j", event.loss_j), ("impulse_n_s", event.impulse_n_s)] {
        if value != 0.0 && value.is_finite() {
            object[name] = json!(short(value));
        }
    }
    if event.line != NONE {
        object["mark"] = json!(mark(lines).or_else(|| mark(posts)));
    }
    object
}

/// A piece in bytes, least first: mode; number of coefficients of the place, 128 more if all after the first are in 32
/// bits; number of coefficients of the angle, or 0 for a ball; start and span; coefficients; spin and its change in 32
/// bits.
fn encode(piece: &Piece, mode: u8, bytes: &mut Vec<u8>) {
    let later = piece.place_m.iter().skip(1).flat_map(|c| c.to_array());
    let is_small = later.clone().all(|c| c.abs() < SMALL_M);
    let angles: &[f64] = if let Turn::Angle(rad) = &piece.turn { rad } else { &[] };
    let count = piece.place_m.len() as u8;
    bytes.extend([mode, count + if is_small { 128 } else { 0 }, angles.len() as u8]);
    let first = piece.place_m.iter().take(1).flat_map(|c| c.to_array());
    for number in [piece.from_s, piece.span_s].into_iter().chain(first) {
        bytes.extend(number.to_le_bytes());
    }
    for number in later {
        if is_small {
            bytes.extend((number as f32).to_le_bytes());
        } else {
            bytes.extend(number.to_le_bytes());
        }
    }
    for number in angles {
        bytes.extend(number.to_le_bytes());
    }
    if let Turn::Spin(spins) = &piece.turn {
        for number in spins.iter().flat_map(|spin| spin.to_array()) {
            bytes.extend((number as f32).to_le_bytes());
        }
    }
}
