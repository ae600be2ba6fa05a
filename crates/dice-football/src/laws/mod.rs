//! The laws as a pure state machine: what can follow a position, with the clause that says so.
//!
//! A position is told from the side of the player who attacks. It knows no score and no clock: a step only says that a
//! goal falls, that the roles change, and whether play stops here when the time is up.

mod arrows;
mod champion;
mod clause;
mod defence;
mod fold;
mod rules;
mod shots;
mod turn;

pub use clause::{Act, Clause};
pub use rules::{Count, Rules};

use crate::dice::{Arrow, ArrowDie, Champion, Face, Symbol};
use crate::field::Field;
use crate::solver::{Effect, Expansion, Game, Owner};

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
    /// A shot that cannot be stopped; whether from outside the area.
    Perfect(bool),
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
    /// A shot that cannot be stopped, but by the champion die; whether from outside.
    LastChance(bool),
    /// DF-boskov: the orange die rolls for the referee, after a foul on this field.
    RefereeRoll(Field),
    /// The defender may use the champion die before the black one.
    PenaltyTurn,
    /// The black die rolls.
    PenaltyRoll,
    /// The champion die rolls for its new holder: is he the attacker?
    ChampionRoll(bool, Pending),
}

/// Who holds the champion die, and its face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum White {
    /// It is not in play, or it is rolling.
    Off,
    /// The attacker.
    Attacker(Champion),
    /// The defender.
    Defender(Champion),
}

impl White {
    /// After a change of roles.
    pub fn swapped(self) -> White {
        match self {
            White::Off => White::Off,
            White::Attacker(face) => White::Defender(face),
            White::Defender(face) => White::Attacker(face),
        }
    }
}

/// A position, from the side of the player who attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// What is to happen next.
    pub play: Play,
    /// The champion die.
    pub white: White,
    /// Fouls running of the defender.
    pub fouls: u8,
}

/// What a step shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// The clause that says so.
    pub clause: Clause,
    /// What was decided or rolled.
    pub act: Act,
    /// The face of an arrow die.
    pub face: Option<Face>,
    /// DF-read: the direction as it was misread.
    pub misread: Option<Arrow>,
}

/// One step from a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Where it leads, from the side of whoever attacks then.
    pub to: Position,
    /// What it does.
    pub effect: Effect,
    /// What it shows.
    pub mark: Mark,
}

/// What can follow a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Following {
    /// Who decides.
    pub owner: Owner,
    /// Whether a die rolls that the clock counts.
    pub ticks: bool,
    /// In a fixed order.
    pub steps: Vec<Step>,
}

impl Rules {
    /// What can follow a position.
    pub fn following(&self, at: &Position) -> Following {
        let all = self.count == Count::AllRolls;
        let (owner, ticks, mut steps) = match at.play {
            Play::Window(ball) => (Owner::Other, false, self.window(at, ball)),
            Play::Turn(ball) => (Owner::Mover, false, self.turn(at, ball)),
            Play::ArrowRoll(die, throw) => (Owner::Chance, true, self.arrow_roll(at, die, throw)),
            Play::Aim(throw, arrow, number, symbol) => {
                (Owner::Mover, false, self.aim(at, throw, Face { arrow, number, symbol }))
            }
            Play::ShotRoll(shot) => (Owner::Chance, true, self.shot_roll(at, shot)),
            Play::DefendTurn(context, field) => (Owner::Other, false, self.defend_turn(at, context, field)),
            Play::DefendRoll(context, field) => (Owner::Chance, all, self.defend_roll(at, context, field)),
            Play::BarChoice(outside) => (Owner::Other, false, self.bar_choice(at, outside)),
            Play::KeeperTurn(bar, outside) => (Owner::Other, false, self.keeper_turn(at, bar, outside)),
            Play::KeeperRoll(bar) => (Owner::Chance, all, self.keeper_roll(at, bar)),
            Play::OwnKeeperRoll => (Owner::Chance, all, self.own_keeper_roll(at)),
            Play::LastChance(outside) => (Owner::Other, false, self.last_chance(at, outside)),
            Play::RefereeRoll(field) => (Owner::Chance, all, self.referee_roll(at, field)),
            Play::PenaltyTurn => (Owner::Other, false, self.penalty_turn(at)),
            Play::PenaltyRoll => (Owner::Chance, true, self.penalty_roll(at)),
            Play::ChampionRoll(to_attacker, pending) => {
                (Owner::Chance, true, self.champion_roll(at, to_attacker, pending))
            }
        };
        if self.folds {
            steps.iter_mut().for_each(|step| step.to = step.to.folded());
            if owner != Owner::Chance {
                // what is alike left and right is one decision
                let mut seen: Vec<(Position, Effect)> = Vec::new();
                steps.retain(|step| {
                    let is_new = !seen.contains(&(step.to, step.effect));
                    seen.push((step.to, step.effect));
                    is_new
                });
            }
        }
        Following { owner, ticks, steps }
    }

    /// The kick-off of a half.
    pub fn kick_off(&self, white: White) -> Position {
        self.enter(Ball::Open(self.board.centre, Permission::Restart), white, 0)
    }

    /// The position before the attacker acts: the defender's window comes first when he could use it.
    fn enter(&self, ball: Ball, white: White, fouls: u8) -> Position {
        let can_use = matches!(white, White::Defender(Champion::Recovery | Champion::Foul));
        let lies = ball.field().is_some() && !matches!(ball, Ball::GoalKickFrom(..) | Ball::KeeperKickFrom(..));
        let play = if can_use && lies { Play::Window(ball) } else { Play::Turn(ball) };
        Position { play, white, fouls }
    }

    /// DF-goal: how play goes on.
    fn after_goal(&self) -> Ball {
        let permission = if self.control_after_goal { self.first() } else { Permission::Restart };
        Ball::Open(self.board.centre, permission)
    }

    /// What may be rolled at a restart, after a change of attacker or without one.
    fn restart(&self, changed: bool) -> Permission {
        if changed && self.start_only { self.first() } else { Permission::Restart }
    }

    /// DF-att-first-control: what may be rolled after a change of attacker.
    fn first(&self) -> Permission {
        if self.first_die_rule { Permission::ControlOnly } else { Permission::Any }
    }
}

impl Position {
    /// DF-goal: a goal of the attacker; the other player kicks off.
    fn goal(&self, rules: &Rules, mark: Mark) -> Step {
        let to = rules.enter(rules.after_goal(), self.white.swapped(), 0);
        Step { to, effect: Effect { reward: 1, swaps: true, closes: true, probability: 1.0 }, mark }
    }

    /// DF-goal: a goal of the defender; the attacker kicks off.
    fn goal_against(&self, rules: &Rules, mark: Mark) -> Step {
        let to = rules.enter(rules.after_goal(), self.white, 0);
        Step { to, effect: Effect { reward: -1, swaps: false, closes: true, probability: 1.0 }, mark }
    }

    /// The other player attacks with this ball, told from his side.
    fn lost(&self, rules: &Rules, ball: Ball, mark: Mark) -> Step {
        let to = rules.enter(ball, self.white.swapped(), 0);
        Step { to, effect: Effect { reward: 0, swaps: true, closes: true, probability: 1.0 }, mark }
    }

    /// The attacker has the ball; `out` when it left the pitch in between.
    fn kept(&self, rules: &Rules, ball: Ball, out: bool, mark: Mark) -> Step {
        let to = rules.enter(ball, self.white, self.fouls);
        Step { to, effect: Effect { reward: 0, swaps: false, closes: out, probability: 1.0 }, mark }
    }

    /// Something else happens next, with the same attacker.
    fn then(&self, play: Play, mark: Mark) -> Step {
        let to = Position { play, ..*self };
        Step { to, effect: Effect { reward: 0, swaps: false, closes: false, probability: 1.0 }, mark }
    }

    /// The same with the defender's fouls forgotten.
    fn without_fouls(&self) -> Position {
        Position { fouls: 0, ..*self }
    }
}

impl Game for Rules {
    type State = Position;
    fn expand(&self, state: &Position) -> Expansion<Position> {
        let Following { owner, ticks, steps } = self.following(state);
        Expansion { owner, ticks, steps: steps.into_iter().map(|step| (step.to, step.effect)).collect() }
    }
}

#[cfg(test)]
mod tests;
