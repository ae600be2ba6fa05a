//! A match, step by step: ask, place, throw, stroke, judge, go on; [`crate::laws::Match::phase`] steers.

use glam::{DVec2, dvec2};
use tolley_experiment::random::Streams;

use super::pairing::{Pairing, Stage};
use crate::laws::judge::Verdict;
use crate::laws::{Ask, Chances, Draws, Ends, Luck, Match, Phase, Piece, Seat};
use crate::play::{self, Bench, Played, Stand};
use crate::players::{Intent, Launch, Mind, Scene, Which};

/// What was done in a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Act {
    /// A piece was put.
    Placed(Piece),
    /// A mistake decided before a stroke or throw.
    Ruled(Verdict),
    /// The ball was thrown in.
    Thrown(Verdict),
    /// A Move.
    Moved {
        /// The stroke as meant; `None` for a careless touch.
        intent: Option<Intent>,
        /// The stroke as made.
        launch: Launch,
        /// What physics made of it.
        played: Played,
        /// What the laws made of it.
        verdict: Verdict,
    },
}

/// Writes down a match.
pub trait Scribe {
    /// The match begins.
    fn begin(&mut self, game: &Match);
    /// A step was done: from `before` to `after`.
    fn note(&mut self, before: &Match, act: &Act, after: &Match);
}

/// Who gets which random numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// Each seat its own.
    Usual,
    /// Each seat the other's, every toss the other way round, left and right exchanged: what is the mirrored match if
    /// the players change their seats too.
    Mirrored,
}

/// Random numbers of one match.
struct Fates {
    minds: [Mind; 2],
    chances: Chances,
}

/// Plays a match from the toss to its end, and returns how it ended.
pub fn play(pairing: &Pairing, bench: &mut Bench, streams: &Streams, start: Start, scribe: &mut impl Scribe) -> Match {
    let laws = &pairing.laws;
    let mut draws = Draws::new(laws, streams);
    let mut seats = [Seat::X, Seat::Y];
    if start == Start::Mirrored {
        seats.reverse();
        for toss in [&mut draws.toss, &mut draws.extra_toss, &mut draws.series_toss, &mut draws.last_toss] {
            *toss = toss.other();
        }
    }
    let mut fates = Fates { minds: seats.map(|seat| Mind::new(streams, seat)), chances: Chances::new(laws, streams) };
    let mut game = begin(pairing, if start == Start::Mirrored { MIRRORED } else { Ends::FIRST }, draws);
    scribe.begin(&game);
    loop {
        let (act, next) = match game.phase {
            Phase::Over => return game,
            Phase::Place => put(pairing, &game, &mut fates),
            Phase::Throw => throw(pairing, &game, bench, &mut fates),
            Phase::Stroke => stroke(pairing, &game, bench, &mut fates),
        };
        scribe.note(&game, &act, &next);
        game = next;
    }
}

/// Left and right exchanged.
const MIRRORED: Ends = Ends { hand_sign: -1.0, ..Ends::FIRST };

fn begin(pairing: &Pairing, ends: Ends, draws: Draws) -> Match {
    match pairing.stage {
        Stage::Match => pairing.laws.begin(ends, draws),
        Stage::Drill(drill) => drill.begin(&pairing.laws, ends, draws),
        Stage::Series => pairing.laws.begin_series(ends, draws),
    }
}

/// Puts the piece that the laws ask for.
fn put(pairing: &Pairing, game: &Match, fates: &mut Fates) -> (Act, Match) {
    let ask = pairing.laws.to_place(game).unwrap_or_else(|| unreachable!("something is to be placed"));
    let (player, mind) = (&pairing.players[ask.seat.index()], &mut fates.minds[ask.seat.index()]);
    let wish_m = player.wish(&scene(game, &ask), &mut mind.thought) * game.ends.frame(ask.seat);
    let at_m = ask.nearest(wish_m).unwrap_or(wish_m);
    match pairing.laws.place(game, at_m) {
        Ok(next) => (Act::Placed(ask.piece), next),
        Err(refusal) => panic!("{refusal:?}: no room for {ask:?}"),
    }
}

fn scene(game: &Match, ask: &Ask) -> Scene {
    let takes = ask.seat == game.turn.seat;
    let which = match (ask.piece, takes) {
        (Piece::Ball, _) => Which::Ball,
        (_, true) => Which::Taker,
        (_, false) => Which::Defender,
    };
    Scene {
        restart: game.turn.restart,
        which,
        stand: Stand::of(&game.layout, ask.seat, game.ends),
        other_is_put: game.placed[Piece::Coin(ask.seat.other()).index()],
    }
}

fn throw(pairing: &Pairing, game: &Match, bench: &mut Bench, fates: &mut Fates) -> (Act, Match) {
    let (laws, seat) = (&pairing.laws, game.turn.seat);
    let luck = fates.chances.draw(laws, game);
    if let Some(verdict) = laws.before(game, &luck) {
        return (Act::Ruled(verdict), laws.next(game, &verdict));
    }
    let (player, mind) = (&pairing.players[seat.index()], &mut fates.minds[seat.index()]);
    let mut stand = Stand::of(&game.layout, seat, game.ends);
    stand.ball_m = game.spot_m * game.ends.frame(seat);
    let aim = player.throw_aim(&stand, &mut mind.thought);
    let mut told = laws.events(game);
    let ground = &pairing.grounds[seat.index()];
    play::throw(bench, ground, (seat, game.ends), (&player.thrower, &mut mind.throw), &stand, aim, &mut told);
    let verdict = laws.judge(game, &told, &luck);
    (Act::Thrown(verdict), laws.next(game, &verdict))
}

fn stroke(pairing: &Pairing, game: &Match, bench: &mut Bench, fates: &mut Fates) -> (Act, Match) {
    let (laws, seat) = (&pairing.laws, game.turn.seat);
    let luck = fates.chances.draw(laws, game);
    if let Some(verdict) = laws.before(game, &luck) {
        return (Act::Ruled(verdict), laws.next(game, &verdict));
    }
    let (player, mind) = (&pairing.players[seat.index()], &mut fates.minds[seat.index()]);
    let (intent, launch) = match careless(pairing, &luck) {
        Some(launch) => (None, launch),
        None => {
            let intent = player.stroke(pairing, game, bench, &mut mind.thought);
            (Some(intent), player.skill(game).execute(&intent, &mut mind.hand))
        }
    };
    let stand = Stand::of(&game.layout, seat, game.ends);
    let mut told = laws.events(game);
    let played = bench.play(&pairing.grounds[seat.index()], (seat, game.ends), &stand, &launch, &mut told);
    let verdict = laws.judge(game, &told, &luck);
    (Act::Moved { intent, launch, played, verdict }, laws.next(game, &verdict))
}

/// CG-1.9b: a careless touch instead of a stroke.
fn careless(pairing: &Pairing, luck: &Luck) -> Option<Launch> {
    let (sine, cosine) = libm::sincos(luck.accident_rad?);
    let direction: DVec2 = dvec2(cosine, sine);
    Some(Launch { direction, speed_m_s: pairing.laws.human.accident_speed_m_s, offset_ratio: 0.0 })
}
