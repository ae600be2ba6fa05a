//! Setting up a restart, CG-3.1 and CG-5.4 to CG-5.8: what the laws put themselves, and what they ask of the players.

use glam::{DVec2, dvec2};

use super::choices::{CornerBall, CornerSide, Keeper, KickOffSpot, PenaltySpot, PlacementOrder};
use super::clause::Clause;
use super::parts::Laws;
use super::pitch::Clearance;
use super::placement::{Placement, Refusal, Region};
use super::restarts::{Restart, Turn};
use super::seat::{Piece, Seat};
use super::state::{Match, Phase};

impl Laws {
    /// The match with a restart to be taken by `seat`; `at_m` is where the ball left, or the spot of the foul.
    pub fn restart(&self, game: &Match, restart: Restart, seat: Seat, at_m: DVec2) -> Match {
        let mut game = *game;
        self.set(&mut game, restart, seat, at_m);
        game
    }

    pub(super) fn set(&self, game: &mut Match, restart: Restart, seat: Seat, at_m: DVec2) {
        game.spot_m = at_m;
        game.turn = Turn::of(restart, seat, &self.rules);
        game.turn_no += 1;
        game.last_touch = seat;
        game.idle_count = 0;
        game.add(restart.clause());
        game.add_if(restart == Restart::Corner, Clause::WhichCorner);
        if restart == Restart::ThrowIn {
            game.phase = Phase::Throw;
            game.layout.put(Piece::Ball, at_m);
            return;
        }
        game.placed = [false; 3];
        self.put_fixed(game);
        finish(game);
    }

    /// What the clause leaves to nobody.
    fn put_fixed(&self, game: &mut Match) {
        let (rules, taker) = (&self.rules, game.turn.seat);
        match game.turn.restart {
            Restart::KickOff => {
                game.put(Piece::Ball, DVec2::ZERO);
                if rules.kickoff_spot == KickOffSpot::Fixed {
                    let behind_m = self.pitch.table.on_circle_m(rules.kickoff_angle_rad);
                    for seat in Seat::ALL {
                        game.put(Piece::Coin(*seat), behind_m * game.ends.frame(*seat));
                    }
                }
            }
            Restart::CentreKick => game.put(Piece::Ball, DVec2::ZERO),
            Restart::FreeKick => {
                // as a coin that fell, CG-5.3a, a ball is put where it cannot fall
                let inside_m = self.pitch.inside_m(Piece::Ball);
                let spot_m = game.spot_m.max(-inside_m).min(inside_m);
                game.put(Piece::Ball, self.pitch.off_post(Piece::Ball, spot_m));
            }
            Restart::Corner => {
                let coin = Piece::Coin(taker);
                let corner = self.corner_signs(game);
                game.put(coin, corner * self.pitch.inside_m(coin));
                if rules.corner_ball == CornerBall::Fixed {
                    let (sine, cosine) = libm::sincos(rules.corner_ball_angle_rad);
                    let reach_m = self.pitch.reach(coin, Piece::Ball);
                    game.put(Piece::Ball, corner * (self.pitch.inside_m(coin) - dvec2(sine, cosine) * reach_m));
                }
            }
            Restart::Penalty if rules.penalty_spot == PenaltySpot::Fixed => {
                let x_m = self.area_line_m(game.ends.sign(taker.other()));
                game.put(Piece::Ball, dvec2(x_m, rules.penalty_y_m * game.ends.frame(taker).y));
            }
            _ => {}
        }
        let shot = matches!(game.turn.restart, Restart::Penalty | Restart::CentreKick);
        if shot && rules.keeper == Keeper::Fixed {
            let keeper = Piece::Coin(taker.other());
            let sign = game.ends.sign(taker.other());
            let y_m = rules.keeper_y_m * game.ends.frame(taker.other()).y;
            game.put(keeper, dvec2(sign * self.pitch.inside_m(keeper).x, y_m));
        }
    }

    /// CG-FB9: signs of x and y at the corner of a corner kick; between both the taker's left.
    fn corner_signs(&self, game: &Match) -> DVec2 {
        let taker = game.turn.seat;
        let x = game.ends.sign(taker.other());
        let left = game.ends.frame(taker).y;
        let y = if game.spot_m.y == 0.0 { left } else { game.spot_m.y.signum() };
        dvec2(x, if self.rules.corner_side == CornerSide::Nearest { y } else { -y })
    }

    /// x of the front of the goal area at that end.
    fn area_line_m(&self, end_sign: f64) -> f64 {
        end_sign * self.pitch.table.area_line_m()
    }

    /// Who is to put which piece where, in [`Phase::Place`].
    pub fn to_place(&self, game: &Match) -> Option<Placement> {
        if game.phase != Phase::Place {
            return None;
        }
        let taker = game.turn.seat;
        // who defends a goal stands in it before the taker could
        let shot = matches!(game.turn.restart, Restart::Penalty | Restart::CentreKick);
        let first = match self.rules.placement_order {
            PlacementOrder::TakerFirst if !shot => taker,
            _ => taker.other(),
        };
        let order = [Piece::Ball, Piece::Coin(first), Piece::Coin(first.other())];
        let piece = order.into_iter().find(|piece| !game.placed[piece.index()])?;
        let seat = if let Piece::Coin(seat) = piece { seat } else { taker };
        Some(Placement {
            seat,
            piece,
            clause: game.turn.restart.clause(),
            region: self.region(game, piece),
            clear: self.clear(game, piece),
            post: self.pitch.post(piece),
            slack_m: self.pitch.slack_m(),
            hand_sign: game.ends.hand_sign,
        })
    }

    fn region(&self, game: &Match, piece: Piece) -> Region {
        let (taker, pitch) = (game.turn.seat, &self.pitch);
        let inside_m = pitch.inside_m(piece);
        let of_taker = piece != Piece::Coin(taker.other());
        // x from one to the other, in the order of the axis
        let from_to = |one_m: f64, other_m: f64, y_m: f64| {
            let [low_m, high_m] = [one_m.min(other_m), one_m.max(other_m)];
            Region::Rectangle { low_m: dvec2(low_m, -y_m), high_m: dvec2(high_m, y_m) }
        };
        let end = game.ends.sign(if of_taker { taker } else { taker.other() });
        let goal_line = end * inside_m.x;
        // between the posts, touching the goal-line from inside, lying on it, or as far beyond as does not fall
        let keeper = || {
            let beyond_m = (pitch.table.lines_m().x + pitch.radius(piece)).min(pitch.table.edge_m().x);
            from_to(goal_line, end * beyond_m, (pitch.table.half_goal_m() - pitch.radius(piece)).max(0.0))
        };
        match game.turn.restart {
            Restart::KickOff => {
                Region::Arc { centre_m: DVec2::ZERO, radius_m: pitch.table.circle_radius_m, signs: dvec2(end, 0.0) }
            }
            Restart::GoalKick if of_taker => {
                from_to(self.area_line_m(end), goal_line, pitch.table.half_area_m().min(inside_m.y))
            }
            Restart::GoalKick => from_to(0.0, goal_line, inside_m.y),
            Restart::Corner if piece == Piece::Ball => {
                let corner = self.corner_signs(game);
                let radius_m = pitch.reach(Piece::Coin(taker), Piece::Ball);
                Region::Arc { centre_m: game.layout.coin(taker), radius_m, signs: -corner }
            }
            Restart::Penalty if piece == Piece::Ball => {
                let x_m = self.area_line_m(-end);
                from_to(x_m, x_m, pitch.table.half_area_m().min(inside_m.y))
            }
            Restart::Penalty | Restart::CentreKick if !of_taker => keeper(),
            Restart::CentreKick => Region::Circle { radius_m: pitch.table.circle_radius_m },
            _ => from_to(-inside_m.x, inside_m.x, inside_m.y),
        }
    }

    /// How far the piece must be from those already put.
    fn clear(&self, game: &Match, piece: Piece) -> [Option<Clearance>; 2] {
        let restart = game.turn.restart;
        let defends = piece == Piece::Coin(game.turn.seat.other());
        let stands_off = defends && matches!(restart, Restart::FreeKick | Restart::Corner);
        let mut clear = [None; 2];
        let others = Piece::ALL.into_iter().filter(|other| *other != piece);
        for (slot, other) in clear.iter_mut().zip(others) {
            if game.placed[other.index()] {
                let gap_m = if stands_off && other == Piece::Ball { self.rules.exclusion_m } else { 0.0 };
                let far_m = gap_m + self.pitch.reach(piece, other);
                *slot = Some(Clearance { at_m: game.layout.of(other), far_m });
            }
        }
        clear
    }

    /// The match with the piece of [`Laws::to_place`] put there.
    pub fn place(&self, game: &Match, at_m: DVec2) -> Result<Match, Refusal> {
        let Some(asked) = self.to_place(game) else {
            return Err(Refusal { clause: Clause::FinalVerdict, by_m: f64::NAN });
        };
        asked.check(at_m)?;
        let mut game = *game;
        game.put(asked.piece, at_m);
        finish(&mut game);
        Ok(game)
    }
}

/// With all pieces put the Move comes.
fn finish(game: &mut Match) {
    game.phase = if game.placed == [true; 3] { Phase::Stroke } else { Phase::Place };
}
