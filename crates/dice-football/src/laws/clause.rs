//! The clauses of the rule book by id, and what players and dice do.

tolley_experiment::names! {
    /// A clause of the rule book, paraphrased in this project's table of 57 clauses.
    #[derive(PartialOrd, Ord)]
    pub enum Clause {
        /// The parts of the game.
        Parts = "DF-parts",
        /// One attacks, one defends; on loss of the ball they swap.
        Roles = "DF-roles",
        /// A number is read upright, or the arrow is misread.
        Read = "DF-read",
        /// A draw decides who gets the champion die.
        SetupChampion = "DF-setup-champion",
        /// The other player kicks off.
        SetupKickOff = "DF-setup-kickoff",
        /// Two halves.
        TimeHalves = "DF-time-halves",
        /// The winner of the draw opens the second half.
        TimeSecondHalf = "DF-time-second-half",
        /// Play goes on until the defender has the ball or it leaves the pitch.
        TimeEnd = "DF-time-end",
        /// Shorter halves and a series of penalties.
        TimeTournament = "DF-time-tournament",
        /// The ball returns to the centre.
        Goal = "DF-goal",
        /// One die at a time.
        AttackTurn = "DF-att-turn",
        /// Control first after a change of attacker.
        FirstControl = "DF-att-first-control",
        /// Control never twice running.
        NoRepeat = "DF-att-no-repeat",
        /// Any die after a miss or a clearance.
        Reset = "DF-att-reset",
        /// Any arrow die at a restart.
        RestartDice = "DF-att-restart-dice",
        /// As many fields as the number says.
        MoveArrow = "DF-move-arrow",
        /// Move, then the other player attacks.
        MoveCross = "DF-move-X",
        /// Move, then the defender may act.
        MoveQuery = "DF-move-Q",
        /// Over the goal line attacked.
        OutEnd = "DF-move-out-end",
        /// Over a side line.
        OutSide = "DF-move-out-side",
        /// Over the own goal line.
        OutOwn = "DF-move-out-own",
        /// Arrows back to midfield.
        Reverse = "DF-move-reverse",
        /// From where one may shoot.
        ShotZone = "DF-shot-zone",
        /// On target from the area.
        ShotNearOn = "DF-shot-box-on",
        /// A goal from the area.
        ShotNearPerfect = "DF-shot-box-perfect",
        /// Against a post.
        ShotPost = "DF-shot-box-post",
        /// Against the bar.
        ShotBar = "DF-shot-box-bar",
        /// Past the goal.
        ShotWide = "DF-shot-box-wide",
        /// On target from outside.
        ShotFarOn = "DF-shot-out-on",
        /// Too far for a sure goal.
        ShotFarPerfect = "DF-shot-out-perfect",
        /// Post, bar and wide from outside.
        ShotFarOther = "DF-shot-out-other",
        /// When the dark-blue die is used.
        DefendWhen = "DF-def-when",
        /// The defender takes the ball.
        Intercept = "DF-def-intercept",
        /// The attacker keeps the ball.
        Miss = "DF-def-miss",
        /// A miss before the goal.
        OwnGoal = "DF-def-own-goal",
        /// Three fields back.
        Clear = "DF-def-clear",
        /// Three fields back over the attacker's own goal line.
        ClearOwnEnd = "DF-def-clear-own-end",
        /// Penalty or free kick.
        Foul = "DF-def-foul",
        /// Two fouls running.
        RedCard = "DF-def-redcard",
        /// When the keeper acts.
        KeeperWhen = "DF-keep-when",
        /// The keeper has the ball.
        Saved = "DF-keep-saved",
        /// The keeper has it not.
        Conceded = "DF-keep-conceded",
        /// Away with the fist.
        Punched = "DF-keep-punched",
        /// Over the goal line.
        KeeperCorner = "DF-keep-corner",
        /// Goal kick and keeper kick.
        GoalKick = "DF-goalkick",
        /// Only the number counts.
        Corner = "DF-corner",
        /// Direct free kick.
        FreeKick = "DF-dfk",
        /// The black die.
        Penalty = "DF-pen-results",
        /// The referee's orange die.
        Boskov = "DF-boskov",
        /// After use the champion die goes to the other player.
        ChampionCycle = "DF-champ-cycle",
        /// A shot from half way.
        ChampionBomb = "DF-champ-bomb",
        /// A pass before the goal.
        ChampionAssist = "DF-champ-assist",
        /// A shot that cannot be stopped.
        ChampionPerfect = "DF-champ-perfect",
        /// Stops a shot that would score.
        ChampionSave = "DF-champ-great-save",
        /// Takes the ball.
        ChampionRecovery = "DF-champ-recovery",
        /// A foul won, or an attack stopped.
        ChampionFoul = "DF-champ-foul",
        /// In doubt, football sense.
        Fallback = "DF-fallback",
    }
}

tolley_experiment::names! {
    /// What a player decides, or a die shows.
    #[derive(PartialOrd, Ord)]
    pub enum Act {
        /// Roll the orange die.
        Control = "control",
        /// Roll the red die.
        Pass = "pass",
        /// Roll the violet die.
        Cross = "cross",
        /// Roll the orange die with arrows reversed.
        ControlReversed = "control-reversed",
        /// Roll the red die with arrows reversed.
        PassReversed = "pass-reversed",
        /// Roll the violet die with arrows reversed.
        CrossReversed = "cross-reversed",
        /// Roll the orange die with its number doubled.
        ControlDoubled = "control-doubled",
        /// Roll the red die with its number doubled.
        PassDoubled = "pass-doubled",
        /// Roll the violet die with its number doubled.
        CrossDoubled = "cross-doubled",
        /// Roll the shot die.
        Shoot = "shoot",
        /// Kick from the first place.
        PlaceFirst = "place-first",
        /// Kick from another place.
        PlaceSecond = "place-second",
        /// Kick from a third place.
        PlaceThird = "place-third",
        /// To the left.
        Left = "left",
        /// To the right.
        Right = "right",
        /// Use the champion's bomb.
        UseBomb = "use-bomb",
        /// Use the champion's assist.
        UseAssist = "use-assist",
        /// Use the champion's perfect shot.
        UsePerfect = "use-perfect",
        /// Use the champion's great save.
        UseSave = "use-great-save",
        /// Use the champion's recovery.
        UseRecovery = "use-recovery",
        /// Use the champion's foul.
        UseFoul = "use-foul",
        /// Keep the champion die.
        Wait = "wait",
        /// Roll the dark-blue die.
        Defend = "defend",
        /// Do not roll the dark-blue die.
        Decline = "decline",
        /// Roll the light-blue die.
        Keep = "keep",
        /// The ball moves and is kept.
        Moved = "moved",
        /// The ball is lost by an X.
        LostByCross = "lost",
        /// The defender may act.
        Queried = "query",
        /// Out over the goal line attacked.
        OverEnd = "over-end-line",
        /// Out at the side.
        OverSide = "over-side-line",
        /// Over the own goal line beside the goal.
        OverOwn = "over-own-line",
        /// Into the own goal.
        IntoOwnGoal = "into-own-goal",
        /// Into the goal by an arrow die, a variant.
        IntoGoal = "into-goal",
        /// A direction is to be chosen.
        ToAim = "to-aim",
        /// The shot is on target.
        OnTarget = "on",
        /// The shot is perfect.
        Perfect = "perfect",
        /// Against a post.
        Post = "post",
        /// Against the bar.
        Bar = "bar",
        /// Past the goal.
        Wide = "wide",
        /// Intercepted.
        Intercepted = "intercept",
        /// Missed.
        Missed = "miss",
        /// An own goal of the defender.
        OwnGoal = "own-goal",
        /// Cleared.
        Cleared = "clear",
        /// A foul.
        Fouled = "foul",
        /// A second foul running.
        SentOff = "red-card",
        /// A second foul running of the player who holds the champion die.
        SentOffHolder = "red-card-of-holder",
        /// Saved.
        Saved = "saved",
        /// Conceded.
        Conceded = "conceded",
        /// Punched.
        Punched = "punched",
        /// A corner.
        ToCorner = "corner",
        /// A penalty goal.
        PenaltyGoal = "penalty-goal",
        /// The referee gives the penalty.
        PenaltyGiven = "penalty-given",
        /// The referee does not.
        PenaltyRefused = "penalty-refused",
        /// The champion die shows the bomb.
        RolledBomb = "rolled-bomb",
        /// The champion die shows the assist.
        RolledAssist = "rolled-assist",
        /// The champion die shows the perfect shot.
        RolledPerfect = "rolled-perfect",
        /// The champion die shows the great save.
        RolledSave = "rolled-great-save",
        /// The champion die shows the recovery.
        RolledRecovery = "rolled-recovery",
        /// The champion die shows the foul.
        RolledFoul = "rolled-foul",
    }
}
