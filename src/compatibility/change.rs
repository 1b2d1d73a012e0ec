//! A change as plain data.

use crate::base::Span;

/// What a change means for the users of a profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Impact {
    /// Valid files may become invalid or change their meaning.
    Breaking,
    /// Something is new or behaves differently; all valid files remain valid.
    Addition,
    /// Informational only: descriptions, metadata.
    Compatible,
}

impl Impact {
    /// Returns its name in messages.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Impact::Breaking => "breaking",
            Impact::Addition => "addition",
            Impact::Compatible => "compatible",
        }
    }
}

/// The kind of change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Act {
    /// The new version does not have it.
    Removed,
    /// The old version does not have it.
    Added,
    /// Both versions have it, with differences.
    Changed,
}

impl Act {
    /// Returns its name in messages.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Act::Removed => "removed",
            Act::Added => "added",
            Act::Changed => "changed",
        }
    }
}

/// One change of a profile.
#[derive(Clone, Debug)]
pub struct Change {
    /// What it means for users.
    pub impact: Impact,
    /// The kind of change.
    pub act: Act,
    /// The keyname whose value changed.
    pub keyname: Option<&'static str>,
    /// What kind of definition it is in: `node type`, `function`, `profile`.
    pub kind: &'static str,
    /// The name of that definition, as users of the profile write it after their own namespace.
    pub name: String,
    /// The changed member with its owners: ``input `x` of operation `start` ``; empty if the definition
    /// itself changed.
    pub member: String,
    /// What happened, as the predicate of a sentence: `was removed`.
    pub what: String,
    /// Why the change has this impact: a sentence without a full stop.
    pub why: String,
    /// Where the old version defines it, in a file of the old run.
    pub old: Option<Span>,
    /// Where the new version defines it, in a file of the new run.
    pub new: Option<Span>,
    /// How many other types of the profile inherit the change.
    pub heirs: usize,
    /// The new name, if the definition was perhaps only renamed.
    pub renamed_to: Option<String>,
}

impl Change {
    /// Returns the kind and name of the definition: ``node type `Server` ``.
    #[must_use]
    pub fn definition(&self) -> String {
        format!("{} {}", self.kind, crate::diagnostics::quoted(&self.name))
    }

    /// Returns what happened as a sentence without a full stop; it is shown below the definition.
    #[must_use]
    pub fn sentence(&self) -> String {
        if self.member.is_empty() { self.what.clone() } else { format!("{} {}", self.member, self.what) }
    }
}
