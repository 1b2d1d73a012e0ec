//! Detects the dialect of a file by its content.

use crate::diagnostics::{Diagnostic, Rule, rules, suggest};
use crate::keynames::Meta;
use crate::yaml::{Tree, YamlNode};

use super::{Extension, RefinementPolicy, Rewriter, amp, foreign, simple, tosca_xml, toscalite, variability};

/// The kind of a file, as far as later phases distinguish it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// TOSCA 2.0, treated as such, or lowered to it.
    Tosca2,
    /// A known language that is not supported.
    Unsupported,
    /// Not TOSCA.
    Foreign,
}

/// A dialect that is lowered.
#[derive(Debug)]
pub struct Language {
    /// The name of the dialect, and of its folder.
    pub name: &'static str,
    /// The values of `tosca_definitions_version` for its versions.
    pub versions: &'static [&'static str],
    /// Recognizes a file by its root and the value of `tosca_definitions_version`, which is empty if the file
    /// has none.
    pub recognize: fn(YamlNode<'_>, &str) -> Option<Recognized>,
    /// Recognizes a file by its version alone. Used instead of `recognize` if the user requested the dialect.
    pub accept: fn(YamlNode<'_>, &str) -> Option<Recognized>,
    /// Rewrites the root, which exists and is a map.
    pub lower: for<'t> fn(&mut Rewriter<'t>),
    /// Returns its keyname tables, the root first, or no tables if it uses those of the language that it
    /// extends.
    pub tables: fn() -> Vec<&'static Meta>,
    /// Describes a rule of lowering, or returns `None` for a rule of another language.
    pub rule_words: fn(&str) -> Option<&'static str>,
    /// The keynames that it adds to the tables of another language.
    pub extension: Option<&'static Extension>,
    /// The rules that are less serious than in TOSCA 2.0.
    pub milder: &'static [&'static Rule],
    /// The versions of later languages that differ from this one, whose first version is the nearest.
    pub later_versions: &'static [&'static str],
    /// Returns the effect of refinements in a version, named by the value of `tosca_definitions_version`.
    pub refinements: fn(&str) -> RefinementPolicy,
}

/// The version that a file is recognized as.
#[derive(Clone, Copy, Debug)]
pub struct Recognized {
    /// The index of the version in the language.
    pub version: u8,
    /// The version in words: `TOSCA Simple Profile 1.3`.
    pub words: &'static str,
    /// The value of `tosca_definitions_version` for each version.
    pub names: &'static [&'static str],
    /// Whether its tools define more keynames: unknown keynames are warnings, and kept.
    pub is_extended: bool,
    /// The keynames among those that the tools document, by the name of their table: they are kept silently.
    pub documented: &'static [(&'static str, &'static [&'static str])],
    /// The keynames that a tool reads in any part, although the language does not have them, and the tool.
    pub of_tools: &'static [(&'static str, &'static str)],
}

/// All dialects. The first one that recognizes a file is used, so extensions come before what they extend.
pub(super) static LANGUAGES: &[&Language] =
    &[&tosca_xml::LANGUAGE, &toscalite::LANGUAGE, &variability::LANGUAGE, &amp::LANGUAGE, &simple::LANGUAGE];

/// The version of TOSCA 2.0.
pub const NEWEST: &str = "tosca_2_0";

/// The result of detection.
pub(super) enum Detected {
    /// TOSCA 2.0, or treated as such.
    Plain,
    /// A file of this language.
    In(&'static Language, Recognized),
    /// A known language that is not supported.
    Refused,
    /// Not TOSCA.
    Nothing,
}

/// Detects the dialect of `tree`. An unknown version is reported, and the file is treated as the nearest
/// language.
pub(super) fn detect(tree: &Tree, requested: Option<&str>) -> (Detected, Vec<Diagnostic>) {
    let Some(root) = tree.root() else {
        return (Detected::Nothing, Vec::new());
    };
    let version = root.get("tosca_definitions_version");
    let name = version.map_or("", YamlNode::text);
    if name == NEWEST {
        return (Detected::Plain, Vec::new());
    }
    if root.is_mapping()
        && (version.is_some() || has_tosca_keys(root) || tree.is_xml())
        && let Some((language, recognized)) = recognize(root, name.trim(), requested)
    {
        if let (Some(version), Some(key)) = (version, keyname_of_newest(root, language, &recognized)) {
            let diagnostic =
                rules::unknown_version::of_other_file(version.span(), name, key.span(), key.text());
            return (Detected::Plain, vec![diagnostic]);
        }
        return (Detected::In(language, recognized), Vec::new());
    }
    if let Some((node, what, help)) = foreign::recognize(root) {
        let diagnostic = rules::unsupported_dialect::new(node.span(), node.text(), what, help);
        return (Detected::Refused, vec![diagnostic]);
    }
    let Some(version) = version else {
        let is_foreign = !root.is_broken() && !has_tosca_keys(root);
        return (if is_foreign { Detected::Nothing } else { Detected::Plain }, Vec::new());
    };
    // The grammar reports a version that is not a string.
    if version.is_null() || version.is_invalid() || version.as_str().is_none() {
        return (Detected::Plain, Vec::new());
    }
    // Dots and hyphens in a version do not make it unknown.
    let name = name.replace(['.', '-', ' '], "_");
    let is_numbered = name.strip_prefix("tosca_").is_some_and(|rest| {
        rest.starts_with(|c: char| c.is_ascii_digit()) && rest.chars().all(|c| c.is_ascii_digit() || c == '_')
    });
    // Prefers the newest of several equally near versions.
    let names = LANGUAGES.iter().flat_map(|language| language.versions.iter().rev().copied()).chain([NEWEST]);
    let same = names.clone().find(|known| *known == name);
    let nearest = same.or_else(|| if is_numbered { None } else { suggest(&name, names) });
    let recognized_as = nearest.and_then(|nearest| recognize(root, nearest, requested));
    let words = match (nearest, &recognized_as) {
        (Some(nearest), Some(_)) => nearest,
        _ => NEWEST,
    };
    let is_later = |language: &&&Language| language.later_versions.contains(&name.as_str());
    let diagnostic = match LANGUAGES.iter().find(is_later).and_then(|language| language.versions.first()) {
        Some(earlier) => rules::unknown_version::of_later_language(version.span(), version.text(), earlier),
        None => rules::unknown_version::new(version.span(), version.text(), nearest, words),
    };
    (
        recognized_as.map_or(Detected::Plain, |(language, recognized)| Detected::In(language, recognized)),
        vec![diagnostic],
    )
}

/// Returns the keyname that shows that a file with the version of `language` is written in TOSCA 2.0.
fn keyname_of_newest<'t>(
    root: YamlNode<'t>,
    language: &Language,
    recognized: &Recognized,
) -> Option<YamlNode<'t>> {
    let is_simple = language.extension.is_none() && !recognized.is_extended;
    let is_mixed = ["topology_template", "namespace"].iter().any(|keyname| root.get(keyname).is_some());
    let (key, template) = root.entry("service_template").filter(|_| is_simple && !is_mixed)?;
    let is_known = (language.tables)().first().is_some_and(|table| table.keyname_at(key).is_some());
    (template.is_mapping() && !is_known).then_some(key)
}

fn recognize(
    root: YamlNode<'_>,
    name: &str,
    requested: Option<&str>,
) -> Option<(&'static Language, Recognized)> {
    let requested = LANGUAGES.iter().find(|language| Some(language.name) == requested);
    if let Some(language) = requested
        && let Some(recognized) = (language.accept)(root, name)
    {
        return Some((language, recognized));
    }
    LANGUAGES.iter().find_map(|language| Some((*language, (language.recognize)(root, name)?)))
}

/// Returns the languages of a file without the additions of `extension`.
pub(super) fn languages_below(
    extension: &Extension,
    root: YamlNode<'_>,
) -> impl Iterator<Item = &'static Language> {
    let name = (extension.base_version)(root);
    let is_base = move |language: &&&'static Language| {
        language.extension.is_none() && (language.recognize)(root, name).is_some()
    };
    LANGUAGES.iter().filter(is_base).copied()
}

/// Returns the root table of a file without the additions of `extension`, or `None` if that is TOSCA 2.0.
pub(super) fn table_below(extension: &Extension, root: YamlNode<'_>) -> Option<&'static Meta> {
    languages_below(extension, root).find_map(|language| (language.tables)().first().copied())
}

/// Returns all languages that recognize a file, in order.
pub(super) fn recognizing_languages(tree: &Tree) -> impl Iterator<Item = &'static Language> {
    let root = tree.root();
    let name = root.and_then(|root| root.get("tosca_definitions_version")).map_or("", YamlNode::text);
    let recognizes = move |language: &&&'static Language| {
        root.is_some_and(|root| (language.recognize)(root, name.trim()).is_some())
    };
    LANGUAGES.iter().filter(recognizes).copied()
}

/// The root keynames that only TOSCA has, in any of its versions.
const TOSCA_ROOT_KEYNAMES: &[&str] = &[
    "service_template",
    "topology_template",
    "artifact_types",
    "data_types",
    "capability_types",
    "interface_types",
    "relationship_types",
    "node_types",
    "group_types",
    "policy_types",
];

fn has_tosca_keys(root: YamlNode<'_>) -> bool {
    root.entries().any(|(key, _)| TOSCA_ROOT_KEYNAMES.contains(&key.text()))
}

/// Whether a file that another one imports has keynames of TOSCA: those that files of other kinds may have suffice.
pub(super) fn has_keys_of_part(root: YamlNode<'_>) -> bool {
    let shared = ["imports", "repositories", "dsl_definitions"];
    has_tosca_keys(root) || shared.iter().any(|key| root.get(key).is_some())
}

/// Whether a file may be TOSCA, judged by its lines: fast, for searching directories.
#[must_use]
pub fn looks_like_tosca(content: &[u8]) -> bool {
    if memchr::memmem::find(content, b"tosca_definitions_version").is_some()
        || tosca_xml::is_read_with_others(content)
        || toscalite::looks_like_model(content)
    {
        return true;
    }
    content.split(|&byte| byte == b'\n').any(|line| {
        let key = line.split(|&byte| byte == b':').next().unwrap_or(line).trim_ascii_end();
        TOSCA_ROOT_KEYNAMES.iter().any(|name| name.as_bytes() == key) && key.len() < line.len()
    })
}
