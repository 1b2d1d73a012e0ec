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
    let of_camp = root.get("services").is_some_and(Node::is_sequence);
    let found = [
        ("heat_template_version", true, "a template of OpenStack Heat, which is not TOSCA"),
        ("brooklyn.catalog", true, "a catalog of Cloudsoft AMP, which is not TOSCA"),
        ("camp_version", true, "a plan of CAMP, which is not TOSCA"),
        ("services", of_camp, "a plan of CAMP, which is not TOSCA"),
    ];
    let (key, what) = found.into_iter().find_map(|(name, is_it, what)| {
        let (key, _) = root.entry(name).filter(|_| is_it)?;
        Some((key, what))
    })?;
    Some((key, what, ROLE))
}
