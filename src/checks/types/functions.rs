//! Checks function definitions and their refinement in service templates (TOSCA 2.0 §10.4).

use crate::diagnostics::{quoted, rules};
use crate::keynames::{Map, NameKind};
use crate::load::File;
use crate::model::types::{Schema, TypeRef};
use crate::resolve::Meaning;
use crate::syntax::{FunctionDefinition, FunctionSignature, SchemaDefinition};
use crate::yaml::{NodeId, Tree, YamlNode};

use super::{Cx, is_same_value, schemas};

/// Checks all functions that a file defines, at the top level and in its service template.
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
        if let Some((existing, existing_tree)) = refined_function(cx, file, root.functions.as_ref(), *key) {
            function_refinement(cx, tree.node(*key), function, existing, existing_tree);
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
                schemas::check_new_schema(
                    cx,
                    Schema { tree, definition },
                    format!("an {what} of function {name}"),
                );
            }
        }
        if let Some(definition) = &signature.result {
            schemas::check_new_schema(
                cx,
                Schema { tree, definition },
                format!("the result of function {name}"),
            );
        }
    }
}

/// Returns the function that a function of a service template refines, and the tree that defines it.
fn refined_function<'g>(
    cx: &Cx<'g>,
    file: &'g File,
    functions: Option<&'g Map<FunctionDefinition>>,
    key: NodeId,
) -> Option<(&'g FunctionDefinition, &'g Tree)> {
    let name = file.node(key).text();
    let function_of_file =
        functions.into_iter().flat_map(|map| &map.entries).find(|(key, _)| file.node(*key).text() == name);
    if let Some((_, function)) = function_of_file {
        return Some((function, file.tree()));
    }
    let Some(Meaning::Definition(id)) = cx.types.names.meaning(file.id, key) else { return None };
    let definition = cx.types.names.definition(id);
    if definition.kind != NameKind::Function || definition.in_template {
        return None;
    }
    let defining_file = cx.types.graph.file(id.file);
    let map = defining_file.syntax()?.functions.as_ref()?;
    let (_, function) = map.entries.get(definition.entry? as usize)?;
    Some((function, defining_file.tree()))
}

/// Checks that a refinement changes only implementations of existing signatures; new signatures follow them
/// (10.4-19).
fn function_refinement<'g>(
    cx: &mut Cx<'g>,
    key: YamlNode<'g>,
    refinement: &'g FunctionDefinition,
    existing: &'g FunctionDefinition,
    existing_tree: &'g Tree,
) {
    let (Some(refinement), Some(existing)) = (&refinement.signatures, &existing.signatures) else { return };
    let existing_list = existing_tree.node(existing.node);
    let refinement_list = key.tree().node(refinement.node);
    if refinement.items.len() != refinement_list.items().count() {
        return;
    }
    if refinement.items.len() < existing.items.len() {
        let diagnostic = rules::changed_signature::too_few(
            refinement_list.span(),
            key.text(),
            refinement.items.len(),
            existing.items.len(),
            existing_list.span(),
        );
        cx.report(refinement_list, diagnostic);
    }
    for (refinement, existing) in refinement.items.iter().zip(&existing.items) {
        check_signature(cx, key, refinement, existing, existing_tree);
    }
}

fn check_signature<'g>(
    cx: &mut Cx<'g>,
    key: YamlNode<'g>,
    refinement: &'g FunctionSignature,
    existing: &'g FunctionSignature,
    existing_tree: &'g Tree,
) {
    let tree = key.tree();
    let existing_node = existing_tree.node(existing.node);
    if !refinement.is_whole() || !existing.is_whole() || existing_node.is_broken_inside() {
        return;
    }
    let existing_span = existing_node.span();
    let is_unchanged = |new: &'g SchemaDefinition, old: &'g SchemaDefinition| {
        same_schema(cx, Schema { tree, definition: new }, Schema { tree: existing_tree, definition: old })
    };
    let lists = [
        (&refinement.arguments, &existing.arguments, "arguments"),
        (&refinement.optional_arguments, &existing.optional_arguments, "optional arguments"),
    ];
    let mut changes: Vec<(NodeId, &str)> = Vec::new();
    for (new_list, old_list, what) in lists {
        let Some(new_list) = new_list else { continue };
        let old_items = old_list.as_ref().map_or(&[][..], |list| &list.items);
        let equal = new_list.items.len() == old_items.len()
            && new_list.items.iter().zip(old_items).all(|(new, old)| is_unchanged(new, old));
        if !equal {
            changes.push((new_list.node, what));
        }
    }
    if let Some(result) = &refinement.result
        && !existing.result.as_ref().is_some_and(|old| is_unchanged(result, old))
    {
        changes.push((result.node, "result"));
    }
    if let Some(variadic) = refinement.variadic
        && variadic.value != existing.variadic.is_some_and(|old| old.value)
    {
        changes.push((variadic.node, "variadic argument"));
    }
    for (node, what) in changes {
        let node = tree.node(node);
        cx.report(node, rules::changed_signature::new(node.span(), key.text(), what, existing_span));
    }
}

/// Returns whether two schema definitions are the same, as far as is known. Descriptions do not count.
pub(super) fn same_schema<'g>(cx: &Cx<'g>, first: Schema<'g>, second: Schema<'g>) -> bool {
    let types = match (first.data_type(), second.data_type()) {
        (Some(first), Some(second)) => {
            let (first, second) = (cx.types.meaning(first), cx.types.meaning(second));
            first == second || first == TypeRef::Unknown || second == TypeRef::Unknown
        }
        _ => true,
    };
    let clause = |schema: Schema<'g>| schema.definition.validation.map(|clause| schema.tree.node(clause.0));
    let clauses = match (clause(first), clause(second)) {
        (Some(first), Some(second)) => is_same_value(first, second),
        (first, second) => first.is_none() && second.is_none(),
    };
    let inner = |first: Option<Schema<'g>>, second: Option<Schema<'g>>| match (first, second) {
        (Some(first), Some(second)) => same_schema(cx, first, second),
        (first, second) => first.is_none() && second.is_none(),
    };
    types
        && clauses
        && inner(first.key_schema(), second.key_schema())
        && inner(first.entry_schema(), second.entry_schema())
}
