//! Promises that take many cases: typing errors, slips of units, trials whose results are frozen, memory that runs out,
//! and scenarios that nobody would write.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tolley_cymbergaj::{self as cymbergaj, matches::MatchStudy as CoinMatch};
use tolley_dataset::Dataset;
use tolley_dice_football as dice_football;
use tolley_experiment::player::play_some;
use tolley_experiment::random::{Purpose, Stream, Streams};
use tolley_experiment::run::Keep;
use tolley_experiment::scenario::{Overrides, parse};
use tolley_experiment::study::{Shortcuts, StudyInfo};
use tolley_experiment::value::{Kind, Value};
use tolley_tinsley_green as tinsley_green;

use crate::tool::{files, folder_with, ran};
use crate::toy::{Plan, VERSIONS};

fn studies() -> Vec<Arc<StudyInfo>> {
    vec![
        Arc::new(StudyInfo::of::<tinsley_green::shot::ShotStudy>()),
        Arc::new(StudyInfo::of::<tinsley_green::matches::MatchStudy>()),
        Arc::new(StudyInfo::of::<cymbergaj::shot::FlickStudy>()),
        Arc::new(StudyInfo::of::<cymbergaj::matches::MatchStudy>()),
        Arc::new(StudyInfo::of::<cymbergaj::matches::ShootoutStudy>()),
        Arc::new(StudyInfo::of::<dice_football::matches::MatchStudy>()),
        Arc::new(StudyInfo::of::<dice_football::solve::SolveStudy>()),
    ]
}

fn chance(purpose: &'static str) -> Stream {
    Streams::new(16, 0, None).open(Purpose::named(purpose))
}

/// A letter left out, two exchanged, and one typed twice.
fn mistyped(name: &str, stream: &mut Stream) -> [String; 3] {
    let letters: Vec<char> = name.chars().collect();
    let mut at = |most: usize| stream.below(most as u64) as usize;
    let (out, first, twice) = (at(letters.len()), at(letters.len() - 1), at(letters.len()));
    let without = letters.iter().enumerate().filter(|(i, _)| *i != out).map(|(_, letter)| *letter).collect();
    let mut swapped = letters.clone();
    swapped.swap(first, first + 1);
    let mut doubled = letters.clone();
    doubled.insert(twice, letters[twice]);
    [without, swapped.into_iter().collect(), doubled.into_iter().collect()]
}

/// C2: every key with three typing errors each.
#[test]
fn every_mistyped_key_is_refused_with_a_hint() {
    let mut stream = chance("typing");
    let (mut typed, mut hinted, mut passed) = (0, 0, Vec::new());
    for info in studies() {
        let one = [info.clone()];
        for key in &info.schema.keys {
            let known =
                |name: &str| info.schema.keys.iter().any(|k| k.path.table == key.path.table && k.path.name == name);
            for name in mistyped(key.path.name, &mut stream).into_iter().filter(|name| !known(name)) {
                let text = format!("study = \"{}\"\n[{}]\n{name} = 1\n", info.name, key.path.table);
                typed += 1;
                match parse("a.toml", &text, &one, Overrides::default()) {
                    Ok(_) => passed.push(name),
                    Err(problems) => {
                        let told = problems.to_string();
                        assert!(told.contains("unknown key"), "{text}{told}");
                        hinted += usize::from(told.contains(&format!("did you mean {}", key.path.name)));
                    }
                }
            }
        }
    }
    assert!(typed > 1500 && passed.is_empty(), "{typed} typed, {passed:?} passed");
    assert!(hinted * 100 > typed * 90, "{hinted} of {typed} have the right hint");
}

/// What a number is multiplied by that was meant in another unit than that of its key: millimetres, grams, degrees,
/// milliseconds.
fn slip(key: &tolley_experiment::key::Key) -> Option<f64> {
    let d = key.dimension();
    match (d.metre, d.kilogram, d.second, d.radian) {
        (1, 0, 0, 0) | (0, 1, 0, 0) | (0, 0, 1, 0) => Some(1000.0),
        (0, 0, 0, 1) => Some(180.0 / core::f64::consts::PI),
        _ => None,
    }
}

/// C4: every key with a unit that has one beside it, in that one, and the other way round.
#[test]
fn slips_of_units_are_told() {
    let (mut slips, mut missed) = (0, Vec::new());
    for info in studies() {
        let one = [info.clone()];
        for key in &info.schema.keys {
            let (Kind::Number { .. }, Value::Number(default), Some(factor)) = (&key.kind, &key.default, slip(key))
            else {
                continue;
            };
            if *default == 0.0 {
                continue;
            }
            let with = key.only_with.map_or_else(String::new, |condition| {
                format!("{}.{} = \"{}\"\n", condition.key.table, condition.key.name, condition.choice)
            });
            for value in [default * factor, default / factor] {
                slips += 1;
                let text = format!("study = \"{}\"\n{with}{} = {value:e}\n", info.name, key.path);
                let path = key.path.to_string();
                let told = parse("a.toml", &text, &one, Overrides::default())
                    .map_or_else(|problems| problems, |(_, warnings)| warnings);
                if !told.to_string().contains(&path) {
                    missed.push((format!("{} {path}", info.name), value, *default));
                }
            }
        }
    }
    // places and an angle, of which any beside 0 is as good as 0: a tenth of a millimetre, a degree
    let either_side = |(key, value, default): &(String, f64, f64)| {
        let is_place = ["start.", "layout."].iter().any(|table| key.contains(table)) && key.ends_with("_m");
        value.abs() < default.abs() && (is_place || key.ends_with("opponent.angle_rad"))
    };
    assert!(slips > 300 && missed.iter().all(either_side), "of {slips} missed: {missed:?}");
    assert!(missed.len() <= 9, "{} of {slips} missed: {missed:?}", missed.len());
}

/// A7: the version of physics, and what was played with it: study, trials, hash of all rows.
const FROZEN: (u32, &[(&str, u64, u64)]) = (
    16,
    &[
        ("tinsley-green/shot", 150, 0x1ab678b3c8c5bcae),
        ("tinsley-green/match", 10, 0x32e0662700d0e51d),
        ("cymbergaj/flick", 150, 0x1a0697e3391d95dd),
        ("cymbergaj/match", 50, 0x7cd394c9b97fa481),
        ("cymbergaj/shootout", 50, 0x1bc3b11bcff7f008),
        ("dice-football/match", 100, 0xc8dc39b217f6a006),
    ],
);

/// A hash of what trials of a study leave, at the defaults of all keys but some.
fn frozen<S: Shortcuts>(trials: u64, keys: &[(&str, Value)]) -> (&'static str, u64, u64) {
    let mut plan = Plan::of_study(Arc::new(StudyInfo::of::<S>()));
    for (path, value) in keys {
        let key = plan.study.schema.index(path).unwrap_or_else(|| panic!("{} has no key {path}", S::NAME));
        plan.set(key, value.clone());
    }
    plan.grid.repeats = trials;
    let mut text = String::new();
    write!(text, "{:?}", play_some::<S>(&plan, 0..trials).expect("good keys")).expect("text");
    // FNV-1a, 64 bits: a number that a test can hold
    let hash = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    (S::NAME, trials, hash)
}

#[test]
fn results_change_on_purpose_only() {
    let said =
        include_str!("../crates/session/src/studies.rs").split_once("PHYSICS_VERSION: u32 = ").expect("a version").1;
    let version: u32 = said.split_once(';').expect("its end").0.parse().expect("a number");
    let short = [("laws.champion_die", Value::Flag(false)), ("time.half_s", Value::Number(60.0))];
    // a policy that does not learn, so that a newly learnt table is no other physics
    let nearest = ["a.policy", "b.policy"].map(|path| (path, Value::Choice("nearest".into())));
    let played = [
        frozen::<tinsley_green::shot::ShotStudy>(150, &[]),
        frozen::<tinsley_green::matches::MatchStudy>(10, &nearest),
        frozen::<cymbergaj::shot::FlickStudy>(150, &[]),
        frozen::<cymbergaj::matches::MatchStudy>(50, &[]),
        frozen::<cymbergaj::matches::ShootoutStudy>(50, &[]),
        frozen::<dice_football::matches::MatchStudy>(100, &short),
    ];
    let shown: String =
        played.iter().map(|(study, trials, hash)| format!("(\"{study}\", {trials}, {hash:#x}), ")).collect();
    assert!(
        (version, played.as_slice()) == FROZEN,
        "what is played is not what it was; if that is meant, PHYSICS_VERSION in crates/session/src/studies.rs rises (once \
         between two versions of the program), and FROZEN is ({version}, &[{shown}])"
    );
}

/// Bytes that a forecast tells from some trials of a scenario, and those of its tables.
fn bytes_of<S: Shortcuts>(keys: &str, sample: impl Fn(&Plan) -> Vec<Vec<u64>>) -> [f64; 2] {
    let (plan, _) = parse("a.toml", keys, &[Arc::new(StudyInfo::of::<S>())], Overrides::default()).expect("a plan");
    let play = |trials: Vec<u64>| play_some::<S>(&plan, trials).expect("good keys");
    let sample: Vec<_> = sample(&plan).into_iter().map(play).collect();
    let told = tolley_dataset::forecast(&plan, VERSIONS, &sample).expect("a forecast");
    let folder = tempfile::tempdir().expect("a folder");
    let dataset = Dataset::open(folder.path(), &plan, VERSIONS).expect("a dataset");
    for block in 0..dataset.schedule().blocks() {
        dataset.keep(block, play(dataset.schedule().trials_of(block).collect())).expect("a block");
    }
    dataset.finish().expect("all is there");
    [told, files(folder.path()).values().map(Vec::len).sum::<usize>() as f64]
}

/// So many repeats of so many points, as two players take them who begin far from each other and go on so.
fn far_apart(plan: &Plan, points: u64, repeats: u64) -> Vec<Vec<u64>> {
    let count = plan.grid.points();
    // coprime to the points of the scenarios below
    let point = |step: u64| step * 25 % count;
    let of_player = |player: u64| (player..points).step_by(2);
    let row = |step: u64| (0..repeats).map(|repeat| plan.grid.trial(point(step), repeat)).collect();
    of_player(0).chain(of_player(1)).map(row).collect()
}

/// A fifth of the trials is played; what the estimates take is in what is told alone.
#[test]
fn bytes_are_told_from_few_trials() {
    // rules that seldom count: points have the same rows, and few of them are in a sample
    let rules = "[sweep.axes]\n\"laws.kickoff_moves\" = [1, 2, 3]\n\"laws.kickoff_goal_from_move\" = [1, 2]\n\
                 \"laws.freekick_moves\" = [1, 2, 3]\n\"laws.freekick_goal_from_move\" = [1, 2]\n";
    let matches = |repeats: u64, contest: &str| {
        format!(
            "study = \"cymbergaj/match\"\nseed = 3\nrepeats = {repeats}\n[a]\npolicy = \"direct\"\n[b]\n\
             policy = \"direct\"\n[contest]\n{contest}\n"
        )
    };
    let first = |repeats: u64| move |plan: &Plan| vec![(0..plan.grid.points() * repeats).collect()];
    let shots = "study = \"tinsley-green/shot\"\nseed = 3\nrepeats = 10\n[sweep.axes]\n\
                 \"shot.aim_offset_m\" = { min = \"-30 mm\", max = \"30 mm\", step = \"10 mm\" }\n\
                 \"shot.speed_m_s\" = [2.0, 3.5, 5.0]\n\"player.aim_sd_rad\" = [\"0.6 deg\", \"1.2 deg\", \"3.5 deg\"]\n\
                 \"shot.release_height_m\" = [\"10 mm\", \"25 mm\", \"40 mm\"]\n";
    let told = [
        bytes_of::<CoinMatch>(&(matches(60, "seats = \"a-x\"") + rules), first(12)),
        // the place where a step ends is that where the next begins
        bytes_of::<CoinMatch>(&matches(50, "record = \"events\""), first(10)),
        // what points share packs in the order in which it is written, and each repeat has its own
        bytes_of::<CoinMatch>(&(matches(20, "seats = \"a-x\"\nrecord = \"events\"") + rules), |plan| {
            far_apart(plan, 36, 5)
        }),
        // half of the points, and not all of their repeats
        bytes_of::<tinsley_green::shot::ShotStudy>(shots, |plan| far_apart(plan, 100, 8)),
    ];
    let is_within = |[told, written]: &[f64; 2]| (told / written - 1.0).abs() < 0.15;
    assert!(told.iter().all(is_within), "told and written: {told:?}");
}

/// Of few repeats at many points half of all bytes are estimates, and which numbers they have is seen in the sample.
#[test]
fn bytes_of_estimates_are_told_from_few_trials() {
    let text = "study = \"cymbergaj/match\"\nseed = 3\nrepeats = 2\nstreams = \"independent\"\n[clock]\nhalf_s = 90\n\
                [a]\npolicy = \"direct\"\n[b]\npolicy = \"direct\"\n[sweep]\ndesign = \"sobol\"\npoints = 2048\n[sweep.axes]\n\
                \"table.goal_width_m\" = { min = 0.06, max = 0.15 }\n";
    let (plan, _) =
        parse("a.toml", text, &[Arc::new(StudyInfo::of::<CoinMatch>())], Overrides::default()).expect("a plan");
    let play = |trials: Vec<u64>| play_some::<CoinMatch>(&plan, trials).expect("good keys");
    let sample: Vec<_> = far_apart(&plan, 410, 2).into_iter().map(play).collect();
    let told = tolley_dataset::forecast(&plan, VERSIONS, &sample).expect("a forecast");
    let here = folder_with("s.toml", text);
    assert_eq!(ran(here.path(), &["run", "s.toml", "-q", "-o", "out"]).code, 0);
    let written = files(&here.path().join("out")).values().map(Vec::len).sum::<usize>() as f64;
    assert!((told / written - 1.0).abs() < 0.15, "{told} for {written}");
}

/// D5: memory that runs out is like a kill: nothing is damaged, and the run goes on to the same bytes.
#[test]
fn a_run_without_memory_is_continued_to_the_same_bytes() {
    let text = "study = \"cymbergaj/flick\"\nseed = 1\nrepeats = 5000\n[sweep.axes]\n\"strike.speed_m_s\" = [1, 2]\n";
    let folder = folder_with("s.toml", text);
    let run = |into: &str| ["run", "s.toml", "-q", "-o", into, "--threads", "2"].map(str::to_owned);
    assert_eq!(ran(folder.path(), &run("whole").each_ref().map(String::as_str)).code, 0);
    let whole = files(&folder.path().join("whole"));
    let (mut ended, mut failed) = (0, 0);
    for megabytes in [20, 30, 40, 60, 80, 120, 200, 1000] {
        let into = format!("of-{megabytes}");
        let limited = format!("ulimit -c 0; ulimit -v {}; exec \"$0\" \"$@\"", megabytes * 1024);
        let mut command = Command::new("sh");
        command.current_dir(folder.path()).args(["-c", &limited, env!("CARGO_BIN_EXE_tolley")]).args(run(&into));
        // where it runs out of memory again while it prints a backtrace, the standard library waits for itself for ever
        command.env_remove("RUST_BACKTRACE");
        let is_done = command.output().expect("a shell").status.success();
        (ended, failed) = (ended + u32::from(is_done), failed + u32::from(!is_done));
        let done = ran(folder.path(), &run(&into).each_ref().map(String::as_str));
        assert_eq!(done.code, 0, "{megabytes} MB: {}", done.stderr);
        assert!(files(&folder.path().join(&into)) == whole, "{megabytes} MB");
    }
    assert!(ended > 0 && failed > 0, "{ended} ended, {failed} failed");
}

fn scenarios(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut found: Vec<PathBuf> =
        entries.flat_map(|path| if path.is_dir() { scenarios(&path) } else { vec![path] }).collect();
    found.sort();
    found
}

/// What people, and machines, put where it does not belong.
const ODD: &[&str] = &[
    "\"",
    "'''",
    "[",
    "]]",
    "{",
    "= ",
    "\n",
    "\u{0}",
    "\u{feff}",
    "\u{202e}",
    "nan",
    "-inf",
    "1e999",
    "-1",
    "99999999999999999999",
    "{ min = 0, max = 1e300, step = 1e-300 }",
    "{ min = 1, max = 1, num = 0 }",
    "[[[[[[[[",
    "a.b.c.d.e",
    "true",
    "1979-05-27",
    "\"12 parsecs\"",
    "#",
    "sweep.axes = 1\n",
    "repeats = 0x7fffffffffffffff\n",
];

/// A scenario that somebody has spoilt.
fn spoilt(text: &[u8], stream: &mut Stream) -> Vec<u8> {
    let mut bytes = text.to_vec();
    for _ in 0..=stream.below(4) {
        let at = stream.below(bytes.len() as u64 + 1) as usize;
        let end = bytes.len().min(at + stream.below(40) as usize);
        match stream.below(4) {
            0 => drop(bytes.drain(at..end)),
            1 => bytes.splice(at..at, ODD[stream.below(ODD.len() as u64) as usize].bytes()).for_each(drop),
            2 => drop(
                bytes.splice(at..end, text.iter().copied().skip(stream.below(text.len() as u64) as usize).take(30)),
            ),
            _ => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << stream.below(8)),
        }
    }
    bytes
}

/// F1: what `fuzz/` does for long, for a moment.
#[test]
fn spoilt_scenarios_are_read_or_refused() {
    let studies = studies();
    let texts: Vec<Vec<u8>> =
        scenarios(Path::new("scenarios")).iter().map(|path| fs::read(path).expect("a scenario")).collect();
    let (mut stream, mut refused) = (chance("spoilt"), 0);
    for i in 0..1500 {
        let bytes = spoilt(&texts[i % texts.len()], &mut stream);
        let text = String::from_utf8_lossy(&bytes);
        let start = Instant::now();
        refused += u32::from(parse("a.toml", &text, &studies, Overrides::default()).is_err());
        assert!(start.elapsed() < Duration::from_secs(60), "{text}");
    }
    assert!((100..1500).contains(&refused), "{refused}");
}

/// B4: file systems that are really full, each of its own size, in a mount that nobody else sees.
#[test]
#[ignore = "mounts file systems, which takes util-linux and the right to do so"]
fn a_file_system_that_is_full_is_told_and_the_run_goes_on() {
    let text = "study = \"cymbergaj/flick\"\nseed = 1\nrepeats = 5000\n[sweep.axes]\n\"strike.speed_m_s\" = [1, 2]\n";
    let folder = folder_with("s.toml", text);
    assert_eq!(ran(folder.path(), &["run", "s.toml", "-q", "-o", "whole"]).code, 0);
    let whole = files(&folder.path().join("whole"));
    for size in ["16k", "64k", "200k", "500k", "900k"] {
        let script = format!(
            "mkdir -p m && mount -t tmpfs -o size={size} none m && {{ \"$0\" run s.toml -q -o m/d >out; echo $?; }} && \
             mount -o remount,size=64m m && {{ \"$0\" run s.toml -q -o m/d >out; echo $?; }} && cp -r m/d of-{size}"
        );
        let mut command = Command::new("unshare");
        command.current_dir(folder.path()).args(["-rm", "sh", "-c", &script, env!("CARGO_BIN_EXE_tolley")]);
        let done = command.output().expect("unshare");
        let (said, codes) = (String::from_utf8_lossy(&done.stderr), String::from_utf8_lossy(&done.stdout));
        assert_eq!(codes, "1\n0\n", "{size}: {said}");
        assert!(said.contains("No space left"), "{size}: {said}");
        assert!(files(&folder.path().join(format!("of-{size}"))) == whole, "{size}");
    }
}
