//! Players who change seats in the mirrored match play the mirrored match, to the bit.

use glam::dvec2;
use tolley_cymbergaj::laws::{Match, Seat};
use tolley_cymbergaj::matches::{Image, MatchSink, Step, play};
use tolley_cymbergaj::shot::{Launch, PlayerView, Workspace};
use tolley_experiment::random::Streams;

use super::paired;

/// Every Move as its mover saw it, with the seat that player a would have in the match as it is.
#[derive(Default)]
struct Moves(Vec<(Seat, PlayerView, Launch, PlayerView)>);

impl MatchSink for Moves {
    fn begin(&mut self, _: &Match) {}

    fn step(&mut self, before: &Match, step: &Step, _: &Match) {
        if let Step::Moved { launch, played, .. } = step {
            let seat = before.turn.seat;
            self.0.push((seat, PlayerView::of(&before.layout, seat, before.ends), *launch, played.end));
        }
    }
}

fn both(keys: &str, matches: u64) -> u32 {
    let [usual, changed] = [Seat::X, Seat::Y].map(|seat| paired(keys, seat));
    let mut workspace = Workspace::new(&usual.setups[0].physics);
    let mut moves_played = 0;
    for repeat in 0..matches {
        let streams = Streams::new(8, repeat, None);
        let (mut as_is, mut mirrored) = (Moves::default(), Moves::default());
        let one = play(&usual, &mut workspace, &streams, Image::Usual, &mut as_is);
        let two = play(&changed, &mut workspace, &streams, Image::Mirrored, &mut mirrored);
        assert_eq!(as_is.0.len(), mirrored.0.len());
        for (here, there) in as_is.0.iter().zip(&mirrored.0) {
            assert_eq!((here.0, &here.1, &here.2, &here.3), (there.0.other(), &there.1, &there.2, &there.3));
        }
        assert_eq!(one.winner, two.winner.map(Seat::other));
        assert_eq!(one.score, [two.score[1], two.score[0]]);
        assert_eq!(one.series, [two.series[1], two.series[0]]);
        assert_eq!((one.elapsed_s.to_bits(), one.period), (two.elapsed_s.to_bits(), two.period));
        for seat in [Seat::X, Seat::Y] {
            let about_the_middle = dvec2(-1.0, 1.0);
            assert_eq!(one.layout.coin(seat), two.layout.coin(seat.other()) * about_the_middle);
        }
        moves_played += one.move_count;
    }
    moves_played
}

#[test]
fn every_policy_plays_the_mirrored_match() {
    for (a, b, matches) in
        [("direct", "cautious", 60), ("random", "direct", 60), ("sampled", "direct", 3), ("tactical", "direct", 5)]
    {
        let keys = format!(
            "[a]\npolicy = \"{a}\"\npreset = \"expert\"\nmass_ratio = 1.05\n[b]\npolicy = \"{b}\"\npreset = \"novice\"\n"
        );
        assert!(both(&keys, matches) > 100);
    }
}

#[test]
fn so_do_people_who_make_mistakes_on_a_table_with_inset_lines() {
    let keys = "[human]\npreset = \"human\"\n[table]\nline_inset_m = 0.01\nposts = \"physical\"\n[a]\nmass_ratio = 0.95\n\
                [strike]\nby = \"impulse\"\n[laws]\nkickoff_spot = \"free\"\npenalty_spot = \"free\"\n";
    assert!(both(keys, 100) > 4000);
}

#[test]
fn unlike_players_do_not_play_the_same_match_from_the_other_seat() {
    let usual = paired("[a]\npreset = \"expert\"\n", Seat::X);
    let mut workspace = Workspace::new(&usual.setups[0].physics);
    let ends = |image| play(&usual, &mut workspace, &Streams::new(8, 0, None), image, &mut Moves::default()).layout;
    let [one, two] = [Image::Usual, Image::Mirrored].map(ends);
    assert_ne!(one.ball(), two.ball() * dvec2(-1.0, 1.0));
}
