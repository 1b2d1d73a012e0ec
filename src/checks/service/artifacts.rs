//! Artifacts wherever they are defined: in node types and templates, and in implementations (TOSCA 2.0
//! §12.2, §11.8).

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::diagnostics::codes;
use crate::keynames::{Either, Map};
use crate::model::service::AssignedOperation;
use crate::model::types::{Body, TypeView, Types};
use crate::syntax::{
    ArtifactDefinition, ImplementationDefinition, InterfaceAssignment, InterfaceDefinition, scheme,
};
use crate::yaml::Node;

use super::files::Around;
use super::{Cx, entries, files, others};

/// The artifacts that types of a file define.
pub(super) fn artifacts_of_file<'g>(cx: &mut Cx<'g>) {
    let types: &'g Types = cx.types;
    for of in types.of_file(cx.file.id) {
        match of.body() {
            Body::Node(body) => {
                for (_, artifact) in entries(body.artifacts.as_ref()) {
                    others::artifact(cx, artifact, true);
                }
                in_interface_definitions(cx, body.interfaces.as_ref(), Around::Type(of));
                for entry in body.requirements.iter().flat_map(|named| &named.entries) {
                    if let Some(Either::Long(relationship)) = &entry.value.relationship {
                        let interfaces = relationship.interfaces.as_ref().map(|map| &map.0);
                        in_interface_definitions(cx, interfaces, Around::Type(of));
                    }
                }
            }
            Body::Relationship(body) => {
                in_interface_definitions(cx, body.interfaces.as_ref(), Around::Nothing);
            }
            _ => {}
        }
    }
}

/// The artifacts in implementations of workflows and functions of the service template.
pub(super) fn artifacts_of_template(cx: &mut Cx<'_>) {
    let Some(service) = cx.service else { return };
    for workflow in service.workflows() {
        implementation(cx, workflow.written().implementation.as_ref(), Around::Nothing);
    }
    in_functions(cx, true);
}

/// The artifacts in implementations of functions, of the file or of its service template.
pub(super) fn in_functions(cx: &mut Cx<'_>, in_template: bool) {
    let types = cx.types;
    for id in types.functions_of_file(cx.file) {
        if types.names.definition(id).in_template == in_template {
            for signature in types.own_signatures(id) {
                implementation(cx, signature.implementation(), Around::Nothing);
            }
        }
    }
}

fn in_interface_definitions<'g>(
    cx: &mut Cx<'g>,
    map: Option<&'g Map<Arc<InterfaceDefinition>>>,
    around: Around<'g>,
) {
    for (_, interface) in entries(map) {
        for (_, operation) in entries(interface.operations.as_ref()) {
            implementation(cx, operation.implementation.as_ref(), around);
        }
        for (_, notification) in entries(interface.notifications.as_ref()) {
            implementation(cx, notification.implementation.as_ref(), around);
        }
    }
}

/// The artifacts in implementations that a template assigns.
pub(super) fn in_interface_assignments<'g>(
    cx: &mut Cx<'g>,
    map: Option<&'g Map<InterfaceAssignment>>,
    around: Around<'g>,
) {
    for (_, interface) in entries(map) {
        for assigned in AssignedOperation::of(interface) {
            implementation(cx, assigned.implementation.given(), around);
        }
    }
}

fn implementation<'g>(
    cx: &mut Cx<'g>,
    implementation: Option<&'g ImplementationDefinition>,
    around: Around<'g>,
) {
    let Some(implementation) = implementation else { return };
    repeated_artifacts(cx, implementation);
    match &implementation.primary {
        Some(Either::Long(artifact)) => others::artifact(cx, artifact, true),
        Some(Either::Short(name)) => files::named_file(cx, cx.node(name.0), around),
        None => {}
    }
    for dependency in implementation.dependencies.iter().flat_map(|list| &list.items) {
        match dependency {
            Either::Long(artifact) => others::artifact(cx, artifact, true),
            Either::Short(name) => files::named_file(cx, cx.node(name.0), around),
        }
    }
}

/// An artifact that an implementation names twice (11.8-13).
fn repeated_artifacts<'g>(cx: &mut Cx<'g>, implementation: &'g ImplementationDefinition) {
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
            Either::Short(name) => (cx.node(name.0), (None, cx.node(name.0).text())),
            Either::Long(artifact) => {
                let Some(file) = artifact.file.map(|file| cx.node(file.0)) else { continue };
                let repository = artifact.repository.map_or("", |name| cx.node(name.node).text());
                let Some(file) = file.as_str().filter(|file| !file.starts_with('$')) else { continue };
                (cx.node(artifact.node), (Some(repository), file))
            }
        };
        match seen.get(&what) {
            Some((first, is_primary)) => {
                let found = codes::repeated_value::artifact(node.span(), what.1, first.span(), *is_primary);
                cx.report(node, found);
            }
            None => {
                seen.insert(what, (node, is_primary));
            }
        }
    }
}

/// The `file` of an artifact should end like files of its type (12.2-12).
pub(super) fn extension<'g>(cx: &mut Cx<'g>, artifact: &'g ArtifactDefinition, of: TypeView<'g>) {
    let types = cx.types;
    let Some(file) = artifact.file.map(|file| cx.node(file.0)) else { return };
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
    let found =
        codes::unexpected_extension::new(file.span(), file.text(), of.name(), &extensions, place.span());
    cx.report(file, found);
}

/// The artifacts of a node template; nothing is `demanded` of those of a template that is only selected.
pub(super) fn artifacts<'g>(cx: &mut Cx<'g>, map: Option<&'g Map<ArtifactDefinition>>, demanded: bool) {
    for (_, artifact) in entries(map) {
        others::artifact(cx, artifact, demanded);
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
