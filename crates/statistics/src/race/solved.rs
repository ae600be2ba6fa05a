//! The chain solved: what is left grows from nothing, and steps that spend nothing are gone round until they agree.

use super::course::{At, Course};
use super::law::{Branch, Counted, To};

/// How nearly rounds agree in the end.
const AGREE: f64 = 1e-10;
/// Rounds of steps that spend nothing.
const MOST_ROUNDS: usize = 5_000;

/// The chance of the first side in every state.
#[derive(Clone, Debug)]
pub(super) struct Solved {
    situations: usize,
    most_lead: i32,
    most_left: u32,
    /// What is left slowest, then the lead, then the situation.
    values: Vec<f64>,
    /// Of races that lead and rest leave level.
    pub level: f64,
    /// How many those were.
    pub level_count: u64,
}

/// A race that begins anew: its value by lead.
struct Anew {
    left: u32,
    values: Vec<f64>,
}

/// A state with steps that spend nothing.
struct Open {
    index: usize,
    /// What all other steps are worth.
    known: f64,
    /// Where those lead, and their chances.
    loops: Vec<(usize, f64)>,
}

impl Solved {
    /// Of what was counted; `all` stands in where that has seen nothing.
    pub fn of(course: &impl Course, counted: &Counted, all: &Counted) -> Solved {
        let level = |of: &Counted| (of.level.1 > 0).then(|| of.level.0 / of.level.1 as f64);
        let (situations, most_lead, most_left) = (course.situations(), course.most_lead(), course.most_left());
        let leads = 2 * most_lead as usize + 1;
        let mut solved = Solved {
            situations,
            most_lead,
            most_left,
            values: vec![0.5; (most_left as usize + 1) * leads * situations],
            level: level(counted).or(level(all)).unwrap_or(0.5),
            level_count: counted.level.1,
        };
        let laws: Vec<Vec<Branch>> = (0..course.bands() * situations)
            .map(|class| {
                let (situation, band) = (class % situations, class / situations);
                let own = counted.law(course, situation, band);
                if own.is_empty() { all.law(course, situation, band) } else { own }
            })
            .collect();
        let mut anew: Vec<Anew> = Vec::new();
        for left in 0..=most_left {
            solved.solve(course, &laws, &anew, left);
            let begins = course.breaks().iter().enumerate().filter(|(_, at)| at.left == left);
            for (place, at) in begins {
                let own = counted.opening(place);
                let opening = if own.is_empty() { all.opening(place) } else { own };
                let value = |lead: i32| match ended(lead) {
                    Some(value) if at.decides => value,
                    _ if opening.is_empty() => ended(lead).unwrap_or(solved.level),
                    _ => opening.iter().map(|(z, q)| q * solved.at(At { situation: *z, lead, left })).sum(),
                };
                anew.push(Anew { left, values: (-most_lead..=most_lead).map(value).collect() });
            }
        }
        solved
    }

    pub fn at(&self, at: At) -> f64 {
        self.values[self.index(at)]
    }

    fn index(&self, At { situation, lead, left }: At) -> usize {
        let lead = (lead.clamp(-self.most_lead, self.most_lead) + self.most_lead) as usize;
        let leads = 2 * self.most_lead as usize + 1;
        (left.min(self.most_left) as usize * leads + lead) * self.situations + situation
    }

    /// Solves all states of which so much is left.
    fn solve(&mut self, course: &impl Course, laws: &[Vec<Branch>], anew: &[Anew], left: u32) {
        let band = course.band(left);
        let mut open: Vec<Open> = Vec::new();
        for lead in -self.most_lead..=self.most_lead {
            for situation in 0..self.situations {
                let index = self.index(At { situation, lead, left });
                if let Some(value) = course.ended(lead, left) {
                    self.values[index] = value;
                } else if left == 0 {
                    self.values[index] = ended(lead).unwrap_or(self.level);
                } else {
                    let law = &laws[band * self.situations + situation];
                    let (known, loops) = self.look(course, law, anew, At { situation, lead, left });
                    match (law.is_empty(), loops.is_empty()) {
                        (true, _) => self.values[index] = self.level,
                        (false, true) => self.values[index] = known,
                        (false, false) => open.push(Open { index, known, loops }),
                    }
                }
            }
        }
        for _ in 0..MOST_ROUNDS {
            let mut moved: f64 = 0.0;
            for Open { index, known, loops } in &open {
                let value = known + loops.iter().map(|(to, chance)| chance * self.values[*to]).sum::<f64>();
                moved = moved.max((value - self.values[*index]).abs());
                self.values[*index] = value;
            }
            if moved < AGREE {
                return;
            }
        }
    }

    fn look(&self, course: &impl Course, law: &[Branch], anew: &[Anew], from: At) -> (f64, Vec<(usize, f64)>) {
        let (mut known, mut loops) = (0.0, Vec::new());
        for branch in law {
            let lead = (from.lead + branch.gain).clamp(-self.most_lead, self.most_lead);
            let left = from.left.saturating_sub(branch.spent).max(course.floor(from.left));
            let crossed = anew.iter().rev().find(|anew| from.left > anew.left && left <= anew.left);
            match (branch.to, crossed) {
                (To::End(value), _) => known += branch.chance * value,
                (_, Some(anew)) => known += branch.chance * anew.values[(lead + self.most_lead) as usize],
                (To::Situation(situation), None) => {
                    let to = self.index(At { situation, lead, left });
                    if left < from.left {
                        known += branch.chance * self.values[to];
                    } else {
                        loops.push((to, branch.chance));
                    }
                }
            }
        }
        (known, loops)
    }
}

/// What a lead makes of a race that is over.
fn ended(lead: i32) -> Option<f64> {
    match lead {
        0 => None,
        lead => Some(f64::from(u8::from(lead > 0))),
    }
}
