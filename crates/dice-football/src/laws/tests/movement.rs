//! DF-move-*.

use super::*;

pub(super) const CASES: &[Case] = &[
    ("DF-move-arrow", 1, || keeps(&plain((4, 3), "F2", 0), open(6, 3, Permission::Any))),
    ("DF-move-arrow", 2, || {
        keeps(&plain((4, 3), "D2", 0), open(6, 1, Permission::Any));
        keeps(&plain((4, 3), "D2", 1), open(6, 5, Permission::Any));
    }),
    ("DF-move-arrow", 3, || {
        keeps(&plain((4, 3), "S1", 0), open(4, 2, Permission::Any));
        keeps(&plain((4, 3), "S1", 1), open(4, 4, Permission::Any));
    }),
    ("DF-move-arrow", 4, || keeps(&plain((4, 3), "B1", 0), open(3, 3, Permission::Any))),
    ("DF-move-X", 1, || loses(&plain((5, 3), "D2X", 1), open(5, 1, Permission::ControlOnly))),
    ("DF-move-X", 2, || loses(&plain((10, 3), "F2X", 0), Ball::GoalKick(Permission::Restart))),
    ("DF-move-Q", 1, || {
        let step = plain((6, 3), "F3?", 0);
        assert_eq!(step.to.play, Play::DefendTurn(Context::Open, field(9, 3)));
        assert!(!step.effect.swaps && !step.effect.closes);
    }),
    ("DF-move-Q", 2, || loses(&plain((9, 3), "F3?", 0), Ball::GoalKick(Permission::Restart))),
    ("DF-move-out-end", 1, || loses(&plain((9, 3), "F3", 0), Ball::GoalKick(Permission::Restart))),
    ("DF-move-out-end", 2, || keeps(&plain((9, 3), "F2", 0), open(11, 3, Permission::Any))),
    ("DF-move-out-end", 3, || loses(&plain((10, 2), "D2", 1), Ball::GoalKick(Permission::Restart))),
    ("DF-move-out-side", 1, || loses(&plain((3, 3), "D3", 1), open(7, 1, Permission::Restart))),
    // (6,5) as the other player sees it
    ("DF-move-out-side", 2, || loses(&plain((6, 5), "S1", 1), open(6, 1, Permission::Restart))),
    ("DF-move-out-side", 3, || loses(&plain((11, 5), "D1", 1), Ball::GoalKick(Permission::Restart))),
    ("DF-move-out-own", 1, || {
        let step = throw(&rules(), (1, 2), Kick::Goal(false), false, "B1", 0);
        loses(&step, Ball::Corner(Permission::Restart));
    }),
    ("DF-move-out-own", 2, || {
        let step = throw(&rules(), (2, 3), Kick::Keeper(true), false, "B1", 0);
        assert_eq!((step.effect.reward, step.effect.swaps), (-1, false), "own goal; the same player kicks off");
    }),
    ("DF-move-out-own", 3, || {
        keeps(&throw(&rules(), (2, 3), Kick::Keeper(false), false, "B1", 0), open(1, 3, Permission::Any));
    }),
    ("DF-move-out-own", 4, || {
        assert_eq!(plain((1, 3), "B1", 0).effect.reward, -1);
        let named = rules_with(&[("laws.own_line", Value::Choice("only_named_cases"))]);
        keeps(&throw(&named, (1, 3), Kick::Plain, false, "B1", 0), open(1, 3, Permission::Any));
        assert_eq!(throw(&named, (2, 3), Kick::Keeper(true), false, "B1", 0).effect.reward, -1);
        let corner = throw(&named, (1, 2), Kick::Goal(false), false, "B1", 0);
        loses(&corner, Ball::Corner(Permission::Restart));
    }),
    ("DF-move-reverse", 1, || {
        keeps(&throw(&rules(), (10, 3), Kick::Plain, true, "F2", 0), open(8, 3, Permission::Any));
        assert!(acts(&rules(), &turn(open(10, 3, Permission::Any))).contains(&Act::PassReversed));
    }),
    ("DF-move-reverse", 2, || {
        assert!(!acts(&rules(), &turn(open(8, 3, Permission::Any))).contains(&Act::PassReversed));
        let without = rules_with(&[("laws.reverse_rows", Value::Choice("none"))]);
        assert!(!acts(&without, &turn(open(10, 3, Permission::Any))).contains(&Act::PassReversed));
    }),
    ("DF-move-reverse", 3, || {
        keeps(&throw(&rules(), (9, 5), Kick::Plain, true, "D2", 0), open(7, 3, Permission::Any));
    }),
    ("DF-move-reverse", 4, || {
        let step = throw(&rules(), (11, 3), Kick::Plain, true, "B1", 0);
        loses(&step, Ball::GoalKick(Permission::Restart));
    }),
];
