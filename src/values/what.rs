//! Places of values in words.

use std::fmt;

use crate::diagnostics::quoted;

/// A place in words.
#[derive(Clone, Copy, Debug)]
pub enum What<'w> {
    /// A member: its kind and its name.
    Named(&'static str, &'w str),
    /// An entry of a list, counted from 0.
    Entry(usize, &'w What<'w>),
    /// The value of a key.
    Value(&'w str, &'w What<'w>),
    /// A key of a map.
    Key(&'w What<'w>),
    /// An argument of a function, counted from 0.
    Argument(usize, &'w str),
}

impl fmt::Display for What<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            What::Named(kind, name) => write!(f, "{kind} {}", quoted(name)),
            What::Entry(at, of) => write!(f, "entry {at} of {of}"),
            What::Value(key, of) => write!(f, "{} of {of}", quoted(key)),
            What::Key(of) => write!(f, "a key of {of}"),
            What::Argument(index, function) => {
                const ORDINALS: [&str; 5] = ["first", "second", "third", "fourth", "fifth"];
                match ORDINALS.get(*index) {
                    Some(ordinal) => write!(f, "the {ordinal} argument of `${function}`"),
                    None => write!(f, "argument {} of `${function}`", index + 1),
                }
            }
        }
    }
}
