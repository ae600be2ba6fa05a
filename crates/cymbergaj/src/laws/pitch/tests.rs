//! Each line with a place on it, and one a bit to either side: what the clause says of it.

use glam::{DVec2, dvec2};

use super::*;
use crate::laws::clause::Clause;
use crate::laws::placement::{Placement, Region};
use crate::laws::{Laws, Restart};

/// A number a bit nearer to zero, itself, and one a bit farther.
fn around(at: f64) -> [f64; 3] {
    [at.next_down(), at, at.next_up()]
}

/// The usual table with lines so far inside.
fn pitch(line_inset_m: f64, criterion: OutCriterion) -> Pitch {
    let table = Table { line_inset_m, ..Table::default() };
    Pitch { table, criterion, ..Pitch::default() }
}

fn is_out(pitch: Pitch) -> impl Fn(DVec2) -> bool {
    move |at_m| pitch.beyond_m(at_m) > 0.0
}

/// Whether these laws have no fault.
fn fits(change: impl Fn(&mut Laws, f64)) -> impl Fn(f64) -> bool {
    move |value| {
        let mut laws = Laws::default();
        change(&mut laws, value);
        laws.faults().is_empty()
    }
}

/// What is said a bit nearer to zero, on the line, and a bit farther.
struct Row<'a> {
    clause: &'a str,
    line_m: f64,
    says: [bool; 3],
    of: Box<dyn Fn(f64) -> bool + 'a>,
}

fn row<'a>(clause: &'a str, line_m: f64, says: [bool; 3], of: impl Fn(f64) -> bool + 'a) -> Row<'a> {
    Row { clause, line_m, says, of: Box::new(of) }
}

const WITHIN: [bool; 3] = [true, true, false];
const FROM: [bool; 3] = [false, true, true];
const BEYOND: [bool; 3] = [false, false, true];

#[test]
fn a_place_on_a_line_is_judged_as_the_clause_says() {
    let usual = pitch(0.0, OutCriterion::Auto);
    let [inset, centre] = [OutCriterion::Auto, OutCriterion::Centre].map(|criterion| pitch(0.01, criterion));
    let own = [Seat::X, Seat::Y].map(|seat| Ends::FIRST.sign(seat));
    let in_area = |pitch: Pitch, seat: usize| move |at_m: DVec2| pitch.in_area(at_m, Seat::ALL[seat], Ends::FIRST);
    let is_goal = |at_m: DVec2| matches!(usual.crossed(at_m, Ends::FIRST), Line::Goal(_));
    let band_m = 0.5e-3;
    let table = [
        row("CG-1.7 goal area, depth, X", 0.45, FROM, |x| in_area(usual, 0)(dvec2(own[0] * x, 0.0))),
        row("CG-1.7 goal area, depth, Y", 0.45, FROM, |x| in_area(usual, 1)(dvec2(own[1] * x, 0.0))),
        row("CG-1.7 goal area, width", 0.15, WITHIN, |y| in_area(usual, 0)(dvec2(own[0] * 0.5, y))),
        row("CG-1.7 goal area, lines inset", 0.44, FROM, |x| in_area(inset, 0)(dvec2(own[0] * x, 0.0))),
        row("CG-1.8 post", 0.05, WITHIN, |y| is_goal(dvec2(0.6, y))),
        row("CG-4.1a goal line", 0.6, BEYOND, |x| is_out(usual)(dvec2(x, 0.0))),
        row("CG-4.1a side-line", 0.3, BEYOND, |y| is_out(usual)(dvec2(0.2, -y))),
        row("CG-4.1a goal line, inset, whole ball", 0.59925, BEYOND, |x| is_out(inset)(dvec2(-x, 0.0))),
        row("CG-4.1a side-line, inset, whole ball", 0.29925, BEYOND, |y| is_out(inset)(dvec2(0.2, y))),
        row("CG-4.1a goal line, inset, centre", 0.59, BEYOND, |x| is_out(centre)(dvec2(x, 0.0))),
        row("CG-4.1a side-line, inset, centre", 0.29, BEYOND, |y| is_out(centre)(dvec2(0.2, y))),
        row("CG-4.1b band, inner end", 0.5995, FROM, |x| usual.is_near_out(dvec2(x, 0.0), band_m)),
        row("CG-4.1b band, outer end", 0.6005, WITHIN, |x| usual.is_near_out(dvec2(x, 0.0), band_m)),
        row("CG-FB8 ball on the line", 0.59075, BEYOND, |x| usual.is_on_line(dvec2(x, 0.0))),
        row("CG-1.7 centre circle and goal area", 0.45, WITHIN, |radius_m| {
            let change = |laws: &mut Laws, radius_m| {
                laws.pitch.table.circle_radius_m = radius_m;
                laws.pitch.table.width_m = 1.0;
            };
            fits(change)(radius_m)
        }),
        row("CG-3.1 coins on the centre circle", 0.0215, FROM, |radius_m| {
            fits(|laws, radius_m| laws.pitch.table.circle_radius_m = radius_m)(radius_m)
        }),
    ];
    for Row { clause, line_m, says, of } in table {
        assert_eq!(around(line_m).map(of), says, "{clause}: {line_m}");
    }
}

/// Lengths as people write them, in tenths of millimetres: wherever two keys put a line, a place there is on it.
#[test]
fn a_line_is_at_the_decimal_that_its_keys_mean() {
    let read = |tenths: u32| format!("{tenths}e-4").parse::<f64>().expect("a number");
    let mut differ = 0;
    for half in (4000..7000).step_by(13) {
        for depth in (1000..2500).step_by(17) {
            let table = Table { length_m: read(2 * half), goal_area_depth_m: read(depth), ..Table::default() };
            let pitch = Pitch { table, ..Pitch::default() };
            let own = Ends::FIRST.sign(Seat::X);
            let says = around(read(half - depth)).map(|x| pitch.in_area(dvec2(own * x, 0.1), Seat::X, Ends::FIRST));
            assert_eq!(says, FROM, "{half} {depth}");
            differ += u32::from(read(half) - read(depth) != read(half - depth));
        }
    }
    assert!(differ > 1000, "plain differences are other numbers {differ} times");
}

/// A piece is put on a circle by arithmetic that rounds, so that some bits are forgiven to either side, and no more.
#[test]
fn where_a_piece_is_put_rounding_alone_is_forgiven() {
    let slack_m = Pitch::default().slack_m();
    let placed = |region: Region, far_m: Option<f64>| Placement {
        seat: Seat::X,
        piece: Piece::Coin(Seat::X),
        clause: Clause::FreeKick,
        region,
        clear: [far_m.map(|far_m| Clearance { at_m: DVec2::ZERO, far_m }), None],
        post: None,
        slack_m,
        hand_sign: 1.0,
    };
    let all = Region::Rectangle { low_m: dvec2(-0.6, -0.3), high_m: dvec2(0.6, 0.3) };
    // CG-5.8: within the centre circle; CG-5.4: a comb's length from the ball at least, between the rims
    let circle = placed(Region::Circle { radius_m: 0.1 }, None);
    let exclusion = placed(all, Some(0.13 + 0.00925 + 0.01075));
    for (placement, line_m, outwards) in [(circle, 0.1, 1.0), (exclusion, 0.15, -1.0)] {
        let may = |x: f64| placement.check(dvec2(x, 0.0)).is_ok();
        assert_eq!(around(line_m).map(may), [true; 3]);
        assert!(may(line_m + outwards * 0.9 * slack_m) && !may(line_m + outwards * 1.1 * slack_m), "{line_m}");
    }
    assert_eq!(Restart::FreeKick.clause(), Clause::FreeKick);
}
