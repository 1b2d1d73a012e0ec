//! For people: the source with labels under it. The snippets are miette's, the rest is ours.

use std::collections::HashMap;
use std::fmt::{self, Write as _};
use std::io::{self, Write};

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, SourceCode, ThemeCharacters, ThemeStyles};

use crate::base::{FileId, Span};
use crate::diagnostics::{Diagnostic, Label, Level};

use super::places::{self, Elements};
use super::source::Indexed;
use super::{Look, Report};

/// The longest label that is underlined, in bytes.
const LONGEST: u32 = 120;

/// The end of a colour.
pub(super) const RESET: &str = "\x1b[0m";

/// The colour of a level.
pub(super) fn style(level: Level) -> &'static str {
    match level {
        Level::Error => "\x1b[1;31m",
        Level::Warning => "\x1b[1;33m",
        Level::Info => "\x1b[1;36m",
    }
}

pub(in crate::cli) fn write(out: &mut dyn Write, report: &Report<'_>, look: &Look) -> io::Result<()> {
    let mut page = Page {
        report,
        look,
        handler: handler(look),
        sources: HashMap::new(),
        elements: Elements::of(report),
        text: String::new(),
    };
    for found in report.shown() {
        page.text.clear();
        page.one(found).map_err(io::Error::other)?;
        out.write_all(page.text.as_bytes())?;
    }
    Ok(())
}

/// What is being written, and what it needs.
struct Page<'a> {
    report: &'a Report<'a>,
    look: &'a Look,
    handler: GraphicalReportHandler,
    sources: HashMap<FileId, Indexed<'a>>,
    elements: Elements<'a>,
    text: String,
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

impl Page<'_> {
    fn one(&mut self, found: &Diagnostic) -> fmt::Result {
        header(&mut self.text, found, self.look)?;
        let labels: Vec<&Label> = std::iter::once(&found.primary).chain(&found.secondary).collect();
        let mut files: Vec<FileId> = Vec::new();
        for label in &labels {
            let file = label.span.file;
            if !files.contains(&file) {
                files.push(file);
                let sources = self.report.sources();
                self.sources.entry(file).or_insert_with(|| Indexed::new(sources.get(file)));
            }
        }
        let mut where_it_is = self.context(found);
        for file in files {
            let here: Vec<&Label> = labels.iter().copied().filter(|label| label.span.file == file).collect();
            // Of very long lines a window is shown, one for each place.
            if here.iter().any(|label| self.sources[&file].is_long_at(label.span.start)) {
                for label in here {
                    self.snippet(file, &[label], &std::mem::take(&mut where_it_is))?;
                }
            } else {
                self.snippet(file, &here, &std::mem::take(&mut where_it_is))?;
            }
        }
        for help in &found.help {
            line(&mut self.text, "help", help, self.look)?;
        }
        for note in &found.notes {
            line(&mut self.text, "note", note, self.look)?;
        }
        self.text.push('\n');
        Ok(())
    }

    /// The elements around a finding that start on lines above it, from the root on.
    fn context(&mut self, found: &Diagnostic) -> String {
        let span = found.primary.span;
        let source = self.report.sources().get(span.file);
        let line = source.lines().line_start(source.lines().line_of(span.start));
        let above = self.elements.keys(span).into_iter().filter(|key| key.span().start < line);
        let names: Vec<String> = above.map(places::name).collect();
        names.join(if self.look.unicode { " › " } else { " > " })
    }

    /// The labels of one file over its text; `context` says where the first one is.
    fn snippet(&mut self, file: FileId, labels: &[&Label], context: &str) -> fmt::Result {
        let source = self.report.sources().get(file);
        if source.text.is_empty() {
            let said = if labels[0].text.is_empty() { "" } else { ": " };
            return writeln!(self.text, "  --> {}{said}{}", source.path, labels[0].text);
        }
        let place = source.position(labels[0].span.start);
        let name = format!("{}:{}:{}", source.path, place.line, place.column);
        let snippet = Snippet { source: &self.sources[&file], labels };
        let mut drawn = String::new();
        self.handler.render_report(&mut drawn, &snippet)?;
        // The first lines are miette's headline, which we have written already.
        let mut named = false;
        for line in drawn.lines().skip_while(|line| !line.contains(['╭', ','])) {
            if !named {
                named = true;
                let corner = line.trim_end();
                let open = corner.find('[').map_or(corner, |at| &corner[..at]);
                let width = self.look.width.saturating_sub(columns(open) + columns(&name) + 3);
                let context = shortened(context, width, self.look.unicode);
                let gap = if context.is_empty() { "" } else { " " };
                let name = self.linked(file, &name);
                writeln!(self.text, "{open}[{name}]{gap}{context}")?;
            } else if !line.trim().is_empty() {
                writeln!(self.text, "{}", line.trim_end())?;
            }
        }
        Ok(())
    }

    /// A place, as a link to its file where the terminal follows links.
    fn linked(&self, file: FileId, name: &str) -> String {
        let identity = self.report.analysis.graph.files.get(file.index()).map(|file| &file.identity);
        match identity.filter(|path| self.look.links && path.is_file()) {
            Some(path) => format!("\x1b]8;;{}\x1b\\{name}\x1b]8;;\x1b\\", places::uri(path.as_str())),
            None => name.to_owned(),
        }
    }
}

fn header(text: &mut String, found: &Diagnostic, look: &Look) -> fmt::Result {
    let (start, bold, end) = if look.color { (style(found.level), "\x1b[0;1m", RESET) } else { ("", "", "") };
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
    let (start, end) = if look.color { ("\x1b[36m", RESET) } else { ("", "") };
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

/// The columns that a text takes, without its colours.
fn columns(text: &str) -> usize {
    let mut columns = 0;
    for (at, part) in text.split('\x1b').enumerate() {
        let shown = if at == 0 { part } else { part.split_once('m').map_or("", |(_, rest)| rest) };
        columns += shown.chars().count();
    }
    columns
}

/// A text of at most `width` columns; what is nearest to the root goes first.
fn shortened(text: &str, width: usize, unicode: bool) -> String {
    let count = text.chars().count();
    if count <= width {
        return text.to_owned();
    }
    let dots = if unicode { "…" } else { "..." };
    let kept = width.saturating_sub(dots.chars().count());
    if kept < 10 {
        return String::new();
    }
    format!("{dots}{}", text.chars().skip(count - kept).collect::<String>())
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
