//! From the keys of a design point to a pairing; what is wrong with it is said with the key and the clause.

use tolley_experiment::fault;
use tolley_experiment::problem::Fault;

use super::keys::{Contest, MatchKeys, OpeningRestart};
use super::pairing::{Opening, Pairing};
use crate::keys::{Coin, Skill, Table};
use crate::laws::choices::OutCriterion;
use crate::laws::{CoinSet, Laws, Pitch, Restart, Seat};
use crate::players::{Field, Habits, Planner, Player, Policy};
use crate::shot::{Events, Hand, Pieces, StrokeSetup, Thrower};

/// The keys of one player, and the name of their table.
#[derive(Clone, Copy)]
struct PlayerKeys<'k> {
    table: &'static str,
    planner: &'k Planner,
    coin: &'k Coin,
    skill: &'k Skill,
    habits: &'k Habits,
    thrower: &'k Thrower,
}

/// Those of players a and b.
fn both(keys: &MatchKeys) -> [PlayerKeys<'_>; 2] {
    let MatchKeys { a_planner: planner, a_coin: coin, a_skill: skill, a_habits: habits, a_thrower: thrower, .. } = keys;
    let a = PlayerKeys { table: "a", planner, coin, skill, habits, thrower };
    let MatchKeys { b_planner: planner, b_coin: coin, b_skill: skill, b_habits: habits, b_thrower: thrower, .. } = keys;
    [a, PlayerKeys { table: "b", planner, coin, skill, habits, thrower }]
}

/// Resolves a design point, with player a at `a_seat`.
pub fn pairing(keys: &MatchKeys, opening: Opening, a_seat: Seat) -> Result<Pairing, Vec<Fault>> {
    let mut players = both(keys);
    if a_seat == Seat::Y {
        players.reverse();
    }
    let laws = laws(keys, players);
    let faults = faults(keys, &laws);
    if !faults.is_empty() {
        return Err(faults);
    }
    let [x, y] = players;
    let on =
        |pitch: &Pitch| Ok::<_, Vec<Fault>>([stroke_setup(keys, pitch, [x, y])?, stroke_setup(keys, pitch, [y, x])?]);
    let setups = on(&laws.pitch)?;
    let believed = if keys.contest.lines_known { None } else { Some(on(&plain(&laws.pitch))?) };
    let seen = believed.as_ref().unwrap_or(&setups);
    let player = |seat: Seat| player(keys, &players[seat.index()], seat, &seen[seat.index()]);
    let players = [player(Seat::X)?, player(Seat::Y)?];
    Ok(Pairing { opening, until: keys.contest.until, laws, setups, players, events: keys.events })
}

/// The pitch as players take it to be who do not know its lines.
fn plain(pitch: &Pitch) -> Pitch {
    Pitch { table: Table { line_inset_m: 0.0, ..pitch.table }, criterion: OutCriterion::Auto, ..*pitch }
}

/// With what a match is to begin.
pub fn opening(keys: &MatchKeys) -> Result<Opening, Vec<Fault>> {
    let Contest { opening, opening_distance_m: distance_m, opening_left_m: left_m, .. } = keys.contest;
    let restart = match opening {
        OpeningRestart::KickOff => return Ok(Opening::Toss),
        OpeningRestart::FreeKick => Restart::FreeKick,
        OpeningRestart::GoalKick => Restart::GoalKick,
        OpeningRestart::Corner => Restart::Corner,
        OpeningRestart::Penalty => Restart::Penalty,
    };
    let is_on = distance_m < keys.table.length_m && left_m.abs() < 0.5 * keys.table.width_m;
    if restart == Restart::FreeKick && !is_on {
        let message = "CG-5.4: the spot of the opening free kick must be on the pitch";
        return Err(vec![fault!(Contest.opening_distance_m, "{message}")]);
    }
    Ok(Opening::Restart { restart, distance_m, left_m })
}

/// The coins as one player strokes: his, the ball, the other's.
fn stroke_setup(keys: &MatchKeys, pitch: &Pitch, [own, other]: [PlayerKeys<'_>; 2]) -> Result<StrokeSetup, Vec<Fault>> {
    let pieces = Pieces {
        surface: &keys.surface,
        contact: &keys.contact,
        coins: &keys.coins,
        events: &keys.events,
        players: [(own.table, own.coin), (other.table, other.coin)],
        ball: &keys.ball,
        ball_kg: keys.ball.weight_kg(&keys.a_coin),
    };
    StrokeSetup::new(&pieces, pitch)
}

fn player(keys: &MatchKeys, own: &PlayerKeys<'_>, seat: Seat, setup: &StrokeSetup) -> Result<Player, Vec<Fault>> {
    let joint = own.skill.joint(own.table).map_err(|fault| vec![fault])?;
    let skill = own.skill.with_errors(own.skill.error_ratio * keys.contest.error_ratio);
    let (believed_kg, mass_kg) = (own.coin.believed_mass_kg, own.coin.weight_kg());
    let Habits { speed_habit_ratio: habit_ratio, allows_for_mass, .. } = *own.habits;
    let hand = Hand { skill, joint, strike: keys.strike, believed_kg, mass_kg, habit_ratio, allows_for_mass };
    Ok(Player {
        planner: *own.planner,
        field: Field::new(setup, seat, hand, own.habits.speed_max_m_s, keys.rules.least_stroke_m),
        habits: *own.habits,
        thrower: *own.thrower,
        pressure_ratio: keys.contest.pressure_ratio,
    })
}

/// The coins of the scenario.
pub fn coins(keys: &MatchKeys) -> CoinSet<'_> {
    CoinSet { rules: &keys.coin_rules, players: [&keys.a_coin, &keys.b_coin], ball: &keys.ball }
}

/// The laws of the scenario.
fn laws(keys: &MatchKeys, [x, y]: [PlayerKeys<'_>; 2]) -> Laws {
    let MatchKeys { rules, clock, referee, human, .. } = *keys;
    let pitch = Pitch::new(&keys.table, [x.coin, y.coin], &keys.ball, rules.out_criterion);
    Laws { rules, clock, referee, human, pitch }
}

/// Why the laws and the coins cannot be played, if so.
fn faults(keys: &MatchKeys, laws: &Laws) -> Vec<Fault> {
    let coins = coins(keys);
    let coin_faults = coins.denomination_fault("b").into_iter().chain(coins.ball_fault());
    let skill_faults = both(keys).into_iter().filter_map(|own| own.skill.joint(own.table).err());
    let mut faults: Vec<Fault> = coin_faults.chain(laws.faults()).chain(skill_faults).collect();
    let twice = |one: f64, two: f64| one > 0.0 && two > 0.0;
    if twice(keys.human.p_hop, keys.events.p_hop) || twice(keys.human.p_ride, keys.events.p_ride) {
        let message = "CG-5.9: hops and rides are played (events.p_hop, events.p_ride) or only judged (human.p_hop, \
                       human.p_ride), not both; set the one to 0";
        faults.push(fault!(Events.p_hop, "{message}"));
    }
    let plays_out = |planner: &Planner| matches!(planner.policy, Policy::Sampled | Policy::Tactical);
    if !keys.contest.lines_known && [keys.a_planner, keys.b_planner].iter().any(plays_out) {
        let message = "players of the policies sampled and tactical play a Move out under the laws as they are, and so \
                       know the lines";
        faults.push(fault!(Contest.lines_known, "{message}"));
    }
    faults
}
