//! What differs between two files by their meaning, in whatever way they are written.
//!
//! In: the normal forms of both ([`Normalized`]). Out: a list of [`Difference`]s, as plain data: by definition, each
//! with what was there and what is, and where the authors wrote it. Order, short notations, units, names of
//! files and whether something is a default or written out make no difference. What follows from another
//! difference is not told again: members that types inherit, candidates of requirements, members of groups
//! that groups bring. Types that a service merely no longer uses, or begins to use, are none either.
//!
//! How profiles differ for their users, and what of it breaks them, is for [`compatibility`](crate::compatibility).

mod names;
mod sections;
mod values;
mod walk;

use crate::compatibility::Act;
use crate::normalize::Model;

/// What one of two files means.
#[derive(Clone, Copy, Debug)]
pub struct Normalized<'m> {
    /// The model with the types that are used, and with origins.
    pub used: &'m Model,
    /// The model with all types.
    pub all: &'m Model,
}

/// One side of a difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// The value, where it is one.
    pub value: Option<String>,
    /// The file, as seen from the directory of the compared one, and the line from 1.
    pub place: Option<(String, u64)>,
}

/// Something that one file means and the other does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// What was done to get from the old to the new.
    pub act: Act,
    /// What kind of definition it is in: `node template`, `input`.
    pub kind: &'static str,
    /// The name of that definition; empty where there is one only.
    pub name: String,
    /// The member with those around it: ``property `x` of capability `y` ``; empty where it is the definition
    /// itself.
    pub member: String,
    /// What was there; none where something was added.
    pub old: Option<Side>,
    /// What is there; none where something was removed.
    pub new: Option<Side>,
}

impl Difference {
    /// The definition that it is in: ``node template `web` ``.
    #[must_use]
    pub fn definition(&self) -> String {
        if self.name.is_empty() {
            return self.kind.to_owned();
        }
        format!("{} {}", self.kind, crate::diagnostics::quoted(&self.name))
    }

    /// The member and its values: ``property `x`: 1 -> 2``; empty where the whole definition came or went.
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

/// A value that is not too long for a line.
fn short(value: &str) -> String {
    const LONGEST: usize = 120;
    match value.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", value[..at].trim_end()),
        None => value.to_owned(),
    }
}

/// The differences from `old` to `new`, by definition.
#[must_use]
pub fn difference(old: Normalized<'_>, new: Normalized<'_>) -> Vec<Difference> {
    let names = names::Names::of([old.all, new.all]);
    let mut walk = walk::Walk::new(&names);
    walk.files(old.used, new.used);
    walk.found
}
