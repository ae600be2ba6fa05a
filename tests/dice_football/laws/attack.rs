//! DF-att-*.

use super::*;

const PLAIN: [Act; 3] = [Act::Control, Act::Pass, Act::Cross];

/// Where a control roll without symbol leads.
fn after_control(laws: &Laws, position: &Position) -> Position {
    let roll = step(laws, position, Act::Control).to;
    let steps = laws.next(&roll).steps;
    steps.iter().find(|step| step.event.act == Act::Moved).expect("a plain face").to
}

fn permission(position: &Position) -> Permission {
    match position.play {
        Play::Turn(ball) => ball.permission(),
        other => panic!("{other:?} is not a turn"),
    }
}

cases! {
    "DF-att-turn-T1" one_roll_follows_the_other {
        let laws = laws();
        let mut position = turn(open(1, 3, Permission::Any));
        for row in [3, 5, 7] {
            let roll = step(&laws, &position, Act::Pass).to;
            let steps = laws.next(&roll).steps;
            let moved = steps.iter().find(|step| step.event.face == Face::parse("F2")).expect("on the die");
            keeps(moved, open(row, 3, Permission::Any));
            position = moved.to;
        }
    }

    "DF-att-turn-T2" the_attacker_chooses_his_die {
        let following = laws().next(&turn(open(5, 3, Permission::Any)));
        assert_eq!((following.owner, following.ticks), (Owner::Mover, false));
        assert_eq!(acts(&laws(), &turn(open(5, 3, Permission::Any))), PLAIN);
    }

    "DF-att-first-control-T1" control_is_first_after_an_interception {
        let defended = at(Play::DefendRoll(Context::Open, field(2, 3)));
        let step = step(&laws(), &defended, Act::Intercepted);
        loses(&step, open(10, 3, Permission::ControlOnly));
        assert_eq!(acts(&laws(), &step.to), [Act::Control, Act::ControlReversed], "no shot, no other die");
    }

    "DF-att-first-control-T2" then_any_other_die {
        let next = after_control(&laws(), &turn(open(5, 3, Permission::ControlOnly)));
        assert_eq!(permission(&next), Permission::NoControl);
        let without = laws_with(|keys| keys.rules.first_die_rule = false);
        let lost = throw(&without, (5, 3), Kick::Plain, false, "F2X", 0);
        loses(&lost, open(5, 3, Permission::Any));
    }

    "DF-att-no-repeat-T1" control_is_not_rolled_twice {
        let next = after_control(&laws(), &turn(open(5, 3, Permission::Any)));
        assert_eq!(acts(&laws(), &next), [Act::Pass, Act::Cross]);
    }

    "DF-att-no-repeat-T2" another_roll_allows_it_again {
        let roll = step(&laws(), &turn(open(4, 3, Permission::NoControl)), Act::Pass).to;
        let steps = laws().next(&roll).steps;
        let moved = steps.iter().find(|step| step.event.act == Act::Moved).expect("a plain face").to;
        assert_eq!(acts(&laws(), &moved), PLAIN);
    }

    "DF-att-no-repeat-T3" twice_or_without_limit_if_told_to {
        let two = laws_with(|keys| keys.rules.control_max_run_count = 2);
        let once = after_control(&two, &turn(open(4, 3, Permission::ControlOnly)));
        assert_eq!(acts(&two, &once), PLAIN);
        let twice = after_control(&two, &once);
        assert_eq!(acts(&two, &twice), [Act::Pass, Act::Cross]);
        let unlimited = laws_with(|keys| keys.rules.control_max_run_count = 0);
        let next = after_control(&unlimited, &turn(open(4, 3, Permission::Any)));
        assert_eq!(permission(&next), Permission::Any);
    }

    "DF-att-reset-T1" any_die_after_a_miss {
        let queried = throw(&laws(), (4, 3), Kick::Plain, false, "F2?", 0).to;
        let roll = step(&laws(), &queried, Act::Defend).to;
        let steps = laws().next(&roll).steps;
        let missed = steps.iter().find(|step| step.event.clause == Clause::Miss).expect("on the die");
        offers(&laws(), &missed.to, Act::Control);
    }

    "DF-att-reset-T2" any_die_after_a_punched_ball {
        let punched = step(&laws(), &at(Play::KeeperRoll(false)), Act::Punched);
        keeps(&punched, open(9, 3, Permission::Any));
        offers(&laws(), &punched.to, Act::Shoot);
    }

    "DF-att-restart-dice-T1" a_restart_has_any_arrow_die_and_no_shot {
        let reversed = [Act::ControlReversed, Act::PassReversed, Act::CrossReversed];
        assert_eq!(acts(&laws(), &turn(open(9, 1, Permission::Restart))), [PLAIN, reversed].concat(), "no shot");
        let start_only = laws_with(|keys| keys.rules.restart_dice = RestartDice::StartOnly);
        let thrown_in = throw(&start_only, (6, 5), Kick::Plain, false, "S1", 1);
        loses(&thrown_in, open(6, 1, Permission::ControlOnly));
    }

    "DF-att-restart-dice-T2" control_at_a_restart_counts_as_control {
        let next = after_control(&laws(), &turn(open(5, 1, Permission::Restart)));
        assert_eq!(permission(&next), Permission::NoControl);
    }
}
