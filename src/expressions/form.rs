//! What an expression is, as it is kept.

use std::num::NonZeroU16;

use crate::functions::{FUNCTIONS, Function};
use crate::resolve::DefinitionId;

/// An expression of one [`Arena`](super::arena::Arena).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ExprId(pub(super) u32);

/// What an expression is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A whole subtree without calls, however large.
    Literal,
    /// A list with a call in it: its entries.
    List(Args),
    /// A map with a call in it: key, value, key, value.
    Map(Args),
    /// A call of a function.
    Call(FunctionId, Args),
    /// A call whose arguments are a path as TOSCA 1.x writes it.
    NamePath(FunctionId, Args),
    /// What is written like a call but is not one; of a map, its keys and values.
    Malformed(Args),
}

const _: () = assert!(size_of::<Form>() == 12);

/// A part of the list of arguments of an arena.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Args {
    pub(super) first: u32,
    pub(super) count: u32,
}

/// A function of one arena: `None` if it is unknown, else the number of a built-in function, or of one that the files
/// define, after those.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FunctionId(Option<NonZeroU16>);

impl FunctionId {
    pub(super) const UNKNOWN: Self = Self(None);

    /// The built-in function that is called `name`, without `$`.
    pub(super) fn built_in(name: &str) -> Self {
        Self::numbered(FUNCTIONS.iter().position(|function| function.name == name))
    }

    /// The function at `index` of the defined functions of an arena. What has no number is unknown.
    pub(super) fn defined(index: usize) -> Self {
        Self::numbered(Some(FUNCTIONS.len() + index))
    }

    fn numbered(index: Option<usize>) -> Self {
        Self(index.and_then(|index| NonZeroU16::new(u16::try_from(index + 1).ok()?)))
    }

    /// The function, which is one of `defined` if it is not built in.
    pub(super) fn callee(self, defined: &[DefinitionId]) -> Callee {
        let Some(index) = self.0.map(|number| usize::from(number.get()) - 1) else { return Callee::Unknown };
        match FUNCTIONS.get(index) {
            Some(function) => Callee::BuiltIn(function),
            None => {
                let found = index.checked_sub(FUNCTIONS.len()).and_then(|index| defined.get(index));
                found.map_or(Callee::Unknown, |id| Callee::Defined(*id))
            }
        }
    }
}

/// The function that a call calls.
#[derive(Clone, Copy, Debug)]
pub enum Callee {
    /// One of the standard.
    BuiltIn(&'static Function),
    /// One that a file defines.
    Defined(DefinitionId),
    /// None that is known; that was reported, or a failure elsewhere hides it.
    Unknown,
}

impl Form {
    /// Its parts.
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

    /// Its parts, to change.
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
