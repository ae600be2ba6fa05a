//! Pages of the coin game: flicks, matches, shootouts.

use tolley_cymbergaj::keys::Table as TableKeys;
use tolley_cymbergaj::laws::{CallKind, Clause, Seat};
use tolley_cymbergaj::matches::MatchKeys;
use tolley_cymbergaj::shot::{BALL, FilmedStroke, FlickStudy, OPPONENT, STRIKER};
use tolley_experiment::row::Rows;
use tolley_experiment::table::Table;
use tolley_report::Replay;
use tolley_report::replay::{Body, Call, Mark, Shot, Stage};

use super::played::Played;
use super::table::{Told, about};

fn stage(table: &TableKeys) -> Stage {
    let (half, lines, area) = (table.half_m(), table.lines_m(), table.half_area_m());
    let line = |from_m, to_m, name: &str, is_strong| Mark::Line { from_m, to_m, name: name.to_owned(), is_strong };
    let mut marks = vec![line([0.0, -lines.y], [0.0, lines.y], "", false)];
    let circle = |at_m, radius_m, name: &str, is_post| Mark::Circle { at_m, radius_m, name: name.to_owned(), is_post };
    marks.push(circle([0.0, 0.0], table.circle_radius_m, "", false));
    if table.line_inset_m > 0.0 {
        let corners = [[lines.x, lines.y], [-lines.x, lines.y], [-lines.x, -lines.y], [lines.x, -lines.y]];
        marks.extend((0..4).map(|k| line(corners[k], corners[(k + 1) % 4], "", false)));
    }
    for x in [lines.x, -lines.x] {
        let inner = x - table.goal_area_depth_m.copysign(x);
        marks.push(line([x, area], [inner, area], "", false));
        marks.push(line([inner, area], [inner, -area], "", false));
        marks.push(line([inner, -area], [x, -area], "", false));
        marks.push(line([x, -table.half_goal_m()], [x, table.half_goal_m()], "goal", true));
        if let Some(post_m) = table.post_m() {
            let y = table.half_goal_m() + post_m;
            marks.extend([y, -y].map(|y| circle([x, y], post_m, "post", true)));
        }
    }
    Stage { surface: "table", ring_radius_m: None, rectangle_m: Some([2.0 * half.x, 2.0 * half.y]), marks }
}

/// Names and kinds of the struck coin, the ball and the other coin; with their thickness, m.
fn shown(filmed: FilmedStroke, striker: [&str; 2], other: [&str; 2], thickness_m: [f64; 3]) -> Shot {
    let mut names = [["ball"; 2]; 3];
    (names[STRIKER], names[BALL], names[OPPONENT]) = (striker, ["ball", "ball"], other);
    let coins = filmed.coins.iter().zip(names).zip(thickness_m);
    let bodies = coins.map(|((coin, [name, kind]), thickness_m)| Body {
        name: name.to_owned(),
        kind: kind.to_owned(),
        is_coin: true,
        radius_m: coin.radius_m,
        thickness_m: if thickness_m > 0.0 { thickness_m } else { 0.17 * coin.radius_m },
        mass_kg: coin.mass_kg,
        inertia_kg_m2: coin.inertia_ratio * coin.mass_kg * coin.radius_m * coin.radius_m,
    });
    Shot { bodies: bodies.collect(), film: filmed.film, ..Shot::default() }
}

/// One flick.
pub fn flick(mut page: Replay, played: &mut Played<FlickStudy>) -> Replay {
    let keys = &played.keys;
    (page.stage, page.gravity_m_s2) = (stage(&keys.table), keys.surface.gravity_m_s2);
    let thick_m = [keys.striker.thickness_m, keys.ball.thickness_m, keys.opponent.thickness_m];
    for filmed in played.scratch.take_films() {
        let shot = shown(filmed, ["striker", "coin-a"], ["opponent", "coin-b"], thick_m);
        page.shots.push(Shot { title: "flick".to_owned(), actor: "striker".to_owned(), ..shot });
    }
    let row = Told::of(&played.tables, &played.rows, "shots");
    if row.count > 0 && row.is(0, "goal") {
        page.notes.push("It is a goal.".to_owned());
    }
    page
}

/// Matches, step by step, with what the referee says.
pub fn matches(mut page: Replay, keys: &MatchKeys, films: Vec<FilmedStroke>, tables: &[Table], rows: &Rows) -> Replay {
    (page.stage, page.gravity_m_s2) = (stage(&keys.table), keys.surface.gravity_m_s2);
    let [steps, events, matches] = ["steps", "events", "matches"].map(|name| Told::of(tables, rows, name));
    let groups = groups(&events);
    let mut films = films.into_iter();
    let mut told = 0;
    for row in 0..steps.count {
        let step = steps.name(row, "step");
        if step == "placed" {
            continue;
        }
        let number = steps.count(row, "match_no");
        let (mover, after) = (steps.name(row, "mover"), steps.count(row, "move_count") + u32::from(step == "moved"));
        let mut shot = match step {
            "ruled" => Shot::default(),
            _ => {
                let Some(filmed) = films.next() else { break };
                let is_a = mover == "a";
                let a_seat = if matches.name(number as usize, "a_seat") == Seat::X.name() { Seat::X } else { Seat::Y };
                debug_assert_eq!(filmed.mover == a_seat, is_a);
                let [own, other] = if is_a { [&keys.a_coin, &keys.b_coin] } else { [&keys.b_coin, &keys.a_coin] };
                let coins = [["coin of a", "coin-a"], ["coin of b", "coin-b"]];
                let [mine, its] = if is_a { coins } else { [coins[1], coins[0]] };
                shown(filmed, mine, its, [own.thickness_m, keys.ball.thickness_m, other.thickness_m])
            }
        };
        let restart = steps.name(row, "restart");
        let what = match step {
            "thrown" => format!("throw after Move {after}"),
            "ruled" => format!("ruling after Move {after}"),
            _ => format!("Move {after}"),
        };
        shot.title = format!("match {}, {}, {what}", number + 1, steps.name(row, "period"));
        shot.actor = format!("player {mover}");
        shot.score = format!("{} : {}", steps.count(row, "a_goal_count"), steps.count(row, "b_goal_count"));
        let (kind, given) = (steps.name(row, "call"), steps.name(row, "given_to"));
        let said = about::<CallKind>(kind);
        let said = said.trim_end_matches('.');
        let for_whom = if kind == "settled" { String::new() } else { format!(", given to {given}") };
        shot.calls.push(Call {
            clause: String::new(),
            about: format!("in a turn that began with: {restart}"),
            text: format!("{said}{for_whom}"),
        });
        // clauses of a Move stand together; of several steps after one Move the first has those of the first time
        while groups.get(told).is_some_and(|group| group.0 < (number, after)) {
            told += 1;
        }
        if let Some(group) = groups.get(told).filter(|group| group.0 == (number, after)) {
            shot.calls.extend(group.1.iter().map(|row| clause(events.name(*row, "clause"))));
            told += 1;
        }
        page.shots.push(shot);
    }
    for row in 0..matches.count {
        let [winner, how] = ["winner", "decided_in"].map(|column| matches.name(row, column));
        let [a, b] = ["a_goal_count", "b_goal_count"].map(|column| matches.count(row, column));
        page.notes.push(format!("Match {}: {a} : {b}, won by {winner}, decided in {how}.", row + 1));
    }
    page.notes.push("Of a throw-in the flight is shown; where the ball lies after it comes at once.".to_owned());
    page
}

/// Clauses that were applied at one time: match and Move, and rows.
type Group = ((u32, u32), Vec<usize>);

fn groups(events: &Told<'_>) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut last_s = f64::NAN;
    for row in 0..events.count {
        let at = (events.count(row, "match_no"), events.count(row, "move_no"));
        let now_s = events.number(row, "elapsed_s");
        match groups.last_mut().filter(|group| group.0 == at && last_s == now_s) {
            Some(group) => group.1.push(row),
            None => groups.push((at, vec![row])),
        }
        last_s = now_s;
    }
    groups
}

fn clause(name: &str) -> Call {
    let about = about::<Clause>(name);
    Call { clause: name.to_owned(), text: about.clone(), about }
}
