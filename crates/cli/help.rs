//! What stands below the flags in the help of each command.

/// Of the command itself.
pub const EXAMPLES: &str = "\
Try first:

  tolley run knuckling_down               where to shoot from, and how: half a minute
  tolley ask fair two_coins               is a match with these two coins fair? 12 seconds
  tolley ask                              which questions there are, some with an answer at once

Then:

  tolley list scenarios                   what can be played, by game and question
  tolley run coin_weight --dry-run        how much that is, and how long it takes
  tolley new me                           a file for your own hand, which --with me.toml plays
  tolley run knuckling_down --set toley.diameter_m=17mm -o runs/mine
  tolley show knuckling_down --page --open     a page with charts that works offline
  tolley data                             what was played here, and how to go on

Help:

  tolley help COMMAND                     or COMMAND -h on one screen, --help in full
  tolley explain WORD                     what a word of an answer means, or what a key is
  tolley completions SHELL, tolley man    what shells and manuals want to know

Exit codes:

  0  done                     3    incomplete, the same command continues it
  1  failure, I/O included    4    a trial or a check failed, over 1 in 100,000 trials quarantined,
                                   or files are not what they should be
  2  bad input or usage       75   another run is writing to the dataset
                              130  interrupted by Ctrl-C, the same command continues it
                              143  interrupted by SIGTERM, the same command continues it

Results go to stdout, everything else to stderr. There are no settings but the scenario file and these flags.";

/// Of `tolley run`.
pub const RUN: &str = "\
A run writes one dataset, by default runs/<name of the scenario file>, and prints its summary, read back \
from Parquet: shares with Wilson intervals, means with Student's t intervals, 95 %, best first.

  DIR/manifest.json             the plan, versions, tables
  DIR/shots/part-00000.parquet  one folder per table; only finished parts; no file where there is no row
  DIR/points/part-00000.parquet one row per design point
  DIR/commits/part-00000.json   size, rows and hash of each file of a part
  DIR/blocks/                   trials of parts that are not finished
  DIR/_SUCCESS.json             last: everything is there

Trials are played in rounds over all points, so that a run that is stopped knows about as much of every point. \
The same command continues it; at most 10 s of play and the blocks at hand are lost, even if it is killed. With \
more --repeats a dataset grows: what is there stays. If a dataset is complete, its summary is printed again. A \
folder that holds another plan, or anything else, is an error (exit code 2); one to which another run is writing \
also (exit code 75). Bytes never depend on --threads.

--set, --sweep, --design, --points, --seed and --repeats override the scenario. They are checked as the scenario \
is, and manifest.json records both:

  --set shot.speed_m_s=2.5 --set \"ring.diameter_m=6 ft\" --set surface.preset=damp
  --sweep shot.speed_m_s=2,3,4            these values
  --sweep \"shot.position_rad=0 deg:60 deg:5 deg\"   from, to, step
  --sweep \"shot.speed_m_s={ min = 1, max = 4, num = 7, scale = 'log' }\"

  --design sobol --points 1024            1024 points between the ends of the axes

--with FILE takes a profile: your hand, your coins, your sand (tolley new me, coins, ground). It stands over the \
scenario, and these flags stand over it.

An axis of a key that the scenario sweeps takes its place; another one is added, and runs fastest. A \
scenario from stdin has no name, so that its dataset needs -o DIR.

With a table [stop] in the scenario each point ends when its interval is narrow enough (docs/designs.md). \
With --watch a run says every two seconds what it answers so far; on a terminal that stands below \
the progress.";

/// Of `tolley solve`.
pub const SOLVE: &str = "\
Runs scenarios of the study dice-football/solve, as `tolley run` does, and says who has the edge. Files of other \
studies are skipped. --details opens a sheet of the first design point:

  the advantage of the first kick-off
  wins by score and time
  the best roll on every field, and ten positions to learn from
  the proof: Bellman residual, bound of the cut of the score, exploitability

If you own the game, write down its dice: copy crates/dice-football/data/dice.toml, change the faces, and pass the \
file with --dice. Likewise board.toml with --board.";

/// Of `tolley show`.
pub const SHOW: &str = "\
Text, page, table and recording are made from the files alone. An incomplete dataset is shown as far as it goes, with \
exit code 3. Where more than 1 in 100,000 trials are quarantined the exit code is 4.

Text:

  tolley show knuckling_down --by toley_stays --top 5      the best five by another measure
  tolley show knuckling_down --each shot.position_rad --vs best
  tolley show knuckling_down --vs shot.speed_m_s=4 --csv

--each KEY prints a line for each value of an axis, all other axes averaged over, repeat by repeat. --vs best adds how \
far each line is below the best one. --vs KEY=VALUE adds how far it is from the line that is alike but for that value. \
Both are paired by the random numbers that points share. Where they share none, means are compared by Welch, shares by \
Newcombe, and the heading says so. --effects gives the mean difference of each value of an axis against the first. \
--json gives every point, in SI, with all digits. Lines are as long as the terminal, or COLUMNS, says. Colour is for \
terminals, and none with NO_COLOR. Where all axes are assumptions, points come in their order.

Page:

  tolley show knuckling_down --page --open
  tolley show coin_weight --page -o coin.html --json

One file that works offline. The answer comes first. Below it are charts, the design, all estimates with their method, \
what is in quarantine, every assumption in force, and the command that makes it again. Its numbers lie next to it as \
CSV and Parquet, one estimate per row. A page that is there is replaced, any other file is not.

Recording:

  tolley show seats --recording 3 --open
  tolley show scenarios/cymbergaj/coin_match.toml --recording 0 -o match.html

The trial is played again, recorded, and written as one page that works offline. It shows the motion itself, from \
above or in space, with a time line, a list of events, energy and speeds, and the calls of the referee. The rows are \
compared with those of the dataset: exit code 4 where they differ. ? on the page lists its keys.";

/// Of `tolley data`.
pub const DATA: &str = "\
Examples:

  tolley data                             what lies in runs/: question, how far, what it says, how to go on
  tolley data check knuckling_down        whether every file is as it was written
  tolley data export knuckling_down shots --csv -o shots.csv";

/// Of `tolley data export`.
pub const EXPORT: &str = "\
Tables are those of the study (`tolley list STUDY`), points, and estimates once the dataset is complete. \
Rows come in the order in which trials are played: rounds over all points. Numbers are in SI with all digits. \
What is absent is an empty cell, in JSON null. CSV begins with a line of names; a text that a spreadsheet would \
take for a formula has a ' before it. JSON has one object per line. Exit code 3 where the dataset is not complete.

  tolley data export runs/knuckling_down shots --csv -o shots.csv
  tolley data export runs/knuckling_down estimates --json | head";

/// Of `tolley ask fair`.
pub const FAIR: &str = "\
Is the share of matches that one side wins one half? Coin and dice matches have such a share between equals. In \
marbles sides take turns at beginning, and --measure names a share. The answer is a sentence, how much it is at worst, \
and what to do next. --details opens every design point:

  fair             two one-sided tests at 5 % put it within the margin of one half
  unfair           the whole 95 % interval lies outside of the margin
  cannot tell yet  neither is shown; how many trials would settle it is said with it
  identical        both sides have the same, and nothing ever differed: no evidence

The tests are corrected for how many there are (Holm). An exact solution is judged without chance. A table [[ask]] \
with kind = \"fair\" in the scenario may say all that flags do, which win over it (docs/verdicts.md). All of it is \
kept as a table too, next to the dataset: answer.json and answer.parquet in <dataset>-verdicts.

Of one quantity, such as a mass, it says how far it may be off (--along). A curve goes through all its values, in each \
stratum (the values of the other axes), with a band that covers all of it at once. The limit is where that band leaves \
the margin.

--plan says how many matches a verdict takes. Of a scenario it asks a pilot of at most 256 trials a point, kept in \
runs/<name>-pilot.

With --sequential the dataset grows by an eighth at a time, up to the repeats of the scenario. A test that may be \
looked at after every 4 trials ends it as soon as it has decided at every point. It compares the likelihoods of \
equality and of the margin. For one point it takes 41 % fewer trials than a fixed number would, on the average of \
both. Of several points each has its share of the error. All are played until the last is decided, which may take as \
many as a fixed number. It says fair or different: unfair where the interval of all looks lies outside of the margin, \
else that the difference may be within it.

With --elo it says instead which of two hypotheses holds of the side that the share is of. H0 is at most the lesser \
normalised Elo, H1 at least the greater. This is Wald's test, of pairs of matches with exchanged seats where a trial \
is one or --pair names the axis that exchanges them, else of single matches. The logarithm of their likelihoods (LLR) \
is printed after each stretch.

  tolley ask fair two_coins
  tolley ask fair cgq01_coin_weight --along a.mass_ratio --margin 0.02
  tolley ask fair cgq03_toss --sequential --margin 0.02
  tolley ask fair coin_policies --sequential --elo 0,20
  tolley ask fair --plan --margin 0.005";

/// Of `tolley ask effect`.
pub const EFFECT: &str = "\
Examples:

  tolley ask effect foul_limit --over fouls.limit_count --vs 0 --measure a_wins
  tolley ask effect cgq10_penalty --over laws.keeper_y_m --measure a_penalty_goal_share --better smallest
  tolley ask effect runs/extra_shot --over continuation.toley_knock --measure turn_count --margin 2

Trials of all points share their random numbers, so that values are compared repeat by repeat:

  clearly           the test, corrected for all that is compared (Holm), says it at 5 %
  probably          only the test of this one comparison says it
  cannot tell yet   neither; how many repeats would settle it

Where another axis turns the sign, both cases are said. Without a margin a measure that is no share is judged by its \
sign alone. A list is compared row by row with the first row that has the values named.";

/// Of `tolley ask rank`.
pub const RANK: &str = "\
Reads matches of two sides (tinsley-green/match, cymbergaj/match, cymbergaj/shootout, dice-football/match). A player \
is what the keys of a side say, as far as they are swept or differ between the sides. With a.policy and b.policy swept \
each policy is one. With a.policy alone, each is compared with the b of the scenario. Axes of no side are put \
together.

Who plays first wins, ties and loses with chances that are to each other as exp(own + first), exp(tie + half of both) \
and exp(other) (Bradley and Terry 1952, Davidson 1970, Davidson and Beaver 1977). 400 Elo are a tenfold chance.

Errors come from leaving out repeats, so that they hold where points share their random numbers. Somebody, or who \
plays first, may never have lost without some of them. Intervals are those of the profile likelihood of all matches \
then.

The fit compares the results of all pairings with what the strengths make likely. A small p says that some policy \
beats another one in particular, or that a circle of them has no order. The answer goes next to the dataset: \
answer.json and answer.parquet in <dataset>-ratings.

  tolley ask rank policies
  tolley ask rank coin_policies --sweep b.policy=random,direct,cautious --repeats 100 -o runs/all
  tolley ask rank runs/policies --json";

/// Of `tolley ask`.
pub const ASK: &str = "\
A scenario says in [[ask]] what it asks; one that does not is asked what fits its axes. It is played into runs/<name>, \
as by `tolley run`. Before it begins, it says how long it will take, and it stops by itself. What is there already is \
not played again, so that the same command goes on after an interruption.

A dataset is asked as it stands. A research question (TGQ4) is asked of all scenarios that come along and name it. \
Some answers come with the program: --stored shows them at once, with what they were played by. The list marks the \
questions that have one.

Up to three assumptions that nobody has measured are set to a low and a high value too, one at a time. They are played \
by the same seed and by half as many trials together. So the answer can say on which of them it depends. --no-strata \
leaves them out. The answer is kept next to the dataset: answer.json and answer.parquet in <dataset>-answer.

  tolley ask
  tolley ask TGQ4 --minutes 3
  tolley ask after_the_bar --stored
  tolley ask foul_limit --details
  tolley ask effect foul_limit --over limit_count --vs 0 --measure a_wins --repeats 2000
  tolley ask runs/foul_limit";

/// Of `tolley ask depends`.
pub const DEPENDS: &str = "\
The keys that are swept are drawn together, N rows of a design of Saltelli, and the variance of a measure over all of \
them is shared out:

  ST  the share that would stay if all but this key were known
  S1  the share that would go if this key alone were known

Chance is taken out where each point has several trials. The scenario's own axes are swept, and what --assumed and \
--clauses add, each value as likely. A key that the scenario sets stays as it is, and so does one that needs a choice \
that is not made. One that cannot be drawn with the others is left out, and named with the reason.

Without a design of its own a scenario is played at --points rows [default: 128], with chance of its own at each point \
unless the scenario says streams. Where all points share their chance no interval holds it, which is said. Where a \
limit of the hand is drawn, the nearest is played of what is beyond it, and the answer reports its share.

A table [sensitivity] of the scenario may say all that flags do, which win over it (docs/verdicts.md). All of it is \
kept as a table too, next to the dataset: answer.json and answer.parquet in <dataset>-indices.

  tolley ask depends opening_assumptions
  tolley ask depends match_clauses
  tolley ask depends FILE --assumed --points 256 --repeats 4
  tolley ask depends runs/opening_assumptions-sensitivity --measure toley_stays";

/// Of `tolley fit`.
pub const FIT: &str = "\
A table of hits has one row per distance: how often a target was hit.

  distance_m,radii_m,hit_count,try_count
  0.5,16 mm,87,100
  1.0,16 mm,55,100

radii_m is the sum of the radii of what is shot and of the target. Hits cannot show an aim that is off to one side, \
and count it as spread; a table of places can show it. A table of places has one row per shot: how far it ended from \
where it was meant to, along the line of aim and across it, left positive:

  distance_m,along_m,across_m
  2.0,-0.11,0.03

Further columns may hold other errors, what was done less what was meant: elevation_error_rad, spin_error_ratio (of \
the spin over that of natural roll) and side_spin_error_rad_s of marbles, offset_error_ratio of coins. A table of \
errors has any of them, aim_error_rad, to the left positive, and speed_ratio, made over meant, without places:

  aim_error_rad,speed_ratio,elevation_error_rad
  0.8 deg,0.97,-0.01

Other columns are skipped with a note; one with another unit than these is an error. Printed are the likeliest \
standard deviations with their 95 % intervals, as the table [player] of a scenario. Places and errors also show how \
far the player errs to one side or too hard on average, and how his errors go together. They show whether wild shots \
come more often than normal errors allow; then all follow Student's t, with noise_dof. Few shots do not show mild \
tails. What may as well be 0, or is beyond what a key allows, is printed as a comment, which no scenario reads. With \
-o all estimates are kept as a table too, one per row.

  tolley fit FIT.csv
  tolley fit FIT.csv --profile me.toml    for --with me.toml
  tolley fit FIT.csv -o runs/fit --csv";

/// Of `tolley data finalize`.
pub const SHARES: &str = "\
Several runs, on one machine or on many that share a file system, may play one dataset:

  tolley run SCENARIO -o DIR --shard 3/16       every sixteenth block from block 3 on
  tolley run SCENARIO -o DIR --shard auto       by the number of the job in a Slurm array
  tolley run SCENARIO -o DIR --shard auto/16    part of a Kubernetes job or Slurm array
  tolley data finalize DIR                      finishes the files of all of them
  tolley data merge DIR SOURCE...               the same, where each has a folder of its own

A share that is done exits with 0. A block that was played twice must have the same rows, else finalize exits \
with 4. The share of a run that stopped on another machine is free after two minutes, or at once with --take-over. \
docs/batch.md has scripts.";

/// Of `tolley data clean`.
pub const CLEAN: &str = "\
Lists files left by stopped runs: half-written files, old locks, blocks that are in a finished part by now, and parts \
without a record. With --yes they are removed, under the lock of the dataset. While a run is writing to it, exit code \
75. The next run would remove them too. Files that tolley did not write are never touched (`tolley data check` names \
them).";

/// Of `tolley data check`.
pub const CHECK: &str = "\
Reads every file of a dataset and compares it with what was recorded when it was written: bytes, hash, rows, \
the trials that each part should have, and the record of the whole. Names files that were changed, are \
missing or do not belong there, and the blocks that are still to be played.

Exit codes:

  0  complete and intact
  2  manifest.json cannot be read; tolley data repair restores it from its copy
  3  intact, but not complete
  4  a file is not as it should be

With --deep every file is also opened and every column of it read to its end. The rows, and the trials of each \
status, must be as many as were recorded.";

/// Of `tolley data repair`.
pub const REPAIR: &str = "\
Lists every file that is gone or broken, and how it is made again; with --yes makes it, to the same bytes. Only the \
parts that are lost are played again. A file is intact if its hash is in its record (commits/) or in _SUCCESS.json. A \
planned file that neither names is made again. The manifest is restored from its other copy.

Trials can only be played again by the version of the physics that played them. Files that the \
plan does not know are left alone; tolley data check names them.

Exit codes:

  0   nothing to repair, or all repaired and complete
  2   it cannot be repaired
  3   files are listed and --yes would repair them, or they are repaired and the run is not complete
  4   files are still wrong afterwards
  75  another run is writing to it";

/// Of `tolley explain`.
pub const EXPLAIN: &str = "\
Without a word it lists all terms. Upper and lower case are the same, and a term of several words needs no quotes. \
Of a key or a column it prints:

  label      what answers call it
  part       choice, equipment, skill, what the world is like, outcome and so on
  unit       in which people read it, and in which files have it
  default    its value where a scenario says nothing
  plausible  what is likely in play; beyond it there is a warning, beyond what is possible an error
  played     the values that answers play one by one, since nobody has measured it
  measured   whether the default is an assumption, and why

  tolley explain
  tolley explain spin ratio
  tolley explain surface.rolling_friction_ratio
  tolley explain break_points_count --json";

/// Of `tolley list schemas`.
pub const SCHEMAS: &str = "\
The schemas of all studies are in schemas/. An editor that knows JSON Schema of TOML files, such as VS \
Code with Even Better TOML, completes and checks the keys of a scenario whose first line is

  #:schema ../../schemas/tinsley-green-shot.schema.json";

/// Of `tolley verify`.
pub const VERIFY: &str = "\
Plays every row of the validation tables and prints a table: case, quantity, expected, got, tolerance, \
verdict, basis, source. Expected values are literals from closed forms, publications and independent \
programs; nothing in the program computes them. The basis says which: theory; a measured coefficient that is \
put in; the rigid limit of a benchmark; a report or an estimate; a motion that somebody measured. Exit code \
4 if any row fails.";

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use crate::args::Args;

    /// Lines that were broken by hand were broken once more by a terminal of 100 columns.
    #[test]
    fn the_terminal_breaks_paragraphs() {
        let top = Args::command();
        let mut all = vec![&top];
        for at in 0.. {
            let Some(command) = all.get(at) else { break };
            all.extend(command.get_subcommands());
        }
        let mut told = 0;
        for command in all {
            // the format of a scene is broken by hand
            let long = command.get_after_long_help().filter(|_| command.get_name() != "scene");
            let helps = [command.get_after_help(), long];
            let help = helps.into_iter().flatten().map(|help| format!("{help}\n\n")).collect::<String>();
            let is_text = |line: &&str| !line.is_empty() && !line.starts_with(' ');
            for pair in help.lines().collect::<Vec<_>>().windows(2) {
                assert!(!pair.iter().all(is_text), "{}: {pair:?}", command.get_name());
            }
            told += usize::from(!help.is_empty());
        }
        assert!(told > 15);
    }
}
