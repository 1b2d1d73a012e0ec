//! Names as they are defined, imports of the profiles that define them, and omitted relationship types.

use rustc_hash::FxHashMap;

use crate::Analysis;
use crate::base::FileId;
use crate::dialects::Applied;
use crate::keynames::NameKind;
use crate::load::File;
use crate::model::service::{ServiceView, Target};
use crate::model::types::{Body, TypeRef, TypeUse, Types};
use crate::resolve::Meaning;
use crate::yaml::{NodeId, YamlNode, plain};

use super::edits::Edits;

/// Replaces names by those of their definitions, and imports the profiles that were searched implicitly.
pub(super) fn names(analysis: &Analysis, file: &File, edits: &mut Edits, applied: &mut Vec<Applied>) {
    if file.implicit.is_empty() {
        return;
    }
    let profiles: FxHashMap<FileId, &str> = file
        .implicit
        .iter()
        .filter_map(|&id| Some((id, analysis.graph.file(id).profile.as_deref()?)))
        .collect();
    let mut used: Vec<FileId> = Vec::new();
    for (node, meaning) in analysis.names.meanings(file.id) {
        let Meaning::Definition(id) = meaning else { continue };
        let definition = analysis.names.definition(id);
        if definition.kind.is_template() {
            continue;
        }
        if profiles.contains_key(&id.file) && !used.contains(&id.file) && !imports(file, id.file) {
            used.push(id.file);
        }
        let name = analysis.graph.file(id.file).node(definition.key).text();
        let written = file.node(node);
        let qualified = file.imports.iter().filter_map(|import| file.namespace(import)).any(|namespace| {
            written.text().strip_prefix(namespace).is_some_and(|rest| rest.starts_with(':'))
        });
        if written.text() != name && !qualified && definition.kind != NameKind::Function {
            applied.push(Applied { rule: "L03", span: written.span() });
            edits.string(node, name.to_owned());
        }
    }
    used.sort_by_key(|id| file.implicit.iter().position(|known| known == id));
    for id in used {
        if let Some(profile) = profiles.get(&id) {
            edits.import(profile);
        }
    }
}

/// Whether `file` imports `target` into its own namespace.
fn imports(file: &File, target: FileId) -> bool {
    file.imports.iter().any(|import| import.target == Some(target) && import.namespace.is_none())
}

/// Expands requirement assignments that are the name of a node type; in TOSCA 2.0, the name would be one of a
/// node template.
pub(super) fn short_requirements(service: Option<ServiceView<'_>>, edits: &mut Edits) {
    let Some(service) = service else { return };
    for assignment in service.requirements().iter() {
        let word = assignment.body();
        if let Target::Type(TypeRef::Defined(id)) = assignment.target
            && word.as_str().is_some()
        {
            let name = service.types().get(id).name();
            edits.text(word.id(), format!("{{ node: {} }}", plain(name)));
        }
    }
}

/// Adds the relationship types that requirements omit, and the omitted parents of relationship types.
pub(super) fn relationships(
    analysis: &Analysis,
    types: &Types,
    file: &File,
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
    let mut needed = false;
    let mut add = |node: NodeId, keyname: &str, key: YamlNode<'_>| {
        needed = true;
        applied.push(Applied { rule: "L14", span: key.span() });
        edits.add(node, keyname, plain(any.name()));
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
    if needed && file.implicit.contains(&any.id.file) && !imports(file, any.id.file) {
        edits.import(analysis.graph.file(any.id.file).profile.as_deref().unwrap_or_default());
    }
}
