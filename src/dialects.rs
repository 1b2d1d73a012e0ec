//! Everything that is not plain TOSCA 2.0: recognised by content, and lowered to it.
//!
//! In: the tree of one file. Out: what the file is written in and, where that can be read, the tree of
//! plain TOSCA 2.0 in which every node keeps the span of what it came from, with [`Traits`] that later
//! phases obey without knowing the dialect. Pure, file by file; knows nothing of imports or names. The
//! spelling of scalar types in an early draft is the first client.

mod detect;
mod draft_scalars;

use crate::diagnostics::Diagnostic;
use crate::yaml::Tree;

pub use detect::{Dialect, detect, looks_like_tosca};

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

/// Neutral facts about a lowered file, for later phases.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Traits {
    /// Scalar types need not have a unit with multiplier 1.
    pub free_units: bool,
}

/// A file as plain TOSCA 2.0.
#[derive(Debug)]
pub struct Lowered {
    /// The tree.
    pub tree: Tree,
    /// What later phases should know.
    pub traits: Traits,
}

/// Lowers a file of TOSCA 2.0 in any of its spellings.
#[must_use]
pub fn lower(tree: Tree, spec: Spec) -> (Lowered, Vec<Diagnostic>) {
    draft_scalars::lower(tree, spec)
}
