//! The table as each player sees it.

use glam::dvec2;
use tolley_cymbergaj::laws::{Ends, Layout, Seat};
use tolley_cymbergaj::shot::PlayerView;

#[test]
fn a_layout_seen_and_put_back_is_the_same() {
    let layout = Layout::new(dvec2(-0.1, 0.03), dvec2(0.2, -0.05), dvec2(0.01, 0.02));
    let mirrored = Ends { hand_sign: -1.0, ..Ends::FIRST };
    for ends in [Ends::FIRST, Ends::FIRST.swapped(), mirrored] {
        for seat in [Seat::X, Seat::Y] {
            let view = PlayerView::of(&layout, seat, ends);
            assert_eq!(view.layout(seat, ends), layout);
            let turned = PlayerView { own_m: -view.other_m, ball_m: -view.ball_m, other_m: -view.own_m };
            assert_eq!(PlayerView::of(&layout, seat.other(), ends), turned);
        }
    }
    assert_eq!(PlayerView::of(&layout, Seat::X, Ends::FIRST).own_m, layout.coin(Seat::X));
    assert_eq!(PlayerView::of(&layout, Seat::Y, Ends::FIRST).own_m, -layout.coin(Seat::Y));
}
