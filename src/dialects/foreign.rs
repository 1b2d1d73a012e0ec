//! Languages that look like TOSCA and are not: recognised, and refused by name.

use crate::yaml::Node;

const ROLE: &str =
    "this program reads TOSCA: move the file to `tosca_2_0`, or leave it to the tool it was written for";

/// Recognises `root`: the place that tells, what the language is, what to do.
pub(super) fn recognise(root: Node<'_>) -> Option<(Node<'_>, &'static str, &'static str)> {
    let version = root.get("tosca_definitions_version");
    if let Some(version) = version.filter(|version| version.text().starts_with("cloudify_dsl_")) {
        return Some((version, "Cloudify DSL, which is not TOSCA", ROLE));
    }
    if version.is_some() {
        return None;
    }
    if let Some((key, _)) = root.entry("heat_template_version") {
        return Some((key, "a template of OpenStack Heat, which is not TOSCA", ROLE));
    }
    if let Some((key, _)) = root.entry("brooklyn.catalog") {
        return Some((key, "a catalog of Cloudsoft AMP, which is not TOSCA", ROLE));
    }
    if let Some((key, _)) = root.entry("camp_version") {
        return Some((key, "a plan of CAMP, which is not TOSCA", ROLE));
    }
    None
}
