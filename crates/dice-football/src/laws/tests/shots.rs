//! DF-shot-*, DF-keep-*.

use super::*;

/// The shot die from a field, with this face.
fn shot(rules: &Rules, white: White, from: (u8, u8), act: Act) -> Step {
    let position = holding(white, Play::Turn(open(from.0, from.1, Permission::Any)));
    let rolling = step(rules, &position, Act::Shoot).to;
    step(rules, &rolling, act)
}

fn offers_shot(row: u8, column: u8) -> bool {
    acts(&rules(), &turn(open(row, column, Permission::Any))).contains(&Act::Shoot)
}

const SAVER: White = White::Defender(Champion::GreatSave);
const TAKER: White = White::Defender(Champion::Recovery);
const OFF: White = White::Off;

pub(super) const CASES: &[Case] = &[
    ("DF-shot-zone", 1, || assert!(!offers_shot(11, 1) && !offers_shot(11, 5))),
    ("DF-shot-zone", 2, || {
        assert!(offers_shot(9, 5));
        assert_eq!(Field::all().filter(|at| offers_shot(at.row(), at.column())).count(), 13);
    }),
    ("DF-shot-zone", 3, || assert!(!offers_shot(8, 3))),
    ("DF-shot-box-on", 1, || {
        assert_eq!(shot(&rules(), OFF, (10, 2), Act::OnTarget).to.play, Play::KeeperRoll(false));
    }),
    ("DF-shot-box-on", 2, || {
        assert_eq!(shot(&rules(), TAKER, (10, 2), Act::OnTarget).to.play, Play::KeeperRoll(false), "no recovery");
    }),
    ("DF-shot-box-perfect", 1, || {
        let chance = shot(&rules(), SAVER, (10, 2), Act::Perfect).to;
        let used = step(&rules(), &chance, Act::UseSave);
        assert_eq!(used.to.play, Play::ChampionRoll(true, Pending::Saved));
        let rolled = step(&rules(), &used.to, Act::RolledBomb);
        loses(&rolled, Ball::KeeperKick(Permission::Restart));
        assert_eq!(rolled.to.white, White::Defender(Champion::Bomb), "the shooter holds it, and defends now");
    }),
    ("DF-shot-box-perfect", 2, || assert!(is_goal(&shot(&rules(), TAKER, (10, 2), Act::Perfect)))),
    ("DF-shot-box-perfect", 3, || {
        let chance = shot(&rules(), SAVER, (10, 2), Act::Perfect).to;
        let declined = step(&rules(), &chance, Act::Wait);
        assert!(is_goal(&declined));
        assert_eq!(declined.to.white, White::Attacker(Champion::GreatSave), "kept by the one who kicks off");
    }),
    ("DF-shot-box-post", 1, || {
        let post = shot(&rules(), OFF, (10, 2), Act::Post).to;
        assert_eq!(post.play, Play::DefendTurn(Context::Rebound(false), field(10, 3)));
        let roll = step(&rules(), &post, Act::Defend).to;
        keeps(&step(&rules(), &roll, Act::Missed), open(10, 3, Permission::Any));
    }),
    ("DF-shot-box-post", 2, || {
        let roll = at(Play::DefendRoll(Context::Rebound(false), field(10, 3)));
        assert!(is_goal(&step(&rules(), &roll, Act::OwnGoal)));
    }),
    ("DF-shot-box-bar", 1, || {
        let bar = shot(&rules(), OFF, (10, 2), Act::Bar).to;
        let keeper = step(&rules(), &bar, Act::Keep).to;
        assert!(is_goal(&step(&rules(), &keeper, Act::OwnGoal)));
    }),
    ("DF-shot-box-bar", 2, || {
        let bar = shot(&rules(), OFF, (10, 2), Act::Bar).to;
        let turn = step(&rules(), &bar, Act::Defend).to;
        let roll = step(&rules(), &turn, Act::Defend).to;
        loses(&step(&rules(), &roll, Act::Intercepted), open(1, 3, Permission::ControlOnly));
    }),
    ("DF-shot-box-bar", 3, || {
        use crate::solver::{Graph, steady};
        let bar = shot(&rules(), OFF, (10, 2), Act::Bar).to;
        let (graph, positions) = Graph::explore(&rules(), [bar]);
        let solved = steady::solve(&graph, 1.0 - 1.0 / 150.0, 1e-12, 100_000);
        let values = steady::step_values(&graph, 1.0, &solved.values, 0);
        assert_eq!(positions[0], bar);
        let lower = values[0].min(values[1]);
        assert!((solved.values[0] - lower).abs() < 1e-9, "the defender takes the lower value");
        assert_ne!(values[0], values[1]);
    }),
    ("DF-shot-box-wide", 1, || {
        loses(&shot(&rules(), OFF, (10, 2), Act::Wide), Ball::GoalKick(Permission::Restart));
    }),
    ("DF-shot-out-on", 1, || {
        let on = shot(&rules(), OFF, (9, 3), Act::OnTarget).to;
        assert_eq!(on.play, Play::DefendTurn(Context::Shot(None), field(10, 3)));
        let missed = step(&rules(), &on, Act::Decline).to;
        assert_eq!(missed.play, Play::KeeperRoll(false));
    }),
    ("DF-shot-out-on", 2, || {
        let roll = at(Play::DefendRoll(Context::Shot(None), field(10, 3)));
        loses(&step(&rules(), &roll, Act::Intercepted), open(2, 3, Permission::ControlOnly));
    }),
    ("DF-shot-out-on", 3, || {
        let roll = at(Play::DefendRoll(Context::Shot(None), field(10, 2)));
        keeps(&step(&rules(), &roll, Act::Cleared), open(7, 2, Permission::Any));
    }),
    ("DF-shot-out-on", 4, || {
        let roll = at(Play::DefendRoll(Context::Shot(None), field(10, 3)));
        assert_eq!(step(&rules(), &roll, Act::Fouled).to.play, Play::PenaltyRoll);
        let origin = rules_with(&[("laws.foul_location", Value::Choice("shot_origin"))]);
        let on = shot(&origin, OFF, (9, 3), Act::OnTarget).to;
        let roll = step(&origin, &on, Act::Defend).to;
        let free_kick = Ball::FreeKick(field(9, 3), Permission::Restart);
        keeps(&step(&origin, &roll, Act::Fouled), free_kick);
    }),
    ("DF-shot-out-perfect", 1, || {
        assert_eq!(shot(&rules(), OFF, (9, 3), Act::Perfect).to.play, Play::KeeperRoll(false));
    }),
    ("DF-shot-out-perfect", 2, || {
        let keeper = shot(&rules(), SAVER, (9, 3), Act::Perfect).to;
        let used = step(&rules(), &keeper, Act::UseSave).to;
        loses(&step(&rules(), &used, Act::RolledFoul), Ball::KeeperKick(Permission::Restart));
    }),
    ("DF-shot-out-perfect", 3, || {
        let keeper = shot(&rules(), TAKER, (9, 3), Act::Perfect).to;
        let used = step(&rules(), &keeper, Act::UseRecovery).to;
        loses(&step(&rules(), &used, Act::RolledBomb), open(1, 3, Permission::ControlOnly));
    }),
    ("DF-shot-out-other", 1, || {
        let post = shot(&rules(), OFF, (9, 1), Act::Post).to;
        assert_eq!(post.play, Play::DefendTurn(Context::Rebound(true), field(10, 3)));
        assert!(matches!(shot(&rules(), OFF, (9, 1), Act::Bar).to.play, Play::BarChoice(true)));
    }),
    ("DF-shot-out-other", 2, || {
        loses(&shot(&rules(), OFF, (10, 5), Act::Wide), Ball::GoalKick(Permission::Restart));
    }),
    ("DF-keep-when", 1, || {
        let on = shot(&rules(), OFF, (10, 2), Act::OnTarget).to;
        assert_eq!(rules().following(&on).owner, Owner::Chance, "there is nothing to decline");
    }),
    ("DF-keep-saved", 1, || {
        let saved = step(&rules(), &at(Play::KeeperRoll(false)), Act::Saved);
        loses(&saved, Ball::KeeperKick(Permission::Restart));
    }),
    ("DF-keep-conceded", 1, || {
        let bar = step(&rules(), &at(Play::KeeperRoll(true)), Act::OwnGoal);
        assert!(is_goal(&bar) && is_goal(&step(&rules(), &at(Play::KeeperRoll(false)), Act::Conceded)));
    }),
    ("DF-keep-punched", 1, || {
        let punched = step(&rules(), &at(Play::KeeperRoll(false)), Act::Punched);
        keeps(&punched, open(9, 3, Permission::Any));
        let rolling = step(&rules(), &punched.to, Act::Shoot).to;
        assert_eq!(rolling.play, Play::ShotRoll(Shot::Far(field(10, 3), None)));
    }),
    ("DF-keep-corner", 1, || {
        let position = Position { fouls: 1, ..at(Play::KeeperRoll(false)) };
        let corner = step(&rules(), &position, Act::ToCorner);
        keeps(&corner, Ball::Corner(Permission::Restart));
        assert_eq!(corner.to.fouls, 0);
    }),
];
