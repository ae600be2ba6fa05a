//! Steps from one position to another: a step only says that a goal falls, that the roles change, and whether play
//! stops here when the time is up.

use super::clause::{Act, Clause};
use super::position::{Ball, Holder, Permission, Play, Position};
use super::rules::{ChampionWindows, FirstDie, Laws, RestartDice};
use crate::keys::Die;
use crate::keys::faces::{Arrow, Champion, Face};
use crate::solver::{Effect, Owner};

/// What happens in a step, and why.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    /// The clause that says so.
    pub clause: Clause,
    /// What was decided or rolled.
    pub act: Act,
    /// The face of an arrow die.
    pub face: Option<Face>,
    /// DF-read: the direction as it was misread.
    pub misread: Option<Arrow>,
}

impl Event {
    pub(super) fn of(clause: Clause, act: Act) -> Event {
        Event { clause, act, face: None, misread: None }
    }

    /// Of an arrow die.
    pub(super) fn of_face(clause: Clause, act: Act, face: Face) -> Event {
        Event { face: Some(face), ..Event::of(clause, act) }
    }
}

/// One step from a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Where it leads, from the side of whoever attacks then.
    pub to: Position,
    /// What it does.
    pub effect: Effect,
    /// What happens, and why.
    pub event: Event,
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

/// Steps of a die: each face with its share.
pub(super) fn rolled<F: Copy>(die: &Die<F>, mut step: impl FnMut(F) -> Step) -> Vec<Step> {
    let share = |(face, probability): &(F, f64)| {
        let mut step = step(*face);
        step.effect.probability = *probability;
        step
    };
    die.faces.iter().map(share).collect()
}

impl Laws {
    /// The kick-off of a half.
    pub fn kick_off(&self, champion: Option<Holder>) -> Position {
        self.enter(Ball::Open(self.board.centre, Permission::Restart), champion, 0)
    }

    /// The position before the attacker acts: the defender's window comes first when he could use it.
    pub(super) fn enter(&self, ball: Ball, champion: Option<Holder>, fouls: u8) -> Position {
        let can_use = matches!(champion, Some(Holder::Defender(Champion::Recovery | Champion::Foul)));
        let is_kick = matches!(ball, Ball::GoalKickFrom(..) | Ball::KeeperKickFrom(..));
        let lies = ball.field().is_some() && (!is_kick || self.has_kick_windows());
        let play = if can_use && lies { Play::Window(ball) } else { Play::Turn(ball) };
        Position { play, champion, fouls }
    }

    /// DF-champ-cycle: whether the champion die may be used before goal kicks and keeper kicks.
    pub(super) fn has_kick_windows(&self) -> bool {
        self.rules.champion_windows != ChampionWindows::Open
    }

    /// DF-goal: how play goes on.
    fn after_goal(&self) -> Ball {
        let permission = match self.rules.after_goal_first_die {
            FirstDie::Control => self.first(),
            FirstDie::Any => Permission::Restart,
        };
        Ball::Open(self.board.centre, permission)
    }

    /// What may be rolled at a restart, after a change of attacker or without one.
    pub(super) fn restart(&self, changed: bool) -> Permission {
        if changed && self.rules.restart_dice == RestartDice::StartOnly { self.first() } else { Permission::Restart }
    }

    /// DF-att-first-control: what may be rolled after a change of attacker.
    pub(super) fn first(&self) -> Permission {
        if self.rules.first_die_rule { Permission::ControlOnly } else { Permission::Any }
    }
}

impl Position {
    /// DF-goal: a goal of the attacker; the other player kicks off.
    pub(super) fn goal(&self, laws: &Laws, event: Event) -> Step {
        let to = laws.enter(laws.after_goal(), self.champion.map(Holder::swapped), 0);
        Step { to, effect: Effect { reward: 1, swaps: true, closes: true, probability: 1.0 }, event }
    }

    /// DF-goal: a goal of the defender; the attacker kicks off.
    pub(super) fn goal_against(&self, laws: &Laws, event: Event) -> Step {
        let to = laws.enter(laws.after_goal(), self.champion, 0);
        Step { to, effect: Effect { reward: -1, swaps: false, closes: true, probability: 1.0 }, event }
    }

    /// The other player attacks with this ball, told from his side.
    pub(super) fn lost(&self, laws: &Laws, ball: Ball, event: Event) -> Step {
        let to = laws.enter(ball, self.champion.map(Holder::swapped), 0);
        Step { to, effect: Effect { reward: 0, swaps: true, closes: true, probability: 1.0 }, event }
    }

    /// The attacker has the ball; `out` when it left the pitch in between.
    pub(super) fn kept(&self, laws: &Laws, ball: Ball, out: bool, event: Event) -> Step {
        let to = laws.enter(ball, self.champion, self.fouls);
        Step { to, effect: Effect { reward: 0, swaps: false, closes: out, probability: 1.0 }, event }
    }

    /// Something else happens next, with the same attacker.
    pub(super) fn then(&self, play: Play, event: Event) -> Step {
        let to = Position { play, ..*self };
        Step { to, effect: Effect { reward: 0, swaps: false, closes: false, probability: 1.0 }, event }
    }
}
