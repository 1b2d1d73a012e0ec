//! Lists that are indexed by ids of one kind only.

use std::marker::PhantomData;

use super::FileId;

/// The id of an item of a list, which is its index there.
pub trait DenseId: Copy {
    /// Returns the id of the item at `index`.
    fn from_index(index: usize) -> Self;

    /// Returns the index of the item.
    fn index(self) -> usize;
}

/// Declares types of ids, which belong to one kind of list.
macro_rules! dense_ids {
    ($($(#[doc = $doc:literal])* $vis:vis $name:ident;)*) => {
        $(
            $(#[doc = $doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
            $vis struct $name(u32);

            impl $crate::base::DenseId for $name {
                fn from_index(index: usize) -> Self {
                    Self(u32::try_from(index).unwrap_or(u32::MAX))
                }

                fn index(self) -> usize {
                    self.0 as usize
                }
            }
        )*
    };
}
pub(crate) use dense_ids;

impl DenseId for FileId {
    fn from_index(index: usize) -> Self {
        FileId(u32::try_from(index).unwrap_or(u32::MAX))
    }

    fn index(self) -> usize {
        FileId::index(self)
    }
}

/// A list that is indexed by ids of the type `P`, which must come from this list.
#[derive(Clone, Debug)]
pub struct IndexVec<P, T> {
    items: Vec<T>,
    marker: PhantomData<fn(P)>,
}

impl<P, T> Default for IndexVec<P, T> {
    fn default() -> Self {
        Self { items: Vec::new(), marker: PhantomData }
    }
}

impl<P, T> FromIterator<T> for IndexVec<P, T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Self { items: items.into_iter().collect(), marker: PhantomData }
    }
}

impl<P: DenseId, T> IndexVec<P, T> {
    /// Returns an empty list with room for `count` items.
    #[must_use]
    pub fn with_capacity(count: usize) -> Self {
        Self { items: Vec::with_capacity(count), marker: PhantomData }
    }

    /// Returns a list of `count` clones of `item`.
    #[must_use]
    pub fn filled(item: T, count: usize) -> Self
    where
        T: Clone,
    {
        Self { items: vec![item; count], marker: PhantomData }
    }

    /// Adds an item and returns its index.
    pub fn push(&mut self, item: T) -> P {
        self.items.push(item);
        P::from_index(self.items.len() - 1)
    }

    /// The number of items.
    #[must_use]
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there are no items.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The item at `index`, which must come from this list.
    #[must_use]
    pub fn at(&self, index: P) -> &T {
        &self.items[index.index()]
    }

    /// The item at `index`, which must come from this list, for changes.
    pub fn at_mut(&mut self, index: P) -> &mut T {
        &mut self.items[index.index()]
    }

    /// The items in order.
    #[must_use]
    pub fn as_slice(&self) -> &[T] {
        &self.items
    }

    /// All ids in order.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = P> + DoubleEndedIterator + Clone + use<P, T> {
        (0..self.items.len()).map(P::from_index)
    }
}

#[cfg(test)]
mod tests {
    use super::IndexVec;

    dense_ids! {
        /// A place in the list of the test.
        Here;
    }

    #[test]
    fn places_lead_to_what_was_pushed() {
        let mut list: IndexVec<Here, &str> = IndexVec::default();
        let (first, second) = (list.push("one"), list.push("two"));
        assert_eq!((*list.at(first), *list.at(second)), ("one", "two"));
        assert_eq!(list.ids().collect::<Vec<_>>(), [first, second]);
        assert_eq!(list.as_slice(), ["one", "two"]);
    }
}
