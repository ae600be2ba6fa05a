//! Rows to and from Parquet: the only crate that knows Arrow, Parquet and how files are committed.
