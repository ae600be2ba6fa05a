//! What a profile may say of a player of marbles, his toley and his sand.

use tolley_experiment::path;
use tolley_experiment::schema::Schema;
use tolley_experiment::unit::{Dimension, parse_quantity};
use tolley_experiment::words::{ProfileWord, WordSet, misses, one};

use super::balls::{Marble, Toley};
use super::player::Player;
use super::surface::{REFERENCE_RADIUS_M, SizeLaw, Surface, SurfacePreset};

/// The words of a shot and of a match.
pub const WORDS: &[ProfileWord] = &[
    ProfileWord {
        word: "misses",
        such: "\"3 cm at 1 m\"",
        sets: |schema, texts| misses(schema, texts, [path!(Player.preset), path!(Player.aim_sd_rad)]),
    },
    ProfileWord {
        word: "hardest",
        such: "\"4 m/s\"",
        sets: |_, texts| Ok(vec![WordSet::of(path!(Player.speed_max_m_s), one(texts)?)]),
    },
    ProfileWord {
        word: "toley",
        such: "\"17 mm\"",
        sets: |_, texts| Ok(vec![WordSet::of(path!(Toley.diameter_m), one(texts)?)]),
    },
    ProfileWord { word: "sand", such: "\"fast\", or \"toley rolls 71 cm from 10 cm\"", sets: sand },
];

/// Between the ball and its way.
const ROLLS: &str = "rolls ";

/// One of the kinds of sand, or how far a ball rolls on it.
fn sand(_: &Schema, texts: &[&str]) -> Result<Vec<WordSet>, String> {
    let text = one(texts)?.trim();
    if SurfacePreset::from_name(text).is_some() {
        return Ok(vec![WordSet::of(path!(Surface.preset), text)]);
    }
    let known = || format!("\"{text}\" is neither one of {} nor how far a ball rolls", SurfacePreset::NAMES.join(", "));
    let (ball, way) = text.split_once(ROLLS).ok_or_else(known)?;
    let (way, height) = way.split_once("from").ok_or_else(known)?;
    let length_m = |text: &str| {
        let length_m = parse_quantity(text, Dimension::of_name("length_m"));
        let length_m = length_m.map_err(|error| format!("\"{}\": {error}", text.trim()))?;
        if length_m > 0.0 { Ok(length_m) } else { Err(format!("\"{}\" is not more than 0 m", text.trim())) }
    };
    let radius_m = match ball.trim() {
        "toley" => Toley::default().diameter_m / 2.0,
        "marble" => Marble::default().diameter_m / 2.0,
        other => {
            length_m(other).map_err(|why| format!("which ball rolls: toley, marble or its diameter; {why}"))? / 2.0
        }
    };
    let ratio = rolling_ratio(length_m(way)?, length_m(height)?) * size_factor(radius_m);
    Ok(vec![WordSet::of(path!(Surface.rolling_friction_ratio), ratio)])
}

/// Deceleration over gravity of a ball that rolls so far from a ramp of that height, on which it starts at rest: its
/// speed at the foot is the root of 10/7 g h.
fn rolling_ratio(way_m: f64, height_m: f64) -> f64 {
    5.0 * height_m / (7.0 * way_m)
}

/// What rolling friction of a ball of this size is multiplied by to be that of the size to which the key belongs, by
/// the law of size where a scenario says nothing else of it.
fn size_factor(radius_m: f64) -> f64 {
    let usual = Surface::default();
    match usual.size_law {
        SizeLaw::None => 1.0,
        SizeLaw::Power => libm::pow(radius_m / REFERENCE_RADIUS_M, usual.size_exponent_ratio),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tolley_experiment::keys::KeySet;

    use crate::shot::ShotKeys;

    fn said(text: &str) -> Result<String, String> {
        let schema = Schema::of::<ShotKeys>();
        let found = sand(&schema, &[text])?;
        assert!(found.iter().all(|set| ShotKeys::setter(set.key).is_some()));
        Ok(found.iter().map(|set| format!("{} = {}", set.key, set.typed)).collect())
    }

    #[test]
    fn sand_is_a_kind_or_how_far_a_ball_rolls() {
        assert_eq!(said("damp").as_deref(), Ok("surface.preset = damp"));
        let ratio = |text: &str| -> f64 {
            let said = said(text).expect("sand");
            said.strip_prefix("surface.rolling_friction_ratio = ")
                .and_then(|ratio| ratio.parse().ok())
                .expect("a ratio")
        };
        assert!((ratio("toley rolls 714.2857 mm from 10 cm") - 0.1).abs() < 1e-6);
        // a smaller ball is slowed more, and rolls as far on faster sand
        assert!((ratio("marble rolls 714.2857 mm from 10 cm") - 0.1 * (12.7_f64 / 19.05).sqrt()).abs() < 1e-6);
        assert!((ratio("17 mm rolls 1 m from 10 cm") / ratio("toley rolls 1 m from 10 cm") - 0.94466).abs() < 1e-4);
    }

    #[test]
    fn what_is_no_sand_is_told() {
        for (text, why) in [
            ("fsat", "\"fsat\" is neither one of default, fast, damp nor how far a ball rolls"),
            ("toley rolls 71 cm", "neither one of"),
            ("cube rolls 71 cm from 10 cm", "which ball rolls: toley, marble or its diameter"),
            ("toley rolls 71 from 10 cm", "\"71\": the unit is missing"),
            ("toley rolls 0 cm from 10 cm", "\"0 cm\" is not more than 0 m"),
        ] {
            let told = said(text).expect_err(text);
            assert!(told.contains(why), "{told}");
        }
    }
}
