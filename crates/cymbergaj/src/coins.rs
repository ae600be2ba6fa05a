//! The coins of the game set, as presets: a coin's id sets its diameter and its nominal mass.
//!
//! Diameters and masses: metalmarket.eu (masses of the 1995 series), geekweek.interia.pl 7126511; the law behind them
//! is M.P. 1994 nr 64 poz. 575, in force from 1995-01-01, whose mass table was not readable.

use tolley_experiment::key::Value::{self, Number};

/// Ids that a scenario may name.
pub const IDS: &[&str] = &["PL-2zl-1994", "PL-20gr-1990", "PL-50gr-1990", "PL-1zl-1990", "PL-5zl-1994"];

/// Ids, with the ball's default first.
pub const BALL_IDS: &[&str] = &["PL-20gr-1990", "PL-2zl-1994", "PL-50gr-1990", "PL-1zl-1990", "PL-5zl-1994"];

/// What a preset sets.
pub type Sets = &'static [(&'static str, &'static [(&'static str, Value)])];

macro_rules! coins {
    ($name:ident, $about:literal, $diameter:literal, $mass:literal) => {
        #[doc = $about]
        pub const $name: Sets = &[
            ("PL-2zl-1994", &[($diameter, Number(0.0215)), ($mass, Number(0.00521))]),
            ("PL-20gr-1990", &[($diameter, Number(0.0185)), ($mass, Number(0.00322))]),
            ("PL-50gr-1990", &[($diameter, Number(0.0205)), ($mass, Number(0.00394))]),
            ("PL-1zl-1990", &[($diameter, Number(0.0230)), ($mass, Number(0.00500))]),
            ("PL-5zl-1994", &[($diameter, Number(0.0240)), ($mass, Number(0.00654))]),
        ];
    };
}
coins!(STRIKER, "What `striker.coin` sets.", "striker.diameter_m", "striker.mass_kg");
coins!(OPPONENT, "What `opponent.coin` sets.", "opponent.diameter_m", "opponent.mass_kg");
coins!(BALL, "What `ball.coin` sets.", "ball.diameter_m", "ball.mass_kg");
