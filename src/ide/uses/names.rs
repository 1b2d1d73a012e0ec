//! Names that `resolve` knows: of types, templates, functions and repositories, with their namespaces.

use crate::functions::without_suffix;
use crate::keynames::NameKind;
use crate::resolve::{self, DefinitionId, Meaning};
use crate::yaml::Node;

use super::Finder;
use crate::ide::referent::{PartKind, Referent, built_in_function, unquoted};

/// The names of definitions, and those that refer to some.
pub(super) fn find(found: &mut Finder<'_>) {
    let (names, file) = (&found.types.names, found.file);
    for (definition, index) in names.definitions(file.id).iter().zip(0..) {
        let id = DefinitionId { file: file.id, index };
        found.defines(file.node(definition.key), Referent::of_definition(found.types, id));
    }
    for (node, meaning) in names.meanings(file.id) {
        let node = file.node(node);
        match meaning {
            Meaning::Definition(id) if names.definition(id).kind == NameKind::Function => {
                called(found, node, Referent::Function(id));
            }
            Meaning::Definition(id) => defined(found, node, id),
            Meaning::BuiltInType(built_in) => found.uses(node, Referent::BuiltInType(built_in)),
            Meaning::BuiltInFunction => {
                let name = without_suffix(node.text());
                let referent = built_in_function(name.trim_start_matches('$'));
                if let Some(referent) = referent {
                    called(found, node, referent);
                }
            }
            Meaning::Unknown | Meaning::Nothing => {}
        }
    }
}

/// A name that may have namespaces in front.
fn defined<'m>(found: &mut Finder<'m>, node: Node<'m>, id: DefinitionId) {
    let referent = Referent::of_definition(found.types, id);
    let name = referent.name(found.model);
    found.names(node, name, referent);
    namespaces(found, node, (0, node.text()), id);
}

/// The namespaces in front of the name `text`, which starts at a byte of the scalar `node`.
fn namespaces<'m>(found: &mut Finder<'m>, node: Node<'m>, (start, text): (usize, &str), id: DefinitionId) {
    if !text.contains(':') || found.types.names.definition(id).in_template {
        return;
    }
    for step in resolve::namespaces(&found.types.graph, found.types.graph.seen_from(found.file.id), text, id)
    {
        let referent = Referent::Part(PartKind::Namespace, step.import);
        found.uses_part(node, (start + step.from, start + step.to), referent);
    }
}

/// The name in a call: with `$` in front, and perhaps a suffix.
fn called<'m>(found: &mut Finder<'m>, node: Node<'m>, referent: Referent) {
    let (_, written) = unquoted(node);
    if written != node.text() {
        // As an earlier version writes it.
        return found.uses(node, referent);
    }
    let start = usize::from(written.starts_with('$'));
    let rest = written.get(start..).unwrap_or("");
    let name = rest.split('$').next().unwrap_or(rest);
    let last = name.rfind(':').map_or(0, |colon| colon + 1);
    found.uses_part(node, (start + last, start + name.len()), referent);
    if let Referent::Function(id) = referent {
        namespaces(found, node, (start, name), id);
    }
}
