//! Recognizes languages that look like TOSCA but are not, to reject them by name.

use crate::yaml::YamlNode;

const HELP: &str = "convert the file to `tosca_2_0`, or exclude it from the check";

const CAMP: &str = "a CAMP plan, not a TOSCA file";

/// Keys at the root of other files, with their values unless these are free, and the descriptions.
const SIGNS: &[(&str, &str, &str)] = &[
    ("kind", "Ensemble", "an Unfurl ensemble, not a TOSCA file"),
    ("heat_template_version", "", "an OpenStack Heat template, not a TOSCA file"),
    ("brooklyn.catalog", "", "a Cloudsoft AMP catalog, not a TOSCA file"),
    ("camp_version", "", CAMP),
];

/// Recognizes the language of `root`: the node that shows it, the description of the language, and the help.
pub(super) fn recognize(root: YamlNode<'_>) -> Option<(YamlNode<'_>, &'static str, &'static str)> {
    let version = root.get("tosca_definitions_version");
    if let Some(version) = version.filter(|version| version.text().starts_with("cloudify_dsl_")) {
        return Some((version, "a Cloudify DSL file, not a TOSCA file", HELP));
    }
    if version.is_some() {
        return None;
    }
    let sign = SIGNS.iter().find_map(|(name, value, what)| {
        let (key, written) = root.entry(name)?;
        (value.is_empty() || written.text() == *value).then_some((key, *what))
    });
    let services = || root.entry("services").filter(|(_, services)| services.is_sequence());
    let (key, what) = sign.or_else(|| services().map(|(key, _)| (key, CAMP)))?;
    Some((key, what, HELP))
}

/// Returns the description of the language of a file that is not TOSCA, judged by its lines: fast, for searching
/// directories.
#[must_use]
pub fn foreign_language(content: &[u8]) -> Option<&'static str> {
    content.split(|&byte| byte == b'\n').find_map(|line| {
        let colon = line.iter().position(|&byte| byte == b':')?;
        let (name, written) = (&line[..colon], line[colon + 1..].trim_ascii());
        let is_sign = |(key, value, _): &&(&str, &str, _)| {
            key.as_bytes() == name && (value.is_empty() || value.as_bytes() == written)
        };
        SIGNS.iter().find(is_sign).map(|(_, _, what)| *what)
    })
}
