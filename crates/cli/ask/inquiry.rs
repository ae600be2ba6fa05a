//! A scenario that is asked: what of it is played, how long that takes, and its answers.

use std::path::{Path, PathBuf};

use tolley_answers::answer::Answer;
use tolley_answers::kinds::{Context, Stratum};
use tolley_answers::written;
use tolley_dataset::{Dataset, Manifest};
use tolley_experiment::ask::{Ask, AskKind};
use tolley_experiment::best::{Best, SHOTS_ALLOWED};
use tolley_experiment::plan::Plan;
use tolley_session::estimate::{Time, time};
use tolley_session::place::{self, VERSIONS};
use tolley_session::studies::AnyStudy;
use tolley_session::sweep::{SweepRequest, sweep};
use tolley_session::{Source, Unwatched, scenario};

use super::others::{self, OtherCase};
use super::target::{AskedScenario, typed};
use super::{again, asks};
use crate::best::{self, BestRequest};
use crate::exit::{self, Stop};
use crate::playing::Playing;
use crate::{args, run};

/// Trials at each point, at least.
const LEAST_REPEATS: u64 = 2;

/// A scenario that is asked.
pub struct Inquiry {
    /// What it is called.
    pub name: String,
    /// The questions that are asked of its rows.
    pub asks: Vec<Ask>,
    /// What is searched for, where it has a table [best] and the best choice is asked for.
    pub search: Option<Best>,
    /// What is played.
    pub plan: Plan,
    /// What is played besides it.
    pub cases: Vec<OtherCase>,
    /// How long all trials take of the scenario as it is, and all of each case besides it; a shot of a search takes as
    /// long in proportion.
    times: Option<Times>,
    study: AnyStudy,
    playing: Playing,
    command: Vec<String>,
}

/// The answers to what is asked of one scenario.
pub struct ScenarioAnswers {
    /// In the order of the questions.
    pub answers: Vec<Answer>,
    /// Where they are kept.
    pub folder: Option<PathBuf>,
    /// What was played for them.
    pub played: PlayedScenario,
    /// The exit code.
    pub code: u8,
}

/// How long something takes, for each of its trials or shots.
struct Times {
    own: Time,
    cases: Vec<Time>,
    search: Time,
}

/// A scenario that was played to be answered.
#[derive(Clone, Debug)]
pub struct PlayedScenario {
    /// What it is called.
    pub name: String,
    /// Seed of its trials.
    pub seed: u64,
    /// Trials of all that was played of it.
    pub trials: u64,
}

impl Inquiry {
    /// Reads a scenario, and refuses what it cannot be asked before anything is played.
    pub fn read(scenario: &AskedScenario, args: &args::Ask) -> Result<Inquiry, Stop> {
        let name = scenario.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let mut playing = Playing::new(&scenario.path, &args.flags);
        if let Some(folder) = args.flags.output.as_ref().filter(|_| scenario.is_one_of_several) {
            playing.request.output = Some(folder.join(&name));
        }
        if typed(args)?.0 == Some(AskKind::Depends) {
            spread(&mut playing)?;
        }
        let (mut plan, study) = playing.plan()?;
        let written = written_asks(&plan);
        let manifest = Manifest::of(&plan, VERSIONS)?;
        let chosen = asks::chosen(args, &manifest, &written, scenario.question.as_deref())?;
        let of_record = scenario.question.as_ref().and_then(|_| chosen.iter().filter_map(|ask| ask.repeats).max());
        let (searched, asks): (Vec<Ask>, Vec<Ask>) = chosen.into_iter().partition(|ask| is_searched(&plan, ask));
        asks::check(&asks, &manifest)?;
        if args.shots.is_some() && searched.is_empty() && scenario.question.is_none() {
            exit::refuse(&["--shots"], "nothing is searched for; --repeats says how many trials each point has")?;
        }
        if args.flags.repeats.is_some() && asks.is_empty() {
            exit::refuse(&["--repeats"], "a best choice is searched by shots; say --shots")?;
        }
        let search = plan.best.clone().filter(|_| !searched.is_empty()).map(|best| {
            let shots = args.shots.or(of_record).unwrap_or(best.shots);
            Best { shots, ..best }
        });
        if let Some(best) = &search {
            best::check_shots("--shots", best.shots)?;
        }
        if let (None, Some(repeats), None) = (args.flags.repeats, of_record, &plan.stop) {
            plan.grid.change(|grid| grid.repeats = repeats);
        }
        let has_cases = !args.no_strata && !asks.is_empty();
        let cases = if has_cases { others::cases(&playing, &plan, args.flags.quiet) } else { Vec::new() };
        let command = again::command(args, Some(&scenario.path));
        Ok(Inquiry { name, asks, search, plan, cases, times: None, study, playing, command })
    }

    /// Where its dataset goes, or the answer of a search.
    fn folder(&self) -> Result<PathBuf, Stop> {
        if self.asks.is_empty() && self.playing.request.output.is_none() {
            return Ok(match &self.playing.request.source {
                Source::File(path) => {
                    let with = &self.playing.request.with;
                    place::of_this_physics(place::named_folder(path, with, "-best")?, &Unwatched)
                }
                _ => place::folder(&self.playing.request)?,
            });
        }
        Ok(place::folder(&self.playing.request)?)
    }

    /// Trials of all that is played, and how many of them are there already.
    pub fn trials(&self) -> Result<[u64; 2], Stop> {
        let shots = self.search.as_ref().map_or(0, |best| best.shots);
        if self.asks.is_empty() {
            return Ok([shots, 0]);
        }
        let folder = self.folder()?;
        let own = self.plan.grid.trials();
        let mut all = [own + shots, done(&folder)?.min(own)];
        for case in &self.cases {
            let trials = case.trials();
            all =
                [all[0] + trials, all[1] + done(&place::of_this_physics(case.place(&folder), &Unwatched))?.min(trials)];
        }
        Ok(all)
    }

    /// How long what is left takes; nothing where nothing is.
    pub fn time(&self) -> Result<Time, Stop> {
        let Some(times) = &self.times else { return Ok(Time::NOTHING) };
        let shots = self.search.as_ref().map_or(0, |best| best.shots);
        let mut time = times.search.times(shots as f64);
        if self.asks.is_empty() {
            return Ok(time);
        }
        let folder = self.folder()?;
        let own = self.plan.grid.trials();
        time = time.plus(times.own.times(own.saturating_sub(done(&folder)?) as f64));
        for (case, a_trial) in self.cases.iter().zip(&times.cases) {
            let there = done(&place::of_this_physics(case.place(&folder), &Unwatched))?;
            time = time.plus(a_trial.times(case.trials().saturating_sub(there) as f64));
        }
        Ok(time)
    }

    /// Whether points end by a rule, so that all that is said of them is the most.
    pub fn is_most(&self) -> bool {
        self.plan.stop.is_some()
    }

    /// Plays samples, if anything is left to play: how long a trial takes.
    fn take_time(&mut self) -> Result<(), Stop> {
        let [trials, done] = self.trials()?;
        if trials == done {
            return Ok(());
        }
        let threads = self.playing.request.threads;
        let (mut own, mut cases, mut search) = (Time::NOTHING, Vec::new(), Time::NOTHING);
        if let Some(best) = &self.search {
            search = best::time(&self.plan, self.study, best, threads)?.times(1.0 / best.shots as f64);
        }
        if !self.asks.is_empty() {
            place::would_play(&self.plan, &self.playing.request, &Unwatched)?;
            let of_one = |time: Time, trials: u64| time.times(1.0 / trials.max(1) as f64);
            own = of_one(time(&self.plan, self.study, threads, 1.0)?, self.plan.grid.trials());
            for case in &self.cases {
                cases.push(of_one(case.time(threads, 1.0 / self.cases.len() as f64)?, case.trials()));
            }
        }
        self.times = Some(Times { own, cases, search });
        Ok(())
    }

    /// Plays fewer trials at each point: this part of them, but no fewer than a dataset has already.
    fn shorten(&mut self, part: f64) -> Result<(), Stop> {
        let shorter = |repeats: u64, least: u64| ((repeats as f64 * part) as u64).clamp(least.min(repeats), repeats);
        let folder = self.folder()?;
        // what is searched for alone has a folder without rows
        let played = if self.asks.is_empty() { 0 } else { repeats_of(&folder)? };
        let repeats = shorter(self.plan.grid.repeats, LEAST_REPEATS.max(played));
        self.plan.grid.change(|grid| grid.repeats = repeats);
        if repeats < others::LEAST_REPEATS {
            // what is paired with so few says nothing
            self.cases.clear();
        }
        for case in &mut self.cases {
            let played = repeats_of(&place::of_this_physics(case.place(&folder), &Unwatched))?;
            case.set_repeats(shorter(case.repeats(), others::LEAST_REPEATS.max(played)));
        }
        if let Some(best) = &mut self.search {
            best.shots = shorter(best.shots, SHOTS_ALLOWED[0]);
        }
        Ok(())
    }

    /// Plays it as far as it is not, and answers.
    pub fn answered(mut self, args: &args::Ask) -> Result<ScenarioAnswers, Stop> {
        let searched = self.search.take().map(|best| self.searched(best, args)).transpose()?;
        let shots = searched.as_ref().map_or(0, |answer| answer.about.trials[0]);
        let mut scenario = PlayedScenario { name: self.name, seed: self.plan.seed, trials: shots };
        if self.asks.is_empty() {
            let answers = searched.into_iter().collect();
            return Ok(ScenarioAnswers { answers, folder: None, played: scenario, code: exit::DONE });
        }
        let (dataset, failed) = self.playing.dataset(&self.plan, self.study)?;
        scenario.trials += dataset.done_trials() + self.cases.iter().map(OtherCase::trials).sum::<u64>();
        let played = self.cases.into_iter().map(|case| case.played(dataset.dir(), args));
        let strata: Vec<Stratum> = played.collect::<Result<_, _>>()?;
        let context = Context {
            plan: Some(&self.plan),
            strata: &strata,
            seconds_per_trial: self.times.as_ref().map(|times| times.own.idle.seconds),
            command: self.command,
            is_of_dataset: false,
        };
        let of_rows = asks::answers(&self.asks, &dataset, &context)?;
        let answers = searched.into_iter().chain(of_rows).collect();
        let missing = tolley_analysis::summary(&dataset)?.facts.missing();
        let code = run::judged(&dataset, &missing, failed);
        let folder = written::beside(dataset.dir(), asks::ENDING)?;
        Ok(ScenarioAnswers { answers, folder: Some(folder), played: scenario, code })
    }

    /// Searches for the best choice, which needs no dataset.
    fn searched(&self, best: Best, args: &args::Ask) -> Result<Answer, Stop> {
        let folder = self.folder()?;
        let request = BestRequest {
            best,
            folder: if self.asks.is_empty() { folder } else { written_beside(&folder, "-best") },
            has_csv: args.csv,
            threads: args.flags.threads.map(usize::from),
            is_quiet: args.flags.quiet,
            again: self.command.clone(),
        };
        Ok(best::of_plan(&self.plan, self.study, &request)?.answer)
    }
}

/// Takes the time of each scenario, and shortens all by the same part where they are to take no longer than some
/// minutes.
pub fn fit(inquiries: &mut [Inquiry], args: &args::Ask) -> Result<(), Stop> {
    let mut seconds = 0.0;
    for inquiry in &mut *inquiries {
        inquiry.take_time()?;
        seconds += inquiry.time()?.idle.seconds;
    }
    if let Some(minutes) = args.minutes.filter(|minutes| seconds > 60.0 * minutes) {
        inquiries.iter_mut().try_for_each(|inquiry| inquiry.shorten(60.0 * minutes / seconds))?;
    }
    Ok(())
}

/// Spreads a scenario over all that may matter, as `tolley ask depends` does: its axes, what its table [sensitivity]
/// names, and where it has neither, all that nobody has measured.
fn spread(playing: &mut Playing) -> Result<(), Stop> {
    let (plan, _) = scenario::read(&playing.scenario, &Unwatched)?;
    let is_open = plan.grid.axes.is_empty() && plan.sensitivity.is_none();
    let request = SweepRequest { assumed: is_open.then_some(true), clauses: None };
    sweep(&request, &mut playing.scenario, &mut playing.request, &playing.console)?;
    Ok(())
}

/// What a scenario asks; one with a table [best] that asks nothing else asks for the best choice.
fn written_asks(plan: &Plan) -> Vec<Ask> {
    if plan.asks.is_empty() && plan.best.is_some() {
        return vec![Ask { kind: AskKind::Best, ..Ask::default() }];
    }
    plan.asks.clone()
}

/// Whether a search answers a question, and no rows.
fn is_searched(plan: &Plan, ask: &Ask) -> bool {
    let is_axis = |key: &String| plan.grid.axes.iter().any(|axis| axis.key == *key);
    ask.kind == AskKind::Best && plan.best.is_some() && !ask.over.iter().any(is_axis)
}

/// Trials that are in a folder already; none where there is no dataset. One that cannot be read is no empty one.
fn done(folder: &Path) -> Result<u64, Stop> {
    Ok(Dataset::load_if_any(folder)?.map_or(0, |dataset| dataset.done_trials()))
}

/// A folder next to another one.
fn written_beside(folder: &Path, ending: &str) -> PathBuf {
    folder.with_file_name(format!("{}{ending}", folder.file_name().unwrap_or_default().to_string_lossy()))
}

/// Trials at each point for which a dataset is planned; none where there is no dataset.
fn repeats_of(folder: &Path) -> Result<u64, Stop> {
    Ok(Dataset::load_if_any(folder)?.map_or(0, |dataset| dataset.manifest().plan.grid.repeats))
}
