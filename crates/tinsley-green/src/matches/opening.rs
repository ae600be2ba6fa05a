//! The shot that opens a match, where keys say it and not the shooter's policy.

use glam::DVec2;
use tolley_experiment::key::Path;
use tolley_experiment::limits::{self, Beyond, LimitKeys};
use tolley_experiment::problem::Fault;
use tolley_experiment::unit::deg;
use tolley_experiment::{fault, keys, names, path};

use crate::keys::player::{HandRules, LIMITING, Player};
use crate::keys::ring::Ring;
use crate::keys::shot::Shot;
use crate::laws::choices::{Choice, FirstPlay};
use crate::laws::rules::Format;
use crate::laws::{Game, Stance};
use crate::players::{Aim, PlayerView, Stroke};

names! {
    /// Who chooses the first shot of a match.
    pub enum OpeningBy {
        Policy = "policy": "The policy of the player who takes it.",
        AsAimed = "as-aimed": "These keys, where the laws allow it; a player from outside chooses himself.",
    }
}

keys! {
    /// The first shot of a match, taken by whoever plays first in the first game; everything after it is played by
    /// the policies.
    pub struct Opening in "opening" {
        /// Who chooses the first shot of the match
        by: OpeningBy = OpeningBy::Policy, Design "who chooses the opening shot";
        /// Where on the ring the player knuckles down; 0 is on the x axis
        position_rad: f64 = 0.0, Choice "position of the opening shot", in -6.3..=6.3, drawn deg(-180.0)..=deg(180.0),
            clause "TG-6a", only_with Opening.by = OpeningBy::AsAimed;
        /// Where the aimed line passes the ring's centre, left positive
        aim_offset_m: f64 = 0.0, Choice "aim offset of the opening shot", in -10.0..=10.0,
            only_with Opening.by = OpeningBy::AsAimed;
        /// Speed of the launch
        speed_m_s: f64 = 2.5, Choice "speed of the opening shot", in 0.01..=30.0, plausible 0.3..=5.0,
            assumed "no thumb flick has been measured", only_with Opening.by = OpeningBy::AsAimed;
        /// Elevation of the launch
        elevation_rad: f64 = 0.0, Choice "elevation of the opening shot", in -1.5..=1.5,
            plausible deg(-30.0)..=deg(45.0), only_with Opening.by = OpeningBy::AsAimed;
        /// Spin of the launch: 1 is natural roll, negative is backspin
        spin_ratio: f64 = 0.0, Choice "spin of the opening shot", in -20.0..=20.0, plausible -1.5..=1.0,
            only_with Opening.by = OpeningBy::AsAimed;
    }
}

/// The keys of an opening that its hand limits: speed, elevation, spin.
const ASKING: [Path; 3] = [path!(Opening.speed_m_s), path!(Opening.elevation_rad), path!(Opening.spin_ratio)];

/// What limits an opening, TG-5b3.
pub(super) const LIMITS: LimitKeys =
    LimitKeys { by: path!(Player.beyond_limit), asking: &ASKING, limiting: LIMITING, column: "opening_limited" };

/// Where an opening comes from, and whose it may be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stage<'k> {
    pub(super) ring: &'k Ring,
    pub(super) rules: &'k HandRules,
    pub(super) format: &'k Format,
    pub(super) shot: &'k Shot,
    /// The hand of the keys, which are told of a glass toley.
    pub(super) player: &'k Player,
}

impl Opening {
    /// As a shot, all else being that of the scenario.
    fn shot(&self, of: &Shot) -> Shot {
        let Opening { position_rad, aim_offset_m, speed_m_s, elevation_rad, spin_ratio, .. } = *self;
        Shot { position_rad, aim_offset_m, speed_m_s, elevation_rad, spin_ratio, ..*of }
    }

    /// What it asks for that the hand of the keys cannot do, TG-5b3.
    pub(super) fn beyond(&self, stage: &Stage) -> Vec<Beyond> {
        match self.by {
            OpeningBy::Policy => Vec::new(),
            OpeningBy::AsAimed => Stroke::of(&self.shot(stage.shot)).beyond(ASKING, stage.player),
        }
    }

    /// The aim of the first shot of a match, if that is what is to be shot, the keys say it and it is legal, TG-6a; the
    /// flick is that of a glass toley, `player.equal`.
    pub(super) fn aim(&self, stage: &Stage, game: &Game, view: &PlayerView) -> Option<Aim> {
        let is_first = game.number == 0 && game.shot == 0 && view.stance == Stance::Edge;
        if self.by == OpeningBy::Policy || !is_first {
            return None;
        }
        let mut shot = self.shot(stage.shot);
        shot.speed_m_s *= view.hand.player.speed_max_m_s / stage.player.speed_max_m_s;
        let aim = Aim::from_edge(stage.ring, &shot, &view.hand.player)?;
        // speeds of another toley are rounded, which is no limit
        let is_limited = !self.beyond(stage).is_empty();
        view.allows(aim.release_m, aim.direction).then_some(Aim { is_limited, ..aim })
    }

    /// What nobody could play.
    pub(super) fn faults(&self, stage: &Stage) -> Vec<Fault> {
        if self.by == OpeningBy::Policy {
            return Vec::new();
        }
        let mut faults = limits::refused(LIMITS.by, stage.player.beyond_limit, &self.beyond(stage));
        let ring_m = stage.ring.radius_m();
        if Aim::from_edge(stage.ring, &self.shot(stage.shot), stage.player).is_none() {
            let told = format!("the aimed line must pass within {ring_m} m of the centre, the radius of the ring");
            faults.push(fault!(Opening.aim_offset_m, "{told}"));
        }
        let (sine, cosine) = libm::sincos(self.position_rad);
        let outward = DVec2::new(cosine, sine);
        if first_sides(stage.format).any(|side| stage.rules.arc_of(side).is_some_and(|arc| !arc.holds(outward))) {
            let told = "TG-6a: this part of the edge is barred for a side that may play first";
            faults.push(fault!(Opening.position_rad, "{told}"));
        }
        faults
    }
}

/// The sides that may play first in the first game.
fn first_sides(format: &Format) -> impl Iterator<Item = u8> + use<> {
    let sides = if format.is_team() { 2 } else { format.players() as u8 };
    let is_fixed = format.first_play == FirstPlay::Fixed;
    let (is_a, is_other) = (format.first_choice == Choice::First, format.first_choice == Choice::Second);
    (0..sides).filter(move |side| !is_fixed || if *side == 0 { !is_other } else { !is_a })
}

#[cfg(test)]
mod tests;
