//! YAML in all styles and indentations, mostly valid, made from a list of numbers: shorter lists and lower numbers give
//! simpler texts, so that a failure shrinks.

/// What to write next; 0 when the numbers are used up.
struct Choices<'c> {
    numbers: std::slice::Iter<'c, u16>,
}

impl Choices<'_> {
    fn below(&mut self, end: usize) -> usize {
        self.numbers.next().map_or(0, |&number| usize::from(number) % end)
    }

    fn one_of<'s>(&mut self, texts: &[&'s str]) -> &'s str {
        texts[self.below(texts.len())]
    }

    /// Whether to do what is done once in `times` times.
    fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == times - 1
    }
}

/// A document as `choices` say.
pub(super) fn document(choices: &[u16]) -> String {
    let mut writer = Writer { choices: Choices { numbers: choices.iter() }, text: String::new() };
    let head = writer.choices.one_of(&["", "", "", "---\n", "# c\n\n", "--- # é\n"]);
    writer.text.push_str(head);
    let column = if writer.choices.once_in(8) { writer.choices.below(4) } else { 0 };
    let kind = writer.choices.below(5);
    if kind == 4 {
        writer.list(column, 4, false);
    } else {
        writer.map(column, 4, false);
    }
    let mut text = writer.text;
    if writer.choices.once_in(8) {
        text.pop();
    }
    if writer.choices.once_in(6) { text.replace('\n', "\r\n") } else { text }
}

const WORDS: &[&str] = &[
    "a",
    "b",
    "key",
    "x y",
    "é",
    "日本",
    "1",
    "-1",
    "true",
    "null",
    "~",
    "a:b",
    "http://x",
    "a#b",
    "x-y",
    "0x1F",
    "'q'",
    "\"d\"",
    "\"a\\nb\"",
    "'it''s'",
    "\"\\\"\"",
    "''",
    "a  b",
    ".x",
    "--x",
    "x?",
    "x!",
    "a,b",
    "a]b",
    "&",
    "; x",
    "// x",
    "x |",
    "e\u{a0}",
    "e\u{200b}",
    "e:\u{200b}",
    "\u{2028}z",
    "y # n",
    "$sum",
    "a'b",
    "@",
    "5 :6",
    "?x",
    ":x",
    "- x",
    "x: y",
    "a -",
];
const KEYS: &[&str] = &["a", "b", "c", "k1", "é", "'q'", "\"w\"", "x y", "1", "<<"];
const LINES: &[&str] = &[
    "text",
    "# no",
    "a: b",
    "- x",
    "é \u{a0}",
    "z\u{202e}",
    "z  ",
    "---",
    "\u{a0}",
    "'",
    "\"\\",
    "*a",
    "日本",
];

struct Writer<'c> {
    choices: Choices<'c>,
    text: String,
}

impl Writer<'_> {
    fn spaces(&mut self, count: usize) {
        self.text.extend(std::iter::repeat_n(' ', count));
    }

    fn one_of(&mut self, texts: &[&str]) {
        let text = self.choices.one_of(texts);
        self.text.push_str(text);
    }

    fn word(&mut self) {
        self.one_of(WORDS);
    }

    /// Ends a line, perhaps with a comment, and more lines of nothing and comments.
    fn line_end(&mut self, column: usize) {
        self.one_of(&["", "", "", "", " # c: 'x", "  #é", " ", "# x"]);
        self.text.push('\n');
        match self.choices.below(14) {
            11 => self.text.push('\n'),
            12 => {
                let indent = self.choices.below(5);
                self.spaces(indent);
                self.text.push('\n');
            }
            13 => {
                let indent = column + self.choices.below(3);
                self.spaces(indent);
                self.text.push_str("# whole\n");
            }
            _ => {}
        }
    }

    /// The column of an entry, sometimes a wrong one.
    fn entry(&mut self, column: usize, inline: bool) {
        if !inline {
            let wrong = if self.choices.once_in(80) { 1 + self.choices.below(2) } else { 0 };
            self.spaces(column + wrong);
        }
    }

    fn map(&mut self, column: usize, depth: usize, inline: bool) {
        for index in 0..=self.choices.below(4) {
            self.entry(column, inline && index == 0);
            if self.choices.once_in(6) {
                self.word();
            } else {
                self.one_of(KEYS);
            }
            self.one_of(&[":", ":", ":", ":", ":", ":", ":", " :"]);
            self.value(column, depth, false);
        }
    }

    fn list(&mut self, column: usize, depth: usize, inline: bool) {
        for index in 0..=self.choices.below(4) {
            self.entry(column, inline && index == 0);
            self.text.push('-');
            self.value(column, depth, true);
        }
    }

    /// What follows the colon or dash of an entry in `column`.
    fn value(&mut self, column: usize, depth: usize, after_dash: bool) {
        let kind = self.choices.below(if depth == 0 { 9 } else { 14 });
        if kind == 0 {
            return self.line_end(column);
        }
        if kind > 8 && after_dash && self.choices.below(2) == 0 {
            let gap = 1 + self.choices.below(3);
            self.spaces(gap);
            let column = column + 1 + gap;
            return if kind > 11 {
                self.list(column, depth - 1, true);
            } else {
                self.map(column, depth - 1, true);
            };
        }
        self.text.push(' ');
        if kind != 8 {
            self.one_of(&["", "", "", "", "", "", "", "", "&a ", "&b-1 ", "!!str "]);
        }
        match kind {
            1..=3 => self.plain(column),
            4 => self.quoted(column),
            5 | 6 => return self.block_scalar(column),
            7 => self.flow(column + 1, 2),
            8 => self.one_of(&["*a", "*b-1", "*a", "* a", "*zz"]),
            _ => {
                self.line_end(column);
                let deeper = column + self.choices.below(3);
                let is_list = kind > 11;
                let column = if after_dash || !is_list { deeper + 1 } else { deeper };
                return if is_list {
                    self.list(column, depth - 1, false);
                } else {
                    self.map(column, depth - 1, false);
                };
            }
        }
        self.line_end(column);
    }

    fn further_line(&mut self, column: usize) {
        self.one_of(&["\n", "\n\n", " \n", "  \n \n"]);
        let indent = column + self.choices.below(4);
        self.spaces(indent);
    }

    fn plain(&mut self, column: usize) {
        if self.choices.once_in(8) {
            self.further_line(column);
        }
        self.word();
        while self.choices.once_in(6) {
            self.further_line(column);
            self.word();
        }
    }

    fn quoted(&mut self, column: usize) {
        let is_double = self.choices.below(2) == 1;
        let quote = if is_double { '"' } else { '\'' };
        self.text.push(quote);
        for _ in 0..self.choices.below(6) {
            match self.choices.below(8) {
                0 => self.further_line(column),
                1 if is_double => {
                    self.one_of(&["\\n", "\\t", "\\\\", "\\/", "\\\"", "\\x41", "\\ ", "\\\n  "]);
                }
                1 => self.one_of(&["''", "\\"]),
                _ => self.one_of(&["w", "日", "x y", "  ", "# é", ": ", "- "]),
            }
        }
        if !self.choices.once_in(60) {
            self.text.push(quote);
        }
    }

    fn block_scalar(&mut self, column: usize) {
        self.one_of(&["|", "|-", "|+", ">", ">-", ">+", "> ", "|2"]);
        self.one_of(&["", "", "", " # c", "#"]);
        self.text.push('\n');
        let indent = column + 1 + self.choices.below(3);
        for _ in 0..self.choices.below(6) {
            match self.choices.below(7) {
                5 => {}
                6 => {
                    let spaces = self.choices.below(indent + 3);
                    self.spaces(spaces);
                }
                _ => {
                    let deeper = if self.choices.once_in(4) { self.choices.below(3) } else { 0 };
                    self.spaces(indent + deeper);
                    self.one_of(LINES);
                }
            }
            self.text.push('\n');
        }
        if self.choices.once_in(8) {
            self.spaces(column);
            self.text.push_str("# after\n");
        }
    }

    /// A list or map between brackets, whose lines are in `column` or deeper, unless one is wrong.
    fn flow(&mut self, column: usize, depth: usize) {
        let is_list = self.choices.below(2) == 0;
        self.text.push(if is_list { '[' } else { '{' });
        self.flow_gap(column);
        for index in 0..self.choices.below(4) {
            if index > 0 {
                self.one_of(&[", ", ", ", ","]);
                self.flow_gap(column);
            }
            if !is_list || self.choices.once_in(8) {
                self.word();
                self.one_of(&[": ", ": ", ": ", ":", " : ", ""]);
                self.flow_gap(column);
            }
            if !self.choices.once_in(8) {
                self.flow_node(column, depth);
            }
            self.flow_gap(column);
        }
        if self.choices.once_in(10) {
            self.text.push(',');
        }
        if !self.choices.once_in(60) {
            self.text.push(if is_list { ']' } else { '}' });
        }
    }

    fn flow_node(&mut self, column: usize, depth: usize) {
        match self.choices.below(8) {
            6 if depth > 0 => self.flow(column, depth - 1),
            7 => self.text.push_str("*a"),
            _ => self.word(),
        }
    }

    fn flow_gap(&mut self, column: usize) {
        let (text, indent) = match self.choices.below(12) {
            8 => ("  ", 0),
            9 => ("\n", column + self.choices.below(3)),
            10 => (" # c\n", column),
            11 => ("\n", column.saturating_sub(1)),
            _ => ("", 0),
        };
        self.text.push_str(text);
        self.spaces(indent);
    }
}
