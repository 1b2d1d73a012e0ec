//! The parts that all types have (TOSCA 2.0 §6.4).

use serde::Serialize;

use crate::model::types::{Body, TypeView};
use crate::normalize::context::Cx;
use crate::normalize::data::{Data, NormalMetadata};
use crate::normalize::named::{NamedParts, NormalText};
use crate::normalize::names::{FILE, NAME, NormalOriginal, PROFILE};
use crate::normalize::source::{How, Origin};
use crate::normalize::yaml::Yaml;

/// The part of a type that is not inherited, and its ancestors.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct NormalHead {
    /// Its unique identifier in the model.
    pub id: NormalText,
    /// Its original name and profile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub original: Option<NormalOriginal>,
    /// The type that it is derived from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub derived_from: Option<NormalText>,
    /// All types that it is derived from, nearest first.
    pub ancestors: Vec<NormalText>,
    /// Its version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<NormalText>,
    /// Free information.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub metadata: NormalMetadata,
    /// The description.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<NormalText>,
    /// Its origin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Origin,
}

impl NormalHead {
    pub(in crate::normalize) fn print(&self, yaml: &mut Yaml) {
        yaml.optional("derived_from", self.derived_from.as_deref());
        yaml.optional("version", self.version.as_deref());
        print_metadata(self.original.as_ref(), &self.metadata, yaml);
        yaml.optional("description", self.description.as_deref());
    }
}

/// Prints `metadata`, with the original name.
pub(in crate::normalize) fn print_metadata(
    original: Option<&NormalOriginal>,
    metadata: &NormalMetadata,
    yaml: &mut Yaml,
) {
    let mut all = NormalMetadata::default();
    if let Some(original) = original {
        all.push(NAME, Data::String(original.name.clone()));
        if let Some(profile) = &original.profile {
            all.push(PROFILE, Data::String(profile.clone()));
        }
        if let Some(file) = &original.file {
            all.push(FILE, Data::String(file.clone()));
        }
    }
    all.0.extend(metadata.0.iter().cloned());
    yaml.metadata(&all);
}

pub(in crate::normalize) fn head<'g>(cx: &mut Cx<'g>, ty: TypeView<'g>) -> NormalHead {
    let tree = ty.key().tree();
    macro_rules! common {
        ($($variant:ident),*) => {
            match ty.body() {
                $( Body::$variant(body) => (
                    body.version.map(|version| version.0),
                    body.metadata.map(|metadata| metadata.0),
                    body.description.map(|text| text.0),
                ), )*
                Body::Unreadable => (None, None, None),
            }
        };
    }
    let (version, metadata, description) =
        common!(Artifact, Data, Capability, Interface, Relationship, Node, Group, Policy);
    let types = cx.types;
    let mut ancestors: Vec<NormalText> =
        types.lineage(ty).skip(1).map(|ancestor| cx.name(ancestor.id)).collect();
    let last = types.lineage(ty).last().and_then(|last| last.parent);
    if let Some(last) = last {
        // The chain ends with a built-in data type or an unknown type.
        ancestors.push(cx.used_type(last));
    }
    let name = cx.name(ty.id);
    NormalHead {
        id: format!("{}/{name}", ty.kind.section()).into(),
        original: cx.original(ty.id),
        derived_from: ancestors.first().cloned(),
        ancestors,
        version: Cx::node_text(version.map(|node| tree.node(node))),
        metadata: Cx::own_metadata(metadata.map(|node| tree.node(node))),
        description: Cx::node_text(description.map(|node| tree.node(node))),
        source: cx.source(ty.key(), How::Written),
    }
}
