//! What plans of the ring and of the table are drawn from: the rack, the line of a shot, a player's errors.

use glam::DVec2;
use tolley_experiment::random::Streams;
use tolley_experiment::value::Value;
use tolley_tinsley_green::shot::rack::RackSites;

use super::cube::Cube;

const AIM: &str = "shot.aim_offset_m";
const SPEED: &str = "shot.speed_m_s";
/// Six of them make the ring.
pub const SIXTH_RAD: f64 = core::f64::consts::FRAC_PI_3;
/// Where marks of an ellipse are.
const ELLIPSE_MARKS: usize = 48;

/// A site turned by a sixth.
pub fn turned(site: DVec2) -> DVec2 {
    DVec2::new(libm::cos(SIXTH_RAD), libm::sin(SIXTH_RAD)).rotate(site)
}

/// Centres and radii of the marbles of a rack, m.
pub fn marbles(sites: &RackSites, streams: &Streams) -> Vec<[f64; 3]> {
    let mut draw = sites.buffers();
    sites.draw(streams, &mut draw);
    draw.centres_m.iter().zip(&draw.radii_m).map(|(at, radius)| [at.x, at.y, *radius]).collect()
}

fn number(value: &Value) -> f64 {
    match value {
        Value::Number(number) => *number,
        Value::Count(count) => *count as f64,
        Value::Flag(_) | Value::Choice(_) => f64::NAN,
    }
}

/// From a place of the edge to where a line that passes the centre at an offset is nearest to it; left is positive.
pub fn line(position_rad: f64, offset_m: f64, from_m: f64) -> Option<[[f64; 2]; 2]> {
    let outward = DVec2::new(libm::cos(position_rad), libm::sin(position_rad));
    let from = outward * from_m;
    let turn_rad = Some(libm::asin(offset_m / from_m)).filter(|turn_rad| turn_rad.is_finite())?;
    let direction = DVec2::new(libm::cos(turn_rad), libm::sin(turn_rad)).rotate(-outward);
    let to = from + direction * (from_m * libm::cos(turn_rad));
    Some([from.to_array(), to.to_array()])
}

/// What is drawn of the edge for a place that stands alone, rad.
pub fn about(position_rad: f64) -> [f64; 2] {
    [position_rad - SIXTH_RAD / 24.0, position_rad + SIXTH_RAD / 24.0]
}

/// The value of a key of numbers at a point.
pub fn key_number(cube: &Cube<'_>, point: usize, key: &str) -> Option<f64> {
    cube.key(point, key).as_ref().map(number).filter(|number| number.is_finite())
}

/// One standard deviation of a player's errors about a point, over aim and speed, in the units that are shown; `None`
/// where the axes are others, or where it is not known how far he aims.
pub fn errors(cube: &Cube<'_>, point: usize, [x, y]: [usize; 2]) -> Option<Vec<[f64; 2]>> {
    let key = |key: &str| key_number(cube, point, key);
    let (aim, speed) = (cube.axes[x].key.as_str(), cube.axes[y].key.as_str());
    let distance_m = match (aim, speed) {
        (AIM, SPEED) => key("ring.diameter_m")? / 2.0 - key("ring.release_inset_m")?,
        ("strike.aim_offset_m", "strike.speed_m_s") => to_the_ball_m(cube, point)?,
        _ => return None,
    };
    let sd_m = key("player.aim_sd_rad")? * distance_m;
    let (aim_m, speed_m_s, sd_ln) = (key(aim)?, key(speed)?, key("player.speed_sd_ratio")?);
    let [fx, fy] = [x, y].map(|axis| cube.axes[axis].shown.factor);
    // the error is one of the logarithm of the speed
    let mark = |mark: usize| {
        let (sine, cosine) = libm::sincos(core::f64::consts::TAU * mark as f64 / ELLIPSE_MARKS as f64);
        [(aim_m + sd_m * cosine) * fx, speed_m_s * libm::exp(sd_ln * sine) * fy]
    };
    Some((0..=ELLIPSE_MARKS).map(mark).collect())
}

/// How far the struck coin lies from the ball, m.
fn to_the_ball_m(cube: &Cube<'_>, point: usize) -> Option<f64> {
    let key = |key: &str| key_number(cube, point, key);
    match cube.key(point, "layout.from")? {
        Value::Choice(from) if from.as_ref() == "kick-off" => key("table.circle_radius_m"),
        Value::Choice(from) if from.as_ref() == "given" => {
            let between =
                |axis: &str| Some(key(&format!("layout.ball_{axis}_m"))? - key(&format!("layout.striker_{axis}_m"))?);
            Some(DVec2::new(between("x")?, between("y")?).length())
        }
        _ => None,
    }
}
