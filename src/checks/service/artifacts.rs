//! Artifacts of node types, node templates and implementations (TOSCA 2.0 §12.2, §11.8).

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::diagnostics::rules;
use crate::keynames::{Either, Map};
use crate::model::service::AssignedOperation;
use crate::model::types::{Body, TypeView, Types};
use crate::syntax::{
    ArtifactDefinition, ImplementationDefinition, InterfaceAssignment, InterfaceDefinition, scheme,
};
use crate::yaml::YamlNode;

use super::files::Enclosing;
use super::{Cx, entries, files, typed_entities};

/// Checks the artifacts that the types of a file define.
pub(super) fn check_types<'g>(cx: &mut Cx<'g>) {
    let types: &'g Types = cx.types;
    for ty in types.of_file(cx.file.id) {
        match ty.body() {
            Body::Node(body) => {
                for (_, artifact) in entries(body.artifacts.as_ref()) {
                    typed_entities::check_artifact(cx, artifact, true);
                }
                check_interface_definitions(cx, body.interfaces.as_ref(), Enclosing::Type(ty));
                for entry in body.requirements.iter().flat_map(|named| &named.entries) {
                    if let Some(Either::Long(relationship)) = &entry.value.relationship {
                        let interfaces = relationship.interfaces.as_ref().map(|map| &map.0);
                        check_interface_definitions(cx, interfaces, Enclosing::Type(ty));
                    }
                }
            }
            Body::Relationship(body) => {
                check_interface_definitions(cx, body.interfaces.as_ref(), Enclosing::Nothing);
            }
            _ => {}
        }
    }
}

/// Checks the artifacts in implementations of workflows and functions of the service template.
pub(super) fn check_service_template(cx: &mut Cx<'_>) {
    let Some(service) = cx.service else { return };
    for workflow in service.workflows() {
        check_implementation(cx, workflow.written().implementation.as_ref(), Enclosing::Nothing);
    }
    check_functions(cx, true);
}

/// Checks the artifacts in implementations of functions: those of the service template if `in_template`, else
/// those of the file.
pub(super) fn check_functions(cx: &mut Cx<'_>, in_template: bool) {
    let types = cx.types;
    for id in types.functions_of_file(cx.file) {
        if types.names.definition(id).in_template == in_template {
            for signature in types.own_signatures(id) {
                check_implementation(cx, signature.implementation(), Enclosing::Nothing);
            }
        }
    }
}

fn check_interface_definitions<'g>(
    cx: &mut Cx<'g>,
    map: Option<&'g Map<Arc<InterfaceDefinition>>>,
    enclosing: Enclosing<'g>,
) {
    for (_, interface) in entries(map) {
        for (_, operation) in entries(interface.operations.as_ref()) {
            check_implementation(cx, operation.implementation.as_ref(), enclosing);
        }
        for (_, notification) in entries(interface.notifications.as_ref()) {
            check_implementation(cx, notification.implementation.as_ref(), enclosing);
        }
    }
}

/// Checks the artifacts in implementations that a template assigns.
pub(super) fn check_interface_assignments<'g>(
    cx: &mut Cx<'g>,
    map: Option<&'g Map<InterfaceAssignment>>,
    enclosing: Enclosing<'g>,
) {
    for (_, interface) in entries(map) {
        for assigned in AssignedOperation::all_in(interface) {
            check_implementation(cx, assigned.implementation.given(), enclosing);
        }
    }
}

fn check_implementation<'g>(
    cx: &mut Cx<'g>,
    implementation: Option<&'g ImplementationDefinition>,
    enclosing: Enclosing<'g>,
) {
    let Some(implementation) = implementation else { return };
    report_repeated_artifacts(cx, implementation);
    match &implementation.primary {
        Some(Either::Long(artifact)) => typed_entities::check_artifact(cx, artifact, true),
        Some(Either::Short(name)) => files::check_named_file(cx, cx.node(name.0), enclosing),
        None => {}
    }
    for dependency in implementation.dependencies.iter().flat_map(|list| &list.items) {
        match dependency {
            Either::Long(artifact) => typed_entities::check_artifact(cx, artifact, true),
            Either::Short(name) => files::check_named_file(cx, cx.node(name.0), enclosing),
        }
    }
}

/// Reports artifacts that an implementation names twice (11.8-13).
fn report_repeated_artifacts<'g>(cx: &mut Cx<'g>, implementation: &'g ImplementationDefinition) {
    let Some(dependencies) = &implementation.dependencies else { return };
    let mut seen: FxHashMap<(Option<&str>, &str), (YamlNode<'g>, bool)> = FxHashMap::default();
    let primary = implementation.primary.as_ref().map(|primary| match primary {
        Either::Short(name) => Either::Short(*name),
        Either::Long(artifact) => Either::Long(&**artifact),
    });
    let dependencies = dependencies.items.iter().map(|dependency| match dependency {
        Either::Short(name) => Either::Short(*name),
        Either::Long(artifact) => Either::Long(artifact),
    });
    let artifacts = primary.into_iter().map(|primary| (primary, true));
    for (artifact, is_primary) in artifacts.chain(dependencies.map(|dependency| (dependency, false))) {
        let (node, identity) = match artifact {
            Either::Short(name) => (cx.node(name.0), (None, cx.node(name.0).text())),
            Either::Long(artifact) => {
                let Some(file) = artifact.file.map(|file| cx.node(file.0)) else { continue };
                let repository = artifact.repository.map_or("", |name| cx.node(name.node).text());
                let Some(file) = file.as_str().filter(|file| !file.starts_with('$')) else { continue };
                (cx.node(artifact.node), (Some(repository), file))
            }
        };
        match seen.get(&identity) {
            Some((first, is_primary)) => {
                let diagnostic =
                    rules::repeated_value::artifact(node.span(), identity.1, first.span(), *is_primary);
                cx.report(node, diagnostic);
            }
            None => {
                seen.insert(identity, (node, is_primary));
            }
        }
    }
}

/// Reports a `file` without one of the extensions that the artifact type lists (12.2-12), or else one that does
/// not exist.
pub(super) fn check_file<'g>(cx: &mut Cx<'g>, artifact: &'g ArtifactDefinition, ty: Option<TypeView<'g>>) {
    let types = cx.types;
    let Some(file) = artifact.file.map(|file| cx.node(file.0)) else { return };
    if file.as_str().is_none() || types.expressions.call(file).is_some() {
        return;
    }
    let has_repository = !artifact.repository().is_absent();
    if !files::check_inside(cx, file, has_repository) {
        return;
    }
    if !has_repository && !artifact.unread.has_unknown_key() {
        files::check_checksum(cx, artifact, file);
    }
    let listed = ty.and_then(|ty| listed_extensions(types, ty));
    let extensions = listed.as_ref().map_or(&[][..], |(extensions, _)| extensions);
    if let Some((ty, (_, list))) = ty.zip(listed.as_ref())
        && !extensions.is_empty()
        && !has_extension(file.text(), extensions, artifact.repository.is_some())
    {
        let diagnostic =
            rules::unexpected_extension::new(file.span(), file.text(), ty.name(), extensions, list.span());
        return cx.report(file, diagnostic);
    }
    // An unknown key may be meant as `repository`.
    if !has_repository && !artifact.unread.has_unknown_key() {
        files::check_artifact_file(cx, file, extensions);
    }
}

/// Returns the extensions that an artifact type lists, without dots, and the list. `None` if there is no list or it
/// could not be read.
fn listed_extensions<'g>(types: &'g Types, ty: TypeView<'g>) -> Option<(Vec<&'g str>, YamlNode<'g>)> {
    let (list, tree) = types.lineage(ty).find_map(|ancestor| match ancestor.body() {
        Body::Artifact(body) => {
            let list = body.file_ext();
            (!list.is_absent()).then_some((list, ancestor.key().tree()))
        }
        _ => None,
    })?;
    let list = list.given()?;
    let list_node = tree.node(list.node);
    if list_node.items().count() != list.items.len() {
        return None;
    }
    let extensions = list.items.iter().map(|item| tree.node(item.0).text().trim_start_matches('.'));
    Some((extensions.filter(|extension| !extension.is_empty()).collect(), list_node))
}

/// Checks the artifacts of a node template; those of a template that is only selected need no values.
pub(super) fn check_artifacts<'g>(
    cx: &mut Cx<'g>,
    map: Option<&'g Map<ArtifactDefinition>>,
    needs_values: bool,
) {
    for (_, artifact) in entries(map) {
        typed_entities::check_artifact(cx, artifact, needs_values);
    }
}

/// Whether a path or URL has one of the extensions. URLs and files of a repository may have no extension.
fn has_extension(file: &str, extensions: &[&str], is_remote: bool) -> bool {
    let is_url = scheme(file).is_some();
    let path = if is_url {
        let after_scheme = file.split_once("://").map_or(file, |(_, rest)| rest);
        let without_query = after_scheme.split(['?', '#']).next().unwrap_or(after_scheme);
        without_query.split_once('/').map_or("", |(_, path)| path)
    } else {
        file
    };
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path).to_lowercase();
    let matches = |extension: &&str| {
        name.strip_suffix(&extension.to_lowercase()).is_some_and(|rest| rest.ends_with('.'))
    };
    (is_url || is_remote) && !name.contains('.') || extensions.iter().any(matches)
}
