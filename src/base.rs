//! Foundation: files, spans, line tables, symbols, graphs and threads.
//!
//! Depends on no other module and knows nothing about TOSCA or YAML. All other modules use byte offsets;
//! lines and columns are computed only for output.

mod budget;
mod generation;
mod graph;
mod index;
mod line_index;
pub mod parallel;
mod source;
mod span;
mod symbols;
mod words;

pub use budget::AnalysisBudget;
pub use generation::{Cancelled, Generation};
pub use graph::{Cycle, Graph, cycles, groups};
pub(crate) use index::dense_ids;
pub use index::{DenseId, IndexVec};
pub use line_index::{LineIndex, Position};
pub use source::{Source, Sources};
pub use span::{FileId, Span, Spanned};
pub use symbols::{Symbol, Symbols};
pub use words::Words;

/// A map in the order of insertion.
pub type IndexMap<K, V> = indexmap::IndexMap<K, V, rustc_hash::FxBuildHasher>;
