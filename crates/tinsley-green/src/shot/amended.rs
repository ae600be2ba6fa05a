//! Rows of the keys of the laws that differ from the document's values, TG-13.

tolley_experiment::row! {
    /// One key of the laws that differs from the document's value in a trial.
    pub struct AmendmentRow {
        /// Its place, from 0, in `tolley list` of the study.
        key_number: u32, Bookkeeping "number of the amended key";
    }
}
