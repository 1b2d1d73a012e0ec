//! Shapes of values as data, and actions, that many entities share.

use crate::diagnostics::{quoted, rules};
use crate::dialects::Rewriter;
use crate::keynames::{Expected, NameKind};
use crate::yaml::{Scalar, YamlNode};

use super::function;

pub(super) const TEXT: Expected = Expected::Text;
pub(super) const BOOLEAN: Expected = Expected::Boolean;
pub(super) const VALUE: Expected = Expected::Value;
pub(super) const ANY: Expected = Expected::Any;
pub(super) const METADATA: Expected = Expected::Metadata;
pub(super) const VERSION: Expected = Expected::Version;
pub(super) const VALUES: Expected = Expected::Map(&Expected::Value);
pub(super) const TEXTS: Expected = Expected::List(&Expected::Text);
pub(super) const ANYTHING: Expected = Expected::Map(&Expected::Any);

pub(super) const NODE_TYPE: Expected = Expected::Name(&[NameKind::NodeType]);
pub(super) const NODE_TYPES: Expected = Expected::List(&NODE_TYPE);
pub(super) const CAPABILITY_TYPE: Expected = Expected::Name(&[NameKind::CapabilityType]);
pub(super) const CAPABILITY_TYPES: Expected = Expected::List(&CAPABILITY_TYPE);
pub(super) const RELATIONSHIP_TYPE: Expected = Expected::Name(&[NameKind::RelationshipType]);
pub(super) const DATA_TYPE: Expected = Expected::Name(&[NameKind::DataType]);
pub(super) const INTERFACE_TYPE: Expected = Expected::Name(&[NameKind::InterfaceType]);
pub(super) const ARTIFACT_TYPE: Expected = Expected::Name(&[NameKind::ArtifactType]);
pub(super) const GROUP_TYPE: Expected = Expected::Name(&[NameKind::GroupType]);
pub(super) const POLICY_TYPE: Expected = Expected::Name(&[NameKind::PolicyType]);

/// Copies an entry.
pub(super) fn copy<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
    rewriter.entry(key, value);
}

/// Keeps an entry that TOSCA 2.0 cannot express as metadata, and reports it.
pub(super) fn lose<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
    rewriter.lose(key, value);
}

/// Keeps an entry that no processor uses as metadata.
pub(super) fn keep<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
    rewriter.keep(key, value);
}

/// Writes a value that may contain function calls.
pub(super) fn value<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
    rewriter.part(key, value, function::value);
}

/// Writes a value that may be given. Tools write `null`, or nothing, where they have no value.
pub(super) fn optional_value<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, given: YamlNode<'t>) {
    if is_no_value(rewriter, key, given) {
        return;
    }
    value(rewriter, key, given);
}

/// Writes the parent of a type. Extending dialects may list several: the others are lost.
pub(super) fn parent<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
    let mut names = value.items();
    let Some(first) = names.next().filter(|_| rewriter.is_extended()) else {
        return rewriter.entry(key, value);
    };
    rewriter.applied("parents", key);
    rewriter.part(key, first, Rewriter::copy);
    for name in names {
        rewriter.lose_as("derived_from", name);
    }
}

/// Writes a map from names to values, without those that are `null`.
pub(super) fn values<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
    named_values(rewriter, key, value, function::value);
}

/// Writes a map from names to values, each with `part`, without those that are `null`.
pub(super) fn named_values<'t>(
    rewriter: &mut Rewriter<'t>,
    key: YamlNode<'t>,
    value: YamlNode<'t>,
    mut part: impl FnMut(&mut Rewriter<'t>, YamlNode<'t>),
) {
    rewriter.same_key(key);
    if !value.is_mapping() {
        return rewriter.copy(value);
    }
    rewriter.open_like(value);
    for (name, value) in value.all_entries() {
        if !is_no_value(rewriter, name, value) {
            rewriter.part(name, value, &mut part);
        }
    }
    rewriter.close();
}

/// Whether a value is `null` or empty, which is reported. In a file that names its data type, it is a value.
fn is_no_value<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) -> bool {
    let is_none = value.is_null() && !value.is_tagged() && !rewriter.names_null;
    if is_none {
        let span = if value.span().is_empty() { key.span() } else { value.span() };
        let what = format!("`null` as the value of {}", quoted(key.text()));
        rewriter.applied("no-value", key);
        rewriter.report(key, rules::tolerated_form::new(span, &what, "no value", "remove the line"));
    }
    is_none
}

/// Writes a version: without quotes it may look like a number (L09).
pub(super) fn version<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
    rewriter.same_key(key);
    if matches!(value.scalar(), Some(Scalar::Integer(_) | Scalar::Float(_))) {
        rewriter.applied("L09", value);
        rewriter.string(value.text(), value);
    } else {
        rewriter.copy(value);
    }
}

/// Writes a Boolean, in YAML 1.1 also `yes` and `no`.
pub(super) fn boolean<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
    rewriter.same_key(key);
    match value.as_str().and_then(boolean_of) {
        Some(truth) => {
            rewriter.applied("boolean", value);
            rewriter.plain(if truth { "true" } else { "false" }, value);
        }
        None => rewriter.copy(value),
    }
}

/// Returns the meaning of a Boolean word of YAML 1.1.
pub(super) fn boolean_of(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "yes" | "on" | "true" => Some(true),
        "no" | "off" | "false" => Some(false),
        _ => None,
    }
}

/// Writes a list of names; an empty list is omitted, as TOSCA 2.0 requires.
pub(super) fn names<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
    let nothing = value.is_sequence() && value.items().next().is_none();
    if nothing {
        rewriter.applied("empty-list", key);
    } else {
        rewriter.entry(key, value);
    }
}
