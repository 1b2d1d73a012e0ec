//! Lists what can be written at a position: keynames, names, values and calls.
//!
//! Each item has the text to insert, which may have places to fill in (snippets, as editors know them). A
//! type that the file cannot use yet brings the import with it.

mod calls;
mod imports;
mod keynames;
mod names;
mod values;

use crate::base::{FileId, Span};
use crate::keynames::NameKind;
use crate::model::Model;

use super::context::{Context, Expectation, context};
use super::referent::Referent;

/// What can be written at a position.
#[derive(Clone, Debug)]
pub struct Completions {
    /// The word that an item replaces.
    pub span: Span,
    /// The items; those that fit best come first.
    pub items: Vec<Completion>,
}

/// One of the texts that can be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The name in the list.
    pub label: String,
    /// What it is.
    pub kind: CompletionKind,
    /// A few words next to the name.
    pub detail: String,
    /// Its documentation.
    pub documentation: String,
    /// The text to insert. `$1` and `$0` are places to fill in; `$` and `\` in the text are escaped by `\`.
    pub snippet: String,
    /// The order in the list: items with a lower rank come first.
    pub rank: u8,
    /// The import that the text needs: where it is inserted, and its text.
    pub import: Option<(u32, String)>,
}

/// What an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompletionKind {
    /// A keyname of a table.
    Keyname,
    /// Something that has a name.
    Name(Referent),
    /// A word of the standard.
    Word,
    /// A value.
    Value,
    /// A unit of a scalar.
    Unit,
    /// A function.
    Function,
    /// A file or directory.
    File,
    /// A profile.
    Profile,
}

/// What is known outside of the model.
pub trait Surroundings {
    /// Returns the files and directories that a path may go on with, relative to `directory` of the file;
    /// directories end with `/`.
    fn files(&self, directory: &str) -> Vec<String>;

    /// Returns the names of profiles that can be imported.
    fn profiles(&self) -> Vec<String>;
}

/// Returns what can be written at a byte of `text`, which is that of the file or a newer one. `None` in a
/// comment, and where the surrounding text is unreadable.
#[must_use]
pub fn completions(
    model: &Model,
    file: FileId,
    text: &str,
    offset: u32,
    surroundings: &dyn Surroundings,
) -> Option<Completions> {
    let context = context(model, file, text, offset)?;
    let place = Place::new(&context, text);
    let request = Request { model, file, text, context: &context, place };
    let mut items = match &context.expectation {
        Expectation::Keyname { table, given } => keynames::rows(&request, table, given),
        Expectation::Name { kinds, members } => {
            let mut items = names::members(&request, members);
            items.extend(names::of_kinds(&request, kinds));
            items
        }
        Expectation::Word(words) => words.iter().map(|word| plain_item(word, CompletionKind::Word)).collect(),
        Expectation::PathElement { words, names } => {
            let mut items: Vec<Completion> =
                words.iter().map(|word| plain_item(word, CompletionKind::Word)).collect();
            items.extend(names::members(&request, names));
            items
        }
        Expectation::Property(members) => values::keys(&request, members),
        Expectation::Value(expected) | Expectation::Argument { expected, .. } => {
            values::of_type(&request, expected)
        }
        Expectation::File => files(&request, surroundings),
        Expectation::Profile => {
            let profiles = surroundings.profiles().into_iter();
            profiles.map(|name| plain_item(&name, CompletionKind::Profile)).collect()
        }
        Expectation::NewName | Expectation::Text => Vec::new(),
    };
    // Within a rank, the order is that of the definitions.
    items.sort_by_key(|item| item.rank);
    Some(Completions { span: context.span, items })
}

/// A position for which items are collected.
struct Request<'r, 'm> {
    model: &'m Model,
    file: FileId,
    text: &'r str,
    context: &'r Context<'m>,
    place: Place,
}

/// How the text around a position continues.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// Whether the word is a key that already has its colon.
    has_colon: bool,
    /// Whether the word is inside of brackets.
    in_brackets: bool,
    /// Whether the word is the first on its line, except for dashes.
    is_first: bool,
}

impl Place {
    fn new(context: &Context<'_>, text: &str) -> Self {
        let span = context.span.range();
        let after = text.get(span.end..).unwrap_or("");
        let before = text.get(..span.start).unwrap_or("");
        let line = before.rsplit('\n').next().unwrap_or("");
        let count = |bracket: char| before.matches(bracket).count();
        Self {
            has_colon: after.starts_with(':'),
            in_brackets: line.contains(['{', '[']) && (count('{') > count('}') || count('[') > count(']')),
            is_first: line.trim_start_matches([' ', '-']).is_empty(),
        }
    }
}

/// Returns an item that is inserted as it is.
fn plain_item(label: &str, kind: CompletionKind) -> Completion {
    Completion {
        label: label.to_owned(),
        kind,
        detail: String::new(),
        documentation: String::new(),
        snippet: escaped(label),
        rank: 0,
        import: None,
    }
}

/// Returns the text as a part of a snippet.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('$', "\\$").replace('}', "\\}")
}

fn files(request: &Request<'_, '_>, surroundings: &dyn Surroundings) -> Vec<Completion> {
    let prefix = request.context.prefix.as_str();
    let directory = prefix.rfind('/').map_or("", |slash| prefix.get(..=slash).unwrap_or(""));
    let files = surroundings.files(directory).into_iter();
    files.map(|name| plain_item(&format!("{directory}{name}"), CompletionKind::File)).collect()
}

/// Returns the kind of a definition as a few words: `node type`.
fn noun(kind: NameKind) -> &'static str {
    kind.name()
}
