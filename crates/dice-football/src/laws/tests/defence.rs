//! DF-def-*.

use super::*;

fn defended(context: Context, row: u8, column: u8, act: Act) -> Step {
    step(&rules(), &at(Play::DefendRoll(context, field(row, column))), act)
}

fn fouled(row: u8, column: u8) -> Step {
    defended(Context::Open, row, column, Act::Fouled)
}

pub(super) const CASES: &[Case] = &[
    ("DF-def-when", 1, || {
        let position = at(Play::DefendTurn(Context::Open, field(10, 3)));
        assert_eq!(acts(&rules(), &position), [Act::Defend, Act::Decline]);
        keeps(&step(&rules(), &position, Act::Decline), open(10, 3, Permission::Any));
    }),
    ("DF-def-when", 2, || {
        let always = rules_with(&[("laws.defend_optional", Value::Flag(false))]);
        let queried = throw(&always, (4, 3), Kick::Plain, false, "F2?", 0);
        assert_eq!(queried.to.play, Play::DefendRoll(Context::Open, field(6, 3)));
    }),
    ("DF-def-intercept", 1, || {
        loses(&defended(Context::Open, 7, 2, Act::Intercepted), open(5, 4, Permission::ControlOnly));
    }),
    ("DF-def-miss", 1, || {
        let steps = rules().following(&at(Play::DefendRoll(Context::Open, field(7, 2)))).steps;
        let missed = steps.iter().find(|step| step.mark.clause == Clause::Miss).expect("on the die");
        keeps(missed, open(7, 2, Permission::Any));
    }),
    ("DF-def-miss", 2, || {
        let missed = defended(Context::Shot(None), 10, 3, Act::Missed);
        assert_eq!(missed.to.play, Play::KeeperRoll(false));
    }),
    ("DF-def-own-goal", 1, || {
        for (row, column) in [(10, 3), (11, 3)] {
            let own_goal = defended(Context::Open, row, column, Act::OwnGoal);
            assert!(is_goal(&own_goal));
            assert_eq!(own_goal.mark.clause, Clause::OwnGoal);
        }
    }),
    ("DF-def-own-goal", 2, || {
        let steps = rules().following(&at(Play::DefendRoll(Context::Open, field(10, 2)))).steps;
        let missed = steps.iter().find(|step| step.mark.clause == Clause::OwnGoal).expect("on the die");
        keeps(missed, open(10, 2, Permission::Any));
    }),
    ("DF-def-clear", 1, || keeps(&defended(Context::Open, 9, 4, Act::Cleared), open(6, 4, Permission::Any))),
    ("DF-def-clear", 2, || keeps(&defended(Context::Open, 4, 1, Act::Cleared), open(1, 1, Permission::Any))),
    ("DF-def-clear-own-end", 1, || {
        let cleared = defended(Context::Open, 2, 3, Act::Cleared);
        assert_eq!(cleared.to.play, Play::OwnKeeperRoll);
        let conceded = step(&rules(), &cleared.to, Act::Conceded);
        assert_eq!((conceded.effect.reward, conceded.effect.swaps), (-1, false), "a goal of the defender");
        keeps(&step(&rules(), &cleared.to, Act::Saved), Ball::KeeperKick(Permission::Restart));
        loses(&step(&rules(), &cleared.to, Act::Punched), open(9, 3, Permission::ControlOnly));
        loses(&step(&rules(), &cleared.to, Act::ToCorner), Ball::Corner(Permission::Restart));
    }),
    ("DF-def-clear-own-end", 2, || {
        let cleared = defended(Context::Open, 3, 1, Act::Cleared);
        keeps(&cleared, Ball::GoalKick(Permission::Restart));
        assert!(cleared.effect.closes, "the ball left the pitch");
    }),
    ("DF-def-clear-own-end", 3, || {
        keeps(&defended(Context::Open, 4, 3, Act::Cleared), open(1, 3, Permission::Any));
    }),
    ("DF-def-foul", 1, || assert_eq!(fouled(11, 4).to.play, Play::PenaltyRoll)),
    ("DF-def-foul", 2, || {
        keeps(&fouled(8, 2), Ball::FreeKick(field(8, 2), Permission::Restart));
        keeps(&fouled(9, 5), Ball::FreeKick(field(9, 5), Permission::Restart));
    }),
    ("DF-def-foul", 3, || keeps(&fouled(10, 1), open(10, 1, Permission::Restart))),
    ("DF-def-foul", 4, || keeps(&fouled(5, 5), open(5, 5, Permission::Restart))),
    ("DF-def-redcard", 1, || {
        let play = Play::DefendRoll(Context::Open, field(5, 3));
        let first = step(&rules(), &holding(White::Defender(Champion::Bomb), play), Act::Fouled).to;
        assert_eq!(first.fouls, 1);
        let second = step(&rules(), &Position { play, ..first }, Act::SentOffHolder);
        assert_eq!(second.to.play, Play::ChampionRoll(true, Pending::SentOff(field(5, 3))));
        let rolled = step(&rules(), &second.to, Act::RolledAssist);
        keeps(&rolled, open(5, 3, Permission::Restart));
        assert_eq!((rolled.to.white, rolled.to.fouls), (White::Attacker(Champion::Assist), 0));
    }),
    ("DF-def-redcard", 2, || {
        let play = Play::DefendRoll(Context::Open, field(5, 3));
        let first = step(&rules(), &at(play), Act::Fouled).to;
        let steps = rules().following(&Position { play, ..first }).steps;
        let missed = steps.iter().find(|step| step.mark.clause == Clause::Miss).expect("on the die").to;
        assert_eq!(missed.fouls, 0);
        assert_eq!(step(&rules(), &Position { play, ..missed }, Act::Fouled).to.fouls, 1);
    }),
    ("DF-def-redcard", 3, || {
        let position = Position { fouls: 1, ..at(Play::DefendRoll(Context::Open, field(5, 3))) };
        let second = step(&rules(), &position, Act::SentOff);
        keeps(&second, open(5, 3, Permission::Restart));
        let never = rules_with(&[("laws.red_card_streak_count", Value::Count(0))]);
        assert!(acts(&never, &position).contains(&Act::Fouled));
    }),
];
