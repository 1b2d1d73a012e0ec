//! The layout of JSON: a map or list is on one line if it fits, otherwise each of its parts starts a new
//! line.

use std::io::{self, Write};

use serde_json::ser::{CharEscape, CompactFormatter, Formatter};

/// The maximum length of a line with more than one part.
const MAX_LINE_BYTES: usize = 110;

/// Writes JSON line by line; only the current line is in memory.
#[derive(Default)]
pub(super) struct Lines {
    /// The current line.
    line: Vec<u8>,
    /// The spaces at which the line can be broken, in order.
    breaks: Vec<Break>,
    /// The number of open maps and lists.
    depth: usize,
    /// The number of open maps and lists whose parts are on separate lines.
    broken: usize,
}

/// A position between two parts.
struct Break {
    position: usize,
    /// The number of open maps and lists at this position.
    depth: usize,
    /// The indentation of the next line.
    indent: usize,
}

impl Lines {
    fn open<W: ?Sized + Write>(&mut self, bracket: u8, out: &mut W) -> io::Result<()> {
        self.line.push(bracket);
        self.depth += 1;
        self.break_long_line(out)
    }

    fn close<W: ?Sized + Write>(&mut self, bracket: u8, out: &mut W) -> io::Result<()> {
        if !matches!(self.line.last(), Some(b'{' | b'[')) {
            self.part(self.depth - 1, out)?;
        }
        self.line.push(bracket);
        self.depth -= 1;
        self.broken = self.broken.min(self.depth);
        self.break_long_line(out)?;
        if self.depth == 0 {
            out.write_all(&self.line)?;
            self.line.clear();
        }
        Ok(())
    }

    /// Begins a part of the innermost map or list.
    fn begin<W: ?Sized + Write>(&mut self, first: bool, out: &mut W) -> io::Result<()> {
        if !first {
            self.line.push(b',');
        }
        self.part(self.depth, out)
    }

    /// Starts a new line, or records a possible line break, between two parts.
    fn part<W: ?Sized + Write>(&mut self, indent: usize, out: &mut W) -> io::Result<()> {
        if self.depth > self.broken {
            self.breaks.push(Break { position: self.line.len(), depth: self.depth, indent });
            self.line.push(b' ');
            return self.break_long_line(out);
        }
        out.write_all(&self.line)?;
        out.write_all(b"\n")?;
        self.breaks.clear();
        self.line.clear();
        self.line.resize(2 * indent, b' ');
        Ok(())
    }

    /// While the line is too long, breaks its outermost map or list.
    fn break_long_line<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        while self.line.len() > MAX_LINE_BYTES && self.depth > self.broken {
            self.broken += 1;
            let mut start = 0;
            let mut indent = 0;
            let breaks = std::mem::take(&mut self.breaks);
            for line_break in breaks {
                if line_break.depth > self.broken {
                    self.breaks.push(line_break);
                    continue;
                }
                self.breaks.clear();
                write_indent(indent, out)?;
                out.write_all(&self.line[start..line_break.position])?;
                out.write_all(b"\n")?;
                (start, indent) = (line_break.position + 1, line_break.indent);
            }
            self.line.splice(..start, std::iter::repeat_n(b' ', 2 * indent));
            for line_break in &mut self.breaks {
                line_break.position = line_break.position - start + 2 * indent;
            }
        }
        Ok(())
    }
}

fn write_indent<W: ?Sized + Write>(indent: usize, out: &mut W) -> io::Result<()> {
    (0..indent).try_for_each(|_| out.write_all(b"  "))
}

/// Delegates to the compact layout on the current line.
macro_rules! singles {
    ($($method:ident($($value:ident: $kind:ty)?);)*) => {
        $(
            fn $method<W: ?Sized + Write>(&mut self, _: &mut W $(, $value: $kind)?) -> io::Result<()> {
                CompactFormatter.$method(&mut self.line $(, $value)?)
            }
        )*
    };
}

impl Formatter for Lines {
    singles! {
        write_null();
        write_bool(value: bool);
        write_i8(value: i8);
        write_i16(value: i16);
        write_i32(value: i32);
        write_i64(value: i64);
        write_i128(value: i128);
        write_u8(value: u8);
        write_u16(value: u16);
        write_u32(value: u32);
        write_u64(value: u64);
        write_u128(value: u128);
        write_f32(value: f32);
        write_f64(value: f64);
        write_number_str(value: &str);
        begin_string();
        end_string();
        write_string_fragment(fragment: &str);
        write_char_escape(escape: CharEscape);
        write_raw_fragment(fragment: &str);
    }

    fn begin_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.open(b'[', out)
    }

    fn end_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.close(b']', out)
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.begin(first, out)
    }

    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.open(b'{', out)
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.close(b'}', out)
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.begin(first, out)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.line.extend_from_slice(b": ");
        Ok(())
    }
}
