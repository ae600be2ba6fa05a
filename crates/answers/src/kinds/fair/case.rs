//! What is known of each design point, whether it was played or solved.

use tolley_analysis::Estimate;
use tolley_analysis::fair::Fairness;
use tolley_analysis::statistics::equivalence::{self, PValues};
use tolley_analysis::statistics::needed::Needed;
use tolley_analysis::verdict::{PointVerdict, level_of};
use tolley_dataset::Manifest;
use tolley_experiment::value::Value;

use crate::answer::{Certainty, Quantity, Verdict};
use crate::catalogue::word;

/// The share of equals.
pub const HALF: f64 = 0.5;

/// What is known of a share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShareClass {
    /// Equal by construction.
    Same,
    /// Within the margin.
    Even,
    /// Beyond the margin, above one half.
    Above,
    /// Beyond the margin, below one half.
    Below,
    /// Not one half, perhaps within the margin.
    Odd,
    /// Nothing yet.
    Open,
    /// No trial has a value.
    Absent,
}

impl ShareClass {
    /// All that is tested.
    pub const TESTED: [ShareClass; 5] =
        [ShareClass::Even, ShareClass::Above, ShareClass::Below, ShareClass::Odd, ShareClass::Open];

    /// As a column is headed.
    pub fn head(self) -> &'static str {
        match self {
            ShareClass::Same => word("fair.class_same"),
            ShareClass::Even => word("fair.class_even"),
            ShareClass::Above => word("fair.class_above"),
            ShareClass::Below => word("fair.class_below"),
            ShareClass::Odd => word("fair.class_odd"),
            ShareClass::Open => word("fair.class_open"),
            ShareClass::Absent => word("fair.class_absent"),
        }
    }

    /// Whether it lies beyond the margin.
    pub fn is_off(self) -> bool {
        matches!(self, ShareClass::Above | ShareClass::Below)
    }
}

/// One design point.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its number.
    pub point: u64,
    /// Its value on each axis.
    pub values: Vec<(Quantity, Value)>,
    /// The share.
    pub estimate: Estimate,
    /// What is known of it.
    pub class: ShareClass,
    /// What would be known if nothing else were tested.
    pub alone: ShareClass,
    /// As tables have it.
    pub verdict: Option<Verdict>,
    /// Trials that would bring a verdict.
    pub needed: Option<Needed>,
    /// Corrected p-values of the three tests.
    pub p: Option<PValues>,
    /// Whether nothing ever differed although the sides may.
    pub never_differed: bool,
}

impl Case {
    /// How far off one half.
    pub fn off(&self) -> f64 {
        self.estimate.value.map_or(0.0, |value| value - HALF)
    }

    /// How sure its verdict is.
    pub fn certainty(&self) -> Certainty {
        match (self.class, self.alone) {
            (ShareClass::Open, ShareClass::Open) | (ShareClass::Absent, _) => Certainty::CannotTell,
            (ShareClass::Open, _) => Certainty::Probably,
            _ => Certainty::Clearly,
        }
    }

    /// Whether it has a number of its own that is tested.
    pub fn is_tested(&self) -> bool {
        ShareClass::TESTED.contains(&self.class)
    }
}

/// All design points that were played.
pub fn of_played(manifest: &Manifest, found: &Fairness) -> Vec<Case> {
    let case = |(at, point): (usize, &PointVerdict)| {
        let interval = match &found.courses {
            Some(courses) => courses[at].as_ref().and_then(|course| course.interval),
            None => point.estimate.interval,
        };
        let class = class_of(point, point.verdict);
        let alone = point.comparison.map(|comparison| comparison.p_values());
        let alone = alone.map(|p| equivalence::Verdict::at(&p, level_of(found.confidence)));
        Case {
            point: point.point,
            values: axis_values(manifest, point.point),
            estimate: Estimate { interval, ..point.estimate },
            class,
            alone: if found.courses.is_some() { class } else { class_of(point, alone) },
            verdict: verdict_of(point),
            needed: point.needed,
            p: point.p,
            never_differed: point.never_differed,
        }
    };
    found.points.iter().enumerate().map(case).collect()
}

/// All design points that were solved.
pub fn of_solved(manifest: &Manifest, shares: &[Estimate], margin: f64) -> Vec<Case> {
    let case = |(point, estimate): (u64, &Estimate)| {
        let off = estimate.value.map(|value| value - HALF);
        let class = match off {
            None => ShareClass::Absent,
            Some(off) if off.abs() <= margin => ShareClass::Even,
            Some(off) if off > 0.0 => ShareClass::Above,
            Some(_) => ShareClass::Below,
        };
        let verdict = match class {
            ShareClass::Absent => None,
            ShareClass::Even => Some(Verdict::Fair),
            _ => Some(Verdict::Unfair),
        };
        Case {
            point,
            values: axis_values(manifest, point),
            estimate: *estimate,
            class,
            alone: class,
            verdict,
            needed: None,
            p: None,
            never_differed: false,
        }
    };
    (0..).zip(shares).map(case).collect()
}

/// The value of each axis at a point.
pub fn axis_values(manifest: &Manifest, point: u64) -> Vec<(Quantity, Value)> {
    let grid = &manifest.plan.grid;
    let axes = grid.axes.iter().enumerate();
    axes.map(|(axis, entry)| (Quantity::of_key(manifest, &entry.key), grid.axis_value(axis, point).into_owned()))
        .collect()
}

fn class_of(point: &PointVerdict, verdict: Option<equivalence::Verdict>) -> ShareClass {
    let is_above = point.estimate.value.is_some_and(|value| value > HALF);
    match verdict {
        _ if point.is_identity => ShareClass::Same,
        _ if point.estimate.n == 0 => ShareClass::Absent,
        Some(equivalence::Verdict::Fair | equivalence::Verdict::Different) => ShareClass::Even,
        Some(equivalence::Verdict::Unfair) if is_above => ShareClass::Above,
        Some(equivalence::Verdict::Unfair) => ShareClass::Below,
        Some(equivalence::Verdict::Unequal) => ShareClass::Odd,
        Some(equivalence::Verdict::NotResolved) | None => ShareClass::Open,
    }
}

fn verdict_of(point: &PointVerdict) -> Option<Verdict> {
    if point.is_identity {
        return Some(Verdict::Identical);
    }
    Some(match point.verdict? {
        equivalence::Verdict::Fair => Verdict::Fair,
        equivalence::Verdict::Different => Verdict::DifferentWithinMargin,
        equivalence::Verdict::Unfair => Verdict::Unfair,
        equivalence::Verdict::Unequal => Verdict::Effect,
        equivalence::Verdict::NotResolved => Verdict::CannotTell,
    })
}

/// The case that is furthest off one half.
pub fn worst<'c>(cases: impl Iterator<Item = &'c Case>) -> Option<&'c Case> {
    let known = cases.filter(|case| case.is_tested() && case.estimate.value.is_some());
    known.max_by(|one, other| one.off().abs().total_cmp(&other.off().abs()))
}

/// The cases at one value of an axis.
#[derive(Clone, Debug)]
pub struct CaseGroup<'c> {
    /// The axis and its value.
    pub at: (Quantity, Value),
    /// Its cases.
    pub cases: Vec<&'c Case>,
}

impl CaseGroup<'_> {
    /// How many have a class.
    pub fn count(&self, class: ShareClass) -> usize {
        self.cases.iter().filter(|case| case.class == class).count()
    }

    /// The class of all that are tested, if they have one.
    pub fn class(&self) -> Option<ShareClass> {
        let mut tested = self.cases.iter().filter(|case| case.is_tested()).map(|case| case.class);
        let first = tested.next()?;
        tested.all(|class| class == first).then_some(first)
    }

    fn largest(&self) -> usize {
        ShareClass::TESTED.iter().map(|class| self.count(*class)).max().unwrap_or(0)
    }
}

/// The cases by the axis that keeps those with one verdict together best, the first of several; none without an axis of
/// two values.
pub fn by_axis(cases: &[Case]) -> Vec<CaseGroup<'_>> {
    let axes = cases.first().map_or(0, |case| case.values.len());
    let mut best: (usize, Vec<CaseGroup<'_>>) = (0, Vec::new());
    for axis in 0..axes {
        let mut groups: Vec<CaseGroup<'_>> = Vec::new();
        for case in cases {
            match groups.iter_mut().find(|group| group.at.1 == case.values[axis].1) {
                Some(group) => group.cases.push(case),
                None => groups.push(CaseGroup { at: case.values[axis].clone(), cases: vec![case] }),
            }
        }
        let together = groups.iter().map(CaseGroup::largest).sum();
        if groups.len() > 1 && together > best.0 {
            best = (together, groups);
        }
    }
    best.1
}
