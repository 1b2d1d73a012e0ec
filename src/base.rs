//! Foundation: files, spans, line tables, symbols and graphs.
//!
//! Depends on nothing and knows nothing of TOSCA or YAML. Everything above speaks in byte offsets;
//! lines and columns appear only where something is shown to a person.

mod budget;
mod generation;
mod graph;
mod index;
mod line_index;
mod source;
mod span;
mod symbols;

pub use budget::AnalysisBudget;
pub use generation::{Cancelled, Generation};
pub use graph::{Circle, Graph, circles, groups};
pub(crate) use index::places;
pub use index::{IndexVec, Place};
pub use line_index::{LineIndex, Position};
pub use source::{Source, Sources};
pub use span::{FileId, Span, Spanned};
pub use symbols::{Symbol, Symbols};
