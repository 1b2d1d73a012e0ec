//! Recognizes files that are not plain TOSCA 2.0 by their content, and lowers them to TOSCA 2.0.
//!
//! Input: the tree of one file. Output: its dialect and, if that is supported, a [`Lowered`]: the tree of
//! plain TOSCA 2.0 in which every node keeps the span of its original, with [`Policies`] that later phases
//! apply without knowing the dialect, and [`Marks`] for decisions that need more than the tree. Works on
//! single files without side effects, and knows nothing of imports or names.
//!
//! # A dialect
//!
//! is a folder here and a [`Language`] in the list `detect::LANGUAGES`: how a file is recognized, and how its
//! tree is rewritten. The result may be another dialect: it is recognized again, until it is plain TOSCA 2.0.
//! Rules and their pages are in the folder of the dialect (`rules/`) and in the list of
//! `diagnostics/rules.rs`.
//!
//! # A rule
//!
//! Keyname tables drive the rewriting (`table.rs`): each row describes a keyname and has a function
//! `(rewriter, key, value)` that writes the lowered entry, or nothing. A part with its own keynames is a
//! function `(rewriter, node)`, which mostly calls `rewriter.entity(&TABLE, node)`. To add a rule, change the
//! row of its keyname, or the function that it names: each entity has a separate file, for example in
//! `simple/lower/`. A rule
//!
//! * writes nodes with the [`Rewriter`]: `copy` for parts that stay, `key`, `string`, `open_map`, `close` for
//!   new ones, always with the span of the original node;
//! * calls `rewriter.applied("L14", node)` when it changes something, for `tosca lower --explain`, which gets
//!   the description from `rule_words` of the language;
//! * calls `rewriter.lose(key, value)` for parts that TOSCA 2.0 cannot express: they are kept under `metadata`;
//! * calls `rewriter.mark(…)` right before it writes a node that only later phases can interpret;
//! * reports with `rewriter.report(node, …)`, except for what the checks of TOSCA 2.0 report.

mod amp;
mod decisions;
mod detect;
mod draft_scalars;
mod element;
mod foreign;
mod guards;
mod marks;
mod normal_form;
mod policies;
mod rewriter;
mod simple;
mod table;
mod tosca_xml;
mod toscalite;
pub mod variability;

use std::borrow::Cow;
use std::sync::Arc;

use crate::base::Span;
use crate::diagnostics::{Diagnostic, Edit, Rule};
use crate::keynames::AddedRow;
use crate::yaml::{Builder, Tree};

pub use decisions::{Decision, Decisions, Rewrite};
pub use detect::{Dialect, Language, NEWEST, Recognized, looks_like_tosca};
pub use foreign::foreign_language;
pub use guards::{Guard, Guards};
pub use marks::{Applied, LOST, Mark, Marks, UNKNOWN};
pub use normal_form::{ORIGINAL_DIALECTS, ORIGINAL_NAME, ORIGINAL_PROFILE, restore_levels};
pub use policies::{
    FilePolicy, FindingPolicy, Implicit, NamePolicy, PathPolicy, Policies, RefinementPolicy, Spellings,
};
pub use rewriter::{KEPT_KEY, KeptPart, Rewriter};
pub use simple::is_normative_profile;
use simple::kept as kept_value;
pub(crate) use simple::translate_node_filter;
pub use table::{Action, Extension, KeynameTable};
pub use tosca_xml::{XmlFile, XmlRepository, XmlSurroundings, is_read_with_others, separate_services};
pub use toscalite::{MODEL_FILE, looks_like_model};

/// The text of the standard that decides its few points of difference.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Spec {
    /// Committee Specification Draft 06, June 2024.
    Csd06,
    /// Committee Specification Draft 07, October 2024.
    Csd07,
    /// The OASIS Standard, July 2025.
    #[default]
    Os,
}

/// A file as plain TOSCA 2.0.
#[derive(Debug)]
pub struct Lowered {
    /// The lowered tree.
    pub tree: Tree,
    /// What is known about it.
    pub parts: LoweredParts,
}

/// What dialects say about a lowered file apart from its tree.
#[derive(Debug)]
pub struct LoweredParts {
    /// The settings for later phases.
    pub policies: Arc<Policies>,
    /// The decisions that are left to later phases.
    pub marks: Marks,
    /// The rules that were applied, in the order of the file.
    pub applied: Vec<Applied>,
    /// The elements that may be absent.
    pub guards: Guards,
    /// The names of the dialects that the file was lowered from, in this order.
    pub languages: Vec<&'static str>,
}

impl Default for LoweredParts {
    /// What is known about a file that was not rewritten.
    fn default() -> Self {
        Self {
            policies: Policies::of_plain_files(),
            marks: Marks::default(),
            applied: Vec::new(),
            guards: Guards::default(),
            languages: Vec::new(),
        }
    }
}

impl LoweredParts {
    fn with(self, tree: Tree) -> Lowered {
        Lowered { tree, parts: self }
    }
}

/// The keyname of the version of a file.
const VERSION: &str = "tosca_definitions_version";

/// The maximum number of dialects that are lowered to one another; more would be a cycle.
const MAX_CHAIN_LENGTH: usize = 8;

/// Returns the version of `tree`, or `None` if it has none, or it is not a string.
#[must_use]
pub fn written_version(tree: &Tree) -> Option<&str> {
    tree.root()?.get(VERSION)?.as_str()
}

/// Whether `tree` lacks nothing but a version to be a TOSCA file.
#[must_use]
pub fn lacks_version(tree: &Tree) -> bool {
    let Some(root) = tree.root().filter(|root| root.is_mapping() && !root.is_broken()) else { return false };
    root.get(VERSION).is_none() && detect::has_keys_of_part(root)
}

/// Returns `tree` with this version as its first entry, which has the place of the entry that was the first.
#[must_use]
pub fn with_version(tree: &Tree, version: &str) -> Tree {
    let mut out = Builder::rewriting(tree);
    if let Some(root) = tree.root() {
        let origin = root.entries().next().map_or(root, |(key, _)| key);
        out.open_like(root);
        out.lowered_string(VERSION, origin);
        out.lowered_string(version, origin);
        for (key, value) in root.all_entries() {
            out.copy(key);
            out.copy(value);
        }
        out.close();
    }
    out.finish()
}

/// Recognizes the dialect of `tree` and lowers it to plain TOSCA 2.0. The language with the name `requested`
/// is tried before others. A file in XML is lowered with those around it.
#[must_use]
pub fn lower(
    mut tree: Cow<'_, Tree>,
    spec: Spec,
    requested: Option<&str>,
    surroundings: Option<&XmlSurroundings>,
) -> (Dialect, Lowered, Vec<Diagnostic>) {
    let mut parts = LoweredParts::default();
    let mut diagnostics = Vec::new();
    for _ in 0..MAX_CHAIN_LENGTH {
        let (detected, reported) = match detect::detect(&tree, requested) {
            // What is left of its words, such as an empty section, does not make it another file of the language.
            (detect::Detected::In(language, _), _) if parts.languages.contains(&language.name) => {
                (detect::Detected::Plain, Vec::new())
            }
            detected => detected,
        };
        match (detected, reported) {
            (detect::Detected::Plain, reported) => {
                diagnostics.extend(reported);
                let (tree, reported) = draft_scalars::lower(tree.into_owned(), spec);
                diagnostics.extend(reported);
                return (Dialect::Tosca2, parts.with(tree), diagnostics);
            }
            (detect::Detected::Nothing, reported) => {
                diagnostics.extend(reported);
                return (Dialect::Foreign, parts.with(tree.into_owned()), diagnostics);
            }
            (detect::Detected::Refused, reported) => {
                return (Dialect::Unsupported, parts.with(tree.into_owned()), reported);
            }
            (detect::Detected::In(language, recognized), reported) => {
                diagnostics.extend(reported);
                parts.languages.push(language.name);
                let mut rewriter = Rewriter::new(&tree, recognized, parts);
                rewriter.surroundings = surroundings.cloned();
                (language.lower)(&mut rewriter);
                let (rewritten, reported);
                (rewritten, parts, reported) = rewriter.finish();
                diagnostics.extend(reported);
                tree = Cow::Owned(rewritten);
            }
        }
    }
    (Dialect::Tosca2, parts.with(tree.into_owned()), diagnostics)
}

/// Returns the type of an artifact that is given as a file only.
#[must_use]
pub fn artifact_type_of(file: &str) -> &'static str {
    simple::artifact_type_of(file)
}

/// Describes what a rule of lowering does.
#[must_use]
pub fn rule_words(rule: &str) -> &'static str {
    detect::LANGUAGES.iter().find_map(|language| (language.rule_words)(rule)).unwrap_or_default()
}

/// The dialect of a file, for tools that do not lower it.
#[derive(Clone, Copy, Debug)]
pub enum Written {
    /// TOSCA 2.0.
    Plain,
    /// A dialect, with the table of its root.
    In(&'static crate::keynames::Meta),
    /// A file that is not supported.
    Other,
}

/// Recognizes the dialect of `tree`, and the keynames that it adds to the tables.
#[must_use]
pub fn written(tree: &Tree) -> (Written, &'static [AddedRow]) {
    match detect::detect(tree, None).0 {
        detect::Detected::Plain => (Written::Plain, &[]),
        detect::Detected::In(Language { extension: Some(extension), .. }, _) => {
            let table = tree.root().and_then(|root| detect::table_below(extension, root));
            (table.map_or(Written::Plain, Written::In), extension.added)
        }
        detect::Detected::In(language, _) => {
            // An extension without its own tables uses those of the language that it extends.
            let mut tables = std::iter::once(language).chain(detect::recognizing_languages(tree));
            let root = tables.find_map(|language| (language.tables)().first().copied());
            (root.map_or(Written::Other, Written::In), &[])
        }
        detect::Detected::Refused | detect::Detected::Nothing => (Written::Other, &[]),
    }
}

/// Returns the version of the dialect of `tree`, in the numbers of the rows of its tables; `None` for TOSCA 2.0.
#[must_use]
pub fn version(tree: &Tree) -> Option<u8> {
    match detect::detect(tree, None).0 {
        detect::Detected::In(_, recognized) => Some(recognized.version),
        _ => None,
    }
}

/// Returns the rules that are less serious in the dialect of `tree` than in TOSCA 2.0.
#[must_use]
pub fn milder_rules(tree: &Tree) -> &'static [&'static Rule] {
    let (detect::Detected::In(language, _), Some(root)) = (detect::detect(tree, None).0, tree.root()) else {
        return &[];
    };
    let below = language.extension.and_then(|extension| detect::languages_below(extension, root).next());
    if language.milder.is_empty() { below.map_or(&[], |below| below.milder) } else { language.milder }
}

/// Returns the names of all dialects.
pub fn names() -> impl Iterator<Item = &'static str> {
    detect::LANGUAGES.iter().map(|language| language.name)
}

/// Returns the reference of a dialect in Markdown, or `None` if it has no such page.
#[must_use]
pub fn reference_of(name: &str) -> Option<String> {
    (name == "variability").then(variability::reference)
}

/// Returns the keyname tables of all dialects, with the name of the dialect.
pub fn tables() -> impl Iterator<Item = (&'static str, Vec<&'static crate::keynames::Meta>)> {
    detect::LANGUAGES.iter().map(|language| (language.name, (language.tables)()))
}

/// Whether the template in `tree` has an input called `name` that selects a variant.
#[must_use]
pub fn selects_variant(tree: &Tree, name: &str) -> bool {
    variability::read(tree).0.input(name).is_some()
}

/// What a migration changes in a template that has no equivalent in plain TOSCA.
#[derive(Debug)]
pub struct Renamings {
    /// Other names for the same, in the order of the text.
    pub edits: Vec<Edit>,
    /// The places that keep their names, but not their meaning, each with the reason, in the order of the text.
    pub changed: Vec<(Span, &'static str)>,
    /// The keyname of the template.
    pub template: Span,
}

/// Returns what a migration changes in the file in `tree`, which is in `languages`; `None` if plain TOSCA has an equivalent:
/// if it has not several variants.
#[must_use]
pub fn renamings(tree: &Tree, languages: &[&str]) -> Option<Renamings> {
    languages.contains(&variability::LANGUAGE.name).then(|| variability::renamings_in(tree))?
}
