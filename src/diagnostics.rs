//! Diagnostics: the [`Diagnostic`] type, the registry of rules, and name suggestions.
//!
//! Input: facts from the phases, as calls of the constructors in `rules/` (one file per rule, with its texts).
//! Output: plain data with byte spans. Knows nothing about terminals, formats or TOSCA.

mod alternatives;
mod diagnostic;
mod missing_value;
mod needs;
mod renamed;
mod rule;
#[cfg_attr(
    not(feature = "variability"),
    expect(dead_code, reason = "the codes and pages are the same whatever is checked")
)]
pub mod rules;
mod serialize;
mod suggest;
pub(crate) mod text;
mod words;

pub(crate) use alternatives::Alternatives;
pub use diagnostic::{Diagnostic, Edit, Fix, Label, Level, Safety};
pub(crate) use missing_value::MissingValue;
pub(crate) use needs::{Leaves, Needs};
pub use renamed::{RENAMED, renamed};
pub(crate) use rule::ALL_RULES;
pub use rule::{AREAS, Rule, WEBSITE, find_rule};
pub use rules::ALL;
pub use serialize::LocatedDiagnostic;
pub use suggest::{
    semantic_version, split_version, suggest, suggest_profile, suggest_spelling, suggest_typo,
};
pub(crate) use text::{Advice, function, keyname};
pub use text::{Text, Vocabulary};
#[cfg(feature = "cli")]
pub(crate) use words::is_obeyed;
pub(crate) use words::{Actual, examples, list, must_be, plural, quoted, with_article};
