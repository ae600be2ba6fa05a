//! Shots, the keeper, penalties: DF-shot-*, DF-keep-*, DF-pen-results, DF-boskov.

use super::turn::mark;
use super::{Act, Ball, Clause, Context, Pending, Permission, Play, Position, Rules, Shot, Step, White};
use crate::dice::{self, Champion, Keeper, Penalty, Symbol};
use crate::field::Field;

/// Steps of a die: each face with its share.
pub(super) fn rolled<F: Copy>(die: &dice::Die<F>, mut step: impl FnMut(F) -> Step) -> Vec<Step> {
    let share = |(face, probability): &(F, f64)| {
        let mut step = step(*face);
        step.effect.probability = *probability;
        step
    };
    die.faces.iter().map(share).collect()
}

impl Rules {
    /// The shot die.
    pub(super) fn shot_roll(&self, at: &Position, shot: Shot) -> Vec<Step> {
        rolled(&self.dice.shot, |face| self.shot(at, shot, face))
    }

    fn shot(&self, at: &Position, shot: Shot, face: dice::Shot) -> Step {
        let outside = !matches!(shot, Shot::Near | Shot::OverWall(false));
        let elsewhere = |clause| if matches!(shot, Shot::Far(..)) { Clause::ShotFarOther } else { clause };
        let rebound = Context::Rebound(outside);
        match (face, shot) {
            (dice::Shot::On, Shot::Near) => {
                at.then(self.keeper(at, false, outside), mark(Clause::ShotNearOn, Act::OnTarget))
            }
            (dice::Shot::On, Shot::Far(landing, origin)) => {
                let play = self.defend(at, Context::Shot(origin), landing);
                at.then(play, mark(Clause::ShotFarOn, Act::OnTarget))
            }
            (dice::Shot::On, Shot::OverWall(_)) => {
                at.then(self.keeper(at, false, outside), mark(Clause::FreeKick, Act::OnTarget))
            }
            (dice::Shot::On, Shot::AtWall(origin)) => {
                let play = self.defend(at, Context::Shot(origin), self.board.far_landing);
                at.then(play, mark(Clause::FreeKick, Act::OnTarget))
            }
            (dice::Shot::Perfect, Shot::Near) => self.sure_goal(at, false, mark(Clause::ShotNearPerfect, Act::Perfect)),
            (dice::Shot::Perfect, Shot::Far(..)) => {
                at.then(self.keeper(at, false, true), mark(Clause::ShotFarPerfect, Act::Perfect))
            }
            (dice::Shot::Perfect, _) => at.then(self.keeper(at, false, outside), mark(Clause::FreeKick, Act::Perfect)),
            (dice::Shot::Post, _) => {
                let play = self.defend(at, rebound, self.board.post);
                at.then(play, mark(elsewhere(Clause::ShotPost), Act::Post))
            }
            (dice::Shot::Bar, _) => at.then(Play::BarChoice(outside), mark(elsewhere(Clause::ShotBar), Act::Bar)),
            (dice::Shot::Wide, _) => {
                at.lost(self, Ball::GoalKick(self.restart(true)), mark(elsewhere(Clause::ShotWide), Act::Wide))
            }
        }
    }

    /// A goal, unless the champion die stops it.
    pub(super) fn sure_goal(&self, at: &Position, outside: bool, mark: super::Mark) -> Step {
        match self.stops(at, outside) {
            true => at.then(Play::LastChance(outside), mark),
            false => at.goal(self, mark),
        }
    }

    /// Whether the defender holds what stops a shot.
    fn stops(&self, at: &Position, outside: bool) -> bool {
        match at.white {
            White::Defender(Champion::GreatSave) => true,
            White::Defender(Champion::Recovery) => outside,
            _ => false,
        }
    }

    /// DF-champ-great-save, DF-champ-recovery: the defender stops the shot.
    fn stop(&self, at: &Position) -> Step {
        let used = match at.white {
            White::Defender(Champion::Recovery) => {
                (Pending::Recovered(self.board.goal_mouth), Clause::ChampionRecovery, Act::UseRecovery)
            }
            _ => (Pending::Saved, Clause::ChampionSave, Act::UseSave),
        };
        self.use_champion(at, true, used)
    }

    /// DF-shot-box-perfect: use the champion die, or let it be a goal.
    pub(super) fn last_chance(&self, at: &Position, _outside: bool) -> Vec<Step> {
        vec![at.goal(self, mark(Clause::ShotNearPerfect, Act::Wait)), self.stop(at)]
    }

    /// DF-shot-box-bar: the defender's die or the keeper's.
    pub(super) fn bar_choice(&self, at: &Position, outside: bool) -> Vec<Step> {
        let dark_blue = self.defend(at, Context::Rebound(outside), self.board.goal_mouth);
        vec![
            at.then(dark_blue, mark(Clause::ShotBar, Act::Defend)),
            at.then(self.keeper(at, true, outside), mark(Clause::KeeperWhen, Act::Keep)),
        ]
    }

    /// The keeper's die, after the defender's window if he could use it.
    pub(super) fn keeper(&self, at: &Position, bar: bool, outside: bool) -> Play {
        if self.stops(at, outside) { Play::KeeperTurn(bar, outside) } else { Play::KeeperRoll(bar) }
    }

    /// Before the light-blue die.
    pub(super) fn keeper_turn(&self, at: &Position, bar: bool, _outside: bool) -> Vec<Step> {
        vec![at.then(Play::KeeperRoll(bar), mark(Clause::KeeperWhen, Act::Keep)), self.stop(at)]
    }

    /// The light-blue die.
    pub(super) fn keeper_roll(&self, at: &Position, bar: bool) -> Vec<Step> {
        let at = at.without_fouls();
        rolled(&self.dice.keeper, |face| match face {
            Keeper::Saved => at.lost(self, Ball::KeeperKick(self.restart(true)), mark(Clause::Saved, Act::Saved)),
            Keeper::Conceded => {
                let act = if bar { Act::OwnGoal } else { Act::Conceded };
                at.goal(self, mark(Clause::Conceded, act))
            }
            Keeper::Punched => self.punched(&at, Clause::Punched),
            Keeper::Corner => self.corner_won(&at, Clause::KeeperCorner),
        })
    }

    fn punched(&self, at: &Position, clause: Clause) -> Step {
        at.kept(self, Ball::Open(self.board.punched, Permission::Any), false, mark(clause, Act::Punched))
    }

    fn corner_won(&self, at: &Position, clause: Clause) -> Step {
        at.kept(self, Ball::Corner(self.restart(false)), self.corner_ends, mark(clause, Act::ToCorner))
    }

    /// DF-def-clear-own-end: the attacker's own keeper.
    pub(super) fn own_keeper_roll(&self, at: &Position) -> Vec<Step> {
        let at = at.without_fouls();
        let own = |act| mark(Clause::ClearOwnEnd, act);
        rolled(&self.dice.keeper, |face| match face {
            Keeper::Saved => at.kept(self, Ball::KeeperKick(self.restart(false)), false, own(Act::Saved)),
            Keeper::Conceded => at.goal_against(self, own(Act::Conceded)),
            Keeper::Punched => at.lost(self, Ball::Open(self.board.punched, self.first()), own(Act::Punched)),
            Keeper::Corner => at.lost(self, Ball::Corner(self.restart(true)), own(Act::ToCorner)),
        })
    }

    /// A foul in the penalty area: DF-boskov, then the black die.
    pub(super) fn penalty(&self, at: &Position, field: Field, by_champion: bool) -> Play {
        let asked = self.boskov && (self.boskov_on_champion_foul || !by_champion);
        if asked { Play::RefereeRoll(field) } else { self.penalty_given(at) }
    }

    fn penalty_given(&self, at: &Position) -> Play {
        let can_save = self.save_on_penalty && at.white == White::Defender(Champion::GreatSave);
        if can_save { Play::PenaltyTurn } else { Play::PenaltyRoll }
    }

    /// DF-boskov: orange decides; "?" means no penalty.
    pub(super) fn referee_roll(&self, at: &Position, field: Field) -> Vec<Step> {
        let refused = self.dice.arrows[0].share(|face| face.symbol == Symbol::Query);
        let ball = Ball::Open(field, Permission::Any);
        let mut steps = vec![
            at.then(self.penalty_given(at), mark(Clause::Boskov, Act::PenaltyGiven)),
            at.kept(self, ball, false, mark(Clause::Boskov, Act::PenaltyRefused)),
        ];
        steps[0].effect.probability = 1.0 - refused;
        steps[1].effect.probability = refused;
        steps.retain(|step| step.effect.probability > 0.0);
        steps
    }

    /// Before the black die, where the great save is allowed against it.
    pub(super) fn penalty_turn(&self, at: &Position) -> Vec<Step> {
        vec![at.then(Play::PenaltyRoll, mark(Clause::Penalty, Act::Wait)), self.stop(at)]
    }

    /// The black die.
    pub(super) fn penalty_roll(&self, at: &Position) -> Vec<Step> {
        rolled(&self.dice.penalty, |face| match face {
            Penalty::Goal => at.goal(self, mark(Clause::Penalty, Act::PenaltyGoal)),
            Penalty::Corner => self.corner_won(at, Clause::Penalty),
            Penalty::Wide => at.lost(self, Ball::GoalKick(self.restart(true)), mark(Clause::Penalty, Act::Wide)),
            Penalty::Punched => self.punched(at, Clause::Penalty),
        })
    }
}
