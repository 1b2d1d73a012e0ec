//! Text for people: the source with labels. The snippets are drawn by miette, the rest is written here.

use std::fmt::{self, Write as _};
use std::io::{self, Write};

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, SourceCode, ThemeCharacters, ThemeStyles};
use unicode_width::UnicodeWidthStr as _;

use crate::base::{FileId, Span};
use crate::diagnostics::{Diagnostic, Label, Level};
use crate::session::Elements;

use super::locations;
use super::source::{Excerpt, Room};
use super::{Findings, Look, plural};

/// The maximum number of related locations.
const MAX_SECONDARY: usize = 8;

/// The minimum width for wrapping text.
const MIN_WRAP_WIDTH: usize = 16;

/// Spans that are at most this number of lines apart share a snippet.
const MAX_LINE_DISTANCE: usize = 2;

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

pub(in crate::cli) fn write(out: &mut dyn Write, findings: Findings<'_>, look: &Look) -> io::Result<()> {
    let mut page = Page {
        findings,
        look,
        drawing: [Some(Level::Error), Some(Level::Warning), Some(Level::Info), None]
            .map(|level| handler(look, level)),
        elements: findings.elements(),
        text: String::new(),
    };
    for diagnostic in findings.diagnostics {
        page.text.clear();
        page.write_finding(diagnostic).map_err(io::Error::other)?;
        out.write_all(page.text.as_bytes())?;
    }
    Ok(())
}

/// The text being written, and what is needed for it.
struct Page<'a> {
    findings: Findings<'a>,
    look: &'a Look,
    /// The handlers for errors, warnings, infos, and related locations.
    drawing: [GraphicalReportHandler; 4],
    elements: Elements<'a>,
    text: String,
}

/// Returns the handler that draws snippets. The primary span has the color of the level, others are blue.
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
        .with_width(look.width.max(40))
        .with_context_lines(1)
        .without_syntax_highlighting()
}

impl Page<'_> {
    fn write_finding(&mut self, diagnostic: &Diagnostic) -> fmt::Result {
        write_header(&mut self.text, diagnostic, self.look)?;
        let mut context = self.context(diagnostic);
        let mut handler = match diagnostic.level {
            Level::Error => 0,
            Level::Warning => 1,
            Level::Info => 2,
        };
        for group in self.groups(diagnostic) {
            self.snippet(&group, &std::mem::take(&mut context), handler)?;
            handler = 3;
        }
        for help in &diagnostic.help {
            write_line(&mut self.text, "help", help, self.look)?;
        }
        for note in &diagnostic.notes {
            write_line(&mut self.text, "note", note, self.look)?;
        }
        if diagnostic.secondary.len() > MAX_SECONDARY {
            let more = plural(diagnostic.secondary.len() - MAX_SECONDARY, "more place");
            write_line(&mut self.text, "note", &format!("and {more}"), self.look)?;
        }
        self.text.push('\n');
        Ok(())
    }

    /// Returns the elements that contain a finding and start on lines above it, from the root down.
    fn context(&mut self, diagnostic: &Diagnostic) -> String {
        let span = diagnostic.primary.span;
        let source = self.findings.sources.get(span.file);
        let line = source.lines().line_start(source.lines().line_of(span.start));
        let above = self.elements.keys(span).into_iter().filter(|key| key.span().start < line);
        let names: Vec<String> = above.map(locations::name).collect();
        if self.look.unicode { names.join(" › ") } else { names.join(" > ").replace('…', "...") }
    }

    /// Groups the labels by snippet; the group of the primary label comes first.
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

    /// Whether two spans fit into one snippet: always, unless they are far apart on one line.
    fn fit_together(&self, a: &Label, b: &Label) -> bool {
        let lines = self.findings.sources.get(a.span.file).lines();
        let distance = b.span.end.saturating_sub(a.span.start) as usize;
        lines.line_of(a.span.start) != lines.line_of(b.span.start) || distance < self.look.columns * 3 / 4
    }

    /// Draws labels that are close together in one snippet; `context` describes the position of the first
    /// one.
    fn snippet(&mut self, labels: &[&Label], context: &str, handler: usize) -> fmt::Result {
        let file = labels[0].span.file;
        let source = self.findings.sources.get(file);
        if source.text.is_empty() {
            let separator = if labels[0].text.is_empty() { "" } else { ": " };
            return writeln!(self.text, "  --> {}{separator}{}", source.path, labels[0].text);
        }
        let position = source.position(labels[0].span.start);
        let name = format!("{}:{}:{}", source.path, position.line, position.column);
        let gutter = (position.line + 2).to_string().len() + 4;
        let room = Room { columns: self.look.columns.saturating_sub(gutter), unicode: self.look.unicode };
        let spans: Vec<Span> = labels.iter().map(|label| label.span).collect();
        let excerpt = Excerpt::of(source, &spans, room);
        let texts = labels.iter().zip(&excerpt.spans).map(|(label, &(index, length))| {
            let before = excerpt.column(index) + excerpt.column(index + length);
            wrap(&label.text, room.columns.saturating_sub(before / 2 + 4))
        });
        let snippet = Snippet { texts: texts.collect(), excerpt };
        let mut drawn = String::new();
        self.drawing[handler].render_report(&mut drawn, &snippet)?;
        // The first lines are the headline of miette, which is already written.
        let mut named = false;
        for line in drawn.lines().skip_while(|line| !line.contains(['╭', ','])) {
            if !named {
                named = true;
                let corner = line.trim_end();
                let open = corner.find('[').map_or(corner, |index| &corner[..index]);
                let width = self.look.width.saturating_sub(columns(open) + name.width() + 3);
                let context = shorten(context, width, self.look.unicode);
                let gap = if context.is_empty() { "" } else { " " };
                let name = self.linked(file, &name);
                writeln!(self.text, "{open}[{name}]{gap}{context}")?;
            } else if !line.trim().is_empty() {
                writeln!(self.text, "{}", line.trim_end())?;
            }
        }
        Ok(())
    }

    /// Returns a location, as a link to its file if the terminal supports links.
    fn linked(&self, file: FileId, name: &str) -> String {
        match self.findings.identity(file).filter(|path| self.look.links && path.is_file()) {
            Some(path) => format!("\x1b]8;;{}\x1b\\{name}\x1b]8;;\x1b\\", locations::uri(path.as_str())),
            None => name.to_owned(),
        }
    }
}

fn write_header(text: &mut String, diagnostic: &Diagnostic, look: &Look) -> fmt::Result {
    let (start, bold, end) =
        if look.color { (style(diagnostic.level), "\x1b[0;1m", RESET) } else { ("", "", "") };
    writeln!(
        text,
        "{start}{}[{} {}]{bold}: {}{end}",
        diagnostic.level.name(),
        diagnostic.rule.code,
        diagnostic.rule.name,
        diagnostic.message
    )
}

/// Writes `help: …`, wrapped with indentation.
fn write_line(text: &mut String, word: &str, content: &str, look: &Look) -> fmt::Result {
    let (start, end) = if look.color { ("\x1b[36m", RESET) } else { ("", "") };
    let indent = word.len() + 4;
    let content = wrap(content, look.width.saturating_sub(indent));
    writeln!(text, "  {start}{word}{end}: {}", content.replace('\n', &format!("\n{:indent$}", "")))
}

/// Wraps a text at `width` columns; does not wrap if the width is too small.
pub(super) fn wrap(content: &str, width: usize) -> String {
    let mut text = String::with_capacity(content.len());
    let mut column = 0;
    for (index, part) in content.split(' ').enumerate() {
        let length = part.width();
        if index > 0 && column + 1 + length > width && width >= MIN_WRAP_WIDTH {
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

/// Shortens a text to `width` columns by removing its beginning.
fn shorten(text: &str, width: usize, unicode: bool) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let dots = if unicode { "…" } else { "..." };
    let kept = width.saturating_sub(dots.width());
    if kept < 10 {
        return String::new();
    }
    let begin = text.char_indices().map(|(index, _)| index).find(|index| text[*index..].width() <= kept);
    format!("{dots}{}", &text[begin.unwrap_or(text.len())..])
}

/// A snippet for miette to draw.
struct Snippet {
    excerpt: Excerpt,
    /// The text of each label.
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
