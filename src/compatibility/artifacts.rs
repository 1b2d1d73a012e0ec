//! Artifact types (TOSCA 2.0 §12.1) and artifacts of node types (§12.2).

use crate::load::File;
use crate::model::types::{Artifacts, Body, TypeView, Types};
use crate::syntax::{ArtifactDefinition, ArtifactType};
use crate::values::ValueType;
use crate::yaml::{NodeId, YamlNode};

use super::change::Impact;
use super::comparison::{Comparison, Edit, Site};
use super::members::{ByName, Family};
use super::type_relation::{TypeRelation, type_change};
use super::values::{is_same_value, names, shown};

/// Returns the value of a keyname of artifact types, from the type itself or its nearest ancestor that has
/// it.
fn nearest<'g>(
    types: &'g Types,
    ty: TypeView<'g>,
    read: impl Fn(&'g ArtifactType) -> Option<NodeId>,
) -> Option<YamlNode<'g>> {
    types.lineage(ty).find_map(|ancestor| match ancestor.body() {
        Body::Artifact(body) => Some(ancestor.key().tree().node(read(body)?)),
        _ => None,
    })
}

/// An artifact: the key that names it, and its definition.
type Artifact<'g> = (YamlNode<'g>, Option<(&'g File, &'g ArtifactDefinition)>);

fn artifacts<'g>(types: &'g Types, ty: TypeView<'g>) -> ByName<'g, Artifact<'g>> {
    let members = types.members(ty, Artifacts).iter();
    members.map(|(name, id)| (name, (types.key_of(id), types.artifact(id).written()))).collect()
}

impl<'g> Comparison<'g> {
    pub(super) fn artifact_types(&mut self, old: TypeView<'g>, new: TypeView<'g>) {
        let (old_types, new_types) = (self.old, self.new);
        let mime = |types: &'g Types, ty| nearest(types, ty, |body| body.mime_type.map(|name| name.0));
        let (old_mime, new_mime) = (mime(old_types, old), mime(new_types, new));
        let edit = Edit::changed("mime_type", Site::new(old_mime, old.key()), Site::new(new_mime, new.key()));
        match (old_mime, new_mime) {
            (Some(old_mime), Some(new_mime)) if !is_same_value(old_mime, new_mime) => {
                let what = format!("has the MIME type {} instead of {}", shown(new_mime), shown(old_mime));
                self.report(Impact::Breaking, &edit, what, "its files have a different format");
            }
            (None, Some(new_mime)) => {
                let what = format!("now has the MIME type {}", shown(new_mime));
                self.report(Impact::Breaking, &edit, what, "existing files may no longer match");
            }
            (Some(old_mime), None) => {
                let what = format!("no longer has the MIME type {}", shown(old_mime));
                self.report(Impact::Addition, &edit, what, "existing files remain valid");
            }
            _ => {}
        }
        let extensions =
            |types: &'g Types, ty| nearest(types, ty, |body| body.file_ext.as_ref().map(|list| list.node));
        let (old_extensions, new_extensions) = (extensions(old_types, old), extensions(new_types, new));
        let edit = Edit::changed(
            "file_ext",
            Site::new(old_extensions, old.key()),
            Site::new(new_extensions, new.key()),
        );
        let missing = |from: Option<YamlNode<'g>>, list: Option<YamlNode<'g>>| {
            let known: Vec<&str> = list.into_iter().flat_map(YamlNode::items).map(YamlNode::text).collect();
            let extensions = from.into_iter().flat_map(YamlNode::items).map(YamlNode::text);
            extensions.filter(|name| !known.contains(name)).map(str::to_owned).collect::<Vec<_>>()
        };
        let (removed, added) =
            (missing(old_extensions, new_extensions), missing(new_extensions, old_extensions));
        if !removed.is_empty() && new_extensions.is_some()
            || old_extensions.is_none() && new_extensions.is_some()
        {
            let what = if removed.is_empty() && added.is_empty() {
                "now has an empty list of file extensions".to_owned()
            } else if removed.is_empty() {
                format!("now has only the file extensions {}", names(&added))
            } else {
                format!("no longer has the file extensions {}", names(&removed))
            };
            self.report(Impact::Breaking, &edit, what, "existing files may no longer match");
        } else if !added.is_empty() || !removed.is_empty() {
            let what = if added.is_empty() {
                "no longer has a list of file extensions".to_owned()
            } else {
                format!("also has the file extensions {}", names(&added))
            };
            self.report(Impact::Addition, &edit, what, "existing files remain valid");
        }
    }

    pub(super) fn artifacts(&mut self, old: TypeView<'g>, new: TypeView<'g>) {
        let (old_artifacts, new_artifacts) = (artifacts(self.old, old), artifacts(self.new, new));
        self.members(
            &old_artifacts,
            &new_artifacts,
            &Family {
                noun: "artifact",
                key: &|(key, _)| key,
                compare: &|this, old: Artifact<'g>, new: Artifact<'g>| this.artifact(old, new),
                added: &|_| (Impact::Addition, "existing uses are unaffected"),
                removed: "references fail",
            },
        );
    }

    fn artifact(&mut self, (old_key, old): Artifact<'g>, (new_key, new): Artifact<'g>) {
        let (Some((old_file, old)), Some((new_file, new))) = (old, new) else { return };
        if let (Some(old_type), Some(new_type)) = (old.artifact_type, new.artifact_type) {
            let (old_name, new_name) = (old_file.node(old_type.node), new_file.node(new_type.node));
            let relation = self.relation(self.old.type_use(old_name), self.new.type_use(new_name));
            let (impact, why) = match relation {
                TypeRelation::Derived => (Impact::Addition, "it is still of the previous type"),
                _ => (Impact::Breaking, "tools may no longer be able to process it"),
            };
            if relation != TypeRelation::Same {
                let edit = Edit::changed("type", Site::At(old_name), Site::At(new_name));
                self.report(impact, &edit, type_change(old_name, new_name, relation), why);
            }
        }
        let value_type = |types: &Types, file: &'g File, artifact: &ArtifactDefinition| {
            let name = artifact.artifact_type?;
            Some(ValueType::Data(types.type_use(file.node(name.node)).meaning))
        };
        let types = (value_type(self.old, old_file, old), value_type(self.new, new_file, new));
        let properties = |file: &'g File, artifact: &ArtifactDefinition| {
            artifact.properties.as_ref().map(|properties| file.node(properties.node))
        };
        let (old_properties, new_properties) = (properties(old_file, old), properties(new_file, new));
        let (old, new) = (old_file.node(old.node), new_file.node(new.node));
        for keyname in ["file", "repository", "artifact_version", "checksum", "checksum_algorithm"] {
            self.behavior(keyname, old.get(keyname), new.get(keyname), (old_key, new_key));
        }
        let is_same = old_properties.zip(new_properties).is_some_and(|(old, new)| {
            let (old_type, new_type) = (types.0.unwrap_or(ValueType::Any), types.1.unwrap_or(ValueType::Any));
            self.old_value(old, old_type).is_same(&self.new_value(new, new_type))
        });
        self.behavior_unless(is_same, "properties", old_properties, new_properties, (old_key, new_key));
        self.descriptions(&[old], &[new], old_key, new_key);
    }
}
