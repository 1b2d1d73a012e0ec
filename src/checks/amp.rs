//! What Cloudsoft AMP makes nothing of in service templates, on resolved types.
//!
//! In: a model, and a file of it that is written in the dialect. Out: diagnostics for those who ask for them.

use crate::base::AnalysisBudget;
use crate::diagnostics::{Diagnostic, codes};
use crate::load::File;
use crate::model::Model;
use crate::model::service::{Member, NodeTemplateView, PolicyView, ServiceView};
use crate::model::types::{TypeRef, TypeView};
use crate::yaml::{self, Node};

/// Capabilities of servers that AMP does not read.
const UNREAD_CAPABILITIES: &[&str] = &["os", "endpoint", "scalable", "binding"];

/// Policy types that do nothing in AMP.
const UNUSED_POLICY_TYPES: &[&str] =
    &["tosca.policies.Placement", "tosca.policies.Update", "tosca.policies.Performance"];

/// Checks the node templates and policies of `file`.
#[must_use]
pub fn check(model: &Model, file: &File, _budget: &AnalysisBudget) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    if let Some(service) = model.service(file.id) {
        service.node_templates().iter().for_each(|template| capabilities(template, &mut found));
        service.policies().for_each(|policy| check_policy(policy, &mut found));
    }
    found
}

fn limit(found: &mut Vec<Diagnostic>, node: Node<'_>, reason: &str) {
    yaml::report(found, node, codes::amp_limit::new(node.span(), node.text(), reason));
}

/// Whether the type is one of the types `names` of the language, or derived from one.
fn is_derived_from(service: ServiceView<'_>, used: TypeRef, names: &[&str]) -> bool {
    let types = service.types();
    let is_built_in = |ancestor: TypeView<'_>| types.graph.file(ancestor.id.file).is_built_in();
    let Some(used) = types.defined(used) else { return false };
    types.lineage(used).any(|ancestor| names.contains(&ancestor.name()) && is_built_in(ancestor))
}

/// Of a server, AMP reads one capability.
fn capabilities(template: NodeTemplateView<'_>, found: &mut Vec<Diagnostic>) {
    let service = template.service();
    if !is_derived_from(service, template.node_type, &["tosca.nodes.Compute"]) {
        return;
    }
    for (key, _) in template.written().capabilities.iter().flat_map(|map| &map.entries) {
        let key = service.node(*key);
        if UNREAD_CAPABILITIES.contains(&key.text()) {
            limit(found, key, "AMP reads only the capability `host` of a server");
        }
    }
}

/// Some policies do nothing, and scaling applies to clusters.
fn check_policy(policy: PolicyView<'_>, found: &mut Vec<Diagnostic>) {
    let service = policy.service();
    let (Some(name), Some(used)) = (policy.written().policy_type, policy.policy_type()) else { return };
    if is_derived_from(service, used, UNUSED_POLICY_TYPES) {
        limit(found, service.node(name.node), "ignored by AMP");
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
            limit(found, service.node(target), reason);
        }
    }
}
