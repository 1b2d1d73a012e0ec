//! The complete model, and its YAML and JSON forms.

use serde::Serialize;

use crate::base::FileId;
use crate::keynames::NameKind;
use crate::load::FileGraph;
use crate::model::Head;
use crate::model::types::Body;
use crate::resolve::DefinitionId;

use super::context::{Cx, reached};
use super::data::{self, NormalMetadata};
use super::named::{NamedParts, NormalText};
use super::template::candidates::Candidate;

use super::template::service::{self, PrintNodes, ServiceTemplate};
use super::types::Definitions;
use super::yaml::Yaml;
use super::{IncludedTypes, json, types};

/// The version of the JSON form. An incompatible change increments its first number.
pub const FORMAT_VERSION: &str = "1.0";

/// The normal form of a file.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct NormalModel {
    /// [`FORMAT_VERSION`]
    pub format_version: NormalText,
    /// What the file says about itself.
    #[serde(flatten)]
    pub head: FileHead,
    /// The service, or `None` if the file contains only types.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub service_template: Option<ServiceTemplate>,
    /// The numbered sets of capabilities that can fulfill requirements without a named node template.
    pub candidate_sets: Vec<Vec<Candidate>>,
    /// Types, functions and repositories.
    #[serde(flatten)]
    pub definitions: Definitions,
}

/// What a file says about itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct FileHead {
    /// The profile that the file defines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<NormalText>,
    /// The description of the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<NormalText>,
    /// Free information.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub metadata: NormalMetadata,
}

impl NormalModel {
    /// Returns the model as one TOSCA 2.0 file without imports.
    #[must_use]
    pub fn to_yaml(&self) -> String {
        yaml(&self.head, &self.definitions, self.service_template.as_ref()).concat()
    }

    /// Returns the model as one JSON document.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut text = Vec::new();
        // Writing to a string does not fail.
        let _ = json::document(self, &mut text);
        String::from_utf8(text).unwrap_or_default()
    }
}

/// Returns the parts of a file as YAML.
fn yaml<N: PrintNodes>(
    head: &FileHead,
    definitions: &Definitions,
    template: Option<&ServiceTemplate<N>>,
) -> Vec<String> {
    let mut yaml = Yaml::default();
    yaml.word("tosca_definitions_version", "tosca_2_0");
    yaml.optional("profile", head.profile.as_deref());
    yaml.optional("description", head.description.as_deref());
    yaml.metadata(&head.metadata);
    definitions.print(&mut yaml);
    if let Some(template) = template {
        yaml.map("service_template", |yaml| service::print(template, yaml));
    }
    yaml.into_parts()
}

/// Returns the model of the file.
pub(super) fn model(cx: &mut Cx<'_>) -> NormalModel {
    let service = cx.model.service(cx.file.id);
    let service_template = service
        .map(|service| service::service_template(cx, service, |cx| service::node_templates(cx, service)));
    NormalModel {
        format_version: FORMAT_VERSION.into(),
        head: file_head(cx),
        service_template,
        candidate_sets: std::mem::take(&mut cx.template.sets),
        definitions: definitions(cx),
    }
}

/// Returns the parts of the YAML form without keeping the node templates in memory.
pub(super) fn printed(cx: &mut Cx<'_>) -> Vec<String> {
    let service = cx.model.service(cx.file.id);
    let template = service
        .map(|service| service::service_template(cx, service, |cx| service::printed_nodes(cx, service)));
    yaml(&file_head(cx), &definitions(cx), template.as_ref())
}

pub(super) fn file_head(cx: &Cx<'_>) -> FileHead {
    let head = Head::for_file(cx.file);
    FileHead {
        profile: Cx::node_text(head.profile),
        description: Cx::node_text(head.description),
        metadata: head.metadata.map(data::map).unwrap_or_default(),
    }
}

/// Names the types that are included even if they are unused, and returns all named definitions.
pub(super) fn definitions(cx: &mut Cx<'_>) -> Definitions {
    let file = cx.file;
    let has_service = cx.model.service(file.id).is_some();
    let graph: &FileGraph = &cx.types.graph;
    let is_included = |id: FileId| match cx.options.types {
        IncludedTypes::All => true,
        IncludedTypes::Used => !has_service && id == file.id,
    };
    let mut roots = Vec::new();
    for file in reached(graph, file.id, false).into_iter().filter(|id| is_included(*id)) {
        for (definition, index) in cx.types.names.definitions(file).iter().zip(0..) {
            let id = DefinitionId { file, index };
            let read = match definition.kind {
                NameKind::Function | NameKind::Repository => true,
                kind => !kind.is_template() && !matches!(cx.types.get(id).body, Body::Unreadable),
            };
            if read && !definition.in_template {
                roots.push(id);
            }
        }
    }
    for id in roots {
        cx.name(id);
    }
    types::used_definitions(cx)
}
