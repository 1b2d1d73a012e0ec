//! Every judgement: what is written, held against what the model says it means.
//!
//! In: the [`Model`](crate::model::Model). Out: diagnostics. A check reports what certainly is wrong and stays
//! silent about what is not known.

pub mod amp;
pub mod service;
pub mod substitution;
pub mod types;
