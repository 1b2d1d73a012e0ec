//! TOSCA Simple Profile in YAML 1.0 to 1.3, with the names that its versions go by: lowered to TOSCA 2.0.
//!
//! In: the tree of a file of one of these versions. Out: its tree in TOSCA 2.0. The tables and rules of
//! each entity are in `lower/`; rules have the names L01 to L36.

mod lower;
mod rules;
mod versions;
mod words;

use super::Language;

pub(super) use lower::artifact::type_of as artifact_type_of;

/// The Simple Profile.
pub(super) static LANGUAGE: Language = Language {
    name: "simple",
    versions: versions::NAMES,
    recognise: versions::recognise,
    insist: versions::recognise,
    lower: lower::file::lower,
    tables: lower::tables,
    rule_words: rules::words,
    extension: None,
};
