//! The canonical layout of a file, in whatever dialect it is written.
//!
//! In: the text of one file. Out: its text with keynames in the order of the standard's tables and in the
//! layout of [`yaml::print`](fn@crate::yaml::print), with the same meaning; or, where it is no YAML, the
//! diagnostics that say so. Names in maps, values and unknown keys keep their order; no alias gets before
//! its anchor. What is wrong as TOSCA is formatted all the same, and what is no TOSCA gets the layout alone.
//! Formatting what was formatted changes nothing.

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

/// Why a text is left as it is.
#[derive(Debug)]
pub enum Refusal {
    /// It is not YAML.
    NotYaml(Vec<Diagnostic>),
    /// What would be written is not the same. This is a fault of the tool.
    NotTheSame,
}

/// Formats the text of `file`.
pub fn format(text: &Arc<String>, file: FileId, limits: &Limits) -> Result<String, Refusal> {
    let (tree, found) = yaml::parse(text, file, limits);
    if tree.is_damaged() || found.iter().any(|found| found.level == Level::Error) {
        return Err(Refusal::NotYaml(found));
    }
    let formatted = match one_line_end(text) {
        None => arranged(&tree),
        Some(text) => arranged(&yaml::parse(&Arc::new(text), file, limits).0),
    };
    let (again, found) = yaml::parse(&Arc::new(formatted.clone()), file, limits);
    let clean = !again.is_damaged() && found.iter().all(|found| found.level != Level::Error);
    if clean && same::is_same(&tree, &again) { Ok(formatted) } else { Err(Refusal::NotTheSame) }
}

/// The text with one kind of line end, where it has others than line feeds with or without a carriage return
/// before them.
fn one_line_end(text: &str) -> Option<String> {
    let alone = |(at, _)| text.as_bytes().get(at + 1) != Some(&b'\n');
    let found = text.match_indices('\r').any(alone);
    found.then(|| text.replace("\r\n", "\n").replace('\r', "\n"))
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
