//! Names as they are defined, imports of the profiles that define them, and omitted relationship types.

use crate::Analysis;
use crate::dialects::Applied;
use crate::keynames::NameKind;
use crate::load::File;
use crate::model::service::{ServiceView, Target};
use crate::model::types::{Body, TypeRef, TypeUse, TypeView, Types};
use crate::resolve::Meaning;
use crate::yaml::{NodeId, YamlNode, plain};

use super::edits::Edits;
use super::imports::Imports;

/// Replaces names by those of their definitions, and notes which files they come from.
pub(super) fn names(
    analysis: &Analysis,
    file: &File,
    imports: &mut Imports<'_>,
    edits: &mut Edits,
    applied: &mut Vec<Applied>,
) {
    if file.implicit.is_empty() {
        return;
    }
    for (node, meaning) in analysis.names.meanings(file.id) {
        let Meaning::Definition(id) = meaning else { continue };
        let definition = analysis.names.definition(id);
        if definition.kind.is_template() {
            continue;
        }
        let name = analysis.graph.file(id.file).node(definition.key).text();
        let name = imports.qualified(id.file, name);
        let written = file.node(node);
        let qualified = file.imports.iter().filter_map(|import| file.namespace(import)).any(|namespace| {
            written.text().strip_prefix(namespace).is_some_and(|rest| rest.starts_with(':'))
        });
        if definition.kind == NameKind::Function {
            // Only a namespace changes the name of a function.
            if let Some((namespace, _)) = name.split_once(':') {
                let function = written.text().trim_start_matches('$');
                edits.string(node, format!("${namespace}:{function}"));
            }
        } else if written.text() != name && !qualified {
            applied.push(Applied { rule: "L03", span: written.span() });
            edits.string(node, name);
        }
    }
}

/// Expands requirement assignments that are the name of a node type; in TOSCA 2.0, the name would be one of a
/// node template.
pub(super) fn short_requirements(
    service: Option<ServiceView<'_>>,
    imports: &mut Imports<'_>,
    edits: &mut Edits,
) {
    let Some(service) = service else { return };
    for assignment in service.requirements().iter() {
        let word = assignment.body();
        if let Target::Type(TypeRef::Defined(id)) = assignment.target
            && word.is_string()
        {
            let ty = service.types().get(id);
            let name = imports.qualified(ty.id.file, ty.name());
            edits.text(word.id(), format!("{{ node: {} }}", plain(&name)));
        }
    }
}

/// Adds the relationship types that requirements omit, and the omitted parents of relationship types.
pub(super) fn relationships(
    analysis: &Analysis,
    types: &Types,
    file: &File,
    imports: &mut Imports<'_>,
    edits: &mut Edits,
    applied: &mut Vec<Applied>,
) {
    let any = analysis.names.implied(file.id, NameKind::RelationshipType, None);
    let Some(any) = any.map(|any| types.get(any)) else { return };
    // Implied types have no reference; their `TypeUse` points at the key of the definition.
    let is_any = |used: Option<TypeUse>| {
        used.is_some_and(|used| {
            (types.node(used.node).tree().file(), types.node(used.node).id()) == (any.id.file, any.key().id())
        })
    };
    let mut add = |node: NodeId, keyname: &str, key: YamlNode<'_>| {
        applied.push(Applied { rule: "L14", span: key.span() });
        let name = imports.qualified(any.id.file, any.name());
        edits.add(node, keyname, plain(&name));
    };
    for ty in types.of_file(file.id) {
        match ty.body() {
            Body::Relationship(body) if is_any(ty.parent) => add(body.node, "derived_from", ty.key()),
            _ => {}
        }
        for requirement in ty.own_requirements() {
            let inherited = requirement.inherited.is_some();
            if inherited || !is_any(requirement.relationship.relationship_type) {
                continue;
            }
            match requirement.written_relationship() {
                Some(relationship) => add(relationship.node, "type", requirement.key()),
                None => add(requirement.written().node, "relationship", requirement.key()),
            }
        }
    }
}

/// Removes the `required: true` that lowering adds next to a default, except where a property that is not
/// required is refined: only there it has an effect.
pub(super) fn required(types: &Types, file: &File, edits: &mut Edits, applied: &mut Vec<Applied>) {
    for field in types.of_file(file.id).flat_map(TypeView::own_fields) {
        let Some((true, value)) = field.own_definition().required else { continue };
        let refines_optional = field.inherited().is_some_and(|id| !types.field(id).is_required());
        let key = value.entry_key();
        if !key.is_lowered() || refines_optional {
            continue;
        }
        edits.remove(key.id());
        applied.retain(|applied| applied.rule != "L11" || applied.span != key.span());
    }
}
