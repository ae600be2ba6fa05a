//! The three coins of a stroke and what they play on, as physics sees them.

use glam::{DVec2, dvec2};
use tolley_experiment::fault;
use tolley_experiment::problem::Fault;
use tolley_physics::discs::{self, Extras, Lift, Line, Post, Rectangle, Reeded, Tilt};

use super::bodies::{BALL, OPPONENT};
use super::draws::Events;
use crate::keys::{Ball, Coin, Coins, Contact, Edge, Surface, Table};
use crate::laws::Pitch;

/// From kick to kick of a coin on a tilted table, s.
const KICK_S: f64 = 0.004;

/// The keys of which the physics of one player's strokes is made.
#[derive(Clone, Copy, Debug)]
pub struct Pieces<'k> {
    /// What they slide on.
    pub surface: &'k Surface,
    /// How they hit each other.
    pub contact: &'k Contact,
    /// What all three have in common.
    pub coins: &'k Coins,
    /// Hops and rides.
    pub events: &'k Events,
    /// The coin that is struck, and the other one; each with the name of its table.
    pub players: [(&'static str, &'k Coin); 2],
    /// The ball.
    pub ball: &'k Ball,
    /// Mass of the ball, kg.
    pub ball_kg: f64,
}

impl Pieces<'_> {
    /// The physics of the strokes, with the masses of the scenario.
    pub fn physics(&self, pitch: &Pitch) -> Result<discs::Setup, Vec<Fault>> {
        let (coins, rim_ratio) = (self.discs().to_vec(), self.surface.rim_ratio);
        if let Err(message) = discs::Setup::supports(&coins, rim_ratio) {
            return Err(vec![fault!(Coins.inertia_ratio, "{message}")]);
        }
        let faults = self.unknown();
        if !faults.is_empty() {
            return Err(faults);
        }
        let edge = Some(rectangle(pitch.table.edge_m()));
        let (gravity_m_s2, downhill_m_s2) = pitch.table.gravity_m_s2(self.surface.gravity_m_s2);
        let setup = discs::Setup::new(coins, gravity_m_s2, rim_ratio, self.contact.law(), edge, lines(pitch));
        let tilt = (pitch.table.tilt_rad > 0.0).then_some(Tilt { downhill_m_s2, step_s: KICK_S });
        setup.with(Extras { tilt, ..self.extras(pitch) }).map_err(|message| match self.needs_thickness() {
            _ if tilt.is_some() => vec![fault!(Table.tilt_rad, "{message}")],
            true => vec![fault!(Surface.curl, "{message}")],
            false => vec![fault!(Table.posts, "{message}")],
        })
    }

    /// Makes the physics that of these pieces, which differ from its own in masses, friction, how coins hit, and the
    /// diameters of the players' coins alone.
    pub fn renew(&self, physics: &mut discs::Setup) -> Result<(), Vec<Fault>> {
        let renewed = physics.retake(self.discs(), self.contact.law(), self.contact.reeded_friction_ratio);
        renewed.map_err(|message| vec![fault!(Table.tilt_rad, "{message}")])
    }

    fn discs(&self) -> [discs::Coin; 3] {
        let disc = |diameter_m: f64, mass_kg: f64| discs::Coin {
            radius_m: 0.5 * diameter_m,
            mass_kg,
            inertia_ratio: self.coins.inertia_ratio,
            friction_ratio: self.surface.sliding_friction_ratio,
        };
        let [own, other] = self.players.map(|(_, coin)| disc(coin.diameter_m, coin.weight_kg()));
        in_order(own, disc(self.ball.diameter_m, self.ball_kg), other)
    }

    fn needs_thickness(&self) -> bool {
        self.events.may_lift() || self.surface.curl
    }

    /// Coins whose thickness must be known and is not.
    fn unknown(&self) -> Vec<Fault> {
        let message =
            "hops, rides and curl need the thickness of every coin, and no source gives that of this one: set it";
        let is_unknown = |thickness_m: f64| self.needs_thickness() && thickness_m == 0.0;
        let coins = self.players.into_iter().filter(|(_, coin)| is_unknown(coin.thickness_m));
        let coins = coins.map(|(table, _)| fault!(table => Coin.thickness_m, "{message}"));
        let ball = is_unknown(self.ball.thickness_m).then(|| fault!(Ball.thickness_m, "{message}"));
        coins.chain(ball).collect()
    }

    fn extras(&self, pitch: &Pitch) -> Extras {
        let [own, other] = self.players.map(|(_, coin)| coin);
        let thick_m = in_order(own.thickness_m, self.ball.thickness_m, other.thickness_m);
        let reeded = in_order(own.edge, self.ball.edge, other.edge).map(|edge| edge == Edge::Reeded);
        let reeded = Reeded { coins: reeded.to_vec(), friction_ratio: self.contact.reeded_friction_ratio };
        Extras {
            thickness_m: if self.needs_thickness() { thick_m.to_vec() } else { Vec::new() },
            posts: posts(&pitch.table),
            reeded: Some(reeded).filter(|reeded| reeded.coins.contains(&true)),
            lift: self.events.may_lift().then_some(Lift {
                restitution_ratio: self.surface.landing_restitution_ratio,
                settle_speed_m_s: self.surface.settle_speed_m_s,
                ride_speed_m_s: self.events.ride_speed_m_s,
            }),
            curl: self.surface.curl,
            tilt: None,
        }
    }
}

/// By body number.
fn in_order<T: Copy>(own: T, ball: T, other: T) -> [T; 3] {
    let mut all = [own; 3];
    (all[BALL], all[OPPONENT]) = (ball, other);
    all
}

impl Contact {
    /// The law of contact of two coins.
    fn law(&self) -> discs::Contact {
        discs::Contact {
            restitution_ratio: self.restitution_ratio,
            friction_ratio: self.friction_ratio,
            tangential_restitution_ratio: self.tangential_restitution_ratio,
            slow_speed_m_s: self.slow_speed_m_s,
        }
    }
}

/// Posts that stand beside the goals, if they are more than marks.
fn posts(table: &Table) -> Vec<Post> {
    let Some(radius_m) = table.post_m() else { return Vec::new() };
    let (x, y) = (table.lines_m().x, table.half_goal_m() + radius_m);
    [dvec2(x, y), dvec2(x, -y), dvec2(-x, y), dvec2(-x, -y)].map(|position_m| Post { position_m, radius_m }).to_vec()
}

/// The lines that the ball's centre crosses as it leaves play, where that is not the table's edge.
fn lines(pitch: &Pitch) -> Vec<Line> {
    let (out_m, edge_m) = (pitch.out_m(), pitch.table.edge_m());
    let (x, y) = (out_m.x, out_m.y);
    let corners = [dvec2(x, y), dvec2(-x, y), dvec2(-x, -y), dvec2(x, -y)];
    let line = |from: usize| Line { from_m: corners[from], to_m: corners[(from + 1) % 4] };
    let (sides, ends) = (y < edge_m.y, x < edge_m.x);
    (0..4).filter(|from| if from % 2 == 0 { sides } else { ends }).map(line).collect()
}

/// The rectangle of these half lengths, m.
pub fn rectangle(half_m: DVec2) -> Rectangle {
    Rectangle { half_length_m: half_m.x, half_width_m: half_m.y }
}
