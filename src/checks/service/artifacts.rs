//! Artifacts wherever they are defined: in node types and templates, and in implementations (TOSCA 2.0
//! §12.2, §11.8).

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::diagnostics::codes;
use crate::keynames::{Either, Map};
use crate::model::service::AssignedOperation;
use crate::model::types::{Body, TypeView, Types};
use crate::syntax::{
    ArtifactDefinition, FunctionDefinition, ImplementationDefinition, InterfaceAssignment,
    InterfaceDefinition, scheme,
};
use crate::yaml::Node;

use super::files::Around;
use super::{Review, entries};

impl<'g> Review<'g> {
    /// The artifacts that types of a file define.
    pub(super) fn artifacts_of_file(&mut self) {
        let types: &'g Types = self.types;
        for of in types.of_file(self.file.id) {
            match of.body() {
                Body::Node(body) => {
                    for (_, artifact) in entries(body.artifacts.as_ref()) {
                        self.artifact(artifact, true);
                    }
                    self.in_interface_definitions(body.interfaces.as_ref(), Around::Type(of));
                    for entry in body.requirements.iter().flat_map(|named| &named.entries) {
                        if let Some(Either::Long(relationship)) = &entry.value.relationship {
                            let interfaces = relationship.interfaces.as_ref().map(|map| &map.0);
                            self.in_interface_definitions(interfaces, Around::Type(of));
                        }
                    }
                }
                Body::Relationship(body) => {
                    self.in_interface_definitions(body.interfaces.as_ref(), Around::Nothing);
                }
                _ => {}
            }
        }
    }

    /// The artifacts in implementations of workflows and functions of the service template.
    pub(super) fn artifacts_of_template(&mut self) {
        let Some(service) = self.service else { return };
        for workflow in service.workflows() {
            self.implementation(workflow.written().implementation.as_ref(), Around::Nothing);
        }
        self.in_functions(service.template().functions.as_ref().map(|map| &map.0));
    }

    /// The artifacts in implementations of functions.
    pub(super) fn in_functions(&mut self, map: Option<&'g Map<FunctionDefinition>>) {
        for (_, function) in entries(map) {
            for signature in function.signatures.iter().flat_map(|list| &list.items) {
                self.implementation(signature.implementation.as_ref(), Around::Nothing);
            }
        }
    }

    fn in_interface_definitions(
        &mut self,
        map: Option<&'g Map<Arc<InterfaceDefinition>>>,
        around: Around<'g>,
    ) {
        for (_, interface) in entries(map) {
            for (_, operation) in entries(interface.operations.as_ref()) {
                self.implementation(operation.implementation.as_ref(), around);
            }
            for (_, notification) in entries(interface.notifications.as_ref()) {
                self.implementation(notification.implementation.as_ref(), around);
            }
        }
    }

    /// The artifacts in implementations that a template assigns.
    pub(super) fn in_interface_assignments(
        &mut self,
        map: Option<&'g Map<InterfaceAssignment>>,
        around: Around<'g>,
    ) {
        for (_, interface) in entries(map) {
            for assigned in AssignedOperation::of(interface) {
                self.implementation(assigned.implementation.given(), around);
            }
        }
    }

    fn implementation(&mut self, implementation: Option<&'g ImplementationDefinition>, around: Around<'g>) {
        let Some(implementation) = implementation else { return };
        self.repeated_artifacts(implementation);
        match &implementation.primary {
            Some(Either::Long(artifact)) => self.artifact(artifact, true),
            Some(Either::Short(name)) => self.named_file(self.node(name.0), around),
            None => {}
        }
        for dependency in implementation.dependencies.iter().flat_map(|list| &list.items) {
            match dependency {
                Either::Long(artifact) => self.artifact(artifact, true),
                Either::Short(name) => self.named_file(self.node(name.0), around),
            }
        }
    }

    /// An artifact that an implementation names twice (11.8-13).
    fn repeated_artifacts(&mut self, implementation: &'g ImplementationDefinition) {
        let Some(dependencies) = &implementation.dependencies else { return };
        let mut seen: FxHashMap<(Option<&str>, &str), (Node<'g>, bool)> = FxHashMap::default();
        let primary = implementation.primary.as_ref().map(|primary| match primary {
            Either::Short(name) => Either::Short(*name),
            Either::Long(artifact) => Either::Long(&**artifact),
        });
        let dependencies = dependencies.items.iter().map(|dependency| match dependency {
            Either::Short(name) => Either::Short(*name),
            Either::Long(artifact) => Either::Long(artifact),
        });
        let all = primary.into_iter().map(|primary| (primary, true));
        for (one, is_primary) in all.chain(dependencies.map(|dependency| (dependency, false))) {
            let (node, what) = match one {
                Either::Short(name) => (self.node(name.0), (None, self.node(name.0).text())),
                Either::Long(artifact) => {
                    let Some(file) = artifact.file.map(|file| self.node(file.0)) else { continue };
                    let repository = artifact.repository.map_or("", |name| self.node(name.node).text());
                    let Some(file) = file.as_str().filter(|file| !file.starts_with('$')) else { continue };
                    (self.node(artifact.node), (Some(repository), file))
                }
            };
            match seen.get(&what) {
                Some((first, is_primary)) => {
                    let found =
                        codes::repeated_value::artifact(node.span(), what.1, first.span(), *is_primary);
                    self.report(node, found);
                }
                None => {
                    seen.insert(what, (node, is_primary));
                }
            }
        }
    }

    /// The `file` of an artifact should end like files of its type (12.2-12).
    pub(super) fn extension(&mut self, artifact: &'g ArtifactDefinition, of: TypeView<'g>) {
        let types = self.types;
        let Some(file) = artifact.file.map(|file| self.node(file.0)) else { return };
        let listed = types.lineage(of).find_map(|ancestor| match ancestor.body() {
            Body::Artifact(body) => Some((body.file_ext.as_ref()?, ancestor.key().tree())),
            _ => None,
        });
        let Some((list, tree)) = listed else { return };
        let place = tree.node(list.node);
        if file.as_str().is_none()
            || types.expressions.call(file).is_some()
            || place.items().count() != list.items.len()
        {
            return;
        }
        let extensions = list.items.iter().map(|item| tree.node(item.0).text().trim_start_matches('.'));
        let extensions: Vec<&str> = extensions.filter(|extension| !extension.is_empty()).collect();
        if extensions.is_empty() || ends_in(file.text(), &extensions, artifact.repository.is_some()) {
            return;
        }
        let found = codes::unexpected_extension::found(
            file.span(),
            file.text(),
            of.name(),
            &extensions,
            place.span(),
        );
        self.report(file, found);
    }

    /// The artifacts of a node template; nothing is `demanded` of those of a template that is only selected.
    pub(super) fn artifacts(&mut self, map: Option<&'g Map<ArtifactDefinition>>, demanded: bool) {
        for (_, artifact) in entries(map) {
            self.artifact(artifact, demanded);
        }
    }
}

/// Whether a path or URL has one of some extensions; one that is `remote` may have none at all.
fn ends_in(file: &str, extensions: &[&str], remote: bool) -> bool {
    let url = scheme(file).is_some();
    let path = if url {
        let inside = file.split_once("://").map_or(file, |(_, inside)| inside);
        let inside = inside.split(['?', '#']).next().unwrap_or(inside);
        inside.split_once('/').map_or("", |(_, path)| path)
    } else {
        file
    };
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path).to_lowercase();
    let has = |extension: &&str| {
        name.strip_suffix(&extension.to_lowercase()).is_some_and(|rest| rest.ends_with('.'))
    };
    (url || remote) && !name.contains('.') || extensions.iter().any(has)
}
