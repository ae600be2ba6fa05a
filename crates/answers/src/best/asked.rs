//! What is searched at one design point.

use tolley_experiment::best::Aim;
use tolley_experiment::hand::Image;
use tolley_experiment::value::Value;
use tolley_search::best::Task;

/// The question at one design point.
pub struct Asked {
    /// What is searched.
    pub task: Task,
    /// The key of each number.
    pub keys: Vec<usize>,
    /// What is decided over, as far as the hand goes at this point.
    pub aims: Vec<Aim>,
    /// The images of the task.
    pub images: Vec<Image>,
    /// The keys of the hand that limit what is played and may be lifted.
    pub limits: Vec<(usize, Lifted)>,
    /// The keys of the means of his errors in these numbers: a shot without errors has none of them.
    pub biases: Vec<usize>,
    /// Keys that all shots set: by which none follows, where the objective does not hang on it, and by which all that
    /// follows is played, where it does.
    pub alone: Vec<(usize, Value)>,
    /// Keys that shots set which only show where to look.
    pub quick: Vec<(usize, Value)>,
    /// What such shots are worth, where what follows them is not played.
    pub pooled: Option<Pooled>,
    /// The key by which none follows, where that would be pooled.
    pub none_follows: Option<usize>,
    /// Whether the objective hangs on shots that follow, which a limit that is lifted is lifted for too.
    pub has_later: bool,
    /// The key of the deviation of his direction.
    pub aim_sd: Option<usize>,
}

impl Asked {
    /// Where nobody knows what follows in the mean, it is played after quick shots too.
    pub fn play_all_that_follows(&mut self) {
        let follows = self.none_follows.take();
        self.quick.retain(|(key, _)| Some(*key) != follows);
        (self.pooled, self.task.is_of_skill, self.task.is_later) = (None, false, true);
    }
}

/// What is known of a shot without what follows: the column of what it brings, and the flag of those that go on, which
/// are worth so much more to each skill.
pub struct Pooled {
    /// Number of the column.
    pub so_far: usize,
    /// Number of the flag.
    pub goes_on: usize,
    /// The mean of what follows, for each skill, and of how many shots.
    pub rest: Vec<Rest>,
}

/// The mean of what follows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rest {
    /// The mean.
    pub mean: f64,
    /// Shots that went on.
    pub count: u64,
    /// Of how many that were played for it.
    pub played: u64,
}

/// How far a limit of the hand is lifted.
pub enum Lifted {
    /// As far as can be.
    To(Value),
    /// Up, or down, to what is aimed at, a number by its index: other shots have the limit too.
    ToAim {
        /// Index of the number.
        number: usize,
        /// Whether it is an upper limit.
        is_high: bool,
    },
}
