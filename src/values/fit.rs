//! Whether what one place takes or gives can be handed to another place.

use std::rc::Rc;

use crate::literals::BuiltIn;
use crate::model::Truth;
use crate::model::types::TypeRef;
use crate::yaml::Node;

use super::check::Checker;
use super::demand::{Demand, What};

/// Schemas one inside the other that are compared; types may hold themselves.
const DEEPEST: u8 = 16;

impl<'g> Checker<'g> {
    /// Whether values of `given` are of the type of `wanted`, their entries included; conditions do not
    /// count. Everything fits a place without a type.
    #[must_use]
    pub fn fits(&self, given: &Demand<'g>, wanted: &Demand<'g>) -> Truth {
        self.fits_to(given, wanted, 0)
    }

    fn fits_to(&self, given: &Demand<'g>, wanted: &Demand<'g>, depth: u8) -> Truth {
        let Some(to) = wanted.data_type else { return Truth::Yes };
        let Some(from) = given.data_type else { return Truth::Unknown };
        let outer = self.types.relation(from, to);
        let holder = matches!(self.types.built_in(to), Some(BuiltIn::List | BuiltIn::Map));
        if outer != Truth::Yes || !holder || depth == DEEPEST {
            return outer;
        }
        let string = Demand::of_type(TypeRef::BuiltIn(BuiltIn::String));
        let (from_keys, to_keys) = (self.keys_of(from, given), self.keys_of(to, wanted));
        let keys = match (from_keys, to_keys) {
            (None, None) => Truth::Yes,
            (from, to) => {
                let (from, to) = (from.as_deref().unwrap_or(&string), to.as_deref().unwrap_or(&string));
                self.fits_to(from, to, depth + 1)
            }
        };
        let entries = match (self.entries_of(from, given), self.entries_of(to, wanted)) {
            (_, None) => Truth::Yes,
            (None, Some(_)) => Truth::Unknown,
            (Some(from), Some(to)) => self.fits_to(&from, &to, depth + 1),
        };
        match (keys, entries) {
            (Truth::No, _) | (_, Truth::No) => Truth::No,
            (Truth::Yes, Truth::Yes) => Truth::Yes,
            _ => Truth::Unknown,
        }
    }

    /// What the entries of a list must be: none where it is no list; unknown where nothing says so.
    #[must_use]
    pub fn entry_of_list(&self, list: &Demand<'g>) -> Option<Demand<'g>> {
        match (list.data_type, list.data_type.map(|of| self.types.built_in(of))) {
            (Some(of), Some(Some(BuiltIn::List))) => {
                let unknown = Demand::of_type(TypeRef::Unknown);
                Some(self.entries_of(of, list).map_or(unknown, Rc::unwrap_or_clone))
            }
            (None | Some(TypeRef::Unknown), _) => Some(Demand::of_type(TypeRef::Unknown)),
            (Some(TypeRef::Defined(of)), Some(None)) if self.types.get(of).is_open => {
                Some(Demand::of_type(TypeRef::Unknown))
            }
            _ => None,
        }
    }

    /// Whether the expression at `node` is certainly of another type than `wanted`; not where it is wrong
    /// by itself.
    #[must_use]
    pub fn is_unfit(&self, node: Node<'g>, wanted: &Demand<'g>) -> bool {
        let wrong = |demand: &Demand<'g>| {
            let mut checker = Checker::new(self.model);
            checker.conditions = false;
            checker.check(node, demand, What::Named("output", ""));
            checker.found.iter().any(|found| found.level == crate::diagnostics::Level::Error)
        };
        let anything = Demand { data_type: None, ..Demand::of_type(TypeRef::Unknown) };
        !wrong(&anything) && wrong(wanted)
    }

    /// A type for people: `a list of string`.
    #[must_use]
    pub fn demand_in_words(&self, of: &Demand<'g>) -> String {
        self.in_words(&super::typing::ValueType::of(of))
    }
}
