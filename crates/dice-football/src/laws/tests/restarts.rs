//! DF-goalkick, DF-corner, DF-dfk, DF-pen-results, DF-boskov.

use super::*;

fn corner(face: &str) -> Step {
    throw(&rules(), (11, 1), Kick::Corner, false, face, 0)
}

fn free_kick(row: u8, column: u8) -> Position {
    turn(Ball::FreeKick(field(row, column), Permission::Restart))
}

fn penalty(act: Act) -> Step {
    step(&rules(), &at(Play::PenaltyRoll), act)
}

fn with_boskov() -> Rules {
    rules_with(&[("laws.boskov", Value::Flag(true))])
}

pub(super) const CASES: &[Case] = &[
    ("DF-goalkick", 1, || {
        keeps(&throw(&rules(), (1, 2), Kick::Goal(true), false, "F3", 0), open(7, 2, Permission::Any));
    }),
    ("DF-goalkick", 2, || {
        let step = throw(&rules(), (2, 3), Kick::Keeper(true), false, "F4?", 0);
        assert_eq!(step.to.play, Play::DefendTurn(Context::Open, field(10, 3)));
    }),
    ("DF-goalkick", 3, || {
        // off at (3,5) and (3,1), which are (9,1) and (9,5) for the other player
        let side = |side| throw(&rules(), (1, 3), Kick::Keeper(true), false, "D3", side);
        loses(&side(1), open(9, 1, Permission::Restart));
        loses(&side(0), open(9, 5, Permission::Restart));
    }),
    ("DF-goalkick", 4, || {
        let kick = turn(Ball::GoalKickFrom(field(1, 2), Permission::Restart));
        assert!(acts(&rules(), &kick).contains(&Act::CrossDoubled), "said before the roll");
        let roll = step(&rules(), &kick, Act::Cross).to;
        let steps = rules().following(&roll).steps;
        let aimed = steps.iter().find(|step| step.mark.act == Act::ToAim).expect("a diagonal").to;
        assert_eq!(acts(&rules(), &aimed), [Act::Left, Act::Right], "not after it");
        let not_at_all = rules_with(&[("laws.double_allowed", Value::Flag(false))]);
        assert!(!acts(&not_at_all, &kick).contains(&Act::CrossDoubled));
        let places = acts(&rules(), &turn(Ball::KeeperKick(Permission::Restart)));
        assert_eq!(places, [Act::PlaceFirst, Act::PlaceSecond]);
    }),
    ("DF-corner", 1, || keeps(&corner("F1"), open(11, 2, Permission::Any))),
    ("DF-corner", 2, || keeps(&corner("B2"), open(11, 3, Permission::Any))),
    ("DF-corner", 3, || {
        assert_eq!(corner("D3?").to.play, Play::DefendTurn(Context::Open, field(11, 4)));
    }),
    ("DF-corner", 4, || {
        loses(&corner("F5"), open(1, 1, Permission::Restart));
        keeps(&corner("F4"), open(11, 5, Permission::Any));
    }),
    ("DF-dfk", 1, || {
        let rolling = step(&rules(), &free_kick(9, 2), Act::Shoot).to;
        assert_eq!(step(&rules(), &rolling, Act::OnTarget).to.play, Play::KeeperRoll(false));
        assert_eq!(step(&rules(), &rolling, Act::Perfect).to.play, Play::KeeperRoll(false));
    }),
    ("DF-dfk", 2, || {
        let rolling = step(&rules(), &free_kick(8, 2), Act::Shoot).to;
        let on = step(&rules(), &rolling, Act::OnTarget).to;
        assert_eq!(on.play, Play::DefendTurn(Context::Shot(None), field(10, 3)));
        assert_eq!(step(&rules(), &rolling, Act::Perfect).to.play, Play::KeeperRoll(false));
    }),
    ("DF-dfk", 3, || {
        let roll = step(&rules(), &free_kick(9, 2), Act::Control).to;
        let steps = rules().following(&roll).steps;
        let moved = steps.iter().find(|step| step.mark.act == Act::Moved).expect("a plain face");
        keeps(moved, open(10, 2, Permission::NoControl));
        let shot_only = rules_with(&[("laws.dfk_allow_arrow", Value::Flag(false))]);
        assert_eq!(acts(&shot_only, &free_kick(9, 2)), [Act::Shoot]);
    }),
    ("DF-pen-results", 1, || {
        let goal = penalty(Act::PenaltyGoal);
        assert!(is_goal(&goal));
        assert_eq!(ball(&goal), open(6, 3, Permission::ControlOnly));
    }),
    ("DF-pen-results", 2, || keeps(&penalty(Act::ToCorner), Ball::Corner(Permission::Restart))),
    ("DF-pen-results", 3, || loses(&penalty(Act::Wide), Ball::GoalKick(Permission::Restart))),
    ("DF-pen-results", 4, || {
        keeps(&penalty(Act::Punched), open(9, 3, Permission::Any));
        let saver = White::Defender(Champion::GreatSave);
        let roll = holding(saver, Play::DefendRoll(Context::Open, field(10, 2)));
        assert_eq!(step(&rules(), &roll, Act::Fouled).to.play, Play::PenaltyRoll, "no great save");
        let allowed = rules_with(&[("laws.save_on_penalty", Value::Flag(true))]);
        assert_eq!(step(&allowed, &roll, Act::Fouled).to.play, Play::PenaltyTurn);
    }),
    ("DF-boskov", 1, || {
        let referee = at(Play::RefereeRoll(field(10, 2)));
        keeps(&step(&with_boskov(), &referee, Act::PenaltyRefused), open(10, 2, Permission::Any));
    }),
    ("DF-boskov", 2, || {
        let roll = at(Play::DefendRoll(Context::Open, field(10, 2)));
        let referee = step(&with_boskov(), &roll, Act::Fouled).to;
        assert_eq!(referee.play, Play::RefereeRoll(field(10, 2)));
        assert_eq!(step(&with_boskov(), &referee, Act::PenaltyGiven).to.play, Play::PenaltyRoll);
    }),
    ("DF-boskov", 3, || {
        let referee = at(Play::RefereeRoll(field(10, 2)));
        let refused = step(&with_boskov(), &referee, Act::PenaltyRefused).effect.probability;
        assert!((refused - 1.0 / 6.0).abs() < 1e-15, "{refused}");
    }),
];
