//! The study `cymbergaj/flick`: one flick, from the kick-off position or another; goals are geometric, the laws are not applied.

use glam::DVec2;
use tolley_experiment::key::{Point, Schema};
use tolley_experiment::problem::Fault;
use tolley_experiment::random::Streams;
use tolley_experiment::row::{Row, Rows, Status, Table};
use tolley_experiment::study::{Measure, MeasureKind, Study};
use tolley_physics::discs::{self, Discs, Mode, Scratch, State, strike};
use tolley_physics::kernel::{self, Ending, Kind, Limits};

use crate::chance::Chance;
use crate::keys;
use crate::layouts::{Aimed, Layouts};
use crate::pieces::{self, BALL, OPPONENT, STRIKER};
use crate::player::{Player, Stroke};
use crate::story::{LastTouch, Story};
use crate::table::{Exit, Playground};

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
        /// Whose coin touched the ball last before it left play or came to rest.
        last_touch: LastTouch, "";
        /// Over which line the ball left play.
        ball_exit: Exit, "";
        /// When the ball left play; null when it did not.
        ball_exit_s: f64, "s";
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
        /// Where the ball ends, or leaves play: ahead of the centre spot.
        ball_x_m: f64, "m";
        /// Where the ball ends, or leaves play: left of the centre spot.
        ball_y_m: f64, "m";
        /// Where the struck coin ends, or crosses the edge: ahead of the centre spot.
        striker_x_m: f64, "m";
        /// Where the struck coin ends, or crosses the edge: left of the centre spot.
        striker_y_m: f64, "m";
        /// Whether the struck coin stays on the table.
        striker_stays: bool, "";
        /// When the struck coin fell; null when it did not.
        striker_exit_s: f64, "s";
        /// Whether the opponent's coin stays on the table.
        opponent_stays: bool, "";
        /// Time of the last event.
        duration_s: f64, "s";
        /// Mass of the struck coin as played.
        striker_weighed_kg: f64, "kg";
        /// Mass of the ball as played.
        ball_weighed_kg: f64, "kg";
        /// Mass of the opponent's coin as played.
        opponent_weighed_kg: f64, "kg";
        /// Restitution of two coins as played.
        played_restitution_ratio: f64, "";
        /// Vertical speed with which the struck coin hops; null when it does not.
        hop_speed_m_s: f64, "m/s";
        /// How often a coin came to lie on another one, by a hop or a ride.
        stack_count: u32, "";
        /// Collisions with posts.
        post_count: u32, "";
        /// Collisions between coins.
        collision_count: u32, "";
        /// Collisions at exactly the time of the one before, whose order is a convention.
        tied_impact_count: u32, "";
        /// Events of all kinds.
        event_count: u32, "";
        /// Where the struck coin begins: ahead of the centre spot.
        striker_start_x_m: f64, "m";
        /// Where the struck coin begins: left of the centre spot.
        striker_start_y_m: f64, "m";
        /// Where the ball begins: ahead of the centre spot.
        ball_start_x_m: f64, "m";
        /// Where the ball begins: left of the centre spot.
        ball_start_y_m: f64, "m";
        /// Where the opponent's coin begins: ahead of the centre spot.
        opponent_start_x_m: f64, "m";
        /// Where the opponent's coin begins: left of the centre spot.
        opponent_start_y_m: f64, "m";
        /// Energy of the launch, kinetic and, of a hop, of height.
        launch_energy_j: f64, "J";
        /// Energy lost in impacts of coins with each other, with posts and, after a hop, with the table.
        impact_loss_j: f64, "J";
        /// Work of the table's friction.
        friction_work_j: f64, "J";
        /// Energy of the coins that fell, as they crossed the edge.
        left_energy_j: f64, "J";
        /// Energy still there at the end: 0, but in a trial that was broken off.
        remaining_energy_j: f64, "J";
        /// Launch energy less all of the above, over the launch energy: rounding, else something is wrong.
        energy_error_ratio: f64, "";
    }
}

/// What never changes within a design point.
pub struct Setup {
    physics: discs::Setup,
    layouts: Layouts,
    player: Player,
    chance: Chance,
    playground: Playground,
    limits: Limits,
}

/// Buffers of one worker.
pub struct Buffers {
    /// The design point's, with this trial's masses and restitution.
    physics: discs::Setup,
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
        let playground = Playground::new(point);
        let layouts = Layouts::new(point, &playground)?;
        let faults = faults(point, &layouts);
        if !faults.is_empty() {
            return Err(faults);
        }
        let physics = pieces::physics(point, &playground)?;
        let limits = Limits::for_bodies(physics.coins.len());
        let (player, chance) = (Player::new(point), Chance::new(point));
        Ok(Setup { physics, layouts, player, chance, playground, limits })
    }

    fn scratch(setup: &Setup) -> Buffers {
        let physics = setup.physics.clone();
        Buffers { state: State::new(&physics), scratch: Scratch::new(&physics), physics }
    }

    fn play(setup: &Setup, buffers: &mut Buffers, streams: &Streams, rows: &mut Rows) -> Status {
        let Buffers { physics, state, scratch } = buffers;
        let Some(aimed) = setup.layouts.of(streams) else { panic!("no room for three coins on this table") };
        let share = setup.chance.weigh(&setup.physics, physics, streams);
        physics.contact.restitution_ratio = setup.chance.restitution_ratio(streams);
        let stroke = setup.player.execute(aimed.direction, share, streams);
        let hop_m_s = setup.chance.hop_m_s(stroke.speed_m_s, streams);
        place(&aimed, physics, &stroke, hop_m_s, state);
        state.ride_after(setup.chance.ride_after(streams));
        let launch_energy_j = state.energy(physics).in_play_j;
        scratch.clear();
        let mut story = Story::of(setup.playground);
        let limits = setup.limits.audited(streams.is_audited());
        let ending = kernel::run::<Discs, _>(physics, state, scratch, &limits, &mut story);
        rows.push(0, row(physics, state, &aimed, &stroke, launch_energy_j, hop_m_s, &story));
        match ending {
            Ending::Quarantined(reason) => Status::quarantined(reason.name()),
            Ending::Rest | Ending::Until => Status::Ok,
        }
    }
}

/// The rules that join several keys.
fn faults(point: &Point, layouts: &Layouts) -> Vec<Fault> {
    let mut faults = Vec::new();
    if let (Layouts::Fixed(aimed), "kick-off") = (layouts, point.choice("layout.from")) {
        kick_off_faults(point, aimed, &mut faults);
    }
    let (ball_kg, striker_kg) = (pieces::ball_kg(point), point.number("striker.mass_kg"));
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

/// CG-3.1: coins that overlap at the kick-off.
fn kick_off_faults(point: &Point, aimed: &Aimed, faults: &mut Vec<Fault>) {
    let radius_m = |path| 0.5 * point.number(path);
    let (striker_m, ball_m) = (radius_m("striker.diameter_m"), radius_m("ball.diameter_m"));
    let opponent_m = radius_m("opponent.diameter_m");
    if point.number("table.circle_radius_m") < ball_m + striker_m.max(opponent_m) {
        let message = "CG-3.1: a coin on the circle would overlap the ball on the centre spot".to_owned();
        faults.push(Fault { path: "table.circle_radius_m", message });
    }
    if aimed.striker_m.distance(aimed.opponent_m) < striker_m + opponent_m {
        let message = "CG-3.1: the two players' coins would overlap on the circle".to_owned();
        faults.push(Fault { path: "opponent.angle_rad", message });
    }
}

/// Places the coins and strikes.
fn place(aimed: &Aimed, physics: &discs::Setup, stroke: &Stroke, hop_m_s: Option<f64>, state: &mut State) {
    let coin = &physics.coins[STRIKER];
    let (velocity_m_s, spin_rad_s) = strike::strike(coin, stroke.direction, stroke.speed_m_s, stroke.offset_ratio);
    state.place(physics, STRIKER, aimed.striker_m, velocity_m_s, spin_rad_s);
    state.place(physics, BALL, aimed.ball_m, DVec2::ZERO, 0.0);
    state.place(physics, OPPONENT, aimed.opponent_m, DVec2::ZERO, 0.0);
    if let Some(rise_m_s) = hop_m_s {
        state.hop(physics, STRIKER, rise_m_s);
    }
}

fn row(
    physics: &discs::Setup,
    state: &State,
    aimed: &Aimed,
    stroke: &Stroke,
    launch_energy_j: f64,
    hop_m_s: Option<f64>,
    story: &Story,
) -> FlickRow {
    let [striker, ball, opponent] = [STRIKER, BALL, OPPONENT].map(|body| &state.bodies[body]);
    let (left, striker_m) = (story.ball_left(state), striker.position_m());
    let ball_m = left.map_or(ball.position_m(), |left| left.at_m);
    let ball_exit = left.map_or(Exit::None, |left| left.exit);
    let kg = |body: usize| physics.coins[body].mass_kg;
    let (energy, impact_loss_j) = (state.energy(physics), story.counters.impact_loss_j);
    let spent_j = impact_loss_j + energy.friction_work_j + energy.left_j + energy.in_play_j;
    let energy_error_ratio = (launch_energy_j - spent_j) / launch_energy_j;
    debug_assert!(
        energy_error_ratio.is_nan() || energy_error_ratio.abs() <= 1e-9,
        "energy off by {energy_error_ratio}"
    );
    FlickRow {
        aim_error_rad: stroke.aim_error_rad,
        launch_speed_m_s: stroke.speed_m_s,
        launch_offset_ratio: stroke.offset_ratio,
        comb_slips: stroke.comb_slips,
        ball_hit: story.ball_speed_m_s.is_some(),
        ball_speed_m_s: story.ball_speed_m_s.unwrap_or(f64::NAN),
        coin_before_ball: story.coin_before_ball,
        last_touch: story.last_touch,
        ball_exit,
        ball_exit_s: left.map_or(f64::NAN, |left| left.time_s),
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
        striker_exit_s: if striker.mode() == Mode::Off { striker.time_s() } else { f64::NAN },
        opponent_stays: opponent.mode() != Mode::Off,
        duration_s: story.last_s,
        striker_weighed_kg: kg(STRIKER),
        ball_weighed_kg: kg(BALL),
        opponent_weighed_kg: kg(OPPONENT),
        played_restitution_ratio: physics.contact.restitution_ratio,
        hop_speed_m_s: hop_m_s.unwrap_or(f64::NAN),
        stack_count: story.counters.of(Kind::Stack),
        post_count: story.counters.of(Kind::Post),
        collision_count: story.counters.of(Kind::Pair),
        tied_impact_count: story.counters.tied_impacts,
        event_count: story.counters.total(),
        striker_start_x_m: aimed.striker_m.x,
        striker_start_y_m: aimed.striker_m.y,
        ball_start_x_m: aimed.ball_m.x,
        ball_start_y_m: aimed.ball_m.y,
        opponent_start_x_m: aimed.opponent_m.x,
        opponent_start_y_m: aimed.opponent_m.y,
        launch_energy_j,
        impact_loss_j,
        friction_work_j: energy.friction_work_j,
        left_energy_j: energy.left_j,
        remaining_energy_j: energy.in_play_j,
        energy_error_ratio,
    }
}
