//! From a design point to a pairing; what is wrong with it is said with the key and the clause.

use tolley_experiment::key::Point;
use tolley_experiment::noise::Noise;
use tolley_experiment::problem::Fault;
use tolley_physics::discs::{self, Coin, Extras, Reeded, strike};

use super::pairing::{Drill, Pairing, Stage};
use crate::coins::Edge;
use crate::laws::faults::CoinSet;
use crate::laws::{Laws, Pitch, Restart, Seat};
use crate::pieces::{self, BALL, OPPONENT};
use crate::play::{self, Ground};
use crate::players::{Budget, CornerDefence, Field, Habits, Player, Policy, Skill};
use crate::table::Playground;
use crate::throw_in::Thrower;

/// Resolves a design point, with player a at `a_seat`.
pub fn pairing(point: &Point, stage: Stage, a_seat: Seat) -> Result<Pairing, Vec<Fault>> {
    let stage = opening(point, stage)?;
    let names = if a_seat == Seat::X { ["a", "b"] } else { ["b", "a"] };
    let laws = laws(point, names)?;
    let ground = |seat: Seat| {
        let (own, other) = (names[seat.index()], names[seat.other().index()]);
        physics(point, &laws.pitch, [own, other]).map(|physics| Ground::new(physics, &laws.pitch))
    };
    let grounds = [ground(Seat::X)?, ground(Seat::Y)?];
    let player = |seat: Seat| player(point, names[seat.index()], seat, &laws.pitch, &grounds[seat.index()]);
    let players = [player(Seat::X), player(Seat::Y)];
    Ok(Pairing { stage, laws, grounds, players })
}

/// The restart with which a match is to begin.
fn opening(point: &Point, stage: Stage) -> Result<Stage, Vec<Fault>> {
    if stage != Stage::Match {
        return Ok(stage);
    }
    let restart = match point.choice("contest.opening") {
        "free-kick" => Restart::FreeKick,
        "goal-kick" => Restart::GoalKick,
        "corner" => Restart::Corner,
        "penalty" => Restart::Penalty,
        _ => return Ok(Stage::Match),
    };
    let (distance_m, left_m) = (point.number("contest.opening_distance_m"), point.number("contest.opening_left_m"));
    let is_on = distance_m < point.number("table.length_m") && left_m.abs() < 0.5 * point.number("table.width_m");
    if restart == Restart::FreeKick && !is_on {
        let message = "CG-5.4: the spot of the opening free kick must be on the pitch".to_owned();
        return Err(vec![Fault { path: "contest.opening_distance_m", message }]);
    }
    Ok(Stage::Drill(Drill { restart, distance_m, left_m }))
}

fn at(name: &str, key: &str) -> String {
    format!("{name}.{key}")
}

/// The coins as one player strokes: his, the ball, the other's.
fn physics(point: &Point, pitch: &Pitch, [own, other]: [&str; 2]) -> Result<discs::Setup, Vec<Fault>> {
    let rim_ratio = point.number("surface.rim_ratio");
    let coin = |diameter: &str, mass_kg: f64| Coin {
        radius_m: 0.5 * point.number(diameter),
        mass_kg,
        inertia_ratio: point.number("coins.inertia_ratio"),
        friction_ratio: point.number("surface.sliding_friction_ratio"),
    };
    let player = |name: &str| {
        let mass_kg = point.number(&at(name, "mass_kg")) * point.number(&at(name, "mass_ratio"));
        coin(&at(name, "diameter_m"), mass_kg)
    };
    let mut coins = vec![player(own); 3];
    coins[BALL] = coin("ball.diameter_m", ball_kg(point));
    coins[OPPONENT] = player(other);
    if let Err(message) = discs::Setup::supports(&coins, rim_ratio) {
        return Err(vec![Fault { path: "coins.inertia_ratio", message }]);
    }
    let playground = Playground::new(point);
    let (edge, gravity_m_s2) = (playground.edge(), point.number("surface.gravity_m_s2"));
    let lines = play::lines(pitch, &edge);
    let reeded = |path: &str| point.choice(path) == Edge::Reeded.name();
    let mut reeds = vec![reeded(&at(own, "edge")); 3];
    (reeds[BALL], reeds[OPPONENT]) = (reeded("ball.edge"), reeded(&at(other, "edge")));
    let friction_ratio = point.number("contact.reeded_friction_ratio");
    let extras = Extras {
        posts: playground.posts(),
        reeded: reeds.contains(&true).then_some(Reeded { coins: reeds, friction_ratio }),
        ..Extras::default()
    };
    discs::Setup::new(coins, gravity_m_s2, rim_ratio, pieces::contact(point), Some(edge), lines)
        .with(extras)
        .map_err(|message| vec![Fault { path: "table.posts", message }])
}

/// Nominal mass of the ball, kg; by ratio, of player a's nominal coin.
fn ball_kg(point: &Point) -> f64 {
    match point.choice("ball.mass_by") {
        "ratio" => point.number("a.mass_kg") * point.number("ball.mass_ratio"),
        _ => point.number("ball.mass_kg"),
    }
}

fn player(point: &Point, name: &str, seat: Seat, pitch: &Pitch, ground: &Ground) -> Player {
    let number = |key| point.number(&at(name, key));
    let count = |key| u32::try_from(point.count(&at(name, key))).unwrap_or(u32::MAX);
    let by_impulse = point.choice("strike.by") == "impulse";
    let skill = Skill {
        noise: Noise::named(point.choice(&at(name, "noise")), number("noise_dof")),
        aim_sd_rad: number("aim_sd_rad"),
        speed_sd_ratio: number("speed_sd_ratio"),
        offset_sd_ratio: number("offset_sd_ratio"),
        speed_max_m_s: number("speed_max_m_s"),
        offset_limit_ratio: strike::offset_limit_ratio(point.number("strike.comb_friction_ratio")),
        speed_share: if by_impulse { 1.0 / number("mass_ratio") } else { 1.0 },
    }
    .with_errors(number("error_ratio"));
    Player {
        policy: Policy::named(point.choice(&at(name, "policy"))),
        field: Field::new(pitch, seat, ground, skill),
        habits: Habits {
            run_up_m: number("run_up_m"),
            keeper_ratio: number("keeper_ratio"),
            penalty_angle_rad: number("penalty_angle_rad"),
            corner_defence: match point.choice(&at(name, "corner_defence")) {
                "goal" => CornerDefence::Goal,
                _ => CornerDefence::Ball,
            },
        },
        thrower: Thrower {
            distance_median_m: number("throw_median_m"),
            distance_sd_ratio: number("throw_sd_ratio"),
            aim_sd_rad: number("throw_aim_sd_rad"),
            ..Thrower::ASSUMED
        },
        pressure_ratio: point.number("contest.pressure_ratio"),
        budget: Budget { candidates: count("candidates_count"), trials: count("trials_count") },
    }
}

/// The laws of the scenario, if they and the coins can be played.
fn laws(point: &Point, names: [&str; 2]) -> Result<Laws, Vec<Fault>> {
    let radius = |name: &str| 0.5 * point.number(&at(name, "diameter_m"));
    let radius_m = [radius(names[0]), radius(names[1]), 0.5 * point.number("ball.diameter_m")];
    let coins = CoinSet {
        ids: [point.choice("a.coin"), point.choice("b.coin"), point.choice("ball.coin")],
        mass_kg: [point.number("a.mass_kg"), point.number("b.mass_kg"), ball_kg(point)],
        is_friendly: point.choice("laws.match_kind") == "friendly",
    };
    let by_ratio = point.choice("ball.mass_by") == "ratio";
    let mut faults = coins.faults("b.coin", if by_ratio { "ball.mass_ratio" } else { "ball.mass_kg" });
    match Laws::new(point, radius_m) {
        Ok(laws) if faults.is_empty() => Ok(laws),
        Ok(_) => Err(faults),
        Err(more) => {
            faults.extend(more);
            Err(faults)
        }
    }
}
