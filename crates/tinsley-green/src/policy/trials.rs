//! Shots tried in mind: each candidate with the same imagined errors, through the same kernel as the real shot.

use std::ops::Range;

use glam::{DVec2, Vec3Swizzles};
use tolley_experiment::random::{Stream, Streams};
use tolley_physics::kernel::{Ending, Silent};

use super::worth::{Outcome, Worth};
use super::{Budget, Owner, View, nearest, random};
use crate::hand::Stroke;
use crate::player::{Aim, Errors};
use crate::table::{Lying, Table};

/// Trials of a finalist for each trial of a candidate.
const FINAL_TRIALS: usize = 4;

/// Memory of a player who tries shots in mind.
#[derive(Clone, Debug)]
pub struct Mind {
    table: Table,
    budget: Budget,
    errors: Vec<Errors>,
    /// Candidates, and the sum of their worth so far.
    candidates: Vec<(Aim, f64)>,
}

impl Mind {
    /// A mind that plays on a table of its own.
    pub fn new(table: Table, budget: Budget) -> Mind {
        let errors = Vec::with_capacity(budget.trials * (1 + FINAL_TRIALS));
        Mind { table, budget, errors, candidates: Vec::with_capacity(budget.candidates) }
    }

    /// The table, to lay its sand as that of the ring: players know the sand that they play on.
    pub fn table_mut(&mut self) -> &mut Table {
        &mut self.table
    }

    /// The candidate with the best mean worth: all are tried, then the best few of them (as many as the square root of all)
    /// four times as often again, so that luck in mind is not taken for worth.
    pub(super) fn choose(&mut self, view: &View, worth: &Worth, stream: &mut Stream) -> Option<Aim> {
        self.imagine(view, stream);
        self.table.lay_out(&view.toley, view.lying);
        self.candidates.clear();
        for number in 0..self.budget.candidates {
            self.candidates.extend(propose(view, worth, number, stream).map(|aim| (aim, 0.0)));
        }
        let finalists = (self.candidates.len() as f64).sqrt().ceil() as usize;
        self.try_out(self.candidates.len(), 0..self.budget.trials, view, worth);
        // stable, so that of equals the first stays first
        sort_best_first(&mut self.candidates);
        self.try_out(finalists, self.budget.trials..self.errors.len(), view, worth);
        sort_best_first(&mut self.candidates[..finalists]);
        self.candidates.first().map(|(aim, _)| *aim).or_else(|| random::choose(view, stream))
    }

    /// Draws the errors with which every candidate is tried; they have nothing to do with those of the real shot.
    fn imagine(&mut self, view: &View, stream: &mut Stream) {
        let seed = stream.bits();
        self.errors.clear();
        for trial in 0..(self.budget.trials * (1 + FINAL_TRIALS)) as u64 {
            self.errors.push(view.skill.errors(&Streams::new(seed, trial, None)));
        }
    }

    /// Adds the worth of some trials to the first candidates; a shot that the kernel gives up is worth nothing.
    fn try_out(&mut self, count: usize, trials: Range<usize>, view: &View, worth: &Worth) {
        for (aim, sum) in &mut self.candidates[..count] {
            for errors in &self.errors[trials.clone()] {
                let ending = self.table.shoot(aim, &aim.with(errors), &mut Silent);
                if ending == Ending::Rest {
                    *sum += worth.of(&outcome(&self.table, view.owners));
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

/// What the last shot on a table came to.
pub fn outcome(table: &Table, owners: &[Owner]) -> Outcome {
    let mut outcome = Outcome { stays: !table.toley().fell, ..Outcome::default() };
    for (i, owner) in owners.iter().enumerate() {
        if table.ball(i).fell {
            match owner {
                Owner::Marble => outcome.marbles += 1,
                Owner::Opponent => outcome.opponents += 1,
                Owner::Mate => outcome.mates += 1,
            }
        }
    }
    outcome
}

/// A candidate: the first is what `nearest` would play, the others aim at, or a little beside, a ball that is likely near.
fn propose(view: &View, worth: &Worth, number: usize, stream: &mut Stream) -> Option<Aim> {
    if number == 0 {
        return nearest::nearest(view);
    }
    let target = target(view, worth, stream)?;
    let at_m = target.at_m.xy();
    let outward = outward(at_m, stream);
    let stroke = stroke(view, stream);
    let (_, straight) = view.towards(at_m, outward)?;
    // a hit off the centre sends the ball aside, and leaves the toley more of its speed
    let beside_m = (view.toley.radius_m + target.ball.radius_m) * stream.uniform_in(-0.8, 0.8);
    let (release_m, direction) = view.towards(at_m + straight.perp() * beside_m, outward)?;
    Some(view.hand.aim(release_m, direction, stroke))
}

/// The nearest of three balls worth hitting.
fn target<'v>(view: &'v View, worth: &Worth, stream: &mut Stream) -> Option<&'v Lying> {
    let hunts = worth.opponent > 0.0;
    let wanted = |i: &usize| match view.owners[*i] {
        Owner::Marble => true,
        Owner::Opponent => hunts,
        Owner::Mate => false,
    };
    let count = view.lying.len() as u64;
    let drawn = (0..3).map(|_| stream.below(count) as usize);
    // as many numbers are drawn whatever lies there
    let mut chosen: Option<usize> = None;
    for i in drawn {
        let is_better = |best: usize| way_m(view, i) < way_m(view, best);
        if i < view.lying.len() && wanted(&i) && chosen.is_none_or(is_better) {
            chosen = Some(i);
        }
    }
    chosen.map(|i| &view.lying[i])
}

fn way_m(view: &View, i: usize) -> f64 {
    nearest::way_m(view, view.lying[i].at_m.xy())
}

/// The side of the edge to shoot from: as often the nearest, or about there, as any.
fn outward(at_m: DVec2, stream: &mut Stream) -> DVec2 {
    let any = random::direction(stream);
    let about = nearest::side(at_m);
    if stream.bits() & 1 == 0 { any } else { (about + 0.4 * any).try_normalize().unwrap_or(about) }
}

/// A stroke: mostly level, of any speed but the slowest, of any spin.
fn stroke(view: &View, stream: &mut Stream) -> Stroke {
    let any = random::stroke(view, stream);
    let [slowest, fastest] = view.hand.speed_m_s;
    let least_m_s = slowest + 0.15 * (fastest - slowest);
    // elevations near 0 are tried most, since a toley that lands late flies over the marbles
    let share = any.elevation_rad / view.hand.elevation_max_rad.max(f64::MIN_POSITIVE);
    Stroke { speed_m_s: any.speed_m_s.max(least_m_s), elevation_rad: any.elevation_rad * share * share * share, ..any }
}
