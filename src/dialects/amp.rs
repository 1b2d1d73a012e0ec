//! The dialect of Cloudsoft AMP: TOSCA Simple Profile 1.3 with icons, generic types, expressions of its own
//! and groups that hold its configuration. Lowered to 1.3.
//!
//! In: the tree of a file of 1.3 that shows one of the marks of the dialect. Out: a tree of 1.3. An
//! expression stays one opaque value, of which the syntax alone is checked: a call of the function
//! `$brooklyn`, which the built-in profile of the dialect defines.

mod expression;
mod generics;
mod limits;
mod lower;
mod recognise;

use super::Language;

/// The dialect.
pub(super) static LANGUAGE: Language = Language {
    name: "amp",
    versions: &[],
    recognise: recognise::recognise,
    insist: recognise::insist,
    lower: lower::lower,
    tables: Vec::new,
    rule_words,
    extension: None,
};

/// What a rule of the dialect does, in words.
fn rule_words(rule: &str) -> Option<&'static str> {
    Some(match rule {
        "icon" => "`icon` moved to `metadata`",
        "generics" => "generic type → `key_schema`, `entry_schema`",
        "double" => "`double` → `float`",
        "$brooklyn" => "expression → call of an AMP function",
        "get_attribute" => "`get_attribute` → `get_operation_output`",
        "groups" => "group configuration moved to `metadata`",
        "added" => "AMP additions moved to `metadata`",
        "policies" => "scaling policy → AMP scaling policy with properties",
        _ => return None,
    })
}
