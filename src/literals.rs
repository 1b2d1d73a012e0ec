//! Reads, prints and compares values of the built-in data types (TOSCA 2.0 §9.1).
//!
//! Input: scalar nodes and text. Output: values. Invariant: nothing here knows the types that files define.

#![deny(clippy::indexing_slicing)]

mod built_in;
pub(crate) mod bytes;
mod compare;
mod lenient;
mod like;
pub(crate) mod number;
mod policy;
mod print;
mod read;
mod scalar;
mod timestamp;
mod value;
mod version;

pub use built_in::BuiltIn;
pub(crate) use compare::{ValueSet, all_equal, equal, order};
pub(crate) use like::read_like;
pub use policy::LiteralPolicy;
pub use print::Notation;
pub(crate) use print::{decimal, float, is_block};
pub use read::{Literal, LiteralError, LiteralNote, Spelling, read};
pub(crate) use read::{has_all_parts, read_written, unescaped};
pub use scalar::{Multipliers, ScalarError, ScalarNote, ScalarTypeId, ScalarValue, Units};
pub use timestamp::{Timestamp, TimestampError, TimestampNote};
pub use value::Value;
pub use version::{Version, is_version};
