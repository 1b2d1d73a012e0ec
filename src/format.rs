//! The canonical layout of a file, in any dialect.
//!
//! Input: the text of one file. Output: the same content in the layout of
//! [`yaml::print`](fn@crate::yaml::print), or the diagnostics of a text that is not YAML. Everything keeps its
//! order, unless the keynames are sorted in the order of the standard's tables. Names in maps, values and
//! unknown keys always keep their order, and aliases stay after their anchors. Invalid TOSCA is formatted as
//! well; for a file that is not TOSCA, only the layout changes. Formatting twice has the same result as
//! formatting once.

mod order;
mod range;
mod same;

use std::sync::Arc;

use crate::base::FileId;
use crate::diagnostics::{Diagnostic, Level};
use crate::dialects::{self, Written};
use crate::host::Limits;
use crate::keynames::{Entity as _, Meta};
use crate::syntax::ToscaFile;
use crate::xml;
use crate::yaml::{self, Tree};

pub use range::LineRange;

/// Why a text is not formatted.
#[derive(Debug)]
pub enum Refusal {
    /// It is not YAML, with the errors of a text that is not XML either.
    NotYaml(Vec<Diagnostic>),
    /// The formatted text would differ in content, which is a bug of the tool.
    NotTheSame,
}

/// The order of keynames.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// The order of the author.
    #[default]
    Preserve,
    /// The order of the standard's tables.
    Standard,
}

/// How a text is formatted.
#[derive(Clone, Copy, Debug, Default)]
pub struct FormatOptions {
    /// The order of keynames.
    pub order: Order,
    /// The number of characters of a line beyond which a list or map between brackets gets a line for each
    /// part, or `None` if only the author breaks lines.
    pub line_width: Option<usize>,
    /// The lines to format, with the whole entries that they are part of, or `None` for all lines.
    pub range: Option<LineRange>,
}

/// Formats the text of `file`.
pub fn format(
    text: &Arc<String>,
    file: FileId,
    limits: &Limits,
    options: &FormatOptions,
) -> Result<String, Refusal> {
    if xml::begins_as_xml(text.as_bytes()) {
        return Err(Refusal::NotYaml(Vec::new()));
    }
    let (tree, diagnostics) = yaml::parse(text, file, limits);
    let milder = dialects::milder_rules(&tree);
    let is_error = |diagnostic: &Diagnostic| {
        diagnostic.level == Level::Error && !milder.iter().any(|rule| **rule == *diagnostic.rule)
    };
    if tree.is_damaged() || diagnostics.iter().any(is_error) {
        return Err(Refusal::NotYaml(diagnostics.into_iter().filter(is_error).collect()));
    }
    let uniform = one_line_end(text).map(|text| yaml::parse(&Arc::new(text), file, limits).0);
    let written = uniform.as_ref().unwrap_or(&tree);
    let same_tree = |text: String| {
        let (again, diagnostics) = yaml::parse(&Arc::new(text), file, limits);
        let clean = !again.is_damaged() && !diagnostics.iter().any(is_error);
        (clean && same::is_same(&tree, &again)).then_some(again)
    };
    let formatted = same_tree(laid_out(written, options)).ok_or(Refusal::NotTheSame)?;
    let in_range = options.range.and_then(|range| range::replace(written, &formatted, range, same_tree));
    let formatted = in_range.unwrap_or(formatted);
    Ok(formatted.source().to_string())
}

/// Returns the text with uniform line ends, or `None` if its lines end with a line feed, with or without a
/// preceding carriage return.
fn one_line_end(text: &str) -> Option<String> {
    let alone = |(index, _)| text.as_bytes().get(index + 1) != Some(&b'\n');
    let has_lone_return = text.match_indices('\r').any(alone);
    has_lone_return.then(|| text.replace("\r\n", "\n").replace('\r', "\n"))
}

/// Returns the text of `tree` in the canonical layout.
fn laid_out(tree: &Tree, options: &FormatOptions) -> String {
    if options.order == Order::Preserve {
        return yaml::print_within(tree, tree, options.line_width);
    }
    let (written, added) = dialects::written(tree);
    let table: Option<&'static Meta> = match written {
        Written::Plain => Some(ToscaFile::meta()),
        Written::In(table) => Some(table),
        Written::Other => None,
    };
    match (table, tree.root()) {
        (Some(table), Some(root)) => {
            yaml::print_within(&order::arrange(tree, root, table, added), tree, options.line_width)
        }
        _ => yaml::print_within(tree, tree, options.line_width),
    }
}
