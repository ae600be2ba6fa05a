//! A match as numbers, for learners: what a side sees when somebody is to shoot.

use super::setup::Setup;
use super::step::Course;
use crate::laws::{Form, Game, MOST_PLAYERS, Toley};

/// Numbers before those of marbles and players.
const HEAD: [&str; 9] = [
    "chooses",
    "shoots_from_hand",
    "shooter_x_ratio",
    "shooter_y_ratio",
    "own_points_ratio",
    "most_other_points_ratio",
    "own_games_won_count",
    "most_other_games_won_count",
    "break_shot_count",
];

/// What the numbers of [`seen`] are, in order: places over the ring's radius, 0 for what is not on the ring, and points
/// over those that win. Players stand by number, those of the own side first.
pub fn seen_names(setup: &Setup) -> Vec<String> {
    let marbles =
        (1..=marbles(setup)).flat_map(|i| ["x_ratio", "y_ratio", "is_on"].map(|of| format!("marble_{i}_{of}")));
    let players = setup.keys.format.players();
    let toleys = ["x_ratio", "y_ratio", "is_on", "plays"];
    let players = (1..=players).flat_map(|i| toleys.map(|of| format!("player_{i}_{of}")));
    HEAD.map(str::to_owned).into_iter().chain(marbles).chain(players).collect()
}

/// Most marbles of a game.
fn marbles(setup: &Setup) -> usize {
    setup.most_balls() - MOST_PLAYERS
}

/// A match as one side sees it.
pub fn seen(setup: &Setup, course: &Course, side: u8) -> Vec<f64> {
    let none = Game::new(Form::Team, course.current.players.clone(), Vec::new(), vec![0], 1);
    let game = course.game().unwrap_or(&none);
    let radius_m = setup.keys.ring.radius_m();
    let place = |toley: Toley| match toley {
        Toley::OnRing(at_m) => [at_m.x / radius_m, at_m.y / radius_m, 1.0],
        Toley::InHand => [0.0; 3],
    };
    let most_other = |all: &[u32]| {
        let others = all.iter().enumerate().filter(|(other, _)| *other != usize::from(side));
        f64::from(others.map(|(_, count)| *count).max().unwrap_or(0))
    };
    let (own, target, won) = (usize::from(side), f64::from(game.target), &course.current.games_won);
    let is_running = course.game().is_some();
    let [x_ratio, y_ratio, is_on] = place(game.player().toley);
    let mut numbers = vec![
        yes(is_running && game.player().side == side),
        yes(is_running && is_on == 0.0),
        x_ratio,
        y_ratio,
        f64::from(game.points[own]) / target,
        most_other(&game.points) / target,
        f64::from(won[own]),
        most_other(won),
        f64::from(game.break_shots),
    ];
    for i in 0..marbles(setup) {
        let lies = game.marbles.get(i).filter(|marble| marble.is_on);
        numbers.extend(lies.map_or([0.0; 3], |marble| place(Toley::OnRing(marble.at_m))));
    }
    for is_own in [true, false] {
        for player in game.players.iter().filter(|player| (player.side == side) == is_own) {
            numbers.extend(place(player.toley));
            numbers.push(yes(player.is_active()));
        }
    }
    numbers
}

fn yes(holds: bool) -> f64 {
    f64::from(u8::from(holds))
}
