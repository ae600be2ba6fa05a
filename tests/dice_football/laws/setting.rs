//! DF-parts to DF-goal, and DF-fallback: what frames a match.

use std::collections::BTreeSet;

use tolley_dice_football::keys::faces::Penalty;
use tolley_dice_football::keys::{checks, data};
use tolley_dice_football::matches::{MatchSink, MatchStreams, SeriesPenalty, Simulator, series};
use tolley_dice_football::players::Player;
use tolley_dice_football::solver;
use tolley_experiment::key::Set;
use tolley_experiment::problem::Problems;
use tolley_experiment::random::Streams;

use super::*;

fn streams(repeat: u64) -> MatchStreams {
    MatchStreams::open(&Streams::new(7, repeat, None))
}

/// Plays random matches and calls `seen` at every step.
pub(super) fn play(laws: &Laws, matches: u64, seen: impl FnMut(&MatchState, &Position, &Event)) {
    struct Each<'a, F>(&'a Compiled, F);
    impl<F: FnMut(&MatchState, &Position, &Event)> MatchSink for Each<'_, F> {
        fn step(&mut self, at: &MatchState, node: usize, _: &solver::Step, event: &Event) {
            self.1(at, &self.0.positions[node], event);
        }
    }
    let simulator = Simulator::new(Compiled::new(laws), laws);
    let mut each = Each(simulator.game(), seen);
    for repeat in 0..matches {
        simulator.play([Player::Random; 2], &mut streams(repeat), &mut each);
    }
}

fn refused(parsed: Result<(Vec<Set>, Problems), Problems>) -> String {
    parsed.expect_err("it is refused").to_string()
}

#[track_caller]
fn tells(told: &str, parts: &[&str]) {
    for part in parts {
        assert!(told.contains(part), "{part} is not in\n{told}");
    }
}

cases! {
    "DF-parts-T1" what_is_impossible_in_a_file_is_refused_with_place_and_reason {
        let five = data::DICE.replace("\"F1\", \"F1\", \"F2?\"", "\"F1\", \"F2?\"");
        let told = refused(data::parse_dice("dice.toml", &five));
        tells(&told, &["dice.toml:6:", "DF-parts: 5 faces; a die has six"]);
        let board = data::BOARD.replace("centre ", "middle ");
        let told = refused(data::parse_board("board.toml", &board));
        tells(&told, &["centre: the field is missing: DF-setup-kickoff", "middle: unknown key"]);
        let unknown = data::DICE.replace("\"recovery\"", "\"miracle\"");
        let told = refused(data::parse_dice("dice.toml", &unknown));
        tells(&told, &["dice.toml:13:", "N9: \"miracle\" is not one of: bomb"]);
    }

    "DF-parts-T2" faces_that_the_real_dice_do_not_have_are_a_warning {
        let lossy = data::DICE.replace("\"S1\"]", "\"S1X\"]");
        let (_, warnings) = data::parse_dice("dice.toml", &lossy).expect("it can be played");
        tells(&warnings.to_string(), &["N2: expected of the real dice: the control die has no X"]);
        assert_eq!(checks::violations(&laws().dice), []);
    }

    "DF-roles-T1" roles_and_sides_change_back_and_forth {
        for at in Field::all() {
            assert_eq!((at.flipped().flipped(), at.mirrored().mirrored()), (at, at));
        }
        assert_eq!(field(9, 3).flipped(), field(3, 3));
        assert_eq!(field(2, 1).flipped(), field(10, 5));
        let holder = Holder::Attacker(Champion::Bomb);
        assert_eq!((holder.swapped(), holder.swapped().swapped()), (Holder::Defender(Champion::Bomb), holder));
    }

    "DF-roles-T2" who_loses_the_ball_defends {
        loses(&plain((5, 3), "F2X", 0), open(5, 3, Permission::ControlOnly));
        loses(&plain((5, 5), "S1", 1), open(7, 1, Permission::Restart));
    }

    "DF-read-T1" nobody_misreads_unless_told_to {
        play(&laws(), 100, |_, _, event| assert_eq!(event.misread, None));
    }

    "DF-read-T2" an_arrow_that_is_not_forward_is_misread_as_another {
        let always = laws_with(|keys| keys.rules.p_misread = 1.0);
        let throw = Throw { from: field(5, 3), kick: Kick::Plain, reversed: false, next: Permission::Any };
        let steps = always.next(&at(Play::ArrowRoll(ArrowDie::Pass, throw))).steps;
        for step in &steps {
            let face = step.event.face.expect("an arrow");
            assert_eq!(step.event.misread.is_none(), face.arrow == Arrow::Forward);
            if let Some(read) = step.event.misread {
                assert_ne!(read, face.arrow);
                assert_eq!(step.event.clause, Clause::Read);
            }
        }
        let sum: f64 = steps.iter().map(|step| step.effect.probability).sum();
        assert!((sum - 1.0).abs() < 1e-15, "{sum}");
    }

    "DF-setup-champion-T1" without_champion_die_nobody_holds_or_uses_it {
        let off = laws_with(|keys| keys.rules.champion_die = false);
        play(&off, 50, |_, position, event| {
            assert_eq!(position.champion, None);
            assert!(!event.act.is_ability(), "{:?}", event.act);
        });
    }

    "DF-setup-champion-T2" the_opening_face_is_one_of_six_alike {
        let simulator = Simulator::new(Compiled::new(&laws()), &laws());
        let mut counts = [0u32; 6];
        let mut dice = streams(0).dice;
        for _ in 0..600_000 {
            counts[simulator.open(&mut dice).face.expect("one of six") as usize] += 1;
        }
        for count in counts {
            let share = f64::from(count) / 600_000.0;
            assert!((share - 1.0 / 6.0).abs() < 0.002, "{share}");
        }
    }

    "DF-setup-kickoff-T1" the_holder_defends_first {
        let compiled = Compiled::new(&laws());
        for opening in &compiled.openings {
            let holder = compiled.positions[opening.node as usize].champion;
            assert_eq!(holder, opening.face.map(Holder::Defender), "{opening:?}");
            assert_ne!(holder, None);
        }
    }

    "DF-setup-kickoff-T2" the_match_starts_from_the_centre_with_any_arrow_die {
        let kick_off = laws().kick_off(None);
        assert_eq!(kick_off.play, Play::Turn(open(6, 3, Permission::Restart)));
        assert_eq!(acts(&laws(), &kick_off), [Act::Control, Act::Pass, Act::Cross]);
    }

    "DF-time-halves-T1" a_half_has_75_rolls {
        assert_eq!(Compiled::new(&laws()).ticks, [75, 75]);
    }

    "DF-time-halves-T2" quicker_rolls_are_more {
        let quick = laws_with(|keys| keys.clock.roll_s = 4.5);
        assert_eq!(quick.half_rolls, 100);
    }

    "DF-time-second-half-T1" the_winner_of_the_draw_opens_the_second_half {
        let mut sides = [None; 2];
        play(&laws(), 20, |at, _, _| {
            if at.left == 75 && sides[at.half].is_none() {
                sides[at.half] = Some(at.side);
            }
        });
        assert_eq!(sides, [Some(1), Some(0)], "the draw's winner is player 0");
    }

    "DF-time-second-half-T2" the_champion_die_stays_where_it_is_at_half_time {
        let compiled = Compiled::new(&laws());
        // a die that player 1 holds at half time stays with him: player 0 attacks, so the defender has it
        let held = |at: &Position| matches!(at.champion, Some(Holder::Attacker(_)));
        let node = compiled.positions.iter().position(held).expect("reachable");
        let open = compiled.positions[compiled.reopens[1][node] as usize];
        assert_eq!(open.champion, compiled.positions[node].champion.map(Holder::swapped));
    }

    "DF-time-end-T1" a_loss_of_the_ball_ends_a_half_and_a_move_does_not {
        let closes = ["F2X", "F2"].map(|face| plain((5, 3), face, 0).effect.closes);
        assert_eq!(closes, [true, false]);
    }

    "DF-time-end-T2" a_corner_ends_a_half_unless_told_otherwise {
        for ends in [true, false] {
            let laws = laws_with(|keys| keys.clock.corner_ends = ends);
            assert_eq!(step(&laws, &at(Play::KeeperRoll(false)), Act::ToCorner).effect.closes, ends);
        }
    }

    "DF-time-end-T3" a_penalty_that_was_given_is_taken {
        let roll = at(Play::DefendRoll(Context::Open, field(10, 2)));
        let foul = step(&laws(), &roll, Act::Fouled);
        assert_eq!((foul.to.play, foul.effect.closes), (Play::PenaltyRoll, false), "it is taken first");
        let steps = laws().next(&foul.to).steps;
        let goes_on = steps.iter().filter(|step| !step.effect.closes).map(|step| step.event.act);
        assert_eq!(goes_on.collect::<Vec<Act>>(), [Act::Punched]);
    }

    "DF-time-tournament-T1" a_series_has_a_winner {
        assert_eq!(judge([1, 1], false), Verdict::Series);
        let mut taken = Vec::new();
        let goals = series(&laws().dice.penalty, 5, &mut streams(1).dice, |penalty| taken.push(*penalty));
        assert!(goals[0] != goals[1] && taken.len() >= 10, "{goals:?}: {taken:?}");
        for player in [0, 1] {
            let of = |penalty: &&SeriesPenalty| penalty.player == player && penalty.face == Penalty::Goal;
            assert_eq!(taken.iter().filter(of).count(), goals[player] as usize, "{taken:?}");
        }
        // pairs beyond the fifth only while nobody leads
        let is_level = |penalty: &SeriesPenalty| penalty.goals[0] == penalty.goals[1];
        let ends = taken.chunks(2).map(|pair| pair[pair.len() - 1]).filter(|last| last.pair_no >= 5);
        assert_eq!(ends.filter(|last| !is_level(last)).count(), 1, "{taken:?}");
    }

    "DF-time-tournament-T2" a_draw_stands_in_friendlies_only {
        assert_eq!(judge([1, 1], true), Verdict::Drawn);
        assert_eq!(judge([1, 1], false), Verdict::Series);
        assert_eq!([judge([2, 1], false), judge([0, 1], true)], [Verdict::Won(0), Verdict::Won(1)]);
    }

    "DF-time-tournament-T3" half_of_the_penalties_of_a_series_go_in_with_this_die {
        let mut dice = streams(2).dice;
        let (die, mut sum, mut shown) = (&laws().dice.penalty, 0, BTreeSet::new());
        for _ in 0..20_000 {
            series(die, 5, &mut dice, |penalty| {
                let counts = penalty.pair_no <= 5 && penalty.player == 0 && penalty.face == Penalty::Goal;
                sum += u32::from(counts);
                shown.insert(penalty.face);
            });
        }
        let mean = f64::from(sum) / 20_000.0;
        assert_eq!(shown, die.faces.iter().map(|(face, _)| *face).collect());
        // standard error 0.0079
        assert!((mean - 2.5).abs() < 0.03, "{mean}");
    }

    "DF-goal-T1" play_goes_on_with_control_after_a_goal {
        let goal = step(&laws(), &at(Play::PenaltyRoll), Act::PenaltyGoal);
        scores(&goal);
        assert_eq!(acts(&laws(), &goal.to), [Act::Control]);
    }

    "DF-goal-T2" or_with_any_arrow_die {
        let any = laws_with(|keys| keys.rules.after_goal_first_die = FirstDie::Any);
        let goal = step(&any, &at(Play::PenaltyRoll), Act::PenaltyGoal);
        assert_eq!(acts(&any, &goal.to), [Act::Control, Act::Pass, Act::Cross]);
    }

    "DF-fallback-T1" no_position_needs_football_sense {
        // every position that can be reached is covered by a clause: it has a step, and its shares add up to 1
        for position in &Compiled::new(&Laws { is_canonical: true, ..laws() }).positions {
            let Following { owner, steps, .. } = laws().next(position);
            assert!(!steps.is_empty(), "{position:?}");
            let sum: f64 = steps.iter().map(|step| step.effect.probability).sum();
            assert!(owner != Owner::Chance || (sum - 1.0).abs() < 1e-14, "{position:?}: {sum}");
            steps.iter().for_each(|step| assert_ne!(step.event.clause, Clause::Fallback, "{position:?}"));
        }
        play(&laws(), 10_000, |_, position, event| assert_ne!(event.clause, Clause::Fallback, "{position:?}"));
    }
}
