//! Shots tried in mind: each candidate with the same imagined errors, through the same kernel as the real shot.

use std::ops::Range;

use glam::{DVec2, Vec3Swizzles};
use tolley_experiment::random::{Stream, Streams};
use tolley_physics::kernel::{Ending, Silent};

use super::errors::Errors;
use super::utility::{ShotOutcome, Utility};
use super::view::{Owner, PlayerView};
use super::{nearest, random};
use crate::aim::{Aim, Stroke};
use crate::keys::contact::ContactLaw;
use crate::keys::policy::Planner;
use crate::simulator::{PlacedBall, RingPhysics, Simulator};

/// Trials of a finalist for each trial of a candidate.
const FINAL_TRIALS: usize = 4;
/// The same for who fears what is rare: a toley that stays where it should not, or a mate's that is knocked off.
const CAREFUL_TRIALS: usize = 12;

/// A player who tries shots in mind, and his memory.
#[derive(Clone, Debug)]
pub struct ShotPlanner {
    simulator: Simulator,
    candidate_count: usize,
    trial_count: usize,
    errors: Vec<Errors>,
    /// Candidates, and the sum of their utility so far.
    candidates: Vec<(Aim, f64)>,
}

impl ShotPlanner {
    /// With a simulator of its own, for shots with at most so many balls, the toley among them.
    pub fn new(ring: &RingPhysics, most_balls: usize, planner: &Planner) -> ShotPlanner {
        let ring = match planner.contact_law {
            ContactLaw::Hertz => *ring,
            ContactLaw::Pairwise => ring.pairwise(),
        };
        let (candidate_count, trial_count) = (planner.candidate_count as usize, planner.trial_count as usize);
        ShotPlanner {
            simulator: Simulator::new(&ring, most_balls),
            candidate_count,
            trial_count,
            errors: Vec::with_capacity(trial_count * (1 + CAREFUL_TRIALS)),
            // with and without a fudge
            candidates: Vec::with_capacity(2 * candidate_count),
        }
    }

    /// The simulator, to lay its sand as that of the ring: players know the sand that they play on.
    pub fn simulator_mut(&mut self) -> &mut Simulator {
        &mut self.simulator
    }

    /// What all tries so far took, [as shots do](Simulator::work).
    pub fn work(&self) -> u64 {
        self.simulator.work()
    }

    /// The candidate with the best mean utility: all are tried, then the best few of them (as many as the square root
    /// of all) four times as often again, so that luck in mind is not taken for utility.
    pub(super) fn choose(&mut self, view: &PlayerView, utility: &Utility, stream: &mut Stream) -> Option<Aim> {
        self.imagine(view, utility, stream);
        self.simulator.lay_out(&view.toley, view.balls);
        self.candidates.clear();
        for number in 0..self.candidate_count {
            let Some(aim) = propose(view, utility, number, stream) else { continue };
            self.candidates.push((aim, 0.0));
            if view.may_fudge {
                self.candidates.push((Aim { is_fudged: true, ..aim }, 0.0));
            }
        }
        let finalists = (self.candidates.len() as f64).sqrt().ceil() as usize;
        self.try_out(self.candidates.len(), 0..self.trial_count, view, utility);
        // stable, so that of equals the first stays first
        sort_best_first(&mut self.candidates);
        self.try_out(finalists, self.trial_count..self.errors.len(), view, utility);
        sort_best_first(&mut self.candidates[..finalists]);
        self.candidates.first().map(|(aim, _)| *aim).or_else(|| random::choose(view, stream))
    }

    /// The mean utility of a shot in mind, tried as often as a finalist.
    pub fn worth(&mut self, view: &PlayerView, utility: &Utility, aim: Aim, stream: &mut Stream) -> f64 {
        self.imagine(view, utility, stream);
        self.simulator.lay_out(&view.toley, view.balls);
        self.candidates.clear();
        self.candidates.push((aim, 0.0));
        self.try_out(1, 0..self.errors.len(), view, utility);
        self.candidates[0].1 / self.errors.len() as f64
    }

    /// Draws the errors with which every candidate is tried; they have nothing to do with those of the real shot.
    fn imagine(&mut self, view: &PlayerView, utility: &Utility, stream: &mut Stream) {
        let seed = stream.bits();
        let fears_for_mate = utility.mate < 0.0 && view.owners.contains(&Owner::Mate);
        let is_careful = fears_for_mate || utility.left_lying < 0.0;
        let final_trials = if is_careful { CAREFUL_TRIALS } else { FINAL_TRIALS };
        self.errors.clear();
        for trial in 0..(self.trial_count * (1 + final_trials)) as u64 {
            self.errors.push(view.skill.imagined(&Streams::new(seed, trial, None)));
        }
    }

    /// Adds the utility of some trials to the first candidates; a shot that the kernel gives up is worth nothing.
    fn try_out(&mut self, count: usize, trials: Range<usize>, view: &PlayerView, utility: &Utility) {
        for (aim, sum) in &mut self.candidates[..count] {
            let handled = view.handled(*aim);
            for errors in &self.errors[trials.clone()] {
                let ending = self.simulator.shoot(&handled, &handled.with(errors), &mut Silent);
                if ending == Ending::Rest {
                    *sum += utility.of(&outcome(&self.simulator, view.owners));
                }
            }
        }
    }
}

/// By insertion, which takes no memory.
fn sort_best_first(candidates: &mut [(Aim, f64)]) {
    for i in 1..candidates.len() {
        let mut at = i;
        while at > 0 && candidates[at - 1].1 < candidates[at].1 {
            candidates.swap(at - 1, at);
            at -= 1;
        }
    }
}

/// What the last shot of a simulator came to.
pub fn outcome(simulator: &Simulator, owners: &[Owner]) -> ShotOutcome {
    let toley = simulator.toley();
    let toley_far_m = if toley.fell { 0.0 } else { toley.at_m.xy().length() };
    let mut outcome = ShotOutcome { stays: !toley.fell, toley_far_m, ..ShotOutcome::default() };
    for (i, owner) in owners.iter().enumerate() {
        if simulator.ball(i).fell {
            match owner {
                Owner::Marble => outcome.marbles += 1,
                Owner::Opponent => outcome.opponents += 1,
                Owner::Mate => outcome.mates += 1,
            }
        }
    }
    outcome
}

/// A candidate: the first three are what `nearest` would play, so that the toley ends best where it should (of equals
/// the first is chosen): with as much backspin as can be it stays, rolling as hard as can be it leaves the ring even if
/// it misses; then as hard as can be, and brisk. The others aim at, or a little beside, a ball that is likely near.
fn propose(view: &PlayerView, utility: &Utility, number: usize, stream: &mut Stream) -> Option<Aim> {
    let hand = &view.hand.player;
    match number {
        0 if utility.left_lying < 0.0 => return nearest::nearest(view, nearest::HARD, hand.spin_max_ratio),
        0 => return nearest::nearest(view, nearest::BRISK, hand.spin_min_ratio),
        1 => return nearest::nearest(view, nearest::HARD, 0.0),
        2 if utility.left_lying < 0.0 => return nearest::nearest(view, nearest::BRISK, hand.spin_max_ratio),
        2 => return nearest::nearest(view, nearest::BRISK, 0.0),
        _ => {}
    }
    let target = target(view, utility, stream)?;
    let at_m = target.at_m.xy();
    let outward = outward(at_m, stream);
    let clear_m = (nearest::way_m(view, at_m) - view.touch_m(target.ball.radius_m)).max(0.0);
    let stroke = stroke(view, clear_m, stream);
    let (_, straight) = view.towards(at_m, outward)?;
    // a hit off the centre sends the ball aside, and leaves the toley more of its speed
    let beside_m = (view.toley.radius_m + target.ball.radius_m) * stream.uniform_in(-0.8, 0.8);
    let (release_m, direction) = view.towards(at_m + straight.perp() * beside_m, outward)?;
    Some(view.hand.aim(release_m, direction, stroke))
}

/// The nearest of three balls worth hitting.
fn target<'v>(view: &'v PlayerView, utility: &Utility, stream: &mut Stream) -> Option<&'v PlacedBall> {
    let wanted = |i: &usize| utility.is_worth_hitting(view.owners[*i]);
    let count = view.balls.len() as u64;
    let drawn = (0..3).map(|_| stream.below(count) as usize);
    // as many numbers are drawn whatever lies there
    let mut chosen: Option<usize> = None;
    for i in drawn {
        let is_better = |best: usize| way_m(view, i) < way_m(view, best);
        if i < view.balls.len() && wanted(&i) && chosen.is_none_or(is_better) {
            chosen = Some(i);
        }
    }
    chosen.map(|i| &view.balls[i])
}

fn way_m(view: &PlayerView, i: usize) -> f64 {
    nearest::way_m(view, view.balls[i].at_m.xy())
}

/// The side of the edge to shoot from: as often the nearest, or about there, as any.
fn outward(at_m: DVec2, stream: &mut Stream) -> DVec2 {
    let any = random::direction(stream);
    let about = nearest::side(at_m);
    if stream.bits() & 1 == 0 { any } else { (about + 0.4 * any).try_normalize().unwrap_or(about) }
}

/// A stroke of any speed but the slowest, of any spin, that mostly comes down about where the target lies.
fn stroke(view: &PlayerView, clear_m: f64, stream: &mut Stream) -> Stroke {
    let any = random::stroke(view, stream);
    let hand = &view.hand.player;
    let least_m_s = hand.speed_min_m_s + 0.15 * (hand.speed_max_m_s - hand.speed_min_m_s);
    let speed_m_s = any.speed_m_s.max(least_m_s);
    let meets_rad = view.hand.elevation_rad(speed_m_s, clear_m);
    // elevations near that are tried most, since a toley that lands late flies over the marbles
    let limit_rad = if any.elevation_rad < 0.0 { hand.elevation_min_rad } else { hand.elevation_max_rad };
    let share = any.elevation_rad / if limit_rad == 0.0 { 1.0 } else { limit_rad };
    let elevation_rad = meets_rad + share * share * share * (limit_rad - meets_rad);
    Stroke { speed_m_s, elevation_rad, ..any }
}
