//! TOSCA 1.0 in XML: a language with types, templates and implementations in separate files.
//!
//! `xml` makes a tree of elements, with the locations that they have in the file. This module checks it against the
//! grammar (`grammar`), checks what names mean (`checks`) and lowers it (`lower`), with a view of all other files
//! (`repository`). Later phases do not know that a file was XML.

mod checks;
mod element;
mod fields;
mod grammar;
mod kinds;
mod lower;
mod prefixes;
mod repository;
mod schema;
mod services;

use std::sync::{Arc, LazyLock};

use camino::Utf8PathBuf;
use memchr::memmem::Finder;

use crate::diagnostics::{Rule, rules};
use crate::xml;
use crate::yaml::YamlNode;

use super::{Language, Recognized, RefinementPolicy};

pub use repository::{XmlFile, XmlRepository};
pub use services::separate_services;

/// The namespace of TOSCA 1.0, which is also the type of an import of TOSCA.
pub(super) use crate::host::XML_NAMESPACE as NAMESPACE;

/// The path of a file, and the files that it is lowered with.
#[derive(Clone, Debug)]
pub struct XmlSurroundings {
    /// The absolute path of the file.
    pub path: Utf8PathBuf,
    /// The files.
    pub repository: Arc<XmlRepository>,
}

const RECOGNIZED: Recognized = Recognized {
    version: 0,
    words: "TOSCA 1.0 in XML",
    names: &["tosca_1_0_xml"],
    is_extended: false,
    documented: &[],
    of_tools: &[],
};

/// The rules of TOSCA 2.0 whose findings rules of XML report, in its words.
const TURNED_OFF: &[&Rule] = &[&rules::missing_file::RULE, &rules::unknown_type::RULE];

/// TOSCA 1.0 in XML.
pub(super) static LANGUAGE: Language = Language {
    name: "tosca_xml",
    versions: &[],
    recognize: |root, _| recognize(root),
    accept: |root, _| recognize(root),
    lower: lower::lower,
    tables: Vec::new,
    rule_words,
    extension: None,
    later_versions: &[],
    milder: &[],
    refinements: |_| RefinementPolicy::default(),
};

/// Whether the content of a file is XML with the namespace of TOSCA 1.0: such a file is lowered with those around it.
#[must_use]
pub fn is_read_with_others(content: &[u8]) -> bool {
    static FINDER: LazyLock<Finder<'_>> = LazyLock::new(|| Finder::new(NAMESPACE));
    let has_namespace = |content: &[u8]| FINDER.find(content).is_some();
    match xml::decode(content) {
        Some(content) => has_namespace(&content),
        None => xml::begins_as_xml(content) && has_namespace(content),
    }
}

fn recognize(root: YamlNode<'_>) -> Option<Recognized> {
    let is_xml = root.tree().is_xml() && !root.tree().is_rewritten();
    (is_xml && definitions(root).is_some()).then_some(RECOGNIZED)
}

/// Returns the key and value of the element `Definitions`.
fn definitions(root: YamlNode<'_>) -> Option<(YamlNode<'_>, YamlNode<'_>)> {
    fn local(name: &str) -> Option<&str> {
        name.strip_prefix('{')?.strip_prefix(NAMESPACE)?.strip_prefix('}')
    }
    root.all_entries().next().filter(|(key, _)| local(key.text()) == Some("Definitions"))
}

/// Describes what a rule of the dialect does.
fn rule_words(rule: &str) -> Option<&'static str> {
    Some(match rule {
        "definitions" => "`Definitions` → file of TOSCA 2.0",
        "import" => "used definition of another file → import",
        "type" => "type → type definition",
        "properties" => "properties by key and type, or of a schema → properties",
        "states" => "instance states → attribute `state`",
        "interface" => "interface → interface type and definition",
        "implementation" => "implementation of a type → implementations of its operations",
        "derived-type" => "one of several implementations → derived node type",
        "artifact" => "reference to an artifact template → artifact definition",
        "requirement" => "requirement definition → requirement with the capability of its type",
        "service" => "`ServiceTemplate` → `service_template`",
        "template" => "node or relationship template → template",
        "relation" => "relationship template → requirement of its source",
        "policy" => "policy of a node template → policy with that target",
        "boundary" => "boundary definitions → inputs, outputs, substitution mapping",
        "input" => "`get_input: NAME` → call and input",
        "plan" => "plan → workflow",
        "name" => "name → name that TOSCA 2.0 can have",
        _ => return None,
    })
}
