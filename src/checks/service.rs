//! Checks service templates: assignments against effective types (TOSCA 2.0 §7.2 and the sections of the
//! other templates).
//!
//! In: derived types. Out: diagnostics of areas T06 and T08. Assumes that names of types and templates are
//! resolved; looks up names of members.

mod artifacts;
mod assignments;
mod computed;
mod copies;
mod directives;
mod files;
mod groups;
mod inputs;
mod interfaces;
mod memo;
mod names;
mod nodes;
mod overwritten;
mod parameters;
mod policies;
mod relationship_interfaces;
mod relationships;
mod requirements;
mod secrets;
pub(super) mod sections;
mod triggers;
mod typed_entities;
mod unknown_keys;
mod unused;
mod workflows;

use crate::diagnostics::Diagnostic;
use crate::dialects::{Decision, Rewrite};
use crate::host::Host;
use crate::keynames::Map;
use crate::load::{Earlier, File};
use crate::model::Model;
use crate::model::service::ServiceView;
use crate::model::types::Types;
use crate::values::{self, CheckedFile, Checker, EntityInstance, NodeInstance};
use crate::yaml::{self, NodeId, YamlNode};

use memo::Memo;

/// Checks all service templates and the artifacts of all files. The decisions are how TOSCA 2.0 writes values
/// of lowered files.
#[must_use]
pub fn review<'g>(model: &'g Model, host: &'g dyn Host) -> CheckedFile {
    let checked = values::check_each_file(model, &Earlier::none(), |checker, file| {
        let mut cx = Cx::new(checker, model, host, file);
        check_file(&mut cx);
        cx.checker
    });
    checked.into_results().collect()
}

/// The context of the checks of one file.
struct Cx<'g> {
    types: &'g Types,
    model: &'g Model,
    host: &'g dyn Host,
    file: &'g File,
    service: Option<ServiceView<'g>>,
    checker: Checker<'g>,
    /// Whether the checked template needs values: not if it is only selected (9.4-05).
    needs_values: bool,
    memo: Memo<'g>,
}

impl<'g> Cx<'g> {
    fn new(checker: Checker<'g>, model: &'g Model, host: &'g dyn Host, file: &'g File) -> Self {
        Self {
            types: &model.types,
            model,
            host,
            file,
            service: model.service(file.id),
            checker,
            needs_values: true,
            memo: Memo::default(),
        }
    }

    fn node(&self, id: NodeId) -> YamlNode<'g> {
        self.file.node(id)
    }

    /// Records how TOSCA 2.0 writes `node`.
    fn decide(&mut self, node: YamlNode<'_>, rewrite: Rewrite) {
        self.checker.decisions.push(Decision { node: node.source(), rewrite });
    }

    fn report(&mut self, node: YamlNode<'_>, diagnostic: Diagnostic) {
        yaml::report(&mut self.checker.diagnostics, node, diagnostic);
    }
}

fn check_file(cx: &mut Cx<'_>) {
    artifacts::check_types(cx);
    artifacts::check_functions(cx, false);
    triggers::check_type_triggers(cx);
    artifacts::check_service_template(cx);
    check_service_template(cx);
    unknown_keys::check(cx);
    secrets::report_secret_inputs(cx);
    secrets::report_private_keys(cx);
    cx.checker.report_cycles();
}

fn check_service_template(cx: &mut Cx<'_>) {
    let Some(service) = cx.service else { return };
    parameters::check_parameters(cx, service);
    unused::report_unused_inputs(cx, service);
    for template in service.node_templates().iter() {
        cx.needs_values = !template.is_selected;
        cx.checker.set_instance(Some(EntityInstance::Node(NodeInstance::of_template(template))));
        nodes::check_node_template(cx, template);
        cx.checker.set_instance(None);
        computed::check_computed_values(cx, template);
    }
    cx.needs_values = true;
    service
        .relationship_templates()
        .iter()
        .for_each(|template| relationships::check_relationship_template(cx, template));
    requirements::check(cx);
    service.groups().for_each(|group| groups::check_group(cx, group));
    groups::report_cycles(cx, service);
    policies::check_policies(cx, service);
    service.workflows().for_each(|workflow| workflows::check_workflow(cx, workflow));
    workflows::inlines::report_cycles(cx, service);
}

/// Returns the entries of a map that could be read.
fn entries<T>(map: Option<&Map<T>>) -> impl Iterator<Item = (NodeId, &T)> {
    map.into_iter().flat_map(|map| &map.entries).map(|(key, value)| (*key, value))
}
