//! Policy types and policies.

use crate::diagnostics::rules;
use crate::dialects::{Rewriter, table::table};
use crate::keynames::Expected;
use crate::yaml::YamlNode;

use super::super::versions::V1_1;
use super::capability::properties;
use super::property::PROPERTY;
use super::shapes::{
    ANYTHING, METADATA, NODE_TYPES, POLICY_TYPE as NAME, TEXT, TEXTS, VALUES, VERSION, copy, values, version,
};
use super::trigger;

table! {
    /// A policy type.
    pub(in crate::dialects) POLICY_TYPE "policy type" "3.7.12" {
        /// The type that this one is derived from.
        "derived_from": NAME => super::shapes::parent;
        /// The version of the type, for its maintainers.
        "version": VERSION => version;
        /// Free information for people and tools.
        "metadata": METADATA => copy;
        /// What the type is for.
        "description": TEXT => copy;
        /// What can be set on a policy.
        "properties": Expected::Map(&Expected::Entity(|| &PROPERTY.meta)) => properties;
        /// The types of nodes and groups that it can apply to.
        "targets": NODE_TYPES => super::shapes::names;
        /// What happens when.
        "triggers": ANYTHING => trigger::triggers, since(V1_1);
    }
    a_type;
}

table! {
    /// A rule for nodes of a service.
    pub(in crate::dialects) POLICY "policy definition" "3.8.6" {
        /// The policy type.
        "type": NAME => copy, mandatory;
        /// What the policy is for.
        "description": TEXT => copy;
        /// Free information for people and tools.
        "metadata": METADATA => copy, since(V1_1);
        /// Values for properties of the type.
        "properties": VALUES => values;
        /// The nodes and groups that it applies to.
        "targets": TEXTS => super::shapes::names;
        /// What happens when.
        "triggers": ANYTHING => trigger::triggers, since(V1_1);
    }
    string_intended_for("type");
}

fn policy<'t>(rewriter: &mut Rewriter<'t>, node: YamlNode<'t>) {
    rewriter.entity(&POLICY, node);
}

/// Writes the policies of a service: a list, but a map is a common mistake (L31).
pub(in crate::dialects) fn policies<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
    if !value.is_mapping() {
        return rewriter.part(key, value, |rewriter, value| rewriter.named(value, policy));
    }
    let help = Some("start each policy with `- `".to_owned());
    let expected = "a list of maps with one entry each";
    let diagnostic = rules::wrong_shape::new(value.span(), "`policies`", expected, "a map", help);
    rewriter.report(value, diagnostic);
    rewriter.same_key(key);
    rewriter.open_list_like(value);
    for (name, body) in value.entries() {
        rewriter.open_map_like(value);
        rewriter.copy(name);
        policy(rewriter, body);
        rewriter.close();
    }
    rewriter.close();
}
