//! A position of a match, from the side of the player who attacks. It knows no score and no clock.

use crate::keys::Field;
use crate::keys::dice::ArrowDie;
use crate::keys::faces::{Arrow, Champion, Symbol};

/// What the attacker may roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Permission {
    /// Any arrow die, and the shot die.
    Any,
    /// As [`Permission::Any`], but control was rolled just before.
    AnyAfterControl,
    /// Pass, cross and the shot die: control was rolled just before.
    NoControl,
    /// DF-att-first-control: control, after a change of attacker.
    ControlOnly,
    /// DF-att-restart-dice: any arrow die, no shot.
    Restart,
}

/// Where the ball is and how it comes into play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ball {
    /// In play, or at a throw-in, a plain free kick or a kick-off.
    Open(Field, Permission),
    /// A direct free kick.
    FreeKick(Field, Permission),
    /// A goal kick; its place is to be chosen.
    GoalKick(Permission),
    /// A keeper kick; its place is to be chosen.
    KeeperKick(Permission),
    /// A goal kick from this place.
    GoalKickFrom(Field, Permission),
    /// A keeper kick from this place.
    KeeperKickFrom(Field, Permission),
    /// A corner, taken on the left: both sides are alike.
    Corner(Permission),
}

impl Ball {
    /// The field on which the ball lies; `None` while its place is the kicker's choice.
    pub fn field(self) -> Option<Field> {
        match self {
            Ball::Open(field, _) | Ball::FreeKick(field, _) => Some(field),
            Ball::GoalKickFrom(field, _) | Ball::KeeperKickFrom(field, _) => Some(field),
            Ball::Corner(_) => Some(CORNER),
            Ball::GoalKick(_) | Ball::KeeperKick(_) => None,
        }
    }

    /// What may be rolled.
    pub fn permission(self) -> Permission {
        match self {
            Ball::Open(_, permission) | Ball::FreeKick(_, permission) => permission,
            Ball::GoalKick(permission) | Ball::KeeperKick(permission) | Ball::Corner(permission) => permission,
            Ball::GoalKickFrom(_, permission) | Ball::KeeperKickFrom(_, permission) => permission,
        }
    }
}

/// Where corners are taken.
pub const CORNER: Field = Field::new(11, 1);

/// Why the defender has the dark-blue die in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Context {
    /// A "?".
    Open,
    /// A shot from outside the area; from where, if fouls are judged there.
    Shot(Option<Field>),
    /// A ball back from post or bar; whether the shot came from outside the area.
    Rebound(bool),
}

/// A shot, by what becomes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shot {
    /// From the penalty area.
    Near,
    /// From outside: where it comes down; from where it came, if fouls are judged there.
    Far(Field, Option<Field>),
    /// Over the wall; whether from outside the penalty area.
    OverWall(bool),
    /// A free kick that meets a defender first.
    AtWall(Option<Field>),
}

/// How an arrow die is thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Throw {
    /// Where the ball lies.
    pub from: Field,
    /// What kind of kick it is.
    pub kick: Kick,
    /// DF-move-reverse: announced.
    pub reversed: bool,
    /// What may be rolled next if the ball is kept.
    pub next: Permission,
}

/// Kinds of kick that move the ball in their own way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kick {
    /// Anything else.
    Plain,
    /// Whether doubled.
    Goal(bool),
    /// Whether doubled.
    Keeper(bool),
    /// Only the number counts.
    Corner,
}

/// What an ability of the champion die leads to once its next holder has rolled it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pending {
    /// A shot from half way is on target.
    Bomb,
    /// The ball lies before the goal.
    Assist,
    /// A shot that cannot be stopped; from where, if from outside the area.
    Perfect(Option<Field>),
    /// The shot was stopped.
    Saved,
    /// The defender takes the ball here.
    Recovered(Field),
    /// The attacker was fouled here.
    FoulWon(Field),
    /// The attacker committed a foul here.
    FoulGiven(Field),
    /// DF-def-redcard: the defender fouled here, for the second time running.
    SentOff(Field),
}

/// What is to happen next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Play {
    /// The defender may use the champion die before the attacker acts.
    Window(Ball),
    /// The attacker decides.
    Turn(Ball),
    /// An arrow die rolls.
    ArrowRoll(ArrowDie, Throw),
    /// The attacker says left or right, after the roll as it was read.
    Aim(Throw, Arrow, u8, Symbol),
    /// The shot die rolls.
    ShotRoll(Shot),
    /// The defender decides whether to act on this field.
    DefendTurn(Context, Field),
    /// The dark-blue die rolls.
    DefendRoll(Context, Field),
    /// After a bar the defender decides who acts; whether the shot came from outside.
    BarChoice(bool),
    /// The defender may use the champion die before the light-blue one: after a bar? from outside?
    KeeperTurn(bool, bool),
    /// The light-blue die rolls: after a bar?
    KeeperRoll(bool),
    /// The attacker's own keeper: the light-blue die rolls.
    OwnKeeperRoll,
    /// A shot that cannot be stopped, but by the champion die; from where, if from outside the area.
    LastChance(Option<Field>),
    /// DF-boskov: the orange die rolls for the referee, after a foul on this field.
    RefereeRoll(Field),
    /// The defender may use the champion die before the black one rolls, for a foul on this field.
    PenaltyTurn(Field),
    /// The black die rolls.
    PenaltyRoll,
    /// The champion die rolls for its new holder: is he the attacker?
    ChampionRoll(bool, Pending),
}

/// Who holds the champion die, and its face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Holder {
    /// The attacker.
    Attacker(Champion),
    /// The defender.
    Defender(Champion),
}

impl Holder {
    /// After a change of roles.
    #[must_use]
    pub fn swapped(self) -> Holder {
        match self {
            Holder::Attacker(face) => Holder::Defender(face),
            Holder::Defender(face) => Holder::Attacker(face),
        }
    }
}

/// A position, from the side of the player who attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// What is to happen next.
    pub play: Play,
    /// Who holds the champion die; `None` while it rolls, and without one.
    pub champion: Option<Holder>,
    /// Fouls running of the defender.
    pub fouls: u8,
}

impl Position {
    /// The same with the defender's fouls forgotten.
    pub(super) fn without_fouls(&self) -> Position {
        Position { fouls: 0, ..*self }
    }
}
