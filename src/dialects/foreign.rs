//! Languages that look like TOSCA and are not: recognised, and refused by name.

use crate::yaml::Node;

const ROLE: &str = "convert the file to `tosca_2_0`, or exclude it from the check";

/// Recognises `root`: the place that tells, what the language is, what to do.
pub(super) fn recognise(root: Node<'_>) -> Option<(Node<'_>, &'static str, &'static str)> {
    let version = root.get("tosca_definitions_version");
    if let Some(version) = version.filter(|version| version.text().starts_with("cloudify_dsl_")) {
        return Some((version, "a Cloudify DSL file, not a TOSCA file", ROLE));
    }
    if version.is_some() {
        return None;
    }
    let of_camp = root.get("services").is_some_and(Node::is_sequence);
    let found = [
        ("heat_template_version", true, "an OpenStack Heat template, not a TOSCA file"),
        ("brooklyn.catalog", true, "a Cloudsoft AMP catalog, not a TOSCA file"),
        ("camp_version", true, "a CAMP plan, not a TOSCA file"),
        ("services", of_camp, "a CAMP plan, not a TOSCA file"),
    ];
    let (key, what) = found.into_iter().find_map(|(name, is_it, what)| {
        let (key, _) = root.entry(name).filter(|_| is_it)?;
        Some((key, what))
    })?;
    Some((key, what, ROLE))
}
