//! DF-goalkick, DF-corner, DF-dfk, DF-pen-results, DF-boskov.

use super::*;

fn corner(face: &str) -> Step {
    throw(&laws(), (11, 1), Kick::Corner, false, face, 0)
}

fn free_kick(row: u8, column: u8) -> Position {
    turn(Ball::FreeKick(field(row, column), Permission::Restart))
}

fn penalty(act: Act) -> Step {
    step(&laws(), &at(Play::PenaltyRoll), act)
}

fn with_boskov() -> Laws {
    laws_with(|keys| keys.rules.boskov = true)
}

cases! {
    "DF-goalkick-T1" a_doubled_goal_kick {
        keeps(&throw(&laws(), (1, 2), Kick::Goal(true), false, "F3", 0), open(7, 2, Permission::Any));
    }

    "DF-goalkick-T2" a_doubled_keeper_kick_with_a_query {
        let step = throw(&laws(), (2, 3), Kick::Keeper(true), false, "F4?", 0);
        assert_eq!(step.to.play, Play::DefendTurn(Context::Open, field(10, 3)));
    }

    "DF-goalkick-T3" a_doubled_diagonal_leaves_the_pitch {
        // off at (3,5) and (3,1), which are (9,1) and (9,5) for the other player
        let side = |side| throw(&laws(), (1, 3), Kick::Keeper(true), false, "D3", side);
        loses(&side(1), open(9, 1, Permission::Restart));
        loses(&side(0), open(9, 5, Permission::Restart));
    }

    "DF-goalkick-T4" doubling_is_said_before_the_roll {
        let kick = turn(Ball::GoalKickFrom(field(1, 2), Permission::Restart));
        offers(&laws(), &kick, Act::CrossDoubled);
        let roll = step(&laws(), &kick, Act::Cross).to;
        let steps = laws().next(&roll).steps;
        let aimed = steps.iter().find(|step| step.event.act == Act::ToAim).expect("a diagonal").to;
        assert_eq!(acts(&laws(), &aimed), [Act::Left, Act::Right], "not after it");
        let not_at_all = laws_with(|keys| keys.rules.double_allowed = false);
        denies(&not_at_all, &kick, Act::CrossDoubled);
        let places = acts(&laws(), &turn(Ball::KeeperKick(Permission::Restart)));
        assert_eq!(places, [Act::PlaceFirst, Act::PlaceSecond]);
    }

    "DF-corner-T1" one_field_along_the_line {
        keeps(&corner("F1"), open(11, 2, Permission::Any));
    }

    "DF-corner-T2" only_the_number_counts {
        keeps(&corner("B2"), open(11, 3, Permission::Any));
    }

    "DF-corner-T3" symbols_count {
        assert_eq!(corner("D3?").to.play, Play::DefendTurn(Context::Open, field(11, 4)));
    }

    "DF-corner-T4" more_than_4_is_out {
        loses(&corner("F5"), open(1, 1, Permission::Restart));
        keeps(&corner("F4"), open(11, 5, Permission::Any));
    }

    "DF-dfk-T1" from_row_9_it_flies_over_the_wall {
        let rolling = step(&laws(), &free_kick(9, 2), Act::Shoot).to;
        assert_eq!(step(&laws(), &rolling, Act::OnTarget).to.play, Play::KeeperRoll(false));
        assert_eq!(step(&laws(), &rolling, Act::Perfect).to.play, Play::KeeperRoll(false));
    }

    "DF-dfk-T2" from_row_8_the_defender_acts_first {
        let rolling = step(&laws(), &free_kick(8, 2), Act::Shoot).to;
        let on = step(&laws(), &rolling, Act::OnTarget).to;
        assert_eq!(on.play, Play::DefendTurn(Context::Shot(None), field(10, 3)));
        assert_eq!(step(&laws(), &rolling, Act::Perfect).to.play, Play::KeeperRoll(false));
    }

    "DF-dfk-T3" an_arrow_die_instead {
        let roll = step(&laws(), &free_kick(9, 2), Act::Control).to;
        let steps = laws().next(&roll).steps;
        let moved = steps.iter().find(|step| step.event.act == Act::Moved).expect("a plain face");
        keeps(moved, open(10, 2, Permission::NoControl));
        let shot_only = laws_with(|keys| keys.rules.dfk_allow_arrow = false);
        assert_eq!(acts(&shot_only, &free_kick(9, 2)), [Act::Shoot]);
    }

    "DF-pen-results-T1" a_goal {
        let goal = penalty(Act::PenaltyGoal);
        scores(&goal);
        assert_eq!(ball(&goal), open(6, 3, Permission::ControlOnly));
    }

    "DF-pen-results-T2" a_corner {
        keeps(&penalty(Act::ToCorner), Ball::Corner(Permission::Restart));
    }

    "DF-pen-results-T3" wide {
        loses(&penalty(Act::Wide), Ball::GoalKick(Permission::Restart));
    }

    "DF-pen-results-T4" punched_and_the_great_save_where_it_is_allowed {
        keeps(&penalty(Act::Punched), open(9, 3, Permission::Any));
        let saver = Some(Holder::Defender(Champion::GreatSave));
        let roll = holding(saver, Play::DefendRoll(Context::Open, field(10, 2)));
        assert_eq!(step(&laws(), &roll, Act::Fouled).to.play, Play::PenaltyRoll, "no great save");
        let allowed = laws_with(|keys| keys.rules.save_on_penalty = true);
        assert_eq!(step(&allowed, &roll, Act::Fouled).to.play, Play::PenaltyTurn(field(10, 2)));
    }

    "DF-boskov-T1" the_referee_refuses {
        let referee = at(Play::RefereeRoll(field(10, 2)));
        keeps(&step(&with_boskov(), &referee, Act::PenaltyRefused), open(10, 2, Permission::Any));
    }

    "DF-boskov-T2" the_referee_gives {
        let roll = at(Play::DefendRoll(Context::Open, field(10, 2)));
        let referee = step(&with_boskov(), &roll, Act::Fouled).to;
        assert_eq!(referee.play, Play::RefereeRoll(field(10, 2)));
        assert_eq!(step(&with_boskov(), &referee, Act::PenaltyGiven).to.play, Play::PenaltyRoll);
    }

    "DF-boskov-T3" one_face_in_six_refuses {
        let referee = at(Play::RefereeRoll(field(10, 2)));
        let refused = step(&with_boskov(), &referee, Act::PenaltyRefused).effect.probability;
        assert!((refused - 1.0 / 6.0).abs() < 1e-15, "{refused}");
    }
}
