//! DF-def-*.

use super::*;

fn defended(context: Context, row: u8, column: u8, act: Act) -> Step {
    step(&laws(), &at(Play::DefendRoll(context, field(row, column))), act)
}

fn fouled(row: u8, column: u8) -> Step {
    defended(Context::Open, row, column, Act::Fouled)
}

cases! {
    "DF-def-when-T1" to_decline_is_to_miss {
        let position = at(Play::DefendTurn(Context::Open, field(10, 3)));
        assert_eq!(acts(&laws(), &position), [Act::Defend, Act::Decline]);
        keeps(&step(&laws(), &position, Act::Decline), open(10, 3, Permission::Any));
    }

    "DF-def-when-T2" or_the_die_is_rolled_always {
        let always = laws_with(|keys| keys.rules.defend_optional = false);
        let queried = throw(&always, (4, 3), Kick::Plain, false, "F2?", 0);
        assert_eq!(queried.to.play, Play::DefendRoll(Context::Open, field(6, 3)));
    }

    "DF-def-intercept-T1" the_defender_has_the_ball {
        loses(&defended(Context::Open, 7, 2, Act::Intercepted), open(5, 4, Permission::ControlOnly));
    }

    "DF-def-miss-T1" the_attacker_keeps_the_ball {
        let steps = laws().next(&at(Play::DefendRoll(Context::Open, field(7, 2)))).steps;
        let missed = steps.iter().find(|step| step.event.clause == Clause::Miss).expect("on the die");
        keeps(missed, open(7, 2, Permission::Any));
    }

    "DF-def-miss-T2" a_shot_flies_on {
        let missed = defended(Context::Shot(None), 10, 3, Act::Missed);
        assert_eq!(missed.to.play, Play::KeeperRoll(false));
    }

    "DF-def-own-goal-T1" before_the_goal_it_is_an_own_goal {
        for (row, column) in [(10, 3), (11, 3)] {
            let own_goal = defended(Context::Open, row, column, Act::OwnGoal);
            scores(&own_goal);
            assert_eq!(own_goal.event.clause, Clause::OwnGoal);
        }
    }

    "DF-def-own-goal-T2" elsewhere_a_miss {
        let steps = laws().next(&at(Play::DefendRoll(Context::Open, field(10, 2)))).steps;
        let missed = steps.iter().find(|step| step.event.clause == Clause::OwnGoal).expect("on the die");
        keeps(missed, open(10, 2, Permission::Any));
    }

    "DF-def-clear-T1" three_fields_back {
        keeps(&defended(Context::Open, 9, 4, Act::Cleared), open(6, 4, Permission::Any));
    }

    "DF-def-clear-T2" to_the_first_row {
        keeps(&defended(Context::Open, 4, 1, Act::Cleared), open(1, 1, Permission::Any));
    }

    "DF-def-clear-own-end-T1" before_his_own_goal_the_attackers_keeper_acts {
        let cleared = defended(Context::Open, 2, 3, Act::Cleared);
        assert_eq!(cleared.to.play, Play::OwnKeeperRoll);
        let conceded = step(&laws(), &cleared.to, Act::Conceded);
        assert_eq!((conceded.effect.reward, conceded.effect.swaps), (-1, false), "a goal of the defender");
        keeps(&step(&laws(), &cleared.to, Act::Saved), Ball::KeeperKick(Permission::Restart));
        loses(&step(&laws(), &cleared.to, Act::Punched), open(9, 3, Permission::ControlOnly));
        loses(&step(&laws(), &cleared.to, Act::ToCorner), Ball::Corner(Permission::Restart));
    }

    "DF-def-clear-own-end-T2" beside_it_is_a_goal_kick {
        let cleared = defended(Context::Open, 3, 1, Act::Cleared);
        keeps(&cleared, Ball::GoalKick(Permission::Restart));
        assert!(cleared.effect.closes, "the ball left the pitch");
    }

    "DF-def-clear-own-end-T3" from_row_4_it_stays_on_the_pitch {
        keeps(&defended(Context::Open, 4, 3, Act::Cleared), open(1, 3, Permission::Any));
    }

    "DF-def-foul-T1" in_the_area_a_penalty {
        assert_eq!(fouled(11, 4).to.play, Play::PenaltyRoll);
    }

    "DF-def-foul-T2" in_rows_8_and_9_a_direct_free_kick {
        keeps(&fouled(8, 2), Ball::FreeKick(field(8, 2), Permission::Restart));
        keeps(&fouled(9, 5), Ball::FreeKick(field(9, 5), Permission::Restart));
    }

    "DF-def-foul-T3" beside_the_area_a_plain_one {
        keeps(&fouled(10, 1), open(10, 1, Permission::Restart));
    }

    "DF-def-foul-T4" elsewhere_a_plain_one {
        keeps(&fouled(5, 5), open(5, 5, Permission::Restart));
    }

    "DF-def-redcard-T1" the_second_foul_running_hands_the_champion_die_over {
        let play = Play::DefendRoll(Context::Open, field(5, 3));
        let first = step(&laws(), &holding(Some(Holder::Defender(Champion::Bomb)), play), Act::Fouled).to;
        assert_eq!(first.fouls, 1);
        let second = step(&laws(), &Position { play, ..first }, Act::SentOffHolder);
        assert_eq!(second.to.play, Play::ChampionRoll(true, Pending::SentOff(field(5, 3))));
        let rolled = step(&laws(), &second.to, Act::RolledAssist);
        keeps(&rolled, open(5, 3, Permission::Restart));
        assert_eq!((rolled.to.champion, rolled.to.fouls), (Some(Holder::Attacker(Champion::Assist)), 0));
    }

    "DF-def-redcard-T2" a_miss_ends_the_fouls_running {
        let play = Play::DefendRoll(Context::Open, field(5, 3));
        let first = step(&laws(), &at(play), Act::Fouled).to;
        let steps = laws().next(&Position { play, ..first }).steps;
        let missed = steps.iter().find(|step| step.event.clause == Clause::Miss).expect("on the die").to;
        assert_eq!(missed.fouls, 0);
        assert_eq!(step(&laws(), &Position { play, ..missed }, Act::Fouled).to.fouls, 1);
    }

    "DF-def-redcard-T3" without_the_die_nothing_follows {
        let position = Position { fouls: 1, ..at(Play::DefendRoll(Context::Open, field(5, 3))) };
        let second = step(&laws(), &position, Act::SentOff);
        keeps(&second, open(5, 3, Permission::Restart));
        let never = laws_with(|keys| keys.rules.red_card_streak_count = 0);
        offers(&never, &position, Act::Fouled);
    }
}
