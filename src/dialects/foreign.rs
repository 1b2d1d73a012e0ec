//! Recognizes languages that look like TOSCA but are not, to reject them by name.

use crate::yaml::YamlNode;

const HELP: &str = "convert the file to `tosca_2_0`, or exclude it from the check";

/// Recognizes the language of `root`: the node that shows it, the description of the language, and the help.
pub(super) fn recognize(root: YamlNode<'_>) -> Option<(YamlNode<'_>, &'static str, &'static str)> {
    let version = root.get("tosca_definitions_version");
    if let Some(version) = version.filter(|version| version.text().starts_with("cloudify_dsl_")) {
        return Some((version, "a Cloudify DSL file, not a TOSCA file", HELP));
    }
    if version.is_some() {
        return None;
    }
    let is_camp = root.get("services").is_some_and(YamlNode::is_sequence);
    let is_ensemble = root.get("kind").is_some_and(|kind| kind.text() == "Ensemble");
    let signs = [
        ("kind", is_ensemble, "an Unfurl ensemble, not a TOSCA file"),
        ("heat_template_version", true, "an OpenStack Heat template, not a TOSCA file"),
        ("brooklyn.catalog", true, "a Cloudsoft AMP catalog, not a TOSCA file"),
        ("camp_version", true, "a CAMP plan, not a TOSCA file"),
        ("services", is_camp, "a CAMP plan, not a TOSCA file"),
    ];
    let (key, what) = signs.into_iter().find_map(|(name, applies, what)| {
        let (key, _) = root.entry(name).filter(|_| applies)?;
        Some((key, what))
    })?;
    Some((key, what, HELP))
}
