//! Where a flick begins: at the kick-off, at places that the scenario gives, or at places drawn anew for every trial.

use core::f64::consts::FRAC_PI_2;

use glam::{DVec2, dvec2};
use tolley_experiment::decimal::decimal;
use tolley_experiment::problem::Fault;
use tolley_experiment::random::{Purpose, Stream, Streams};
use tolley_experiment::unit::deg;
use tolley_experiment::{fault, names};

use super::view::PlayerView;
use crate::keys::{Strike, Table};
use crate::laws::Pitch;

const LAYOUT: Purpose = Purpose::named("layout");
/// A drawn place that lies on another coin is drawn again, so often at most.
const MOST_DRAWS: usize = 1000;
/// A cut thinner than this, as the cosine of its angle, is not aimed at the goal.
const THINNEST: f64 = 0.3;

names! {
    /// Where the coins are as a flick begins.
    pub enum StartFrom {
        KickOff = "kick-off": "At the kick-off.",
        Given = "given": "At given places.",
        Drawn = "drawn": "Anywhere.",
    }
}
names! {
    /// What is aimed at.
    pub enum AimAt { Ball = "ball": "The ball.", Goal = "goal": "The far goal.", }
}

tolley_experiment::keys! {
    /// Where a flick begins.
    pub struct FlickLayout in "layout" {
        /// Where the coins are: at the kick-off, at the places below, or anywhere, drawn for every trial
        from: StartFrom = StartFrom::KickOff, Design "how the coins are laid out";
        /// What is aimed at: the ball's centre, or the point of the ball that sends it to the middle of the far goal
        aim: AimAt = AimAt::Ball, Design "what is aimed at";
        /// The struck coin, ahead of the centre spot
        striker_x_m: f64 = -0.1, Design "striker's place ahead of the centre spot", in -2.5..=2.5,
            only_with FlickLayout.from = StartFrom::Given;
        /// The struck coin, left of the centre spot
        striker_y_m: f64 = 0.0, Design "striker's place left of the centre spot", in -2.5..=2.5,
            only_with FlickLayout.from = StartFrom::Given;
        /// The ball, ahead of the centre spot
        ball_x_m: f64 = 0.0, Design "ball's place ahead of the centre spot", in -2.5..=2.5,
            only_with FlickLayout.from = StartFrom::Given;
        /// The ball, left of the centre spot
        ball_y_m: f64 = 0.0, Design "ball's place left of the centre spot", in -2.5..=2.5,
            only_with FlickLayout.from = StartFrom::Given;
        /// The opponent's coin, ahead of the centre spot
        opponent_x_m: f64 = 0.3, Design "opponent's place ahead of the centre spot", in -2.5..=2.5,
            only_with FlickLayout.from = StartFrom::Given;
        /// The opponent's coin, left of the centre spot
        opponent_y_m: f64 = 0.1, Design "opponent's place left of the centre spot", in -2.5..=2.5,
            only_with FlickLayout.from = StartFrom::Given;
    }
}

tolley_experiment::keys! {
    /// Where the opponent stands at a kick-off.
    pub struct OpponentPlace in "opponent" {
        /// Where on the centre circle, in his half, the opponent stands: 0 is the shot line, left of the striker
        /// positive
        angle_rad: f64 = deg(60.0), Design "position of the opponent on the circle", in -FRAC_PI_2..=FRAC_PI_2;
    }
}

/// Where the three coins stand and where the striker aims, in his own frame.
#[derive(Clone, Copy)]
pub(super) struct Start {
    pub view: PlayerView,
    /// Unit vector along the aimed line.
    pub direction: DVec2,
}

/// Where the flicks of a design point begin.
pub(super) enum Starts {
    /// Always there.
    Fixed(Start),
    /// Each uniformly over the table, not on another one: half the length and width for striker, ball and opponent.
    Drawn(Aim, [DVec2; 3]),
}

/// What an aim needs to know.
pub(super) struct Aim {
    /// Of striker, ball and opponent.
    radius_m: [f64; 3],
    offset_m: f64,
    /// The middle of the far goal, if that is aimed at.
    goal_m: Option<DVec2>,
}

/// Angles on the centre circle and the places there: points that differ in other choices need no sines.
#[derive(Clone, Copy)]
pub(super) struct Placed {
    own: (f64, DVec2),
    other: (f64, DVec2),
}

impl Starts {
    /// Resolves the tables of where a flick begins, on a pitch whose X strikes; `last` are places on its circle.
    pub fn new(
        keys: &FlickLayout,
        place: &OpponentPlace,
        strike: &Strike,
        pitch: &Pitch,
        last: Option<Placed>,
    ) -> Result<Starts, Vec<Fault>> {
        let goal_m = (keys.aim == AimAt::Goal).then_some(dvec2(pitch.out_m().x, 0.0));
        let [striker_m, opponent_m, ball_m] = pitch.radius_m;
        let aim = Aim { radius_m: [striker_m, ball_m, opponent_m], offset_m: strike.aim_offset_m, goal_m };
        match keys.from {
            StartFrom::KickOff => kick_off(place, strike, &pitch.table, &aim, last).map(Starts::Fixed),
            StartFrom::Given => given(keys, pitch, &aim).map(Starts::Fixed),
            StartFrom::Drawn => drawn(pitch, aim),
        }
    }

    /// Who stands where at the kick-off that these keys describe.
    pub fn placed(&self, layout: &FlickLayout, place: &OpponentPlace, strike: &Strike) -> Option<Placed> {
        match (self, layout.from) {
            (Starts::Fixed(Start { view, .. }), StartFrom::KickOff) => {
                Some(Placed { own: (strike.position_rad, view.own_m), other: (place.angle_rad, view.other_m) })
            }
            _ => None,
        }
    }

    /// The places of one trial; `None` if the table is too full.
    pub fn of(&self, streams: &Streams) -> Option<Start> {
        match self {
            Starts::Fixed(start) => Some(*start),
            Starts::Drawn(aim, half_m) => aim.draw(half_m, &mut streams.open(LAYOUT)),
        }
    }
}

/// CG-3.1: the ball on the centre spot, each coin on the centre circle in its own half.
fn kick_off(
    opponent: &OpponentPlace,
    strike: &Strike,
    table: &Table,
    aim: &Aim,
    last: Option<Placed>,
) -> Result<Start, Vec<Fault>> {
    let at = |rad: f64, last: Option<(f64, DVec2)>, place_m: fn(DVec2) -> DVec2| match last {
        Some((same, at_m)) if same.to_bits() == rad.to_bits() => at_m,
        _ => place_m(table.on_circle_m(rad)),
    };
    let own_m = at(strike.position_rad, last.map(|last| last.own), |at_m| at_m);
    // ahead of the striker, who sees his own left
    let other_m = at(opponent.angle_rad, last.map(|last| last.other), |at_m| at_m * dvec2(-1.0, 1.0));
    let view = PlayerView { own_m, ball_m: DVec2::ZERO, other_m };
    let sine = strike.aim_offset_m / table.circle_radius_m;
    // false too for the 0 / 0 of a circle without a radius
    let passes = sine.abs() < 1.0;
    if !passes {
        let message = "the aimed line must pass within the centre circle's radius of the ball";
        return Err(vec![fault!(Strike.aim_offset_m, "{message}")]);
    }
    // at the kick-off the goal lies behind the ball: only another aim needs another direction
    let direction = match aim.goal_m {
        Some(_) => aim.direction(&view),
        None => passing(-own_m / table.circle_radius_m, sine),
    };
    Ok(Start { view, direction })
}

fn given(layout: &FlickLayout, pitch: &Pitch, aim: &Aim) -> Result<Start, Vec<Fault>> {
    let view = PlayerView {
        own_m: dvec2(layout.striker_x_m, layout.striker_y_m),
        ball_m: dvec2(layout.ball_x_m, layout.ball_y_m),
        other_m: dvec2(layout.opponent_x_m, layout.opponent_y_m),
    };
    let of_piece = |piece: usize, message: &str| match piece {
        0 => fault!(FlickLayout.striker_x_m, "{message}"),
        1 => fault!(FlickLayout.ball_x_m, "{message}"),
        _ => fault!(FlickLayout.opponent_x_m, "{message}"),
    };
    let places = [view.own_m, view.ball_m, view.other_m];
    let room_m = [pitch.table.edge_m(), pitch.out_m(), pitch.table.edge_m()];
    let is_off = |piece: &usize| !places[*piece].abs().cmple(room_m[*piece]).all();
    let mut faults: Vec<Fault> =
        (0..3).filter(is_off).map(|piece| of_piece(piece, "this coin is not on the table")).collect();
    let overlapping = [(0, 1), (0, 2), (1, 2)].into_iter().filter(|(one, other)| aim.overlap(&places, *one, *other));
    faults.extend(overlapping.map(|(_, other)| of_piece(other, "this coin overlaps another one")));
    if faults.is_empty() && aim.offset_m.abs() >= view.own_m.distance(view.ball_m) {
        faults.push(too_far());
    }
    if faults.is_empty() { Ok(aim.at(view)) } else { Err(faults) }
}

fn drawn(pitch: &Pitch, aim: Aim) -> Result<Starts, Vec<Fault>> {
    if aim.offset_m.abs() >= decimal(aim.radius_m[0] + aim.radius_m[1]) {
        return Err(vec![too_far()]);
    }
    let half_m = [pitch.table.edge_m(), pitch.out_m(), pitch.table.edge_m()];
    let half_m = [0, 1, 2].map(|coin| half_m[coin] - aim.radius_m[coin]);
    if half_m.iter().any(|half_m| half_m.min_element() <= 0.0) {
        return Err(vec![fault!(Table.width_m, "the table is too small for coins to be drawn on it")]);
    }
    Ok(Starts::Drawn(aim, half_m))
}

fn too_far() -> Fault {
    fault!(Strike.aim_offset_m, "the aimed line must pass the ball's centre by less than the coins are apart")
}

/// A line turned so that it passes by `sine` of the way where it would hit.
fn passing(line: DVec2, sine: f64) -> DVec2 {
    line * (1.0 - sine * sine).sqrt() + line.perp() * sine
}

impl Aim {
    fn draw(&self, half_m: &[DVec2; 3], stream: &mut Stream) -> Option<Start> {
        let mut places = [DVec2::ZERO; 3];
        let mut tries = 0;
        for coin in 0..3 {
            loop {
                tries += 1;
                if tries > MOST_DRAWS {
                    return None;
                }
                let share = dvec2(stream.uniform_in(-1.0, 1.0), stream.uniform_in(-1.0, 1.0));
                places[coin] = share * half_m[coin];
                if !(0..coin).any(|other| self.overlap(&places, coin, other)) {
                    break;
                }
            }
        }
        let [own_m, ball_m, other_m] = places;
        Some(self.at(PlayerView { own_m, ball_m, other_m }))
    }

    fn overlap(&self, places: &[DVec2; 3], one: usize, other: usize) -> bool {
        places[one].distance(places[other]) < decimal(self.radius_m[one] + self.radius_m[other])
    }

    fn at(&self, view: PlayerView) -> Start {
        Start { view, direction: self.direction(&view) }
    }

    /// Towards the ball, passing its centre by the offset; or to where the coin has to be to send it to the goal.
    fn direction(&self, view: &PlayerView) -> DVec2 {
        let PlayerView { own_m, ball_m, .. } = *view;
        let at_ball = (ball_m - own_m).normalize();
        let towards = self.goal_m.and_then(|goal_m| {
            let heading = (goal_m - ball_m).try_normalize()?;
            let way = (ball_m - heading * (self.radius_m[0] + self.radius_m[1]) - own_m).try_normalize()?;
            (way.dot(heading) > THINNEST).then_some(way)
        });
        passing(towards.unwrap_or(at_ball), self.offset_m / own_m.distance(ball_m))
    }
}
