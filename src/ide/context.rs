//! What may be written at a place.
//!
//! The text is parsed once more with a mark at the cursor, and the keyname tables lead to the mark. What the names on
//! the way mean is asked of the model, which knows the text as it was without the mark.

mod calls;
mod marked;
mod members;
mod place;
mod values;
mod way;

use crate::base::{FileId, Span};
use crate::keynames::{Expected, Meta, NameKind};
use crate::model::Model;
use crate::values::ValueType;

use super::referent::{KeynameOf, Referent, part_of};

/// What may be written at a place.
#[derive(Clone, Debug)]
pub struct Context<'m> {
    /// The keyname tables of the maps around, the outermost first, each with the key in front of its map.
    pub path: Vec<(&'static Meta, Option<String>)>,
    /// The nearest keyname whose value is written.
    pub keyname: Option<KeynameOf>,
    /// What belongs there.
    pub place: Place<'m>,
    /// What is written of it in front of the cursor.
    pub prefix: String,
    /// The word that it takes the place of.
    pub span: Span,
}

/// What belongs to a place.
#[derive(Clone, Debug)]
pub enum Place<'m> {
    /// A keyname of a table. Those that its map has already are given.
    Keyname {
        /// The table.
        table: &'static Meta,
        /// The keynames that are there.
        given: Vec<String>,
    },
    /// A name of something of these kinds, or of one of these.
    Name {
        /// The kinds.
        kinds: &'static [NameKind],
        /// What else can be named, without what is there already.
        members: Vec<Referent>,
    },
    /// A name that the author chooses.
    NewName,
    /// One of these words.
    Word(Vec<&'static str>),
    /// An element of a TOSCA path, or a step behind it: one of these words, or the name of one of these.
    PathElement {
        /// The words.
        words: Vec<&'static str>,
        /// What can be named.
        names: Vec<Referent>,
    },
    /// A value of a type, or a call that gives one.
    Value(ValueType<'m>),
    /// A key in a value: the name of a property of its data type. Where a call can stand, too, it starts with `$`.
    Property(Vec<Referent>),
    /// An argument of a function.
    Argument {
        /// The function, without `$`.
        function: String,
        /// Its position, from 0.
        index: usize,
        /// What it must be.
        expected: ValueType<'m>,
    },
    /// The path or URL of a file.
    File,
    /// The name of a profile.
    Profile,
    /// Free text, or something that nothing is known of.
    Text,
}

/// What may be written at a byte of a file; none in a comment, and where nothing around it could be read.
#[must_use]
pub fn context(model: &Model, file: FileId, offset: u32) -> Option<Context<'_>> {
    let source = model.types.graph.get(file)?.source();
    let text = source.text.as_str();
    let offset = usize::try_from(offset).ok()?;
    let word = marked::word(text, offset)?;
    let all = marked::parse(text, word, file);
    let ways: Vec<(&marked::Marked, way::Way<'_>)> =
        all.iter().filter_map(|marked| Some((marked, way::way(marked)?))).collect();
    let line = text.get(..word.start)?.rsplit('\n').next().unwrap_or("");
    let is_alone = line.trim().is_empty();
    let as_scalar = ways.iter().position(|(marked, way)| {
        !marked.as_key && (matches!(way.end, way::End::Key(_)) || takes_scalar(way.expected, is_alone))
    });
    let chosen = as_scalar.or_else(|| ways.iter().position(|(marked, _)| marked.as_key)).unwrap_or(0);
    let (marked, way) = ways.get(chosen)?;
    let prefix = text.get(word.start..offset)?;
    Some(Context {
        path: way.tables.clone(),
        keyname: way.keyname,
        place: place::place(model, file, &marked.tree, way, prefix),
        prefix: prefix.to_owned(),
        span: part_of(Span::start_of(file), word.start, word.end),
    })
}

/// Whether a scalar may stand where `expected` is; where it stands alone on its line, a map is meant if one can be.
fn takes_scalar(expected: Option<&'static Expected>, is_alone: bool) -> bool {
    match expected {
        None | Some(Expected::Map(_) | Expected::Named(_) | Expected::Metadata) => false,
        Some(Expected::Entity(meta)) => meta().short.is_some() && !is_alone,
        Some(Expected::Either(one, other)) => {
            takes_scalar(Some(one), is_alone) && !(is_alone && matches!(other, Expected::Entity(_)))
        }
        Some(_) => true,
    }
}
