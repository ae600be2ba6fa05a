//! Where a flick begins: at the kick-off, at places that the scenario gives, or at places drawn anew for every trial.

use glam::{DVec2, dvec2};
use tolley_experiment::key::{Key, Point};
use tolley_experiment::problem::Fault;
use tolley_experiment::random::{Purpose, Stream, Streams};

use crate::kick_off::KickOff;
use crate::table::Playground;

const LAYOUT: Purpose = Purpose::named("layout");
/// A drawn place that lies on another coin is drawn again, so often at most.
const MOST_DRAWS: usize = 1000;
/// A cut thinner than this, as the cosine of its angle, is not aimed at the goal.
const THINNEST: f64 = 0.3;

const PLACE_M: [f64; 2] = [-2.5, 2.5];

const fn place(path: &'static str, default: f64, about: &'static str) -> Key {
    Key::number(path, default, PLACE_M, about).only_with("layout.from", "given")
}

/// Keys of a flick that does not begin at the kick-off.
pub const KEYS: &[Key] = &[
    Key::choice(
        "layout.from",
        &["kick-off", "given", "drawn"],
        "Where the coins are: at the kick-off, at the places below, or anywhere, drawn for every trial",
    ),
    Key::choice(
        "layout.aim",
        &["ball", "goal"],
        "What is aimed at: the ball's centre, or the point of the ball that sends it to the middle of the far goal",
    ),
    place("layout.striker_x_m", -0.1, "The struck coin, ahead of the centre spot"),
    place("layout.striker_y_m", 0.0, "The struck coin, left of the centre spot"),
    place("layout.ball_x_m", 0.0, "The ball, ahead of the centre spot"),
    place("layout.ball_y_m", 0.0, "The ball, left of the centre spot"),
    place("layout.opponent_x_m", 0.3, "The opponent's coin, ahead of the centre spot"),
    place("layout.opponent_y_m", 0.1, "The opponent's coin, left of the centre spot"),
];

/// Where the three coins stand, and where the striker aims, m, in the striker's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aimed {
    /// Centre of the striker's coin.
    pub striker_m: DVec2,
    /// Centre of the ball.
    pub ball_m: DVec2,
    /// Centre of the opponent's coin.
    pub opponent_m: DVec2,
    /// Unit vector along the aimed line.
    pub direction: DVec2,
}

/// Where the flicks of a design point begin.
#[derive(Clone, Copy, Debug)]
pub enum Layouts {
    /// Always there.
    Fixed(Aimed),
    /// Drawn for every trial.
    Drawn(Drawing),
}

/// How places are drawn: each coin uniformly over the table, not on another one.
#[derive(Clone, Copy, Debug)]
pub struct Drawing {
    aim: Aim,
    /// Half the length and width on which centres are drawn, for striker, ball and opponent.
    half_m: [DVec2; 3],
}

/// What an aim needs to know.
#[derive(Clone, Copy, Debug)]
struct Aim {
    radius_m: [f64; 3],
    offset_m: f64,
    /// The middle of the far goal, if that is aimed at.
    goal_m: Option<DVec2>,
}

impl Layouts {
    /// Resolves `[layout]`, with the kick-off that the other keys describe.
    pub fn new(point: &Point, playground: &Playground) -> Result<Layouts, Vec<Fault>> {
        let radius_m = ["striker", "ball", "opponent"].map(|coin| 0.5 * point.number(&format!("{coin}.diameter_m")));
        let out = playground.out();
        let goal_m = (point.choice("layout.aim") == "goal").then_some(dvec2(out.half_length_m, 0.0));
        let aim = Aim { radius_m, offset_m: point.number("strike.aim_offset_m"), goal_m };
        match point.choice("layout.from") {
            "given" => given(point, playground, &aim).map(Layouts::Fixed),
            "drawn" => drawn(playground, aim).map(Layouts::Drawn),
            _ => kick_off(point, &aim).map(Layouts::Fixed),
        }
    }

    /// The places of one trial; `None` if the table is too full.
    pub fn of(&self, streams: &Streams) -> Option<Aimed> {
        match self {
            Layouts::Fixed(aimed) => Some(*aimed),
            Layouts::Drawn(drawing) => drawing.draw(&mut streams.open(LAYOUT)),
        }
    }
}

fn kick_off(point: &Point, aim: &Aim) -> Result<Aimed, Vec<Fault>> {
    let Some(KickOff { striker_m, ball_m, opponent_m, direction }) = KickOff::new(point) else {
        let message = "the aimed line must pass within the centre circle's radius of the ball".to_owned();
        return Err(vec![Fault { path: "strike.aim_offset_m", message }]);
    };
    let places = [striker_m, ball_m, opponent_m];
    // at the kick-off the goal lies behind the ball: only another aim needs another direction
    let direction = if aim.goal_m.is_some() { aim.direction(&places) } else { direction };
    Ok(Aimed { striker_m, ball_m, opponent_m, direction })
}

fn given(point: &Point, playground: &Playground, aim: &Aim) -> Result<Aimed, Vec<Fault>> {
    const PATHS: [&str; 3] = ["layout.striker_x_m", "layout.ball_x_m", "layout.opponent_x_m"];
    let place =
        |coin: &str| dvec2(point.number(&format!("layout.{coin}_x_m")), point.number(&format!("layout.{coin}_y_m")));
    let places = ["striker", "ball", "opponent"].map(place);
    let mut faults = Vec::new();
    for (index, at_m) in places.iter().enumerate() {
        let room = if index == 1 { playground.out() } else { playground.edge() };
        if !room.contains(*at_m) {
            faults.push(Fault { path: PATHS[index], message: "this coin is not on the table".to_owned() });
        }
    }
    for (one, other) in [(0, 1), (0, 2), (1, 2)] {
        if aim.overlap(&places, one, other) {
            let message = "this coin overlaps another one".to_owned();
            faults.push(Fault { path: PATHS[other], message });
        }
    }
    if faults.is_empty() && aim.offset_m.abs() >= places[0].distance(places[1]) {
        faults.push(too_far());
    }
    if faults.is_empty() { Ok(aim.at(places)) } else { Err(faults) }
}

fn drawn(playground: &Playground, aim: Aim) -> Result<Drawing, Vec<Fault>> {
    if aim.offset_m.abs() >= aim.radius_m[0] + aim.radius_m[1] {
        return Err(vec![too_far()]);
    }
    let (edge, out) = (playground.edge(), playground.out());
    let half_m = [edge, out, edge].map(|room| dvec2(room.half_length_m, room.half_width_m));
    let half_m = [0, 1, 2].map(|coin| half_m[coin] - aim.radius_m[coin]);
    if half_m.iter().any(|half_m| half_m.min_element() <= 0.0) {
        let message = "the table is too small for coins to be drawn on it".to_owned();
        return Err(vec![Fault { path: "table.width_m", message }]);
    }
    Ok(Drawing { aim, half_m })
}

fn too_far() -> Fault {
    let message = "the aimed line must pass the ball's centre by less than the coins are apart".to_owned();
    Fault { path: "strike.aim_offset_m", message }
}

impl Drawing {
    fn draw(&self, stream: &mut Stream) -> Option<Aimed> {
        let mut places = [DVec2::ZERO; 3];
        let mut tries = 0;
        for coin in 0..3 {
            loop {
                tries += 1;
                if tries > MOST_DRAWS {
                    return None;
                }
                let share = dvec2(stream.uniform_in(-1.0, 1.0), stream.uniform_in(-1.0, 1.0));
                places[coin] = share * self.half_m[coin];
                if !(0..coin).any(|other| self.aim.overlap(&places, coin, other)) {
                    break;
                }
            }
        }
        Some(self.aim.at(places))
    }
}

impl Aim {
    fn overlap(&self, places: &[DVec2; 3], one: usize, other: usize) -> bool {
        places[one].distance(places[other]) < self.radius_m[one] + self.radius_m[other]
    }

    fn at(&self, places: [DVec2; 3]) -> Aimed {
        let [striker_m, ball_m, opponent_m] = places;
        Aimed { striker_m, ball_m, opponent_m, direction: self.direction(&places) }
    }

    /// Towards the ball, passing its centre by the offset; or to where the coin has to be to send it to the goal.
    fn direction(&self, places: &[DVec2; 3]) -> DVec2 {
        let [striker_m, ball_m, _] = *places;
        let at_ball = (ball_m - striker_m).normalize();
        let towards = self.goal_m.and_then(|goal_m| {
            let heading = (goal_m - ball_m).try_normalize()?;
            let way = (ball_m - heading * (self.radius_m[0] + self.radius_m[1]) - striker_m).try_normalize()?;
            (way.dot(heading) > THINNEST).then_some(way)
        });
        let line = towards.unwrap_or(at_ball);
        let sine = self.offset_m / striker_m.distance(ball_m);
        line * (1.0 - sine * sine).sqrt() + line.perp() * sine
    }
}
