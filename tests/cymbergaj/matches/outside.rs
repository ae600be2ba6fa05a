//! Players from outside the match: the same laws, the same errors, other choices.

use std::cell::RefCell;

use glam::DVec2;
use tolley_cymbergaj::laws::{Match, Phase, Seat};
use tolley_cymbergaj::matches::{Course, Image, Pairing, SEEN, Silent, play, seen};
use tolley_cymbergaj::players::{Field, Numbers, Outside, PlacementView};
use tolley_cymbergaj::shot::{Intent, PlayerView, Workspace};
use tolley_experiment::random::{Purpose, Stream, Streams};

use super::paired;

/// Does what the policy of the player would do whose choice it is, and puts things by his habit.
struct Alike<'a> {
    pairing: &'a Pairing,
    seat: Seat,
    /// Of thoughts; no policy here leaves anything to chance.
    workspace: RefCell<(Workspace, Stream)>,
}

impl Outside for Alike<'_> {
    fn wish(&self, _: &Field, asked: &PlacementView) -> DVec2 {
        self.pairing.player(self.seat).habit(asked, &mut self.workspace.borrow_mut().1)
    }

    fn throw_aim(&self, _: &Field, view: &PlayerView) -> DVec2 {
        self.pairing.player(self.seat).throw_aim(view, &mut self.workspace.borrow_mut().1)
    }

    fn stroke(&self, _: &Field, game: &Match) -> Intent {
        let (workspace, thought) = &mut *self.workspace.borrow_mut();
        self.pairing.player(self.seat).stroke(&self.pairing.model(), game, workspace, thought)
    }
}

fn workspace(pairing: &Pairing) -> Workspace {
    Workspace::new(&pairing.setups[0].physics)
}

#[test]
fn who_chooses_as_a_policy_does_plays_its_match() {
    let pairing = paired("a.policy = \"cautious\"\nb.policy = \"direct\"\nclock.half_s = 120", Seat::X);
    for number in 0..8 {
        let streams = Streams::new(4, number, None);
        let thought = RefCell::new((workspace(&pairing), streams.open(Purpose::named("nothing"))));
        let mut alike = Alike { pairing: &pairing, seat: Seat::X, workspace: thought };
        let mut course = Course::begin(&pairing, &streams, Image::Usual);
        let mut own = workspace(&pairing);
        while let Some(seat) = course.chooser(&pairing) {
            alike.seat = seat;
            course.step(&pairing, &mut own, Some(&alike));
        }
        let usual = play(&pairing, &mut workspace(&pairing), &streams, Image::Usual, &mut Silent);
        assert_eq!(course.game, usual, "match {number}");
    }
}

#[test]
fn both_seats_see_the_same_match_each_from_its_own_end() {
    let pairing = paired("clock.half_s = 60", Seat::X);
    let mut course = Course::begin(&pairing, &Streams::new(5, 0, None), Image::Usual);
    let mut own = workspace(&pairing);
    let place = |name: &str| SEEN.iter().position(|known| *known == name).expect("a number that is seen");
    while let Some(seat) = course.chooser(&pairing) {
        let [one, two] = [seat, seat.other()].map(|seat| seen(&pairing, &course, seat));
        assert_eq!([one, two].map(|numbers| numbers[place("chooses")]), [1.0, 0.0]);
        for (mine, yours) in [("own", "other"), ("ball", "ball"), ("other", "own")] {
            for way in ["ahead", "left"] {
                let of = |who: &str| place(&format!("{who}_{way}_ratio"));
                assert_eq!(one[of(mine)], -two[of(yours)], "{mine} {way}");
            }
        }
        let asked = ["puts_ball", "puts_coin_to_take", "puts_coin_to_defend", "throws", "strokes"];
        assert_eq!(asked.map(|name| one[place(name)]).iter().sum::<f64>(), 1.0, "one thing is asked at a time");
        assert!(one.iter().chain(&two).all(|number| number.is_finite()));
        course.step(&pairing, &mut own, Some(&Numbers([0.3, 0.5, -0.2])));
    }
    assert_eq!(course.game.phase, Phase::Over);
}
