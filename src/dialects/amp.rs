//! The dialect of Cloudsoft AMP: TOSCA Simple Profile 1.3 with icons, generic types, AMP expressions, and
//! groups that contain its configuration. Lowered to 1.3.
//!
//! Input: the tree of a 1.3 file with one of the signs of the dialect. Output: a tree of 1.3. An expression
//! stays one opaque value, of which only the syntax is checked: a call of the function `$brooklyn`, which the
//! built-in profile of the dialect defines.

mod expression;
mod generics;
mod limits;
mod lower;
mod recognize;

use super::{Language, RefinementPolicy};

/// The AMP dialect.
pub(super) static LANGUAGE: Language = Language {
    name: "amp",
    versions: &[],
    recognize: recognize::recognize,
    accept: recognize::accept,
    lower: lower::lower,
    tables: Vec::new,
    rule_words,
    extension: None,
    later_versions: &[],
    milder: &[],
    refinements: |_| RefinementPolicy::default(),
};

/// Describes what a rule of the dialect does.
fn rule_words(rule: &str) -> Option<&'static str> {
    Some(match rule {
        "icon" => "`icon` moved to `metadata`",
        "generics" => "generic type → `key_schema`, `entry_schema`",
        "double" => "`double` → `float`",
        "$brooklyn" => "expression → call of an AMP function",
        "get_attribute" => "`get_attribute` → `get_operation_output`",
        "sensor" => "`get_attribute` → expression for what AMP observes",
        "groups" => "group configuration moved to `metadata`",
        "added" => "AMP additions moved to `metadata`",
        "policies" => "scaling policy → AMP scaling policy with properties",
        _ => return None,
    })
}
