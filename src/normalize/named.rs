//! Ordered maps of the model: entries by name, each name once.

use serde::ser::{Serialize, SerializeMap as _, Serializer};

/// A string of the model.
pub type NormalText = Box<str>;

/// Entries by name, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedParts<T>(pub Vec<(NormalText, T)>);

impl<T> Default for NamedParts<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> NamedParts<T> {
    /// Whether there are no entries.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the entries in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &T)> {
        self.0.iter().map(|(name, value)| (&**name, value))
    }

    /// Returns the values in order, to change them.
    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.0.iter_mut().map(|(_, value)| value)
    }

    /// Returns the entry called `name`.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&T> {
        self.iter().find(|(entry_name, _)| *entry_name == name).map(|(_, value)| value)
    }

    /// Reorders the entries; `order` contains their previous indexes.
    pub(super) fn reorder(&mut self, order: &[usize]) {
        let mut entries: Vec<_> = std::mem::take(&mut self.0).into_iter().map(Some).collect();
        self.0 = order.iter().filter_map(|index| entries.get_mut(*index)?.take()).collect();
    }

    /// Adds an entry at the end.
    pub(super) fn push(&mut self, name: &str, value: T) {
        self.0.push((name.into(), value));
    }
}

impl<T> FromIterator<(NormalText, T)> for NamedParts<T> {
    fn from_iter<I: IntoIterator<Item = (NormalText, T)>>(entries: I) -> Self {
        Self(entries.into_iter().collect())
    }
}

impl<T: Serialize> Serialize for NamedParts<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(&**name, value)?;
        }
        map.end()
    }
}
