use super::*;

/// One body that has an event after every step, and how it spoils itself.
#[derive(Clone, Copy)]
struct Clockwork {
    step_s: f64,
    /// Its number turns NaN at this event.
    breaks_at: u32,
    /// It rests after this event.
    rests_at: u32,
    /// Its overlap shows from this event on.
    overlaps_at: u32,
    /// Energy is lost at this event, and nobody books it.
    leaks_at: u32,
    /// From this event on its prediction is off until it is made anew.
    strays_at: u32,
    /// The same of the event after the next.
    strays_later_at: u32,
    /// The clock runs backwards at this event.
    turns_at: u32,
}

/// Predictions: of the event after the next one, and whether they are fresh.
#[derive(Clone, Default)]
struct Foresight {
    after_s: f64,
    is_fresh: bool,
}

struct Hand {
    events: u32,
    time_s: f64,
    number: f64,
    energy_j: f64,
}

/// Runs on for ever, one event a second.
const STEADY: Clockwork = Clockwork {
    step_s: 1.0,
    breaks_at: NEVER,
    rests_at: NEVER,
    overlaps_at: NEVER,
    leaks_at: NEVER,
    strays_at: NEVER,
    strays_later_at: NEVER,
    turns_at: NEVER,
};

impl World for Clockwork {
    type Setup = Clockwork;
    type State = Hand;
    type Scratch = Foresight;

    fn predict(setup: &Clockwork, state: &Hand, sight: &mut Foresight) -> Option<Event> {
        let moves = state.events < setup.rests_at;
        let late_s = |at| if state.events >= at && !sight.is_fresh { 0.25 } else { 0.0 };
        sight.after_s = state.time_s + 2.0 * setup.step_s + late_s(setup.strays_later_at);
        let late_s = late_s(setup.strays_at);
        let back_s = if state.events == setup.turns_at { 2.0 * setup.step_s } else { 0.0 };
        moves.then(|| Event::of_body(state.time_s + setup.step_s + late_s - back_s, Kind::Mode, 0))
    }

    fn advance(_: &Clockwork, state: &mut Hand, event: &Event) {
        state.time_s = event.time_s;
    }

    fn resolve(setup: &Clockwork, state: &mut Hand, _: &mut Foresight, _: &mut Event) {
        state.events += 1;
        if state.events == setup.breaks_at {
            state.number = f64::NAN;
        }
        if state.events == setup.leaks_at {
            state.energy_j -= 1e-8;
        }
    }

    fn forget(sight: &mut Foresight, _: &Event) {
        sight.is_fresh = false;
    }

    fn is_finite(state: &Hand, _: &Foresight, _: &Event) -> bool {
        state.number.is_finite()
    }

    fn at_rest(state: &Hand) -> bool {
        state.events >= 12
    }

    fn settle(_: &Clockwork, state: &mut Hand, time_s: f64) {
        state.time_s = time_s;
    }
}

impl Audited for Clockwork {
    fn forget_all(sight: &mut Foresight) {
        sight.is_fresh = true;
    }

    fn energy_j(_: &Clockwork, state: &Hand) -> f64 {
        state.energy_j
    }

    fn energy_tolerance_ratio(_: &Clockwork) -> f64 {
        1e-9
    }

    fn agree(one: &Foresight, two: &Foresight) -> bool {
        one.after_s == two.after_s
    }

    fn overlap_m(setup: &Clockwork, state: &Hand, _: f64, _: f64) -> f64 {
        if state.events >= setup.overlaps_at { 1e-11 } else { 0.0 }
    }
}

const NEVER: u32 = u32::MAX;
const LIMITS: Limits = Limits { until_s: f64::INFINITY, max_events: 100, max_events_at_once: 10, is_audited: false };
const AUDITED: Limits = Limits { is_audited: true, ..LIMITS };

fn play(setup: Clockwork, limits: Limits) -> (Ending, Hand) {
    let mut hand = Hand { events: 0, time_s: 0.0, number: 0.0, energy_j: 1.0 };
    let ending = run::<Clockwork, Silent>(&setup, &mut hand, &mut Foresight::default(), &limits, &mut Silent);
    (ending, hand)
}

#[test]
fn the_budget_of_events_ends_what_never_ends() {
    let (ending, hand) = play(STEADY, LIMITS);
    assert_eq!((ending, hand.events), (Ending::Quarantined(Reason::EventBudget), 101));
}

#[test]
fn a_clock_that_stands_ends_the_trial_and_one_that_creeps_does_not() {
    let standing = Clockwork { step_s: 1e-14, ..STEADY };
    let (ending, hand) = play(standing, LIMITS);
    assert_eq!((ending, hand.events), (Ending::Quarantined(Reason::ClockStands), 11));
    let (ending, hand) = play(Clockwork { step_s: 2e-12, ..standing }, LIMITS);
    assert_eq!((ending, hand.events), (Ending::Quarantined(Reason::EventBudget), 101));
}

/// Rule P16: of ten thousand events each must take 1 ns on average.
#[test]
fn a_clock_that_crawls_ends_the_trial() {
    let limits = Limits { max_events: 50_000, ..LIMITS };
    let (ending, hand) = play(Clockwork { step_s: 0.9e-9, ..STEADY }, limits);
    assert_eq!((ending, hand.events), (Ending::Quarantined(Reason::ClockStands), 10_000));
    let (ending, hand) = play(Clockwork { step_s: 1.1e-9, ..STEADY }, limits);
    assert_eq!((ending, hand.events), (Ending::Quarantined(Reason::EventBudget), 50_001));
}

/// Rule P9.
#[test]
fn a_clock_that_runs_backwards_ends_the_trial_before_that_event() {
    let (ending, hand) = play(Clockwork { turns_at: 5, ..STEADY }, LIMITS);
    assert_eq!((ending, hand.events, hand.time_s), (Ending::Quarantined(Reason::ClockBack), 5, 5.0));
}

/// Rule P20.
#[test]
fn an_audit_finds_what_is_wrong_and_nothing_where_all_is_right() {
    let wrong = [
        (Clockwork { overlaps_at: 3, ..STEADY }, Reason::Overlap),
        (Clockwork { leaks_at: 3, ..STEADY }, Reason::EnergyUnbalanced),
        (Clockwork { strays_at: 3, ..STEADY }, Reason::StalePrediction),
        (Clockwork { strays_later_at: 3, ..STEADY }, Reason::StalePrediction),
    ];
    for (setup, reason) in wrong {
        let (ending, hand) = play(setup, AUDITED);
        assert_eq!((ending, hand.events), (Ending::Quarantined(reason), 3));
        if !cfg!(debug_assertions) {
            assert_eq!(play(setup, LIMITS).0, Ending::Quarantined(Reason::EventBudget));
        }
    }
    assert_eq!(play(Clockwork { rests_at: 12, ..STEADY }, AUDITED).0, Ending::Rest);
    let laid_out = Clockwork { overlaps_at: 0, rests_at: 12, ..STEADY };
    assert_eq!(play(laid_out, AUDITED).0, Ending::Rest, "what overlapped at the start may");
}

#[test]
fn a_number_that_is_not_finite_ends_the_trial_at_its_event() {
    let (ending, hand) = play(Clockwork { breaks_at: 7, ..STEADY }, LIMITS);
    assert_eq!((ending, hand.events, hand.time_s), (Ending::Quarantined(Reason::NotFinite), 7, 7.0));
}

#[test]
fn rest_until_and_what_neither_rests_nor_meets_anything() {
    let setup = |rests_at| Clockwork { rests_at, ..STEADY };
    assert_eq!(play(setup(12), LIMITS).0, Ending::Rest);
    assert_eq!(play(setup(5), LIMITS).0, Ending::Quarantined(Reason::NeverRests));
    let (ending, hand) = play(setup(NEVER), Limits { until_s: 6.5, ..LIMITS });
    assert_eq!((ending, hand.events, hand.time_s), (Ending::Until, 6, 6.5));
    assert_eq!(play(setup(12), Limits { until_s: 20.0, ..LIMITS }).0, Ending::Rest);
}

#[test]
fn equal_times_are_ordered_by_class_then_by_numbers() {
    let stop = Due::of_body(1.0, Kind::Stop, 5);
    let edge = Due::of_body(1.0, Kind::Edge, 0);
    let pair = Due::of_pair(1.0, 2, 1);
    assert!(stop.precedes(&edge) && edge.precedes(&pair) && !pair.precedes(&pair));
    assert!(pair.precedes(&Due::of_pair(1.0, 1, 3)) && pair.precedes(&Due::of_pair(1.0, 2, 3)));
    assert!(Due::of_pair(0.5, 7, 8).precedes(&stop));
}
