//! Prints findings for people, with snippets of the source.
//!
//! Input: findings and the sources. Output: for each finding a header, snippets with labels, helps and notes.
//! miette draws the snippets; everything else is written here.

use std::fmt::{self, Write as _};
use std::io::{self, Write};

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, SourceCode, ThemeCharacters, ThemeStyles};
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use crate::base::{FileId, Span};
use crate::diagnostics::{Diagnostic, Label, Level};
use crate::session::Elements;

use super::locations;
use super::source::{Excerpt, Room};
use super::{Findings, Look, marked_message, plural};

/// The maximum number of secondary labels that are shown for a finding.
const MAX_SECONDARY: usize = 8;

/// The minimum width of snippets in columns.
const MIN_SNIPPET_WIDTH: usize = 40;

/// The minimum width of wrapped text: longer lines are better than many short ones.
const MIN_WRAP_WIDTH: usize = 16;

/// The maximum number of lines between the starts of labels that share a snippet.
const MAX_LINE_DISTANCE: usize = 2;

/// The index of the handler for snippets without the primary label.
const SECONDARY_HANDLER: usize = 3;

/// The escape sequence that ends a style.
pub(in crate::cli) const RESET: &str = "\x1b[0m";

/// Returns the escape sequence for the color of a level.
pub(in crate::cli) fn style(level: Level) -> &'static str {
    match level {
        Level::Error => "\x1b[1;31m",
        Level::Warning => "\x1b[1;33m",
        Level::Info => "\x1b[1;36m",
    }
}

/// Writes findings in the given order.
pub(in crate::cli) fn write(out: &mut dyn Write, findings: Findings<'_>, look: &Look) -> io::Result<()> {
    let mut printer = FindingPrinter {
        findings,
        look,
        handlers: [Some(Level::Error), Some(Level::Warning), Some(Level::Info), None]
            .map(|level| handler(look, level)),
        elements: findings.elements(),
        output: String::new(),
    };
    for diagnostic in findings.diagnostics {
        printer.output.clear();
        printer.write_finding(diagnostic).map_err(io::Error::other)?;
        out.write_all(printer.output.as_bytes())?;
    }
    Ok(())
}

/// Prints findings one by one.
struct FindingPrinter<'a> {
    findings: Findings<'a>,
    look: &'a Look,
    /// Draw snippets: those with the primary label of an error, warning or info, then [`SECONDARY_HANDLER`].
    handlers: [GraphicalReportHandler; 4],
    elements: Elements<'a>,
    /// The text of the current finding.
    output: String,
}

/// Returns a handler that draws snippets. The first label has the color of the level, or is blue like all
/// others if there is no level.
fn handler(look: &Look, level: Option<Level>) -> GraphicalReportHandler {
    let mut styles = if look.color { ThemeStyles::ansi() } else { ThemeStyles::none() };
    if look.color {
        let secondary = styles.error.blue().bold();
        let first = match level {
            Some(Level::Error) => styles.error.red().bold(),
            Some(Level::Warning) => styles.error.yellow().bold(),
            Some(Level::Info) => styles.error.cyan().bold(),
            None => secondary,
        };
        styles.highlights = std::iter::once(first).chain([secondary; MAX_SECONDARY]).collect();
    }
    let characters = if look.unicode { ThemeCharacters::unicode() } else { ThemeCharacters::ascii() };
    GraphicalReportHandler::new_themed(GraphicalTheme { characters, styles })
        .with_links(false)
        .with_width(look.width.max(MIN_SNIPPET_WIDTH))
        .with_context_lines(1)
        .without_syntax_highlighting()
}

impl FindingPrinter<'_> {
    fn write_finding(&mut self, diagnostic: &Diagnostic) -> fmt::Result {
        write_header(&mut self.output, diagnostic, self.look)?;
        let mut context = self.context(diagnostic);
        let mut handler_index = match diagnostic.level {
            Level::Error => 0,
            Level::Warning => 1,
            Level::Info => 2,
        };
        for group in self.groups(diagnostic) {
            self.snippet(&group, &std::mem::take(&mut context), handler_index)?;
            handler_index = SECONDARY_HANDLER;
        }
        for help in &diagnostic.help {
            write_line(&mut self.output, "help", help, self.look)?;
        }
        for note in &diagnostic.notes {
            write_line(&mut self.output, "note", note, self.look)?;
        }
        if diagnostic.secondary.len() > MAX_SECONDARY {
            let more = plural(diagnostic.secondary.len() - MAX_SECONDARY, "more place");
            write_line(&mut self.output, "note", &format!("and {more}"), self.look)?;
        }
        let clauses: Vec<String> = diagnostic.clauses().map(|clause| self.section(clause)).collect();
        if !clauses.is_empty() {
            let clauses = format!("TOSCA 2.0 {}", clauses.join(", "));
            write_line(&mut self.output, "note", &clauses, self.look)?;
        }
        self.output.push('\n');
        Ok(())
    }

    /// Returns a reference to a section of the standard.
    fn section(&self, number: &str) -> String {
        if self.look.unicode { format!("§{number}") } else { format!("section {number}") }
    }

    /// Returns the keys of the elements that contain a finding and start on lines above it, outermost first,
    /// as a path.
    fn context(&mut self, diagnostic: &Diagnostic) -> String {
        let span = diagnostic.primary.span;
        let source = self.findings.sources.get(span.file);
        let line = source.lines().line_start(source.lines().line_of(span.start));
        let above = self.elements.keys(span).into_iter().filter(|key| key.span().start < line);
        let names: Vec<String> = above.map(locations::name).collect();
        if self.look.unicode { names.join(" › ") } else { names.join(" > ").replace('…', "...") }
    }

    /// Groups the labels by snippet. The group with the primary label comes first, and starts with this
    /// label.
    fn groups<'f>(&self, diagnostic: &'f Diagnostic) -> Vec<Vec<&'f Label>> {
        let sources = self.findings.sources;
        let line = |label: &Label| sources.get(label.span.file).lines().line_of(label.span.start);
        let mut files: Vec<(FileId, Vec<&Label>)> = Vec::new();
        for label in
            std::iter::once(&diagnostic.primary).chain(diagnostic.secondary.iter().take(MAX_SECONDARY))
        {
            match files.iter_mut().find(|(file, _)| *file == label.span.file) {
                Some((_, labels)) => labels.push(label),
                None => files.push((label.span.file, vec![label])),
            }
        }
        let mut groups = Vec::new();
        for (_, mut labels) in files {
            labels.sort_by_key(|label| label.span);
            let belong_together =
                |a: &&Label, b: &&Label| line(b) - line(a) <= MAX_LINE_DISTANCE && self.fit_together(a, b);
            groups.extend(labels.chunk_by(belong_together).map(<[_]>::to_vec));
        }
        let is_primary = |label: &&Label| std::ptr::eq(*label, &raw const diagnostic.primary);
        let first = groups.iter().position(|group| group.iter().any(is_primary)).unwrap_or(0);
        groups[..=first].rotate_right(1);
        // miette uses the first label as the primary one.
        if let Some(index) = groups[0].iter().position(is_primary) {
            groups[0][..=index].rotate_right(1);
        }
        groups
    }

    /// Whether two labels fit into one snippet: always, unless they are far apart on one line.
    fn fit_together(&self, a: &Label, b: &Label) -> bool {
        let lines = self.findings.sources.get(a.span.file).lines();
        let distance = b.span.end.saturating_sub(a.span.start) as usize;
        lines.line_of(a.span.start) != lines.line_of(b.span.start) || distance < self.look.columns * 3 / 4
    }

    /// Draws labels that are close together in one snippet; `context` is the path of elements to the first
    /// one.
    fn snippet(&mut self, labels: &[&Label], context: &str, handler_index: usize) -> fmt::Result {
        let file = labels[0].span.file;
        let source = self.findings.sources.get(file);
        if source.text.is_empty() {
            let separator = if labels[0].text.is_empty() { "" } else { ": " };
            return writeln!(self.output, "  --> {}{separator}{}", source.path, labels[0].text);
        }
        let position = source.position(labels[0].span.start);
        let name = format!("{}:{}:{}", source.path, position.line, position.column);
        let gutter = (position.line + 2).to_string().len() + 4;
        let room = Room { columns: self.look.columns.saturating_sub(gutter), unicode: self.look.unicode };
        let spans: Vec<Span> = labels.iter().map(|label| label.span).collect();
        let excerpt = Excerpt::new(source, &spans, room);
        let texts = labels.iter().zip(&excerpt.spans).map(|(label, &(index, length))| {
            // The text starts below the middle of the span.
            let double_middle = excerpt.column(index) + excerpt.column(index + length);
            wrap(&label.text, room.columns.saturating_sub(double_middle / 2 + 4), 0)
        });
        let snippet = Snippet { texts: texts.collect(), excerpt };
        let mut drawn = String::new();
        self.handlers[handler_index].render_report(&mut drawn, &snippet)?;
        // miette starts with a headline, which is skipped: the header of the finding is already written. In
        // the first line of the snippet, the location and context replace the name that miette writes.
        let mut is_first_line = true;
        for line in drawn.lines().skip_while(|line| !line.contains(['╭', ','])) {
            if is_first_line {
                is_first_line = false;
                let corner = line.trim_end();
                let open = corner.find('[').map_or(corner, |index| &corner[..index]);
                let width = self.look.width.saturating_sub(columns(open) + name.width() + 3);
                let context = shorten(context, width, self.look.unicode);
                let gap = if context.is_empty() { "" } else { " " };
                let name = self.linked(file, &name);
                writeln!(self.output, "{open}[{name}]{gap}{context}")?;
            } else if !line.trim().is_empty() {
                writeln!(self.output, "{}", line.trim_end())?;
            }
        }
        Ok(())
    }

    /// Returns a location, as a link to its file if the terminal supports links.
    fn linked(&self, file: FileId, name: &str) -> String {
        match self.findings.identity(file).filter(|path| self.look.links && path.is_file()) {
            Some(path) => link(&locations::uri(path.as_str()), name),
            None => name.to_owned(),
        }
    }
}

/// Returns a text that a terminal shows as a link to an address.
fn link(address: &str, text: &str) -> String {
    format!("\x1b]8;;{address}\x1b\\{text}\x1b]8;;\x1b\\")
}

/// Writes the level, rule and message; the rule is a link to its page if there is a website.
fn write_header(text: &mut String, diagnostic: &Diagnostic, look: &Look) -> fmt::Result {
    let (start, bold, end) =
        if look.color { (style(diagnostic.level), "\x1b[0;1m", RESET) } else { ("", "", "") };
    let level = diagnostic.level.name();
    let mut rule = format!("{} {}", diagnostic.rule.code, diagnostic.rule.name);
    let indent = 2;
    let column = (level.len() + rule.len() + "[]: ".len()).saturating_sub(indent);
    let message = wrap(&marked_message(diagnostic), look.columns.saturating_sub(indent), column);
    let message = message.replace('\n', &format!("\n{:indent$}", ""));
    if let Some(address) = diagnostic.rule.url().filter(|_| look.links) {
        rule = link(&address, &rule);
    }
    writeln!(text, "{start}{level}[{rule}]{bold}: {message}{end}")
}

/// Writes `help: …` or `note: …` (`word`), wrapped and indented.
fn write_line(text: &mut String, word: &str, content: &str, look: &Look) -> fmt::Result {
    let (start, end) = if look.color { ("\x1b[36m", RESET) } else { ("", "") };
    let indent = word.len() + 4;
    let content = wrap(content, look.width.saturating_sub(indent), 0);
    writeln!(text, "  {start}{word}{end}: {}", content.replace('\n', &format!("\n{:indent$}", "")))
}

/// Wraps a text that starts at `column` at `width` columns, or at the minimum width.
fn wrap(content: &str, width: usize, mut column: usize) -> String {
    let width = width.max(MIN_WRAP_WIDTH);
    let mut text = String::with_capacity(content.len());
    for (index, part) in content.split(' ').enumerate() {
        let length = part.width();
        if index > 0 && column + 1 + length > width {
            text.push('\n');
            column = 0;
        } else if index > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(part);
        column += length;
    }
    text
}

/// Returns the width of a text in columns, without its color codes.
fn columns(text: &str) -> usize {
    let mut columns = 0;
    for (index, part) in text.split('\x1b').enumerate() {
        let shown = if index == 0 { part } else { part.split_once('m').map_or("", |(_, rest)| rest) };
        columns += shown.width();
    }
    columns
}

/// Shortens a path of elements to `width` columns by removing elements, or else characters, at its beginning, or all
/// of it if little would be left.
fn shorten(text: &str, width: usize, unicode: bool) -> String {
    const MIN_KEPT_COLUMNS: usize = 10;
    if text.width() <= width {
        return text.to_owned();
    }
    let (dots, separator) = if unicode { ("…", " › ") } else { ("...", " > ") };
    let kept = width.saturating_sub(dots.width());
    let mut remaining = kept;
    let fits = |(_, c): &(usize, char)| {
        let width = remaining.checked_sub(c.width().unwrap_or(0));
        remaining = width.unwrap_or(0);
        width.is_some()
    };
    let start = text.char_indices().rev().take_while(fits).last().map_or(text.len(), |(index, _)| index);
    match text[start..].find(separator) {
        Some(index) => format!("{dots}{}", &text[start + index..]),
        None if kept < MIN_KEPT_COLUMNS => String::new(),
        None => format!("{dots}{}", &text[start..]),
    }
}

/// A snippet for miette to draw.
struct Snippet {
    /// The source lines, with the spans of the labels.
    excerpt: Excerpt,
    /// The wrapped text of each label.
    texts: Vec<String>,
}

impl fmt::Debug for Snippet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("snippet")
    }
}

impl fmt::Display for Snippet {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl std::error::Error for Snippet {}

impl miette::Diagnostic for Snippet {
    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.excerpt)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let labels = self.texts.iter().zip(&self.excerpt.spans).enumerate();
        let labels = labels.map(|(index, (text, &span))| {
            let text = (!text.is_empty()).then(|| text.clone());
            if index == 0 {
                LabeledSpan::new_primary_with_span(text, span)
            } else {
                LabeledSpan::new_with_span(text, span)
            }
        });
        Some(Box::new(labels))
    }
}
