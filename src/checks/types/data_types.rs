//! Data types (TOSCA 2.0 §9.2).

use crate::diagnostics::{codes, quoted};
use crate::model::types::{BuiltIn, Schema, TypeRef, TypeView};
use crate::syntax::DataType;
use crate::yaml::NodeId;

use super::schemas::Described;
use super::{Cx, scalars, schemas};

pub(super) fn data_type<'g>(cx: &mut Cx<'g>, of: TypeView<'g>, body: &'g DataType) {
    let tree = of.key().tree();
    if let (Some(properties), Some(built_in)) = (&body.properties, of.built_in)
        && tree.node(properties.node).entries().next().is_some()
    {
        let node = tree.node(properties.node);
        let parent = of.parent.map(|parent| cx.types.node(parent.node).span());
        let found = codes::properties_of_simple_type::new(node.span(), of.name(), built_in.name(), parent);
        cx.report(node, found);
    }
    if of.built_in == Some(BuiltIn::Scalar) {
        scalars::scalar_type(cx, of, body);
    } else if !of.is_open {
        no_scalar(cx, of, body);
    }
    data_type_schemas(cx, of, body);
}

/// Keynames of scalars in other types.
fn no_scalar<'g>(cx: &mut Cx<'g>, of: TypeView<'g>, body: &'g DataType) {
    let keynames: [(&str, Option<NodeId>); 4] = [
        ("units", body.units.as_ref().map(|units| units.node)),
        ("data_type", body.data_type.map(|name| name.node)),
        ("canonical_unit", body.canonical_unit.map(|name| name.0)),
        ("prefixes", body.prefixes.as_ref().map(|units| units.node)),
    ];
    let parent = of.parent.map(|parent| cx.types.node(parent.node).span());
    let tree = of.key().tree();
    let mut given = keynames.into_iter().filter_map(|(keyname, node)| Some((keyname, tree.node(node?))));
    let Some((keyname, first)) = given.next() else { return };
    let mut found = codes::not_a_scalar_type::new(first.span(), keyname, of.name(), parent);
    for (keyname, node) in given {
        found = found.also(node.span(), format!("also has {}", quoted(keyname)));
    }
    cx.report(first, found);
}

fn data_type_schemas<'g>(cx: &mut Cx<'g>, of: TypeView<'g>, body: &'g DataType) {
    let tree = of.key().tree();
    let schema = |definition| Schema { tree, definition };
    let (key_schema, entry_schema) = (body.key_schema.as_deref(), body.entry_schema.as_deref());
    let parent = of.parent.map_or(TypeRef::Unknown, |parent| parent.meaning);
    let direct = matches!(parent, TypeRef::BuiltIn(BuiltIn::List | BuiltIn::Map));
    if key_schema.is_none() && entry_schema.is_none() && !direct {
        return;
    }
    // Without a parent a type is complex, with an unknown one it may be anything.
    let data_type = if of.is_open { TypeRef::Unknown } else { TypeRef::Defined(of.id) };
    let inherited = of.parent.map_or(TypeRef::Unknown, |parent| parent.meaning);
    schemas::described(
        cx,
        &Described {
            what: format!("data type {}", quoted(of.name())),
            // What the type brings itself is judged here: its own schemas refine those of its parent.
            data_type: Some(if of.built_in.is_some() { inherited } else { data_type }),
            type_node: of.parent.map(|parent| cx.types.node(parent.node)),
            type_place: of.parent.map(|parent| cx.types.node(parent.node)),
            key_schema: key_schema.map(schema),
            entry_schema: entry_schema.map(schema),
            key_bases: Vec::new(),
            entry_bases: Vec::new(),
            lacks_entry_schema: direct && body.entry_schema().is_absent(),
            node: Some(tree.node(body.node)),
            wants_types: of.parent.is_some() && !of.is_open,
            abstract_parent: true,
        },
    );
}
