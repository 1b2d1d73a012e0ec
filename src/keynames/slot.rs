//! The state of a keyname: not written, written but not readable, or its value.
//!
//! Input: the value that the reader returned for a keyname, and what it could not read of the same map.
//! Output: a [`Slot`]. A keyname is absent only if nothing unreadable could have been intended as it.

use super::Meta;

/// The value of a keyname, if it is known.
///
/// [`Slot::Absent`] is evidence that the keyname is not written. If it may have been intended but could not
/// be read (its value has the wrong shape or is too deep, it is misspelled, or a syntax error ends its map),
/// the slot is [`Slot::Unreadable`]: that is already reported, and must not cause other findings.
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
    /// Returns the value, or `None` if it is not known.
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

    /// Returns the slot with the result of `change` as its value.
    #[must_use]
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Slot<U> {
        match self {
            Slot::Absent => Slot::Absent,
            Slot::Unreadable => Slot::Unreadable,
            Slot::Given(value) => Slot::Given(change(value)),
        }
    }

    /// Returns this slot, or the result of `alternative` if the keyname is absent. An unreadable slot is returned
    /// as it is.
    #[must_use]
    pub fn or_else(self, alternative: impl FnOnce() -> Self) -> Self {
        if self.is_absent() { alternative() } else { self }
    }
}

/// What could not be read of a map: a bit for each row of its keyname table, and flags for other keys.
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
    /// The maximum number of rows of a table: the number of bits that are not flags.
    pub(crate) const MAX_ROWS: usize = 28;

    /// Returns the bit of the row with this index.
    pub(super) fn of_row(index: usize) -> Self {
        Self(u32::try_from(index).ok().and_then(|index| 1_u32.checked_shl(index)).unwrap_or(0))
    }

    pub(super) fn add(&mut self, other: Self) {
        self.0 |= other.0;
    }

    /// Whether any bit of `other` is set.
    pub(super) fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether a syntax error ends the map early, so that any keyname may be missing because of it.
    #[must_use]
    pub fn is_cut_short(self) -> bool {
        self.intersects(Self::CUT_SHORT)
    }

    /// Whether the map is complete and all its keys are keynames of the table, so that no absent keyname was
    /// intended.
    #[must_use]
    pub fn has_keynames_only(self) -> bool {
        !self.is_cut_short() && !self.has_unknown_key()
    }

    /// Whether a key is not a keyname of the table.
    #[must_use]
    pub fn has_unknown_key(self) -> bool {
        self.intersects(Self::UNKNOWN_KEY)
    }

    /// Whether a key is not a keyname of the table in this or an earlier version of the standard.
    #[must_use]
    pub fn has_unknown_key_not_of_1x(self) -> bool {
        self.intersects(Self::UNKNOWN_KEY_NOT_OF_1X)
    }

    /// Whether `keyname` is certainly not intended: it is absent, and the map has no unknown keys,
    /// which may be intended as any keyname.
    #[must_use]
    pub fn lacks<T>(self, keyname: &Slot<T>) -> bool {
        keyname.is_absent() && !self.has_unknown_key()
    }

    /// Whether an unknown key has a map as its value, which may be intended as a section.
    #[must_use]
    pub fn has_unknown_map(self) -> bool {
        self.intersects(Self::UNKNOWN_MAP)
    }

    /// Whether one of `keynames` of the table `meta` could not be read, or an unknown key may be intended as one.
    #[must_use]
    pub(crate) fn may_hide(self, meta: &Meta, keynames: &[&str]) -> bool {
        if self == Self::default() {
            return false;
        }
        let mut rows = meta.keynames.iter().enumerate();
        self.has_unknown_map()
            || rows.any(|(index, row)| keynames.contains(&row.name) && self.intersects(Self::of_row(index)))
    }

    /// Returns the slot of the keyname `name` of the table `meta`, for which the reader returned `value`.
    pub(crate) fn slot<'v, T>(self, value: Option<&'v T>, meta: &Meta, name: &str) -> Slot<&'v T> {
        match value {
            Some(value) => Slot::Given(value),
            // Most maps are read completely; this skips the search for the row.
            None if self == Self::default() => Slot::Absent,
            None => {
                let index = meta.keynames.iter().position(|row| row.name == name);
                let possible_causes =
                    index.map_or(Self::CUT_SHORT, |index| Self(Self::of_row(index).0 | Self::CUT_SHORT.0));
                if self.intersects(possible_causes) { Slot::Unreadable } else { Slot::Absent }
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
        &[Keyname::new("type", "", Expected::Any), Keyname::new("file", "", Expected::Any)],
    );

    #[test]
    fn a_row_that_was_not_read_is_unreadable_and_the_others_are_absent() {
        let mut unread = Unread::default();
        unread.add(Unread::of_row(1));
        assert_eq!(unread.slot(None::<&u8>, &META, "type"), Slot::Absent);
        assert_eq!(unread.slot(None::<&u8>, &META, "file"), Slot::Unreadable);
        assert_eq!(unread.slot(Some(&7), &META, "file"), Slot::Given(&7));
    }

    #[test]
    fn in_a_map_that_is_cut_short_nothing_is_absent() {
        assert_eq!(Unread::CUT_SHORT.slot(None::<&u8>, &META, "type"), Slot::Unreadable);
    }
}
