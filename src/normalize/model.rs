//! The complete model, and its YAML and JSON forms.

use serde::Serialize;

use crate::base::FileId;
use crate::dialects;
use crate::keynames::NameKind;
use crate::model::Head;
use crate::model::data::entry;
use crate::model::types::Body;
use crate::resolve::DefinitionId;

use super::context::{Cx, reached};
use super::data::{self, Data, NormalMetadata};
use super::incomplete::{self, Missing};
use super::named::{NamedParts, NormalText};
use super::template::candidates::Candidate;
use super::template::resolve;

use super::template::service::{self, PrintNodes, ServiceTemplate};
use super::types::Definitions;
use super::yaml::Yaml;
use super::{IncludedTypes, json, types};

/// The version of the JSON form. An incompatible change increments its first number.
pub const FORMAT_VERSION: &str = "2.0";

/// The identifier of the schema of the JSON form.
const SCHEMA: &str = "urn:tosca:normal-form:2";

/// The key of the `metadata` of a file for the dialects of the original files.
const DIALECTS: &str = dialects::ORIGINAL_DIALECTS;

/// The normal form of a file.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct NormalModel {
    /// What is equal in all documents of this version of the tool.
    #[serde(flatten)]
    pub format: FormatHead,
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

/// The format of a document, and the tool that wrote it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct FormatHead {
    /// The schema that describes the document.
    #[serde(rename = "$schema")]
    pub schema: &'static str,
    /// [`FORMAT_VERSION`]
    pub format_version: &'static str,
    /// The tool.
    pub tool: ToolVersion,
}

impl Default for FormatHead {
    fn default() -> Self {
        let tool = ToolVersion { name: "tosca", version: env!("CARGO_PKG_VERSION") };
        Self { schema: SCHEMA, format_version: FORMAT_VERSION, tool }
    }
}

/// The name and version of a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ToolVersion {
    /// The name.
    pub name: &'static str,
    /// The version.
    pub version: &'static str,
}

/// What a file says about itself, and where it comes from.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct FileHead {
    /// The values of `tosca_definitions_version` of the file and of the files that it imports, each once.
    pub dialects: Vec<NormalText>,
    /// The directory that relative paths start from: relative to the directory of the document, or of the
    /// command if the document was not written to a file.
    pub base: NormalText,
    /// What the document lacks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub incomplete: Vec<Missing>,
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
    yaml.optional("description", head.description.as_deref());
    let mut metadata = NormalMetadata::default();
    if head.dialects.iter().any(|dialect| &**dialect != dialects::NEWEST) {
        let dialects = head.dialects.iter().cloned().map(Data::String);
        metadata.push(DIALECTS, Data::List(dialects.collect()));
    }
    metadata.0.extend(head.metadata.0.iter().cloned());
    yaml.metadata(&metadata);
    definitions.print_repositories(&mut yaml);
    yaml.optional("profile", head.profile.as_deref());
    incomplete::print(&head.incomplete, &mut yaml);
    definitions.print(&mut yaml);
    if let Some(template) = template {
        yaml.map("service_template", |yaml| service::print(template, yaml));
    }
    yaml.into_parts()
}

/// Returns the model of the file.
pub(super) fn model(cx: &mut Cx<'_>) -> NormalModel {
    let head = file_head(cx);
    let service = cx.model.service(cx.file.id);
    let service_template = service.map(|service| {
        let mut template = service::service_template(cx, service, |cx| service::node_templates(cx, service));
        resolve::service(cx, service, &mut template);
        template
    });
    NormalModel {
        format: FormatHead::default(),
        head,
        service_template,
        candidate_sets: std::mem::take(&mut cx.template.sets),
        definitions: definitions(cx),
    }
}

/// Returns all named definitions without keeping the service template in memory, which names some of them.
pub(super) fn only_definitions(cx: &mut Cx<'_>) -> Definitions {
    if let Some(service) = cx.model.service(cx.file.id) {
        service::service_template(cx, service, |cx| service::name_definitions(cx, service));
    }
    definitions(cx)
}

/// Returns the parts of the YAML form without keeping the node templates in memory.
pub(super) fn printed(cx: &mut Cx<'_>) -> Vec<String> {
    let head = file_head(cx);
    let service = cx.model.service(cx.file.id);
    let template = service
        .map(|service| service::service_template(cx, service, |cx| service::printed_nodes(cx, service)));
    yaml(&head, &definitions(cx), template.as_ref())
}

pub(super) fn file_head(cx: &mut Cx<'_>) -> FileHead {
    let head = Head::for_file(cx.file);
    let mut metadata = head.metadata.map(data::map).unwrap_or_default();
    metadata.0.retain(|(key, _)| &**key != DIALECTS);
    FileHead {
        dialects: original_dialects(cx),
        base: base(cx),
        incomplete: incomplete::missing(cx),
        profile: Cx::node_text(head.profile),
        description: Cx::node_text(head.description),
        metadata,
    }
}

/// Returns the dialects of the file and of what it imports; an earlier normal form has recorded them.
fn original_dialects(cx: &Cx<'_>) -> Vec<NormalText> {
    let recorded = Head::for_file(cx.file).metadata.and_then(|metadata| entry(metadata, DIALECTS));
    if let Some(list) = recorded.filter(|list| list.is_sequence()) {
        return list.items().map(|item| item.text().into()).collect();
    }
    let graph = &cx.types.graph;
    let imported = reached(cx.types, cx.file.id, false);
    let mut dialects: Vec<NormalText> = Vec::new();
    for id in std::iter::once(cx.file.id).chain(imported) {
        let dialect = graph.file(id).policies().dialect.unwrap_or(dialects::NEWEST);
        if !dialects.iter().any(|known| &**known == dialect) {
            dialects.push(dialect.into());
        }
    }
    dialects
}

/// Returns the directory that relative paths start from.
fn base(cx: &Cx<'_>) -> NormalText {
    let shown = cx.file.source().path.parent().filter(|parent| !parent.as_str().is_empty());
    match (&cx.options.base, shown) {
        (None, Some(directory)) => directory.as_str().into(),
        _ => ".".into(),
    }
}

/// Names the types that are included even if they are unused, and returns all named definitions.
pub(super) fn definitions(cx: &mut Cx<'_>) -> Definitions {
    let file = cx.file;
    let has_service = cx.model.service(file.id).is_some();
    let is_included = |id: FileId| match cx.options.types {
        IncludedTypes::All => true,
        IncludedTypes::Used => !has_service && id == file.id,
    };
    let mut roots = Vec::new();
    for file in reached(cx.types, file.id, false).into_iter().filter(|id| is_included(*id)) {
        for (definition, index) in cx.types.names.definitions(file).iter().zip(0..) {
            let id = DefinitionId { file, index };
            let read = match definition.kind {
                NameKind::Function | NameKind::Repository => true,
                kind => !kind.is_template() && !matches!(cx.types.get(id).body, Body::Unreadable),
            };
            if read && !definition.in_template && cx.types.names.repeated_by(id).is_none() {
                roots.push(id);
            }
        }
    }
    for id in roots {
        cx.name(id);
    }
    types::used_definitions(cx)
}
