//! What is called of a shot once everything rests, and what broke.

use glam::DVec2;
use tolley_experiment::random::{Purpose, Stream, Streams};

use super::draw::{DETECTION, happens, pick};
use crate::laws::{Ball, Breakage, Calls, Clause, Game, Handling, Hit, Laws, Lie, ShotEvents};

const BLOCK_SHOOTER: Purpose = Purpose::named("block by the shooter");
const BLOCK_OTHER: Purpose = Purpose::named("block by another");
const BREAKAGE: Purpose = Purpose::named("breakage");
const LEAVE: Purpose = Purpose::named("leave for a new toley");
const EYE: Purpose = Purpose::named("eye at the edge");
const FALSE_FOUL: Purpose = Purpose::named("false foul");
const MISCOUNT: Purpose = Purpose::named("miscount");

/// How far from the edge the eye may err, in standard deviations.
const EYE_REACH: f64 = 8.0;

/// What is called of a shot once everything rests.
pub fn after_shot(laws: &Laws, game: &Game, handling: &Handling, events: &ShotEvents, streams: &Streams) -> Calls {
    let mut calls = Calls::default();
    if handling.is_released {
        draw_breakages(laws, events, streams, &mut calls);
        draw_blocks(laws, game, events, streams, &mut calls);
        calls.hand = calls.blocker;
        draw_edge_errors(laws, game, events, streams, &mut calls);
    }
    call(laws, game.shooter, handling, streams, &mut calls);
    if laws.accidents.p_miscount > 0.0 {
        let mut stream = streams.open(MISCOUNT);
        if happens(&mut stream, laws.accidents.p_miscount) {
            calls.miscount = if happens(&mut stream, 0.5) { 1 } else { -1 };
        }
    }
    calls
}

/// The first breach of the shooter that is seen is called; a fair shot may be called a foul.
fn call(laws: &Laws, shooter: u8, handling: &Handling, streams: &Streams, calls: &mut Calls) {
    let referee = &laws.referee;
    let breaches = [
        (handling.is_cabbaged, Clause::Tg7b),
        (handling.is_fudged, Clause::Tg7a),
        (calls.blocker.is_some(), Clause::Tg7c),
    ];
    let mut stream = None;
    for (_, clause) in breaches.into_iter().filter(|(is_breach, _)| *is_breach) {
        let stream = stream.get_or_insert_with(|| streams.open(DETECTION));
        let is_seen = happens(stream, referee.p_detect_foul);
        let is_others = clause == Clause::Tg7c && calls.blocker != Some(shooter);
        match (is_seen, is_others) {
            (true, true) => {}
            (true, false) => calls.foul = calls.foul.or(Some(clause)),
            (false, true) => calls.unseen.extend(calls.blocker.map(|blocker| (clause, blocker))),
            (false, false) => calls.unseen.push((clause, shooter)),
        }
        // what is left is somebody else whom he saw
        if clause == Clause::Tg7c && !(is_seen && is_others) {
            calls.blocker = None;
        }
    }
    if referee.p_false_foul > 0.0 && happens(&mut streams.open(FALSE_FOUL), referee.p_false_foul) {
        calls.foul = calls.foul.or(Some(Clause::Tg2));
    }
}

fn draw_breakages(laws: &Laws, events: &ShotEvents, streams: &Streams, calls: &mut Calls) {
    let accidents = &laws.accidents;
    if accidents.p_break_marble == 0.0 && accidents.p_break_toley == 0.0 {
        return;
    }
    let mut stream = streams.open(BREAKAGE);
    let hard = |hit: &&Hit| hit.impulse_n_s > accidents.break_impulse_n_s;
    for ball in events.hits.iter().filter(hard).flat_map(|hit| hit.balls) {
        let is_toley = ball.player().is_some();
        let p = if is_toley { accidents.p_break_toley } else { accidents.p_break_marble };
        let breaks = happens(&mut stream, p);
        if breaks && calls.broken.iter().all(|breakage| breakage.ball != ball) {
            let is_own_make_approved = is_toley && happens(&mut streams.open(LEAVE), accidents.p_substitution_approved);
            let piece_offset_m = piece_offset_m(laws, &mut stream);
            calls.broken.push(Breakage { ball, piece_offset_m, is_own_make_approved });
        }
    }
}

fn piece_offset_m(laws: &Laws, stream: &mut Stream) -> Option<DVec2> {
    let offset_m = DVec2::new(stream.normal(), stream.normal()) * laws.accidents.piece_offset_m;
    (!happens(stream, laws.accidents.p_shatter)).then_some(offset_m)
}

/// The hand is where balls leave: one of those that left is touched, else one that moved. Until the breach is called
/// the blocker may be the shooter too.
fn draw_blocks(laws: &Laws, game: &Game, events: &ShotEvents, streams: &Streams, calls: &mut Calls) {
    let fouls = &laws.fouls;
    if fouls.p_block_shooter > 0.0 {
        let mut stream = streams.open(BLOCK_SHOOTER);
        if happens(&mut stream, fouls.p_block_shooter) {
            calls.blocked = touched(game, events, &mut stream);
            calls.blocker = calls.blocked.map(|_| game.shooter);
        }
    }
    if fouls.p_block_other > 0.0 && calls.blocked.is_none() {
        let mut stream = streams.open(BLOCK_OTHER);
        if happens(&mut stream, fouls.p_block_other) {
            let own = game.player().side;
            let other = |player: &u8| {
                let player = &game.players[usize::from(*player)];
                player.is_active() && player.side != own
            };
            calls.blocker = pick((0..game.players.len() as u8).filter(other), &mut stream);
            calls.blocked = calls.blocker.and_then(|_| touched(game, events, &mut stream));
            calls.blocker = calls.blocker.filter(|_| calls.blocked.is_some());
        }
    }
}

fn touched(game: &Game, events: &ShotEvents, stream: &mut Stream) -> Option<Ball> {
    let left = events.exits.iter().map(|exit| exit.ball);
    pick(left, stream).or_else(|| pick(events.moved(game), stream))
}

fn draw_edge_errors(laws: &Laws, game: &Game, events: &ShotEvents, streams: &Streams, calls: &mut Calls) {
    let sd_m = laws.referee.edge_sd_m;
    if sd_m == 0.0 {
        return;
    }
    let mut stream = streams.open(EYE);
    let mut error_m = |lie: &Lie, radius_m: f64| {
        let is_near = laws.ring.margin_m(lie, radius_m).is_some_and(|margin_m| margin_m.abs() < EYE_REACH * sd_m);
        if is_near { sd_m * stream.normal() } else { 0.0 }
    };
    for (lie, marble) in events.marbles.iter().zip(&game.marbles) {
        calls.edge_errors_m.push(if marble.is_on { error_m(lie, marble.radius_m) } else { 0.0 });
    }
    for (lie, player) in events.toleys.iter().zip(&game.players) {
        calls.edge_errors_m.push(lie.map_or(0.0, |lie| error_m(&lie, player.spec.radius_m)));
    }
}
