//! Implementation definitions (TOSCA 2.0 §11.8).

use rustc_hash::FxHashSet;
use serde::Serialize;

use crate::dialects::{Mark, artifact_type_of};
use crate::keynames::{Either, NameKind};
use crate::load::File;
use crate::model::types::OperationView;
use crate::normalize::context::Cx;
use crate::normalize::data::NormalMetadata;
use crate::normalize::expression::NormalExpression;
use crate::normalize::named::{NamedParts, NormalText};
use crate::normalize::values;
use crate::normalize::yaml::Yaml;
use crate::syntax::ImplementationDefinition;
use crate::yaml::YamlNode;

use super::artifact;
use super::artifact::NormalArtifact;

/// The names of artifacts that an implementation can mean.
#[derive(Default)]
pub(in crate::normalize) struct Artifacts {
    pub(in crate::normalize) names: FxHashSet<NormalText>,
    /// The number of the set. Equal sets have equal numbers; the empty set has the number 0.
    pub(in crate::normalize) number: u32,
}

/// The implementation of an operation, function or workflow.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Implementation {
    /// The artifact that is executed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub primary: Option<Executable>,
    /// The artifacts that it needs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dependencies: Vec<Executable>,
    /// The description.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<NormalText>,
    /// Free information.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub metadata: NormalMetadata,
    /// The maximum duration; not a keyname of TOSCA 2.0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout: Option<NormalExpression>,
    /// The host on which it runs; not a keyname of TOSCA 2.0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operation_host: Option<NormalText>,
}

/// An artifact of an implementation.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Executable {
    /// An artifact of the node.
    Artifact(NormalText),
    /// A file.
    File(NormalText),
    /// An artifact that only this implementation has.
    Inline(Box<NormalArtifact>),
}

impl Implementation {
    pub(in crate::normalize) fn print(&self, yaml: &mut Yaml) {
        yaml.map("implementation", |yaml| {
            match &self.primary {
                Some(Executable::Inline(artifact)) => yaml.map("primary", |yaml| artifact.print(yaml)),
                Some(Executable::Artifact(name) | Executable::File(name)) => yaml.text("primary", name),
                None => {}
            }
            if !self.dependencies.is_empty() {
                yaml.list("dependencies", |yaml| {
                    for dependency in &self.dependencies {
                        match dependency {
                            Executable::Inline(artifact) => yaml.item(|yaml| artifact.print(yaml)),
                            Executable::Artifact(name) | Executable::File(name) => yaml.text_item(name),
                        }
                    }
                });
            }
            yaml.optional("description", self.description.as_deref());
            yaml.metadata(&self.metadata);
            yaml.optional_expression("timeout", self.timeout.as_ref());
            yaml.optional("operation_host", self.operation_host.as_deref());
        });
    }
}

impl Implementation {
    /// Whether all parts are missing.
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// An implementation as written, with its file.
pub(in crate::normalize) type Written<'g> = (&'g File, &'g ImplementationDefinition);

/// Returns the implementation of an operation: `assigned`, or else that of the definition. An empty one is
/// returned only if it replaces one that is not empty.
pub(in crate::normalize) fn effective_implementation<'g>(
    cx: &mut Cx<'g>,
    assigned: Option<Written<'g>>,
    defined: OperationView<'g>,
    artifacts: &Artifacts,
) -> Option<Implementation> {
    let effective =
        assigned.or(defined.implementation()).map(|written| implementation(cx, written, artifacts))?;
    let types = cx.types;
    let is_non_empty = |operation: OperationView<'g>| {
        operation.implementation().is_some_and(|(file, written)| {
            let node = file.node(written.node);
            !node.is_mapping() || node.entries().next().is_some()
        })
    };
    let mut layers = std::iter::successors(Some(defined), |layer| Some(types.operation(layer.inherited?)));
    (!effective.is_empty() || layers.any(is_non_empty)).then_some(effective)
}

/// Returns an implementation; `artifacts` are those of the enclosing node.
pub(in crate::normalize) fn implementation<'g>(
    cx: &mut Cx<'g>,
    (file, written): Written<'g>,
    artifacts: &Artifacts,
) -> Implementation {
    let primary = written.primary.as_ref().map(|primary| match primary {
        Either::Short(name) => executable(cx, file.node(name.0), artifacts),
        Either::Long(artifact) => Executable::Inline(Box::new(artifact::artifact(cx, file, artifact))),
    });
    let dependencies = written.dependencies.iter().flat_map(|list| &list.items);
    let dependencies = dependencies.map(|dependency| match dependency {
        Either::Short(name) => executable(cx, file.node(name.0), artifacts),
        Either::Long(artifact) => Executable::Inline(Box::new(artifact::artifact(cx, file, artifact))),
    });
    Implementation {
        primary,
        dependencies: dependencies.collect(),
        description: Cx::text(file, written.description),
        metadata: Cx::metadata(file, written.metadata),
        timeout: written.timeout.map(|value| values::untyped(cx, file.node(value.0))),
        operation_host: Cx::text(file, written.operation_host),
    }
}

/// Returns the artifact that a string names: one of `artifacts`, or else a file.
fn executable<'g>(cx: &mut Cx<'g>, node: YamlNode<'g>, artifacts: &Artifacts) -> Executable {
    let name = node.text();
    if artifacts.names.contains(name) {
        return Executable::Artifact(name.into());
    }
    let file = node.tree().file();
    let is_file = cx.types.graph.file(file).marks().mark(node.id()) == Some(Mark::Implementation);
    let implied = || cx.types.names.implied(file, NameKind::ArtifactType, Some(artifact_type_of(name)));
    match implied().filter(|_| is_file) {
        Some(artifact_type) => {
            Executable::Inline(Box::new(artifact::inline_artifact(cx, node, artifact_type)))
        }
        None => Executable::File(cx.relative_path(node)),
    }
}
