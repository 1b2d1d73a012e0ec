//! For people: the source with labels under it. The snippets are miette's, the rest is ours.

use std::collections::HashMap;
use std::fmt::{self, Write as _};
use std::io::{self, Write};

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, SourceCode, ThemeCharacters, ThemeStyles};

use crate::Analysis;
use crate::base::{FileId, Span};
use crate::diagnostics::{Diagnostic, Label, Level};

use super::Look;
use super::source::Indexed;

/// The longest label that is underlined, in bytes.
const LONGEST: u32 = 120;

pub(in crate::cli) fn write(out: &mut dyn Write, analysis: &Analysis, look: &Look) -> io::Result<()> {
    let handler = handler(look);
    let mut text = String::new();
    let mut sources = HashMap::new();
    for found in &analysis.diagnostics {
        text.clear();
        for label in std::iter::once(&found.primary).chain(&found.secondary) {
            let file = label.span.file;
            sources.entry(file).or_insert_with(|| Indexed::new(analysis.sources().get(file)));
        }
        one(&mut text, found, analysis, &sources, &handler, look).map_err(io::Error::other)?;
        out.write_all(text.as_bytes())?;
    }
    Ok(())
}

fn handler(look: &Look) -> GraphicalReportHandler {
    let theme = GraphicalTheme {
        characters: if look.unicode { ThemeCharacters::unicode() } else { ThemeCharacters::ascii() },
        styles: if look.color { ThemeStyles::ansi() } else { ThemeStyles::none() },
    };
    GraphicalReportHandler::new_themed(theme)
        .with_links(false)
        .with_width(look.width.max(40))
        .with_context_lines(1)
        .without_syntax_highlighting()
}

fn one(
    text: &mut String,
    found: &Diagnostic,
    analysis: &Analysis,
    sources: &HashMap<FileId, Indexed<'_>>,
    handler: &GraphicalReportHandler,
    look: &Look,
) -> fmt::Result {
    header(text, found, look)?;
    let labels: Vec<&Label> = std::iter::once(&found.primary).chain(&found.secondary).collect();
    let mut files: Vec<FileId> = Vec::new();
    for label in &labels {
        if !files.contains(&label.span.file) {
            files.push(label.span.file);
        }
    }
    for file in files {
        let here: Vec<&Label> = labels.iter().copied().filter(|label| label.span.file == file).collect();
        // Of very long lines a window is shown, one for each place.
        if here.iter().any(|label| sources[&file].is_long_at(label.span.start)) {
            for label in here {
                snippet(text, file, &[label], analysis, sources, handler)?;
            }
        } else {
            snippet(text, file, &here, analysis, sources, handler)?;
        }
    }
    for help in &found.help {
        line(text, "help", help, look)?;
    }
    for note in &found.notes {
        line(text, "note", note, look)?;
    }
    text.push('\n');
    Ok(())
}

fn header(text: &mut String, found: &Diagnostic, look: &Look) -> fmt::Result {
    let (start, bold, end) = if look.color {
        let start = match found.level {
            Level::Error => "\x1b[1;31m",
            Level::Warning => "\x1b[1;33m",
            Level::Info => "\x1b[1;36m",
        };
        (start, "\x1b[0;1m", "\x1b[0m")
    } else {
        ("", "", "")
    };
    writeln!(
        text,
        "{start}{}[{} {}]{bold}: {}{end}",
        found.level.name(),
        found.code.id,
        found.code.slug,
        found.message
    )
}

/// `help: …`, wrapped under itself.
fn line(text: &mut String, word: &str, content: &str, look: &Look) -> fmt::Result {
    let (start, end) = if look.color { ("\x1b[36m", "\x1b[0m") } else { ("", "") };
    write!(text, "  {start}{word}{end}: ")?;
    let indent = word.len() + 4;
    let mut column = indent;
    for (index, part) in content.split(' ').enumerate() {
        let length = part.chars().count();
        if index > 0 && column + 1 + length > look.width {
            write!(text, "\n{:indent$}", "")?;
            column = indent;
        } else if index > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(part);
        column += length;
    }
    text.push('\n');
    Ok(())
}

/// The labels of one file over its text.
fn snippet(
    text: &mut String,
    file: FileId,
    labels: &[&Label],
    analysis: &Analysis,
    sources: &HashMap<FileId, Indexed<'_>>,
    handler: &GraphicalReportHandler,
) -> fmt::Result {
    let source = analysis.sources().get(file);
    if source.text.is_empty() {
        let said = if labels[0].text.is_empty() { "" } else { ": " };
        return writeln!(text, "  --> {}{said}{}", source.path, labels[0].text);
    }
    let place = source.position(labels[0].span.start);
    let name = format!("{}:{}:{}", source.path, place.line, place.column);
    let snippet = Snippet { source: &sources[&file], labels };
    let mut drawn = String::new();
    handler.render_report(&mut drawn, &snippet)?;
    // The first lines are miette's headline, which we have written already.
    let mut named = false;
    for line in drawn.lines().skip_while(|line| !line.contains(['╭', ','])) {
        if !named {
            named = true;
            let corner = line.trim_end();
            let open = corner.find('[').map_or(corner, |at| &corner[..at]);
            writeln!(text, "{open}[{name}]")?;
        } else if !line.trim().is_empty() {
            writeln!(text, "{}", line.trim_end())?;
        }
    }
    Ok(())
}

/// What miette draws.
struct Snippet<'a> {
    source: &'a Indexed<'a>,
    labels: &'a [&'a Label],
}

impl fmt::Debug for Snippet<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("snippet")
    }
}

impl fmt::Display for Snippet<'_> {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl std::error::Error for Snippet<'_> {}

impl miette::Diagnostic for Snippet<'_> {
    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(self.source)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let labels = self.labels.iter().enumerate().map(|(index, label)| {
            let span = shown(label.span, self.source);
            let words = (!label.text.is_empty()).then(|| label.text.clone());
            if index == 0 {
                LabeledSpan::new_primary_with_span(words, span)
            } else {
                LabeledSpan::new_with_span(words, span)
            }
        });
        Some(Box::new(labels))
    }
}

/// The part of a span that is underlined: on its first line, and not too long.
fn shown(span: Span, source: &Indexed<'_>) -> (usize, usize) {
    let text = source.get(span.range());
    let line = text.lines().next().unwrap_or("");
    let mut length = line.len().min(LONGEST as usize);
    while !line.is_char_boundary(length) {
        length -= 1;
    }
    (span.start as usize, length)
}
