//! Left and right are alike: a position and its mirror image are one.

use super::{Ball, Context, Pending, Play, Position, Shot, Throw};
use crate::field::Field;

impl Position {
    /// The position or its mirror image, whichever has the ball on the left.
    pub fn folded(self) -> Position {
        let ball = |ball: Ball| match ball {
            Ball::Open(field, permission) => Ball::Open(field.folded(), permission),
            Ball::FreeKick(field, permission) => Ball::FreeKick(field.folded(), permission),
            Ball::GoalKickFrom(field, permission) => Ball::GoalKickFrom(field.folded(), permission),
            Ball::KeeperKickFrom(field, permission) => Ball::KeeperKickFrom(field.folded(), permission),
            other => other,
        };
        let throw = |throw: Throw| Throw { from: throw.from.folded(), ..throw };
        // the field of the ball decides; where the shot came from is mirrored with it
        let with = |field: Field, origin: Option<Field>| {
            origin.map(|at| {
                if field.column() > 3 {
                    at.mirrored()
                } else if field.is_central() {
                    at.folded()
                } else {
                    at
                }
            })
        };
        let play = match self.play {
            Play::Window(at) => Play::Window(ball(at)),
            Play::Turn(at) => Play::Turn(ball(at)),
            Play::ArrowRoll(die, at) => Play::ArrowRoll(die, throw(at)),
            Play::Aim(at, arrow, number, symbol) => Play::Aim(throw(at), arrow, number, symbol),
            Play::ShotRoll(Shot::Far(field, from)) => Play::ShotRoll(Shot::Far(field.folded(), with(field, from))),
            Play::ShotRoll(Shot::AtWall(from)) => Play::ShotRoll(Shot::AtWall(from.map(Field::folded))),
            Play::DefendTurn(context, field) => Play::DefendTurn(folded_context(context, field, with), field.folded()),
            Play::DefendRoll(context, field) => Play::DefendRoll(folded_context(context, field, with), field.folded()),
            Play::RefereeRoll(field) => Play::RefereeRoll(field.folded()),
            Play::ChampionRoll(to_attacker, pending) => Play::ChampionRoll(to_attacker, pending.folded()),
            other => other,
        };
        Position { play, ..self }
    }
}

fn folded_context(context: Context, field: Field, with: impl Fn(Field, Option<Field>) -> Option<Field>) -> Context {
    match context {
        Context::Shot(origin) => Context::Shot(with(field, origin)),
        other => other,
    }
}

impl Pending {
    fn folded(self) -> Pending {
        match self {
            Pending::Recovered(field) => Pending::Recovered(field.folded()),
            Pending::FoulWon(field) => Pending::FoulWon(field.folded()),
            Pending::FoulGiven(field) => Pending::FoulGiven(field.folded()),
            Pending::SentOff(field) => Pending::SentOff(field.folded()),
            other => other,
        }
    }
}
