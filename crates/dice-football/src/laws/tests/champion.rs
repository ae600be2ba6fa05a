//! DF-champ-*.

use super::*;

fn holds(face: Champion, row: u8, column: u8) -> Position {
    holding(White::Attacker(face), Play::Turn(open(row, column, Permission::Any)))
}

/// The attacker uses his face here, and the other player rolls this act.
fn used(rules: &Rules, face: Champion, from: (u8, u8), act: Act, rolled: Act) -> Step {
    let using = step(rules, &holds(face, from.0, from.1), act).to;
    step(rules, &using, rolled)
}

/// The defender uses his face before the attacker acts, and the other player rolls the bomb.
fn stopped(face: Champion, row: u8, column: u8, act: Act) -> Step {
    let ball = open(row, column, Permission::Any);
    let window = holding(White::Defender(face), Play::Window(ball));
    let using = step(&rules(), &window, act).to;
    step(&rules(), &using, Act::RolledBomb)
}

pub(super) const CASES: &[Case] = &[
    ("DF-champ-cycle", 1, || {
        let using = step(&rules(), &holds(Champion::Assist, 5, 3), Act::UseAssist).to;
        assert_eq!(using.play, Play::ChampionRoll(false, Pending::Assist), "the other player rolls before anything");
        let faces = rules().following(&using).steps;
        assert_eq!(faces.len(), 6);
        assert!(faces.iter().all(|step| matches!(step.to.white, White::Defender(_))));
    }),
    ("DF-champ-cycle", 2, || {
        use crate::game::Compiled;
        let compiled = Compiled::new(&Rules { folds: true, ..rules() });
        let kept = |side: usize, white: White| {
            let node = compiled.positions.iter().position(|position| position.white == white).expect("reachable");
            compiled.positions[compiled.reopens[side][node] as usize].white
        };
        // player 0 opens the second half; a die of the attacking player 1 is then the defender's
        for face in Champion::ALL {
            assert_eq!(kept(0, White::Attacker(*face)), White::Attacker(*face));
            assert_eq!(kept(1, White::Attacker(*face)), White::Defender(*face));
            assert_eq!(kept(0, White::Defender(*face)), White::Defender(*face));
        }
    }),
    ("DF-champ-bomb", 1, || {
        let bomb = used(&rules(), Champion::Bomb, (6, 3), Act::UseBomb, Act::RolledAssist);
        assert_eq!(bomb.to.play, Play::KeeperRoll(false));
        let chained = used(&rules(), Champion::Bomb, (6, 3), Act::UseBomb, Act::RolledRecovery);
        assert!(acts(&rules(), &chained.to).contains(&Act::UseRecovery));
        let unchained = rules_with(&[("laws.chain_after_bomb", Value::Flag(false))]);
        let bomb = used(&unchained, Champion::Bomb, (6, 3), Act::UseBomb, Act::RolledRecovery);
        assert_eq!(bomb.to.play, Play::KeeperRoll(false));
    }),
    ("DF-champ-bomb", 2, || {
        assert!(!acts(&rules(), &holds(Champion::Bomb, 5, 3)).contains(&Act::UseBomb));
        assert!(!acts(&rules(), &holds(Champion::Bomb, 11, 1)).contains(&Act::UseBomb));
    }),
    ("DF-champ-assist", 1, || {
        let assist = used(&rules(), Champion::Assist, (3, 1), Act::UseAssist, Act::RolledBomb);
        keeps(&assist, open(10, 3, Permission::Any));
        assert!(acts(&rules(), &assist.to).contains(&Act::Shoot));
    }),
    ("DF-champ-assist", 2, || {
        assert!(!acts(&rules(), &holds(Champion::Assist, 2, 1)).contains(&Act::UseAssist));
    }),
    ("DF-champ-assist", 3, || {
        let assist = used(&rules(), Champion::Assist, (3, 1), Act::UseAssist, Act::RolledRecovery);
        assert_eq!(acts(&rules(), &assist.to), [Act::Wait, Act::UseRecovery]);
        let taken = step(&rules(), &assist.to, Act::UseRecovery).to;
        loses(&step(&rules(), &taken, Act::RolledBomb), open(2, 3, Permission::ControlOnly));
    }),
    ("DF-champ-perfect", 1, || {
        let perfect = used(&rules(), Champion::Perfect, (10, 3), Act::UsePerfect, Act::RolledSave);
        let saved = step(&rules(), &perfect.to, Act::UseSave);
        assert_eq!(saved.to.play, Play::ChampionRoll(true, Pending::Saved), "the die goes back and is rolled");
    }),
    ("DF-champ-perfect", 2, || {
        let perfect = used(&rules(), Champion::Perfect, (9, 3), Act::UsePerfect, Act::RolledRecovery);
        let taken = step(&rules(), &perfect.to, Act::UseRecovery).to;
        loses(&step(&rules(), &taken, Act::RolledBomb), open(1, 3, Permission::ControlOnly));
    }),
    ("DF-champ-perfect", 3, || {
        let perfect = used(&rules(), Champion::Perfect, (10, 3), Act::UsePerfect, Act::RolledRecovery);
        assert!(is_goal(&perfect));
        assert!(!acts(&rules(), &holds(Champion::Perfect, 8, 3)).contains(&Act::UsePerfect));
    }),
    ("DF-champ-great-save", 1, || {
        let saver = White::Defender(Champion::GreatSave);
        let keeper = holding(saver, Play::KeeperTurn(false, true));
        assert_eq!(acts(&rules(), &keeper), [Act::Keep, Act::UseSave]);
        let roll = step(&rules(), &keeper, Act::Keep).to;
        assert!(is_goal(&step(&rules(), &roll, Act::Conceded)), "and nothing more is asked");
    }),
    ("DF-champ-great-save", 2, || {
        let keeper = holding(White::Defender(Champion::GreatSave), Play::KeeperTurn(true, false));
        let used = step(&rules(), &keeper, Act::UseSave).to;
        loses(&step(&rules(), &used, Act::RolledBomb), Ball::KeeperKick(Permission::Restart));
    }),
    ("DF-champ-recovery", 1, || {
        loses(&stopped(Champion::Recovery, 8, 4, Act::UseRecovery), open(4, 2, Permission::ControlOnly));
    }),
    ("DF-champ-recovery", 2, || {
        let taker = White::Defender(Champion::Recovery);
        let rolling = holding(taker, Play::ShotRoll(Shot::Near));
        let post = step(&rules(), &rolling, Act::Post).to;
        assert!(!acts(&rules(), &post).contains(&Act::UseRecovery));
        assert_eq!(step(&rules(), &rolling, Act::OnTarget).to.play, Play::KeeperRoll(false));
    }),
    ("DF-champ-recovery", 3, || {
        let taker = White::Defender(Champion::Recovery);
        let on = step(&rules(), &holding(taker, Play::ShotRoll(Shot::Far(field(10, 3), None))), Act::OnTarget).to;
        assert!(acts(&rules(), &on).contains(&Act::UseRecovery), "before dark blue");
    }),
    ("DF-champ-foul", 1, || {
        let foul = used(&rules(), Champion::Foul, (10, 2), Act::UseFoul, Act::RolledBomb);
        assert_eq!(foul.to.play, Play::PenaltyRoll);
        let boskov = rules_with(&[("laws.boskov", Value::Flag(true))]);
        let asked = used(&boskov, Champion::Foul, (10, 2), Act::UseFoul, Act::RolledBomb);
        assert_eq!(asked.to.play, Play::RefereeRoll(field(10, 2)));
        let not_then =
            rules_with(&[("laws.boskov", Value::Flag(true)), ("laws.boskov_on_champion_foul", Value::Flag(false))]);
        let given = used(&not_then, Champion::Foul, (10, 2), Act::UseFoul, Act::RolledBomb);
        assert_eq!(given.to.play, Play::PenaltyRoll);
    }),
    ("DF-champ-foul", 2, || {
        for (row, column) in [(8, 5), (9, 1), (10, 1), (10, 5)] {
            let foul = used(&rules(), Champion::Foul, (row, column), Act::UseFoul, Act::RolledBomb);
            keeps(&foul, Ball::FreeKick(field(row, column), Permission::Restart));
        }
        for (row, column) in [(11, 1), (7, 3)] {
            let foul = used(&rules(), Champion::Foul, (row, column), Act::UseFoul, Act::RolledBomb);
            keeps(&foul, open(row, column, Permission::Restart));
        }
    }),
    ("DF-champ-foul", 3, || {
        let direct = Ball::FreeKick(field(10, 3), Permission::Restart);
        loses(&stopped(Champion::Foul, 2, 3, Act::UseFoul), direct);
        loses(&stopped(Champion::Foul, 7, 3, Act::UseFoul), open(5, 3, Permission::Restart));
    }),
    ("DF-champ-foul", 4, || {
        let fouler = White::Defender(Champion::Foul);
        for context in [Context::Shot(None), Context::Rebound(true), Context::Rebound(false)] {
            let position = holding(fouler, Play::DefendTurn(context, field(10, 3)));
            assert!(!acts(&rules(), &position).contains(&Act::UseFoul), "{context:?}");
        }
        let open = holding(fouler, Play::DefendTurn(Context::Open, field(10, 3)));
        assert!(acts(&rules(), &open).contains(&Act::UseFoul));
    }),
];
