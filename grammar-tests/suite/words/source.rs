//! Splits Rust source into code, strings and comments.

/// A part of a source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) kind: Kind,
    /// The code, the content of the string with its escapes resolved, or the text of the comment.
    pub(super) text: String,
    /// The line where it starts, from 1.
    pub(super) line: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Code,
    Text,
    /// A line comment without its slashes and exclamation mark.
    Comment,
}

/// Splits the text of a source file into its pieces, in order.
pub(super) fn pieces(text: &str) -> Vec<Piece> {
    let mut reader = Reader { rest: text, line: 1, pieces: Vec::new(), code: String::new(), code_line: 1 };
    while !reader.rest.is_empty() {
        reader.step();
    }
    reader.end_code();
    reader.pieces
}

struct Reader<'t> {
    rest: &'t str,
    line: usize,
    pieces: Vec<Piece>,
    code: String,
    code_line: usize,
}

impl<'t> Reader<'t> {
    fn step(&mut self) {
        let rest = self.rest;
        if let Some(comment) = rest.strip_prefix("//") {
            let length = comment.find('\n').unwrap_or(comment.len());
            let comment = comment[..length].trim_start_matches(['/', '!']);
            self.piece(Kind::Comment, comment.to_owned(), 2 + length);
        } else if let Some(inside) = rest.strip_prefix('"') {
            let (text, length) = quoted(inside);
            self.piece(Kind::Text, text, 1 + length);
        } else if let Some((text, length)) = raw(rest)
            && !self.code.ends_with(|c: char| c.is_alphanumeric() || c == '_')
        {
            self.piece(Kind::Text, text.to_owned(), length);
        } else {
            let length = character(rest).unwrap_or_else(|| rest.chars().next().map_or(0, char::len_utf8));
            if self.code.is_empty() {
                self.code_line = self.line;
            }
            let code = self.take(length);
            self.code.push_str(code);
        }
    }

    fn take(&mut self, length: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at(length);
        self.line += taken.matches('\n').count();
        self.rest = rest;
        taken
    }

    fn piece(&mut self, kind: Kind, text: String, length: usize) {
        self.end_code();
        self.pieces.push(Piece { kind, text, line: self.line });
        self.take(length);
    }

    fn end_code(&mut self) {
        if !self.code.is_empty() {
            let text = std::mem::take(&mut self.code);
            self.pieces.push(Piece { kind: Kind::Code, text, line: self.code_line });
        }
    }
}

/// Returns the content of a string after its opening quote, and its length with the closing one.
fn quoted(rest: &str) -> (String, usize) {
    let mut text = String::new();
    let mut chars = rest.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return (text, at + 1),
            '\\' => match chars.next().map(|(_, escaped)| escaped) {
                Some('n' | 't' | 'r') => text.push(' '),
                Some('\n') => {
                    let blank = |c: &(usize, char)| c.1.is_whitespace();
                    while chars.clone().next().as_ref().is_some_and(blank) {
                        chars.next();
                    }
                }
                Some(escaped) => text.push(escaped),
                None => {}
            },
            c => text.push(c),
        }
    }
    (text, rest.len())
}

/// Returns the content of a raw string at the start of the text, and its length.
fn raw(rest: &str) -> Option<(&str, usize)> {
    let inside = rest.strip_prefix('r')?;
    let hashes = inside.len() - inside.trim_start_matches('#').len();
    let inside = inside[hashes..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(hashes));
    let length = inside.find(&end)?;
    Some((&inside[..length], 1 + hashes + 1 + length + end.len()))
}

/// Returns the length of a character literal at the start of the text, or `None` for a lifetime.
fn character(rest: &str) -> Option<usize> {
    let inside = rest.strip_prefix('\'')?;
    let first = inside.chars().next()?;
    if first == '\\' {
        return Some(3 + inside[2..].find('\'')? + 1);
    }
    inside[first.len_utf8()..].starts_with('\'').then(|| first.len_utf8() + 2)
}

#[test]
fn source_is_split() {
    let text = "//! Head `a`\nlet x: &'a str = \"one \\\"two\\\" \\\n   three\"; // why\nlet y = ('\"', '\\'', r#\"a \"b\"\"#, var\"\");";
    let actual: Vec<(Kind, String, usize)> =
        pieces(text).into_iter().map(|piece| (piece.kind, piece.text, piece.line)).collect();
    let wanted = [
        (Kind::Comment, " Head `a`", 1),
        (Kind::Code, "\nlet x: &'a str = ", 1),
        (Kind::Text, "one \"two\" three", 2),
        (Kind::Code, "; ", 3),
        (Kind::Comment, " why", 3),
        (Kind::Code, "\nlet y = ('\"', '\\'', ", 3),
        (Kind::Text, "a \"b\"", 4),
        (Kind::Code, ", var", 4),
        (Kind::Text, "", 4),
        (Kind::Code, ");", 4),
    ];
    assert_eq!(actual, wanted.map(|(kind, text, line)| (kind, text.to_owned(), line)));
}
