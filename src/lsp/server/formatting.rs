//! Formats open documents, or some of their lines.

use std::sync::Arc;

use camino::Utf8Path;
use gen_lsp_types::{Range, TextEdit, Uri};

use crate::Options;
use crate::base::{FileId, LineIndex};
use crate::config::{Configurations, Setting};
use crate::dialects::looks_like_tosca;
use crate::format::{FormatOptions, LineRange, format};
use crate::host::{Host as _, Limits};
use crate::lsp::positions::Lines;

use super::Server;

impl Server {
    /// Returns the edits that format a document, or only its lines in `range`, as the settings choose. `None` if
    /// the document is not open, not TOSCA, excluded or not valid YAML.
    pub(super) fn formatting(&self, uri: &Uri, range: Option<Range>) -> Option<Vec<TextEdit>> {
        let open = self.open.get(uri.as_str())?;
        if !open.is_named_tosca && !looks_like_tosca(open.text.as_bytes()) {
            return None;
        }
        let mut options = Options::default();
        let folder = self.folders.iter().find(|folder| open.path.starts_with(folder));
        let working = folder.map_or(Utf8Path::new("."), |folder| folder.as_path());
        // Problems of settings were reported when they were received.
        let _ = self.settings.apply(&mut options, &self.disk.identity(working));
        let given: Vec<Setting> = options.given;
        let configurations = Configurations::new(&*self.disk, &options.search, &given);
        if configurations.excludes(&open.identity) {
            return None;
        }
        let settings = &configurations.of_file(&open.identity).settings;
        let format_options = FormatOptions { range: range.map(lines_of), ..settings.format_options() };
        let text = Arc::new(open.text.clone());
        let formatted = format(&text, FileId(0), &Limits::default(), &format_options).ok()?;
        let index = LineIndex::new(&text);
        let lines = Lines::new(&text, &index, self.encoding, false);
        Some(changed_lines(&text, &formatted, &lines).into_iter().collect())
    }
}

/// Returns the lines of a range, which starts counting from 0. The last line is not included if the range ends at its
/// start.
fn lines_of(range: Range) -> LineRange {
    let (first, last) = (range.start.line as usize, range.end.line as usize);
    let is_last_included = range.end.character > 0 || last == first;
    LineRange { first: first + 1, last: if is_last_included { last + 1 } else { last } }
}

/// Returns the edit that replaces the lines between the first and the last line that differ.
fn changed_lines(text: &str, formatted: &str, lines: &Lines<'_>) -> Option<TextEdit> {
    if text == formatted {
        return None;
    }
    let same_bytes = |pairs: &mut dyn Iterator<Item = (&str, &str)>| -> usize {
        pairs.take_while(|(one, other)| one == other).map(|(line, _)| line.len()).sum()
    };
    let start = same_bytes(&mut text.split_inclusive('\n').zip(formatted.split_inclusive('\n')));
    let (rest, formatted_rest) = (text.get(start..)?, formatted.get(start..)?);
    let end =
        same_bytes(&mut rest.split_inclusive('\n').rev().zip(formatted_rest.split_inclusive('\n').rev()));
    let changed = start..text.len() - end;
    let number = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
    Some(TextEdit {
        range: lines.range(number(changed.start)..number(changed.end)),
        new_text: formatted_rest.get(..formatted_rest.len() - end)?.to_owned(),
    })
}
