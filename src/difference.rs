//! Finds the semantic differences between two files, regardless of how they are written.
//!
//! Input: the normal forms of both ([`Normalized`]). Output: a list of [`Difference`]s as plain data: by
//! definition, each with the old and the new value, and where the authors wrote them. Order, short notations,
//! units, names of files, the order of imports, and whether a default is written out are irrelevant. What follows from another
//! difference is not reported again: inherited members, candidates of requirements, members of groups within
//! groups. Types that only one of the two services uses, but both files define, are not a difference either.
//!
//! The effects of changes on users of a profile are in [`compatibility`](crate::compatibility).

mod names;
mod sections;
mod values;
mod walk;

use crate::compatibility::Act;
use crate::normalize::{Definitions, NormalModel};

/// The normal form of one of the two files.
#[derive(Clone, Copy, Debug)]
pub struct Normalized<'m> {
    /// The model with only the types that are used, and with origins.
    pub used: &'m NormalModel,
    /// All definitions, used or not.
    pub all: &'m Definitions,
}

/// The old or new side of a difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// The value, or `None` if it is not a single value.
    pub value: Option<String>,
    /// The file, relative to the directory of the compared one, and the line, counted from 1.
    pub location: Option<(String, u64)>,
}

/// A difference in the meaning of the two files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The kind of change from the old to the new file.
    pub act: Act,
    /// What kind of definition it is in: `node template`, `input`.
    pub kind: &'static str,
    /// The name of that definition; empty if a file has only one of this kind.
    pub name: String,
    /// The member with its owners: ``property `x` of capability `y` ``; empty if the definition itself
    /// differs.
    pub member: String,
    /// The old side; `None` if something was added.
    pub old: Option<Side>,
    /// The new side; `None` if something was removed.
    pub new: Option<Side>,
}

impl Difference {
    /// Returns the kind and name of the definition: ``node template `web` ``.
    #[must_use]
    pub fn definition(&self) -> String {
        if self.name.is_empty() {
            return self.kind.to_owned();
        }
        format!("{} {}", self.kind, crate::diagnostics::quoted(&self.name))
    }

    /// Returns the member and its values: ``property `x`: 1 -> 2``; empty if the whole definition was added
    /// or removed.
    #[must_use]
    pub fn sentence(&self) -> String {
        let value = |side: &Option<Side>| side.as_ref().and_then(|side| side.value.as_deref().map(short));
        let nothing = || "nothing".to_owned();
        let values = match (value(&self.old), value(&self.new)) {
            (None, None) => return self.member.clone(),
            (old, new) if self.act == Act::Changed => {
                format!("{} -> {}", old.unwrap_or_else(nothing), new.unwrap_or_else(nothing))
            }
            (old, new) => old.or(new).unwrap_or_default(),
        };
        if self.member.is_empty() { values } else { format!("{}: {values}", self.member) }
    }
}

/// Returns a value that is shortened to fit on a line.
fn short(value: &str) -> String {
    const MAX_CHARACTERS: usize = 120;
    match value.char_indices().nth(MAX_CHARACTERS) {
        Some((end, _)) => format!("{}…", value[..end].trim_end()),
        None => value.to_owned(),
    }
}

/// Returns the differences from `old` to `new`, by definition.
#[must_use]
pub fn difference(old: Normalized<'_>, new: Normalized<'_>) -> Vec<Difference> {
    let names = names::Names::new([old, new]);
    let mut comparison = walk::Walk::new(&names);
    comparison.files(old.used, new.used);
    comparison.differences
}
