//! Tokens of the Universal Variability Language, in lines.

use super::Problem;

/// One token, with its offset.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) start: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A name or keyword.
    Word(String),
    /// A name in quotes, which is never a keyword.
    Quoted(String),
    /// A text in single quotes.
    Text,
    /// Punctuation or an operator.
    Symbol(&'static str),
}

/// A line, which goes on as long as brackets are open.
#[derive(Debug)]
pub(super) struct Line {
    /// The column of the first token, with tabs to multiples of eight.
    pub(super) indentation: usize,
    pub(super) tokens: Vec<Token>,
}

/// Longer symbols come before those that they start with.
const SYMBOLS: [&str; 23] = [
    "<=>", "=>", "==", "!=", "<=", ">=", "..", "!", "&", "|", "(", ")", "[", "]", "{", "}", ",", ".", "<",
    ">", "*", "+", "-",
];

/// Returns the lines of `text` that have tokens.
pub(super) fn lines(text: &str) -> Result<Vec<Line>, Problem> {
    let mut lines: Vec<Line> = Vec::new();
    let (mut offset, mut indentation, mut open) = (0, 0_usize, 0_usize);
    let (mut is_at_start, mut is_new) = (true, true);
    while let Some(c) = text[offset..].chars().next() {
        let rest = &text[offset..];
        let start = offset;
        offset += c.len_utf8();
        match c {
            '\n' | '\r' => {
                (is_at_start, indentation) = (true, 0);
                is_new |= open == 0;
                continue;
            }
            '\t' => {
                indentation = if is_at_start { (indentation / 8 + 1) * 8 } else { indentation };
                continue;
            }
            c if c.is_whitespace() || c == '\u{feff}' => {
                indentation += usize::from(is_at_start && c != '\u{feff}');
                continue;
            }
            _ if rest.starts_with("//") => {
                offset = start + rest.find('\n').unwrap_or(rest.len());
                continue;
            }
            _ if rest.starts_with("/*") => {
                let length =
                    rest.find("*/").ok_or_else(|| Problem::new(start, "this comment is never closed"))?;
                offset = start + length + 2;
                continue;
            }
            _ => {}
        }
        let (kind, length) = token(rest, start)?;
        offset = start + length;
        if is_new {
            lines.push(Line { indentation, tokens: Vec::new() });
        }
        (is_new, is_at_start) = (false, false);
        match kind {
            TokenKind::Symbol("(" | "[" | "{") => open += 1,
            TokenKind::Symbol(")" | "]" | "}") => open = open.saturating_sub(1),
            _ => {}
        }
        if let Some(line) = lines.last_mut() {
            line.tokens.push(Token { kind, start });
        }
    }
    Ok(lines)
}

/// Returns the token at the start of `rest`, and its length.
fn token(rest: &str, start: usize) -> Result<(TokenKind, usize), Problem> {
    let first = rest.chars().next().unwrap_or_default();
    if first == '"' || first == '\'' {
        let inner = &rest[1..];
        let end = inner.find([first, '\n']).filter(|&end| inner[end..].starts_with(first));
        let end = end.ok_or_else(|| Problem::new(start, "this quote is never closed"))?;
        let kind = if first == '"' { TokenKind::Quoted(inner[..end].to_owned()) } else { TokenKind::Text };
        return Ok((kind, end + 2));
    }
    if is_of_word(first) {
        let length = rest.find(|c: char| !is_of_word(c) && c != '\'').unwrap_or(rest.len());
        return Ok((TokenKind::Word(rest[..length].to_owned()), length));
    }
    match SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol)) {
        Some(symbol) => Ok((TokenKind::Symbol(symbol), symbol.len())),
        None if first == '/' => Ok((TokenKind::Symbol("/"), 1)),
        None => Err(Problem::new(start, format!("unexpected character `{}`", first.escape_debug()))),
    }
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '#' | '§' | '%' | '?' | '\\' | ';' | '$')
}
