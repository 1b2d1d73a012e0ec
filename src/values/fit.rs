//! Whether what one place gives can be handed to another place.

use crate::literals::{BuiltIn, Value};
use crate::model::Truth;
use crate::model::types::{TypeRef, Types};

use super::ValueType;

/// Schemas one inside the other that are compared; types may hold themselves.
const DEEPEST: u8 = 16;

impl<'m> ValueType<'m> {
    /// Whether values of this type are of the type `expected`, their entries included; conditions do not
    /// count. Everything fits a place without a type.
    #[must_use]
    pub fn fits(&self, types: &'m Types, expected: &Self) -> Truth {
        self.fits_to(types, expected, 0)
    }

    fn fits_to(&self, types: &'m Types, expected: &Self, depth: u8) -> Truth {
        let Some(to) = expected.data_type() else { return Truth::Yes };
        let Some(from) = self.data_type() else { return Truth::Unknown };
        let outer = types.relation(from, to);
        let holder = matches!(types.built_in(to), Some(BuiltIn::List | BuiltIn::Map));
        if outer != Truth::Yes || !holder || depth == DEEPEST {
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

    /// Whether `value`, which an expression of this type gives, is of the type `expected`, its entries included;
    /// conditions do not count. What an expression gives of a complex type is complete: properties that it
    /// leaves out have their defaults. A value must certainly be of a complex type, and entries of collections
    /// must not certainly be of another.
    #[must_use]
    pub(super) fn gives(&self, types: &'m Types, value: &Value, expected: &Self) -> bool {
        let Some(to) = expected.data_type() else { return true };
        let inside = |value: &Value| match (expected.entries(types), self.entry_type(types)) {
            (Some(entries), own) => {
                let is_open = !own.is_known() && entries.kind(types).is_none();
                is_open || own.gives(types, value, &entries)
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

    /// What the entries of a list must be: `None` where it is no list; unknown where nothing says so.
    #[must_use]
    pub fn entry_of_list(&self, types: &'m Types) -> Option<Self> {
        match (self.data_type(), self.kind(types)) {
            (_, Some(BuiltIn::List)) => Some(self.entries(types).unwrap_or(Self::Unknown)),
            (None | Some(TypeRef::Unknown), _) => Some(Self::Unknown),
            (Some(TypeRef::Defined(of)), None) if types.get(of).is_open => Some(Self::Unknown),
            _ => None,
        }
    }
}
