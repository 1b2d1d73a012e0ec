//! Definitions of properties, attributes and parameters, and the schemas in them (L07, L10, L11, L16).

use crate::diagnostics::{quoted, rules};
use crate::dialects::{Rewriter, table::table};
use crate::keynames::{Expected, describe};
use crate::yaml::{Scalar, YamlNode};

use super::super::versions::V1_3;
use super::constraint;
use super::shapes::{
    ANY, ANYTHING, BOOLEAN, DATA_TYPE, METADATA, TEXT, VALUE, boolean, boolean_of, copy, keep, lose,
    optional_value, value,
};

table! {
    /// A property of a type.
    pub(in crate::dialects) PROPERTY "property definition" "3.6.10" {
        /// The data type.
        "type": DATA_TYPE => copy, mandatory_unless_refined;
        /// What the property is for.
        "description": TEXT => copy;
        /// Whether a value must be given; true unless said otherwise.
        "required": BOOLEAN => required;
        /// The value where none is given.
        "default": VALUE => optional_value;
        /// The value, once and for all.
        "value": VALUE => value, since(V1_3);
        /// How mature the property is.
        "status": TEXT => keep, lost;
        /// The conditions that every value must meet.
        "constraints": Expected::List(&ANY) => constraints, formerly(&["validation"]);
        /// What the keys of a map are.
        "key_schema": SCHEMAS => schema_entry, since(V1_3);
        /// What the entries of a list or map are.
        "entry_schema": SCHEMAS => schema_entry;
        /// A schema outside of TOSCA.
        "external-schema": ANY => lose, lost, formerly(&["external_schema"]);
        /// Free information for people and tools.
        "metadata": METADATA => copy;
        /// Free information of ONAP.
        "annotations": ANYTHING => keep, lost;
    }
    string_intended_for("type");
}

table! {
    /// An attribute of a type.
    pub(in crate::dialects) ATTRIBUTE "attribute definition" "3.6.12" {
        /// The data type.
        "type": DATA_TYPE => copy, mandatory_unless_refined;
        /// A description of the attribute.
        "description": TEXT => copy;
        /// The value until one is known.
        "default": VALUE => optional_value;
        /// How mature the attribute is.
        "status": TEXT => keep, lost;
        /// The conditions that every value must meet.
        "constraints": Expected::List(&ANY) => constraints, since(V1_3), formerly(&["validation"]);
        /// What the keys of a map are.
        "key_schema": SCHEMAS => schema_entry, since(V1_3);
        /// What the entries of a list or map are.
        "entry_schema": SCHEMAS => schema_entry;
        /// Free information for people and tools.
        "metadata": METADATA => copy;
    }
    string_intended_for("type");
}

table! {
    /// An input or output.
    pub(in crate::dialects) PARAMETER "parameter definition" "3.6.14" {
        /// The data type.
        "type": DATA_TYPE => copy;
        /// What the parameter is for.
        "description": TEXT => copy;
        /// The value.
        "value": VALUE => value;
        /// Whether a value must be given; true unless said otherwise.
        "required": BOOLEAN => required;
        /// The value where none is given.
        "default": VALUE => optional_value;
        /// How mature the parameter is.
        "status": TEXT => keep, lost;
        /// The conditions that every value must meet.
        "constraints": Expected::List(&ANY) => constraints, formerly(&["validation"]);
        /// What the keys of a map are.
        "key_schema": SCHEMAS => schema_entry, since(V1_3);
        /// What the entries of a list or map are.
        "entry_schema": SCHEMAS => schema_entry;
        /// A schema outside of TOSCA.
        "external-schema": ANY => lose, lost, formerly(&["external_schema"]);
        /// Free information for people and tools.
        "metadata": METADATA => copy;
        /// Free information of ONAP.
        "annotations": ANYTHING => keep, lost;
        /// What people see, in ONAP.
        "label": TEXT => keep, lost;
        /// Whether people see it, in ONAP.
        "hidden": BOOLEAN => keep, lost;
        /// Whether it can be changed, in ONAP.
        "immutable": BOOLEAN => keep, lost;
    }
    string_intended_for("type");
}

const SCHEMAS: Expected = Expected::Either(&TEXT, &Expected::Entity(|| &SCHEMA.meta));

table! {
    /// What keys or entries are.
    pub(in crate::dialects) SCHEMA "schema definition" "3.6.9" {
        /// The data type.
        "type": DATA_TYPE => copy, mandatory_unless_refined;
        /// What the values are for.
        "description": TEXT => copy;
        /// The conditions that every value must meet.
        "constraints": Expected::List(&ANY) => constraints, formerly(&["validation"]);
        /// What the keys of a map are.
        "key_schema": SCHEMAS => schema_entry, since(V1_3);
        /// What the entries of a list or map are.
        "entry_schema": SCHEMAS => schema_entry;
        /// Whether an entry must be there, which says nothing.
        "required": BOOLEAN => keep, lost;
        /// The value of an entry where none is given, which says nothing.
        "default": VALUE => keep, lost;
        /// How mature it is.
        "status": TEXT => keep, lost;
        /// Free information for people and tools.
        "metadata": METADATA => copy;
    }
    short("type");
}

/// Writes a property of a type, or the value of a refined property.
pub(in crate::dialects) fn property<'t>(rewriter: &mut Rewriter<'t>, node: YamlNode<'t>) {
    if is_bare_value(rewriter, node) {
        return;
    }
    let may_refine = rewriter.current_map().is_some_and(may_refine);
    rewriter.entity_with(&PROPERTY, node, |rewriter| {
        // The default of an inherited property is always used, even if the property is optional.
        if let Some((key, default)) = node.entry("default")
            && !default.is_null()
            && (may_refine || node.entry("type").is_none())
            && node.get("required").is_none_or(is_false)
        {
            rewriter.applied("L11", key);
            rewriter.string("required", key);
            rewriter.plain("true", key);
        }
    });
}

/// Whether a property is a value instead of a definition, which only TOSCA 2.0 allows and which is reported.
fn is_bare_value<'t>(rewriter: &mut Rewriter<'t>, node: YamlNode<'t>) -> bool {
    let is_bare = !node.is_mapping() && !node.is_null() && !node.is_invalid();
    if is_bare {
        let what = format!("the definition of property {}", quoted(node.entry_key().text()));
        let help = "write a map with `type`, and the value as `default`".to_owned();
        rewriter
            .report(node, rules::wrong_shape::new(node.span(), &what, "a map", describe(node), Some(help)));
        rewriter.invalid(node);
    }
    is_bare
}

/// Writes an attribute of a type.
pub(in crate::dialects) fn attribute<'t>(rewriter: &mut Rewriter<'t>, node: YamlNode<'t>) {
    rewriter.entity(&ATTRIBUTE, node);
}

/// Writes an input or output.
pub(in crate::dialects) fn parameter<'t>(rewriter: &mut Rewriter<'t>, node: YamlNode<'t>) {
    rewriter.entity(&PARAMETER, node);
}

/// Writes an input of an operation: its definition, or its value (L16).
pub(in crate::dialects) fn operation_input<'t>(rewriter: &mut Rewriter<'t>, node: YamlNode<'t>) {
    let is_keyname = |key: YamlNode<'_>| PARAMETER.meta.keyname_at(key).is_some();
    let is_definition = node.is_mapping() && node.entries().any(|(key, _)| is_keyname(key));
    if is_definition {
        rewriter.entity(&PARAMETER, node);
    } else {
        super::function::value(rewriter, node);
    }
}

pub(in crate::dialects) fn schema<'t>(rewriter: &mut Rewriter<'t>, node: YamlNode<'t>) {
    rewriter.entity(&SCHEMA, node);
}

fn schema_entry<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
    rewriter.part(key, value, schema);
}

/// Writes the constraints of a definition. Those of a range apply to both of its ends.
pub(super) fn constraints<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
    let is_range = rewriter.sibling("type").is_some_and(|data_type| data_type.text() == "range");
    constraint::constraints(rewriter, key, value, is_range);
}

/// Writes `required`. In TOSCA 2.0, `required: false` has no effect on a property with a default.
fn required<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
    let has_default = rewriter.sibling("default").is_some_and(|default| !default.is_null());
    if is_false(value) && has_default {
        rewriter.applied("L11", key);
    } else {
        boolean(rewriter, key, value);
    }
}

fn is_false(value: YamlNode<'_>) -> bool {
    matches!(value.scalar(), Some(Scalar::Bool(false))) || value.as_str().and_then(boolean_of) == Some(false)
}

/// Whether properties of `owner` may be inherited: it is derived from more than the root of its kind, or is a
/// capability with a type.
fn may_refine(owner: YamlNode<'_>) -> bool {
    match owner.get("derived_from") {
        Some(parent) => !parent.text().ends_with("Root"),
        None => owner.get("type").is_some(),
    }
}
