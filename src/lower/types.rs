//! Names as they are defined, the profiles that these need, and relationships that requirements leave out.

use rustc_hash::FxHashMap;

use crate::Analysis;
use crate::base::FileId;
use crate::derive::{Body, Type, TypeRef, Types};
use crate::dialects::Applied;
use crate::grammar::NameKind;
use crate::load::File;
use crate::resolve::{self, Meaning};
use crate::yaml::{Node, plain};

use super::edits::Edits;

/// Writes names as what they mean is called, and imports what is found without being imported.
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
            applied.push(Applied { rule: "L03", place: written.span() });
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

/// Requirements of templates that name a node type in one word: TOSCA 2.0 takes the word for a template.
pub(super) fn short_requirements(analysis: &Analysis, file: &File, edits: &mut Edits) {
    let template = file.syntax.root.as_ref().and_then(|root| root.service_template.as_ref());
    let templates = template.and_then(|template| template.node_templates.as_ref());
    let requirements = templates.into_iter().flat_map(|map| &map.entries).filter_map(|(_, node)| {
        let list = file.node(node.node).get("requirements")?;
        Some(list.items())
    });
    for word in requirements.flatten().filter_map(Node::only_entry).map(|(_, value)| value) {
        let Some(Meaning::Definition(id)) = analysis.names.meaning(file.id, word.id()) else { continue };
        let definition = analysis.names.definition(id);
        if definition.kind == NameKind::NodeType && word.as_str().is_some() {
            let name = analysis.graph.file(id.file).node(definition.key).text();
            edits.text(word.id(), format!("{{ node: {} }}", plain(name)));
        }
    }
}

const ANY_RELATIONSHIP: &str = "tosca.relationships.Root";

/// Requirements that name no relationship, and inherit none, lead to any.
pub(super) fn relationships(
    analysis: &Analysis,
    types: &Types<'_>,
    file: &File,
    edits: &mut Edits,
    applied: &mut Vec<Applied>,
) {
    if file.traits.implicit.is_none() {
        return;
    }
    let mut needed = false;
    let leaves_out = |of: &&Type<'_>| {
        let own = |key: Node<'_>| key.tree().file() == of.id.file;
        let requirements = of.members.requirements.iter();
        requirements.filter(|one| own(one.key)).any(|one| one.relationship.relationship_type.is_none())
    };
    let all = || types.iter().filter(|of| matches!(of.body, Body::Node(_)) && !of.is_open);
    let here = |of: &Type<'_>| analysis.graph.file(of.id.file).home.is_some();
    if all().any(|of| here(of) && leaves_out(&of)) {
        // What leads anywhere by now must be what it leads to.
        for of in types.iter().filter(|of| of.id.file == file.id && of.name() != ANY_RELATIONSHIP) {
            if let Body::Relationship(body) = of.body
                && body.derived_from.is_none()
            {
                needed = true;
                applied.push(Applied { rule: "L14", place: of.key.span() });
                edits.add(body.node, "derived_from", ANY_RELATIONSHIP.to_owned());
            }
        }
    }
    for of in types.iter().filter(|of| of.id.file == file.id && matches!(of.body, Body::Node(_))) {
        for requirement in &of.members.requirements {
            let body = file.node(requirement.written.node);
            let open = of.is_open || requirement.relationship.relationship_type.is_some();
            let says = body.get("relationship").is_some();
            if requirement.key.tree().file() != file.id || open || says || !body.is_mapping() {
                continue;
            }
            applied.push(Applied { rule: "L14", place: requirement.key.span() });
            let capability = requirement.capability.map(|used| used.meaning);
            let meant =
                capability.and_then(|capability| only_relationship(analysis, types, file, capability));
            needed |= meant.is_none();
            let name = meant.unwrap_or(ANY_RELATIONSHIP).to_owned();
            edits.add(requirement.written.node, "relationship", name);
        }
    }
    let any = resolve::find(&analysis.graph, file.id, NameKind::RelationshipType, ANY_RELATIONSHIP);
    let profile = any.filter(|any| needed && file.implicit.contains(&any.file) && !imports(file, any.file));
    if let Some(profile) = profile.and_then(|any| analysis.graph.file(any.file).profile.as_deref()) {
        edits.import(profile);
    }
}

/// The relationship type that leads to capabilities of this very type, if `file` sees one only.
fn only_relationship<'g>(
    analysis: &Analysis,
    types: &Types<'g>,
    file: &File,
    capability: TypeRef,
) -> Option<&'g str> {
    let leads = |of: &&Type<'g>| match of.body {
        Body::Relationship(body) => body
            .valid_capability_types
            .iter()
            .flat_map(|names| &names.0.items)
            .any(|name| types.meaning(of.key.tree().node(name.node)) == capability),
        _ => false,
    };
    let mut found = types.iter().filter(leads).filter(|of| {
        let seen = resolve::find(&analysis.graph, file.id, NameKind::RelationshipType, of.name());
        seen == Some(of.id) && !file.implicit.contains(&of.id.file)
    });
    found.next().filter(|_| found.next().is_none()).map(Type::name)
}
