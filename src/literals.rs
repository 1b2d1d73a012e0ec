//! Reads, prints and compares values of the built-in data types (TOSCA 2.0 §9.1).
//!
//! Input: scalar nodes and text. Output: values. Invariant: nothing here knows the types that files define.

mod built_in;
pub(crate) mod bytes;
pub(crate) mod number;
mod policy;
mod timestamp;
mod version;

pub use built_in::BuiltIn;
pub use policy::LiteralPolicy;
pub use timestamp::{Timestamp, TimestampFault, TimestampNote};
pub use version::{Version, is_version};
