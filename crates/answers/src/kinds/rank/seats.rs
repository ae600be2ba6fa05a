//! What each of n seats wins beside one match in n, as an answer.

use tolley_analysis::Estimate;
use tolley_analysis::seats::{Seats, SeatsOfPoint};
use tolley_analysis::statistics::equivalence::{LEVEL, Verdict as Judged};
use tolley_analysis::statistics::multiplicity::holm;
use tolley_analysis::statistics::needed::{Needed, trials_needed};
use tolley_dataset::Manifest;
use tolley_experiment::ask::Ask;
use tolley_experiment::value::Value;

use crate::AnswerError;
use crate::answer::{
    About, Answer, Cell, Certainty, Column, Form, Headline, Next, Note, NoteHeading, Quantity, Sentence, Table,
    Verdict, fill, say,
};
use crate::catalogue::{self, word};
use crate::number;

/// Refuses a dataset that does not say who won.
pub fn check(key: &str, ask: &Ask, manifest: &Manifest) -> Result<(), AnswerError> {
    let table = &manifest.tables[0];
    let refused = |message: String| Err(AnswerError::Refused(message));
    match ask.measure.as_deref() {
        None => refused(format!("over {key}: the measure says which column has the seat of the winner")),
        Some(name) if table.index(name).is_none() => refused(format!("{name} is no column of {}", table.name)),
        Some(_) => Ok(()),
    }
}

/// The axes of a dataset.
pub fn axes(manifest: &Manifest) -> Vec<Quantity> {
    manifest.plan.grid.axes.iter().map(|axis| Quantity::of_key(manifest, &axis.key)).collect()
}

/// Trials at each point that would settle what is open.
pub fn needed(found: &Seats, repeats: u64) -> Option<Needed> {
    let count: usize = found.points.iter().map(|point| point.shares.len()).sum();
    let level = LEVEL / count.max(1) as f64;
    let of = |even: f64, off: f64| trials_needed((even * (1.0 - even)).sqrt(), off, 1.0, found.margin, level);
    let open = open(found);
    let most = |needed: Vec<Option<u64>>| needed.into_iter().collect::<Option<Vec<u64>>>()?.into_iter().max();
    let as_seen = most(open.iter().map(|seat| of(seat.even, seat.off)).collect());
    let if_equal = most(open.iter().map(|seat| of(seat.even, 0.0)).collect());
    Some(Needed { if_equal: if_equal.map(|n| n.max(repeats)), as_seen })
}

/// A seat of a point.
#[derive(Clone, Copy, Debug)]
struct Seat<'s> {
    point: &'s SeatsOfPoint,
    number: usize,
    even: f64,
    off: f64,
    verdict: Option<Judged>,
}

impl Seat<'_> {
    /// `seat 1 of 4`.
    fn name(&self) -> String {
        let [number, all] = [self.number + 1, self.point.shares.len()].map(|count| count.to_string());
        catalogue::text("rank.seat", &[("number", &number), ("all", &all)])
    }

    fn share(&self) -> Estimate {
        self.point.at_once[self.number]
    }
}

fn all(found: &Seats) -> Vec<Seat<'_>> {
    let of_point = |point: &'_ SeatsOfPoint| {
        let even = 1.0 / point.shares.len() as f64;
        (0..point.shares.len()).map(move |number| (number, even)).collect::<Vec<_>>()
    };
    let of = |point| {
        of_point(point).into_iter().map(move |(number, even): (usize, f64)| Seat {
            point,
            number,
            even,
            off: point.at_once[number].value.map_or(0.0, |share| share - even),
            verdict: point.verdicts.get(number).copied().flatten(),
        })
    };
    found.points.iter().flat_map(of).collect()
}

/// Seats of which it is not known on which side of the margin they are.
fn open(found: &Seats) -> Vec<Seat<'_>> {
    let is_open = |seat: &Seat<'_>| matches!(seat.verdict, None | Some(Judged::NotResolved | Judged::Unequal));
    all(found).into_iter().filter(is_open).collect()
}

/// Which seat wins more or less than its share.
pub fn answer(found: &Seats, axes: &[Quantity], about: About, settle: Next) -> Answer {
    let headline = headline(found, axes);
    let next = if headline.verdict == Verdict::CannotTell { vec![settle] } else { Vec::new() };
    let tables = vec![brief(found, axes), whole(found, axes)];
    Answer { about, headline, findings: Vec::new(), tables, notes: notes(found), next }
}

fn headline(found: &Seats, axes: &[Quantity]) -> Headline {
    let seats = all(found);
    let farthest = |of: &dyn Fn(&&Seat<'_>) -> bool| {
        seats.iter().filter(of).max_by(|one, other| one.off.abs().total_cmp(&other.off.abs())).copied()
    };
    let is = |wanted: &'static [Judged]| move |seat: &&Seat<'_>| seat.verdict.is_some_and(|of| wanted.contains(&of));
    let seen = farthest(&is(&[Judged::Unfair, Judged::Unequal, Judged::Different]));
    let (verdict, certainty, sentence) = match seen {
        Some(seat) if seat.verdict == Some(Judged::Different) && open(found).is_empty() => (
            Verdict::DifferentWithinMargin,
            Certainty::Clearly,
            seen_off(&seat, true, &|most| case(seat.point, found, axes, most)),
        ),
        Some(seat) => {
            let verdict = if seat.verdict == Some(Judged::Unfair) { Verdict::Unfair } else { Verdict::Effect };
            (verdict, Certainty::Clearly, seen_off(&seat, false, &|most| case(seat.point, found, axes, most)))
        }
        None if open(found).is_empty() && !seats.is_empty() => {
            let margin = Sentence::of_value(Value::Number(found.margin), &percent("rank.column_margin"));
            (Verdict::Fair, Certainty::Clearly, fill("rank.within_share", [("margin", margin)]))
        }
        None => (Verdict::CannotTell, Certainty::CannotTell, say("rank.seats_open")),
    };
    let amount = seen.or_else(|| farthest(&|_| true)).map(|seat| {
        let share = Sentence::of_estimate(seat.share(), &percent("rank.column_wins"), Form::WithInterval);
        let place = case(seat.point, found, axes, axes.len());
        fill("rank.seat_amount", [("seat", Sentence::of_name(seat.name())), ("share", share), ("place", place)])
    });
    Headline { verdict, certainty, sentence, amount: amount.into_iter().collect(), depends_on: Vec::new() }
}

/// `Seat 1 clearly wins more than its share, which is 25 %, where the fewest marbles is 0.`; without the share, and
/// with less of the case, where there is no room for it.
fn seen_off(seat: &Seat<'_>, is_little: bool, case: &dyn Fn(usize) -> Sentence) -> Sentence {
    let id = match (seat.off > 0.0, is_little) {
        (true, false) => "rank.more",
        (true, true) => "rank.little_more",
        (false, false) => "rank.less",
        (false, true) => "rank.little_less",
    };
    let even = Estimate { value: Some(seat.even), ..Estimate::default() };
    // which seat it is is a name
    let sentence = fill(id, [("number", Sentence::of_name((seat.number + 1).to_string()))]);
    let sentence = || ("sentence", sentence.clone());
    let share = ("share", Sentence::of_estimate(even, &percent("rank.column_wins"), Form::Alone));
    let whole = match case(MOST) {
        place if place.is_empty() => fill("rank.of_share", [sentence(), share]),
        place => fill("rank.of_share_in_case", [sentence(), share, ("place", place)]),
    };
    let of = |most| fill("rank.in_case", [sentence(), ("place", case(most))]);
    let shorter = [whole, of(MOST), of(1)];
    let short = shorter.into_iter().find(Sentence::is_short);
    short.unwrap_or_else(|| fill("rank.in_some", [sentence()]))
}

/// Axes of a case that the sentence names.
const MOST: usize = 2;

/// ` where the number of players is 3 and the fewest marbles is 0`: what differs from point to point, of one of them,
/// as far as so many.
fn case(point: &SeatsOfPoint, found: &Seats, axes: &[Quantity], most: usize) -> Sentence {
    let differs = |at: &usize| found.points.iter().any(|other| other.values[*at].1 != point.values[*at].1);
    // how many seats there are is said last of all: the share says it as well
    let is_seats = |at: &usize| point.values[*at].1 == Value::Count(point.shares.len() as u64);
    let mut all: Vec<usize> = (0..axes.len().min(point.values.len())).filter(differs).collect();
    all.sort_by_key(is_seats);
    let mut sentence = Sentence::default();
    for (place, at) in all.into_iter().take(most).enumerate() {
        let (axis, value) = (&axes[at], &point.values[at].1);
        let so = axis.label.strip_prefix("whether ");
        let what = match (value, so) {
            (Value::Flag(true), Some(so)) => Sentence::of_name(so),
            (Value::Flag(false), Some(so)) => fill("rank.not_so", [("clause", Sentence::of_name(so))]),
            _ => {
                let id = if axis.is_plural() { "rank.are" } else { "rank.is" };
                let value = Sentence::of_value(value.clone(), axis);
                fill(id, [("axis", Sentence::of_name(axis.with_article())), ("value", value)])
            }
        };
        sentence = sentence.then(fill(if place == 0 { "rank.where" } else { "rank.and" }, [("what", what)]));
    }
    sentence
}

fn percent(label: &'static str) -> Quantity {
    let plain = Quantity::plain("share of wins", word(label));
    Quantity { unit: "%".to_owned(), factor: 100.0, range: [0.0, 1.0], ..plain }
}

fn judged(verdict: Option<Judged>) -> Cell {
    match verdict {
        None => Cell::Absent,
        Some(Judged::Fair) => Cell::Verdict(Verdict::Fair, Some(Certainty::Clearly)),
        Some(Judged::Different) => Cell::Verdict(Verdict::DifferentWithinMargin, Some(Certainty::Clearly)),
        Some(Judged::Unfair) => Cell::Verdict(Verdict::Unfair, Some(Certainty::Clearly)),
        Some(Judged::Unequal) => Cell::Verdict(Verdict::Effect, Some(Certainty::Clearly)),
        Some(Judged::NotResolved) => Cell::Verdict(Verdict::CannotTell, None),
    }
}

fn axis_cells(point: &SeatsOfPoint) -> Vec<Cell> {
    point.values.iter().map(|(_, value)| Cell::Value(value.clone())).collect()
}

/// A row a point, a column a seat.
fn brief(found: &Seats, axes: &[Quantity]) -> Table {
    const HEADS: [&str; 8] = [
        "rank.head_seat_1",
        "rank.head_seat_2",
        "rank.head_seat_3",
        "rank.head_seat_4",
        "rank.head_seat_5",
        "rank.head_seat_6",
        "rank.head_seat_7",
        "rank.head_seat_8",
    ];
    let most = found.points.iter().map(|point| point.shares.len()).max().unwrap_or(0).min(HEADS.len());
    let seat = |at: usize| Column::other(percent(HEADS[at]));
    let row = |point: &SeatsOfPoint| {
        let share = |at: usize| {
            let share = point.shares.get(at).and_then(|share| share.value);
            share.map_or(Cell::Absent, |share| Cell::Number((share * 1000.0).round() / 1000.0))
        };
        axis_cells(point).into_iter().chain((0..most).map(share)).collect()
    };
    Table {
        name: "seats",
        title: say("rank.title_seats"),
        columns: axes.iter().cloned().map(Column::axis).chain((0..most).map(seat)).collect(),
        rows: found.points.iter().map(row).collect(),
        is_brief: true,
    }
}

/// A row a seat, with its interval and its verdict.
fn whole(found: &Seats, axes: &[Quantity]) -> Table {
    let seat = |seat: Seat<'_>| {
        let own = [
            Cell::Value(Value::Count(seat.number as u64 + 1)),
            Cell::Number(seat.even),
            Cell::Estimate(seat.point.shares[seat.number]),
            Cell::Estimate(seat.share()),
            judged(seat.verdict),
            Cell::Number(seat.point.residuals[seat.number]),
        ];
        axis_cells(seat.point).into_iter().chain(own).collect()
    };
    let result = |what, method: &str, head| {
        Column::result(percent("rank.column_wins"), &found.column, what, method).headed(word(head))
    };
    let own = [
        Column::axis(Quantity::plain("seat", word("rank.column_seat"))),
        Column::other(percent("rank.column_even")),
        result("share", "wilson", "rank.column_wins"),
        result("share, all at once", "wilson, goodman", "rank.head_at_once"),
        Column::verdict(),
        Column::other(Quantity::plain("residual", word("rank.column_residual"))),
    ];
    Table {
        name: "each",
        title: say("rank.title_each"),
        columns: axes.iter().cloned().map(Column::axis).chain(own).collect(),
        rows: all(found).into_iter().map(seat).collect(),
        is_brief: false,
    }
}

fn notes(found: &Seats) -> Vec<Note> {
    let note = |heading, sentence| Note { heading, sentence };
    let known: Vec<f64> = found.points.iter().filter_map(|point| point.p).collect();
    let least = holm(&known).into_iter().fold(f64::INFINITY, f64::min);
    let p = [("p", Sentence::of_name(number::p_value(least)))];
    let together = least.is_finite().then(|| fill("rank.seats_together", p));
    let method = [Some(say("rank.seats_method")), together].into_iter().flatten();
    std::iter::once(note(NoteHeading::Words, say("rank.seats_word")))
        .chain(method.map(|sentence| note(NoteHeading::Method, sentence)))
        .collect()
}
