//! What is written in plain TOSCA 2.0 for parts of lowered files that mean something only with their types.
//!
//! The checks of values and services decide it where they read such a part. Findings tell it
//! ([`tell`](Rewrite::tell)), and `migrate` writes it; neither asks the question again.

use crate::base::FileId;
use crate::diagnostics::{Diagnostic, codes};
use crate::literals::Spelling;
use crate::yaml::{Node, NodeId, SourceNode, plain};

/// What stands for a node in TOSCA 2.0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rewrite {
    /// A literal, spelled as TOSCA 2.0 does.
    Literal(Spelling),
    /// An artifact of this type, whose file is what the node says.
    Artifact(&'static str),
}

/// A node, and what stands for it in TOSCA 2.0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The node, in the tree of a file that was lowered.
    pub node: SourceNode,
    /// What stands for it.
    pub rewrite: Rewrite,
}

/// What stands for nodes in TOSCA 2.0: at most one rewrite for each.
#[derive(Debug, Default)]
pub struct Decisions {
    /// Sorted by node.
    decisions: Vec<Decision>,
}

impl Rewrite {
    /// The text that is written in place of `node`, which it stands for, as YAML.
    #[must_use]
    pub fn text(&self, node: Node<'_>) -> String {
        match self {
            Self::Literal(spelling) => spelling.replacement.clone(),
            Self::Artifact(artifact_type) => {
                format!("{{ type: {artifact_type}, file: {} }}", plain(node.text()))
            }
        }
    }

    /// The finding that tells it of `node`.
    #[must_use]
    pub fn tell(&self, node: Node<'_>) -> Diagnostic {
        let new = match self {
            Self::Literal(Spelling { is_unusual: true, .. }) => codes::lenient_value::new,
            _ => codes::renamed_spelling::new,
        };
        new(node.span(), node.written(), &self.text(node))
    }
}

impl Decisions {
    /// The table of what was decided. Of several rewrites of a node the first counts.
    #[must_use]
    pub fn new(mut decisions: Vec<Decision>) -> Self {
        decisions.sort_by_key(|decision| decision.node);
        decisions.dedup_by_key(|decision| decision.node);
        decisions.shrink_to_fit();
        Self { decisions }
    }

    /// All of them, in the order of the files and nodes.
    pub fn iter(&self) -> impl Iterator<Item = &Decision> {
        self.decisions.iter()
    }

    /// What stands for nodes of `file`, in the order of the nodes.
    pub fn of_file(&self, file: FileId) -> impl Iterator<Item = (NodeId, &Rewrite)> {
        let first = self.decisions.partition_point(|decision| decision.node.file < file);
        let own = self.decisions.get(first..).unwrap_or_default();
        let own = own.iter().take_while(move |decision| decision.node.file == file);
        own.map(|decision| (decision.node.node, &decision.rewrite))
    }
}
