//! Ordered maps of the model: entries by name, each name once.

use serde::ser::{Serialize, SerializeMap as _, Serializer};

/// A text of the model.
pub type Text = Box<str>;

/// Entries by name, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named<T>(pub Vec<(Text, T)>);

impl<T> Default for Named<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Named<T> {
    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The entries in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &T)> {
        self.0.iter().map(|(name, value)| (&**name, value))
    }

    /// The entry called `name`.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&T> {
        self.iter().find(|(own, _)| *own == name).map(|(_, value)| value)
    }

    /// Puts the entries into another order: the numbers that they had.
    pub(super) fn reorder(&mut self, order: &[usize]) {
        let mut entries: Vec<_> = std::mem::take(&mut self.0).into_iter().map(Some).collect();
        self.0 = order.iter().filter_map(|at| entries.get_mut(*at)?.take()).collect();
    }

    /// Adds an entry at the end.
    pub(super) fn push(&mut self, name: &str, value: T) {
        self.0.push((name.into(), value));
    }
}

impl<T> FromIterator<(Text, T)> for Named<T> {
    fn from_iter<I: IntoIterator<Item = (Text, T)>>(entries: I) -> Self {
        Self(entries.into_iter().collect())
    }
}

impl<T: Serialize> Serialize for Named<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(&**name, value)?;
        }
        map.end()
    }
}
