//! The canonical layout of a file, in any dialect.
//!
//! Input: the text of one file. Output: the same content with keynames in the order of the standard's tables
//! and in the layout of [`yaml::print`](fn@crate::yaml::print), or the diagnostics of a text that is not
//! YAML. Names in maps, values and unknown keys keep their order; aliases stay after their anchors. Invalid
//! TOSCA is formatted as well; for a file that is not TOSCA, only the layout changes. Formatting twice has
//! the same result as formatting once.

mod order;
mod same;

use std::sync::Arc;

use crate::base::FileId;
use crate::diagnostics::{Diagnostic, Level};
use crate::dialects::{self, Written};
use crate::host::Limits;
use crate::keynames::{Entity as _, Meta};
use crate::syntax::ToscaFile;
use crate::yaml::{self, Tree};

/// Why a text is not formatted.
#[derive(Debug)]
pub enum Refusal {
    /// It is not YAML.
    NotYaml(Vec<Diagnostic>),
    /// The formatted text would differ in content, which is a bug of the tool.
    NotTheSame,
}

/// Formats the text of `file`.
pub fn format(text: &Arc<String>, file: FileId, limits: &Limits) -> Result<String, Refusal> {
    let (tree, diagnostics) = yaml::parse(text, file, limits);
    let milder = dialects::milder_rules(&tree);
    let is_error = |diagnostic: &Diagnostic| {
        diagnostic.level == Level::Error && !milder.iter().any(|rule| **rule == *diagnostic.rule)
    };
    if tree.is_damaged() || diagnostics.iter().any(is_error) {
        return Err(Refusal::NotYaml(diagnostics.into_iter().filter(is_error).collect()));
    }
    let formatted = match one_line_end(text) {
        None => arranged(&tree),
        Some(text) => arranged(&yaml::parse(&Arc::new(text), file, limits).0),
    };
    let (again, diagnostics) = yaml::parse(&Arc::new(formatted.clone()), file, limits);
    let clean = !again.is_damaged() && !diagnostics.iter().any(is_error);
    if clean && same::is_same(&tree, &again) { Ok(formatted) } else { Err(Refusal::NotTheSame) }
}

/// Returns the text with uniform line ends, or `None` if its lines end with a line feed, with or without a
/// preceding carriage return.
fn one_line_end(text: &str) -> Option<String> {
    let alone = |(index, _)| text.as_bytes().get(index + 1) != Some(&b'\n');
    let has_lone_return = text.match_indices('\r').any(alone);
    has_lone_return.then(|| text.replace("\r\n", "\n").replace('\r', "\n"))
}

fn arranged(tree: &Tree) -> String {
    let (written, added) = dialects::written(tree);
    let table: Option<&'static Meta> = match written {
        Written::Plain => Some(ToscaFile::meta()),
        Written::In(table) => Some(table),
        Written::Other => None,
    };
    match (table, tree.root()) {
        (Some(table), Some(root)) => yaml::print_rewritten(&order::arrange(tree, root, table, added), tree),
        _ => yaml::print(tree),
    }
}
