//! Declares and reads keyname tables: the `entity!` macro, shapes of values, the generic reader.
//!
//! Input: a node of a tree and a table. Output: a typed, unresolved structure, its references and values, and
//! diagnostics of area T02. This module reads tables and contains none: those of TOSCA 2.0 are in `syntax`,
//! those of dialects next to their dialect. A part that cannot be read is omitted and reported once; nothing
//! fails.

mod beside_type;
mod collections;
mod entity;
mod explained;
mod limits;
mod meta;
mod misplaced;
mod moved_entry;
mod names;
mod reader;
mod reshape;
mod scalars;
mod sections;
mod shape_help;
mod slot;
mod synonyms;
mod unknown;
mod words;

pub use beside_type::{KeysBesideType, PartOfTemplate};
pub use collections::{Collection, Either, List, Map, Named, NamedEntry, UnreadKeys};
pub use entity::{Entity, read_entity};
pub use explained::Explained;
pub use meta::{AddedRow, Expected, Keyname, Meta, Presence, Role, ShapeNotation};
pub use names::{NameKind, NameKinds, Ref, RefTarget};
pub use reader::{ReadContext, Reader, Reference};
pub use scalars::{Anything, Bool, Metadata, TextNode, ValueNode, VersionNode};
pub use slot::{Slot, Unread};
pub use unknown::UnknownKeys;
pub use words::{Keywords, WordList};

pub(crate) use collections::one_entry;
pub(crate) use entity::entity;
pub(crate) use explained::remove_explained;
pub(crate) use limits::conjunction;
pub(crate) use moved_entry::moved_to_section;
pub(crate) use names::targets;
pub(crate) use reader::{call_name, describe, is_malformed_call};
pub(crate) use shape_help::{OpenList, ValueHelp, replacement, template_expression};
pub(crate) use unknown::has_near_name;
pub(crate) use words::word_lists;

use std::sync::Arc;

use crate::yaml::YamlNode;

/// A kind of value: how to recognize it, and the structure it is read into.
pub trait Shape: Sized {
    /// The description of the shape.
    const EXPECTED: Expected;

    /// Reads `node`, or reports it and returns `None` if it does not have this shape.
    fn read(node: YamlNode<'_>, reader: &mut Reader<'_>) -> Option<Self>;

    /// Whether a map without keynames of the entity is valid, because it is a value.
    #[must_use]
    fn may_be_value(_reader: &Reader<'_>) -> bool {
        false
    }
}

impl<S: Shape> Shape for Box<S> {
    const EXPECTED: Expected = S::EXPECTED;

    fn may_be_value(reader: &Reader<'_>) -> bool {
        S::may_be_value(reader)
    }

    fn read(node: YamlNode<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        S::read(node, reader).map(Box::new)
    }
}

impl<S: Shape> Shape for Arc<S> {
    const EXPECTED: Expected = S::EXPECTED;

    fn may_be_value(reader: &Reader<'_>) -> bool {
        S::may_be_value(reader)
    }

    fn read(node: YamlNode<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        S::read(node, reader).map(Arc::new)
    }
}
