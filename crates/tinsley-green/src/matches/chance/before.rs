//! What is left to chance before a match, a game, a turn and a shot.

use tolley_experiment::random::{Purpose, Stream, Streams};

use super::draw::{DETECTION, happens};
use crate::keys::balls::Spec;
use crate::laws::choices::FirstPlay;
use crate::laws::{
    Clause, Form, Game, Handling, Laws, Log, MOST_PLAYERS, Misfire, Situation, Stance, TurnCalls, What, bits,
};

const APPROVAL: Purpose = Purpose::named("approval of a toley");
const DROP: Purpose = Purpose::named("nose drop");
const REDROP: Purpose = Purpose::named("nose drop again");
const COIN: Purpose = Purpose::named("coin for first play");
const WARNING: Purpose = Purpose::named("warning");
const SUBSTITUTION: Purpose = Purpose::named("substitution");
const MISFIRE: Purpose = Purpose::named("misfire");
const FUDGE: Purpose = Purpose::named("fudge");
const CABBAGE: Purpose = Purpose::named("cabbage");

/// Drops that are level are repeated so often; then a coin decides, lest sure hands drop for ever.
const LEVEL_DROPS_MOST: u32 = 16;

/// The referee looks at each player's toley before a match; one refused is replaced by the standard one, TG-4b.
pub fn approve(laws: &Laws, toleys: &mut [Spec], streams: &Streams, log: &mut Log) {
    let mut stream = streams.open(APPROVAL);
    for (i, toley) in toleys.iter_mut().enumerate() {
        let is_refused = happens(&mut stream, laws.accidents.p_toley_refused);
        if is_refused {
            *toley = laws.toley.standard();
        }
        log.push(Clause::Tg4b, What::Approval, i as u8, f64::from(u8::from(!is_refused)));
    }
}

/// How far from the line each of these players' toley comes to rest, m, TG-9f: the nearer the better. With another
/// way to find who plays first, numbers in whose order they have the choice. `fall` plays the drop of a player whose
/// errors are so many times those of the others, and says where it rests beside the line, m.
pub fn drops<E>(
    laws: &Laws,
    droppers: u16,
    streams: &Streams,
    log: &mut Log,
    fall: impl FnMut(u8, f64, &Streams) -> Result<f64, E>,
) -> Result<[f64; MOST_PLAYERS], E> {
    let mut drops = [f64::INFINITY; MOST_PLAYERS];
    match laws.format.first_play {
        FirstPlay::Fixed => bits(droppers).for_each(|player| drops[usize::from(player)] = f64::from(player)),
        FirstPlay::Coin => toss(&mut drops, droppers, streams, log),
        FirstPlay::NoseDrop => drop_from_noses(laws, &mut drops, droppers, streams, log, fall)?,
    }
    Ok(drops)
}

fn drop_from_noses<E>(
    laws: &Laws,
    drops: &mut [f64; MOST_PLAYERS],
    droppers: u16,
    streams: &Streams,
    log: &mut Log,
    mut fall: impl FnMut(u8, f64, &Streams) -> Result<f64, E>,
) -> Result<(), E> {
    let (mut stream, mut again) = (streams.open(DROP), streams.open(REDROP));
    // the second dropper is the second captain or the second player
    let second = (droppers & (droppers.wrapping_sub(1))).trailing_zeros() as u8;
    for _ in 0..LEVEL_DROPS_MOST {
        for player in bits(droppers) {
            let ratio = if player == second { laws.format.nose_drop_sd_ratio } else { 1.0 };
            let own = Streams::new(stream.bits(), u64::from(player), None);
            let far_m = fall(player, ratio, &own)?.abs();
            let is_in_groove = far_m <= 0.5 * laws.format.groove_width_m;
            drops[usize::from(player)] = if is_in_groove { 0.0 } else { far_m };
            log.push(Clause::Tg9f, What::NoseDrop, player, drops[usize::from(player)]);
        }
        if !is_level(drops, droppers) && !happens(&mut again, laws.accidents.p_redrop) {
            return Ok(());
        }
        log.push(Clause::Tg9f, What::DropsAgain, None, 0.0);
    }
    toss(drops, droppers, streams, log);
    Ok(())
}

/// A coin decides.
fn toss(drops: &mut [f64; MOST_PLAYERS], droppers: u16, streams: &Streams, log: &mut Log) {
    let mut coin = streams.open(COIN);
    for player in bits(droppers) {
        let drawn = coin.uniform();
        drops[usize::from(player)] = drawn;
        log.push(Clause::Tg9f, What::Coin, player, drawn);
    }
}

/// Whether two drops are equally near.
fn is_level(drops: &[f64; MOST_PLAYERS], droppers: u16) -> bool {
    bits(droppers).any(|a| bits(droppers).any(|b| a < b && drops[usize::from(a)] == drops[usize::from(b)]))
}

/// What is called before a turn, TG-4c and TG-9d.
pub fn before_turn(laws: &Laws, game: &Game, streams: &Streams) -> TurnCalls {
    let mut calls = TurnCalls::default();
    let p_warning = laws.fouls.p_warning;
    if game.form == Form::Team && p_warning > 0.0 && happens(&mut streams.open(WARNING), p_warning) {
        let others = game.sides() & !(1 << game.player().side);
        calls.warned = bits(others).next();
    }
    if laws.accidents.p_substitution > 0.0 {
        let mut stream = streams.open(SUBSTITUTION);
        if happens(&mut stream, laws.accidents.p_substitution) {
            calls.substitution = Some(happens(&mut stream, laws.accidents.p_substitution_approved));
        }
    }
    calls
}

/// Whether the player means to shoot from elsewhere than where his toley lies, TG-7b; only inside the ring he can.
pub fn cabbages(situation: &Situation, streams: &Streams) -> bool {
    let p_cabbage = situation.laws.fouls.p_cabbage;
    situation.stance() != Stance::Edge && p_cabbage > 0.0 && happens(&mut streams.open(CABBAGE), p_cabbage)
}

/// Whether the player fudges the shot, or would if he means to and it is the better one, TG-7a.
pub fn fudges(situation: &Situation, streams: &Streams) -> bool {
    let p_fudge = situation.laws.fouls.p_fudge;
    p_fudge > 0.0 && happens(&mut streams.open(FUDGE), p_fudge)
}

/// What the player does amiss in a shot, TG-6c, TG-7a, TG-7b, who means to cabbage, and to fudge, or does not.
pub fn before_shot(
    situation: &Situation,
    [is_cabbaged, is_fudge_meant]: [bool; 2],
    streams: &Streams,
    log: &mut Log,
) -> Handling {
    let (fouls, mut handling) = (&situation.laws.fouls, Handling { is_cabbaged, ..Handling::default() });
    if is_cabbaged && fouls.cabbage_before_release {
        handling.is_released = !happens(&mut streams.open(DETECTION), situation.laws.referee.p_detect_foul);
    }
    if is_fudge_meant || !fouls.fudge_is_meant && fudges(situation, streams) {
        handling.is_fudged = true;
        handling.ahead_m += fouls.fudge_reach_m;
        handling.extra_speed_m_s = fouls.fudge_speed_m_s;
    }
    if situation.laws.accidents.p_misfire > 0.0 {
        handling.misfire = misfire(situation.laws, &mut streams.open(MISFIRE));
    }
    if let Some(misfire) = handling.misfire {
        log.at = situation.game.moment();
        log.push(Clause::Tg6c, What::Misfire, situation.shooter(), misfire.speed_m_s);
    }
    handling
}

fn misfire(laws: &Laws, stream: &mut Stream) -> Option<Misfire> {
    happens(stream, laws.accidents.p_misfire).then(|| Misfire {
        speed_m_s: stream.uniform_in(0.0, laws.accidents.misfire_speed_max_m_s),
        azimuth_rad: stream.uniform_in(0.0, core::f64::consts::TAU),
    })
}
