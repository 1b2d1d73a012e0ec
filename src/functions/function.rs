//! A row of the function table, and the macro that writes the table.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::literals::{BuiltIn, Value};

use super::{Arity, Comparison, Computed, FUNCTIONS, Parameter, ResultLimits, ResultType};

/// A built-in function.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// Its name, without `$`.
    pub name: &'static str,
    /// The section of the standard that defines it.
    pub section: &'static str,
    /// Its result, in a sentence.
    pub doc: &'static str,
    /// The number of arguments.
    pub arity: Arity,
    /// The types of the arguments; the last one applies to all that follow.
    pub parameters: &'static [Parameter],
    /// The type of the result.
    pub result: ResultType,
    /// Where the result comes from.
    pub computation: Computation,
    /// How it compares its arguments, if it is a comparison.
    pub comparison: Option<Comparison>,
    /// Rules beyond the types of the arguments.
    pub checks: &'static [ArgumentCheck],
    /// The help for an argument of this type, which is not allowed.
    pub type_help: Option<(BuiltIn, &'static str)>,
    /// The help for a literal that must be a list and is not.
    pub list_help: Option<&'static str>,
    /// Whether a single argument may be written without a list.
    pub takes_bare_argument: bool,
    /// Whether the result is never less than zero.
    pub is_never_negative: bool,
    /// Whether the result is a list whose order has no meaning.
    pub is_unordered: bool,
}

/// Where the result of a call comes from.
#[derive(Clone, Copy, Debug)]
pub enum Computation {
    /// It is computed from the values of all arguments.
    Computed(fn(&[Value], &ResultLimits) -> Computed),
    /// It is this Boolean value if one of the arguments is, else the negation; arguments after the first such
    /// one are ignored.
    DecidedBy(bool),
    /// It is read from outside of the call.
    Reads(FunctionSource),
}

/// What a function reads (TOSCA 2.0 §10.2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FunctionSource {
    /// An input.
    Input,
    /// The value that a clause is about.
    Value,
    /// The value or artifact at the end of a TOSCA path (§10.3).
    Path(PathEnd),
    /// The index of a node.
    NodeIndex,
    /// The index of a relationship.
    RelationshipIndex,
}

/// The kind of value or artifact at the end of a TOSCA path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathEnd {
    /// A property.
    Property,
    /// An attribute.
    Attribute,
    /// An artifact.
    Artifact,
    /// The part of a capability property that is not allocated.
    Allocation,
}

/// A rule beyond the types of the arguments. Arguments are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgumentCheck {
    /// The second argument is a regular expression.
    Pattern,
    /// The string has at least one character.
    NonEmptyString(usize),
    /// The number is at least 0.
    NonNegative(usize),
    /// The list has at least one entry.
    NonEmptyList(usize),
    /// The number is not zero.
    NonZero(usize),
    /// A scalar is multiplied with exactly one number.
    OneFactor,
    /// The list has no repeated value.
    NoRepeatedValue(usize),
    /// The order of the arguments, which are lists, has a meaning.
    Ordered,
    /// Like `Ordered`, but not if a list has fewer than two entries.
    OrderedLists,
}

impl Function {
    /// Whether its result is always a Boolean.
    #[must_use]
    pub fn is_condition(&self) -> bool {
        matches!(self.result, ResultType::Is(BuiltIn::Boolean))
    }

    /// Returns a function with only the mandatory columns.
    pub(super) const fn new(
        name: &'static str,
        section: &'static str,
        doc: &'static str,
        arity: Arity,
        (parameters, result): (&'static [Parameter], ResultType),
        computation: Computation,
    ) -> Self {
        Self {
            name,
            section,
            doc,
            arity,
            parameters,
            result,
            computation,
            comparison: None,
            checks: &[],
            type_help: None,
            list_help: None,
            takes_bare_argument: false,
            is_never_negative: false,
            is_unordered: false,
        }
    }

    /// The function compares its arguments.
    pub(super) const fn compares(mut self, how: Comparison) -> Self {
        self.comparison = Some(how);
        self
    }

    /// The arguments have further rules.
    pub(super) const fn also(mut self, checks: &'static [ArgumentCheck]) -> Self {
        self.checks = checks;
        self
    }

    /// Sets the help for an argument of the type `wrong`.
    pub(super) const fn type_help(mut self, wrong: BuiltIn, help: &'static str) -> Self {
        self.type_help = Some((wrong, help));
        self
    }

    /// Sets the help for a literal that must be a list.
    pub(super) const fn list_help(mut self, help: &'static str) -> Self {
        self.list_help = Some(help);
        self
    }

    /// A single argument may be written without a list.
    pub(super) const fn bare_argument(mut self) -> Self {
        self.takes_bare_argument = true;
        self
    }

    /// The result is never negative.
    pub(super) const fn non_negative(mut self) -> Self {
        self.is_never_negative = true;
        self
    }

    /// The result is a list whose order has no meaning.
    pub(super) const fn unordered(mut self) -> Self {
        self.is_unordered = true;
        self
    }

    /// The function `name`, which is given without `$`.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Function> {
        static BY_NAME: LazyLock<FxHashMap<&str, &Function>> =
            LazyLock::new(|| FUNCTIONS.iter().map(|function| (function.name, function)).collect());
        BY_NAME.get(name).copied()
    }

    /// The function that `name`, with `$` as written, calls.
    #[must_use]
    pub fn called(name: &str) -> Option<&'static Function> {
        Self::named(name.strip_prefix('$')?)
    }

    /// The names of all functions, in the order of the standard.
    pub fn names() -> impl Iterator<Item = &'static str> {
        FUNCTIONS.iter().map(|function| function.name)
    }

    /// The type of the argument at `index`.
    #[must_use]
    pub fn parameter(&self, index: usize) -> Parameter {
        self.parameters.get(index).or(self.parameters.last()).copied().unwrap_or(Parameter::Step)
    }

    /// What it reads, or `None` if the result comes from the arguments.
    #[must_use]
    pub fn source(&self) -> Option<FunctionSource> {
        match self.computation {
            Computation::Reads(source) => Some(source),
            Computation::Computed(_) | Computation::DecidedBy(_) => None,
        }
    }

    /// Whether it is true only if all arguments are.
    #[must_use]
    pub fn is_conjunction(&self) -> bool {
        matches!(self.computation, Computation::DecidedBy(false))
    }

    /// Whether it compares its first argument with one other value.
    #[must_use]
    pub fn compares_two_values(&self) -> bool {
        self.comparison.is_some_and(Comparison::is_with_single_value)
    }

    /// Whether it takes a list as its only argument.
    #[must_use]
    pub fn takes_single_list(&self) -> bool {
        self.arity.least == 1
            && self.arity.most.is_some()
            && self.parameter(0).built_in_types().contains(&BuiltIn::List)
    }

    /// Whether it makes a string of its arguments.
    #[must_use]
    pub fn makes_string(&self) -> bool {
        let gives_string = match self.result {
            ResultType::Is(result) => result == BuiltIn::String,
            ResultType::T => self.parameter(0).built_in_types().contains(&BuiltIn::String),
            ResultType::Product | ResultType::Quotient | ResultType::Read => false,
        };
        gives_string && self.source().is_none()
    }
}

impl PathEnd {
    /// Returns what the function `name`, which is given without `$`, reads at the end of a path.
    #[must_use]
    pub fn of_function(name: &str) -> Option<Self> {
        match Function::named(name)?.source()? {
            FunctionSource::Path(end) => Some(end),
            _ => None,
        }
    }
}

/// The name of a function in a call, `$name` or `$name$suffix`, without `$` and suffix (§10.1).
#[must_use]
pub fn without_suffix(name: &str) -> &str {
    let name = name.trim_start_matches('$');
    name.split('$').next().unwrap_or(name)
}

/// Declares the built-in functions: one row per function, `"name" "section" (arguments) [parameters] ->
/// result = computation [properties];`, with its documentation. The number of arguments is written `(2)`,
/// `(1..)` or `(1..=2)`; parameters, result and computation are variants of [`Parameter`], [`ResultType`] and
/// [`Computation`]; properties are methods of [`Function`].
macro_rules! functions {
    ($(
        $(#[doc = $doc:literal])+
        $name:literal $section:literal ( $($arity:tt)* )
            [ $($parameter:ident $(($types:expr))?),* ] -> $result:ident $(($type:ident))?
            = $computation:ident ($how:expr)
            $([ $($property:ident $(($($arg:expr),*))?),* ])? ;
    )*) => {
        /// The built-in functions, in the order of the standard.
        pub static FUNCTIONS: &[Function] = &[
            $( Function::new(
                $name,
                $section,
                concat!($($doc),+),
                $crate::functions::function::arity!($($arity)*),
                (
                    &[ $( Parameter::$parameter $(($types))? ),* ],
                    ResultType::$result $(($type))?,
                ),
                Computation::$computation($how),
            ) $($(.$property($($($arg),*)?))*)? ),*
        ];
    };
}
pub(super) use functions;

/// A number of arguments as written in the table.
macro_rules! arity {
    ($count:literal) => {
        Arity { least: $count, most: Some($count) }
    };
    ($least:literal ..) => {
        Arity { least: $least, most: None }
    };
    ($least:literal ..= $most:literal) => {
        Arity { least: $least, most: Some($most) }
    };
}
pub(super) use arity;
