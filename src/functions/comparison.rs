//! What a comparison implies about the value that it compares.

/// How a comparison function compares its first argument with the second (TOSCA 2.0 §10.2.2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// It is equal.
    Equal,
    /// It is greater.
    GreaterThan,
    /// It is greater or equal.
    GreaterOrEqual,
    /// It is less.
    LessThan,
    /// It is less or equal.
    LessOrEqual,
    /// It is in the list.
    OneOf,
}

/// A bound that a comparison sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoundKind {
    /// Whether it is a lower bound.
    pub is_lower: bool,
    /// Whether the bound itself is excluded.
    pub is_strict: bool,
}

impl Comparison {
    /// Whether the second argument is a single value.
    #[must_use]
    pub fn is_with_single_value(self) -> bool {
        self != Comparison::OneOf
    }

    /// The bound that the second argument is for the first, or `None` if it is not a bound.
    #[must_use]
    pub fn bound(self) -> Option<BoundKind> {
        let (is_lower, is_strict) = match self {
            Comparison::GreaterThan => (true, true),
            Comparison::GreaterOrEqual => (true, false),
            Comparison::LessThan => (false, true),
            Comparison::LessOrEqual => (false, false),
            Comparison::Equal | Comparison::OneOf => return None,
        };
        Some(BoundKind { is_lower, is_strict })
    }
}
