//! The row of a flick.

use glam::DVec2;
use tolley_physics::discs::{Mode, Setup, State};
use tolley_physics::kernel::Kind;

use super::bodies::{BALL, OPPONENT, STRIKER};
use super::sink::StrokeRecord;
use super::start::Start;
use super::stroke::Launch;
use crate::laws::{Ends, Line, Moment, MoveEvents, Pitch, Seat};

tolley_experiment::names! {
    /// Whose coin touched the ball last.
    pub enum LastTouch {
        Nobody = "nobody": "Nobody's.",
        Striker = "striker": "The striking player's.",
        Opponent = "opponent": "The other player's.",
    }
}

impl LastTouch {
    /// X strikes.
    fn of(seat: Option<Seat>) -> LastTouch {
        match seat {
            None => LastTouch::Nobody,
            Some(Seat::X) => LastTouch::Striker,
            Some(Seat::Y) => LastTouch::Opponent,
        }
    }
}

tolley_experiment::names! {
    /// Over which line the ball left play.
    pub enum Exit {
        None = "none": "It stayed.",
        Goal = "goal": "The far goal line, between the posts.",
        OwnGoal = "own-goal": "The striker's own goal line, between the posts.",
        FarEnd = "far-end": "The far end-line outside the posts.",
        OwnEnd = "own-end": "The striker's own end-line outside the posts.",
        LeftSide = "left-side": "The side-line on the striker's left.",
        RightSide = "right-side": "The side-line on the striker's right.",
    }
}

impl Exit {
    /// Of a ball that left there, if it did; X strikes.
    fn of(pitch: &Pitch, left: Option<Moment>) -> Exit {
        let Some(Moment { at_m, .. }) = left else { return Exit::None };
        match pitch.crossed(at_m, Ends::FIRST) {
            Line::Goal(Seat::Y) => Exit::Goal,
            Line::Goal(Seat::X) => Exit::OwnGoal,
            Line::End(Seat::Y) => Exit::FarEnd,
            Line::End(Seat::X) => Exit::OwnEnd,
            Line::Side if at_m.y > 0.0 => Exit::LeftSide,
            Line::Side => Exit::RightSide,
        }
    }
}

tolley_experiment::row! {
    /// One flick.
    pub struct FlickRow {
        /// Error of the direction, left positive.
        aim_error_rad: f64, "aim error of the flick";
        /// Speed of the struck coin as executed.
        launch_speed_m_s: f64, "speed at launch";
        /// Offset of the stroke over the coin's radius as executed.
        launch_offset_ratio: f64, "stroke offset at launch";
        /// Whether the comb slipped: the drawn offset lay outside its friction cone and was cut to the cone's edge.
        comb_slips: bool, "chance that the comb slips";
        /// Whether the offset asked for lay outside the comb's friction cone, so that the nearest was played.
        launch_limited: bool, "chance that the stroke is beyond the comb";
        /// Whether the struck coin hits the ball.
        ball_hit: bool, "chance to hit the ball";
        /// Speed of the ball just after its first hit; null when it is not hit.
        ball_speed_m_s: f64, "speed of the ball after its first hit";
        /// Whether the struck coin touches the opponent's coin before the ball.
        coin_before_ball: bool, "chance of touching the coin before the ball";
        /// Whose coin touched the ball last before it left play or came to rest.
        last_touch: LastTouch, "player whose coin touched the ball last";
        /// Over which line the ball left play.
        ball_exit: Exit, "line over which the ball leaves play";
        /// When the ball left play; null when it did not.
        ball_exit_s: f64, "time at which the ball leaves play";
        /// Whether the ball's centre crossed the far goal line between the posts.
        goal: bool, "chance of a goal";
        /// Whether the ball's centre crossed the striker's own goal line between the posts.
        own_goal: bool, "chance of an own goal";
        /// Whether the ball's centre crossed the far end-line outside the posts.
        over_far_end: bool, "chance that the ball goes wide of the goal";
        /// Whether the ball's centre crossed the striker's own end-line outside the posts.
        over_own_end: bool, "chance that the ball crosses one's own end";
        /// Whether the ball's centre crossed the side-line on the striker's left.
        over_left_side: bool, "chance that the ball goes out on the left";
        /// Whether the ball's centre crossed the side-line on the striker's right.
        over_right_side: bool, "chance that the ball goes out on the right";
        /// Where the ball ends, or leaves play: ahead of the centre spot.
        ball_x_m: f64, "ball's end place, ahead";
        /// Where the ball ends, or leaves play: left of the centre spot.
        ball_y_m: f64, "ball's end place, left";
        /// Where the struck coin ends, or crosses the edge: ahead of the centre spot.
        striker_x_m: f64, "striker's end place, ahead";
        /// Where the struck coin ends, or crosses the edge: left of the centre spot.
        striker_y_m: f64, "striker's end place, left";
        /// Whether the struck coin stays on the table.
        striker_stays: bool, "chance that the striker's coin stays on";
        /// When the struck coin fell; null when it did not.
        striker_exit_s: f64, "time at which the striker's coin falls";
        /// Whether the opponent's coin stays on the table.
        opponent_stays: bool, "chance that the opponent's coin stays on";
        /// Time of the last event.
        duration_s: f64, "duration of the flick";
        /// Mass of the struck coin as played.
        striker_weighed_kg: f64, "mass of the striker's coin as played";
        /// Mass of the ball as played.
        ball_weighed_kg: f64, "mass of the ball as played";
        /// Mass of the opponent's coin as played.
        opponent_weighed_kg: f64, "mass of the opponent's coin as played";
        /// Restitution of two coins as played.
        played_restitution_ratio: f64, "bounce of two coins as played";
        /// Vertical speed with which the struck coin hops; null when it does not.
        hop_speed_m_s: f64, "upward speed of the striker's hop";
        /// How often a coin came to lie on another one, by a hop or a ride.
        stack_count: u32, "times that a coin lands on another";
        /// Collisions with posts.
        post_count: u32, "hits of a goal post";
        /// Collisions between coins.
        collision_count: u32, "collisions between coins";
        /// Collisions at exactly the time of the one before, whose order is a convention.
        tied_impact_count: u32, Bookkeeping "collisions at exactly the same time";
        /// Events of all kinds, without steps of resting contacts.
        event_count: u32, Bookkeeping "number of events";
        /// Where the struck coin begins: ahead of the centre spot.
        striker_start_x_m: f64, "striker's starting place, ahead";
        /// Where the struck coin begins: left of the centre spot.
        striker_start_y_m: f64, "striker's starting place, left";
        /// Where the ball begins: ahead of the centre spot.
        ball_start_x_m: f64, "ball's starting place, ahead";
        /// Where the ball begins: left of the centre spot.
        ball_start_y_m: f64, "ball's starting place, left";
        /// Where the opponent's coin begins: ahead of the centre spot.
        opponent_start_x_m: f64, "opponent's starting place, ahead";
        /// Where the opponent's coin begins: left of the centre spot.
        opponent_start_y_m: f64, "opponent's starting place, left";
        /// Energy of the launch, kinetic and, of a hop, of height.
        launch_energy_j: f64, "energy at launch";
        /// Energy lost in impacts of coins with each other, with posts and, after a hop, with the table.
        impact_loss_j: f64, "energy lost in impacts";
        /// Work of the table's friction.
        friction_work_j: f64, "energy lost to friction";
        /// Energy that the tilt of the table gave the coins.
        tilt_work_j: f64, "energy gained from the table's tilt";
        /// Energy of the coins that fell, as they crossed the edge.
        left_energy_j: f64, "energy of the coins that fell";
        /// Energy still there at the end: 0, but in a trial that was broken off.
        remaining_energy_j: f64, Bookkeeping "energy left at the end";
        /// Launch energy and that of the tilt less all others, over the first: rounding, else something is wrong.
        energy_error_ratio: f64, Bookkeeping "relative error of the energy balance";
    }
}

/// A flick that has been played.
pub(super) struct PlayedFlick {
    pub start: Start,
    pub launch: Launch,
    pub launch_energy_j: f64,
    pub events: MoveEvents,
    pub record: StrokeRecord,
}

impl PlayedFlick {
    /// When and where the ball left play, if it did; carried over the edge on another coin, it left with it.
    fn ball_left(&self, state: &State) -> Option<Moment> {
        let ball = &state.bodies[BALL];
        let carried = || Moment { time_s: ball.time_s(), at_m: ball.position_m() };
        self.events.ball_out.or_else(|| (ball.mode() == Mode::Off).then(carried))
    }

    /// Its row; `physics` has the masses and the restitution of this trial.
    pub fn row(&self, pitch: &Pitch, physics: &Setup, state: &State) -> FlickRow {
        let PlayedFlick { start, launch, record, launch_energy_j, .. } = *self;
        let [striker, ball, opponent] = [STRIKER, BALL, OPPONENT].map(|body| &state.bodies[body]);
        let (left, striker_m) = (self.ball_left(state), striker.position_m());
        let ball_m: DVec2 = left.map_or(ball.position_m(), |left| left.at_m);
        let ball_exit = Exit::of(pitch, left);
        let kg = |body: usize| physics.coins()[body].mass_kg;
        let (energy, impact_loss_j) = (state.energy(physics), record.counters.impact_loss_j);
        let spent_j = impact_loss_j + energy.friction_work_j + energy.left_j + energy.in_play_j;
        let energy_error_ratio = (launch_energy_j + energy.tilt_work_j - spent_j) / launch_energy_j;
        debug_assert!(
            energy_error_ratio.is_nan() || energy_error_ratio.abs() <= 1e-9,
            "energy off by {energy_error_ratio}"
        );
        FlickRow {
            aim_error_rad: launch.aim_error_rad,
            launch_speed_m_s: launch.speed_m_s,
            launch_offset_ratio: launch.offset_ratio,
            comb_slips: launch.comb_slips,
            launch_limited: false,
            ball_hit: record.ball_speed_m_s.is_some(),
            ball_speed_m_s: record.ball_speed_m_s.unwrap_or(f64::NAN),
            coin_before_ball: record.coin_before_ball,
            last_touch: LastTouch::of(self.events.last_touch),
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
            duration_s: record.duration_s,
            striker_weighed_kg: kg(STRIKER),
            ball_weighed_kg: kg(BALL),
            opponent_weighed_kg: kg(OPPONENT),
            played_restitution_ratio: physics.contact().restitution_ratio,
            hop_speed_m_s: launch.lifted.hop_m_s.unwrap_or(f64::NAN),
            stack_count: record.counters.of(Kind::Stack),
            post_count: record.counters.of(Kind::Post),
            collision_count: record.collision_count,
            tied_impact_count: record.counters.tied_impacts,
            event_count: record.counters.total(),
            striker_start_x_m: start.view.own_m.x,
            striker_start_y_m: start.view.own_m.y,
            ball_start_x_m: start.view.ball_m.x,
            ball_start_y_m: start.view.ball_m.y,
            opponent_start_x_m: start.view.other_m.x,
            opponent_start_y_m: start.view.other_m.y,
            launch_energy_j,
            impact_loss_j,
            friction_work_j: energy.friction_work_j,
            tilt_work_j: energy.tilt_work_j,
            left_energy_j: energy.left_j,
            remaining_energy_j: energy.in_play_j,
            energy_error_ratio,
        }
    }
}
