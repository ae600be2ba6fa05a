//! The start of a turn, TG-4c, TG-9c and TG-9d.

use super::breakage;
use super::calls::TurnCalls;
use super::clause::Clause;
use super::events::Ball;
use super::foul;
use super::game::{Form, Game, Phase, Toley};
use super::log::{Log, What};
use super::next::{end, end_break, warn};
use super::rules::Laws;
use super::verdict::Verdict;

impl Laws {
    /// The game once the turn of [`Game::shooter`] has started, with what is called before it.
    pub fn start_turn(&self, game: &Game, calls: TurnCalls) -> Game {
        let mut after = Game { phase: Phase::Placement, log: Log::at(game.moment()), ..game.clone() };
        let clause = if game.form == Form::Team { Clause::Tg9c } else { Clause::Tg11a };
        after.log.push(clause, What::Turn, game.shooter, f64::from(game.turn));
        if let Some(ending) = calls.warned.and_then(|side| warn(self, &mut after, side)) {
            end_break(self, &mut after, 0);
            end(&mut after, ending);
            return after;
        }
        let Some(has_leave) = calls.substitution else { return after };
        after.log.push(Clause::Tg4c, What::Substitution, game.shooter, f64::from(u8::from(has_leave)));
        if has_leave {
            swap_toley(self, &mut after);
        } else if self.accidents.unapproved_substitution_is_foul {
            return self.swapped_without_leave(after);
        }
        after
    }

    /// A swap without leave counts as a foul shot.
    fn swapped_without_leave(&self, game: Game) -> Game {
        let mut verdict = Verdict::of(&game);
        verdict.is_shot = false;
        foul::settle(self, &game, Clause::Tg4c, &mut verdict);
        let after = self.next(&game, &verdict);
        let mut log = game.log;
        log.notes.extend(verdict.log.notes);
        log.notes.extend_from_slice(&after.log.notes);
        Game { log, ..after }
    }
}

/// He shoots with the standard toley from now on; on the ring it takes the place of the old one, as near as there is
/// room.
fn swap_toley(laws: &Laws, game: &mut Game) {
    let (i, standard) = (usize::from(game.shooter), laws.toley.standard());
    if let Toley::OnRing(_) = game.players[i].toley {
        let at_m = breakage::room(laws, Ball::Toley(game.shooter), standard.radius_m, &Verdict::of(game));
        game.players[i].toley = Toley::OnRing(at_m.extend(standard.radius_m));
    }
    game.players[i].spec = standard;
}
