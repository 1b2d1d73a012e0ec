//! What a file is written in, judged by its content.

use crate::diagnostics::{Diagnostic, codes, suggest};
use crate::keynames::Meta;
use crate::yaml::{Node, Tree};

use super::{Extension, Rewriter, amp, foreign, simple, variability};

/// What a file is, as far as later phases mind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// TOSCA 2.0, taken for it, or lowered to it.
    Tosca2,
    /// Something that is recognised and not read.
    Unsupported,
    /// Not TOSCA.
    Foreign,
}

/// A language that is lowered.
#[derive(Debug)]
pub struct Language {
    /// The name of its folder.
    pub name: &'static str,
    /// The values of `tosca_definitions_version` that it has.
    pub versions: &'static [&'static str],
    /// Recognises a file by its root and the value of `tosca_definitions_version`; where that is an empty text,
    /// the file does not say.
    pub recognise: fn(Node<'_>, &str) -> Option<Recognised>,
    /// Takes a file in which nothing tells but the version, where the author insists.
    pub insist: fn(Node<'_>, &str) -> Option<Recognised>,
    /// Rewrites the root; there is one, and it is a map.
    pub lower: for<'t> fn(&mut Rewriter<'t>),
    /// Its keyname tables; that of the root is the first, unless it has those of the language that it extends.
    pub tables: fn() -> Vec<&'static Meta>,
    /// What a rule that its rewriting applies does, in words; `None` for a rule that it does not have.
    pub rule_words: fn(&str) -> Option<&'static str>,
    /// What it adds to the tables of another one.
    pub extension: Option<&'static Extension>,
}

/// What a file of a language is written in.
#[derive(Clone, Copy, Debug)]
pub struct Recognised {
    /// The version, by the language's own count.
    pub version: u8,
    /// The version in words: `TOSCA Simple Profile 1.3`.
    pub words: &'static str,
    /// What `tosca_definitions_version` is for each version.
    pub names: &'static [&'static str],
    /// Whether its tools have keynames of their own: those that no table has are doubted, and kept.
    pub is_extended: bool,
}

/// All of them; the first that recognises a file has it, so extensions come before what they extend.
pub(super) static LANGUAGES: &[&Language] = &[&variability::LANGUAGE, &amp::LANGUAGE, &simple::LANGUAGE];

const NEWEST: &str = "tosca_2_0";

/// What a file turned out to be.
pub(super) enum Found {
    /// TOSCA 2.0, or taken for it.
    Plain,
    /// A file of this language.
    In(&'static Language, Recognised),
    /// Something that is recognised and not read.
    Refused,
    /// Not TOSCA.
    Nothing,
}

/// Judges `tree`. A version that does not exist gives a diagnostic, and the file is taken for the nearest
/// language.
pub(super) fn detect(tree: &Tree, insisted: Option<&str>) -> (Found, Vec<Diagnostic>) {
    let Some(root) = tree.root() else {
        return (Found::Nothing, Vec::new());
    };
    let version = root.get("tosca_definitions_version");
    let name = version.map_or("", Node::text);
    if name == NEWEST {
        return (Found::Plain, Vec::new());
    }
    if root.is_mapping()
        && (version.is_some() || has_tosca_keys(root))
        && let Some((language, recognised)) = recognise(root, name.trim(), insisted)
    {
        return (Found::In(language, recognised), Vec::new());
    }
    if let Some((place, what, help)) = foreign::recognise(root) {
        let found = codes::unsupported_dialect::new(place.span(), place.text(), what, help);
        return (Found::Refused, vec![found]);
    }
    let Some(version) = version else {
        let foreign = !root.is_broken() && !has_tosca_keys(root);
        return (if foreign { Found::Nothing } else { Found::Plain }, Vec::new());
    };
    // What is not a string is told by the grammar.
    if version.is_null() || version.is_invalid() || version.as_str().is_none() {
        return (Found::Plain, Vec::new());
    }
    // Dots in versions and hyphens are no reason to look further.
    let name = name.replace(['.', '-', ' '], "_");
    let newer = name.strip_prefix("tosca_").is_some_and(|rest| {
        rest.starts_with(|c: char| c.is_ascii_digit()) && rest.chars().all(|c| c.is_ascii_digit() || c == '_')
    });
    // Of several that are equally near, the newest.
    let names = LANGUAGES.iter().flat_map(|language| language.versions.iter().rev().copied()).chain([NEWEST]);
    let same = names.clone().find(|known| *known == name);
    let near = same.or_else(|| if newer { None } else { suggest(&name, names) });
    let read_as = near.and_then(|near| recognise(root, near, insisted));
    let words = match (near, &read_as) {
        (Some(near), Some(_)) => near,
        _ => NEWEST,
    };
    let found = codes::unknown_version::new(version.span(), version.text(), near, words);
    (read_as.map_or(Found::Plain, |(language, recognised)| Found::In(language, recognised)), vec![found])
}

fn recognise(root: Node<'_>, name: &str, insisted: Option<&str>) -> Option<(&'static Language, Recognised)> {
    let insisted = LANGUAGES.iter().find(|language| Some(language.name) == insisted);
    if let Some(language) = insisted
        && let Some(recognised) = (language.insist)(root, name)
    {
        return Some((language, recognised));
    }
    LANGUAGES.iter().find_map(|language| Some((*language, (language.recognise)(root, name)?)))
}

/// The root table of the file below an extension of it; none where that is TOSCA 2.0.
pub(super) fn table_below(extension: &Extension, root: Node<'_>) -> Option<&'static Meta> {
    let name = (extension.below)(root);
    let below = |language: &&&'static Language| {
        language.extension.is_none() && (language.recognise)(root, name).is_some()
    };
    LANGUAGES.iter().filter(below).find_map(|language| (language.tables)().first().copied())
}

/// All languages that recognise a file, also behind the one that has it.
pub(super) fn others(tree: &Tree) -> impl Iterator<Item = &'static Language> {
    let root = tree.root();
    let name = root.and_then(|root| root.get("tosca_definitions_version")).map_or("", Node::text);
    let recognises = move |language: &&&'static Language| {
        root.is_some_and(|root| (language.recognise)(root, name.trim()).is_some())
    };
    LANGUAGES.iter().filter(recognises).copied()
}

/// Root keynames that only TOSCA has, in any of its versions.
const TELLING: &[&str] = &[
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

fn has_tosca_keys(root: Node<'_>) -> bool {
    root.entries().any(|(key, _)| TELLING.contains(&key.text()))
}

/// Whether a file may be TOSCA, judged by its lines: quick, for searching directories.
#[must_use]
pub fn looks_like_tosca(content: &[u8]) -> bool {
    if memchr::memmem::find(content, b"tosca_definitions_version").is_some() {
        return true;
    }
    content.split(|&byte| byte == b'\n').any(|line| {
        let key = line.split(|&byte| byte == b':').next().unwrap_or(line).trim_ascii_end();
        TELLING.iter().any(|name| name.as_bytes() == key) && key.len() < line.len()
    })
}
