//! Names under which a position stands in a dataset; what is `None` in code gets its name here.

use super::position::{Ball, Holder, Permission, Play, Position};
use crate::keys::Field;
use crate::keys::faces::Champion;

tolley_experiment::names! {
    /// What is to happen next.
    pub enum Phase {
        Open = "open": "The ball is in play.",
        FreeKick = "free-kick": "A direct free kick.",
        GoalKick = "goal-kick": "A goal kick.",
        KeeperKick = "keeper-kick": "A keeper kick.",
        Corner = "corner": "A corner.",
        Aim = "aim": "A direction is to be chosen.",
        Defence = "defence": "The defender has the dark-blue die in hand.",
        Bar = "bar": "After a bar.",
        Keeper = "keeper": "Before the keeper's die.",
        LastChance = "last-chance": "A shot that only the champion die stops.",
        Penalty = "penalty": "A penalty.",
        Roll = "roll": "A die rolls.",
    }
}

tolley_experiment::names! {
    /// What may be rolled.
    pub enum MayRoll {
        None = "none": "It is not the turn of the attacker.",
        Any = "any": "Every die.",
        AnyAfterControl = "any-after-control": "Every die, control having been rolled.",
        NoControl = "no-control": "Not control.",
        ControlOnly = "control-only": "Control only.",
        Restart = "restart": "Every arrow die.",
    }
}

tolley_experiment::names! {
    /// Who holds the champion die.
    pub enum HeldBy {
        Nobody = "nobody": "Nobody.",
        Attacker = "attacker": "The attacker.",
        Defender = "defender": "The defender.",
    }
}

tolley_experiment::names! {
    /// Face of the champion die.
    pub enum ChampionFace {
        None = "none": "There is none.",
        Bomb = "bomb": "Bomb.",
        Assist = "assist": "Assist.",
        Perfect = "perfect": "Perfect shot.",
        GreatSave = "great_save": "Great save.",
        Recovery = "recovery": "Recovery.",
        Foul = "foul": "Foul.",
    }
}

impl ChampionFace {
    /// Of a face, if there is one.
    pub fn of(face: Option<Champion>) -> ChampionFace {
        face.map_or(ChampionFace::None, |face| ChampionFace::ALL[face as usize + 1])
    }
}

/// A position as columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionColumns {
    /// What is to happen next.
    pub phase: Phase,
    /// Where the ball lies; `None` while its place is a choice.
    pub field: Option<Field>,
    /// What may be rolled.
    pub may_roll: MayRoll,
    /// Whether the defender's window is open, or the attacker's turn has come.
    pub is_window: bool,
    /// Who holds the champion die.
    pub champion_holder: HeldBy,
    /// Its face.
    pub champion_face: ChampionFace,
    /// Fouls running of the defender.
    pub foul_count: u32,
}

impl PositionColumns {
    /// Of a position.
    pub fn of(position: &Position) -> PositionColumns {
        let (phase, field, may_roll) = match position.play {
            Play::Window(ball) | Play::Turn(ball) => (phase(ball), ball.field(), may_roll(ball.permission())),
            Play::Aim(throw, ..) => (Phase::Aim, Some(throw.from), MayRoll::None),
            Play::DefendTurn(_, field) => (Phase::Defence, Some(field), MayRoll::None),
            Play::BarChoice(_) => (Phase::Bar, None, MayRoll::None),
            Play::KeeperTurn(..) => (Phase::Keeper, None, MayRoll::None),
            Play::LastChance(from) => (Phase::LastChance, from, MayRoll::None),
            Play::PenaltyTurn(field) => (Phase::Penalty, Some(field), MayRoll::None),
            Play::ArrowRoll(_, throw) => (Phase::Roll, Some(throw.from), MayRoll::None),
            Play::DefendRoll(_, field) | Play::RefereeRoll(field) => (Phase::Roll, Some(field), MayRoll::None),
            Play::ShotRoll(_) | Play::KeeperRoll(_) | Play::OwnKeeperRoll => (Phase::Roll, None, MayRoll::None),
            Play::PenaltyRoll | Play::ChampionRoll(..) => (Phase::Roll, None, MayRoll::None),
        };
        let (champion_holder, face) = match position.champion {
            None => (HeldBy::Nobody, None),
            Some(Holder::Attacker(face)) => (HeldBy::Attacker, Some(face)),
            Some(Holder::Defender(face)) => (HeldBy::Defender, Some(face)),
        };
        PositionColumns {
            phase,
            field,
            may_roll,
            is_window: matches!(position.play, Play::Window(_)),
            champion_holder,
            champion_face: ChampionFace::of(face),
            foul_count: u32::from(position.fouls),
        }
    }

    /// Row of the ball; 0 for none.
    pub fn row(&self) -> u32 {
        self.field.map_or(0, |field| u32::from(field.row()))
    }

    /// Column of the ball; 0 for none.
    pub fn column(&self) -> u32 {
        self.field.map_or(0, |field| u32::from(field.column()))
    }
}

fn phase(ball: Ball) -> Phase {
    match ball {
        Ball::Open(..) => Phase::Open,
        Ball::FreeKick(..) => Phase::FreeKick,
        Ball::GoalKick(_) | Ball::GoalKickFrom(..) => Phase::GoalKick,
        Ball::KeeperKick(_) | Ball::KeeperKickFrom(..) => Phase::KeeperKick,
        Ball::Corner(_) => Phase::Corner,
    }
}

fn may_roll(permission: Permission) -> MayRoll {
    match permission {
        Permission::Any => MayRoll::Any,
        Permission::AnyAfterControl => MayRoll::AnyAfterControl,
        Permission::NoControl => MayRoll::NoControl,
        Permission::ControlOnly => MayRoll::ControlOnly,
        Permission::Restart => MayRoll::Restart,
    }
}
