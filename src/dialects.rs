//! Everything that is not plain TOSCA 2.0: recognised by content, and lowered to it.
//!
//! In: the tree of one file. Out: what the file is written in and, where that can be read, a [`Lowered`]:
//! the tree of plain TOSCA 2.0 in which every node keeps the span of what it came from, with [`Policies`]
//! that later phases obey without knowing the dialect and [`Marks`] for what cannot be decided on the tree
//! alone. Pure, file by file; knows nothing of imports or names.
//!
//! # A dialect
//!
//! is a folder here and a [`Language`] in the list `detect::LANGUAGES`: how a file is recognised, and how its
//! tree is rewritten. It may be rewritten to another dialect: what comes out is recognised again, until
//! it is plain TOSCA 2.0. Codes and pages lie in the folder of the dialect (`codes/`, `pages/`) and stand in
//! the list of `diagnostics/codes.rs`.
//!
//! # A rule
//!
//! Keyname tables drive the rewriting (`table.rs`): each row says what the keyname is and what becomes of
//! it, as a function `(rewriter, key, value)` that writes the lowered entry, or nothing. A part with
//! keynames of its own is a function `(rewriter, node)`, which mostly calls `rewriter.entity(&TABLE, node)`.
//! To add a rule, change the row of its keyname, or the function it names: each entity has a file of its
//! own, so those of the Simple Profile lie in `simple/lower/`. A rule
//!
//! * writes nodes with the [`Rewriter`]: `copy` for what stays, `key`, `string`, `open`, `close` for what is
//!   new, always with the span of the written node that it stands for;
//! * calls `rewriter.applied("L14", node)` where it changes something, for `tosca lower --explain`, which asks
//!   `rule_words` of the language what that means;
//! * calls `rewriter.lose(key, value)` for what TOSCA 2.0 cannot express: it is kept under `metadata`;
//! * calls `rewriter.mark(…)` right before it writes a node that only later phases can understand;
//! * reports with `rewriter.report(node, …)`. What TOSCA 2.0 itself will report is left to it.

mod amp;
mod decisions;
mod detect;
mod draft_scalars;
mod foreign;
mod guards;
mod marks;
mod policies;
mod rewriter;
mod simple;
mod table;
pub mod variability;

use crate::diagnostics::Diagnostic;
use crate::yaml::Tree;

pub use decisions::{Decision, Decisions, Rewrite};
pub use detect::{Dialect, Language, Recognised, looks_like_tosca};
pub use guards::{Guard, Guards};
pub use marks::{Applied, Mark, Marks};
pub use policies::{FilePolicy, FindingPolicy, Implicit, NamePolicy, PathPolicy, Policies, Spellings};
pub use rewriter::{Kept, Rewriter};
pub use table::{Action, Added, Extension, Table};

/// Which text of the standard decides its few points of difference.
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
    /// The tree.
    pub tree: Tree,
    /// What later phases should know.
    pub policies: Policies,
    /// What later phases must decide.
    pub marks: Marks,
    /// Which rules rewrote what, in the order of the file.
    pub applied: Vec<Applied>,
    /// What may be absent.
    pub guards: Guards,
    /// The names of the dialects that it was rewritten from, in this order.
    pub languages: Vec<&'static str>,
}

impl Lowered {
    /// A tree to which nothing was done.
    #[must_use]
    pub fn untouched(tree: Tree) -> Self {
        Self {
            tree,
            policies: Policies::default(),
            marks: Marks::default(),
            applied: Vec::new(),
            guards: Guards::default(),
            languages: Vec::new(),
        }
    }
}

/// So many dialects lower to one another; more would be a circle.
const LONGEST_CHAIN: usize = 8;

/// Recognises what `tree` is written in and lowers it to plain TOSCA 2.0. The language with the name that is
/// `insisted` on is tried before others.
#[must_use]
pub fn lower(tree: Tree, spec: Spec, insisted: Option<&str>) -> (Dialect, Lowered, Vec<Diagnostic>) {
    let mut lowered = Lowered::untouched(tree);
    let mut diagnostics = Vec::new();
    for _ in 0..LONGEST_CHAIN {
        match detect::detect(&lowered.tree, insisted) {
            (detect::Found::Plain, found) => {
                diagnostics.extend(found);
                let (tree, found) = draft_scalars::lower(lowered.tree, spec);
                diagnostics.extend(found);
                lowered.tree = tree;
                return (Dialect::Tosca2, lowered, diagnostics);
            }
            (detect::Found::Nothing, found) => {
                diagnostics.extend(found);
                return (Dialect::Foreign, lowered, diagnostics);
            }
            (detect::Found::Refused, found) => return (Dialect::Unsupported, lowered, found),
            (detect::Found::In(language, recognised), found) => {
                diagnostics.extend(found);
                let tree = std::mem::replace(&mut lowered.tree, Tree::none());
                let mut languages = std::mem::take(&mut lowered.languages);
                languages.push(language.name);
                let mut rewriter = Rewriter::new(&tree, recognised, lowered);
                (language.lower)(&mut rewriter);
                let (rewritten, found) = rewriter.finish();
                diagnostics.extend(found);
                lowered = Lowered { languages, ..rewritten };
            }
        }
    }
    (Dialect::Tosca2, lowered, diagnostics)
}

/// The type of an artifact that is named as a file only.
#[must_use]
pub fn artifact_type_of(file: &str) -> &'static str {
    simple::artifact_type_of(file)
}

/// What the rule does, in words.
#[must_use]
pub fn rule_words(rule: &str) -> &'static str {
    detect::LANGUAGES.iter().find_map(|language| (language.rule_words)(rule)).unwrap_or_default()
}

/// What a file is written in, for tools that leave it so.
#[derive(Clone, Copy, Debug)]
pub enum Written {
    /// TOSCA 2.0.
    Plain,
    /// A dialect, whose root has this table.
    In(&'static crate::keynames::Meta),
    /// Something that is not read.
    Other,
}

/// Recognises what `tree` is written in, and what that adds to the tables.
#[must_use]
pub fn written(tree: &Tree) -> (Written, &'static [Added]) {
    match detect::detect(tree, None).0 {
        detect::Found::Plain => (Written::Plain, &[]),
        detect::Found::In(Language { extension: Some(extension), .. }, _) => {
            let below = tree.root().and_then(|root| detect::table_below(extension, root));
            (below.map_or(Written::Plain, Written::In), extension.added)
        }
        detect::Found::In(language, _) => {
            // An extension without tables of its own has those of what it extends.
            let mut tables = std::iter::once(language).chain(detect::others(tree));
            let root = tables.find_map(|language| (language.tables)().first().copied());
            (root.map_or(Written::Other, Written::In), &[])
        }
        detect::Found::Refused | detect::Found::Nothing => (Written::Other, &[]),
    }
}

/// The names of all dialects.
pub fn names() -> impl Iterator<Item = &'static str> {
    detect::LANGUAGES.iter().map(|language| language.name)
}

/// The keyname tables of all dialects, by the name of the dialect.
pub fn tables() -> impl Iterator<Item = (&'static str, Vec<&'static crate::keynames::Meta>)> {
    detect::LANGUAGES.iter().map(|language| (language.name, (language.tables)()))
}
