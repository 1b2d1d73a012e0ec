//! Whether values of one type can be used where another type is expected.

use crate::literals::{BuiltIn, Value};
use crate::model::Truth;
use crate::model::types::{TypeRef, Types};

use super::ValueType;

/// Maximum depth of nested schemas that are compared; types may contain themselves.
const MAX_DEPTH: u8 = 16;

impl<'m> ValueType<'m> {
    /// Whether values of this type are of the type `expected`, including their entries; validation clauses
    /// are ignored. Every value fits if no type is expected.
    #[must_use]
    pub fn fits(&self, types: &'m Types, expected: &Self) -> Truth {
        self.fits_to(types, expected, 0)
    }

    fn fits_to(&self, types: &'m Types, expected: &Self, depth: u8) -> Truth {
        let Some(to) = expected.data_type() else { return Truth::Yes };
        let Some(from) = self.data_type() else { return Truth::Unknown };
        let outer = types.relation(from, to);
        let is_collection = matches!(types.built_in(to), Some(BuiltIn::List | BuiltIn::Map));
        if outer != Truth::Yes || !is_collection || depth == MAX_DEPTH {
            return outer;
        }
        let string = Self::built_in(BuiltIn::String);
        let keys = match (self.keys(types), expected.keys(types)) {
            (None, None) => Truth::Yes,
            (from, to) => {
                let (from, to) = (from.as_ref().unwrap_or(&string), to.as_ref().unwrap_or(&string));
                from.fits_to(types, to, depth + 1)
            }
        };
        let entries = match (self.entries(types), expected.entries(types)) {
            (_, None) => Truth::Yes,
            (None, Some(_)) => Truth::Unknown,
            (Some(from), Some(to)) => from.fits_to(types, &to, depth + 1),
        };
        match (keys, entries) {
            (Truth::No, _) | (_, Truth::No) => Truth::No,
            (Truth::Yes, Truth::Yes) => Truth::Yes,
            _ => Truth::Unknown,
        }
    }

    /// Whether `value`, the result of an expression of this type, is of the type `expected`, including its
    /// entries; validation clauses are ignored. A result of a complex type is complete: properties that it
    /// omits have their defaults. A value must certainly be of a complex type, and the entries of collections
    /// must not certainly be of another type.
    #[must_use]
    pub(super) fn gives(&self, types: &'m Types, value: &Value, expected: &Self) -> bool {
        let Some(to) = expected.data_type() else { return true };
        let inside = |value: &Value| match (expected.entries(types), self.entry_type(types)) {
            (Some(entries), entry_type) => {
                let is_any = !entry_type.is_known() && entries.kind(types).is_none();
                is_any || entry_type.gives(types, value, &entries)
            }
            (None, _) => true,
        };
        match (types.built_in(to), value) {
            (Some(BuiltIn::List), Value::List(values)) => values.iter().all(inside),
            (Some(BuiltIn::Map), Value::Map(values)) => values.values().all(inside),
            (Some(kind), value) => value.built_in() == kind,
            (None, _) => self.data_type().is_some_and(|from| types.relation(from, to) == Truth::Yes),
        }
    }

    /// Returns the type of the entries of a list: `None` if this is not a list, unknown if nothing defines
    /// it.
    #[must_use]
    pub fn entry_of_list(&self, types: &'m Types) -> Option<Self> {
        match (self.data_type(), self.kind(types)) {
            (_, Some(BuiltIn::List)) => Some(self.entries(types).unwrap_or(Self::Unknown)),
            (None | Some(TypeRef::Unknown), _) => Some(Self::Unknown),
            (Some(TypeRef::Defined(ty)), None) if types.get(ty).is_incomplete => Some(Self::Unknown),
            _ => None,
        }
    }
}
