use super::*;

/// One body that has an event after every step, and how it spoils itself.
#[derive(Clone, Copy)]
struct Clockwork {
    step_s: f64,
    /// Its number turns NaN at this event.
    breaks_at: u32,
    /// It rests after this event.
    rests_at: u32,
}

struct Hand {
    events: u32,
    time_s: f64,
    number: f64,
}

impl World for Clockwork {
    type Setup = Clockwork;
    type State = Hand;
    type Scratch = ();

    fn next(setup: &Clockwork, state: &Hand, (): &mut ()) -> Option<Event> {
        let moves = state.events < setup.rests_at;
        moves.then(|| Event::of_body(state.time_s + setup.step_s, Kind::Mode, 0))
    }

    fn advance(_: &Clockwork, state: &mut Hand, event: &Event) {
        state.time_s = event.time_s;
    }

    fn resolve(setup: &Clockwork, state: &mut Hand, _: &mut Event) {
        state.events += 1;
        if state.events == setup.breaks_at {
            state.number = f64::NAN;
        }
    }

    fn forget(_: &Clockwork, _: &Hand, (): &mut (), _: &Event) {}

    fn is_finite(state: &Hand, _: &Event) -> bool {
        state.number.is_finite()
    }

    fn at_rest(state: &Hand) -> bool {
        state.events >= 12
    }

    fn settle(_: &Clockwork, state: &mut Hand, time_s: f64) {
        state.time_s = time_s;
    }
}

const NEVER: u32 = u32::MAX;
const LIMITS: Limits = Limits { until_s: f64::INFINITY, max_events: 100, max_events_at_once: 10 };

fn play(setup: Clockwork, limits: Limits) -> (Ending, Hand) {
    let mut hand = Hand { events: 0, time_s: 0.0, number: 0.0 };
    let ending = run::<Clockwork, Silent>(&setup, &mut hand, &mut (), &limits, &mut Silent);
    (ending, hand)
}

#[test]
fn the_budget_of_events_ends_what_never_ends() {
    let (ending, hand) = play(Clockwork { step_s: 1.0, breaks_at: NEVER, rests_at: NEVER }, LIMITS);
    assert_eq!((ending, hand.events), (Ending::Quarantined(Reason::EventBudget), 101));
}

#[test]
fn a_clock_that_stands_ends_the_trial_and_one_that_creeps_does_not() {
    let standing = Clockwork { step_s: 1e-14, breaks_at: NEVER, rests_at: NEVER };
    let (ending, hand) = play(standing, LIMITS);
    assert_eq!((ending, hand.events), (Ending::Quarantined(Reason::ClockStands), 11));
    let (ending, hand) = play(Clockwork { step_s: 2e-12, ..standing }, LIMITS);
    assert_eq!((ending, hand.events), (Ending::Quarantined(Reason::EventBudget), 101));
}

#[test]
fn a_number_that_is_not_finite_ends_the_trial_at_its_event() {
    let (ending, hand) = play(Clockwork { step_s: 1.0, breaks_at: 7, rests_at: NEVER }, LIMITS);
    assert_eq!((ending, hand.events, hand.time_s), (Ending::Quarantined(Reason::NotFinite), 7, 7.0));
}

#[test]
fn rest_until_and_what_neither_rests_nor_meets_anything() {
    let setup = |rests_at| Clockwork { step_s: 1.0, breaks_at: NEVER, rests_at };
    assert_eq!(play(setup(12), LIMITS).0, Ending::Rest);
    assert_eq!(play(setup(5), LIMITS).0, Ending::Quarantined(Reason::NeverRests));
    let (ending, hand) = play(setup(NEVER), Limits { until_s: 6.5, ..LIMITS });
    assert_eq!((ending, hand.events, hand.time_s), (Ending::Until, 6, 6.5));
    assert_eq!(play(setup(12), Limits { until_s: 20.0, ..LIMITS }).0, Ending::Rest);
}

#[test]
fn equal_times_are_ordered_by_class_then_by_numbers() {
    let stop = Event::of_body(1.0, Kind::Stop, 5);
    let edge = Event::of_body(1.0, Kind::Edge, 0);
    let pair = Event::of_pair(1.0, 2, 1);
    assert!(stop.precedes(&edge) && edge.precedes(&pair) && !pair.precedes(&pair));
    assert!(pair.precedes(&Event::of_pair(1.0, 1, 3)) && pair.precedes(&Event::of_pair(1.0, 2, 3)));
    assert!(Event::of_pair(0.5, 7, 8).precedes(&stop));
}
