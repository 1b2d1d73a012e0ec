//! The effective definition of a type: what it inherits, adds and refines, as TOSCA, with the origin of each
//! part.
//!
//! Input: the derived types, and one of them. Output: a [`Shown`] tree, and the tree as text or JSON, in the words of
//! the version that the file of the type is written in. Values are shown as written, without any assumption about them. Members of capabilities, interfaces and
//! relationships are those that their definitions refine; all others are shown with their types.

mod effective;
mod json;
mod text;
mod words;

pub use effective::{EffectiveEntry, Shown, effective};
pub use json::json;
pub use text::text;
pub use words::{InWords, in_words};
