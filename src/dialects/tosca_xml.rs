//! TOSCA 1.0 in XML.
//!
//! Input: the tree of an XML file whose root is `Definitions`. Output: a tree of TOSCA 2.0: types, and the
//! service template of the file. Elements that have no equivalent, or that are not converted, are kept as text
//! under `metadata`, and reported.

pub(super) mod element;
mod file;
mod names;
mod topology;
mod types;

use crate::yaml::YamlNode;

use super::{Language, Recognized, RefinementPolicy};

/// The namespace of TOSCA 1.0, which is also the type of an import of TOSCA.
pub(super) const NAMESPACE: &str = "http://docs.oasis-open.org/tosca/ns/2011/12";

const RECOGNIZED: Recognized = Recognized {
    version: 0,
    words: "TOSCA 1.0 in XML",
    names: &["tosca_1_0_xml"],
    is_extended: false,
    documented: &[],
    of_tools: &[],
};

/// TOSCA 1.0 in XML.
pub(super) static LANGUAGE: Language = Language {
    name: "tosca_xml",
    versions: &[],
    recognize: |root, _| recognize(root),
    accept: |root, _| recognize(root),
    lower: file::lower,
    tables: Vec::new,
    rule_words,
    extension: None,
    milder: &[],
    refinements: |_| RefinementPolicy::default(),
};

fn recognize(root: YamlNode<'_>) -> Option<Recognized> {
    let is_xml = root.tree().is_xml() && !root.tree().is_rewritten();
    (is_xml && definitions(root).is_some()).then_some(RECOGNIZED)
}

/// Returns the key and value of the element `Definitions`.
fn definitions(root: YamlNode<'_>) -> Option<(YamlNode<'_>, YamlNode<'_>)> {
    let is_definitions = |name: &str| {
        name.strip_prefix('{').and_then(|name| name.split_once('}')) == Some((NAMESPACE, "Definitions"))
    };
    root.all_entries().next().filter(|(key, _)| is_definitions(key.text()))
}

/// Describes what a rule of the dialect does.
fn rule_words(rule: &str) -> Option<&'static str> {
    Some(match rule {
        "definitions" => "`Definitions` → TOSCA 2.0 file",
        "type" => "type element → type definition",
        "service" => "`ServiceTemplate` → `service_template`",
        "template" => "template element → template",
        "kept" => "element moved to `metadata`",
        _ => return None,
    })
}
