//! Finds names that `resolve` knows: of types, templates, functions and repositories, with their namespaces.

use crate::functions::without_suffix;
use crate::keynames::NameKind;
use crate::resolve::{self, DefinitionId, Meaning};
use crate::yaml::YamlNode;

use super::Finder;
use crate::ide::referent::{PartKind, Referent, built_in_function, unquoted};

/// Finds the names of definitions and the references to them.
pub(super) fn find(finder: &mut Finder<'_>) {
    let (names, file) = (&finder.types.names, finder.file);
    for (definition, index) in names.definitions(file.id).iter().zip(0..) {
        let id = DefinitionId { file: file.id, index };
        if !finder.is_near(file.node(definition.key)) {
            continue;
        }
        finder.defines(file.node(definition.key), Referent::from_definition(finder.types, id));
    }
    for (node, meaning) in names.meanings(file.id) {
        let node = file.node(node);
        if !finder.is_near(node) {
            continue;
        }
        match meaning {
            Meaning::Definition(id) if names.definition(id).kind == NameKind::Function => {
                called(finder, node, Referent::Function(id));
            }
            Meaning::Definition(id) => defined(finder, node, id),
            Meaning::BuiltInType(built_in) => finder.uses(node, Referent::BuiltInType(built_in)),
            Meaning::BuiltInFunction => {
                let name = without_suffix(node.text());
                let referent = built_in_function(name.trim_start_matches('$'));
                if let Some(referent) = referent {
                    called(finder, node, referent);
                }
            }
            Meaning::Unknown | Meaning::Nothing => {}
        }
    }
}

/// Adds a name that may have namespaces before it.
fn defined<'m>(finder: &mut Finder<'m>, node: YamlNode<'m>, id: DefinitionId) {
    let referent = Referent::from_definition(finder.types, id);
    let name = referent.name(finder.model);
    finder.names(node, name, referent);
    namespaces(finder, node, (0, node.text()), id);
}

/// Adds the namespaces before the name `text`, which starts at a byte of the scalar `node`.
fn namespaces<'m>(
    finder: &mut Finder<'m>,
    node: YamlNode<'m>,
    (start, text): (usize, &str),
    id: DefinitionId,
) {
    if !text.contains(':') || finder.types.names.definition(id).in_template {
        return;
    }
    for step in
        resolve::namespaces(&finder.types.graph, finder.types.graph.seen_from(finder.file.id), text, id)
    {
        let referent = Referent::Part(PartKind::Namespace, step.import);
        finder.uses_part(node, (start + step.from, start + step.to), referent);
    }
}

/// Adds the name in a call, without the leading `$` and any suffix.
fn called<'m>(finder: &mut Finder<'m>, node: YamlNode<'m>, referent: Referent) {
    let (_, written) = unquoted(node);
    if written != node.text() {
        // The notation of earlier versions.
        return finder.uses(node, referent);
    }
    let start = usize::from(written.starts_with('$'));
    let unprefixed = written.get(start..).unwrap_or("");
    let name = unprefixed.split('$').next().unwrap_or(unprefixed);
    let last = name.rfind(':').map_or(0, |colon| colon + 1);
    finder.uses_part(node, (start + last, start + name.len()), referent);
    if let Referent::Function(id) = referent {
        namespaces(finder, node, (start, name), id);
    }
}
