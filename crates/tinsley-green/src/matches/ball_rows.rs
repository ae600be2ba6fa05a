//! The rows of balls: where each lies before a shot, and where the shot leaves it before the referee's verdict.

use glam::DVec3;

use crate::laws::{Ball, Calls, Game, ShotEvents, Toley};
use crate::shot::BallKind;

/// A player or a side in a column of numbers; nobody is not a number, which a dataset has as null.
pub(super) fn number(somebody: Option<u8>) -> f64 {
    somebody.map_or(f64::NAN, f64::from)
}

tolley_experiment::row! {
    /// One ball on the ring before a shot.
    pub struct LieRow {
        /// Number of the game in its match, from 0.
        game: u32, Bookkeeping "number of the game";
        /// Number of the turn in its game, from 0.
        turn: u32, Bookkeeping "number of the turn in the game";
        /// Number of the shot in its game, from 0.
        shot: u32, Bookkeeping "number of the shot";
        /// What it is; the shooter's toley is there if it lies on the ring.
        ball: BallKind, Bookkeeping "kind of ball";
        /// Number of the marble in its game, or of the toley's player.
        number: u32, Bookkeeping "number of the ball";
        /// Its radius.
        radius_m: f64, Bookkeeping "radius of the ball";
        /// Its centre: right of that of the ring.
        x_m: f64, Bookkeeping "ball's place, right of the middle";
        /// Its centre: ahead of that of the ring.
        y_m: f64, Bookkeeping "ball's place, ahead of the middle";
        /// Its centre: above the sand.
        z_m: f64, Bookkeeping "ball's height above the sand";
    }
}

impl LieRow {
    /// Of every ball on the ring of a game.
    pub(super) fn all(game: &Game) -> impl Iterator<Item = LieRow> {
        let row = |ball, number: usize, at_m: DVec3, radius_m| {
            let (game, turn, shot) = (game.number, game.turn, game.shot);
            LieRow { game, turn, shot, ball, number: number as u32, radius_m, x_m: at_m.x, y_m: at_m.y, z_m: at_m.z }
        };
        let marbles = game.marbles.iter().enumerate().filter(|(_, marble)| marble.is_on);
        let marbles = marbles.map(move |(i, marble)| row(BallKind::Marble, i, marble.at_m, marble.radius_m));
        let toleys = game.players.iter().enumerate().filter_map(move |(i, player)| match player.toley {
            Toley::OnRing(at_m) => Some(row(BallKind::Toley, i, at_m, player.spec.radius_m)),
            Toley::InHand => None,
        });
        marbles.chain(toleys)
    }
}

tolley_experiment::row! {
    /// One ball that a shot moved, or at which the referee had to look: where it rests before his verdict.
    pub struct RestRow {
        /// Number of the game in its match, from 0.
        game: u32, Bookkeeping "number of the game";
        /// Number of the turn in its game, from 0.
        turn: u32, Bookkeeping "number of the turn in the game";
        /// Number of the shot in its game, from 0.
        shot: u32, Bookkeeping "number of the shot";
        /// What it is.
        ball: BallKind, Bookkeeping "kind of ball";
        /// Number of the marble in its game, or of the toley's player.
        number: u32, Bookkeeping "number of the ball";
        /// Its centre at rest, or where it went over the edge: right of that of the ring.
        x_m: f64, Bookkeeping "ball's rest place, right of the middle";
        /// Its centre at rest, or where it went over the edge: ahead of that of the ring.
        y_m: f64, Bookkeeping "ball's rest place, ahead of the middle";
        /// Its centre at rest, or where it went over the edge: above the sand.
        z_m: f64, Bookkeeping "ball's rest height above the sand";
        /// Whether it went over the edge.
        fell: bool, Bookkeeping "chance that the ball goes over the edge";
        /// By how much too far out the referee's eye sees it, TG-2.
        eye_error_m: f64, Bookkeeping "error of the referee's eye";
        /// The player whose hand or clothing stopped it, TG-7c; null for none.
        blocker: f64, Bookkeeping "number of the player who stopped the ball";
        /// Its place among the balls that broke in this shot, from 0, TG-8a, TG-8b; null for a whole one.
        broken_place: f64, Bookkeeping "number of the broken ball in the shot";
        /// Where its largest piece stops, to the right of the whole ball; null when no piece can be told.
        piece_x_m: f64, Bookkeeping "largest piece's place, right of the ball";
        /// Where its largest piece stops, ahead of the whole ball; null when no piece can be told.
        piece_y_m: f64, Bookkeeping "largest piece's place, ahead of the ball";
        /// Whether the owner of a broken toley may go on with another of its make, TG-8b.
        is_own_make_approved: bool, Bookkeeping "whether a toley of the same make may follow" shown "";
    }
}

impl RestRow {
    /// Of every ball of a shot that does not simply lie where it lay.
    pub(super) fn all<'a>(
        game: &'a Game,
        events: &'a ShotEvents,
        calls: &'a Calls,
    ) -> impl Iterator<Item = RestRow> + use<'a> {
        let marbles = game.marbles.iter().enumerate().filter(|(_, marble)| marble.is_on);
        let marbles = marbles.map(|(i, marble)| (Ball::Marble(i as u8), i, Some(marble.at_m)));
        let toleys = game.players.iter().enumerate().map(|(i, player)| {
            let at_m = if let Toley::OnRing(at_m) = player.toley { Some(at_m) } else { None };
            (Ball::Toley(i as u8), game.marbles.len() + i, at_m)
        });
        marbles.chain(toleys).filter_map(move |(ball, i, from_m)| {
            let row = RestRow::of(game, events, calls, (ball, i))?;
            let lies_there = from_m == Some(DVec3::new(row.x_m, row.y_m, row.z_m)) && !row.fell;
            let is_called = row.eye_error_m != 0.0 || !row.blocker.is_nan() || !row.broken_place.is_nan();
            (!lies_there || is_called).then_some(row)
        })
    }

    /// Of one ball, and its place among the errors of the eye; none of a toley that was not on the ring.
    fn of(game: &Game, events: &ShotEvents, calls: &Calls, (ball, i): (Ball, usize)) -> Option<RestRow> {
        let lie = events.lie(ball)?;
        let (kind, own) = match ball {
            Ball::Marble(i) => (BallKind::Marble, i),
            Ball::Toley(i) => (BallKind::Toley, i),
        };
        let broken_place = calls.broken.iter().position(|breakage| breakage.ball == ball);
        let breakage = broken_place.map(|place| calls.broken[place]);
        let piece_m = breakage.and_then(|breakage| breakage.piece_offset_m);
        Some(RestRow {
            game: game.number,
            turn: game.turn,
            shot: game.shot,
            ball: kind,
            number: u32::from(own),
            x_m: lie.at_m.x,
            y_m: lie.at_m.y,
            z_m: lie.at_m.z,
            fell: lie.fell,
            eye_error_m: calls.edge_error_m(i),
            blocker: number(calls.hand.filter(|_| calls.blocked == Some(ball))),
            broken_place: broken_place.map_or(f64::NAN, |place| place as f64),
            piece_x_m: piece_m.map_or(f64::NAN, |piece_m| piece_m.x),
            piece_y_m: piece_m.map_or(f64::NAN, |piece_m| piece_m.y),
            is_own_make_approved: breakage.is_some_and(|breakage| breakage.is_own_make_approved),
        })
    }
}
