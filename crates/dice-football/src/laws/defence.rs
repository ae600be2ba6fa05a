//! The defender's dark-blue die: DF-def-*.

use super::clause::{Act, Clause};
use super::position::{Ball, Context, Holder, Pending, Permission, Play, Position};
use super::rules::Laws;
use super::step::{Event, Step, rolled};
use crate::keys::Field;
use crate::keys::faces::{Champion, Defend};

impl Laws {
    /// The defender may act on this field; without a choice the die rolls at once.
    pub(super) fn defend(&self, at: &Position, context: Context, field: Field) -> Play {
        let decides = self.rules.defend_optional || self.defences_in(at, context, field).is_some();
        if decides { Play::DefendTurn(context, field) } else { Play::DefendRoll(context, field) }
    }

    /// DF-champ-recovery not after a shot from the area, DF-champ-foul not after the shot die.
    fn defences_in(&self, at: &Position, context: Context, field: Field) -> Option<Step> {
        let is_recovery = at.champion == Some(Holder::Defender(Champion::Recovery));
        match context {
            Context::Open => self.defences(at, field, false),
            Context::Rebound(false) if is_recovery => None,
            Context::Shot(_) | Context::Rebound(_) => self.defences(at, field, true),
        }
    }

    /// DF-def-when: roll, or do not; to decline is to miss.
    pub(super) fn defend_turn(&self, at: &Position, context: Context, field: Field) -> Vec<Step> {
        let roll = at.then(Play::DefendRoll(context, field), Event::of(Clause::DefendWhen, Act::Defend));
        let decline = || self.missed(at, context, field, Event::of(Clause::DefendWhen, Act::Decline));
        let declined = self.rules.defend_optional.then(decline);
        std::iter::once(roll).chain(declined).chain(self.defences_in(at, context, field)).collect()
    }

    /// The dark-blue die.
    pub(super) fn defend_roll(&self, at: &Position, context: Context, field: Field) -> Vec<Step> {
        rolled(&self.dice.defend, |face| match face {
            Defend::Intercept => {
                let ball = Ball::Open(field.flipped(), self.first());
                at.lost(self, ball, Event::of(Clause::Intercept, Act::Intercepted))
            }
            Defend::Miss => self.missed(at, context, field, Event::of(Clause::Miss, Act::Missed)),
            Defend::MissOrOwnGoal if self.board.is_own_goal(field) => {
                at.goal(self, Event::of(Clause::OwnGoal, Act::OwnGoal))
            }
            Defend::MissOrOwnGoal => self.missed(at, context, field, Event::of(Clause::OwnGoal, Act::Missed)),
            Defend::Clear => self.cleared(at, field),
            Defend::Foul => self.fouled(at, context, field),
        })
    }

    /// DF-def-miss, DF-att-reset: the attacker may use any die; a shot flies on.
    fn missed(&self, at: &Position, context: Context, field: Field, event: Event) -> Step {
        let at = at.without_fouls();
        match context {
            Context::Shot(_) => at.then(self.keeper(&at, false, true), event),
            Context::Open | Context::Rebound(_) => at.kept(self, Ball::Open(field, Permission::Any), false, event),
        }
    }

    /// DF-def-clear: three fields back; DF-def-clear-own-end where there are no three.
    fn cleared(&self, at: &Position, field: Field) -> Step {
        let at = at.without_fouls();
        match Field::at(field.row() as i8 - 3, field.column() as i8) {
            Some(back) => {
                at.kept(self, Ball::Open(back, Permission::Any), false, Event::of(Clause::Clear, Act::Cleared))
            }
            None if field.is_central() => at.then(Play::OwnKeeperRoll, Event::of(Clause::ClearOwnEnd, Act::Cleared)),
            None => {
                at.kept(self, Ball::GoalKick(self.restart(false)), true, Event::of(Clause::ClearOwnEnd, Act::Cleared))
            }
        }
    }

    /// DF-def-foul and DF-def-redcard.
    fn fouled(&self, at: &Position, context: Context, field: Field) -> Step {
        let place = match context {
            Context::Shot(Some(origin)) => origin,
            _ => field,
        };
        let fouls = u64::from(at.fouls) + 1;
        let is_sent_off = self.rules.red_card_streak_count > 0 && fouls >= self.rules.red_card_streak_count;
        // fouls that no card can follow are not counted
        let counted = if is_sent_off || self.rules.red_card_streak_count == 0 { 0 } else { fouls as u8 };
        let after = Position { fouls: counted, ..*at };
        match (is_sent_off, at.champion) {
            (true, Some(Holder::Defender(_))) => {
                let used = (Pending::SentOff(place), Clause::RedCard, Act::SentOffHolder);
                self.use_champion(&after, true, used)
            }
            (true, _) => self.foul_at(&after, place, false, Event::of(Clause::RedCard, Act::SentOff)),
            (false, _) => self.foul_at(&after, place, false, Event::of(Clause::Foul, Act::Fouled)),
        }
    }

    /// What the attacker gets for a foul on a field.
    pub(super) fn foul_at(&self, at: &Position, field: Field, by_champion: bool, event: Event) -> Step {
        if self.board.in_area(field) {
            at.then(self.penalty(at, field, by_champion), event)
        } else if self.board.is_free_kick(field) || (by_champion && self.board.is_free_kick_won(field)) {
            at.kept(self, Ball::FreeKick(field, self.restart(false)), false, event)
        } else {
            at.kept(self, Ball::Open(field, self.restart(false)), false, event)
        }
    }
}
