use tolley_experiment::random::{Purpose, Stream, Streams};

use super::*;

/// First to a majority of so many points: who scores goes on, else the other has his turn.
struct Majority(u32);

impl Course for Majority {
    fn situations(&self) -> usize {
        2
    }
    fn most_lead(&self) -> i32 {
        self.0 as i32
    }
    fn most_left(&self) -> u32 {
        self.0
    }
    fn ended(&self, lead: i32, left: u32) -> Option<f64> {
        (lead.unsigned_abs() > left).then_some(if lead > 0 { 1.0 } else { 0.0 })
    }
}

/// The chance of the first side with `a` and `b` points to come, his turn or the other's, by the two equations of the
/// turns that follow each other without a point.
fn exact([pa, pb]: [f64; 2], a: u32, b: u32) -> [f64; 2] {
    match (a, b) {
        (0, _) => [1.0; 2],
        (_, 0) => [0.0; 2],
        _ => {
            let (scored, lost) = (exact([pa, pb], a - 1, b)[0], exact([pa, pb], a, b - 1)[1]);
            // x = pa scored + (1 - pa) y, y = pb lost + (1 - pb) x
            let x = (pa * scored + (1.0 - pa) * pb * lost) / (1.0 - (1.0 - pa) * (1.0 - pb));
            [x, pb * lost + (1.0 - pb) * x]
        }
    }
}

fn draws(seed: u64) -> Stream {
    Streams::new(seed, 0, None).open(Purpose::named("races"))
}

/// A race as its steps, and whether the first side won.
fn run(course: &Majority, shares: [f64; 2], stream: &mut Stream) -> (Vec<(At, Step)>, bool) {
    let mut at = At { situation: 0, lead: 0, left: course.0 };
    let mut steps = Vec::new();
    loop {
        let scores = stream.uniform() < shares[at.situation];
        let gain = if scores { 1 - 2 * at.situation as i32 } else { 0 };
        let next = At {
            situation: if scores { at.situation } else { 1 - at.situation },
            lead: at.lead + gain,
            left: at.left - u32::from(scores),
        };
        let ended = course.ended(next.lead, next.left);
        let to = if ended.is_some() { Next::Unseen } else { Next::To(next.situation) };
        steps.push((at, Step { gain, spent: u32::from(scores), next: to }));
        match ended {
            Some(value) => return (steps, value > 0.5),
            None => at = next,
        }
    }
}

fn counted(course: &Majority, shares: [f64; 2], races: usize, stream: &mut Stream) -> (Races, u64) {
    let (mut counted, mut won) = (Races::new(course), 0);
    for race in 0..races as u64 {
        let (steps, wins) = run(course, shares, stream);
        counted.add(course, race, &steps, &[], None);
        won += u64::from(wins);
    }
    (counted, won)
}

#[test]
fn a_known_chance_lies_in_its_interval_as_often_as_that_says() {
    let (course, shares) = (Majority(15), [0.4, 0.34]);
    let places = [(At { situation: 0, lead: 0, left: 15 }, [8, 8]), (At { situation: 1, lead: 2, left: 7 }, [3, 5])];
    for races in [40, 200] {
        let (mut stream, sets) = (draws(races as u64), 200);
        let mut inside = [0; 2];
        for _ in 0..sets {
            let fit = counted(&course, shares, races, &mut stream).0.fit(&course).expect("enough races");
            for (count, (at, [a, b])) in inside.iter_mut().zip(places) {
                let known = exact(shares, a, b)[at.situation];
                let [low, high] = fit.chance(at).interval.expect("an interval");
                *count += u32::from(low <= known && known <= high);
            }
        }
        // 95 % of 200 within four standard errors of that count
        assert!(inside.iter().all(|count| (178..=199).contains(count)), "{races} races: {inside:?} of {sets}");
    }
}

#[test]
fn the_curve_begins_at_the_share_of_wins_and_ends_at_none_or_all() {
    let course = Majority(25);
    let (counted, won) = counted(&course, [0.5, 0.5], 4_000, &mut draws(7));
    let fit = counted.fit(&course).expect("enough races");
    let start = fit.chance(At { situation: 0, lead: 0, left: 25 });
    let share = won as f64 / 4_000.0;
    assert!((start.value.unwrap_or(f64::NAN) - share).abs() < 0.025, "{start:?} beside {share}");
    assert!((share - exact([0.5, 0.5], 13, 13)[0]).abs() < 0.03);
    for (lead, left, value) in [(13, 12, 1.0), (-9, 3, 0.0), (13, 0, 1.0), (-1, 0, 0.0)] {
        assert_eq!(fit.value(At { situation: 1, lead, left }), value);
    }
    // what is worth something is the difference of both ends
    let (from, to) = (At { situation: 0, lead: 0, left: 25 }, At { situation: 0, lead: 1, left: 24 });
    let worth = fit.change(from, Place::At(to));
    assert_eq!(worth.value, Some(fit.value(to) - fit.value(from)));
    assert!(worth.value > Some(0.0) && worth.interval.is_some());
}

/// Two halves of so many steps; a point each way is as likely.
struct Halves;

impl Course for Halves {
    fn situations(&self) -> usize {
        2
    }
    fn most_lead(&self) -> i32 {
        6
    }
    fn most_left(&self) -> u32 {
        6
    }
    fn ended(&self, _lead: i32, _left: u32) -> Option<f64> {
        None
    }
    fn breaks(&self) -> &[Break] {
        &[Break { left: 2, decides: true }]
    }
}

#[test]
fn a_race_begins_anew_where_a_lead_does_not_decide_it() {
    // four steps of which the side scores whose turn it is, then only the first side scores and only where it begins
    let mut counted = Races::new(&Halves);
    let step = |gain, to| Step { gain, spent: 1, next: Next::To(to) };
    for race in 0..40_u64 {
        let early =
            [(At { situation: 0, lead: 0, left: 6 }, step(1, 1)), (At { situation: 1, lead: 1, left: 5 }, step(-1, 0))];
        let opens = usize::from(race % 4 == 0);
        counted.add(&Halves, race, &early, &[(0, opens)], Some(0.25));
    }
    let fit = counted.fit(&Halves).expect("enough races");
    // level after four steps; then 0, 1, 0 or 1, 0, 1 decides nothing in two steps, whoever begins
    assert!((fit.value(At { situation: 0, lead: 0, left: 6 }) - 0.25).abs() < 1e-12);
    // a lead of one where it decides
    assert_eq!(fit.value(At { situation: 0, lead: 1, left: 3 }), 1.0);
    // one step of the first side leads where nothing is left
    assert_eq!(fit.value(At { situation: 0, lead: 0, left: 1 }), 1.0);
    assert_eq!(fit.level().value, Some(0.25));
    assert!(counted.steps() == 80 && Races::new(&Halves).fit(&Halves).is_none());
}

/// Three steps that are foreseen, then a whistle after each further one with one chance in two.
struct Whistle;

impl Course for Whistle {
    fn situations(&self) -> usize {
        1
    }
    fn most_lead(&self) -> i32 {
        30
    }
    fn most_left(&self) -> u32 {
        4
    }
    fn ended(&self, _lead: i32, _left: u32) -> Option<f64> {
        None
    }
    fn bands(&self) -> usize {
        2
    }
    fn band(&self, left: u32) -> usize {
        usize::from(left == 1)
    }
    fn floor(&self, left: u32) -> u32 {
        u32::from(left > 1)
    }
}

#[test]
fn an_end_that_nobody_foresees_comes_as_often_as_it_was_counted() {
    let mut counted = Races::new(&Whistle);
    let at = |left| At { situation: 0, lead: 0, left };
    let step = |gain, spent| Step { gain, spent, next: Next::To(0) };
    for race in 0..40_u64 {
        // steps of two that would run over the end; then a point in one step of two, and the end after one of two
        let late = if race % 2 == 0 { [step(1, 0), step(0, 1)] } else { [step(0, 0), step(1, 1)] };
        let steps = [(at(4), step(0, 2)), (at(2), step(0, 2)), (at(1), late[0]), (at(1), late[1])];
        counted.add(&Whistle, race, &steps, &[], Some(0.0));
    }
    let fit = counted.fit(&Whistle).expect("enough races");
    // level: a point in one of two, the end without one in one of four, else the same again: x = 1/2 + x/4
    for left in [1, 2, 4] {
        assert!((fit.value(at(left)) - 2.0 / 3.0).abs() < 1e-9, "{left}: {}", fit.value(at(left)));
    }
    // a lead that is never lost, but for where rounds agree
    assert!((fit.value(At { lead: 1, ..at(3) }) - 1.0).abs() < 1e-9);
}
