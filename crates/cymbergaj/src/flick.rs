//! The study `cymbergaj/flick`: one flick from the kick-off position; goals are geometric, the laws are not applied.

use glam::DVec2;
use tolley_experiment::key::{Point, Schema};
use tolley_experiment::problem::Fault;
use tolley_experiment::random::Streams;
use tolley_experiment::row::{Row, Rows, Status, Table};
use tolley_experiment::study::{Measure, MeasureKind, Study};
use tolley_physics::discs::{self, Coin, Contact, Discs, Mode, Rectangle, Scratch, State, strike};
use tolley_physics::kernel::{self, Counters, Ending, Event, EventSink, Kind, Limits};

use crate::keys;
use crate::kick_off::KickOff;
use crate::player::{Player, Stroke};

const STRIKER: usize = 0;
const BALL: usize = 1;
const OPPONENT: usize = 2;

tolley_experiment::names! {
    /// Over which line the ball left the table.
    pub enum Exit {
        /// It stayed on the table.
        None = "none",
        /// The far goal line, between the posts.
        Goal = "goal",
        /// The striker's own goal line, between the posts.
        OwnGoal = "own-goal",
        /// The far end-line outside the posts.
        FarEnd = "far-end",
        /// The striker's own end-line outside the posts.
        OwnEnd = "own-end",
        /// The side-line on the striker's left.
        LeftSide = "left-side",
        /// The side-line on the striker's right.
        RightSide = "right-side",
    }
}

tolley_experiment::row! {
    /// One flick.
    pub struct FlickRow {
        /// Error of the direction, left positive.
        aim_error_rad: f64, "rad";
        /// Speed of the struck coin as executed.
        launch_speed_m_s: f64, "m/s";
        /// Offset of the stroke over the coin's radius as executed.
        launch_offset_ratio: f64, "";
        /// Whether the comb slipped: the drawn offset lay outside its friction cone and was cut to the cone's edge.
        comb_slips: bool, "";
        /// Whether the struck coin hits the ball.
        ball_hit: bool, "";
        /// Speed of the ball just after its first hit; null when it is not hit.
        ball_speed_m_s: f64, "m/s";
        /// Whether the struck coin touches the opponent's coin before the ball.
        coin_before_ball: bool, "";
        /// Over which line the ball left the table.
        ball_exit: Exit, "";
        /// Whether the ball's centre crossed the far goal line between the posts.
        goal: bool, "";
        /// Whether the ball's centre crossed the striker's own goal line between the posts.
        own_goal: bool, "";
        /// Whether the ball's centre crossed the far end-line outside the posts.
        over_far_end: bool, "";
        /// Whether the ball's centre crossed the striker's own end-line outside the posts.
        over_own_end: bool, "";
        /// Whether the ball's centre crossed the side-line on the striker's left.
        over_left_side: bool, "";
        /// Whether the ball's centre crossed the side-line on the striker's right.
        over_right_side: bool, "";
        /// Where the ball ends, or crosses the edge: ahead of the centre spot.
        ball_x_m: f64, "m";
        /// Where the ball ends, or crosses the edge: left of the centre spot.
        ball_y_m: f64, "m";
        /// Where the struck coin ends, or crosses the edge: ahead of the centre spot.
        striker_x_m: f64, "m";
        /// Where the struck coin ends, or crosses the edge: left of the centre spot.
        striker_y_m: f64, "m";
        /// Whether the struck coin stays on the table.
        striker_stays: bool, "";
        /// Time of the last event.
        duration_s: f64, "s";
        /// Collisions between coins.
        collision_count: u32, "";
        /// Events of all kinds.
        event_count: u32, "";
        /// Kinetic energy of the launch.
        launch_energy_j: f64, "J";
        /// Kinetic energy lost in impacts; the rest went into friction or left the table.
        impact_loss_j: f64, "J";
    }
}

/// What never changes within a design point.
pub struct Setup {
    physics: discs::Setup,
    kick_off: KickOff,
    player: Player,
    exits: Exits,
    limits: Limits,
}

/// Buffers of one worker.
pub struct Buffers {
    state: State,
    scratch: Scratch,
}

/// The study.
pub struct Flick;

impl Study for Flick {
    type Setup = Setup;
    type Scratch = Buffers;

    const NAME: &'static str = "cymbergaj/flick";
    const BLOCK_TRIALS: u64 = 262_144;
    const TABLES: &'static [Table] =
        &[Table { name: "shots", about: "one flick from the kick-off position", columns: FlickRow::COLUMNS }];
    const MEASURES: &'static [Measure] = &[
        Measure { column: "goal", kind: MeasureKind::Share },
        Measure { column: "own_goal", kind: MeasureKind::Share },
        Measure { column: "over_far_end", kind: MeasureKind::Share },
        Measure { column: "over_own_end", kind: MeasureKind::Share },
        Measure { column: "over_left_side", kind: MeasureKind::Share },
        Measure { column: "over_right_side", kind: MeasureKind::Share },
        Measure { column: "ball_speed_m_s", kind: MeasureKind::Mean },
        Measure { column: "ball_x_m", kind: MeasureKind::Mean },
        Measure { column: "ball_y_m", kind: MeasureKind::Mean },
    ];

    fn schema() -> &'static Schema {
        &keys::FLICK
    }

    fn setup(point: &Point) -> Result<Setup, Vec<Fault>> {
        let Some(kick_off) = KickOff::new(point) else {
            let message = "the aimed line must pass within the centre circle's radius of the ball".to_owned();
            return Err(vec![Fault { path: "strike.aim_offset_m", message }]);
        };
        let faults = faults(point, &kick_off);
        if !faults.is_empty() {
            return Err(faults);
        }
        let physics = physics(point);
        let limits = Limits::for_bodies(physics.coins.len());
        Ok(Setup { physics, kick_off, player: Player::new(point), exits: Exits::new(point), limits })
    }

    fn scratch(setup: &Setup) -> Buffers {
        Buffers { state: State::new(&setup.physics), scratch: Scratch::new(&setup.physics) }
    }

    fn play(setup: &Setup, buffers: &mut Buffers, streams: &Streams, rows: &mut Rows) -> Status {
        let Buffers { state, scratch } = buffers;
        let stroke = setup.player.execute(setup.kick_off.direction, streams);
        let launch_energy_j = set_up(setup, &stroke, state);
        scratch.clear();
        let mut story = Story::default();
        let ending = kernel::run::<Discs, _>(&setup.physics, state, scratch, &setup.limits, &mut story);
        rows.push(0, row(setup, state, &stroke, launch_energy_j, &story));
        match ending {
            Ending::Quarantined(reason) => Status::quarantined(reason.name()),
            Ending::Rest | Ending::Until => Status::Ok,
        }
    }
}

/// The rules that join several keys.
fn faults(point: &Point, kick_off: &KickOff) -> Vec<Fault> {
    let mut faults = Vec::new();
    let radius_m = |path| 0.5 * point.number(path);
    let (striker_m, ball_m) = (radius_m("striker.diameter_m"), radius_m("ball.diameter_m"));
    let opponent_m = radius_m("opponent.diameter_m");
    if point.number("table.circle_radius_m") < ball_m + striker_m.max(opponent_m) {
        let message = "CG-3.1: a coin on the circle would overlap the ball on the centre spot".to_owned();
        faults.push(Fault { path: "table.circle_radius_m", message });
    }
    if kick_off.striker_m.distance(kick_off.opponent_m) < striker_m + opponent_m {
        let message = "CG-3.1: the two players' coins would overlap on the circle".to_owned();
        faults.push(Fault { path: "opponent.angle_rad", message });
    }
    let (ball_kg, striker_kg) = (ball_kg(point), point.number("striker.mass_kg"));
    if point.choice("laws.match_kind") == "tournament" && ball_kg >= striker_kg.min(point.number("opponent.mass_kg")) {
        let path = if point.choice("ball.mass_by") == "ratio" { "ball.mass_ratio" } else { "ball.mass_kg" };
        let message = "CG-1.4a: the ball must be lighter than the players' coins, except with \
                       laws.match_kind = \"friendly\""
            .to_owned();
        faults.push(Fault { path, message });
    }
    for (path, side) in [("table.length_m", "long"), ("table.width_m", "wide")] {
        let clear_m = 2.0 * (point.number("table.circle_radius_m") + point.number("table.edge_bevel_m"));
        if point.number(path) <= clear_m {
            let message = format!("the centre circle does not fit: the table must be more than {clear_m} m {side}");
            faults.push(Fault { path, message });
        }
    }
    if point.number("table.goal_width_m") > point.number("table.width_m") {
        let message = "CG-1.7: the goal cannot be wider than the table".to_owned();
        faults.push(Fault { path: "table.goal_width_m", message });
    }
    faults
}

fn ball_kg(point: &Point) -> f64 {
    match point.choice("ball.mass_by") {
        "ratio" => point.number("striker.mass_kg") * point.number("ball.mass_ratio"),
        _ => point.number("ball.mass_kg"),
    }
}

fn physics(point: &Point) -> discs::Setup {
    let friction_ratio = point.number("surface.sliding_friction_ratio");
    let coin = |diameter: &str, mass_kg: f64| Coin {
        radius_m: 0.5 * point.number(diameter),
        mass_kg,
        inertia_ratio: 0.5,
        friction_ratio,
    };
    let nominal_kg = point.number("striker.mass_kg");
    let ball_kg = ball_kg(point);
    let coins = vec![
        coin("striker.diameter_m", nominal_kg * point.number("striker.mass_ratio")),
        coin("ball.diameter_m", ball_kg),
        coin("opponent.diameter_m", point.number("opponent.mass_kg") * point.number("opponent.mass_ratio")),
    ];
    let contact = Contact {
        restitution_ratio: point.number("contact.restitution_ratio"),
        friction_ratio: point.number("contact.friction_ratio"),
        tangential_restitution_ratio: point.number("contact.tangential_restitution_ratio"),
        slow_speed_m_s: point.number("contact.slow_speed_m_s"),
    };
    let exits = Exits::new(point);
    let edge = Rectangle { half_length_m: exits.half_length_m, half_width_m: exits.half_width_m };
    let (gravity, rim) = (point.number("surface.gravity_m_s2"), point.number("surface.rim_ratio"));
    discs::Setup::new(coins, gravity, rim, contact, Some(edge), Vec::new())
}

/// Places the coins and strikes; returns the kinetic energy of the launch, J.
fn set_up(setup: &Setup, stroke: &Stroke, state: &mut State) -> f64 {
    let coin = &setup.physics.coins[STRIKER];
    let (velocity_m_s, spin_rad_s) = strike::strike(coin, stroke.direction, stroke.speed_m_s, stroke.offset_ratio);
    let kick_off = &setup.kick_off;
    state.place(&setup.physics, STRIKER, kick_off.striker_m, velocity_m_s, spin_rad_s);
    state.place(&setup.physics, BALL, kick_off.ball_m, DVec2::ZERO, 0.0);
    state.place(&setup.physics, OPPONENT, kick_off.opponent_m, DVec2::ZERO, 0.0);
    let inertia_kg_m2 = coin.inertia_ratio * coin.mass_kg * coin.radius_m * coin.radius_m;
    0.5 * (coin.mass_kg * velocity_m_s.length_squared() + inertia_kg_m2 * spin_rad_s * spin_rad_s)
}

/// Where a coin whose centre crossed the edge went.
#[derive(Clone, Copy, Debug)]
struct Exits {
    half_length_m: f64,
    half_width_m: f64,
    half_goal_m: f64,
}

impl Exits {
    fn new(point: &Point) -> Exits {
        let bevel_m = point.number("table.edge_bevel_m");
        Exits {
            half_length_m: 0.5 * point.number("table.length_m") - bevel_m,
            half_width_m: 0.5 * point.number("table.width_m") - bevel_m,
            half_goal_m: 0.5 * point.number("table.goal_width_m"),
        }
    }

    /// CG-1.8: a crossing exactly at a post is in.
    fn of(&self, at_m: DVec2) -> Exit {
        let over_end = at_m.x.abs() - self.half_length_m >= at_m.y.abs() - self.half_width_m;
        match (over_end, at_m.y.abs() <= self.half_goal_m) {
            (true, true) if at_m.x > 0.0 => Exit::Goal,
            (true, true) => Exit::OwnGoal,
            (true, false) if at_m.x > 0.0 => Exit::FarEnd,
            (true, false) => Exit::OwnEnd,
            (false, _) if at_m.y > 0.0 => Exit::LeftSide,
            (false, _) => Exit::RightSide,
        }
    }
}

/// What the row needs of the events.
#[derive(Default)]
struct Story {
    counters: Counters,
    ball_speed_m_s: Option<f64>,
    coin_before_ball: bool,
    last_s: f64,
}

impl EventSink<Discs> for Story {
    fn record(&mut self, setup: &discs::Setup, state: &State, event: &Event) {
        EventSink::<Discs>::record(&mut self.counters, setup, state, event);
        self.last_s = event.time_s;
        if event.kind != Kind::Pair || self.ball_speed_m_s.is_some() {
            return;
        }
        match (usize::from(event.body), usize::from(event.other)) {
            (STRIKER, BALL) => self.ball_speed_m_s = Some(state.bodies[BALL].velocity_m_s().length()),
            (STRIKER, OPPONENT) => self.coin_before_ball = true,
            _ => {}
        }
    }
}

fn row(setup: &Setup, state: &State, stroke: &Stroke, launch_energy_j: f64, story: &Story) -> FlickRow {
    let (ball, striker) = (&state.bodies[BALL], &state.bodies[STRIKER]);
    let (ball_m, striker_m) = (ball.position_m(), striker.position_m());
    let ball_exit = if ball.mode() == Mode::Off { setup.exits.of(ball_m) } else { Exit::None };
    FlickRow {
        aim_error_rad: stroke.aim_error_rad,
        launch_speed_m_s: stroke.speed_m_s,
        launch_offset_ratio: stroke.offset_ratio,
        comb_slips: stroke.comb_slips,
        ball_hit: story.ball_speed_m_s.is_some(),
        ball_speed_m_s: story.ball_speed_m_s.unwrap_or(f64::NAN),
        coin_before_ball: story.coin_before_ball,
        ball_exit,
        goal: ball_exit == Exit::Goal,
        own_goal: ball_exit == Exit::OwnGoal,
        over_far_end: ball_exit == Exit::FarEnd,
        over_own_end: ball_exit == Exit::OwnEnd,
        over_left_side: ball_exit == Exit::LeftSide,
        over_right_side: ball_exit == Exit::RightSide,
        ball_x_m: ball_m.x,
        ball_y_m: ball_m.y,
        striker_x_m: striker_m.x,
        striker_y_m: striker_m.y,
        striker_stays: striker.mode() != Mode::Off,
        duration_s: story.last_s,
        collision_count: story.counters.of(Kind::Pair),
        event_count: story.counters.total(),
        launch_energy_j,
        impact_loss_j: story.counters.impact_loss_j,
    }
}
