//! Determines what can be written at a position.
//!
//! The text is parsed again with a mark at the cursor, and the keyname tables lead to the mark. The meaning
//! of the names on the path comes from the model, which knows the text without the mark.

mod calls;
mod expectation;
mod mark_path;
mod marked;
mod members;
mod values;

use crate::base::{FileId, Span};
use crate::dialects;
use crate::keynames::{Expected, Meta, NameKind};
use crate::model::Model;
use crate::values::ValueType;
use crate::yaml::Tree;

use super::referent::{Referent, TableKeyname, part_of};
use expectation::Cursor;
use mark_path::{MarkPath, MarkRole};
use marked::Mark;

/// What can be written at a position.
#[derive(Clone, Debug)]
pub struct Context<'m> {
    /// The keyname tables of the enclosing maps, outermost first, each with the key of its map.
    pub path: Vec<(&'static Meta, Option<String>)>,
    /// The nearest keyname whose value is being written.
    pub keyname: Option<TableKeyname>,
    /// What is expected there.
    pub expectation: Expectation<'m>,
    /// The innermost call that contains the position: its function, without `$`, and the argument, counted
    /// from 0.
    pub call: Option<(String, usize)>,
    /// Whether the word is a key.
    pub is_key: bool,
    /// The version of the dialect, in the numbers of the rows of its tables; `None` for TOSCA 2.0.
    pub version: Option<u8>,
    /// The keys on the path from the root; items of lists have none.
    pub keys: Vec<String>,
    /// The part of the word before the cursor.
    pub prefix: String,
    /// The word that will be replaced.
    pub span: Span,
}

/// What is expected at a position.
#[derive(Clone, Debug)]
pub enum Expectation<'m> {
    /// A keyname of a table that its map does not have yet.
    Keyname {
        /// The table.
        table: &'static Meta,
        /// The keynames that the map already has.
        given: Vec<String>,
    },
    /// The name of a definition of one of these kinds, or of one of these members.
    Name {
        /// The kinds.
        kinds: &'static [NameKind],
        /// Other members that can be named, without those that are already there.
        members: Vec<Referent>,
    },
    /// A name that the author chooses.
    NewName,
    /// One of these words.
    Word(Vec<&'static str>),
    /// An element of a TOSCA path, or a step after it: one of these words, or one of these names.
    PathElement {
        /// The words.
        words: Vec<&'static str>,
        /// The referents that can be named.
        names: Vec<Referent>,
    },
    /// A value of a type, or a call that returns one.
    Value(ValueType<'m>),
    /// A key in a value: the name of a property of its data type. If a call is also allowed there, the key
    /// starts with `$`.
    Property(Vec<Referent>),
    /// An argument of a function.
    Argument {
        /// The function, without `$`.
        function: String,
        /// Its position, counted from 0.
        index: usize,
        /// The type that it must have.
        expected: ValueType<'m>,
    },
    /// The path or URL of a file.
    File,
    /// The name of a profile.
    Profile,
    /// Free text, or something unknown.
    Text,
}

/// Returns what can be written at a byte of `text`, or `None` in a comment and where the surrounding text is
/// unreadable. The text is that of the file, or a newer one.
#[must_use]
pub fn context<'m>(model: &'m Model, file: FileId, text: &str, offset: u32) -> Option<Context<'m>> {
    let known = model.types.graph.get(file)?.parsed().tree_to_parse_again();
    let offset = usize::try_from(offset).ok()?;
    let word = marked::word(text, offset)?;
    let all = marked::parse(text, word, file, known);
    let marks = all.iter().flat_map(|marked| marked.marks.iter().map(move |mark| (&marked.tree, *mark)));
    let paths: Vec<(&Tree, Mark, MarkPath<'_>)> =
        marks.filter_map(|(tree, mark)| Some((tree, mark, mark_path::find(tree, mark)?))).collect();
    let line = text.get(..word.start)?.rsplit('\n').next().unwrap_or("");
    let is_alone = line.trim().is_empty();
    let as_scalar = paths.iter().position(|(_, mark, path)| {
        !mark.as_key && (matches!(path.mark, MarkRole::Key(_)) || takes_scalar(path.expected, is_alone))
    });
    let chosen = as_scalar.or_else(|| paths.iter().position(|(_, mark, _)| mark.as_key)).unwrap_or(0);
    let (tree, _, path) = paths.get(chosen)?;
    let prefix = text.get(word.start..offset)?;
    let cursor = Cursor { model, file, tree, path };
    Some(Context {
        path: path.tables.clone(),
        keyname: path.keyname,
        expectation: expectation::expectation(&cursor, prefix),
        call: calls::enclosing(&cursor).map(|call| (call.function.to_owned(), call.argument)),
        version: dialects::version(tree),
        is_key: matches!(path.mark, MarkRole::Key(_)),
        keys: path.keys.clone(),
        prefix: prefix.to_owned(),
        span: part_of(Span::start_of(file), word.start, word.end),
    })
}

/// Whether a scalar is allowed at this position. Alone on its line, it is interpreted as the beginning of a
/// map if a map is allowed.
fn takes_scalar(expected: Option<&'static Expected>, is_alone: bool) -> bool {
    match expected {
        None | Some(Expected::Map(_) | Expected::Named(_) | Expected::Metadata) => false,
        Some(Expected::Entity(meta)) => meta().short.is_some() && !is_alone,
        Some(Expected::Either(short, long)) => {
            takes_scalar(Some(short), is_alone) && !(is_alone && matches!(long, Expected::Entity(_)))
        }
        Some(_) => true,
    }
}
