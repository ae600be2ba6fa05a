//! DF-parts to DF-goal, and DF-fallback: what frames a match.

use tolley_experiment::problem::Problems;
use tolley_experiment::random::{Purpose, Streams};

use super::*;
use crate::game::Compiled;
use crate::walk::{self, Board, Listener, Luck, Moment, Player};
use crate::{checks, data, solver};

fn luck(repeat: u64) -> Luck {
    let streams = Streams::new(7, repeat, None);
    Luck { dice: streams.open(Purpose::named("dice")), choices: streams.open(Purpose::named("choices")) }
}

/// Plays random matches and calls `seen` at every step.
pub(super) fn play(rules: &Rules, matches: u64, seen: impl FnMut(&Moment, &Position, &solver::Step, &Mark)) {
    struct Each<'a, F>(&'a Compiled, F);
    impl<F: FnMut(&Moment, &Position, &solver::Step, &Mark)> Listener for Each<'_, F> {
        fn step(&mut self, at: &Moment, node: usize, step: &solver::Step, mark: &Mark) {
            self.1(at, &self.0.positions[node], step, mark);
        }
    }
    let compiled = Compiled::new(rules);
    let board = Board::new(compiled, rules);
    let mut each = Each(board.game(), seen);
    for repeat in 0..matches {
        board.play([Player::Random; 2], &mut luck(repeat), &mut each);
    }
}

fn refused(parsed: Result<(data::Sets, Problems), Problems>) -> String {
    parsed.expect_err("it is refused").to_string()
}

pub(super) const CASES: &[Case] = &[
    ("DF-parts", 1, || {
        let five = data::DICE.replace("\"F1\", \"F1\", \"F2?\"", "\"F1\", \"F2?\"");
        let told = refused(data::parse_dice("dice.toml", &five));
        assert!(told.contains("dice.toml:6:") && told.contains("DF-parts: 5 faces; a die has six"), "{told}");
        let board = data::BOARD.replace("centre ", "middle ");
        let told = refused(data::parse_board("board.toml", &board));
        assert!(
            told.contains("centre: the field is missing: DF-setup-kickoff") && told.contains("middle: unknown key"),
            "{told}"
        );
        let unknown = data::DICE.replace("\"recovery\"", "\"miracle\"");
        let told = refused(data::parse_dice("dice.toml", &unknown));
        assert!(told.contains("dice.toml:13:") && told.contains("N9: \"miracle\" is not one of: bomb"), "{told}");
    }),
    ("DF-parts", 2, || {
        let lossy = data::DICE.replace("\"S1\"]", "\"S1X\"]");
        let (_, warnings) = data::parse_dice("dice.toml", &lossy).expect("it can be played");
        assert!(warnings.to_string().contains("N2: expected of the real dice: the control die has no X"), "{warnings}");
        assert_eq!(checks::broken(&rules().dice), []);
    }),
    ("DF-roles", 1, || {
        assert!(Field::all().all(|at| at.flipped().flipped() == at && at.mirrored().mirrored() == at));
        assert_eq!(field(9, 3).flipped(), field(3, 3));
        assert_eq!(field(2, 1).flipped(), field(10, 5));
        assert_eq!(White::Attacker(Champion::Bomb).swapped().swapped(), White::Attacker(Champion::Bomb));
    }),
    ("DF-roles", 2, || {
        loses(&plain((5, 3), "F2X", 0), open(5, 3, Permission::ControlOnly));
        loses(&plain((5, 5), "S1", 1), open(7, 1, Permission::Restart));
    }),
    ("DF-read", 1, || {
        play(&rules(), 100, |_, _, _, mark| assert!(mark.misread.is_none()));
    }),
    ("DF-read", 2, || {
        let always = rules_with(&[("laws.p_misread", Value::Number(1.0))]);
        let throw = Throw { from: field(5, 3), kick: Kick::Plain, reversed: false, next: Permission::Any };
        let steps = always.following(&at(Play::ArrowRoll(ArrowDie::Pass, throw))).steps;
        for step in &steps {
            let face = step.mark.face.expect("an arrow");
            assert_eq!(step.mark.misread.is_none(), face.arrow == Arrow::Forward);
            assert!(step.mark.misread.is_none_or(|read| read != face.arrow && step.mark.clause == Clause::Read));
        }
        let sum: f64 = steps.iter().map(|step| step.effect.probability).sum();
        assert!((sum - 1.0).abs() < 1e-15);
    }),
    ("DF-setup-champion", 1, || {
        let off = rules_with(&[("laws.champion_die", Value::Flag(false))]);
        play(&off, 50, |_, position, _, mark| {
            assert_eq!(position.white, White::Off);
            assert!(!format!("{:?}", mark.act).starts_with("Use"));
        });
    }),
    ("DF-setup-champion", 2, || {
        let board = Board::new(Compiled::new(&rules()), &rules());
        let mut counts = [0u32; 6];
        let mut dice = luck(0).dice;
        for _ in 0..600_000 {
            counts[board.open(&mut dice).face.expect("one of six") as usize] += 1;
        }
        for count in counts {
            let share = f64::from(count) / 600_000.0;
            assert!((share - 1.0 / 6.0).abs() < 0.002, "{share}");
        }
    }),
    ("DF-setup-kickoff", 1, || {
        let compiled = Compiled::new(&rules());
        for opening in &compiled.openings {
            let white = compiled.positions[opening.node as usize].white;
            assert_eq!(white, White::Defender(opening.face.expect("a die")), "the holder defends first");
        }
    }),
    ("DF-setup-kickoff", 2, || {
        let kick_off = rules().kick_off(White::Off);
        assert_eq!(kick_off.play, Play::Turn(open(6, 3, Permission::Restart)));
        assert_eq!(acts(&rules(), &kick_off), [Act::Control, Act::Pass, Act::Cross]);
    }),
    ("DF-time-halves", 1, || assert_eq!(Compiled::new(&rules()).ticks, [75, 75])),
    ("DF-time-halves", 2, || {
        let quick = rules_with(&[("time.roll_s", Value::Number(4.5))]);
        assert_eq!(quick.half_rolls, 100);
    }),
    ("DF-time-second-half", 1, || {
        let mut sides = [None; 2];
        play(&rules(), 20, |at, _, _, _| {
            if at.left == 75 && sides[at.half].is_none() {
                sides[at.half] = Some(at.side);
            }
        });
        assert_eq!(sides, [Some(1), Some(0)], "the draw's winner is player 0");
    }),
    ("DF-time-second-half", 2, || {
        let compiled = Compiled::new(&rules());
        // a die that player 1 holds at half time stays with him: player 0 attacks, so the defender has it
        let node = compiled.positions.iter().position(|at| matches!(at.white, White::Attacker(_))).expect("reachable");
        let open = compiled.positions[compiled.reopens[1][node] as usize];
        assert!(matches!(open.white, White::Defender(_)));
    }),
    ("DF-time-end", 1, || assert!(plain((5, 3), "F2X", 0).effect.closes && !plain((5, 3), "F2", 0).effect.closes)),
    ("DF-time-end", 2, || {
        assert!(step(&rules(), &at(Play::KeeperRoll(false)), Act::ToCorner).effect.closes);
        let played_on = rules_with(&[("time.corner_ends", Value::Flag(false))]);
        assert!(!step(&played_on, &at(Play::KeeperRoll(false)), Act::ToCorner).effect.closes);
    }),
    ("DF-time-end", 3, || {
        let roll = at(Play::DefendRoll(Context::Open, field(10, 2)));
        let foul = step(&rules(), &roll, Act::Fouled);
        assert!(foul.to.play == Play::PenaltyRoll && !foul.effect.closes, "it is taken first");
        assert!(
            rules()
                .following(&foul.to)
                .steps
                .iter()
                .all(|step| { step.effect.closes || step.mark.act == Act::Punched })
        );
    }),
    ("DF-time-tournament", 1, || {
        assert_eq!(crate::play::ending([1, 1], false), crate::play::Ending::Series);
        let (winner, goals) = walk::series(0.5, 5, &mut luck(1).dice);
        assert!(winner < 2 && goals.iter().all(|goals| *goals <= 5), "somebody wins");
    }),
    ("DF-time-tournament", 2, || {
        use crate::play::{Ending, ending};
        assert_eq!(ending([1, 1], true), Ending::Draw);
        assert_eq!(ending([1, 1], false), Ending::Series);
        assert_eq!(ending([2, 1], false), Ending::First);
    }),
    ("DF-time-tournament", 3, || {
        let mut dice = luck(2).dice;
        let sum: u32 = (0..20_000).map(|_| walk::series(0.5, 5, &mut dice).1[0]).sum();
        let mean = f64::from(sum) / 20_000.0;
        // standard error 0.0079
        assert!((mean - 2.5).abs() < 0.03, "{mean}");
    }),
    ("DF-goal", 1, || {
        let goal = step(&rules(), &at(Play::PenaltyRoll), Act::PenaltyGoal);
        assert!(is_goal(&goal));
        assert_eq!(acts(&rules(), &goal.to), [Act::Control]);
    }),
    ("DF-goal", 2, || {
        let any = rules_with(&[("laws.after_goal_first_die", Value::Choice("any"))]);
        let goal = step(&any, &at(Play::PenaltyRoll), Act::PenaltyGoal);
        assert_eq!(acts(&any, &goal.to), [Act::Control, Act::Pass, Act::Cross]);
    }),
    ("DF-fallback", 1, || {
        // every position that can be reached is covered by a clause: it has a step, and its shares add up to 1
        for position in &Compiled::new(&Rules { folds: true, ..rules() }).positions {
            let Following { owner, steps, .. } = rules().following(position);
            assert!(!steps.is_empty(), "{position:?}");
            let sum: f64 = steps.iter().map(|step| step.effect.probability).sum();
            assert!(owner != Owner::Chance || (sum - 1.0).abs() < 1e-14, "{position:?}");
            assert!(steps.iter().all(|step| step.mark.clause != Clause::Fallback));
        }
        play(&rules(), 10_000, |_, _, _, mark| assert!(mark.clause != Clause::Fallback));
    }),
];
