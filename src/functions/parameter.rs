//! The number and types of the arguments of a function, and the type of its result.

use crate::literals::BuiltIn;

/// The allowed numbers of arguments of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arity {
    /// The minimum.
    pub least: usize,
    /// The maximum, or `None` if there is none.
    pub most: Option<usize>,
}

impl Arity {
    /// Whether a call may have `count` arguments.
    #[must_use]
    pub fn contains(self, count: usize) -> bool {
        self.least <= count && self.most.is_none_or(|most| count <= most)
    }

    /// Whether every number of arguments that `other` allows is allowed here.
    #[must_use]
    pub fn covers(self, other: Arity) -> bool {
        let covers_most = match (self.most, other.most) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(most), Some(other_most)) => other_most <= most,
        };
        self.least <= other.least && covers_most
    }

    /// The numbers in words: `at least two arguments`.
    #[must_use]
    pub fn in_words(self) -> String {
        let arguments = |count: usize| match count {
            0 => "no arguments".to_owned(),
            1 => "one argument".to_owned(),
            2 => "two arguments".to_owned(),
            3 => "three arguments".to_owned(),
            _ => format!("{count} arguments"),
        };
        match (self.least, self.most) {
            (0, None) => "any number of arguments".to_owned(),
            (least, None) => format!("at least {}", arguments(least)),
            (least, Some(most)) if least == most => arguments(least),
            (0, Some(most)) => format!("at most {}", arguments(most)),
            (least, Some(most)) => format!("{least} to {most} arguments"),
        }
    }
}

/// The type of an argument. *T* is one type for the whole call: that of the arguments whose type is known, else
/// that which the result must have, else that of the literals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// One of these types, whatever the other arguments are.
    Is(&'static [BuiltIn]),
    /// T, which is one of these types; an empty list means any type.
    T(&'static [BuiltIn]),
    /// A list of T.
    ListOfT,
    /// A list with entries of type T, or a map with values of type T.
    CollectionOfT,
    /// A map with keys of type T.
    MapKeyedByT,
    /// A list of strings.
    ListOfStrings,
    /// A part of a path, or a step into a value; both have separate rules (§10.3).
    Step,
}

impl Parameter {
    /// The built-in types that an argument may have; an empty list means any type.
    #[must_use]
    pub fn built_in_types(self) -> &'static [BuiltIn] {
        match self {
            Parameter::Is(types) | Parameter::T(types) => types,
            Parameter::ListOfT | Parameter::ListOfStrings => &[BuiltIn::List],
            Parameter::CollectionOfT => &[BuiltIn::List, BuiltIn::Map],
            Parameter::MapKeyedByT => &[BuiltIn::Map],
            Parameter::Step => &[],
        }
    }

    /// Whether its type depends on T.
    #[must_use]
    pub fn is_of_t(self) -> bool {
        match self {
            Parameter::T(_) | Parameter::ListOfT | Parameter::CollectionOfT | Parameter::MapKeyedByT => true,
            Parameter::Is(_) | Parameter::ListOfStrings | Parameter::Step => false,
        }
    }

    /// Whether the function alone requires the argument to be a string or a list of strings.
    #[must_use]
    pub fn is_of_strings(self) -> bool {
        match self {
            Parameter::Is(types) | Parameter::T(types) => types.contains(&BuiltIn::String),
            Parameter::ListOfStrings => true,
            Parameter::ListOfT | Parameter::CollectionOfT | Parameter::MapKeyedByT | Parameter::Step => false,
        }
    }
}

/// The type of the result of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultType {
    /// This type.
    Is(BuiltIn),
    /// T, the type that the arguments share.
    T,
    /// The scalar type of the first argument; else an integer if all arguments are integers, else a float.
    Product,
    /// The scalar type of the first argument, else a float.
    Quotient,
    /// The type of the value that is read.
    Read,
}
