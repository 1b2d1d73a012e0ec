//! Parameter definitions (TOSCA 2.0 §9.8): inputs and outputs of services, workflows and operations.

use std::sync::Arc;

use crate::diagnostics::rules;
use crate::keynames::{
    Bool, Entity as _, Expected, Metadata, Reader, Ref, Shape, ShapeNotation, TextNode, ValueNode, entity,
    read_entity,
};
use crate::yaml::{Kind, YamlNode};

use super::mappings::report_called_path;
use super::{AttributeMapping, Clause, DataTypeName, SchemaDefinition};

entity! {
    /// An input or output.
    ParameterDefinition "parameter definition" "9.8" {
        /// The data type.
        "type" data_type: Ref<DataTypeName>;
        /// What the parameter is for.
        "description" description: TextNode;
        /// Additional information for users and tools.
        "metadata" metadata: Metadata;
        /// Whether a value is required; `true` by default.
        "required" required: Bool;
        /// The value if none is assigned.
        "default" default: ValueNode;
        /// The value of an outgoing parameter.
        "value" value: ValueNode;
        /// The attribute that the incoming value is stored in.
        "mapping" mapping: AttributeMapping;
        /// The validation clause that every value must satisfy.
        "validation" validation: Clause [accumulates, formerly(&["constraints"])];
        /// The schema of the keys of a map.
        "key_schema" key_schema: Box<SchemaDefinition>;
        /// The schema of the entries of a list or map.
        "entry_schema" entry_schema: Box<SchemaDefinition>;
        /// How mature the parameter is.
        "status" status: TextNode [non_standard("move it to `metadata`; TOSCA 2.0 has no `status`")];
    }
    string_intended_for("type");
    => check
}

fn check(_parameter: &ParameterDefinition, node: YamlNode<'_>, reader: &mut Reader<'_>) {
    super::exclusive(
        node,
        "value",
        "mapping",
        "keep `value` for an outgoing parameter, `mapping` for an incoming one",
        reader,
    );
}

/// An incoming parameter without a containing entity: an input of a service or of a workflow with steps. It
/// has no short form.
#[derive(Debug)]
pub struct Input(pub Arc<ParameterDefinition>);

impl Shape for Input {
    const EXPECTED: Expected = Expected::Entity(ParameterDefinition::meta);

    fn read(node: YamlNode<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        if let Some((key, _)) = node.entry("mapping")
            && node.entry("value").is_none()
        {
            no_mapping(key, reader);
        }
        read_entity(node, reader).map(Arc::new).map(Self)
    }
}

/// Reports a `mapping` if there is no entity whose attribute could store the value.
pub(super) fn no_mapping(key: YamlNode<'_>, reader: &mut Reader<'_>) {
    let help = "remove this line; inputs of services and workflows are not stored in attributes";
    let diagnostic = rules::unknown_keyname::new(key.span(), "mapping", "input", Some(help.to_owned()));
    reader.report(key, diagnostic);
}

/// An outgoing parameter: an input of an operation or an output of a service. A map with a keyname of a
/// definition, or an empty map, is a definition; everything else is a value.
#[derive(Debug)]
pub enum Outgoing {
    /// The long form.
    Definition(Arc<ParameterDefinition>),
    /// The short form.
    Value(ValueNode),
}

impl Shape for Outgoing {
    const EXPECTED: Expected =
        Expected::Either(&Expected::Value, &Expected::Entity(ParameterDefinition::meta));

    fn may_be_value(_reader: &Reader<'_>) -> bool {
        true
    }

    fn read(node: YamlNode<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        if node.is_invalid() {
            return None;
        }
        let meta = ParameterDefinition::meta();
        if reader.is_unread_value(node) || reader.report_list_of_keynames(node, meta, true) {
            return None;
        }
        // Inputs of interface types are declared, and seldom have fixed values.
        let is_declared = reader.context.interface_type || reader.is_in("interface type");
        let is_keyname = |key: YamlNode<'_>| {
            meta.keyname_at(key).is_some() || is_declared && meta.is_only_misspelled(key, node)
        };
        let definition = node.kind() == Kind::Mapping
            && !reader.is_call(node)
            && (node.entries().next().is_none() || node.entries().any(|(key, _)| is_keyname(key)));
        if definition {
            read_entity(node, reader).map(Arc::new).map(Self::Definition)
        } else {
            ValueNode::read(node, reader).map(Self::Value)
        }
    }
}

/// An incoming parameter: an output of an operation or notification. A list is its mapping.
#[derive(Debug)]
pub enum Incoming {
    /// The long form.
    Definition(Arc<ParameterDefinition>),
    /// The short form.
    Mapping(AttributeMapping),
}

impl Shape for Incoming {
    const EXPECTED: Expected = Expected::Either(
        &Expected::Special(ShapeNotation::List, "a list (an attribute mapping)"),
        &Expected::Entity(ParameterDefinition::meta),
    );

    fn may_be_value(_reader: &Reader<'_>) -> bool {
        true
    }

    fn read(node: YamlNode<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        let declared = reader.context.interface_type;
        if reader.report_list_of_keynames(node, ParameterDefinition::meta(), false) {
            return None;
        }
        if node.kind() == Kind::Sequence {
            let mapping = AttributeMapping::read(node, reader);
            if declared && mapping.is_some() {
                let diagnostic =
                    rules::implementation_in_interface_type::new(node.span(), "an output mapping");
                reader.report(node, diagnostic);
            }
            return mapping.map(Self::Mapping);
        }
        if report_called_path(node, reader) {
            return None;
        }
        if reader.is_unread_value(node) {
            return None;
        }
        if node.kind() != Kind::Mapping {
            reader.wrong_shape(
                node,
                &Expected::Special(ShapeNotation::Map, "a map or a list (an attribute mapping)"),
            );
            return None;
        }
        if declared && let Some(mapping) = node.get("mapping") {
            let diagnostic =
                rules::implementation_in_interface_type::new(mapping.span(), "an output mapping");
            reader.report(mapping, diagnostic);
        }
        read_entity(node, reader).map(Arc::new).map(Self::Definition)
    }
}
