//! Laws that cannot be played: each fault names its clause.

use core::f64::consts::FRAC_PI_2;

use tolley_experiment::problem::Fault;

use super::Laws;
use super::options::{IllegalStroke, Keeper, KickOffSpot, PenaltySpot};
use super::rules::{ADDED_CAP_S, Added};
use super::seat::{Piece, Seat};

/// What happens more often than this may make a match endless.
const NEARLY_ALWAYS: f64 = 0.999;

/// What the laws say about the three coins of a match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CoinSet {
    /// Ids of X's coin, Y's coin and the ball.
    pub ids: [&'static str; 3],
    /// Their nominal masses, kg.
    pub mass_kg: [f64; 3],
    /// Whether any coins may be used, CG-1.4b.
    pub is_friendly: bool,
}

impl CoinSet {
    /// CG-1.4a: what is wrong; the paths are those of Y's coin and of the ball's mass.
    pub fn faults(&self, coin_path: &'static str, ball_path: &'static str) -> Vec<Fault> {
        let mut faults = Vec::new();
        if self.is_friendly {
            return faults;
        }
        let [x, y, _] = self.ids;
        if x != y {
            let message = format!(
                "CG-1.4a: in a tournament the players use coins of one denomination, not {x} and {y}; \
                 a friendly (laws.match_kind = \"friendly\") allows it"
            );
            faults.push(Fault { path: coin_path, message });
        }
        let [x_kg, y_kg, ball_kg] = self.mass_kg;
        if ball_kg >= x_kg.min(y_kg) {
            let message = "CG-1.4a: the ball must be lighter than the players' coins, except with \
                           laws.match_kind = \"friendly\""
                .to_owned();
            faults.push(Fault { path: ball_path, message });
        }
        faults
    }
}

impl Laws {
    /// What is wrong with these laws.
    pub fn faults(&self) -> Vec<Fault> {
        let mut faults = self.clock_faults();
        faults.extend(self.table_faults());
        faults.extend(self.place_faults());
        faults
    }

    fn clock_faults(&self) -> Vec<Fault> {
        let (rules, human) = (&self.rules, &self.human);
        let mut faults = Vec::new();
        if let Added::Fixed(added_s) = rules.added
            && added_s > ADDED_CAP_S
        {
            let message = format!("CG-1.2b: a half may be lengthened by at most {ADDED_CAP_S} s, not {added_s} s");
            faults.push(Fault { path: "clock.added_s", message });
        }
        if human.p_bad_throw > NEARLY_ALWAYS && rules.restart_s == 0.0 {
            let message = "CG-FB6: throws that are always wrong and take no time (clock.restart_s = 0) never end";
            faults.push(Fault { path: "human.p_bad_throw", message: message.to_owned() });
        }
        if rules.illegal_stroke == IllegalStroke::WarnReplay && human.p_illegal_stroke > NEARLY_ALWAYS {
            let message = "CG-1.10: with laws.illegal_stroke = \"warn-replay\" a penalty would be replayed for ever";
            faults.push(Fault { path: "human.p_illegal_stroke", message: message.to_owned() });
        }
        faults
    }

    /// CG-1.7 and CG-1.8: marks that do not fit.
    fn table_faults(&self) -> Vec<Fault> {
        let pitch = &self.pitch;
        let largest_m = pitch.radius_m.iter().copied().fold(0.0, f64::max);
        let lines_m = pitch.lines_m();
        let mut faults = Vec::new();
        let mut refuse = |broken: bool, path, message: &str| {
            if broken {
                faults.push(Fault { path, message: message.to_owned() });
            }
        };
        let no_room = lines_m.min_element() <= 4.0 * largest_m;
        refuse(no_room, "table.line_inset_m", "CG-1.7: the lines leave no room for three coins");
        refuse(pitch.half_goal_m > lines_m.y, "table.goal_width_m", "CG-1.8: the goal cannot be wider than the pitch");
        let past_post_m = pitch.half_goal_m + pitch.post_m.map_or(0.0, |post_m| 2.0 * post_m + 2.0 * largest_m);
        let blocked = pitch.post_m.is_some() && past_post_m > pitch.inside_m(Piece::Ball).y - 2.0 * largest_m;
        refuse(
            blocked,
            "table.goal_width_m",
            "CG-1.8: between a standing post and the corner there is no room for a coin",
        );
        let narrow = pitch.post_m.is_some() && pitch.half_goal_m < largest_m;
        refuse(narrow, "table.goal_width_m", "CG-1.8: a goal with standing posts must be as wide as a coin");
        let (depth_m, half_m) = (pitch.area_depth_m, pitch.half_area_m);
        refuse(half_m > lines_m.y, "table.goal_area_width_m", "CG-1.7: the goal area cannot be wider than the pitch");
        let crosses = depth_m + pitch.circle_m > lines_m.x;
        refuse(crosses, "table.goal_area_depth_m", "CG-1.7: goal area and centre circle overlap");
        let outgrows = pitch.circle_m + largest_m > pitch.inside_m(Piece::Ball).min_element();
        refuse(outgrows, "table.circle_radius_m", "CG-1.7: the centre circle does not fit on the table");
        faults
    }

    /// Restarts that cannot be set up.
    fn place_faults(&self) -> Vec<Fault> {
        let (rules, pitch) = (&self.rules, &self.pitch);
        let [x, y] = [Piece::Coin(Seat::X), Piece::Coin(Seat::Y)];
        let reach_m = pitch.reach(x, Piece::Ball).max(pitch.reach(y, Piece::Ball));
        let wide_m = pitch.radius(x).max(pitch.radius(y));
        let mut faults = Vec::new();
        let mut refuse = |broken: bool, path, message: String| {
            if broken {
                faults.push(Fault { path, message });
            }
        };
        let message = "CG-3.1: a coin on the circle would overlap the ball or the other coin".to_owned();
        refuse(pitch.circle_m < reach_m.max(2.0 * wide_m), "table.circle_radius_m", message);
        let turned = rules.kickoff_spot == KickOffSpot::Fixed && rules.kickoff_angle_rad.abs() > FRAC_PI_2;
        let message = "CG-3.1: a coin stands in its own half, at most 90 deg from straight behind the ball".to_owned();
        refuse(turned, "laws.kickoff_angle_rad", message);
        let inside_m = pitch.inside_m(x).min(pitch.inside_m(y));
        let room_m = inside_m.length() - reach_m - 4.0 * wide_m;
        let message = format!("CG-5.4: from a ball at the centre there must be room for so much: at most {room_m} m");
        refuse(rules.exclusion_m > room_m, "laws.exclusion_m", message);
        let shallow = pitch.area_depth_m < wide_m + reach_m;
        let message = "CG-5.7: a ball on the goal area line would touch the coin on the goal-line".to_owned();
        refuse(shallow, "table.goal_area_depth_m", message);
        let message = "CG-5.5: the goal area has no room for coin and ball".to_owned();
        refuse(pitch.half_area_m < reach_m, "table.goal_area_width_m", message);
        let off_line = rules.penalty_spot == PenaltySpot::Fixed && rules.penalty_y_m.abs() > pitch.half_area_m;
        refuse(off_line, "laws.penalty_y_m", "CG-5.7: the ball lies on the goal area line".to_owned());
        let free_m = (pitch.half_goal_m - wide_m).max(0.0);
        let outside = rules.keeper == Keeper::Fixed && rules.keeper_y_m.abs() > free_m;
        let message = format!("CG-5.7: the coin stands in the goal, at most {free_m} m from its middle");
        refuse(outside, "laws.keeper_y_m", message);
        faults
    }
}
