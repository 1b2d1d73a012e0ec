//! The variants of a variable service template (`Variability4TOSCA` 1.0).
//!
//! Input: a template, and values for its variability inputs. Output: the elements that are present, and the
//! plain template without the others; without values, findings that hold for all variants. All functions map
//! data to data plus diagnostics.

mod alternatives;
pub mod analysis;
mod check;
mod consistency;
mod default_values;
mod each_variant;
mod equations;
mod explain;
pub mod feature_model;
mod gates;
mod input_values;
mod misspelled;
mod presence;
mod references;
mod report;
mod requirement_counts;
mod resolve;
mod span_map;
mod wording;

pub use check::{advise, check, check_variants, counts, variability_groups};
pub use consistency::{ConsistencyCheck, CountDeviation, Instance, ViolationKind, consistency};
pub use equations::{Derivation, Equations};
pub use explain::{Line, explain};
pub use input_values::{InputValues, Origin, arguments_as_text};
pub use presence::{Solution, ValuesByInput, solve};
pub use references::references;
pub use report::violation;
pub use resolve::{Resolved, resolve};
pub use span_map::SpanMap;
pub use wording::{condition_in_words, conditions_of, elements_called, path_of};
