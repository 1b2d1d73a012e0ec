//! Artifacts wherever they are defined: in node types and templates, and in implementations (TOSCA 2.0
//! §12.2, §11.8).

use crate::grammar::{Either, Map};
use crate::syntax::{
    ArtifactDefinition, FunctionDefinition, ImplementationDefinition, InterfaceAssignment,
    InterfaceDefinition, ToscaFile,
};

use super::{Review, entries};

impl<'g> Review<'_, 'g> {
    /// The artifacts that types and functions of a file define.
    pub(super) fn artifacts_of_file(&mut self, root: &'g ToscaFile) {
        for (_, of) in entries(root.node_types.as_ref()) {
            for (_, artifact) in entries(of.artifacts.as_ref()) {
                self.artifact(artifact, true);
            }
            self.in_interface_definitions(of.interfaces.as_ref());
            for entry in of.requirements.iter().flat_map(|named| &named.entries) {
                if let Some(Either::Long(relationship)) = &entry.value.relationship {
                    self.in_interface_definitions(relationship.interfaces.as_ref().map(|map| &map.0));
                }
            }
        }
        for (_, of) in entries(root.relationship_types.as_ref()) {
            self.in_interface_definitions(of.interfaces.as_ref());
        }
        self.in_functions(root.functions.as_ref());
    }

    /// The artifacts in implementations of workflows and functions of the service template.
    pub(super) fn artifacts_of_template(&mut self) {
        let template = self.template;
        for (_, workflow) in template.into_iter().flat_map(|template| entries(template.workflows.as_ref())) {
            self.implementation(workflow.implementation.as_ref());
        }
        let functions = template.and_then(|template| template.functions.as_ref());
        self.in_functions(functions.map(|map| &map.0));
    }

    fn in_functions(&mut self, map: Option<&'g Map<FunctionDefinition>>) {
        for (_, function) in entries(map) {
            for signature in function.signatures.iter().flat_map(|list| &list.items) {
                self.implementation(signature.implementation.as_ref());
            }
        }
    }

    fn in_interface_definitions(&mut self, map: Option<&'g Map<InterfaceDefinition>>) {
        for (_, interface) in entries(map) {
            for (_, operation) in entries(interface.operations.as_ref()) {
                self.implementation(operation.implementation.as_ref());
            }
            for (_, notification) in entries(interface.notifications.as_ref()) {
                self.implementation(notification.implementation.as_ref());
            }
        }
    }

    /// The artifacts in implementations that a template assigns.
    pub(super) fn in_interface_assignments(&mut self, map: Option<&'g Map<InterfaceAssignment>>) {
        for (_, interface) in entries(map) {
            for (_, operation) in entries(interface.operations.as_ref()) {
                self.implementation(operation.implementation.as_ref());
            }
            for (_, notification) in entries(interface.notifications.as_ref()) {
                self.implementation(notification.implementation.as_ref());
            }
        }
    }

    fn implementation(&mut self, implementation: Option<&'g ImplementationDefinition>) {
        let Some(implementation) = implementation else { return };
        if let Some(Either::Long(artifact)) = &implementation.primary {
            self.artifact(artifact, true);
        }
        for dependency in implementation.dependencies.iter().flat_map(|list| &list.items) {
            if let Either::Long(artifact) = dependency {
                self.artifact(artifact, true);
            }
        }
    }

    /// The artifacts of a node template; nothing is `demanded` of those of a template that is only selected.
    pub(super) fn artifacts(&mut self, map: Option<&'g Map<ArtifactDefinition>>, demanded: bool) {
        for (_, artifact) in entries(map) {
            self.artifact(artifact, demanded);
        }
    }
}
