//! Describes where a value is: entry 2 of property `ports`.

use std::fmt;

use crate::diagnostics::{function, quoted};

/// The description of where a value is, for messages.
#[derive(Clone, Copy, Debug)]
pub enum What<'w> {
    /// A named item: its kind and its name.
    Named(&'static str, &'w str),
    /// An entry of a list, counted from 0.
    Entry(usize, &'w What<'w>),
    /// The value of a key.
    Value(&'w str, &'w What<'w>),
    /// A key of a map.
    Key(&'w What<'w>),
    /// An argument of a function, counted from 0.
    Argument(usize, CallName<'w>),
}

/// The name of a call in messages.
#[derive(Clone, Copy, Debug)]
pub enum CallName<'w> {
    /// The name of a function, without `$`.
    Function(&'w str),
    /// The operator with one operand that lowering made a call of the compared value and the operand.
    Operator(&'w str),
}

impl fmt::Display for What<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            What::Named(kind, name) => write!(f, "{kind} {}", quoted(name)),
            What::Entry(index, whole) => write!(f, "entry {index} of {whole}"),
            What::Value(key, whole) => write!(f, "{} of {whole}", quoted(key)),
            What::Key(whole) => write!(f, "a key of {whole}"),
            What::Argument(0, CallName::Operator(name)) => {
                write!(f, "the value compared by {}", quoted(name))
            }
            What::Argument(_, CallName::Operator(name)) => write!(f, "the operand of {}", quoted(name)),
            What::Argument(index, CallName::Function(name)) => {
                const ORDINALS: [&str; 5] = ["first", "second", "third", "fourth", "fifth"];
                let name = format!("${name}");
                match ORDINALS.get(*index) {
                    Some(ordinal) => write!(f, "the {ordinal} argument of {}", function(&name)),
                    None => write!(f, "argument {} of {}", index + 1, function(&name)),
                }
            }
        }
    }
}
