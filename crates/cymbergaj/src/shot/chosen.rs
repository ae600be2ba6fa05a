//! What a player chooses in one flick, how he errs at it, and which flicks are mirror images of each other.

use glam::dvec2;
use tolley_experiment::hand::{Chosen, Hand, Image, correlated};
use tolley_experiment::keys::KeyTable;
use tolley_experiment::path;

use super::flick_keys::FlickKeys;
use super::start::StartFrom;
use crate::keys::{Skill, Strike};

/// How far from the ball's centre a line of a sweep passes at most, in ways to the ball.
const PASSING: f64 = 0.9;

/// The hand of the keys of a flick.
pub(super) fn hand(keys: &FlickKeys) -> Hand {
    let Skill { aim_sd_rad, speed_sd_ratio, offset_sd_ratio, .. } = keys.player;
    let Skill { aim_bias_rad, speed_bias_ratio, offset_bias_ratio, .. } = keys.player;
    let erred = [path!(Strike.aim_offset_m), path!(Strike.speed_m_s), path!(Strike.offset_ratio)];
    let mut chosen = vec![
        // a small turn to the left moves the line by so much to the left where it passes the ball
        Chosen {
            bias: Some((path!(Skill.aim_bias_rad), aim_bias_rad * to_ball_m(keys))),
            within: Some([-PASSING * to_ball_m(keys), PASSING * to_ball_m(keys)]),
            ..Chosen::erring(path!(Strike.aim_offset_m), aim_sd_rad * to_ball_m(keys))
        },
        Chosen {
            is_factor: true,
            bias: Some((path!(Skill.speed_bias_ratio), speed_bias_ratio)),
            ..Chosen::erring(path!(Strike.speed_m_s), speed_sd_ratio)
        },
        Chosen {
            bias: Some((path!(Skill.offset_bias_ratio), offset_bias_ratio)),
            ..Chosen::erring(path!(Strike.offset_ratio), offset_sd_ratio)
        },
    ];
    if keys.layout.from == StartFrom::KickOff {
        chosen.insert(0, Chosen::exactly(path!(Strike.position_rad)));
    }
    Hand {
        preset: path!(Skill.preset),
        aim_sd: path!(Skill.aim_sd_rad),
        scatter: keys.player.scatter(),
        correlated: correlated(&keys.player.correlations(Skill::NAME), &erred.map(Some)),
        chosen,
        later: Vec::new(),
        can_lift_limits: true,
        follows: None,
        quick: Vec::new(),
        share_played: None,
        images: mirrored(keys).into_iter().collect(),
    }
}

/// Way from the struck coin to the ball, m; half the width of the table where it is drawn.
fn to_ball_m(keys: &FlickKeys) -> f64 {
    let layout = &keys.layout;
    match layout.from {
        StartFrom::KickOff => keys.table.circle_radius_m,
        StartFrom::Given => {
            dvec2(layout.striker_x_m, layout.striker_y_m).distance(dvec2(layout.ball_x_m, layout.ball_y_m))
        }
        StartFrom::Drawn => 0.5 * keys.table.width_m,
    }
}

/// The flick on the other side of the table's middle line, where coins may lie on that line.
fn mirrored(keys: &FlickKeys) -> Option<Image> {
    let layout = &keys.layout;
    let (own_y_m, other_y_m) = match layout.from {
        StartFrom::KickOff => (0.0, keys.opponent_place.angle_rad),
        StartFrom::Given => (layout.striker_y_m.abs() + layout.ball_y_m.abs(), layout.opponent_y_m),
        StartFrom::Drawn => (0.0, 0.0),
    };
    let mut moves = vec![(path!(Strike.aim_offset_m), [-1.0, 0.0]), (path!(Strike.offset_ratio), [-1.0, 0.0])];
    if layout.from == StartFrom::KickOff {
        moves.push((path!(Strike.position_rad), [-1.0, 0.0]));
    }
    let causes = [
        (other_y_m != 0.0, "the opponent's coin stands to one side"),
        (keys.player.is_one_sided(), "the player errs more to one side"),
    ];
    let differs = causes.into_iter().find(|(holds, _)| *holds).map(|(_, cause)| cause.to_owned());
    (own_y_m == 0.0).then(|| Image { name: "mirrored".to_owned(), moves, differs })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kick_off_has_a_mirror_image_that_is_worth_the_same_if_the_opponent_is_in_the_way() {
        let mut keys = FlickKeys::default();
        assert!(hand(&keys).images[0].differs.is_some());
        keys.opponent_place.angle_rad = 0.0;
        assert!(hand(&keys).images[0].differs.is_none());
        keys.player.aim_bias_rad = 0.01;
        assert!(hand(&keys).images[0].differs.as_deref() == Some("the player errs more to one side"));
        assert_eq!(hand(&keys).chosen[0].key.to_string(), "strike.position_rad");
        (keys.player.offset_bias_ratio, keys.player.speed_offset_correlation_ratio) = (0.02, -0.3);
        let pair = [path!(Strike.speed_m_s), path!(Strike.offset_ratio)];
        assert_eq!(hand(&keys).correlated, [(pair, -0.3)]);
        assert_eq!(hand(&keys).chosen[3].bias, Some((path!(Skill.offset_bias_ratio), 0.02)));
        keys.layout.from = StartFrom::Given;
        keys.layout.ball_y_m = 0.1;
        assert!(hand(&keys).images.is_empty());
        // 1.5 degrees at the way from (-0.1, 0) to (0, 0.1)
        assert!((hand(&keys).chosen[0].sd - 0.026_18 * 0.141_42).abs() < 1e-5);
    }
}
