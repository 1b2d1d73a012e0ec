//! The TOSCA 2.0 form of parts of lowered files whose meaning depends on their types.
//!
//! The checks of values and services decide them where they read such a part. They report the decision
//! ([`diagnostic`](Rewrite::diagnostic)), and `migrate` writes it; neither decides again.

use crate::base::FileId;
use crate::diagnostics::{Diagnostic, rules};
use crate::literals::Spelling;
use crate::yaml::{NodeId, SourceNode, YamlNode, plain};

/// The replacement of a node in TOSCA 2.0, if there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rewrite {
    /// A literal in the spelling of TOSCA 2.0.
    Literal(Spelling),
    /// An artifact of this type, whose file is the text of the node.
    Artifact(&'static str),
    /// None: a validation that replaces the inherited one, to which TOSCA 2.0 adds it.
    Impossible,
}

/// A node, and its replacement in TOSCA 2.0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The node, in the tree of a file that was lowered.
    pub node: SourceNode,
    /// The replacement.
    pub rewrite: Rewrite,
}

/// The replacements of nodes in TOSCA 2.0, at most one for each node.
#[derive(Debug, Default)]
pub struct Decisions {
    /// Sorted by node.
    decisions: Vec<Decision>,
}

impl Rewrite {
    /// Returns the YAML text that replaces `node`.
    #[must_use]
    pub fn text(&self, node: YamlNode<'_>) -> String {
        match self {
            Self::Literal(spelling) => spelling.replacement.clone(),
            Self::Artifact(artifact_type) => {
                format!("{{ type: {artifact_type}, file: {} }}", plain(node.text()))
            }
            Self::Impossible => node.written().to_owned(),
        }
    }

    /// Returns the diagnostic that reports the replacement of `node`, if there is one.
    #[must_use]
    pub fn diagnostic(&self, node: YamlNode<'_>) -> Option<Diagnostic> {
        let new = match self {
            Self::Impossible => return None,
            Self::Literal(Spelling { is_unusual: true, .. }) => rules::lenient_value::new,
            _ => rules::renamed_spelling::new,
        };
        Some(new(node.span(), node.written(), &self.text(node)))
    }
}

impl Decisions {
    /// Sorts the decisions into a table. Only the first rewrite of each node is kept.
    #[must_use]
    pub fn new(mut decisions: Vec<Decision>) -> Self {
        decisions.sort_by_key(|decision| decision.node);
        decisions.dedup_by_key(|decision| decision.node);
        decisions.shrink_to_fit();
        Self { decisions }
    }

    /// Iterates over all decisions, in the order of the files and nodes.
    pub fn iter(&self) -> impl Iterator<Item = &Decision> {
        self.decisions.iter()
    }

    /// Iterates over the replacements in `file`, in the order of the nodes.
    pub fn of_file(&self, file: FileId) -> impl Iterator<Item = (NodeId, &Rewrite)> {
        let first = self.decisions.partition_point(|decision| decision.node.file < file);
        let in_file = self.decisions.get(first..).unwrap_or_default();
        let in_file = in_file.iter().take_while(move |decision| decision.node.file == file);
        in_file.map(|decision| (decision.node.node, &decision.rewrite))
    }
}
