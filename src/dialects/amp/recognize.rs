//! Files of 1.3 that only this dialect can mean.

use crate::dialects::Recognised;
use crate::yaml::Node;

use super::expression;

/// The version that the dialect extends.
const VERSIONS: &[&str] = &["tosca_simple_yaml_1_3", "tosca_simple_yaml_1_3_0"];

const RECOGNISED: Recognised = Recognised {
    version: 0,
    words: "the AMP dialect of TOSCA Simple Profile 1.3",
    names: VERSIONS,
    is_extended: false,
};

/// Texts that stand somewhere in a file of the dialect.
const TEXTS: &[&str] =
    &["add_brooklyn_types", "check_running", "template_icon", "tosca.entity.DynamicCluster"];

/// How such texts may begin.
const BEGINNINGS: &[&str] = &["brooklyn.", "org.apache.brooklyn.", "classpath://", expression::PREFIX];

/// Recognises a file by its marks.
pub(super) fn recognise(root: Node<'_>, name: &str) -> Option<Recognised> {
    let recognised = insist(root, name)?;
    let tree = root.tree();
    let shows = |text: &str| BEGINNINGS.iter().any(|start| text.starts_with(start));
    let marked = TEXTS.iter().any(|text| tree.mentions(text))
        || tree.mentions("icon") && has_icon(root)
        || tree.texts().any(shows);
    marked.then_some(recognised)
}

/// Takes any file of the version; one that was lowered is none any more.
pub(super) fn insist(root: Node<'_>, name: &str) -> Option<Recognised> {
    let lowered = root.get("tosca_definitions_version").is_some_and(Node::is_lowered);
    (VERSIONS.contains(&name) && !lowered).then_some(RECOGNISED)
}

/// Whether some type has an icon.
fn has_icon(root: Node<'_>) -> bool {
    let sections = root.entries().filter(|(key, _)| key.text().ends_with("_types"));
    sections.flat_map(|(_, types)| types.entries()).any(|(_, body)| body.get("icon").is_some())
}
