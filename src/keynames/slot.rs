//! The state of a keyname: not written, written but not readable, or its value.

use super::Meta;

/// The value of a keyname, if it is known.
///
/// [`Slot::Absent`] is evidence that the keyname is not written. If it may have been written and was lost (it
/// has the wrong shape, is misspelled or too deep, or a syntax error ends its map), the slot is
/// [`Slot::Unreadable`]: that was reported once, and must not cause other findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot<T> {
    /// The keyname is not written.
    Absent,
    /// The keyname is, or may be, written, and its value is unknown.
    Unreadable,
    /// The value.
    Given(T),
}

impl<T> Slot<T> {
    /// The value, or `None` if it is not known.
    #[must_use]
    pub fn given(self) -> Option<T> {
        match self {
            Slot::Given(value) => Some(value),
            Slot::Absent | Slot::Unreadable => None,
        }
    }

    /// Whether the keyname is certainly not written.
    #[must_use]
    pub fn is_absent(&self) -> bool {
        matches!(self, Slot::Absent)
    }

    /// Whether the keyname is, or may be, written, and its value is unknown.
    #[must_use]
    pub fn is_unreadable(&self) -> bool {
        matches!(self, Slot::Unreadable)
    }

    /// Returns the slot with another value.
    #[must_use]
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Slot<U> {
        match self {
            Slot::Absent => Slot::Absent,
            Slot::Unreadable => Slot::Unreadable,
            Slot::Given(value) => Slot::Given(change(value)),
        }
    }

    /// Returns this slot, or `other` if the keyname is not written here.
    #[must_use]
    pub fn or_else(self, other: impl FnOnce() -> Self) -> Self {
        if self.is_absent() { other() } else { self }
    }
}

/// The parts of an entity that could not be read: a bit for each row of its table, and flags for other keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unread(u32);

impl Unread {
    /// A syntax error ends the map early.
    pub(super) const CUT_SHORT: Self = Self(1 << 31);
    /// A key is not a keyname.
    pub(super) const UNKNOWN_KEY: Self = Self(1 << 30);
    /// A key is not a keyname, nor one of an earlier version.
    pub(super) const UNKNOWN_KEY_NOT_OF_1X: Self = Self(1 << 29);
    /// A key that is not a keyname has a map as its value.
    pub(super) const UNKNOWN_MAP: Self = Self(1 << 28);
    /// The maximum number of rows of a table.
    pub(crate) const ROWS: usize = 28;

    /// The bit of a row of a table.
    pub(super) fn row(index: usize) -> Self {
        Self(u32::try_from(index).ok().and_then(|index| 1_u32.checked_shl(index)).unwrap_or(0))
    }

    pub(super) fn add(&mut self, other: Self) {
        self.0 |= other.0;
    }

    fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether a syntax error ends the map early, so any keyname may be lost.
    #[must_use]
    pub fn is_cut_short(self) -> bool {
        self.has(Self::CUT_SHORT)
    }

    /// Whether all keys are keynames of the table, so absent ones are not lost.
    #[must_use]
    pub fn has_keynames_only(self) -> bool {
        !self.is_cut_short() && !self.has_unknown_key()
    }

    /// Whether a key is not a keyname of the table.
    #[must_use]
    pub fn has_unknown_key(self) -> bool {
        self.has(Self::UNKNOWN_KEY)
    }

    /// Whether a key is not a keyname of the table in this or an earlier version of the standard.
    #[must_use]
    pub fn has_unknown_key_not_of_1x(self) -> bool {
        self.has(Self::UNKNOWN_KEY_NOT_OF_1X)
    }

    /// Whether `keyname` is not written, nor intended by a key that is not a keyname.
    #[must_use]
    pub fn lacks<T>(self, keyname: &Slot<T>) -> bool {
        keyname.is_absent() && !self.has_unknown_key()
    }

    /// Whether the value of a key that is not a keyname is a map, which may be intended as a section.
    #[must_use]
    pub fn has_unknown_map(self) -> bool {
        self.has(Self::UNKNOWN_MAP)
    }

    /// The slot of the keyname `name` of `meta`, for which the reader returned `value`.
    pub(crate) fn slot<'v, T>(self, value: Option<&'v T>, meta: &Meta, name: &str) -> Slot<&'v T> {
        match value {
            Some(value) => Slot::Given(value),
            None if self == Self::default() => Slot::Absent,
            None => {
                let index = meta.keynames.iter().position(|row| row.name == name);
                let row = index.map_or(Self::CUT_SHORT, |index| Self(Self::row(index).0 | Self::CUT_SHORT.0));
                if self.has(row) { Slot::Unreadable } else { Slot::Absent }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Slot, Unread};
    use crate::keynames::{Expected, Keyname, Meta};

    const META: Meta = Meta::new(
        "thing",
        "0",
        &[Keyname::new("one", "", Expected::Any), Keyname::new("two", "", Expected::Any)],
    );

    #[test]
    fn a_row_that_was_not_read_is_unreadable_and_the_others_are_absent() {
        let mut unread = Unread::default();
        unread.add(Unread::row(1));
        assert_eq!(unread.slot(None::<&u8>, &META, "one"), Slot::Absent);
        assert_eq!(unread.slot(None::<&u8>, &META, "two"), Slot::Unreadable);
        assert_eq!(unread.slot(Some(&7), &META, "two"), Slot::Given(&7));
    }

    #[test]
    fn in_a_map_that_is_cut_short_nothing_is_absent() {
        assert_eq!(Unread::CUT_SHORT.slot(None::<&u8>, &META, "one"), Slot::Unreadable);
    }
}
