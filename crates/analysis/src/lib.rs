//! Rows become estimates with intervals.
