//! Left and right are alike: a position and its mirror image are one.

use super::position::{Ball, Context, Pending, Play, Position, Shot, Throw};
use crate::keys::Field;

impl Position {
    /// The position or its mirror image, whichever has the ball on the left.
    pub fn canonical(self) -> Position {
        let ball = |ball: Ball| match ball {
            Ball::Open(field, permission) => Ball::Open(field.canonical(), permission),
            Ball::FreeKick(field, permission) => Ball::FreeKick(field.canonical(), permission),
            Ball::GoalKickFrom(field, permission) => Ball::GoalKickFrom(field.canonical(), permission),
            Ball::KeeperKickFrom(field, permission) => Ball::KeeperKickFrom(field.canonical(), permission),
            other => other,
        };
        let throw = |throw: Throw| Throw { from: throw.from.canonical(), ..throw };
        // the field of the ball decides; where the shot came from is mirrored with it
        let with = |field: Field, origin: Option<Field>| {
            origin.map(|at| {
                if field.column() > 3 {
                    at.mirrored()
                } else if field.is_central() {
                    at.canonical()
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
            Play::ShotRoll(Shot::Far(field, from)) => Play::ShotRoll(Shot::Far(field.canonical(), with(field, from))),
            Play::ShotRoll(Shot::AtWall(from)) => Play::ShotRoll(Shot::AtWall(from.map(Field::canonical))),
            Play::DefendTurn(context, field) => {
                Play::DefendTurn(canonical_context(context, field, with), field.canonical())
            }
            Play::DefendRoll(context, field) => {
                Play::DefendRoll(canonical_context(context, field, with), field.canonical())
            }
            Play::RefereeRoll(field) => Play::RefereeRoll(field.canonical()),
            Play::PenaltyTurn(field) => Play::PenaltyTurn(field.canonical()),
            Play::LastChance(from) => Play::LastChance(from.map(Field::canonical)),
            Play::ChampionRoll(to_attacker, pending) => Play::ChampionRoll(to_attacker, pending.canonical()),
            other => other,
        };
        Position { play, ..self }
    }
}

fn canonical_context(context: Context, field: Field, with: impl Fn(Field, Option<Field>) -> Option<Field>) -> Context {
    match context {
        Context::Shot(origin) => Context::Shot(with(field, origin)),
        other => other,
    }
}

impl Pending {
    fn canonical(self) -> Pending {
        match self {
            Pending::Perfect(from) => Pending::Perfect(from.map(Field::canonical)),
            Pending::Recovered(field) => Pending::Recovered(field.canonical()),
            Pending::FoulWon(field) => Pending::FoulWon(field.canonical()),
            Pending::FoulGiven(field) => Pending::FoulGiven(field.canonical()),
            Pending::SentOff(field) => Pending::SentOff(field.canonical()),
            other => other,
        }
    }
}
