//! TOSCA Simple Profile in YAML 1.0 to 1.3, with the aliases of its versions: lowered to TOSCA 2.0.
//!
//! Input: the tree of a file of one of these versions. Output: its tree in TOSCA 2.0. The tables and rules of
//! each entity are in `lower/`; rules have the names L01 to L36.

mod lower;
mod lowering_rules;
mod versions;
mod words;

use super::Language;

pub use versions::is_normative_profile;

pub(super) use lower::artifact::type_of as artifact_type_of;
pub(crate) use lower::filter_help::translate_node_filter;
pub(super) use lower::function::kept;

/// The Simple Profile as a language.
pub(super) static LANGUAGE: Language = Language {
    name: "simple",
    versions: versions::NAMES,
    recognize: versions::recognize,
    accept: versions::recognize,
    lower: lower::file::lower,
    tables: lower::tables,
    rule_words: lowering_rules::describe,
    extension: None,
    later_versions: &[],
    milder: lower::file::LESS_SERIOUS,
    refinements: versions::refinements,
};
