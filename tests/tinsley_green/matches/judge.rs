//! An independent judge: from the rows of matches alone, and the text of the laws, it says anew from where each shot
//! was released, who had to play, what each shot scored and who won.

use std::collections::BTreeMap;
use std::ops::Range;

use tolley_tinsley_green::keys::shot::StartPlace;
use tolley_tinsley_green::laws::{Form, What};
use tolley_tinsley_green::shot::BallKind;

use super::played;
use crate::tinsley_green::played::Played;

const RING_M: f64 = 0.9144;
const INSET_M: f64 = 0.025;
/// Of a toley that is released, of a hand that fudges, and of a spot from where somebody cabbages.
const HEIGHT_M: f64 = 0.025;
const FUDGE_M: f64 = 0.03;
const CABBAGE_M: f64 = 0.02;

/// Marbles and toleys by number, right and ahead of the centre, m.
type Lies = BTreeMap<(u8, u32), [f64; 2]>;

/// Rows of one game.
struct Record<'p> {
    rows: &'p Played,
    trial: u64,
    game: u32,
    shots: Range<usize>,
}

/// The rows of a sorted table that belong to one game.
fn of_game(rows: &Played, table: &str, trial: u64, game: u32) -> Range<usize> {
    let (trials, games) = (&rows.table(table).trial, rows.counts(table, "game"));
    let of = |i: &usize| (trials[*i], games[*i]) == (trial, game);
    let all: Vec<usize> = (0..trials.len()).filter(of).collect();
    assert!(all.windows(2).all(|pair| pair[1] == pair[0] + 1), "rows of a game stand together");
    all.first().map_or(0..0, |first| *first..*first + all.len())
}

impl Record<'_> {
    fn count(&self, name: &str, shot: usize) -> u32 {
        self.rows.counts("shots", name)[shot]
    }

    fn number(&self, name: &str, shot: usize) -> f64 {
        self.rows.numbers("shots", name)[shot]
    }

    fn flag(&self, name: &str, shot: usize) -> bool {
        self.rows.flags("shots", name)[shot]
    }

    fn point(&self, name: &str, shot: usize) -> [f64; 2] {
        ["x", "y"].map(|axis| self.number(&format!("{name}_{axis}_m"), shot))
    }

    /// Where everything lay before each shot.
    fn lies(&self) -> BTreeMap<u32, Lies> {
        let rows = of_game(self.rows, "lies", self.trial, self.game);
        let mut lies: BTreeMap<u32, Lies> = BTreeMap::new();
        for i in rows {
            let place = ["x_m", "y_m"].map(|axis| self.rows.numbers("lies", axis)[i]);
            let ball = (self.rows.names("lies", "ball")[i], self.rows.counts("lies", "number")[i]);
            let is_new = lies.entry(self.rows.counts("lies", "shot")[i]).or_default().insert(ball, place).is_none();
            assert!(is_new, "each ball once");
            assert!(place[0].hypot(place[1]) <= RING_M, "{place:?} is on the ring");
        }
        lies
    }

    /// What happened: player and turn of each event of a kind.
    fn events(&self, what: What) -> Vec<(u32, u32)> {
        let of = of_game(self.rows, "events", self.trial, self.game);
        let events = self.rows.names("events", "event");
        let found = of.filter(|i| events[*i] == what as u8);
        let player = |i| self.rows.numbers("events", "player")[i];
        found.map(|i| (player(i) as u32, self.rows.counts("events", "turn")[i])).collect()
    }

    /// TG-5c, TG-6a, TG-6b1, TG-7a, TG-7b: from where each shot is released; counts those fudged and those cabbaged.
    fn judge_releases(&self, lies: &BTreeMap<u32, Lies>) -> [usize; 2] {
        let mut seen = [0; 2];
        for shot in self.shots.clone() {
            let at = &lies[&self.count("shot", shot)];
            let own = at.get(&(BallKind::Toley as u8, self.count("player", shot))).copied();
            let (sine, cosine) = self.number("azimuth_rad", shot).sin_cos();
            let knuckle = self.point("knuckle", shot);
            let ahead = |from: [f64; 2], by_m: f64| [from[0] + by_m * cosine, from[1] + by_m * sine];
            let is_in_ring = self.rows.names("shots", "start")[shot] == StartPlace::Ring as u8;
            assert_eq!(own.is_some(), is_in_ring, "shot {shot}");
            // both distances are 25 mm by default
            let placed = ahead(knuckle, INSET_M);
            match own {
                Some(rest) => {
                    let beside = [placed[0] - rest[0], placed[1] - rest[1]];
                    let eighth = core::f64::consts::FRAC_PI_4;
                    let turn = (beside[1].atan2(beside[0]) / eighth).round() * eighth;
                    let far_m = if self.flag("is_cabbaged", shot) { CABBAGE_M } else { 0.0 };
                    let off_m = (beside[0] - far_m * turn.cos()).hypot(beside[1] - far_m * turn.sin());
                    assert!(off_m < 1e-12, "shot {shot}: {off_m}");
                }
                None => assert!((knuckle[0].hypot(knuckle[1]) - RING_M).abs() < 1e-12, "shot {shot}"),
            }
            let is_fudged = self.flag("is_fudged", shot) && !self.flag("is_misfired", shot);
            let room_m = if is_fudged { self.room_m(shot, placed, [cosine, sine], at) } else { 0.0 };
            let (expected, release) = (ahead(placed, room_m), self.point("release", shot));
            let off_m = (expected[0] - release[0]).hypot(expected[1] - release[1]);
            assert!(off_m < 1e-12, "shot {shot}: {off_m}");
            seen[0] += usize::from(is_fudged);
            seen[1] += usize::from(self.flag("is_cabbaged", shot));
            let marbles = at.keys().filter(|(kind, _)| *kind == BallKind::Marble as u8).count();
            assert_eq!(marbles as u32, self.count("marbles_before_count", shot));
        }
        seen
    }

    /// How far a hand that fudges goes ahead, m, TG-7a: as far as it reaches, within the ring and not into a ball.
    fn room_m(&self, shot: usize, from: [f64; 2], along: [f64; 2], at: &Lies) -> f64 {
        let ahead_m = from[0] * along[0] + from[1] * along[1];
        let chord = ahead_m * ahead_m - from[0] * from[0] - from[1] * from[1] + RING_M * RING_M;
        let mut room_m = FUDGE_M.min((chord.max(0.0).sqrt() - ahead_m).max(0.0));
        let own_m = self.number("toley_radius_m", shot);
        for (ball, centre) in at {
            let [radius_m, z_m] = self.sizes(shot, *ball);
            let to = [centre[0] - from[0], centre[1] - from[1]];
            let near = to[0] * along[0] + to[1] * along[1];
            let aside = to[0] * along[1] - to[1] * along[0];
            let chord = (radius_m + own_m).powi(2) - aside * aside - (own_m + HEIGHT_M - z_m).powi(2);
            let is_own = *ball == (BallKind::Toley as u8, self.count("player", shot));
            if !is_own && chord > 0.0 && near > 0.0 {
                room_m = room_m.min((near - chord.sqrt()).max(0.0));
            }
        }
        room_m
    }

    /// Radius and height of a ball before a shot, m.
    fn sizes(&self, shot: usize, ball: (u8, u32)) -> [f64; 2] {
        let number = self.count("shot", shot);
        let is_it = |i: &usize| {
            let lies = |name: &str| self.rows.counts("lies", name)[*i];
            lies("shot") == number && (self.rows.names("lies", "ball")[*i], lies("number")) == ball
        };
        let row = of_game(self.rows, "lies", self.trial, self.game).find(is_it).expect("it lies there");
        ["radius_m", "z_m"].map(|name| self.rows.numbers("lies", name)[row])
    }

    /// TG-5d: where the toley lies after a shot is where it lies before the next, or it is on the ring before neither.
    fn judge_rests(&self, lies: &BTreeMap<u32, Lies>) {
        for shot in self.shots.clone().skip(1) {
            let (before, number) = (shot - 1, self.count("shot", shot));
            assert_eq!(self.count("shot", before) + 1, number, "no shot is left out");
            let player = self.count("player", before);
            // a hand has lifted it in between
            let is_lifted =
                [What::InHand, What::Replaced, What::Substitution, What::Disqualified].iter().any(|&what| {
                    let (from, to) = (self.count("turn", before), self.count("turn", shot));
                    self.events(what).iter().any(|&(who, turn)| who == player && (from..=to).contains(&turn))
                });
            let after = lies[&number].get(&(BallKind::Toley as u8, player)).copied();
            match after {
                Some(at) => assert_eq!(at, self.point("toley", before), "before shot {number}"),
                None => assert!(!self.flag("toley_stays", before) || is_lifted, "before shot {number}"),
            }
            assert!(after.is_some() || is_lifted || !self.flag("toley_stays", before));
        }
    }

    /// TG-5a, TG-7i, TG-9g: the points of each side.
    fn judge_points(&self, lies: &BTreeMap<u32, Lies>) -> [u32; 2] {
        let marbles = |shot: u32| -> Option<u32> {
            let at = lies.get(&shot)?;
            Some(at.keys().filter(|(kind, _)| *kind == BallKind::Marble as u8).count() as u32)
        };
        let (mut points, target) = ([0, 0], 25);
        for shot in self.shots.clone() {
            assert!(points.iter().all(|points| *points < target), "TG-9g: the game ends when the target is reached");
            let number = self.count("shot", shot);
            let scored = if self.flag("is_foul", shot) { 0 } else { self.count("marbles_off_count", shot) };
            assert_eq!(scored, self.count("points_count", shot), "shot {number}");
            let left = marbles(number).expect("lies before each shot") - scored;
            assert!(marbles(number + 1).is_none_or(|next| next == left), "before shot {}", number + 1);
            points[self.count("side", shot) as usize] += scored;
        }
        points
    }

    /// TG-9c: whose turn it is, passing over those who are out.
    fn judge_order(&self) {
        let order: Vec<u32> = self.events(What::Order).into_iter().map(|(player, _)| player).collect();
        let out: Vec<(u32, u32)> = [self.events(What::Eliminated), self.events(What::Disqualified)].concat();
        let turns: Vec<u32> = {
            let of = of_game(self.rows, "turns", self.trial, self.game);
            of.map(|i| self.rows.counts("turns", "player")[i]).collect()
        };
        let numbers: Vec<u32> = {
            let of = of_game(self.rows, "turns", self.trial, self.game);
            of.map(|i| self.rows.counts("turns", "turn")[i]).collect()
        };
        let mut slot = 0;
        for (i, player) in turns.iter().enumerate() {
            assert_eq!(numbers[i] as usize, i, "every turn has a row");
            let plays = |player: u32| !out.iter().any(|&(who, when)| who == player && (when as usize) < i);
            while !plays(order[slot % order.len()]) {
                slot += 1;
            }
            slot += 1;
            assert_eq!(order[(slot - 1) % order.len()], *player, "turn {}", numbers[i]);
        }
        for shot in self.shots.clone() {
            let turn = numbers.iter().position(|turn| *turn == self.count("turn", shot)).expect("its turn");
            assert_eq!(turns[turn], self.count("player", shot));
        }
    }
}

#[test]
fn a_judge_who_has_the_rows_alone_comes_to_the_same_verdicts() {
    let keys = "[laws]\npreset = \"human\"\n[match]\ngame_count = 2\n[rows]\nlies = true\n\
                [fouls]\np_fudge = 0.15\np_cabbage = 0.3\nlimit_count = 0\n[a]\npolicy = \"hunter\"\n[planner]\ncandidate_count = 6";
    let rows = played(keys, 12);
    let (mut judged, mut breaches) = (0, [0; 2]);
    for game in 0..rows.table("games").trial.len() {
        let (trial, number) = (rows.table("games").trial[game], rows.counts("games", "game")[game]);
        let shots = of_game(&rows, "shots", trial, number);
        let record = Record { rows: &rows, trial, game: number, shots };
        let lies = record.lies();
        let seen = record.judge_releases(&lies);
        breaches = [breaches[0] + seen[0], breaches[1] + seen[1]];
        record.judge_rests(&lies);
        if rows.names("games", "form")[game] != Form::Team as u8 {
            continue;
        }
        record.judge_order();
        let points = record.judge_points(&lies);
        assert_eq!(points, ["a_points_count", "b_points_count"].map(|name| rows.counts("games", name)[game]));
        let winner = rows.numbers("games", "winner_side")[game];
        if let Some(side) = points.iter().position(|points| *points >= 25) {
            assert_eq!(winner, side as f64);
        }
        judged += lies.len();
    }
    assert!(judged > 500 && breaches[0] > 50 && breaches[1] > 10, "{judged} shots, {breaches:?}");
}

#[test]
fn fouls_and_players_who_are_put_out_are_counted_once_each_by_side_and_clause() {
    // seen and punished at the first foul, warned often: every way out but TG-6b2
    let keys = "[laws]\npreset = \"human\"\n[fouls]\np_fudge = 0.2\nlimit_count = 2\np_warning = 0.05\n\
                [continuation]\nunplayable = \"eliminate\"";
    let rows = played(keys, 40);
    let sum = |table, name: &str| rows.counts(table, name).iter().sum::<u32>();
    let fouls = rows.flags("shots", "is_foul").iter().filter(|is_foul| **is_foul).count() as u32;
    assert!(fouls > 100 && sum("matches", "foul_count") == fouls, "{fouls}");
    let mut events: BTreeMap<(u64, u32, u32), (u32, u8)> = BTreeMap::new();
    for (i, event) in rows.names("events", "event").iter().enumerate() {
        if [What::Eliminated as u8, What::Disqualified as u8].contains(event) {
            let (trial, player) = (rows.table("events").trial[i], rows.numbers("events", "player")[i] as u32);
            let place = (trial, rows.counts("events", "game")[i], player);
            events.entry(place).or_insert((u32::from(player >= 6), rows.names("events", "clause_id")[i]));
        }
    }
    use tolley_tinsley_green::laws::Clause;
    let clauses = [
        (Clause::Tg5d3, "5d3"),
        (Clause::Tg6b2, "6b2"),
        (Clause::Tg7ii, "7ii"),
        (Clause::Tg7three, "7three"),
        (Clause::Tg9d, "9d"),
    ];
    for table in ["games", "matches"] {
        assert_eq!(sum(table, "eliminated_count") as usize, events.len());
        for (number, side) in ["a", "b"].into_iter().enumerate() {
            for (clause, name) in clauses {
                let told = events.values().filter(|(of, by)| *of == number as u32 && *by == clause as u8).count();
                assert_eq!(sum(table, &format!("{side}_eliminated_{name}_count")) as usize, told, "{side} {name}");
            }
        }
    }
    let lost = |rows: &Played| -> BTreeMap<(u64, u32, u32), (u32, u8)> {
        let of = |name: &str, i: usize| rows.counts("losses", name)[i];
        let row = |i: usize| {
            let place = (rows.table("losses").trial[i], of("game", i), of("player", i));
            (place, (of("side", i), rows.names("losses", "clause_id")[i]))
        };
        let count = rows.table("losses").trial.len();
        let lost: BTreeMap<_, _> = (0..count).map(row).collect();
        assert_eq!(lost.len(), count, "nobody is put out twice");
        lost
    };
    assert_eq!(lost(&rows), events);
    for name in
        ["a_eliminated_9d_count", "b_eliminated_9d_count", "a_eliminated_7three_count", "b_eliminated_5d3_count"]
    {
        assert!(sum("matches", name) > 0, "{name}");
    }
    // in an individual match each player is a side of his own
    let rows = played(&format!("[match]\nkind = \"individual\"\nplayer_count = 8\n{keys}"), 12);
    let lost = lost(&rows);
    assert_eq!(rows.counts("games", "eliminated_count").iter().sum::<u32>() as usize, lost.len());
    assert!(lost.iter().all(|((.., player), (side, _))| player == side));
    let mut players: Vec<u32> = lost.keys().map(|(.., player)| *player).collect();
    players.sort_unstable();
    players.dedup();
    assert!(players.len() > 4, "{players:?}");
}

#[test]
fn a_toley_that_shattered_or_that_an_erring_eye_sees_off_is_nowhere() {
    let rows = played(
        "[accidents]\np_break_toley = 0.3\np_shatter = 0.5\nbreak_impulse_n_s = 0.001\n[referee]\nedge_sd_m = \"5 mm\"",
        12,
    );
    let (x_m, y_m) = (rows.numbers("shots", "toley_x_m"), rows.numbers("shots", "toley_y_m"));
    let stays = rows.flags("shots", "toley_stays");
    let mut taken_up = 0;
    for i in (0..x_m.len()).filter(|i| !stays[*i]) {
        let far_m = x_m[i].hypot(y_m[i]);
        assert!(far_m.is_nan() || far_m >= RING_M - 1e-9, "{i}: {far_m}");
        taken_up += u32::from(far_m.is_nan());
    }
    assert!(taken_up > 3, "{taken_up}");
}

#[test]
fn a_toley_is_where_the_verdict_leaves_it() {
    let rows = played("[fouls]\np_block_shooter = 0.5\np_fudge = 0.2\n[referee]\np_detect_foul = 0.5", 12);
    let (x_m, y_m) = (rows.numbers("shots", "toley_x_m"), rows.numbers("shots", "toley_y_m"));
    let (stays, fouls) = (rows.flags("shots", "toley_stays"), rows.flags("shots", "is_foul"));
    let (mut lifted, mut stopped) = (0, 0);
    for i in 0..x_m.len() {
        let far_m = x_m[i].hypot(y_m[i]);
        // on the ring it lies on it, over the edge it crossed it, and else a hand took it up
        assert!(if stays[i] { far_m <= RING_M } else { far_m.is_nan() || far_m >= RING_M - 1e-9 }, "{i}: {far_m}");
        assert!(far_m.is_finite() || fouls[i], "{i}");
        lifted += u32::from(far_m.is_nan());
        stopped += u32::from(stays[i] && (far_m - (RING_M - 0.009525)).abs() < 1e-9);
    }
    assert!(lifted > 10 && stopped > 0, "{lifted} {stopped}");
}
