//! For people: the source with labels under it. The snippets are miette's, the rest is ours.

use std::fmt::{self, Write as _};
use std::io::{self, Write};

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, SourceCode, ThemeCharacters, ThemeStyles};
use unicode_width::UnicodeWidthStr as _;

use crate::base::{FileId, Span};
use crate::diagnostics::{Diagnostic, Label, Level};
use crate::session::Elements;

use super::places;
use super::source::{Excerpt, Room};
use super::{Findings, Look, plural};

/// How many other places are shown.
const SECONDARY: usize = 8;

/// The least room in which text is wrapped.
const LEAST: usize = 16;

/// Places on lines no further apart are shown together.
const NEAR: usize = 2;

/// The end of a colour.
pub(in crate::cli) const RESET: &str = "\x1b[0m";

/// The colour of a level.
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
    for found in findings.found {
        page.text.clear();
        page.one(found).map_err(io::Error::other)?;
        out.write_all(page.text.as_bytes())?;
    }
    Ok(())
}

/// What is being written, and what it needs.
struct Page<'a> {
    findings: Findings<'a>,
    look: &'a Look,
    /// For errors, warnings, infos, and for places that belong to them.
    drawing: [GraphicalReportHandler; 4],
    elements: Elements<'a>,
    text: String,
}

/// What draws snippets. The place of a mistake has the colour of its level, others are blue.
fn handler(look: &Look, level: Option<Level>) -> GraphicalReportHandler {
    let mut styles = if look.color { ThemeStyles::ansi() } else { ThemeStyles::none() };
    if look.color {
        let other = styles.error.blue().bold();
        let first = match level {
            Some(Level::Error) => styles.error.red().bold(),
            Some(Level::Warning) => styles.error.yellow().bold(),
            Some(Level::Info) => styles.error.cyan().bold(),
            None => other,
        };
        styles.highlights = std::iter::once(first).chain([other; SECONDARY]).collect();
    }
    let characters = if look.unicode { ThemeCharacters::unicode() } else { ThemeCharacters::ascii() };
    GraphicalReportHandler::new_themed(GraphicalTheme { characters, styles })
        .with_links(false)
        .with_width(look.width.max(40))
        .with_context_lines(1)
        .without_syntax_highlighting()
}

impl Page<'_> {
    fn one(&mut self, found: &Diagnostic) -> fmt::Result {
        header(&mut self.text, found, self.look)?;
        let mut context = self.context(found);
        let mut handler = match found.level {
            Level::Error => 0,
            Level::Warning => 1,
            Level::Info => 2,
        };
        for group in self.groups(found) {
            self.snippet(&group, &std::mem::take(&mut context), handler)?;
            handler = 3;
        }
        for help in &found.help {
            line(&mut self.text, "help", help, self.look)?;
        }
        for note in &found.notes {
            line(&mut self.text, "note", note, self.look)?;
        }
        if found.secondary.len() > SECONDARY {
            let more = plural(found.secondary.len() - SECONDARY, "more place");
            line(&mut self.text, "note", &format!("and {more}"), self.look)?;
        }
        self.text.push('\n');
        Ok(())
    }

    /// The elements around a finding that start on lines above it, from the root on.
    fn context(&mut self, found: &Diagnostic) -> String {
        let span = found.primary.span;
        let source = self.findings.sources.get(span.file);
        let line = source.lines().line_start(source.lines().line_of(span.start));
        let above = self.elements.keys(span).into_iter().filter(|key| key.span().start < line);
        let names: Vec<String> = above.map(places::name).collect();
        if self.look.unicode { names.join(" › ") } else { names.join(" > ").replace('…', "...") }
    }

    /// The labels that are shown together, those around the primary one first.
    fn groups<'f>(&self, found: &'f Diagnostic) -> Vec<Vec<&'f Label>> {
        let sources = self.findings.sources;
        let line = |label: &Label| sources.get(label.span.file).lines().line_of(label.span.start);
        let mut files: Vec<(FileId, Vec<&Label>)> = Vec::new();
        for label in std::iter::once(&found.primary).chain(found.secondary.iter().take(SECONDARY)) {
            match files.iter_mut().find(|(file, _)| *file == label.span.file) {
                Some((_, labels)) => labels.push(label),
                None => files.push((label.span.file, vec![label])),
            }
        }
        let mut groups = Vec::new();
        for (_, mut labels) in files {
            labels.sort_by_key(|label| label.span);
            let near = |one: &&Label, other: &&Label| {
                line(other) - line(one) <= NEAR && self.fit_together(one, other)
            };
            groups.extend(labels.chunk_by(near).map(<[_]>::to_vec));
        }
        let is_primary = |label: &&Label| std::ptr::eq(*label, &raw const found.primary);
        let first = groups.iter().position(|group| group.iter().any(is_primary)).unwrap_or(0);
        groups[..=first].rotate_right(1);
        // Whoever draws takes the first label for the primary one.
        if let Some(at) = groups[0].iter().position(is_primary) {
            groups[0][..=at].rotate_right(1);
        }
        groups
    }

    /// Whether two places can be seen at once: always, unless they are far apart on one line.
    fn fit_together(&self, one: &Label, other: &Label) -> bool {
        let lines = self.findings.sources.get(one.span.file).lines();
        let distance = other.span.end.saturating_sub(one.span.start) as usize;
        lines.line_of(one.span.start) != lines.line_of(other.span.start)
            || distance < self.look.columns * 3 / 4
    }

    /// Labels that stand close together over their text; `context` says where the first one is.
    fn snippet(&mut self, labels: &[&Label], context: &str, handler: usize) -> fmt::Result {
        let file = labels[0].span.file;
        let source = self.findings.sources.get(file);
        if source.text.is_empty() {
            let said = if labels[0].text.is_empty() { "" } else { ": " };
            return writeln!(self.text, "  --> {}{said}{}", source.path, labels[0].text);
        }
        let place = source.position(labels[0].span.start);
        let name = format!("{}:{}:{}", source.path, place.line, place.column);
        let gutter = (place.line + 2).to_string().len() + 4;
        let room = Room { columns: self.look.columns.saturating_sub(gutter), unicode: self.look.unicode };
        let spans: Vec<Span> = labels.iter().map(|label| label.span).collect();
        let excerpt = Excerpt::of(source, &spans, room);
        let words = labels.iter().zip(&excerpt.places).map(|(label, &(at, length))| {
            let before = excerpt.column(at) + excerpt.column(at + length);
            wrapped(&label.text, room.columns.saturating_sub(before / 2 + 4))
        });
        let snippet = Snippet { words: words.collect(), excerpt };
        let mut drawn = String::new();
        self.drawing[handler].render_report(&mut drawn, &snippet)?;
        // The first lines are miette's headline, which we have written already.
        let mut named = false;
        for line in drawn.lines().skip_while(|line| !line.contains(['╭', ','])) {
            if !named {
                named = true;
                let corner = line.trim_end();
                let open = corner.find('[').map_or(corner, |at| &corner[..at]);
                let width = self.look.width.saturating_sub(columns(open) + name.width() + 3);
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
        match self.findings.identity(file).filter(|path| self.look.links && path.is_file()) {
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
    let indent = word.len() + 4;
    let content = wrapped(content, look.width.saturating_sub(indent));
    writeln!(text, "  {start}{word}{end}: {}", content.replace('\n', &format!("\n{:indent$}", "")))
}

/// A text on lines of at most `width` columns; on one line where there is hardly any room.
pub(super) fn wrapped(content: &str, width: usize) -> String {
    let mut text = String::with_capacity(content.len());
    let mut column = 0;
    for (index, part) in content.split(' ').enumerate() {
        let length = part.width();
        if index > 0 && column + 1 + length > width && width >= LEAST {
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

/// The columns that a text takes, without its colours.
fn columns(text: &str) -> usize {
    let mut columns = 0;
    for (at, part) in text.split('\x1b').enumerate() {
        let shown = if at == 0 { part } else { part.split_once('m').map_or("", |(_, rest)| rest) };
        columns += shown.width();
    }
    columns
}

/// A text of at most `width` columns; what is nearest to the root goes first.
fn shortened(text: &str, width: usize, unicode: bool) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let dots = if unicode { "…" } else { "..." };
    let kept = width.saturating_sub(dots.width());
    if kept < 10 {
        return String::new();
    }
    let begin = text.char_indices().map(|(at, _)| at).find(|at| text[*at..].width() <= kept);
    format!("{dots}{}", &text[begin.unwrap_or(text.len())..])
}

/// What miette draws.
struct Snippet {
    excerpt: Excerpt,
    /// What is said of each place.
    words: Vec<String>,
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
        let places = self.words.iter().zip(&self.excerpt.places).enumerate();
        let labels = places.map(|(index, (words, &span))| {
            let words = (!words.is_empty()).then(|| words.clone());
            if index == 0 {
                LabeledSpan::new_primary_with_span(words, span)
            } else {
                LabeledSpan::new_with_span(words, span)
            }
        });
        Some(Box::new(labels))
    }
}
