//! Laws that cannot be played: each fault names its clause.

use core::f64::consts::FRAC_PI_2;

use tolley_experiment::decimal::decimal;
use tolley_experiment::fault;
use tolley_experiment::problem::Fault;

use super::choices::{AddedTime, IllegalStroke, Keeper, KickOffSpot, MatchKind, PenaltySpot};
use super::clock::Clock;
use super::parts::Laws;
use super::people::Human;
use super::rules::{CoinRules, Rules};
use super::seat::{Piece, Seat};
use crate::keys::{Ball, Coin, MassBy, Table};

/// What happens more often than this may make a match endless.
const NEARLY_ALWAYS: f64 = 0.999;

/// CG-1.4a: a ball of more of a player's coin is not of "much lower" weight; an assumption, as the laws name no number.
const MUCH_LOWER: f64 = 0.8;

/// The coins of two players and the ball.
#[derive(Clone, Copy, Debug)]
pub struct CoinSet<'k> {
    /// Whether any coins may be used, CG-1.4b.
    pub rules: &'k CoinRules,
    /// The players' coins; a ball whose mass is given as a ratio is weighed against the first.
    pub players: [&'k Coin; 2],
    /// The ball.
    pub ball: &'k Ball,
}

impl CoinSet<'_> {
    /// CG-1.4a: the players use coins of one denomination; `table` is that of the second player's coin.
    pub fn denomination_fault(&self, table: &'static str) -> Option<Fault> {
        let [one, other] = self.players.map(|coin| coin.coin);
        let names = format!("not {} and {}", one.name(), other.name());
        let message = "CG-1.4a: in a tournament the players use coins of one denomination";
        let way_out = "a friendly (laws.match_kind = \"friendly\") allows it";
        (self.is_bound() && one != other).then(|| fault!(table => Coin.coin, "{message}, {names}; {way_out}"))
    }

    /// CG-1.4a: the ball is lighter than the players' coins.
    pub fn ball_fault(&self) -> Option<Fault> {
        let message = "CG-1.4a: the ball must be lighter than the players' coins, except with \
                       laws.match_kind = \"friendly\"";
        (self.is_bound() && self.ball_ratio() >= 1.0).then(|| self.of_ball(message))
    }

    /// CG-1.4a, CG-1.4b: what is allowed and yet not as the laws want it; `table` is that of the second player's coin,
    /// where there are players who meet.
    pub fn remarks(&self, table: Option<&'static str>) -> Vec<Fault> {
        let ratio = self.ball_ratio();
        let is_told = ratio > MUCH_LOWER && (ratio < 1.0 || !self.is_bound());
        let message = || {
            format!(
                "CG-1.4a: the ball is to be of much lower weight than the players' coins; it has {ratio:.3} of theirs, \
                 and above {MUCH_LOWER} is taken as too much"
            )
        };
        // without the names, so that it is told once where many coins are swept
        let mixed = "CG-1.4a: the players' coins are of two denominations, as in a friendly alone";
        let is_mixed = !self.is_bound() && self.players[0].coin != self.players[1].coin;
        let denomination = table.filter(|_| is_mixed).map(|table| fault!(table => Coin.coin, "{mixed}"));
        is_told.then(|| self.of_ball(&message())).into_iter().chain(denomination).collect()
    }

    /// Mass of the ball over that of the lighter of the players' coins.
    fn ball_ratio(&self) -> f64 {
        let [one_kg, other_kg] = self.players.map(Coin::weight_kg);
        self.ball.weight_kg(self.players[0]) / one_kg.min(other_kg)
    }

    fn of_ball(&self, message: &str) -> Fault {
        match self.ball.mass_by {
            MassBy::Ratio => fault!(Ball.mass_ratio, "{message}"),
            MassBy::Coin => fault!(Ball.mass_kg, "{message}"),
        }
    }

    fn is_bound(&self) -> bool {
        self.rules.match_kind == MatchKind::Tournament
    }
}

/// Takes a fault if its rule is broken.
fn refuse(faults: &mut Vec<Fault>, is_broken: bool, fault: Fault) {
    if is_broken {
        faults.push(fault);
    }
}

impl Laws {
    /// What is wrong with these laws.
    pub fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        self.clock_faults(&mut faults);
        self.table_faults(&mut faults);
        self.place_faults(&mut faults);
        faults
    }

    fn clock_faults(&self, faults: &mut Vec<Fault>) {
        let Laws { rules, clock, human, .. } = self;
        let (most_s, added_s) = (Clock::MOST_ADDED_S, clock.added_s);
        let is_long = clock.added_time == AddedTime::Fixed && added_s > most_s;
        let message = format!("CG-1.2b: a half may be lengthened by at most {most_s} s, not {added_s} s");
        refuse(faults, is_long, fault!(Clock.added_s, "{message}"));
        let never_ends = human.p_bad_throw > NEARLY_ALWAYS && clock.restart_s == 0.0;
        let message = "CG-FB6: throws that are always wrong and take no time (clock.restart_s = 0) never end";
        refuse(faults, never_ends, fault!(Human.p_bad_throw, "{message}"));
        let replays = rules.illegal_stroke == IllegalStroke::WarnReplay && human.p_illegal_stroke > NEARLY_ALWAYS;
        let message = "CG-1.10: with laws.illegal_stroke = \"warn-replay\" a penalty would be replayed for ever";
        refuse(faults, replays, fault!(Human.p_illegal_stroke, "{message}"));
    }

    /// CG-1.7 and CG-1.8: marks that do not fit.
    fn table_faults(&self, faults: &mut Vec<Fault>) {
        let (pitch, table) = (&self.pitch, &self.pitch.table);
        let largest_m = pitch.radius_m.iter().copied().fold(0.0, f64::max);
        let (lines_m, inside_m) = (pitch.table.lines_m(), pitch.inside_m(Piece::Ball));
        let (half_goal_m, half_area_m, circle_m) = (table.half_goal_m(), table.half_area_m(), table.circle_radius_m);
        let is_narrow = lines_m.min_element() <= decimal(4.0 * largest_m);
        refuse(faults, is_narrow, fault!(Table.line_inset_m, "CG-1.7: the lines leave no room for three coins"));
        let message = "CG-1.8: the goal cannot be wider than the pitch";
        refuse(faults, half_goal_m > lines_m.y, fault!(Table.goal_width_m, "{message}"));
        if let Some(post_m) = table.post_m() {
            let is_blocked = decimal(half_goal_m + 2.0 * post_m + 4.0 * largest_m) > decimal(inside_m.y);
            let message = "CG-1.8: between a standing post and the corner there is no room for a coin";
            refuse(faults, is_blocked, fault!(Table.goal_width_m, "{message}"));
            let message = "CG-1.8: a goal with standing posts must be as wide as a coin";
            refuse(faults, half_goal_m < largest_m, fault!(Table.goal_width_m, "{message}"));
        }
        let message = "CG-1.7: the goal area cannot be wider than the pitch";
        refuse(faults, half_area_m > lines_m.y, fault!(Table.goal_area_width_m, "{message}"));
        let crosses = circle_m > table.area_line_m();
        refuse(faults, crosses, fault!(Table.goal_area_depth_m, "CG-1.7: goal area and centre circle overlap"));
        let outgrows = decimal(circle_m + largest_m) > decimal(inside_m.min_element());
        refuse(faults, outgrows, fault!(Table.circle_radius_m, "CG-1.7: the centre circle does not fit on the table"));
    }

    /// Restarts that cannot be set up.
    fn place_faults(&self, faults: &mut Vec<Fault>) {
        let (rules, pitch, table) = (&self.rules, &self.pitch, &self.pitch.table);
        let [x, y] = [Piece::Coin(Seat::X), Piece::Coin(Seat::Y)];
        let reach_m = decimal(pitch.reach(x, Piece::Ball).max(pitch.reach(y, Piece::Ball)));
        let wide_m = pitch.radius(x).max(pitch.radius(y));
        let overlap = table.circle_radius_m < reach_m.max(2.0 * wide_m);
        let message = "CG-3.1: a coin on the circle would overlap the ball or the other coin";
        refuse(faults, overlap, fault!(Table.circle_radius_m, "{message}"));
        let is_turned = rules.kickoff_spot == KickOffSpot::Fixed && rules.kickoff_angle_rad.abs() > FRAC_PI_2;
        let message = "CG-3.1: a coin stands in its own half, at most 90 deg from straight behind the ball";
        refuse(faults, is_turned, fault!(Rules.kickoff_angle_rad, "{message}"));
        let room_m = decimal(pitch.inside_m(x).min(pitch.inside_m(y)).length() - reach_m - 4.0 * wide_m);
        let message = format!("CG-5.4: from a ball at the centre there must be room for so much: at most {room_m} m");
        refuse(faults, rules.exclusion_m > room_m, fault!(Rules.exclusion_m, "{message}"));
        let is_shallow = table.goal_area_depth_m < decimal(wide_m + reach_m);
        let message = "CG-5.7: a ball on the goal area line would touch the coin on the goal-line";
        refuse(faults, is_shallow, fault!(Table.goal_area_depth_m, "{message}"));
        let message = "CG-5.5: the goal area has no room for coin and ball";
        refuse(faults, table.half_area_m() < reach_m, fault!(Table.goal_area_width_m, "{message}"));
        let is_off = rules.penalty_spot == PenaltySpot::Fixed && rules.penalty_y_m.abs() > table.half_area_m();
        refuse(faults, is_off, fault!(Rules.penalty_y_m, "CG-5.7: the ball lies on the goal area line"));
        let free_m = decimal(table.half_goal_m() - wide_m).max(0.0);
        let is_outside = rules.keeper == Keeper::Fixed && rules.keeper_y_m.abs() > free_m;
        let message = format!("CG-5.7: the coin stands in the goal, at most {free_m} m from its middle");
        refuse(faults, is_outside, fault!(Rules.keeper_y_m, "{message}"));
    }
}
