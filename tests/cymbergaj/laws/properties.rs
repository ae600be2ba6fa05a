//! What holds for the laws whatever happens in the Moves.

use tolley_cymbergaj::laws::{Laws, Match, Piece};
use tolley_experiment::random::{Purpose, Streams};

use super::synthetic::{self, Image};

/// Every image of a match, and the seats, places and times of all its steps as their pre-image has them.
fn steps(laws: &Laws, repeat: u64, image: Image) -> Vec<String> {
    let mut steps = Vec::new();
    let told = |game: &Match| {
        let pieces = Piece::ALL.map(|piece| match piece {
            Piece::Coin(seat) => Piece::Coin(image.seat(seat)),
            Piece::Ball => Piece::Ball,
        });
        let at_m =
            pieces.map(|piece| image.place(game.layout.of(piece)).to_array().map(|place_m| (place_m + 0.0).to_bits()));
        let seats = [game.turn.seat, game.last_touch, game.starter].map(|seat| image.seat(seat));
        let winner = game.winner.map(|seat| image.seat(seat));
        let score = if image.exchanged { [game.score[1], game.score[0]] } else { game.score };
        let times = [game.clock_s, game.elapsed_s, game.added_s].map(f64::to_bits);
        let state = (game.period, game.phase, game.turn.restart, game.turn.move_no, game.idle_count, game.news);
        format!("{seats:?} {winner:?} {score:?} {times:?} {state:?} {at_m:?}")
    };
    let end = synthetic::play_image(laws, repeat, image, |before, _, after| {
        steps.push(told(before));
        steps.push(told(after));
    });
    steps.push(told(&end));
    steps
}

#[test]
fn mirrored_matches_give_mirrored_results_to_the_bit() {
    for laws in synthetic::variants() {
        for repeat in 0..12 {
            let plain = steps(&laws, repeat, Image::default());
            for bits in 1..8 {
                let image = Image { exchanged: bits & 1 != 0, turned: bits & 2 != 0, mirrored: bits & 4 != 0 };
                let mirrored = steps(&laws, repeat, image);
                assert_eq!(mirrored.len(), plain.len(), "match {repeat}, {image:?}");
                for (step, (one, two)) in plain.iter().zip(&mirrored).enumerate() {
                    assert_eq!(one, two, "match {repeat}, {image:?}, step {step}");
                }
            }
        }
    }
}

/// Whatever passes for laws: every restart can be set up, nothing unforeseen happens, and the mirror holds.
fn any_laws(count: u64) {
    let mut tale = Streams::new(31, 0, None).open(Purpose::named("laws"));
    for repeat in 0..count {
        let laws = synthetic::any(&mut tale);
        let end = synthetic::play(&laws, repeat, |_, _, _| ());
        let image = Image { turned: repeat % 2 == 0, mirrored: repeat % 3 > 0, ..Image::default() };
        let mirrored = synthetic::play_image(&laws, repeat, image, |_, _, _| ());
        assert_eq!((mirrored.score, mirrored.winner), (end.score, end.winner), "{repeat}: {laws:?}");
        assert_eq!((mirrored.elapsed_s.to_bits(), mirrored.news), (end.elapsed_s.to_bits(), end.news));
    }
}

#[test]
fn laws_without_faults_can_be_played() {
    any_laws(300);
}

#[test]
#[ignore = "long: a hundred times as many laws"]
fn many_laws_without_faults_can_be_played() {
    any_laws(30_000);
}

#[test]
fn a_match_is_its_own_repeat() {
    let laws = synthetic::variants()[2];
    assert_eq!(steps(&laws, 5, Image::default()), steps(&laws, 5, Image::default()));
}

#[test]
#[ignore = "long: a million Moves"]
fn a_million_random_moves_leave_no_unhandled_state() {
    assert!(synthetic::survive(1_000_000, 78) >= 1_000_000);
}
