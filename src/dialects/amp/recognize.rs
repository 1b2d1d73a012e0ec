//! Recognizes files of TOSCA 1.3, and of a draft of 1.0, that only AMP can interpret.
//!
//! Input: the root of a file, and its version. Output: the recognized version, or `None` for plain TOSCA 1.3.

use crate::dialects::Recognized;
use crate::yaml::YamlNode;

use super::expression;

/// The version that the dialect extends, in both spellings.
const VERSIONS: &[&str] = &["tosca_simple_yaml_1_3", "tosca_simple_yaml_1_3_0"];

/// The version of a draft that earlier files of the dialect extend.
const DRAFTS: &[&str] = &["tosca_simple_yaml_1_0_0_wd03"];

/// The dialect of today.
const RECOGNIZED: Recognized = Recognized {
    version: 0,
    words: "the AMP dialect of TOSCA Simple Profile 1.3",
    names: VERSIONS,
    is_extended: false,
    documented: &[],
    of_tools: &[],
};

/// The dialect of earlier files.
const DRAFT: Recognized = Recognized {
    words: "the AMP dialect of a draft of TOSCA Simple Profile 1.0",
    names: DRAFTS,
    ..RECOGNIZED
};

/// Keys and values that occur only in files of the dialect.
const TEXTS: &[&str] =
    &["add_brooklyn_types", "check_running", "template_icon", "tosca.entity.DynamicCluster"];

/// Prefixes of keys and values that occur only in files of the dialect.
const PREFIXES: &[&str] = &["brooklyn.", "org.apache.brooklyn.", "classpath://", expression::PREFIX];

/// Recognizes a file by its version and the content that only the dialect has.
pub(super) fn recognize(root: YamlNode<'_>, name: &str) -> Option<Recognized> {
    let recognized = accept(root, name)?;
    let tree = root.tree();
    let has_prefix = |text: &str| PREFIXES.iter().any(|prefix| text.starts_with(prefix));
    let is_amp = TEXTS.iter().any(|text| tree.mentions(text))
        // Searching all texts first is cheaper than visiting all types.
        || tree.mentions("icon") && has_icon(root)
        || tree.texts().any(has_prefix);
    is_amp.then_some(recognized)
}

/// Recognizes a file by its version alone, unless it was already lowered.
pub(super) fn accept(root: YamlNode<'_>, name: &str) -> Option<Recognized> {
    let is_lowered = root.get("tosca_definitions_version").is_some_and(YamlNode::is_lowered);
    let known = [(VERSIONS, RECOGNIZED), (DRAFTS, DRAFT)];
    let known = known.into_iter().find(|(names, _)| names.contains(&name) && !is_lowered);
    known.map(|(_, recognized)| recognized)
}

/// Whether any type has an icon.
fn has_icon(root: YamlNode<'_>) -> bool {
    let sections = root.entries().filter(|(key, _)| key.text().ends_with("_types"));
    sections.flat_map(|(_, types)| types.entries()).any(|(_, body)| body.get("icon").is_some())
}
