//! DF-shot-*, DF-keep-*.

use tolley_dice_football::solver::{Graph, steady};

use super::*;

/// The shot die from a field, with this face.
fn shot(laws: &Laws, champion: Option<Holder>, from: (u8, u8), act: Act) -> Step {
    let position = holding(champion, Play::Turn(open(from.0, from.1, Permission::Any)));
    let rolling = step(laws, &position, Act::Shoot).to;
    step(laws, &rolling, act)
}

fn ready(row: u8, column: u8) -> Position {
    turn(open(row, column, Permission::Any))
}

const SAVER: Option<Holder> = Some(Holder::Defender(Champion::GreatSave));
const TAKER: Option<Holder> = Some(Holder::Defender(Champion::Recovery));
const OFF: Option<Holder> = None;

cases! {
    "DF-shot-zone-T1" not_from_the_corners {
        denies(&laws(), &ready(11, 1), Act::Shoot);
        denies(&laws(), &ready(11, 5), Act::Shoot);
    }

    "DF-shot-zone-T2" from_13_fields {
        offers(&laws(), &ready(9, 5), Act::Shoot);
        let shoots = |at: &Field| acts(&laws(), &ready(at.row(), at.column())).contains(&Act::Shoot);
        assert_eq!(Field::all().filter(shoots).count(), 13);
    }

    "DF-shot-zone-T3" not_from_row_8 {
        denies(&laws(), &ready(8, 3), Act::Shoot);
    }

    "DF-shot-box-on-T1" the_keeper_decides {
        assert_eq!(shot(&laws(), OFF, (10, 2), Act::OnTarget).to.play, Play::KeeperRoll(false));
    }

    "DF-shot-box-on-T2" without_recovery {
        assert_eq!(shot(&laws(), TAKER, (10, 2), Act::OnTarget).to.play, Play::KeeperRoll(false), "no recovery");
    }

    "DF-shot-box-perfect-T1" the_great_save_stops_it_and_goes_to_the_shooter {
        let chance = shot(&laws(), SAVER, (10, 2), Act::Perfect).to;
        let used = step(&laws(), &chance, Act::UseSave);
        assert_eq!(used.to.play, Play::ChampionRoll(true, Pending::Saved));
        let rolled = step(&laws(), &used.to, Act::RolledBomb);
        loses(&rolled, Ball::KeeperKick(Permission::Restart));
        assert_eq!(rolled.to.champion, Some(Holder::Defender(Champion::Bomb)), "the shooter holds it, and defends now");
    }

    "DF-shot-box-perfect-T2" nothing_else_does {
        scores(&shot(&laws(), TAKER, (10, 2), Act::Perfect));
    }

    "DF-shot-box-perfect-T3" the_great_save_may_be_kept {
        let chance = shot(&laws(), SAVER, (10, 2), Act::Perfect).to;
        let declined = step(&laws(), &chance, Act::Wait);
        scores(&declined);
        assert_eq!(declined.to.champion, Some(Holder::Attacker(Champion::GreatSave)), "kept by the one who kicks off");
    }

    "DF-shot-box-post-T1" the_defender_may_act_where_the_ball_comes_back {
        let post = shot(&laws(), OFF, (10, 2), Act::Post).to;
        assert_eq!(post.play, Play::DefendTurn(Context::Rebound(false), field(10, 3)));
        let roll = step(&laws(), &post, Act::Defend).to;
        keeps(&step(&laws(), &roll, Act::Missed), open(10, 3, Permission::Any));
    }

    "DF-shot-box-post-T2" and_may_score_against_himself {
        let roll = at(Play::DefendRoll(Context::Rebound(false), field(10, 3)));
        scores(&step(&laws(), &roll, Act::OwnGoal));
    }

    "DF-shot-box-bar-T1" the_keeper_may_push_it_in {
        let bar = shot(&laws(), OFF, (10, 2), Act::Bar).to;
        let keeper = step(&laws(), &bar, Act::Keep).to;
        scores(&step(&laws(), &keeper, Act::OwnGoal));
    }

    "DF-shot-box-bar-T2" or_the_defender_acts {
        let bar = shot(&laws(), OFF, (10, 2), Act::Bar).to;
        let turn = step(&laws(), &bar, Act::Defend).to;
        let roll = step(&laws(), &turn, Act::Defend).to;
        loses(&step(&laws(), &roll, Act::Intercepted), open(1, 3, Permission::ControlOnly));
    }

    "DF-shot-box-bar-T3" the_defender_chooses_what_is_worth_less {
        let bar = shot(&laws(), OFF, (10, 2), Act::Bar).to;
        let (graph, positions) = Graph::explore(&laws(), [bar]);
        let solved = steady::solve(&graph, 1.0 - 1.0 / 150.0, 1e-12, 100_000);
        let values = steady::step_values(&graph, 1.0, &solved.values, 0);
        assert_eq!(positions[0], bar);
        let lower = values[0].min(values[1]);
        assert!((solved.values[0] - lower).abs() < 1e-9, "the defender takes the lower of {values:?}");
        assert_ne!(values[0], values[1]);
    }

    "DF-shot-box-wide-T1" wide_is_a_goal_kick {
        loses(&shot(&laws(), OFF, (10, 2), Act::Wide), Ball::GoalKick(Permission::Restart));
    }

    "DF-shot-out-on-T1" the_defender_acts_before_the_keeper {
        let on = shot(&laws(), OFF, (9, 3), Act::OnTarget).to;
        assert_eq!(on.play, Play::DefendTurn(Context::Shot(None), field(10, 3)));
        let missed = step(&laws(), &on, Act::Decline).to;
        assert_eq!(missed.play, Play::KeeperRoll(false));
    }

    "DF-shot-out-on-T2" an_interception_ends_it {
        let roll = at(Play::DefendRoll(Context::Shot(None), field(10, 3)));
        loses(&step(&laws(), &roll, Act::Intercepted), open(2, 3, Permission::ControlOnly));
    }

    "DF-shot-out-on-T3" a_clearance_too {
        let roll = at(Play::DefendRoll(Context::Shot(None), field(10, 2)));
        keeps(&step(&laws(), &roll, Act::Cleared), open(7, 2, Permission::Any));
    }

    "DF-shot-out-on-T4" a_foul_counts_where_the_ball_came_down_or_where_it_came_from {
        let roll = at(Play::DefendRoll(Context::Shot(None), field(10, 3)));
        assert_eq!(step(&laws(), &roll, Act::Fouled).to.play, Play::PenaltyRoll);
        let origin = laws_with(|keys| keys.rules.foul_location = FoulLocation::ShotOrigin);
        let on = shot(&origin, OFF, (9, 3), Act::OnTarget).to;
        let roll = step(&origin, &on, Act::Defend).to;
        let free_kick = Ball::FreeKick(field(9, 3), Permission::Restart);
        keeps(&step(&origin, &roll, Act::Fouled), free_kick);
    }

    "DF-shot-out-perfect-T1" too_far_for_a_sure_goal {
        assert_eq!(shot(&laws(), OFF, (9, 3), Act::Perfect).to.play, Play::KeeperRoll(false));
    }

    "DF-shot-out-perfect-T2" the_great_save_stops_it {
        let keeper = shot(&laws(), SAVER, (9, 3), Act::Perfect).to;
        let used = step(&laws(), &keeper, Act::UseSave).to;
        loses(&step(&laws(), &used, Act::RolledFoul), Ball::KeeperKick(Permission::Restart));
    }

    "DF-shot-out-perfect-T3" the_recovery_too {
        let keeper = shot(&laws(), TAKER, (9, 3), Act::Perfect).to;
        let used = step(&laws(), &keeper, Act::UseRecovery).to;
        loses(&step(&laws(), &used, Act::RolledBomb), open(1, 3, Permission::ControlOnly));
    }

    "DF-shot-out-other-T1" post_and_bar_from_outside {
        let post = shot(&laws(), OFF, (9, 1), Act::Post).to;
        assert_eq!(post.play, Play::DefendTurn(Context::Rebound(true), field(10, 3)));
        assert_eq!(shot(&laws(), OFF, (9, 1), Act::Bar).to.play, Play::BarChoice(true));
    }

    "DF-shot-out-other-T2" wide_from_outside {
        loses(&shot(&laws(), OFF, (10, 5), Act::Wide), Ball::GoalKick(Permission::Restart));
    }

    "DF-keep-when-T1" the_keeper_has_no_choice {
        let on = shot(&laws(), OFF, (10, 2), Act::OnTarget).to;
        assert_eq!(laws().next(&on).owner, Owner::Chance, "there is nothing to decline");
    }

    "DF-keep-saved-T1" a_save_is_a_keeper_kick {
        let saved = step(&laws(), &at(Play::KeeperRoll(false)), Act::Saved);
        loses(&saved, Ball::KeeperKick(Permission::Restart));
    }

    "DF-keep-conceded-T1" what_is_not_held_is_a_goal {
        scores(&step(&laws(), &at(Play::KeeperRoll(true)), Act::OwnGoal));
        scores(&step(&laws(), &at(Play::KeeperRoll(false)), Act::Conceded));
    }

    "DF-keep-punched-T1" a_punched_ball_may_be_shot_again {
        let punched = step(&laws(), &at(Play::KeeperRoll(false)), Act::Punched);
        keeps(&punched, open(9, 3, Permission::Any));
        let rolling = step(&laws(), &punched.to, Act::Shoot).to;
        assert_eq!(rolling.play, Play::ShotRoll(Shot::Far(field(10, 3), None)));
    }

    "DF-keep-corner-T1" a_corner_ends_the_fouls_running {
        let position = Position { fouls: 1, ..at(Play::KeeperRoll(false)) };
        let corner = step(&laws(), &position, Act::ToCorner);
        keeps(&corner, Ball::Corner(Permission::Restart));
        assert_eq!(corner.to.fouls, 0);
    }
}
