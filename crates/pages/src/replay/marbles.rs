//! Pages of the marbles game: shots, breaks, matches.

use tolley_experiment::names::Named;
use tolley_report::Replay;
use tolley_report::replay::{Body, Call, Shot, Stage};
use tolley_tinsley_green::laws::{Ball, Clause, What};
use tolley_tinsley_green::matches::MatchStudy;
use tolley_tinsley_green::shot::{FilmedShot, ShotStudy};

use super::played::Played;
use super::table::{Told, about};

fn stage(ring_radius_m: f64) -> Stage {
    Stage { surface: "sand", ring_radius_m: Some(ring_radius_m), ..Stage::default() }
}

fn body(name: Ball, ball: &tolley_physics::spheres::Ball) -> Body {
    let (name, kind) = match name {
        Ball::Marble(number) => (format!("marble {number}"), "marble".to_owned()),
        Ball::Toley(player) => (format!("toley of player {player}"), format!("toley-{player}")),
    };
    let inertia_kg_m2 = ball.inertia_kg_m2();
    let (radius_m, mass_kg) = (ball.radius_m, ball.mass_kg);
    Body { name, kind, is_coin: false, radius_m, thickness_m: 0.0, mass_kg, inertia_kg_m2 }
}

fn shown(filmed: FilmedShot) -> Shot {
    let bodies = filmed.names.iter().zip(&filmed.balls).map(|(name, ball)| body(*name, ball)).collect();
    Shot { bodies, film: filmed.film, ..Shot::default() }
}

/// One shot, and the break that it begins.
pub fn shot(mut page: Replay, played: &mut Played<ShotStudy>) -> Replay {
    (page.stage, page.gravity_m_s2) = (stage(played.keys.ring.radius_m()), played.keys.surface.gravity_m_s2);
    for (number, filmed) in played.scratch.take_films().into_iter().enumerate() {
        let title = format!("shot {}", number + 1);
        page.shots.push(Shot { title, actor: "toley".to_owned(), ..shown(filmed) });
    }
    let row = Told::of(&played.tables, &played.rows, "shots");
    if row.count > 0 {
        let off = row.count(0, "marbles_off_count");
        let stays = if row.is(0, "toley_stays") { "stays on" } else { "goes off" };
        page.notes.push(format!("The first shot knocks off {off} marbles; its toley {stays}."));
    }
    page
}

/// A whole match, shot by shot, with what the referee says.
pub fn matches(mut page: Replay, played: &mut Played<MatchStudy>) -> Replay {
    (page.stage, page.gravity_m_s2) = (stage(played.keys.ring.radius_m()), played.keys.surface.gravity_m_s2);
    let films = played.scratch.take_films();
    let [shots, events, games] = ["shots", "events", "games"].map(|name| Told::of(&played.tables, &played.rows, name));
    let sides = (0..shots.count).map(|row| shots.count(row, "side")).max().unwrap_or(0) as usize + 1;
    let (mut points, mut game) = (vec![0; sides], u32::MAX);
    let mut told = 0;
    for filmed in films {
        let at = filmed.at;
        if at.game != game {
            points.fill(0);
            game = at.game;
        }
        let is_it = |row: &usize| shots.count(*row, "game") == at.game && shots.count(*row, "shot") == at.shot;
        let row = (0..shots.count).find(is_it);
        let mut shot = shown(filmed);
        shot.title = format!("game {}, turn {}, shot {}", at.game + 1, at.turn + 1, at.shot + 1);
        if let Some(row) = row {
            let side = shots.count(row, "side") as usize;
            points[side] += shots.count(row, "points_count");
            shot.actor = format!("player {} of side {}", shots.count(row, "player"), side_name(side));
        }
        shot.score = points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" : ");
        // what was said before the shot of the turn, and what of it
        let until = |row: usize| (events.count(row, "game"), events.count(row, "shot")) <= (at.game, at.shot);
        while told < events.count && until(told) {
            shot.calls.push(call(&events, told));
            told += 1;
        }
        page.shots.push(shot);
    }
    if let Some(last) = page.shots.last_mut() {
        last.calls.extend((told..events.count).map(|row| call(&events, row)));
    }
    for row in 0..games.count {
        let winner = games.number(row, "winner_side");
        let who = if winner.is_nan() { "nobody".to_owned() } else { format!("side {}", side_name(winner as usize)) };
        let [turns, shots] = ["turn_count", "shot_count"].map(|column| games.count(row, column));
        page.notes.push(format!("Game {}: won by {who}, after {turns} turns and {shots} shots.", row + 1));
    }
    page
}

fn side_name(side: usize) -> String {
    char::from_u32('A' as u32 + side as u32).map_or_else(|| side.to_string(), |letter| letter.to_string())
}

/// What the referee or the scorer says.
fn call(events: &Told<'_>, row: usize) -> Call {
    let (clause, event) = (events.name(row, "clause_id"), events.name(row, "event"));
    let (player, value) = (events.number(row, "player"), events.number(row, "value"));
    let means = about::<What>(event);
    let (said, of_value) = means.split_once("; value: ").unwrap_or((&means, ""));
    let who = if player.is_nan() { String::new() } else { format!("player {player}: ") };
    let number = match (value.is_nan(), of_value.trim_end_matches('.')) {
        (false, "") if said.contains("value") => format!(": {value}"),
        (true, _) | (_, "") => String::new(),
        (false, meaning) => format!(" ({meaning}: {})", (value * 1e4).round() / 1e4),
    };
    let text = format!("{who}{}{number}", said.trim_end_matches('.'));
    debug_assert!(What::NAMES.contains(&event) && <What as Named>::ABOUTS.len() == What::NAMES.len());
    Call { clause: clause.to_owned(), about: about::<Clause>(clause), text }
}
