//! DF-att-*.

use super::*;

const PLAIN: [Act; 3] = [Act::Control, Act::Pass, Act::Cross];

/// Where a control roll without symbol leads.
fn after_control(rules: &Rules, position: &Position) -> Position {
    let roll = step(rules, position, Act::Control).to;
    let steps = rules.following(&roll).steps;
    steps.iter().find(|step| step.mark.act == Act::Moved).expect("a plain face").to
}

fn permission(position: &Position) -> Permission {
    match position.play {
        Play::Turn(ball) => ball.permission(),
        other => panic!("{other:?} is no turn"),
    }
}

pub(super) const CASES: &[Case] = &[
    ("DF-att-turn", 1, || {
        let rules = rules();
        let mut position = turn(open(1, 3, Permission::Any));
        for row in [3, 5, 7] {
            let roll = step(&rules, &position, Act::Pass).to;
            let steps = rules.following(&roll).steps;
            let moved = steps.iter().find(|step| step.mark.face == Face::parse("F2")).expect("on the die");
            keeps(moved, open(row, 3, Permission::Any));
            position = moved.to;
        }
    }),
    ("DF-att-turn", 2, || {
        let following = rules().following(&turn(open(5, 3, Permission::Any)));
        assert_eq!((following.owner, following.ticks), (Owner::Mover, false));
        assert_eq!(acts(&rules(), &turn(open(5, 3, Permission::Any))), PLAIN);
    }),
    ("DF-att-first-control", 1, || {
        let defended = at(Play::DefendRoll(Context::Open, field(2, 3)));
        let step = step(&rules(), &defended, Act::Intercepted);
        loses(&step, open(10, 3, Permission::ControlOnly));
        assert_eq!(acts(&rules(), &step.to), [Act::Control, Act::ControlReversed], "no shot, no other die");
    }),
    ("DF-att-first-control", 2, || {
        let next = after_control(&rules(), &turn(open(5, 3, Permission::ControlOnly)));
        assert_eq!(permission(&next), Permission::NoControl);
        let without = rules_with(&[("laws.first_die_rule", Value::Flag(false))]);
        let lost = throw(&without, (5, 3), Kick::Plain, false, "F2X", 0);
        loses(&lost, open(5, 3, Permission::Any));
    }),
    ("DF-att-no-repeat", 1, || {
        let next = after_control(&rules(), &turn(open(5, 3, Permission::Any)));
        assert_eq!(acts(&rules(), &next), [Act::Pass, Act::Cross]);
    }),
    ("DF-att-no-repeat", 2, || {
        let roll = step(&rules(), &turn(open(4, 3, Permission::NoControl)), Act::Pass).to;
        let steps = rules().following(&roll).steps;
        let moved = steps.iter().find(|step| step.mark.act == Act::Moved).expect("a plain face").to;
        assert_eq!(acts(&rules(), &moved), PLAIN);
    }),
    ("DF-att-no-repeat", 3, || {
        let two = rules_with(&[("laws.control_max_run_count", Value::Count(2))]);
        let once = after_control(&two, &turn(open(4, 3, Permission::ControlOnly)));
        assert_eq!(acts(&two, &once), PLAIN);
        let twice = after_control(&two, &once);
        assert_eq!(acts(&two, &twice), [Act::Pass, Act::Cross]);
        let unlimited = rules_with(&[("laws.control_max_run_count", Value::Count(0))]);
        let next = after_control(&unlimited, &turn(open(4, 3, Permission::Any)));
        assert_eq!(permission(&next), Permission::Any);
    }),
    ("DF-att-reset", 1, || {
        let queried = throw(&rules(), (4, 3), Kick::Plain, false, "F2?", 0).to;
        let roll = step(&rules(), &queried, Act::Defend).to;
        let steps = rules().following(&roll).steps;
        let missed = steps.iter().find(|step| step.mark.clause == Clause::Miss).expect("on the die");
        assert!(acts(&rules(), &missed.to).contains(&Act::Control));
    }),
    ("DF-att-reset", 2, || {
        let punched = step(&rules(), &at(Play::KeeperRoll(false)), Act::Punched);
        keeps(&punched, open(9, 3, Permission::Any));
        assert!(acts(&rules(), &punched.to).contains(&Act::Shoot));
    }),
    ("DF-att-restart-dice", 1, || {
        let acts = acts(&rules(), &turn(open(9, 1, Permission::Restart)));
        assert!(PLAIN.iter().all(|act| acts.contains(act)) && !acts.contains(&Act::Shoot));
        let start_only = rules_with(&[("laws.restart_dice", Value::Choice("start_only"))]);
        let thrown_in = throw(&start_only, (6, 5), Kick::Plain, false, "S1", 1);
        loses(&thrown_in, open(6, 1, Permission::ControlOnly));
    }),
    ("DF-att-restart-dice", 2, || {
        let next = after_control(&rules(), &turn(open(5, 1, Permission::Restart)));
        assert_eq!(permission(&next), Permission::NoControl);
    }),
];
