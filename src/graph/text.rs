//! Measures and shortens text, and escapes it for each format.

use std::borrow::Cow;
use std::fmt::Write as _;

/// The advance widths of printable ASCII characters in thousandths of the font size, as in the common
/// sans-serif fonts, which were designed with equal widths.
const WIDTHS: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
    556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
    500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,
    556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
    278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

/// Returns the width of a text. It is slightly larger than in most fonts, because the font that will be used
/// is unknown.
pub(super) fn width(text: &str, size: f64, bold: bool) -> f64 {
    let thousandths: f64 = text.chars().map(|c| f64::from(advance(c))).sum();
    let safety = if bold { 1.33 } else { 1.17 };
    thousandths / 1000.0 * size * safety
}

fn advance(c: char) -> u16 {
    match c as u32 {
        code @ 0x20..=0x7e => WIDTHS[code as usize - 0x20],
        0..=0x1f | 0x7f..=0x9f | 0x300..=0x36f | 0x200b..=0x200f | 0xfe00..=0xfe0f => 0,
        // Scripts and signs that are as wide as high.
        0x1100..=0x115f
        | 0x2e80..=0xa4cf
        | 0xac00..=0xd7a3
        | 0xf900..=0xfaff
        | 0xfe30..=0xfe6f
        | 0xff00..=0xff60
        | 0x1_f000..=0x1_faff
        | 0x2_0000..=0x3_ffff => 1020,
        _ => 640,
    }
}

/// Returns a text in one line with at most `most` characters; the middle of a longer text is omitted.
pub(super) fn short(text: &str, most: usize) -> Cow<'_, str> {
    let broken = text.chars().any(|c| c.is_control() || is_invisible(c));
    let length = text.chars().count();
    if !broken && length <= most {
        return Cow::Borrowed(text);
    }
    let clean = text.chars().map(|c| if c.is_control() || is_invisible(c) { ' ' } else { c });
    if length <= most {
        return Cow::Owned(clean.collect());
    }
    let tail = most / 2;
    let head = most - tail - 1;
    let clean: Vec<char> = clean.collect();
    Cow::Owned(clean[..head].iter().chain(&['…']).chain(&clean[length - tail..]).collect())
}

/// Whether a character would change the direction of the text or break the line.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
}

/// Returns the text in lines of at most `most` characters, broken at spaces.
pub(super) fn lines(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut length = 0;
    for word in text.split_whitespace() {
        let word = short(word, most);
        let width = word.chars().count();
        match lines.last_mut() {
            Some(line) if length + 1 + width <= most => {
                line.push(' ');
                line.push_str(&word);
                length += 1 + width;
            }
            _ => {
                lines.push(word.into_owned());
                length = width;
            }
        }
    }
    lines
}

/// Escapes a text for XML and for the labels of dot.
pub(super) fn xml(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c if c.is_control() || is_invisible(c) => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Escapes a text for a quoted label of Mermaid. Mermaid's own entities start with `#`; as entities, signs of
/// Markdown have no meaning.
pub(super) fn mermaid(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' => escaped.push_str("#quot;"),
            '&' => escaped.push_str("#amp;"),
            '<' => escaped.push_str("#lt;"),
            '>' => escaped.push_str("#gt;"),
            '#' | '`' | '*' | '\\' | '$' | '~' | '%' | '{' | '}' => {
                let _ = write!(escaped, "#{};", c as u32);
            }
            c if c.is_control() || is_invisible(c) => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}
