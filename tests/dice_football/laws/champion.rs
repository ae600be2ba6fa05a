//! DF-champ-*.

use super::*;

fn holds(face: Champion, row: u8, column: u8) -> Position {
    holding(Some(Holder::Attacker(face)), Play::Turn(open(row, column, Permission::Any)))
}

/// The attacker uses his face here, and the other player rolls this act.
fn used(laws: &Laws, face: Champion, from: (u8, u8), act: Act, rolled: Act) -> Step {
    let using = step(laws, &holds(face, from.0, from.1), act).to;
    step(laws, &using, rolled)
}

/// The defender uses his face before the attacker acts, and the other player rolls the bomb.
fn stopped(face: Champion, row: u8, column: u8, act: Act) -> Step {
    let ball = open(row, column, Permission::Any);
    let window = holding(Some(Holder::Defender(face)), Play::Window(ball));
    let using = step(&laws(), &window, act).to;
    step(&laws(), &using, Act::RolledBomb)
}

cases! {
    "DF-champ-cycle-T1" the_other_player_rolls_the_die_before_anything {
        let using = step(&laws(), &holds(Champion::Assist, 5, 3), Act::UseAssist).to;
        assert_eq!(using.play, Play::ChampionRoll(false, Pending::Assist), "the other player rolls before anything");
        let held = laws().next(&using).steps.into_iter().map(|step| step.to.champion);
        let faces = Champion::ALL.iter().map(|face| Some(Holder::Defender(*face)));
        assert_eq!(held.collect::<Vec<_>>(), faces.collect::<Vec<_>>());
    }

    "DF-champ-cycle-T2" the_die_stays_where_it_is_at_half_time {
        let compiled = Compiled::new(&Laws { is_canonical: true, ..laws() });
        let kept = |side: usize, champion: Option<Holder>| {
            let node = compiled.positions.iter().position(|position| position.champion == champion).expect("reachable");
            compiled.positions[compiled.reopens[side][node] as usize].champion
        };
        // player 0 opens the second half; a die of the attacking player 1 is then the defender's
        for face in Champion::ALL {
            assert_eq!(kept(0, Some(Holder::Attacker(*face))), Some(Holder::Attacker(*face)));
            assert_eq!(kept(1, Some(Holder::Attacker(*face))), Some(Holder::Defender(*face)));
            assert_eq!(kept(0, Some(Holder::Defender(*face))), Some(Holder::Defender(*face)));
        }
    }

    "DF-champ-bomb-T1" a_shot_on_target_that_a_recovery_may_take {
        let bomb = used(&laws(), Champion::Bomb, (6, 3), Act::UseBomb, Act::RolledAssist);
        assert_eq!(bomb.to.play, Play::KeeperRoll(false));
        let chained = used(&laws(), Champion::Bomb, (6, 3), Act::UseBomb, Act::RolledRecovery);
        offers(&laws(), &chained.to, Act::UseRecovery);
        let unchained = laws_with(|keys| keys.rules.chain_after_bomb = false);
        let bomb = used(&unchained, Champion::Bomb, (6, 3), Act::UseBomb, Act::RolledRecovery);
        assert_eq!(bomb.to.play, Play::KeeperRoll(false));
    }

    "DF-champ-bomb-T2" from_half_way_and_not_from_a_corner {
        denies(&laws(), &holds(Champion::Bomb, 5, 3), Act::UseBomb);
        denies(&laws(), &holds(Champion::Bomb, 11, 1), Act::UseBomb);
    }

    "DF-champ-assist-T1" the_ball_lies_before_the_goal {
        let assist = used(&laws(), Champion::Assist, (3, 1), Act::UseAssist, Act::RolledBomb);
        keeps(&assist, open(10, 3, Permission::Any));
        offers(&laws(), &assist.to, Act::Shoot);
    }

    "DF-champ-assist-T2" not_from_the_own_area {
        denies(&laws(), &holds(Champion::Assist, 2, 1), Act::UseAssist);
    }

    "DF-champ-assist-T3" a_recovery_may_take_it {
        let assist = used(&laws(), Champion::Assist, (3, 1), Act::UseAssist, Act::RolledRecovery);
        assert_eq!(acts(&laws(), &assist.to), [Act::Wait, Act::UseRecovery]);
        let taken = step(&laws(), &assist.to, Act::UseRecovery).to;
        loses(&step(&laws(), &taken, Act::RolledBomb), open(2, 3, Permission::ControlOnly));
    }

    "DF-champ-perfect-T1" the_great_save_stops_it {
        let perfect = used(&laws(), Champion::Perfect, (10, 3), Act::UsePerfect, Act::RolledSave);
        let saved = step(&laws(), &perfect.to, Act::UseSave);
        assert_eq!(saved.to.play, Play::ChampionRoll(true, Pending::Saved), "the die goes back and is rolled");
    }

    "DF-champ-perfect-T2" the_recovery_stops_it_from_outside {
        let perfect = used(&laws(), Champion::Perfect, (9, 3), Act::UsePerfect, Act::RolledRecovery);
        let taken = step(&laws(), &perfect.to, Act::UseRecovery).to;
        // where the ball lies: it was not shot yet
        loses(&step(&laws(), &taken, Act::RolledBomb), open(3, 3, Permission::ControlOnly));
        let aside = used(&laws(), Champion::Perfect, (10, 5), Act::UsePerfect, Act::RolledRecovery);
        let taken = step(&laws(), &aside.to, Act::UseRecovery).to;
        loses(&step(&laws(), &taken, Act::RolledBomb), open(2, 1, Permission::ControlOnly));
    }

    "DF-champ-perfect-T3" else_it_is_a_goal_from_a_shooting_field {
        let perfect = used(&laws(), Champion::Perfect, (10, 3), Act::UsePerfect, Act::RolledRecovery);
        scores(&perfect);
        denies(&laws(), &holds(Champion::Perfect, 8, 3), Act::UsePerfect);
    }

    "DF-champ-great-save-T1" before_the_keeper_not_after_him {
        let saver = Some(Holder::Defender(Champion::GreatSave));
        let keeper = holding(saver, Play::KeeperTurn(false, true));
        assert_eq!(acts(&laws(), &keeper), [Act::Keep, Act::UseSave]);
        let roll = step(&laws(), &keeper, Act::Keep).to;
        // and nothing more is asked
        scores(&step(&laws(), &roll, Act::Conceded));
    }

    "DF-champ-great-save-T2" a_keeper_kick_follows {
        let keeper = holding(Some(Holder::Defender(Champion::GreatSave)), Play::KeeperTurn(true, false));
        let used = step(&laws(), &keeper, Act::UseSave).to;
        loses(&step(&laws(), &used, Act::RolledBomb), Ball::KeeperKick(Permission::Restart));
    }

    "DF-champ-recovery-T1" the_defender_takes_the_ball {
        loses(&stopped(Champion::Recovery, 8, 4, Act::UseRecovery), open(4, 2, Permission::ControlOnly));
    }

    "DF-champ-recovery-T2" not_after_a_shot_from_the_area {
        let taker = Some(Holder::Defender(Champion::Recovery));
        let rolling = holding(taker, Play::ShotRoll(Shot::Near));
        let post = step(&laws(), &rolling, Act::Post).to;
        denies(&laws(), &post, Act::UseRecovery);
        assert_eq!(step(&laws(), &rolling, Act::OnTarget).to.play, Play::KeeperRoll(false));
    }

    "DF-champ-recovery-T3" but_after_one_from_outside {
        let taker = Some(Holder::Defender(Champion::Recovery));
        let on = step(&laws(), &holding(taker, Play::ShotRoll(Shot::Far(field(10, 3), None))), Act::OnTarget).to;
        // before dark blue
        offers(&laws(), &on, Act::UseRecovery);
    }

    "DF-champ-foul-T1" a_penalty_in_the_area {
        let foul = used(&laws(), Champion::Foul, (10, 2), Act::UseFoul, Act::RolledBomb);
        assert_eq!(foul.to.play, Play::PenaltyRoll);
        let boskov = laws_with(|keys| keys.rules.boskov = true);
        let asked = used(&boskov, Champion::Foul, (10, 2), Act::UseFoul, Act::RolledBomb);
        assert_eq!(asked.to.play, Play::RefereeRoll(field(10, 2)));
        let not_then = laws_with(|keys| {
            keys.rules.boskov = true;
            keys.rules.boskov_on_champion_foul = false;
        });
        let given = used(&not_then, Champion::Foul, (10, 2), Act::UseFoul, Act::RolledBomb);
        assert_eq!(given.to.play, Play::PenaltyRoll);
    }

    "DF-champ-foul-T2" a_direct_free_kick_in_the_last_rows {
        for (row, column) in [(8, 5), (9, 1), (10, 1), (10, 5)] {
            let foul = used(&laws(), Champion::Foul, (row, column), Act::UseFoul, Act::RolledBomb);
            keeps(&foul, Ball::FreeKick(field(row, column), Permission::Restart));
        }
        for (row, column) in [(11, 1), (7, 3)] {
            let foul = used(&laws(), Champion::Foul, (row, column), Act::UseFoul, Act::RolledBomb);
            keeps(&foul, open(row, column, Permission::Restart));
        }
    }

    "DF-champ-foul-T3" of_the_defender_a_free_kick_and_never_a_penalty {
        let direct = Ball::FreeKick(field(10, 3), Permission::Restart);
        loses(&stopped(Champion::Foul, 2, 3, Act::UseFoul), direct);
        loses(&stopped(Champion::Foul, 7, 3, Act::UseFoul), open(5, 3, Permission::Restart));
    }

    "DF-champ-foul-T4" not_after_the_shot_die {
        let fouler = Some(Holder::Defender(Champion::Foul));
        for context in [Context::Shot(None), Context::Rebound(true), Context::Rebound(false)] {
            let position = holding(fouler, Play::DefendTurn(context, field(10, 3)));
            denies(&laws(), &position, Act::UseFoul);
        }
        let open = holding(fouler, Play::DefendTurn(Context::Open, field(10, 3)));
        offers(&laws(), &open, Act::UseFoul);
    }
}
