//! Names under which positions and faces stand in a dataset.

use tolley_experiment::key::Point;

use crate::dice::Champion;
use crate::field::Field;
use crate::keys;
use crate::laws::{Ball, Permission, Play, Position, White};

tolley_experiment::names! {
    /// Where the faces come from; those of the real dice are not known.
    pub enum FacesSource {
        /// The embedded ones, an assumption.
        Assumed = "assumed",
        /// Some were given by a file or a scenario.
        Given = "given",
        /// Drawn at random from those that meet N1 to N9.
        Random = "random",
    }
}

tolley_experiment::names! {
    /// What is to happen next.
    pub enum Phase {
        /// The ball is in play.
        Open = "open",
        /// A direct free kick.
        FreeKick = "free-kick",
        /// A goal kick.
        GoalKick = "goal-kick",
        /// A keeper kick.
        KeeperKick = "keeper-kick",
        /// A corner.
        Corner = "corner",
        /// A direction is to be chosen.
        Aim = "aim",
        /// The defender has the dark-blue die in hand.
        Defence = "defence",
        /// After a bar.
        Bar = "bar",
        /// Before the keeper's die.
        Keeper = "keeper",
        /// A shot that only the champion die stops.
        LastChance = "last-chance",
        /// A penalty.
        Penalty = "penalty",
        /// A die rolls.
        Roll = "roll",
    }
}

tolley_experiment::names! {
    /// What may be rolled.
    pub enum MayRoll {
        /// It is no turn of the attacker.
        None = "none",
        /// Every die.
        Any = "any",
        /// Every die, control having been rolled.
        AnyAfterControl = "any-after-control",
        /// Not control.
        NoControl = "no-control",
        /// Control only.
        ControlOnly = "control-only",
        /// Every arrow die.
        Restart = "restart",
    }
}

tolley_experiment::names! {
    /// Who holds the champion die.
    pub enum Holder {
        /// Nobody.
        Nobody = "nobody",
        /// The attacker.
        Attacker = "attacker",
        /// The defender.
        Defender = "defender",
    }
}

tolley_experiment::names! {
    /// Face of the champion die.
    pub enum ChampionFace {
        /// There is none.
        None = "none",
        /// Bomb.
        Bomb = "bomb",
        /// Assist.
        Assist = "assist",
        /// Perfect shot.
        Perfect = "perfect",
        /// Great save.
        GreatSave = "great_save",
        /// Recovery.
        Recovery = "recovery",
        /// Foul.
        Foul = "foul",
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
pub struct Shown {
    /// What is to happen next.
    pub phase: Phase,
    /// Where the ball lies, mirror images told as one; `None` while its place is a choice.
    pub field: Option<Field>,
    /// What may be rolled.
    pub may_roll: MayRoll,
    /// Whether the defender's window is open, or the attacker's turn has come.
    pub is_window: bool,
    /// Who holds the champion die.
    pub holder: Holder,
    /// Its face.
    pub face: ChampionFace,
    /// Fouls running.
    pub fouls: u32,
}

impl Shown {
    /// Of a position.
    pub fn of(position: &Position) -> Shown {
        let (phase, field, may_roll) = match position.play {
            Play::Window(ball) | Play::Turn(ball) => (phase(ball), ball.field(), may_roll(ball.permission())),
            Play::Aim(throw, ..) => (Phase::Aim, Some(throw.from), MayRoll::None),
            Play::DefendTurn(_, field) => (Phase::Defence, Some(field), MayRoll::None),
            Play::BarChoice(_) => (Phase::Bar, None, MayRoll::None),
            Play::KeeperTurn(..) => (Phase::Keeper, None, MayRoll::None),
            Play::LastChance(_) => (Phase::LastChance, None, MayRoll::None),
            Play::PenaltyTurn => (Phase::Penalty, None, MayRoll::None),
            Play::ArrowRoll(_, throw) => (Phase::Roll, Some(throw.from), MayRoll::None),
            Play::DefendRoll(_, field) | Play::RefereeRoll(field) => (Phase::Roll, Some(field), MayRoll::None),
            Play::ShotRoll(_) | Play::KeeperRoll(_) | Play::OwnKeeperRoll => (Phase::Roll, None, MayRoll::None),
            Play::PenaltyRoll | Play::ChampionRoll(..) => (Phase::Roll, None, MayRoll::None),
        };
        let (holder, face) = match position.white {
            White::Off => (Holder::Nobody, None),
            White::Attacker(face) => (Holder::Attacker, Some(face)),
            White::Defender(face) => (Holder::Defender, Some(face)),
        };
        Shown {
            phase,
            field,
            may_roll,
            is_window: matches!(position.play, Play::Window(_)),
            holder,
            face: ChampionFace::of(face),
            fouls: u32::from(position.fouls),
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

/// Where the faces of a design point come from.
pub fn faces_source(point: &Point) -> FacesSource {
    let value = |path: &str| point.schema.index(path).map(|index| point.values[index]);
    if keys::are_default_faces(value) { FacesSource::Assumed } else { FacesSource::Given }
}
