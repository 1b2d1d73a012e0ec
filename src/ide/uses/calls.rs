//! The names in arguments of calls that read something, and in attribute mappings.

use crate::model::types::Types;
use crate::values::{self, Link};
use crate::yaml::Node;

use super::Finder;
use crate::ide::referent::{PartKind, Referent};

/// The names in the arguments of all calls.
pub(super) fn find(found: &mut Finder<'_>) {
    let file = found.file;
    for call in found.types.names.calls(file.id) {
        for (node, link) in values::links_of_call(found.model, file.node(*call)) {
            add(found, node, link);
        }
    }
}

/// The names in the attribute mapping at `node`.
pub(super) fn mapping<'m>(found: &mut Finder<'m>, node: Node<'m>) {
    for (node, link) in values::links_of_mapping(found.model, node) {
        add(found, node, link);
    }
}

fn add<'m>(found: &mut Finder<'m>, node: Node<'m>, link: Link) {
    found.uses(node, referent_of(found.types, link));
}

/// What a name in a path means.
pub(in crate::ide) fn referent_of(types: &Types, link: Link) -> Referent {
    match link {
        Link::NodeTemplate(key) => Referent::Part(PartKind::NodeTemplate, key),
        Link::RelationshipTemplate(key) => Referent::Part(PartKind::RelationshipTemplate, key),
        Link::Input(key) => Referent::Part(PartKind::Input, key),
        Link::Field(id) => Referent::of_field(types, id),
        Link::Capability(id) => Referent::Capability(id),
        Link::Requirement(id) => Referent::Requirement(id),
        Link::Artifact(id) => Referent::Artifact(id),
        Link::OwnArtifact(key) => Referent::Part(PartKind::Artifact, key),
    }
}
