//! Reports parts of service templates that Cloudsoft AMP ignores.
//!
//! In: a model with resolved types, and a file in the dialect. Out: diagnostics of rules that are off by
//! default.

use crate::base::AnalysisBudget;
use crate::diagnostics::{Diagnostic, rules};
use crate::load::File;
use crate::model::Model;
use crate::model::service::{Member, NodeTemplateView, PolicyView, ServiceView};
use crate::model::types::{TypeRef, TypeView};
use crate::yaml::{self, YamlNode};

/// Capabilities of `tosca.nodes.Compute` that AMP ignores.
const IGNORED_CAPABILITIES: &[&str] = &["os", "endpoint", "scalable", "binding"];

/// Policy types that AMP ignores.
const IGNORED_POLICY_TYPES: &[&str] =
    &["tosca.policies.Placement", "tosca.policies.Update", "tosca.policies.Performance"];

/// Checks the node templates and policies of `file`.
#[must_use]
pub fn check(model: &Model, file: &File, _budget: &AnalysisBudget) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    if let Some(service) = model.service(file.id) {
        service.node_templates().iter().for_each(|template| check_capabilities(template, &mut diagnostics));
        service.policies().for_each(|policy| check_policy(policy, &mut diagnostics));
    }
    diagnostics
}

/// Reports a limit of AMP at `node`.
fn report_limit(diagnostics: &mut Vec<Diagnostic>, node: YamlNode<'_>, reason: &str) {
    yaml::report(diagnostics, node, rules::amp_limit::new(node.span(), node.text(), reason));
}

/// Whether `ty` is one of the built-in types `names`, or derived from one of them.
fn is_derived_from(service: ServiceView<'_>, ty: TypeRef, names: &[&str]) -> bool {
    let types = service.types();
    let is_built_in = |ancestor: TypeView<'_>| types.graph.file(ancestor.id.file).is_built_in();
    let Some(ty) = types.defined(ty) else { return false };
    types.lineage(ty).any(|ancestor| names.contains(&ancestor.name()) && is_built_in(ancestor))
}

/// Checks the capabilities of a server: AMP only reads `host`.
fn check_capabilities(template: NodeTemplateView<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let service = template.service();
    if !is_derived_from(service, template.node_type, &["tosca.nodes.Compute"]) {
        return;
    }
    for (key, _) in template.written().capabilities.iter().flat_map(|map| &map.entries) {
        let key = service.node(*key);
        if IGNORED_CAPABILITIES.contains(&key.text()) {
            report_limit(diagnostics, key, "AMP reads only the capability `host` of a server");
        }
    }
}

/// Checks a policy: AMP ignores some types, and scales only clusters.
fn check_policy(policy: PolicyView<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let service = policy.service();
    let (Some(name), Some(used)) = (policy.written().policy_type, policy.policy_type()) else { return };
    if is_derived_from(service, used, IGNORED_POLICY_TYPES) {
        report_limit(diagnostics, service.node(name.node), "ignored by AMP");
    }
    if !is_derived_from(service, used, &["tosca.policies.Scaling"]) {
        return;
    }
    for target in policy.targets() {
        if let Some(Member::NodeTemplate(template)) = service.member(target)
            && is_derived_from(service, template.node_type, &["tosca.nodes.Root"])
            && !is_derived_from(service, template.node_type, &["tosca.entity.DynamicCluster"])
        {
            let reason = "AMP only scales `tosca.entity.DynamicCluster` nodes";
            report_limit(diagnostics, service.node(target), reason);
        }
    }
}
