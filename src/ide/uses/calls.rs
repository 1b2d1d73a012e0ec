//! Finds names in arguments of calls that read something, and in attribute mappings.

use crate::model::types::Types;
use crate::values::{self, Link};
use crate::yaml::YamlNode;

use super::Finder;
use crate::ide::referent::{PartKind, Referent};

/// Finds the names in the arguments of all calls.
pub(super) fn find(finder: &mut Finder<'_>) {
    let file = finder.file;
    for call in finder.types.names.calls(file.id) {
        let call = file.node(*call);
        if !finder.is_near(call) {
            continue;
        }
        for (node, link) in values::links_of_call(finder.model, call) {
            add(finder, node, link);
        }
    }
}

/// Finds the names in the attribute mapping at `node`.
pub(super) fn mapping<'m>(finder: &mut Finder<'m>, node: YamlNode<'m>) {
    for (node, link) in values::links_of_mapping(finder.model, node) {
        add(finder, node, link);
    }
}

fn add<'m>(finder: &mut Finder<'m>, node: YamlNode<'m>, link: Link) {
    finder.uses(node, referent_of(finder.types, link));
}

/// Returns the referent of a name in a path.
pub(in crate::ide) fn referent_of(types: &Types, link: Link) -> Referent {
    match link {
        Link::NodeTemplate(key) => Referent::Part(PartKind::NodeTemplate, key),
        Link::RelationshipTemplate(key) => Referent::Part(PartKind::RelationshipTemplate, key),
        Link::Input(key) => Referent::Part(PartKind::Input, key),
        Link::Field(id) => Referent::from_field(types, id),
        Link::Capability(id) => Referent::Capability(id),
        Link::Requirement(id) => Referent::Requirement(id),
        Link::Artifact(id) => Referent::Artifact(id),
        Link::TemplateArtifact(key) => Referent::Part(PartKind::Artifact, key),
    }
}
