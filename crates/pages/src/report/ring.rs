//! The plan of the ring: what each place of the edge is worth for knuckling down, and the best aim.

use glam::DVec2;
use serde_json::{Value as Json, json};
use tolley_experiment::keys::KeySet;
use tolley_experiment::random::Streams;
use tolley_experiment::value::Value;
use tolley_report::Figure;
use tolley_tinsley_green::shot::ShotKeys;
use tolley_tinsley_green::shot::rack::RackSites;

use super::cube::{Cube, estimate, titled};

const POSITION: &str = "shot.position_rad";
const AIM: &str = "shot.aim_offset_m";
const SPEED: &str = "shot.speed_m_s";
/// Six of them make the ring.
pub const SIXTH_RAD: f64 = core::f64::consts::FRAC_PI_3;
/// Where marks of an ellipse are.
const ELLIPSE_MARKS: usize = 48;

/// The plan, where places of the edge are swept.
pub fn figures(cube: &Cube<'_>) -> Vec<Figure> {
    let Some(position) = cube.axis(POSITION).filter(|axis| cube.wide_axes().contains(axis) && cube.is_grid()) else {
        return Vec::new();
    };
    cube.measures().into_iter().take(2).filter_map(|measure| figure(cube, measure, position)).collect()
}

fn figure(cube: &Cube<'_>, measure: usize, position: usize) -> Option<Figure> {
    let plan = cube.plan.as_ref()?;
    let keys = ShotKeys::read(&plan.point(0));
    let aim = cube.axis(AIM).filter(|axis| cube.wide_axes().contains(axis));
    let used: Vec<usize> = std::iter::once(position).chain(aim).collect();
    let slice = cube.slice(&used, measure);
    let panels = cube.panels(&slice);
    let sites = RackSites::new(&keys.rack, &keys.marble);
    let marbles = marbles(&sites, &plan.streams_of(0));
    let half_rad = half_width(cube, position);
    let extent_rad = extent(cube, position) + 2.0 * half_rad;
    let copies = if extent_rad <= SIXTH_RAD + 1e-6 && sites.has_image(turned) { 6 } else { 1 };
    let shown = cube.shown(measure);
    let radius_m = keys.ring.radius_m();
    let drawn: Vec<Json> = panels
        .iter()
        .map(|(name, points)| {
            let best = best_of_each(cube, measure, position, points);
            let arcs: Vec<Json> = best.iter().map(|point| arc(cube, measure, *point, position, half_rad)).collect();
            let top = cube.best_of(measure, best.iter().copied());
            let aim = top.and_then(|point| aimed(cube, measure, point, radius_m, keys.ring.release_inset_m));
            json!({ "name": name, "arcs": arcs, "aim": aim })
        })
        .collect();
    let points = panels.iter().flat_map(|(_, points)| points.iter().copied());
    let over = aim.map_or(String::new(), |axis| {
        let count = cube.axes[axis].values.len();
        format!(" Each place has the greatest value of its {count} aims, which is partly the luckiest.")
    });
    let copied =
        if copies > 1 { " The rack has six-fold symmetry: the sixth that was played is drawn all around." } else { "" };
    Some(Figure {
        kind: "ring",
        title: format!("{} of each place of the edge for knuckling down.", titled(&shown)),
        caption: format!(
            "{}{}{over}{copied} The line is the best aim of each panel; the rack is drawn as in trial 0; lengths in metres.",
            cube.footing(measure, points),
            cube.held(&slice)
        ),
        data: json!({
            "radius": radius_m, "marbles": marbles, "copies": copies, "panels": drawn,
            "v": { "title": titled(&shown), "share": cube.is_share(measure) },
        }),
    })
}

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

fn sorted(cube: &Cube<'_>, axis: usize) -> Vec<f64> {
    let mut numbers: Vec<f64> = cube.axes[axis].values.iter().map(number).collect();
    numbers.sort_by(f64::total_cmp);
    numbers
}

/// Half the least distance of neighbouring places, rad.
fn half_width(cube: &Cube<'_>, axis: usize) -> f64 {
    let numbers = sorted(cube, axis);
    let least = numbers.windows(2).map(|pair| pair[1] - pair[0]).fold(f64::INFINITY, f64::min);
    if least.is_finite() { least / 2.0 } else { SIXTH_RAD / 24.0 }
}

fn extent(cube: &Cube<'_>, axis: usize) -> f64 {
    let numbers = sorted(cube, axis);
    numbers.last().zip(numbers.first()).map_or(0.0, |(last, first)| last - first)
}

/// The best point at each place of the edge.
fn best_of_each(cube: &Cube<'_>, measure: usize, position: usize, points: &[usize]) -> Vec<usize> {
    let places = 0..cube.axes[position].values.len();
    let at = |place| points.iter().copied().filter(move |point| cube.place(*point, position) == place);
    places.filter_map(|place| cube.best_of(measure, at(place))).collect()
}

fn arc(cube: &Cube<'_>, measure: usize, point: usize, position: usize, half_rad: f64) -> Json {
    let at_rad = number(&cube.points[point].values[position]);
    let shown = cube.shown(measure);
    let mut row = estimate(&cube.points[point].estimates[measure], shown.factor);
    row.insert("from".to_owned(), json!(at_rad - half_rad));
    row.insert("to".to_owned(), json!(at_rad + half_rad));
    row.insert("at".to_owned(), json!(described(cube, point)));
    Json::Object(row)
}

/// Every axis at a point.
fn described(cube: &Cube<'_>, point: usize) -> String {
    let values = cube.axes.iter().zip(&cube.points[point].values);
    values.map(|(axis, value)| axis.at(value)).collect::<Vec<_>>().join(", ").replace('_', " ")
}

/// The line from the hand to where it passes the centre; none to where no line from there comes.
fn aimed(cube: &Cube<'_>, measure: usize, point: usize, radius_m: f64, inset_m: f64) -> Option<Json> {
    let of = |key| key_number(cube, point, key).unwrap_or(0.0);
    let [from, to] = line(of(POSITION), of(AIM), radius_m - inset_m)?;
    let shown = cube.shown(measure);
    let value = cube.points[point].estimates[measure].value.map(|value| value * shown.factor);
    Some(json!({ "from": from, "to": to, "at": described(cube, point), "v": value }))
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
