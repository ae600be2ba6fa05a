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
    /// The key by which shots follow, and its value by which none does, where the objective does not hang on them.
    pub alone: Option<(usize, Value)>,
    /// The key of the deviation of his direction.
    pub aim_sd: Option<usize>,
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
