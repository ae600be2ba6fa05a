//! Shots, the keeper, penalties: DF-shot-*, DF-keep-*, DF-pen-results, DF-boskov.

use super::clause::{Act, Clause};
use super::position::{Ball, Context, Holder, Pending, Permission, Play, Position, Shot};
use super::rules::{ChampionWindows, Laws};
use super::step::{Event, Step, rolled};
use crate::keys::Field;
use crate::keys::faces::{self, Champion, Keeper, Penalty, Symbol};

impl Laws {
    /// The shot die.
    pub(super) fn shot_roll(&self, at: &Position, shot: Shot) -> Vec<Step> {
        rolled(&self.dice.shot, |face| self.shot(at, shot, face))
    }

    fn shot(&self, at: &Position, shot: Shot, face: faces::Shot) -> Step {
        let outside = !matches!(shot, Shot::Near | Shot::OverWall(false));
        let elsewhere = |clause| if matches!(shot, Shot::Far(..)) { Clause::ShotFarOther } else { clause };
        let rebound = Context::Rebound(outside);
        match (face, shot) {
            (faces::Shot::On, Shot::Near) => {
                at.then(self.keeper(at, false, outside), Event::of(Clause::ShotNearOn, Act::OnTarget))
            }
            (faces::Shot::On, Shot::Far(landing, origin)) => {
                let play = self.defend(at, Context::Shot(origin), landing);
                at.then(play, Event::of(Clause::ShotFarOn, Act::OnTarget))
            }
            (faces::Shot::On, Shot::OverWall(_)) => {
                at.then(self.keeper(at, false, outside), Event::of(Clause::FreeKick, Act::OnTarget))
            }
            (faces::Shot::On, Shot::AtWall(origin)) => {
                let play = self.defend(at, Context::Shot(origin), self.board.far_landing);
                at.then(play, Event::of(Clause::FreeKick, Act::OnTarget))
            }
            (faces::Shot::Perfect, Shot::Near) => {
                self.sure_goal(at, None, Event::of(Clause::ShotNearPerfect, Act::Perfect))
            }
            (faces::Shot::Perfect, Shot::Far(..)) => {
                at.then(self.keeper(at, false, true), Event::of(Clause::ShotFarPerfect, Act::Perfect))
            }
            (faces::Shot::Perfect, _) => {
                at.then(self.keeper(at, false, outside), Event::of(Clause::FreeKick, Act::Perfect))
            }
            (faces::Shot::Post, _) => {
                let play = self.defend(at, rebound, self.board.post);
                at.then(play, Event::of(elsewhere(Clause::ShotPost), Act::Post))
            }
            (faces::Shot::Bar, _) => at.then(Play::BarChoice(outside), Event::of(elsewhere(Clause::ShotBar), Act::Bar)),
            (faces::Shot::Wide, _) => {
                at.lost(self, Ball::GoalKick(self.restart(true)), Event::of(elsewhere(Clause::ShotWide), Act::Wide))
            }
        }
    }

    /// A goal, unless the champion die stops it; `from` where the ball lies, outside the area.
    pub(super) fn sure_goal(&self, at: &Position, from: Option<Field>, event: Event) -> Step {
        match self.stops(at, from.is_some()) {
            true => at.then(Play::LastChance(from), event),
            false => at.goal(self, event),
        }
    }

    /// Whether the defender holds what stops a shot.
    fn stops(&self, at: &Position, outside: bool) -> bool {
        match at.champion {
            Some(Holder::Defender(Champion::GreatSave)) => true,
            Some(Holder::Defender(Champion::Recovery)) => outside,
            _ => false,
        }
    }

    /// DF-champ-great-save, DF-champ-recovery: the defender stops the shot, with the ball on this field.
    fn stop(&self, at: &Position, ball: Field) -> Step {
        let used = match at.champion {
            Some(Holder::Defender(Champion::Recovery)) => {
                (Pending::Recovered(ball), Clause::ChampionRecovery, Act::UseRecovery)
            }
            _ => (Pending::Saved, Clause::ChampionSave, Act::UseSave),
        };
        self.use_champion(at, true, used)
    }

    /// DF-shot-box-perfect: use the champion die, or let it be a goal.
    pub(super) fn last_chance(&self, at: &Position, from: Option<Field>) -> Vec<Step> {
        let ball = from.unwrap_or(self.board.goal_mouth);
        vec![at.goal(self, Event::of(Clause::ShotNearPerfect, Act::Wait)), self.stop(at, ball)]
    }

    /// DF-shot-box-bar: the defender's die or the keeper's.
    pub(super) fn bar_choice(&self, at: &Position, outside: bool) -> Vec<Step> {
        let dark_blue = self.defend(at, Context::Rebound(outside), self.board.goal_mouth);
        vec![
            at.then(dark_blue, Event::of(Clause::ShotBar, Act::Defend)),
            at.then(self.keeper(at, true, outside), Event::of(Clause::KeeperWhen, Act::Keep)),
        ]
    }

    /// The keeper's die, after the defender's window if he could use it.
    pub(super) fn keeper(&self, at: &Position, bar: bool, outside: bool) -> Play {
        if self.stops(at, outside) { Play::KeeperTurn(bar, outside) } else { Play::KeeperRoll(bar) }
    }

    /// Before the light-blue die.
    pub(super) fn keeper_turn(&self, at: &Position, bar: bool) -> Vec<Step> {
        vec![
            at.then(Play::KeeperRoll(bar), Event::of(Clause::KeeperWhen, Act::Keep)),
            self.stop(at, self.board.goal_mouth),
        ]
    }

    /// The light-blue die.
    pub(super) fn keeper_roll(&self, at: &Position, bar: bool) -> Vec<Step> {
        let at = at.without_fouls();
        rolled(&self.dice.keeper, |face| match face {
            Keeper::Saved => at.lost(self, Ball::KeeperKick(self.restart(true)), Event::of(Clause::Saved, Act::Saved)),
            Keeper::Conceded => {
                let act = if bar { Act::OwnGoal } else { Act::Conceded };
                at.goal(self, Event::of(Clause::Conceded, act))
            }
            Keeper::Punched => self.punched(&at, Clause::Punched),
            Keeper::Corner => self.corner_won(&at, Clause::KeeperCorner),
        })
    }

    fn punched(&self, at: &Position, clause: Clause) -> Step {
        at.kept(self, Ball::Open(self.board.punched, Permission::Any), false, Event::of(clause, Act::Punched))
    }

    fn corner_won(&self, at: &Position, clause: Clause) -> Step {
        at.kept(self, Ball::Corner(self.restart(false)), self.clock.corner_ends, Event::of(clause, Act::ToCorner))
    }

    /// DF-def-clear-own-end: the attacker's own keeper.
    pub(super) fn own_keeper_roll(&self, at: &Position) -> Vec<Step> {
        let at = at.without_fouls();
        let own = |act| Event::of(Clause::ClearOwnEnd, act);
        rolled(&self.dice.keeper, |face| match face {
            Keeper::Saved => at.kept(self, Ball::KeeperKick(self.restart(false)), false, own(Act::Saved)),
            Keeper::Conceded => at.goal_against(self, own(Act::Conceded)),
            Keeper::Punched => at.lost(self, Ball::Open(self.board.punched, self.first()), own(Act::Punched)),
            Keeper::Corner => at.lost(self, Ball::Corner(self.restart(true)), own(Act::ToCorner)),
        })
    }

    /// A foul in the penalty area: DF-boskov, then the black die.
    pub(super) fn penalty(&self, at: &Position, field: Field, by_champion: bool) -> Play {
        let asked = self.rules.boskov && (self.rules.boskov_on_champion_foul || !by_champion);
        if asked { Play::RefereeRoll(field) } else { self.penalty_given(at, field) }
    }

    fn penalty_given(&self, at: &Position, field: Field) -> Play {
        if self.before_penalty(at, field).is_some() { Play::PenaltyTurn(field) } else { Play::PenaltyRoll }
    }

    /// DF-champ-cycle: what the defender may do with the champion die before the black one rolls.
    fn before_penalty(&self, at: &Position, field: Field) -> Option<Step> {
        match at.champion? {
            Holder::Defender(Champion::GreatSave) => self.rules.save_on_penalty.then(|| self.stop(at, field)),
            Holder::Defender(_) if self.rules.champion_windows == ChampionWindows::All => {
                self.defences(at, field, false)
            }
            _ => None,
        }
    }

    /// DF-boskov: orange decides; "?" means no penalty.
    pub(super) fn referee_roll(&self, at: &Position, field: Field) -> Vec<Step> {
        let refused = self.dice.arrows[0].share(|face| face.symbol == Symbol::Query);
        let ball = Ball::Open(field, Permission::Any);
        let mut steps = vec![
            at.then(self.penalty_given(at, field), Event::of(Clause::Boskov, Act::PenaltyGiven)),
            at.kept(self, ball, false, Event::of(Clause::Boskov, Act::PenaltyRefused)),
        ];
        steps[0].effect.probability = 1.0 - refused;
        steps[1].effect.probability = refused;
        steps.retain(|step| step.effect.probability > 0.0);
        steps
    }

    /// Before the black die.
    pub(super) fn penalty_turn(&self, at: &Position, field: Field) -> Vec<Step> {
        let wait = at.then(Play::PenaltyRoll, Event::of(Clause::Penalty, Act::Wait));
        std::iter::once(wait).chain(self.before_penalty(at, field)).collect()
    }

    /// The black die.
    pub(super) fn penalty_roll(&self, at: &Position) -> Vec<Step> {
        rolled(&self.dice.penalty, |face| match face {
            Penalty::Goal => at.goal(self, Event::of(Clause::Penalty, Act::PenaltyGoal)),
            Penalty::Corner => self.corner_won(at, Clause::Penalty),
            Penalty::Wide => at.lost(self, Ball::GoalKick(self.restart(true)), Event::of(Clause::Penalty, Act::Wide)),
            Penalty::Punched => self.punched(at, Clause::Penalty),
        })
    }
}
