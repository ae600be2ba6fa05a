//! Random dice: sets of faces that meet N1 to N9.

use tolley_experiment::random::Stream;

use crate::keys::faces::{Arrow, Champion, Defend, Face, Keeper, Penalty, Shot, Symbol};
use crate::keys::{Dice, Die, checks};

/// Draws sets until one breaks no constraint: each such set with arrows, numbers and symbols of these ranges may
/// come. Numbers: control 1 to 2, pass 1 to 3, cross 2 to 4; of five faces, three have no symbol, one "?", one X.
pub fn random_dice(stream: &mut Stream) -> Dice {
    loop {
        let arrows =
            [arrow_die(stream, &Arrow::ALL[..3], 1..=2), pass_die(stream), arrow_die(stream, &Arrow::ALL[..3], 2..=4)];
        let dice = Dice {
            arrows,
            shot: result_die(stream, Shot::ALL),
            defend: result_die(stream, Defend::ALL),
            keeper: result_die(stream, Keeper::ALL),
            penalty: result_die(stream, Penalty::ALL),
            champion: result_die(stream, Champion::ALL),
        };
        if checks::violations(&dice).is_empty() {
            return dice;
        }
    }
}

fn one_of<T: Copy>(stream: &mut Stream, of: &[T]) -> T {
    of[stream.below(of.len() as u64) as usize]
}

fn face(stream: &mut Stream, arrows: &[Arrow], numbers: &std::ops::RangeInclusive<u8>) -> Face {
    let number = numbers.start() + stream.below(u64::from(numbers.end() - numbers.start()) + 1) as u8;
    let symbol = one_of(stream, &[Symbol::None, Symbol::None, Symbol::None, Symbol::Query, Symbol::Cross]);
    Face { arrow: one_of(stream, arrows), number, symbol }
}

fn arrow_die(stream: &mut Stream, arrows: &[Arrow], numbers: std::ops::RangeInclusive<u8>) -> Die<Face> {
    let faces = [0; 6].map(|_| face(stream, arrows, &numbers));
    Die::new(faces, [1.0; 6])
}

/// N3: one face is the backward arrow of 1.
fn pass_die(stream: &mut Stream) -> Die<Face> {
    let mut faces = [0; 6].map(|_| face(stream, Arrow::ALL, &(1..=3)));
    faces[0] = Face { arrow: Arrow::Backward, number: 1, ..faces[0] };
    Die::new(faces, [1.0; 6])
}

/// N8: every result once, the rest at random.
fn result_die<F: Copy + PartialEq>(stream: &mut Stream, all: &[F]) -> Die<F> {
    let mut faces = [all[0]; 6];
    for (i, face) in faces.iter_mut().enumerate() {
        *face = if i < all.len() { all[i] } else { one_of(stream, all) };
    }
    Die::new(faces, [1.0; 6])
}
