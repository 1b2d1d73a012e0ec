//! Answers that may be unknown, so that unreadable content never counts as a proof.

/// Whether a statement is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// It is true.
    Yes,
    /// It is false.
    No,
    /// The answer depends on content that could not be read, or is known only at run time.
    Unknown,
}

/// The result of looking up a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lookup<I> {
    /// The item with this name.
    Found(I),
    /// No item has this name.
    Absent,
    /// An item that could not be read may have this name.
    Unknown,
}

impl<I> Lookup<I> {
    /// Returns the item, or `None` if it is absent or unknown.
    #[must_use]
    pub fn into_option(self) -> Option<I> {
        match self {
            Lookup::Found(item) => Some(item),
            Lookup::Absent | Lookup::Unknown => None,
        }
    }

    /// Returns whether an item with the name is known.
    #[must_use]
    pub fn is_found(&self) -> bool {
        matches!(self, Lookup::Found(_))
    }

    /// Returns whether certainly no item has the name.
    #[must_use]
    pub fn is_absent(&self) -> bool {
        matches!(self, Lookup::Absent)
    }
}
