//! The stored form of an expression.

use std::num::NonZeroU16;

use crate::functions::{FUNCTIONS, Function};
use crate::resolve::DefinitionId;

/// The index of an expression in its [`Arena`](super::arena::Arena).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ExprId(pub(super) u32);

/// The form of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A whole subtree without calls, however large.
    Literal,
    /// A list that contains a call: its entries.
    List(Args),
    /// A map that contains a call: key, value, key, value.
    Map(Args),
    /// A call of a function.
    Call(FunctionId, Args),
    /// A call whose arguments are a path in the syntax of TOSCA 1.x.
    NamePath(FunctionId, Args),
    /// A node with the syntax of a call that is not one; for a map, its keys and values.
    Malformed(Args),
}

const _: () = assert!(size_of::<Form>() == 12);

/// A range in the argument list of an arena.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Args {
    pub(super) first: u32,
    pub(super) count: u32,
}

/// A function of one arena: `None` if it is unknown, else the number of a built-in function, or of a
/// user-defined function, whose numbers follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FunctionId(Option<NonZeroU16>);

impl FunctionId {
    pub(super) const UNKNOWN: Self = Self(None);

    /// The built-in function `name`, without `$`.
    pub(super) fn built_in(name: &str) -> Self {
        Self::numbered(FUNCTIONS.iter().position(|function| function.name == name))
    }

    /// The function at `index` of the defined functions of an arena, or an unknown function if the index is
    /// too large.
    pub(super) fn defined(index: usize) -> Self {
        Self::numbered(Some(FUNCTIONS.len() + index))
    }

    fn numbered(index: Option<usize>) -> Self {
        Self(index.and_then(|index| NonZeroU16::new(u16::try_from(index + 1).ok()?)))
    }

    /// The function; a user-defined function is an index into `defined`.
    pub(super) fn callee(self, defined: &[DefinitionId]) -> Callee {
        let Some(index) = self.0.map(|number| usize::from(number.get()) - 1) else { return Callee::Unknown };
        match FUNCTIONS.get(index) {
            Some(function) => Callee::BuiltIn(function),
            None => {
                let definition = index.checked_sub(FUNCTIONS.len()).and_then(|index| defined.get(index));
                definition.map_or(Callee::Unknown, |id| Callee::Defined(*id))
            }
        }
    }
}

/// The function that a call calls.
#[derive(Clone, Copy, Debug)]
pub enum Callee {
    /// A built-in function.
    BuiltIn(&'static Function),
    /// A user-defined function.
    Defined(DefinitionId),
    /// An unknown function, which was reported, or is unknown because of a failure elsewhere.
    Unknown,
}

impl Form {
    /// The range of its parts.
    pub(super) fn arguments(self) -> Args {
        match self {
            Self::Literal => Args::default(),
            Self::List(args)
            | Self::Map(args)
            | Self::Call(_, args)
            | Self::NamePath(_, args)
            | Self::Malformed(args) => args,
        }
    }

    /// The range of its parts, for changes.
    pub(super) fn arguments_mut(&mut self) -> Option<&mut Args> {
        match self {
            Self::Literal => None,
            Self::List(args)
            | Self::Map(args)
            | Self::Call(_, args)
            | Self::NamePath(_, args)
            | Self::Malformed(args) => Some(args),
        }
    }
}
