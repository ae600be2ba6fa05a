//! What plain geometry knows: how hard it hits, and where the other coin is.

use tolley_cymbergaj::laws::Seat;
use tolley_cymbergaj::laws::{Match, Period, Phase, Restart};
use tolley_cymbergaj::matches::{Image, MatchSink, MatchStudy, Step, play};
use tolley_cymbergaj::shot::Workspace;
use tolley_experiment::random::Streams;

use super::{paired, plain, plan, read};
use crate::cymbergaj::numbers;

/// A coin of equal mass that its player believes to be heavier.
const SAME_MASS: &str = "[a]\nbelieved_mass_kg = 0.005663043478260869\n";

fn shares(keys: &str) -> Vec<f64> {
    let rows = crate::cymbergaj::play::<MatchStudy>(&plan(&plain(&format!("repeats = 120\n{keys}"))));
    numbers::<MatchStudy>(&rows, 0, "a_win_share").to_vec()
}

#[test]
fn who_knows_his_coin_gains_nothing_by_what_he_would_believe() {
    for by in ["speed", "impulse", "comb"] {
        let shares = shares(&format!("[strike]\nby = \"{by}\"\n{SAME_MASS}"));
        let shared = shares.iter().filter(|share| **share == 0.5).count();
        assert!(shared > 115, "{by}: {shared} of {} pairs are shared", shares.len());
    }
}

/// The mass of a coin may be said in two ways, in grams or as a share of what its kind weighs. Rows are equal to the
/// last bit, whatever the comb does and whoever knows of it, with a ball by ratio and with coins that are drawn too.
#[test]
fn one_coin_has_the_same_rows_in_whichever_way_its_mass_is_said() {
    let of = |said: &str, keys: &str| {
        let keys = format!("repeats = 3\n[contest]\nrecord = \"steps\"\n{keys}allows_for_mass = false\n{said}\n");
        format!("{:?}", crate::cymbergaj::play::<MatchStudy>(&plan(&plain(&keys))))
    };
    let ratio = "[ball]\nmass_by = \"ratio\"\n[strike]\nby = \"comb\"\n[a]\n";
    let drawn = "[coins]\nmass_sd_ratio = 0.007\n[strike]\nby = \"impulse\"\n[a]\n";
    for keys in ["[strike]\nby = \"impulse\"\n[a]\n", ratio, drawn, "[b]\nmass_ratio = 0.98\n[a]\n"] {
        let [by_mass, by_ratio] = ["mass_kg = \"4.7932 g\"", "mass_ratio = 0.92"].map(|said| of(said, keys));
        assert_eq!(by_mass, by_ratio, "{keys}");
        assert_ne!(by_mass, of("", keys), "{keys}");
    }
}

/// The speed meant is the one that he dares.
#[test]
fn what_is_meant_is_what_is_dared() {
    let keys = "repeats = 20\n[contest]\nrecord = \"moves\"\n[a]\npreset = \"exact\"\n[b]\npreset = \"exact\"\n";
    let rows = crate::cymbergaj::play::<MatchStudy>(&plan(&plain(keys)));
    let of = |name: &str| numbers::<MatchStudy>(&rows, 2, name);
    for (meant, made) in of("meant_speed_m_s").iter().zip(of("launch_speed_m_s")) {
        assert!((meant / made - 1.0).abs() < 1e-12, "{meant} {made}");
    }
}

/// Who does not know that the lines are drawn inside chooses as if they were not; the first Move is the same then.
#[test]
fn who_does_not_know_the_lines_strikes_as_without_them() {
    let first = |known: bool, inset: &str| {
        let keys = format!(
            "repeats = 1\n[contest]\nseats = \"a-x\"\nrecord = \"moves\"\nlines_known = {known}\n[table]\n\
             line_inset_m = \"{inset}\"\n"
        );
        let rows = crate::cymbergaj::play::<MatchStudy>(&plan(&plain(&keys)));
        numbers::<MatchStudy>(&rows, 2, "launch_speed_m_s")[0]
    };
    assert_eq!(first(false, "10 mm"), first(false, "0 mm"));
    assert_eq!(first(false, "0 mm"), first(true, "0 mm"));
    assert_ne!(first(true, "10 mm"), first(true, "0 mm"));
    let told = read("[contest]\nlines_known = false\n[a]\npolicy = \"sampled\"\n").expect_err("a policy that knows");
    assert!(told.contains("contest.lines_known") && told.contains("sampled"), "{told}");
}

/// The errors of both players are those of each, multiplied.
#[test]
fn the_level_of_play_is_that_of_both() {
    let of = |keys: &str| shares(&format!("[table]\nlength_m = 1.1\n{keys}"));
    let both = "[a]\nerror_ratio = 2.0\n[b]\nerror_ratio = 2.0\n";
    assert_eq!(of("[contest]\nerror_ratio = 2.0\n[b]\nmass_ratio = 0.98\n"), of(&format!("{both}mass_ratio = 0.98\n")));
}

#[test]
fn a_habit_is_a_misjudgement() {
    let of = |ratio: f64| shares(&format!("[a]\nspeed_habit_ratio = {ratio}\n")).iter().sum::<f64>() / 120.0;
    assert_eq!(of(1.0), 0.5);
    assert!(of(1.6) < 0.35, "{}", of(1.6));
}

/// Who does not allow for what his coin weighs strikes it too softly by as much as it is too heavy, where a comb gives
/// every coin the same impulse; where it gives the same speed, nothing changes.
#[test]
fn who_does_not_allow_for_his_coin_strokes_it_as_a_nominal_one() {
    let of = |by: &str, keys: &str| shares(&format!("[strike]\nby = \"{by}\"\n[a]\nmass_ratio = 1.25\n{keys}"));
    let known = of("speed", "");
    assert_eq!(of("impulse", ""), known);
    assert_eq!(of("speed", "allows_for_mass = false\n"), known);
    let soft = of("speed", "speed_habit_ratio = 0.8\n");
    assert_eq!(of("impulse", "allows_for_mass = false\n"), soft);
    assert_ne!(soft, known);
    let between = of("comb", "allows_for_mass = false\n");
    assert!(between != soft && between != known);
}

/// Who plans knows nothing of it; wild strokes are those of a hand whose deviations are larger.
#[test]
fn a_bias_costs_and_a_hand_that_is_always_wild_errs_as_much_more() {
    let biased = shares("[a]\naim_bias_rad = 0.1\n").iter().sum::<f64>() / 120.0;
    assert!(biased < 0.35, "{biased}");
    let of = |keys: &str| shares(&format!("[b]\npolicy = \"random\"\n[a]\npolicy = \"random\"\n{keys}"));
    let (wild, wider) = (of("wild_share = 1.0\nwild_ratio = 2.0\n"), of("error_ratio = 2.0\n"));
    assert!(wild == wider && wild != of(""), "{wild:?} {wider:?}");
}

/// Moves and those in which more than the ball is hit, of first Moves by restart and of all; goals, draws.
#[derive(Default)]
struct Seen {
    firsts: [[u32; 2]; Restart::ALL.len()],
    all: [u32; 2],
    goals: u32,
    level: u32,
}

impl MatchSink for Seen {
    fn begin(&mut self, _: &Match) {}

    fn step(&mut self, before: &Match, step: &Step, after: &Match) {
        let ends = before.period == Period::SecondHalf && (after.period != before.period || after.phase == Phase::Over);
        self.level += u32::from(ends && after.score[0] == after.score[1]);
        self.goals += after.score[0] + after.score[1] - before.score[0] - before.score[1];
        let Step::Moved { played, .. } = step else { return };
        let twice = u32::from(played.record.collision_count > 1);
        self.all = [self.all[0] + 1, self.all[1] + twice];
        if before.turn.move_no == 1 {
            let [moves, met] = &mut self.firsts[before.turn.restart as usize];
            *moves += 1;
            *met += twice;
        }
    }
}

#[test]
fn direct_sees_the_other_coin() {
    let pairing = paired(&plain(""), Seat::X);
    let mut workspace = Workspace::new(&pairing.setups[0].physics);
    let (mut seen, matches) = (Seen::default(), 800);
    for repeat in 0..matches {
        play(&pairing, &mut workspace, &Streams::new(11, repeat, None), Image::Usual, &mut seen);
    }
    let share = |[of, yes]: [u32; 2]| f64::from(yes) / f64::from(of);
    assert!(share(seen.all) < 0.05, "{:?}", seen.all);
    for restart in [Restart::KickOff, Restart::FreeKick, Restart::GoalKick, Restart::Open] {
        let first = seen.firsts[restart as usize];
        assert!(first[0] > 100 && share(first) < 0.1, "{}: {first:?}", restart.name());
    }
    let (goals, level) = (f64::from(seen.goals) / matches as f64, f64::from(seen.level) / matches as f64);
    assert!((3.0..7.0).contains(&goals), "{goals} goals a match");
    assert!(level < 0.25, "{level} are level at full time");
}
