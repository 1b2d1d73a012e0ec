//! Formats Markdown pages for a terminal.
//!
//! Input: the Markdown of rule pages: headings, paragraphs, lists, fenced blocks, code in back-ticks. Output:
//! text with wrapped lines, indented blocks and, if enabled, colors.

use std::fmt::Write as _;

use unicode_width::UnicodeWidthChar as _;

use super::terminal::Look;

/// The maximum width of text: longer lines are hard to read.
const MAX_WIDTH: usize = 90;

const BOLD: &str = "\x1b[1m";
const DIM: &str = "\x1b[2m";
const CYAN: &str = "\x1b[36m";
const RESET: &str = "\x1b[0m";

/// Formats a page.
pub(super) fn set(markdown: &str, look: &Look) -> String {
    let mut page = Page { text: String::new(), width: look.width.clamp(30, MAX_WIDTH), look };
    let mut lines = markdown.lines().peekable();
    while let Some(line) = lines.next() {
        if let Some(language) = line.strip_prefix("```") {
            for line in lines.by_ref().take_while(|line| !line.starts_with("```")) {
                page.code(line, language);
            }
        } else if line.starts_with("<!--") || line.trim().is_empty() {
            page.gap();
        } else if line.starts_with('#') {
            page.heading(line.trim_start_matches('#').trim());
        } else {
            let item = line.strip_prefix("- ");
            let mut paragraph = item.unwrap_or(line).to_owned();
            let continues =
                |line: &&str| !line.trim().is_empty() && !line.starts_with("- ") && !line.starts_with("```");
            while let Some(line) = lines.next_if(continues) {
                paragraph.push(' ');
                paragraph.push_str(line.trim());
            }
            page.paragraph(&paragraph, item.is_some());
        }
    }
    page.text.truncate(page.text.trim_end().len());
    page.text.push('\n');
    page.text
}

struct Page<'l> {
    text: String,
    width: usize,
    look: &'l Look,
}

/// A word with its color codes, and its width in columns.
#[derive(Default)]
struct Word {
    text: String,
    width: usize,
}

impl Page<'_> {
    /// Adds an empty line, unless the text already ends with one.
    fn gap(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }

    fn styled(&self, style: &str, text: &str) -> String {
        if self.look.color && !text.is_empty() { format!("{style}{text}{RESET}") } else { text.to_owned() }
    }

    fn heading(&mut self, text: &str) {
        self.gap();
        let heading = self.styled(BOLD, text);
        let _ = writeln!(self.text, "{heading}");
        if !self.look.color {
            let _ = writeln!(self.text, "{}", "-".repeat(text.chars().count()));
        }
    }

    fn paragraph(&mut self, text: &str, is_item: bool) {
        let (first, indent) = match (is_item, self.look.unicode) {
            (true, true) => ("• ", "  "),
            (true, false) => ("- ", "  "),
            (false, _) => ("", ""),
        };
        self.text.push_str(first);
        let mut column = first.chars().count();
        for (index, word) in self.split_words(text).into_iter().enumerate() {
            if index > 0 && column + 1 + word.width > self.width {
                self.text.push('\n');
                self.text.push_str(indent);
                column = indent.len();
            } else if index > 0 {
                self.text.push(' ');
                column += 1;
            }
            self.text.push_str(&word.text);
            column += word.width;
        }
        self.text.push('\n');
    }

    /// Splits a text into words; code keeps its back-ticks only if colors are disabled.
    fn split_words(&self, text: &str) -> Vec<Word> {
        let mut words = vec![Word::default()];
        let mut in_code = false;
        for c in text.chars() {
            let last = words.len() - 1;
            let word = &mut words[last];
            match c {
                '`' if self.look.color => {
                    in_code = !in_code;
                    word.text.push_str(if in_code { CYAN } else { RESET });
                }
                ' ' => {
                    if in_code {
                        word.text.push_str(RESET);
                    }
                    let text = if in_code { CYAN.to_owned() } else { String::new() };
                    words.push(Word { text, width: 0 });
                }
                _ => {
                    word.text.push(c);
                    word.width += c.width().unwrap_or(0);
                }
            }
        }
        words.retain(|word| word.width > 0);
        words
    }

    /// Adds a line of an example, not wrapped, so that it can be copied.
    fn code(&mut self, line: &str, language: &str) {
        let line = if self.look.color && matches!(language, "yaml" | "toml") {
            colored(line)
        } else {
            line.to_owned()
        };
        let _ = writeln!(self.text, "{}", format!("    {line}").trim_end());
    }
}

/// Returns a line of YAML or TOML with colored keys and comments.
fn colored(line: &str) -> String {
    let comment = line.match_indices('#').map(|(index, _)| index).find(|&index| {
        let before = &line[..index];
        (before.is_empty() || before.ends_with(' ')) && before.matches(['"', '\'']).count().is_multiple_of(2)
    });
    let (code, comment) = line.split_at(comment.unwrap_or(line.len()));
    let mut text = String::new();
    let mut remaining = code;
    // Keys are at the beginning of a line or list item, or follow `{` or `,`.
    while let Some(end) = remaining.find([':', '=']) {
        let (before, after) = remaining.split_at(end);
        let start = before
            .rfind(|c: char| !(c.is_alphanumeric() || "_-.$\"/".contains(c)))
            .map_or(0, |index| index + before[index..].chars().next().map_or(1, char::len_utf8));
        let is_key = start < end
            && (after.len() == 1 || after[1..].starts_with([' ', '\n']) || after.starts_with('='));
        text.push_str(&before[..start]);
        if is_key {
            let _ = write!(text, "{CYAN}{}{RESET}", &before[start..]);
        } else {
            text.push_str(&before[start..]);
        }
        text.push_str(&after[..1]);
        remaining = &after[1..];
    }
    text.push_str(remaining);
    if !comment.is_empty() {
        let _ = write!(text, "{DIM}{comment}{RESET}");
    }
    text
}
