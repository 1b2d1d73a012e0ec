//! Checks data types (TOSCA 2.0 §9.2).

use crate::diagnostics::{quoted, rules};
use crate::model::types::{BuiltIn, Schema, TypeRef, TypeView};
use crate::syntax::DataType;
use crate::yaml::NodeId;

use super::schemas::SchemaOwner;
use super::{Cx, scalars, schemas};

pub(super) fn data_type<'g>(cx: &mut Cx<'g>, ty: TypeView<'g>, body: &'g DataType) {
    let tree = ty.key().tree();
    if let (Some(properties), Some(built_in)) = (&body.properties, ty.built_in)
        && tree.node(properties.node).entries().next().is_some()
    {
        let node = tree.node(properties.node);
        let parent = ty.parent.map(|parent| cx.types.node(parent.node).span());
        let diagnostic =
            rules::properties_of_simple_type::new(node.span(), ty.name(), built_in.name(), parent);
        cx.report(node, diagnostic);
    }
    if ty.built_in == Some(BuiltIn::Scalar) {
        scalars::scalar_type(cx, ty, body);
    } else if ty.is_scalar_without_ancestor {
        check_no_scalar_keynames(cx, ty, body);
    }
    data_type_schemas(cx, ty, body);
}

/// Reports keynames of scalar types in another type.
fn check_no_scalar_keynames<'g>(cx: &mut Cx<'g>, ty: TypeView<'g>, body: &'g DataType) {
    let keynames: [(&str, Option<NodeId>); 4] = [
        ("units", body.units.as_ref().map(|units| units.node)),
        ("data_type", body.data_type.map(|name| name.node)),
        ("canonical_unit", body.canonical_unit.map(|name| name.0)),
        ("prefixes", body.prefixes.as_ref().map(|units| units.node)),
    ];
    let parent = ty.parent.map(|parent| cx.types.node(parent.node).span());
    let tree = ty.key().tree();
    let mut given = keynames.into_iter().filter_map(|(keyname, node)| Some((keyname, tree.node(node?))));
    let Some((keyname, first)) = given.next() else { return };
    let mut diagnostic = rules::not_a_scalar_type::new(first.span(), keyname, ty.name(), parent);
    for (keyname, node) in given {
        diagnostic = diagnostic.also(node.span(), format!("also has {}", quoted(keyname)));
    }
    cx.report(first, diagnostic);
}

fn data_type_schemas<'g>(cx: &mut Cx<'g>, ty: TypeView<'g>, body: &'g DataType) {
    let tree = ty.key().tree();
    let schema = |definition| Schema { tree, definition };
    let (key_schema, entry_schema) = (body.key_schema.as_deref(), body.entry_schema.as_deref());
    let parent = ty.parent.map_or(TypeRef::Unknown, |parent| parent.meaning);
    let is_direct_collection = matches!(parent, TypeRef::BuiltIn(BuiltIn::List | BuiltIn::Map));
    if key_schema.is_none() && entry_schema.is_none() && !is_direct_collection {
        return;
    }
    // A type without a parent is complex; one with an unknown parent may be anything.
    let data_type = if ty.is_incomplete { TypeRef::Unknown } else { TypeRef::Defined(ty.id) };
    let inherited = ty.parent.map_or(TypeRef::Unknown, |parent| parent.meaning);
    schemas::check_definition(
        cx,
        &SchemaOwner {
            what: format!("data type {}", quoted(ty.name())),
            // The schemas of this type refine those of its parent, so they are checked against the parent.
            data_type: Some(if ty.built_in.is_some() { inherited } else { data_type }),
            type_node: ty.parent.map(|parent| cx.types.node(parent.node)),
            effective_type_node: ty.parent.map(|parent| cx.types.node(parent.node)),
            key_schema: key_schema.map(schema),
            entry_schema: entry_schema.map(schema),
            key_bases: Vec::new(),
            entry_bases: Vec::new(),
            lacks_entry_schema: is_direct_collection && body.entry_schema().is_absent(),
            node: Some(tree.node(body.node)),
            reports_missing_types: ty.parent.is_some() && !ty.is_incomplete,
            may_be_abstract: true,
        },
    );
}
