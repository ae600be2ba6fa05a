//! What a player chooses in one shot, how he errs at it, and which shots at a rack are images of each other.

use glam::DVec2;
use tolley_experiment::hand::{Chosen, Hand, Image, correlated};
use tolley_experiment::key::Path;
use tolley_experiment::path;
use tolley_experiment::row::Row;
use tolley_experiment::table::ColumnKind;

use super::keys::ShotKeys;
use super::rack::RackSites;
use super::row::ShotRow;
use crate::keys::balls::Marble;
use crate::keys::contact::{Contact, ContactLaw};
use crate::keys::player::{ErrorLaw, Player, PositionLimits};
use crate::keys::rack::{Phase, Rack};
use crate::keys::ring::Ring;
use crate::keys::shot::{Break, Layout, Shot, Start, StartPlace};

/// How far from the centre a line of a sweep passes at most, in radii of the ring.
const PASSING: f64 = 0.9;

/// The hand of the keys of a shot; `None` where a policy chooses the shot.
pub(super) fn hand(keys: &ShotKeys) -> Option<Hand> {
    if keys.shot.by.0.is_some() {
        return None;
    }
    let is_played_on = keys.play_on.policy.0.is_some();
    Some(Hand {
        preset: path!(Player.preset),
        aim_sd: path!(Player.aim_sd_rad),
        scatter: keys.player.scatter(),
        correlated: correlated(&keys.player.correlations(), &erred(keys).map(Some)),
        chosen: chosen(keys),
        later: later(keys),
        can_lift_limits: true,
        follows: is_played_on.then_some((path!(Break.policy), "none")),
        quick: quick(keys),
        share_played: is_played_on.then_some(path!(Break.played_share)),
        images: images(keys),
    })
}

/// Hits one pair at a time take a sixth of the time of contacts that last. Over the 378 points of the scenario
/// knuckling_down means of either correlate at 0.98 for the marbles knocked off, and at 0.99 for toleys that stay.
fn quick(keys: &ShotKeys) -> Vec<(Path, &'static str)> {
    let is_slow = keys.contact.law == ContactLaw::Hertz;
    is_slow.then_some((path!(Contact.law), ContactLaw::Pairwise.name())).into_iter().collect()
}

/// What a shot without errors says nothing of: the break that follows, and where errors depend on the speed, all.
fn later(keys: &ShotKeys) -> Vec<String> {
    if keys.player.error_law != ErrorLaw::None {
        let numbers = ShotRow::columns().into_iter().filter(|column| !matches!(column.kind, ColumnKind::Name { .. }));
        return numbers.map(|column| column.name).collect();
    }
    let is_played_on = keys.play_on.policy.0.is_some();
    ["break_points_count", "break_shot_count"].into_iter().filter(|_| is_played_on).map(str::to_owned).collect()
}

/// The keys that the player errs in, in the order of his errors.
fn erred(keys: &ShotKeys) -> [Path; 5] {
    let direction = match keys.start.from {
        StartPlace::Edge => path!(Shot.aim_offset_m),
        StartPlace::Ring => path!(Shot.azimuth_rad),
    };
    let others = [path!(Shot.speed_m_s), path!(Shot.elevation_rad), path!(Shot.spin_ratio)];
    [direction, others[0], others[1], others[2], path!(Shot.side_spin_rad_s)]
}

fn chosen(keys: &ShotKeys) -> Vec<Chosen> {
    let player = &keys.player;
    let mut chosen = match keys.start.from {
        StartPlace::Edge => line_from_edge(LINE, &keys.ring, player).to_vec(),
        StartPlace::Ring => from_ring(keys).to_vec(),
    };
    chosen.extend([
        speed(path!(Shot.speed_m_s), player),
        elevation(path!(Shot.elevation_rad), player),
        spin(path!(Shot.spin_ratio), player),
        Chosen {
            bias: Some((path!(Player.side_spin_bias_rad_s), player.side_spin_bias_rad_s)),
            ..Chosen::erring(path!(Shot.side_spin_rad_s), player.side_spin_sd_rad_s)
        },
    ]);
    chosen
}

/// The direction of a shot from the ring, and where the toley lies: in the largest square that is all on the ring. A
/// match gives that place, so that it is decided over in studies of one shot alone.
fn from_ring(keys: &ShotKeys) -> [Chosen; 3] {
    let half_m = keys.ring.radius_m() / core::f64::consts::SQRT_2;
    let place = |key| Chosen { within: Some([-half_m, half_m]), ..Chosen::exactly(key) };
    let Player { aim_sd_rad, aim_bias_rad, .. } = keys.player;
    let azimuth = Chosen {
        bias: Some((path!(Player.aim_bias_rad), aim_bias_rad)),
        ..Chosen::erring(path!(Shot.azimuth_rad), aim_sd_rad)
    };
    [azimuth, place(path!(Start.toley_x_m)), place(path!(Start.toley_y_m))]
}

/// Turns and the mirror image of a shot at the rack from the edge; of other layouts there are none.
fn images(keys: &ShotKeys) -> Vec<Image> {
    let is_barred = keys.hand.position_limits != PositionLimits::None;
    if keys.start.layout != Layout::Opening || keys.start.from != StartPlace::Edge || is_barred {
        return Vec::new();
    }
    images_from_edge(LINE, &[path!(Shot.side_spin_rad_s)], &keys.rack, &keys.marble, &keys.player)
}

/// The keys of a line from the edge: where on it, and how far from the centre it passes.
pub(crate) type Line = [Path; 2];

const LINE: Line = [path!(Shot.position_rad), path!(Shot.aim_offset_m)];

/// The numbers of a line from the edge, as a player errs in the direction.
pub(crate) fn line_from_edge([position, offset]: Line, ring: &Ring, player: &Player) -> [Chosen; 2] {
    let radius_m = ring.radius_m();
    // a small turn to the left at the edge moves the line by so much to the left where it passes the centre
    let passing = Chosen {
        bias: Some((path!(Player.aim_bias_rad), player.aim_bias_rad * radius_m)),
        ..Chosen::erring(offset, player.aim_sd_rad * radius_m)
    };
    [Chosen::exactly(position), Chosen { within: Some([-PASSING * radius_m, PASSING * radius_m]), ..passing }]
}

/// The speed, as a player errs in it.
pub(crate) fn speed(key: Path, player: &Player) -> Chosen {
    let bias = Some((path!(Player.speed_bias_ratio), player.speed_bias_ratio));
    let limits = [Some(path!(Player.speed_min_m_s)), Some(path!(Player.speed_max_m_s))];
    Chosen { is_factor: true, bias, limits, ..Chosen::erring(key, player.speed_sd_ratio) }
}

/// The elevation, as a player errs in it.
pub(crate) fn elevation(key: Path, player: &Player) -> Chosen {
    let bias = Some((path!(Player.elevation_bias_rad), player.elevation_bias_rad));
    let limits = [Some(path!(Player.elevation_min_rad)), Some(path!(Player.elevation_max_rad))];
    Chosen { bias, limits, ..Chosen::erring(key, player.elevation_sd_rad) }
}

/// The spin over that of natural roll, as a player errs in it.
pub(crate) fn spin(key: Path, player: &Player) -> Chosen {
    let bias = Some((path!(Player.spin_bias_ratio), player.spin_bias_ratio));
    let limits = [Some(path!(Player.spin_min_ratio)), Some(path!(Player.spin_max_ratio))];
    Chosen { bias, limits, ..Chosen::erring(key, player.spin_sd_ratio) }
}

/// Turns and the mirror image of a shot from the edge at a rack; a mirror turns `reversed` round too.
pub(crate) fn images_from_edge(
    [position, offset]: Line,
    reversed: &[Path],
    rack: &Rack,
    marble: &Marble,
    player: &Player,
) -> Vec<Image> {
    let sites = RackSites::new(rack, marble);
    let is_turned_anyhow = rack.phase == Phase::Random;
    let turn = |degrees: f64| {
        let by = DVec2::from_angle(degrees.to_radians());
        let holds = is_turned_anyhow || sites.has_image(|site| by.rotate(site));
        Image {
            name: format!("turned by {degrees} degrees"),
            moves: vec![(position, [1.0, degrees.to_radians()])],
            differs: (!holds).then(|| format!("the rack of {} marbles has no such symmetry", rack.count)),
        }
    };
    let is_mirrored = is_turned_anyhow || sites.has_image(|site| DVec2::new(site.x, -site.y));
    let axis_rad = rack.fixed_phase_rad().unwrap_or(0.0);
    let mut moves = vec![(position, [-1.0, 2.0 * axis_rad]), (offset, [-1.0, 0.0])];
    moves.extend(reversed.iter().map(|path| (*path, [-1.0, 0.0])));
    let one_sided = || player.is_one_sided().then(|| "the player errs more to one side".to_owned());
    let differs = (!is_mirrored).then(|| handed(rack.count)).or_else(one_sided);
    let mirrored = Image { name: "mirrored".to_owned(), moves, differs };
    vec![turn(180.0), turn(60.0), mirrored]
}

fn handed(count: u32) -> String {
    let how = if count == 49 { ": 43 and every second site of the next shell" } else { "" };
    format!("the rack of {count} marbles has a hand, its outermost round being filled in part{how}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::policy::Policy;
    use crate::keys::shot::BreakBy;
    use crate::players::{Aim, Errors};

    fn holding(count: u32) -> Vec<String> {
        let keys = ShotKeys { rack: Rack { count, ..Rack::default() }, ..ShotKeys::default() };
        let images = hand(&keys).expect("a hand").images;
        images.into_iter().filter(|image| image.differs.is_none()).map(|image| image.name).collect()
    }

    #[test]
    fn racks_of_43_and_55_are_mirror_images_of_themselves_and_that_of_49_has_a_hand() {
        let all = ["turned by 180 degrees", "turned by 60 degrees", "mirrored"];
        for (count, holds) in [(43, &all[..]), (55, &all), (37, &all), (49, &all[..2])] {
            assert_eq!(holding(count), holds, "{count}");
        }
    }

    #[test]
    fn a_player_with_a_bias_moves_his_line_by_it_and_has_no_mirror_image() {
        let player = Player { aim_bias_rad: 0.01, speed_bias_ratio: -0.05, ..Player::default() };
        let keys = ShotKeys { rack: Rack { count: 43, ..Rack::default() }, player, ..ShotKeys::default() };
        let hand = hand(&keys).expect("a hand");
        let holding = hand.images.iter().filter(|image| image.differs.is_none()).count();
        assert_eq!((holding, hand.images.len()), (2, 3));
        // as far to the left as the executed line passes the centre
        let aim = Aim::from_edge(&keys.ring, &keys.shot, &player).expect("aim");
        let launch = aim.with(&Errors { aim_rad: 0.01, ..Errors::default() });
        let passes_m = launch.direction.perp().dot(keys.ring.radius_m() * DVec2::X);
        let (path, bias_m) = hand.chosen[1].bias.expect("a bias");
        assert_eq!(path.to_string(), "player.aim_bias_rad");
        assert!((passes_m / bias_m - 1.0).abs() < 1e-4, "{passes_m} {bias_m}");
        assert_eq!(hand.chosen[2].bias.map(|(_, bias)| bias), Some(-0.05));
    }

    #[test]
    fn all_errors_of_a_player_have_their_means_and_hang_together_by_the_numbers_that_he_errs_in() {
        let player = Player {
            elevation_bias_rad: 0.02,
            spin_bias_ratio: -0.3,
            side_spin_bias_rad_s: 4.0,
            aim_side_spin_correlation_ratio: 0.4,
            elevation_spin_correlation_ratio: -0.2,
            ..Player::default()
        };
        let start = Start { from: StartPlace::Ring, ..Start::default() };
        for (start, direction) in [(Start::default(), "shot.aim_offset_m"), (start, "shot.azimuth_rad")] {
            let hand = hand(&ShotKeys { start, player, ..ShotKeys::default() }).expect("a hand");
            let means = |key: &str| hand.chosen.iter().find(|one| one.key.is(key)).and_then(|one| one.bias);
            for (key, by, mean) in [
                ("shot.elevation_rad", "player.elevation_bias_rad", 0.02),
                ("shot.spin_ratio", "player.spin_bias_ratio", -0.3),
                ("shot.side_spin_rad_s", "player.side_spin_bias_rad_s", 4.0),
            ] {
                assert!(means(key).is_some_and(|(path, bias)| path.is(by) && bias == mean), "{key}");
            }
            let named: Vec<_> =
                hand.correlated.iter().map(|(pair, ratio)| (pair.map(|path| path.to_string()), *ratio)).collect();
            let pair = |one: &str, other: &str, ratio| ([one.to_owned(), other.to_owned()], ratio);
            let spins = pair("shot.elevation_rad", "shot.spin_ratio", -0.2);
            assert_eq!(named, [pair(direction, "shot.side_spin_rad_s", 0.4), spins]);
        }
    }

    #[test]
    fn where_errors_depend_on_the_speed_a_shot_without_errors_says_nothing() {
        let later = |error_law| {
            let player = Player { error_law, ..Player::default() };
            hand(&ShotKeys { player, ..ShotKeys::default() }).expect("a hand").later
        };
        assert!(later(ErrorLaw::None).is_empty());
        assert!(later(ErrorLaw::Power).iter().any(|column| column == "marbles_off_count"));
    }

    #[test]
    fn a_break_follows_by_a_policy_alone() {
        let of = |policy| {
            let play_on = Break { policy: BreakBy(policy), ..Break::default() };
            hand(&ShotKeys { play_on, ..ShotKeys::default() })
                .expect("a hand")
                .follows
                .map(|(path, choice)| (path.name, choice))
        };
        assert_eq!(of(None), None);
        assert_eq!(of(Some(Policy::Nearest)), Some(("policy", "none")));
    }

    #[test]
    fn who_shoots_from_the_ring_chooses_a_direction_and_a_study_of_one_shot_where_the_toley_lies() {
        let start = Start { from: StartPlace::Ring, ..Start::default() };
        let chosen = hand(&ShotKeys { start, ..ShotKeys::default() }).expect("a hand").chosen;
        let names: Vec<&str> = chosen.iter().map(|chosen| chosen.key.name).collect();
        let of_all = ["speed_m_s", "elevation_rad", "spin_ratio", "side_spin_rad_s"];
        assert_eq!(names, [&["azimuth_rad", "toley_x_m", "toley_y_m"][..], &of_all].concat());
        let opening = hand(&ShotKeys::default()).expect("a hand");
        // 1.2 degrees at 0.9144 m
        assert!((opening.chosen[1].sd - 0.019_151).abs() < 1e-6, "{:?}", opening.chosen[1]);
    }
}
