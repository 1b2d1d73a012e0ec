//! A name with its meaning, in little memory.

use crate::base::FileId;
use crate::literals::BuiltIn;
use crate::yaml::NodeId;

use super::{DefinitionId, Meaning};

/// The node of a name, and the [`Meaning`] of the name. There are so many that the meaning has only two numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meant {
    pub(super) node: NodeId,
    /// The file of a definition, or [`NO_FILE`].
    file: u32,
    /// The index of a definition in its file; without a file, one of the numbers below.
    index: u32,
}

/// Says that a meaning is not a definition. No file has so high a number.
const NO_FILE: u32 = u32::MAX;
const UNKNOWN: u32 = 0;
const NOTHING: u32 = 1;
const BUILT_IN_FUNCTION: u32 = 2;
/// The number of the first built-in type.
const BUILT_IN_TYPES: u32 = 3;

impl Meant {
    pub(super) fn new(node: NodeId, meaning: Meaning) -> Self {
        let (file, index) = match meaning {
            Meaning::Definition(id) => (id.file.0, id.index),
            Meaning::Unknown => (NO_FILE, UNKNOWN),
            Meaning::Nothing => (NO_FILE, NOTHING),
            Meaning::BuiltInFunction => (NO_FILE, BUILT_IN_FUNCTION),
            Meaning::BuiltInType(built_in) => (NO_FILE, BUILT_IN_TYPES + built_in as u32),
        };
        Self { node, file, index }
    }

    pub(super) fn meaning(self) -> Meaning {
        match (self.file, self.index) {
            (NO_FILE, UNKNOWN) => Meaning::Unknown,
            (NO_FILE, NOTHING) => Meaning::Nothing,
            (NO_FILE, BUILT_IN_FUNCTION) => Meaning::BuiltInFunction,
            (NO_FILE, number) => {
                let built_in = BuiltIn::ALL.get((number - BUILT_IN_TYPES) as usize);
                built_in.map_or(Meaning::Unknown, |built_in| Meaning::BuiltInType(*built_in))
            }
            (file, index) => Meaning::Definition(DefinitionId { file: FileId(file), index }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn meanings_are_kept() {
        let definition = DefinitionId { file: FileId(7), index: 9 };
        let others =
            [Meaning::Unknown, Meaning::Nothing, Meaning::BuiltInFunction, Meaning::Definition(definition)];
        for meaning in BuiltIn::ALL.map(Meaning::BuiltInType).into_iter().chain(others) {
            assert_eq!(Meant::new(NodeId::new(3), meaning).meaning(), meaning);
        }
    }
}
