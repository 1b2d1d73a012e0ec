//! The built-in functions (TOSCA 2.0 §10.2): how many arguments, of which types, with which result.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::literals::BuiltIn;
use crate::literals::BuiltIn::{
    Boolean, Bytes, Float, Integer, List, Map, Scalar, String, Timestamp, Version,
};

/// What an argument must be. *It* is one type for the whole call: that of the arguments that say it, else
/// that which the result must have, else that of the literals.
#[derive(Clone, Copy, Debug)]
pub(super) enum Takes {
    /// Of one of these types, whatever the others are.
    Any(&'static [BuiltIn]),
    /// It, which is of one of these types; no list means any type.
    It(&'static [BuiltIn]),
    /// A list of it.
    ListOfIt,
    /// A list or map with entries like it.
    HolderOfIt,
    /// A map with keys like it.
    KeyedByIt,
    /// A list of strings.
    Strings,
    /// A part of a path or a step into a value, which has rules of its own.
    Step,
}

/// What a call gives.
#[derive(Clone, Copy, Debug)]
pub(super) enum Gives {
    /// A value of this type.
    A(BuiltIn),
    /// It.
    It,
    /// The scalar type of its first argument; else an integer where all arguments are, else a float.
    Product,
    /// The scalar type of its first argument, else a float.
    Quotient,
    /// What its arguments lead to.
    Elsewhere,
}

/// A built-in function.
#[derive(Clone, Copy, Debug)]
pub(super) struct Function {
    /// Its name, without `$`.
    pub(super) name: &'static str,
    /// At least so many arguments.
    pub(super) least: usize,
    /// At most so many.
    pub(super) most: usize,
    /// What the arguments must be; the last one counts for all that follow.
    pub(super) takes: &'static [Takes],
    /// What the result is.
    pub(super) gives: Gives,
}

/// Any number.
pub(super) const MANY: usize = usize::MAX;

const ANY: &[BuiltIn] = &[];
const COMPARABLE: &[BuiltIn] = &[Integer, Float, String, Timestamp, Version, Scalar];
const NUMBER: &[BuiltIn] = &[Integer, Float, Scalar];
const MEASURABLE: &[BuiltIn] = &[String, List, Map, Bytes];

/// The functions, in the order of the standard.
#[rustfmt::skip]
pub(super) const FUNCTIONS: [Function; 42] = {
    use Gives::{A, Elsewhere, It as TheSame, Product, Quotient};
    use Takes::{Any, HolderOfIt, It, KeyedByIt, ListOfIt, Step, Strings};
    const fn row(name: &'static str, least: usize, most: usize, takes: &'static [Takes], gives: Gives) -> Function {
        Function { name, least, most, takes, gives }
    }
    [
        // §10.2.1
        row("get_input",            1, MANY, &[Step],                                   Elsewhere),
        row("get_property",         2, MANY, &[Step],                                   Elsewhere),
        row("get_attribute",        2, MANY, &[Step],                                   Elsewhere),
        row("get_artifact",         2, MANY, &[Step],                                   A(String)),
        row("value",                0, MANY, &[Step],                                   Elsewhere),
        row("node_index",           0, 0,    &[],                                       A(Integer)),
        row("relationship_index",   0, 0,    &[],                                       A(Integer)),
        row("available_allocation", 2, MANY, &[Step],                                   Elsewhere),
        // §10.2.2.1
        row("and",                  2, MANY, &[Any(&[Boolean])],                        A(Boolean)),
        row("or",                   2, MANY, &[Any(&[Boolean])],                        A(Boolean)),
        row("not",                  1, 1,    &[Any(&[Boolean])],                        A(Boolean)),
        row("xor",                  2, 2,    &[Any(&[Boolean])],                        A(Boolean)),
        // §10.2.2.2
        row("equal",                2, 2,    &[It(ANY)],                                A(Boolean)),
        row("greater_than",         2, 2,    &[It(COMPARABLE)],                         A(Boolean)),
        row("greater_or_equal",     2, 2,    &[It(COMPARABLE)],                         A(Boolean)),
        row("less_than",            2, 2,    &[It(COMPARABLE)],                         A(Boolean)),
        row("less_or_equal",        2, 2,    &[It(COMPARABLE)],                         A(Boolean)),
        row("valid_values",         2, 2,    &[It(ANY), ListOfIt],                      A(Boolean)),
        row("matches",              2, 2,    &[Any(&[String])],                         A(Boolean)),
        // §10.2.2.3
        row("has_suffix",           2, 2,    &[It(&[String, List])],                    A(Boolean)),
        row("has_prefix",           2, 2,    &[It(&[String, List])],                    A(Boolean)),
        row("contains",             2, 2,    &[It(&[String, List])],                    A(Boolean)),
        row("has_entry",            2, 2,    &[HolderOfIt, It(ANY)],                    A(Boolean)),
        row("has_key",              2, 2,    &[KeyedByIt, It(ANY)],                     A(Boolean)),
        row("has_all_entries",      2, 2,    &[HolderOfIt, ListOfIt],                   A(Boolean)),
        row("has_all_keys",         2, 2,    &[KeyedByIt, ListOfIt],                    A(Boolean)),
        row("has_any_entry",        2, 2,    &[HolderOfIt, ListOfIt],                   A(Boolean)),
        row("has_any_key",          2, 2,    &[KeyedByIt, ListOfIt],                    A(Boolean)),
        // §10.2.3
        row("length",               1, 1,    &[Any(MEASURABLE)],                        A(Integer)),
        row("concat",               1, MANY, &[It(&[String, List])],                    TheSame),
        row("join",                 1, 2,    &[Strings, Any(&[String])],                A(String)),
        row("token",                3, 3,    &[Any(&[String]), Any(&[String]), Any(&[Integer])], A(String)),
        // §10.2.4
        row("union",                1, MANY, &[It(&[List])],                            TheSame),
        row("intersection",         1, MANY, &[It(&[List])],                            TheSame),
        // §10.2.5
        row("sum",                  1, MANY, &[It(NUMBER)],                             TheSame),
        row("difference",           2, 2,    &[It(NUMBER)],                             TheSame),
        row("product",              1, MANY, &[It(NUMBER), Any(&[Integer, Float])],     Product),
        row("quotient",             2, 2,    &[It(NUMBER), Any(&[Integer, Float])],     Quotient),
        row("remainder",            2, 2,    &[It(&[Integer, Scalar]), Any(&[Integer])], TheSame),
        row("round",                1, 1,    &[Any(&[Float])],                          A(Integer)),
        row("floor",                1, 1,    &[Any(&[Float])],                          A(Integer)),
        row("ceil",                 1, 1,    &[Any(&[Float])],                          A(Integer)),
    ]
};

impl Function {
    /// The built-in function called `name`.
    pub(super) fn named(name: &str) -> Option<&'static Function> {
        static BY_NAME: LazyLock<FxHashMap<&str, &Function>> =
            LazyLock::new(|| FUNCTIONS.iter().map(|function| (function.name, function)).collect());
        BY_NAME.get(name).copied()
    }

    /// What the argument at `index` must be.
    pub(super) fn takes(&self, index: usize) -> Takes {
        let last = self.takes.last().copied().unwrap_or(Takes::Step);
        self.takes.get(index).copied().unwrap_or(last)
    }

    /// How many arguments it takes, in words.
    pub(super) fn counts(&self) -> std::string::String {
        in_words(self.least, self.most)
    }
}

/// A number of arguments in words.
pub(super) fn in_words(least: usize, most: usize) -> std::string::String {
    let arguments = |count: usize| match count {
        0 => "no arguments".to_owned(),
        1 => "one argument".to_owned(),
        2 => "two arguments".to_owned(),
        3 => "three arguments".to_owned(),
        _ => format!("{count} arguments"),
    };
    match (least, most) {
        (0, MANY) => "any number of arguments".to_owned(),
        (_, MANY) => format!("at least {}", arguments(least)),
        _ if least == most => arguments(least),
        (0, _) => format!("at most {}", arguments(most)),
        _ => format!("{least} to {most} arguments"),
    }
}
