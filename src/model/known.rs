//! Answers that may be unknown, so that nobody takes what could not be read for evidence.

/// Whether something holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// It does.
    Yes,
    /// It does not.
    No,
    /// That depends on something that could not be read, or is not known before a service runs.
    Unknown,
}

/// What was found under a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lookup<I> {
    /// What has the name.
    Found(I),
    /// Nothing has it.
    Absent,
    /// Something may have it that could not be read.
    Unknown,
}

impl<I> Lookup<I> {
    /// What has the name, where it is known.
    #[must_use]
    pub fn into_option(self) -> Option<I> {
        match self {
            Lookup::Found(found) => Some(found),
            Lookup::Absent | Lookup::Unknown => None,
        }
    }

    /// Whether something is known to have the name.
    #[must_use]
    pub fn is_found(&self) -> bool {
        matches!(self, Lookup::Found(_))
    }

    /// Whether certainly nothing has the name.
    #[must_use]
    pub fn is_absent(&self) -> bool {
        matches!(self, Lookup::Absent)
    }
}
