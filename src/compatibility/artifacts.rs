//! Artifact types (TOSCA 2.0 §12.1) and artifacts of node types (§12.2).

use crate::load::File;
use crate::model::types::{Artifacts, Body, TypeView, Types};
use crate::syntax::{ArtifactDefinition, ArtifactType};
use crate::yaml::{Node, NodeId};

use super::change::Impact;
use super::comparison::{Comparison, Edit, Side};
use super::kinship::{Kinship, instead};
use super::members::{ByName, Family};
use super::values::{names, same, shown};

/// The nearest value of a keyname of artifact types.
fn nearest<'g>(
    types: &'g Types,
    of: TypeView<'g>,
    read: impl Fn(&'g ArtifactType) -> Option<NodeId>,
) -> Option<Node<'g>> {
    types.lineage(of).find_map(|ancestor| match ancestor.body() {
        Body::Artifact(body) => Some(ancestor.key().tree().node(read(body)?)),
        _ => None,
    })
}

/// An artifact: its name and definition.
type Artifact<'g> = (Node<'g>, Option<(&'g File, &'g ArtifactDefinition)>);

fn artifacts<'g>(types: &'g Types, of: TypeView<'g>) -> ByName<'g, Artifact<'g>> {
    let members = types.members(of, Artifacts).iter();
    members.map(|(name, id)| (name, (types.key_of(id), types.artifact(id).written()))).collect()
}

impl<'g> Comparison<'g> {
    pub(super) fn artifact_types(&mut self, old: TypeView<'g>, new: TypeView<'g>) {
        let (old_types, new_types) = (self.old, self.new);
        let mime = |types: &'g Types, of| nearest(types, of, |body| body.mime_type.map(|name| name.0));
        let (before, after) = (mime(old_types, old), mime(new_types, new));
        let edit = Edit::changed("mime_type", Side::new(before, old.key()), Side::new(after, new.key()));
        match (before, after) {
            (Some(one), Some(other)) if !same(one, other) => {
                let what = format!("has the MIME type {} instead of {}", shown(other), shown(one));
                self.tell(Impact::Breaking, &edit, what, "its files have a different format");
            }
            (None, Some(other)) => {
                let what = format!("now has the MIME type {}", shown(other));
                self.tell(Impact::Breaking, &edit, what, "existing files may no longer match");
            }
            (Some(one), None) => {
                let what = format!("no longer has the MIME type {}", shown(one));
                self.tell(Impact::Addition, &edit, what, "existing files remain valid");
            }
            _ => {}
        }
        let extensions =
            |types: &'g Types, of| nearest(types, of, |body| body.file_ext.as_ref().map(|list| list.node));
        let (before, after) = (extensions(old_types, old), extensions(new_types, new));
        let edit = Edit::changed("file_ext", Side::new(before, old.key()), Side::new(after, new.key()));
        let missing = |from: Option<Node<'g>>, list: Option<Node<'g>>| {
            let known: Vec<&str> = list.into_iter().flat_map(Node::items).map(Node::text).collect();
            let found = from.into_iter().flat_map(Node::items).map(Node::text);
            found.filter(|name| !known.contains(name)).map(str::to_owned).collect::<Vec<_>>()
        };
        let (gone, come) = (missing(before, after), missing(after, before));
        if !gone.is_empty() && after.is_some() || before.is_none() && after.is_some() {
            let what = if gone.is_empty() {
                format!("now has only the file extensions {}", names(&come))
            } else {
                format!("no longer has the file extensions {}", names(&gone))
            };
            self.tell(Impact::Breaking, &edit, what, "existing files may no longer match");
        } else if !come.is_empty() || !gone.is_empty() {
            let what = if come.is_empty() {
                "no longer has a list of file extensions".to_owned()
            } else {
                format!("also has the file extensions {}", names(&come))
            };
            self.tell(Impact::Addition, &edit, what, "existing files remain valid");
        }
    }

    pub(super) fn artifacts(&mut self, old: TypeView<'g>, new: TypeView<'g>) {
        let (before, after) = (artifacts(self.old, old), artifacts(self.new, new));
        self.members(
            &before,
            &after,
            &Family {
                noun: "artifact",
                key: &|(key, _)| key,
                compare: &|this, one: Artifact<'g>, other: Artifact<'g>| this.artifact(one, other),
                added: &|_| (Impact::Addition, "existing uses are unaffected"),
                removed: "references fail",
            },
        );
    }

    fn artifact(&mut self, (old_key, old): Artifact<'g>, (new_key, new): Artifact<'g>) {
        let (Some((old_file, old)), Some((new_file, new))) = (old, new) else { return };
        if let (Some(one), Some(other)) = (old.artifact_type, new.artifact_type) {
            let (one, other) = (old_file.node(one.node), new_file.node(other.node));
            let kinship = self.kinship(self.old.type_use(one), self.new.type_use(other));
            let (impact, why) = match kinship {
                Kinship::Derived => (Impact::Addition, "it is still of the previous type"),
                _ => (Impact::Breaking, "tools may no longer be able to process it"),
            };
            if kinship != Kinship::Same {
                let edit = Edit::changed("type", Side::At(one), Side::At(other));
                self.tell(impact, &edit, instead(one, other, kinship), why);
            }
        }
        let (old, new) = (old_file.node(old.node), new_file.node(new.node));
        for keyname in
            ["file", "repository", "artifact_version", "checksum", "checksum_algorithm", "properties"]
        {
            self.behaviour(keyname, old.get(keyname), new.get(keyname), (old_key, new_key));
        }
        self.words(&[old], &[new], old_key, new_key);
    }
}
