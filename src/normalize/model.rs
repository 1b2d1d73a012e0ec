//! The whole model and its two printed forms.

use std::io::{self, Write};

use serde::Serialize;

use crate::derive::Body;
use crate::grammar::NameKind;
use crate::load::FileGraph;
use crate::normalize::builder::Builder;
use crate::resolve::DefinitionId;

use super::UsedTypes;
use super::data::Metadata;
use super::named::{Named, Text};
use super::template::service::ServiceTemplate;
use super::types::Definitions;
use super::yaml::Yaml;

/// The version of the JSON form. Its first number changes when programs that read it must change.
pub const FORMAT_VERSION: &str = "1.0";

/// What a file means.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Model {
    /// [`FORMAT_VERSION`]
    pub format_version: Text,
    /// The profile that the file defines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<Text>,
    /// What the file is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<Text>,
    /// Free information.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub metadata: Metadata,
    /// Types, functions and repositories.
    #[serde(flatten)]
    pub definitions: Definitions,
    /// The service; none where the file holds types only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub service_template: Option<ServiceTemplate>,
}

impl Model {
    /// The model as one TOSCA 2.0 file without imports.
    #[must_use]
    pub fn to_yaml(&self) -> String {
        let mut yaml = Yaml::default();
        self.print(&mut yaml, ServiceTemplate::print);
        yaml.into_parts().concat()
    }

    /// The parts of that text. The node templates are those that were printed when they were made.
    pub(super) fn into_yaml(mut self) -> Vec<String> {
        let mut yaml = Yaml::default();
        let mut printed = self
            .service_template
            .as_mut()
            .map(|template| std::mem::take(&mut template.printed))
            .unwrap_or_default();
        self.print(&mut yaml, |template, yaml| template.print_with(&mut printed, yaml));
        yaml.into_parts()
    }

    fn print(&self, yaml: &mut Yaml, service: impl FnOnce(&ServiceTemplate, &mut Yaml)) {
        yaml.word("tosca_definitions_version", "tosca_2_0");
        yaml.optional("profile", self.profile.as_deref());
        yaml.optional("description", self.description.as_deref());
        yaml.metadata(&self.metadata);
        self.definitions.print(yaml);
        if let Some(template) = &self.service_template {
            yaml.map("service_template", |yaml| service(template, yaml));
        }
    }

    /// Writes the model as one JSON document.
    pub fn write_json(&self, mut out: &mut dyn Write) -> io::Result<()> {
        serde_json::to_writer_pretty(&mut out, self)?;
        out.write_all(b"\n")
    }

    /// The model as one JSON document.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }
}

impl Builder<'_, '_> {
    /// The model of the file.
    pub(super) fn model(mut self) -> Model {
        let file = self.file;
        let root = file.syntax.root.as_ref();
        let topology = self.topologies.of(file.id);
        let service_template = topology.map(|topology| self.service_template(topology));
        let graph: &FileGraph = self.types.graph;
        let wanted = |id: crate::base::FileId| match self.options.types {
            UsedTypes::All => true,
            UsedTypes::Used => topology.is_none() && id == file.id,
        };
        let mut roots = Vec::new();
        for file in reached(graph, file.id).into_iter().filter(|id| wanted(*id)) {
            for (definition, index) in self.types.names.definitions(file).iter().zip(0..) {
                let id = DefinitionId { file, index };
                let read = match definition.kind {
                    NameKind::Function | NameKind::Repository => true,
                    kind => !kind.is_template() && !matches!(self.types.get(id).body, Body::Unread),
                };
                if read && !definition.in_template {
                    roots.push(id);
                }
            }
        }
        for id in roots {
            self.name(id);
        }
        Model {
            format_version: FORMAT_VERSION.into(),
            profile: root.and_then(|root| Self::text(file, root.profile)),
            description: root.and_then(|root| Self::text(file, root.description)),
            metadata: root.map(|root| Self::metadata(file, root.metadata)).unwrap_or_default(),
            definitions: self.definitions(),
            service_template,
        }
    }
}

/// A file and all that it imports, directly or not.
fn reached(graph: &FileGraph, file: crate::base::FileId) -> Vec<crate::base::FileId> {
    let mut found = vec![file];
    let mut at = 0;
    while at < found.len() {
        for import in &graph.file(found[at]).imports {
            if let Some(target) = import.target
                && !found.contains(&target)
            {
                found.push(target);
            }
        }
        at += 1;
    }
    found.sort_unstable();
    found
}
