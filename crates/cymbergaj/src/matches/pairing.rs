//! Who plays whom, on what, by which laws: what never changes within a design point.

use glam::dvec2;

use super::keys::Until;
use crate::laws::{Clauses, Ends, Laws, Match, MatchDraws, Phase, Restart, Seat};
use crate::players::{Model, Player};
use crate::shot::{Events, StrokeSetup};

/// With what a match begins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Opening {
    /// With the toss, CG-2.1.
    Toss,
    /// With the penalty series, CG-1.3c.
    Series,
    /// With a restart that the player takes who won the toss.
    Restart {
        /// Which.
        restart: Restart,
        /// Distance of its spot from the line of the goal that is attacked, m.
        distance_m: f64,
        /// How far the spot is left of the middle as the taker sees it, m.
        left_m: f64,
    },
}

impl Opening {
    /// A match that begins so.
    pub fn begin(self, laws: &Laws, ends: Ends, draws: MatchDraws) -> Match {
        match self {
            Opening::Toss => laws.begin(ends, draws),
            Opening::Series => laws.begin_series(ends, draws),
            Opening::Restart { restart, distance_m, left_m } => {
                let begun = laws.begin(ends, draws);
                // no kick-off is taken: the restart is the first turn
                let news = begun.news.without(Clauses::of(&[Restart::KickOff.clause()]));
                let game = Match { turn_no: 0, news, ..begun };
                let spot_m = dvec2(laws.pitch.table.lines_m().x - distance_m, left_m) * ends.frame(game.starter);
                laws.restart(&game, restart, game.starter, spot_m)
            }
        }
    }
}

/// Two players at a table.
#[derive(Clone, Debug)]
pub struct Pairing {
    /// With what it begins.
    pub opening: Opening,
    /// How far it goes.
    pub until: Until,
    /// The laws of the match.
    pub laws: Laws,
    /// What each seat's strokes are played on.
    pub setups: [StrokeSetup; 2],
    /// The players, by seat.
    pub players: [Player; 2],
    /// How often coins hop and ride.
    pub events: Events,
}

impl Pairing {
    /// The player at a seat.
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    /// The match after a step, unless it goes no further: then as it is, won by nobody.
    pub fn cut(&self, before: &Match, after: Match) -> Match {
        let is_cut = self.until == Until::Opening && after.turn_no != before.turn_no;
        let Match { turn, turn_no, period, .. } = *before;
        if is_cut { Match { turn, turn_no, period, phase: Phase::Over, winner: None, ..after } } else { after }
    }

    /// What a seat's strokes are played on.
    pub fn setup(&self, seat: Seat) -> &StrokeSetup {
        &self.setups[seat.index()]
    }

    /// What the players know.
    pub fn model(&self) -> Model<'_> {
        let [x, y] = &self.players;
        Model { laws: &self.laws, setups: &self.setups, fields: [&x.field, &y.field] }
    }
}
