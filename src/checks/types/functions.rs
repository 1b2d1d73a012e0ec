//! Function definitions and their refinement in service templates (TOSCA 2.0 §10.4).

use crate::diagnostics::{codes, quoted};
use crate::keynames::{Map, NameKind};
use crate::load::File;
use crate::model::types::{Schema, TypeRef};
use crate::resolve::Meaning;
use crate::syntax::{FunctionDefinition, FunctionSignature, SchemaDefinition};
use crate::yaml::{Node, NodeId, Tree};

use super::{Cx, same, schemas};

/// All functions that a file defines, at its top and in its service template.
pub(super) fn functions<'g>(cx: &mut Cx<'g>, file: &'g File) {
    let Some(root) = file.syntax() else { return };
    let template = root.service_template.as_ref().and_then(|template| template.functions.as_ref());
    let inner = template.map(|map| &map.0);
    let tree = file.tree();
    for map in root.functions.iter().chain(inner) {
        for (key, function) in &map.entries {
            check_function(cx, tree, *key, function);
        }
    }
    for (key, function) in inner.into_iter().flat_map(|map| &map.entries) {
        if let Some((existing, place)) = existing(cx, file, root.functions.as_ref(), *key) {
            function_refinement(cx, tree.node(*key), function, existing, place);
        }
    }
}

fn check_function<'g>(cx: &mut Cx<'g>, tree: &'g Tree, key: NodeId, function: &'g FunctionDefinition) {
    let name = quoted(tree.node(key).text());
    for signature in function.signatures.iter().flat_map(|list| &list.items) {
        let lists =
            [(&signature.arguments, "argument"), (&signature.optional_arguments, "optional argument")];
        for (list, what) in lists {
            for definition in list.iter().flat_map(|list| &list.items) {
                schemas::schema(cx, Schema { tree, definition }, format!("an {what} of function {name}"));
            }
        }
        if let Some(definition) = &signature.result {
            schemas::schema(cx, Schema { tree, definition }, format!("the result of function {name}"));
        }
    }
}

/// The function that one of a service template refines, and the file that defines it.
fn existing<'g>(
    cx: &Cx<'g>,
    file: &'g File,
    own: Option<&'g Map<FunctionDefinition>>,
    key: NodeId,
) -> Option<(&'g FunctionDefinition, &'g Tree)> {
    let name = file.node(key).text();
    let found = own.into_iter().flat_map(|map| &map.entries).find(|(key, _)| file.node(*key).text() == name);
    if let Some((_, function)) = found {
        return Some((function, file.tree()));
    }
    let Some(Meaning::Definition(id)) = cx.types.names.meaning(file.id, key) else { return None };
    let definition = cx.types.names.definition(id);
    if definition.kind != NameKind::Function || definition.in_template {
        return None;
    }
    let holder = cx.types.graph.file(id.file);
    let map = holder.syntax()?.functions.as_ref()?;
    let (_, function) = map.entries.get(definition.entry? as usize)?;
    Some((function, holder.tree()))
}

/// Existing signatures change their implementation only; new ones come after them (10.4-19).
fn function_refinement<'g>(
    cx: &mut Cx<'g>,
    key: Node<'g>,
    own: &'g FunctionDefinition,
    existing: &'g FunctionDefinition,
    holder: &'g Tree,
) {
    let (Some(own), Some(existing)) = (&own.signatures, &existing.signatures) else { return };
    let place = holder.node(existing.node);
    let own_list = key.tree().node(own.node);
    if own.items.len() != own_list.items().count() {
        return;
    }
    if own.items.len() < existing.items.len() {
        let found = codes::changed_signature::too_few(
            own_list.span(),
            key.text(),
            own.items.len(),
            existing.items.len(),
            place.span(),
        );
        cx.report(own_list, found);
    }
    for (own, existing) in own.items.iter().zip(&existing.items) {
        signature(cx, key, own, existing, holder);
    }
}

fn signature<'g>(
    cx: &mut Cx<'g>,
    key: Node<'g>,
    own: &'g FunctionSignature,
    existing: &'g FunctionSignature,
    holder: &'g Tree,
) {
    let tree = key.tree();
    let place = holder.node(existing.node).span();
    let schemas = |one: &'g SchemaDefinition, other: &'g SchemaDefinition| {
        same_schema(cx, Schema { tree, definition: one }, Schema { tree: holder, definition: other })
    };
    let lists = [
        (&own.arguments, &existing.arguments, "arguments"),
        (&own.optional_arguments, &existing.optional_arguments, "optional arguments"),
    ];
    let mut changes: Vec<(NodeId, &str)> = Vec::new();
    for (one, other, what) in lists {
        let Some(one) = one else { continue };
        let other = other.as_ref().map_or(&[][..], |list| &list.items);
        let equal = one.items.len() == other.len()
            && one.items.iter().zip(other).all(|(one, other)| schemas(one, other));
        if !equal {
            changes.push((one.node, what));
        }
    }
    if let Some(result) = &own.result
        && !existing.result.as_ref().is_some_and(|other| schemas(result, other))
    {
        changes.push((result.node, "result"));
    }
    if let Some(variadic) = own.variadic
        && variadic.value != existing.variadic.is_some_and(|other| other.value)
    {
        changes.push((variadic.node, "variadic argument"));
    }
    for (node, what) in changes {
        let node = tree.node(node);
        cx.report(node, codes::changed_signature::new(node.span(), key.text(), what, place));
    }
}

/// Whether two schema definitions say the same, as far as is known; descriptions aside.
pub(super) fn same_schema<'g>(cx: &Cx<'g>, one: Schema<'g>, other: Schema<'g>) -> bool {
    let types = match (one.data_type(), other.data_type()) {
        (Some(one), Some(other)) => {
            let (one, other) = (cx.types.meaning(one), cx.types.meaning(other));
            one == other || one == TypeRef::Unknown || other == TypeRef::Unknown
        }
        _ => true,
    };
    let clause = |schema: Schema<'g>| schema.definition.validation.map(|clause| schema.tree.node(clause.0));
    let clauses = match (clause(one), clause(other)) {
        (Some(one), Some(other)) => same(one, other),
        (one, other) => one.is_none() && other.is_none(),
    };
    let inner = |one: Option<Schema<'g>>, other: Option<Schema<'g>>| match (one, other) {
        (Some(one), Some(other)) => same_schema(cx, one, other),
        (one, other) => one.is_none() && other.is_none(),
    };
    types
        && clauses
        && inner(one.key_schema(), other.key_schema())
        && inner(one.entry_schema(), other.entry_schema())
}
