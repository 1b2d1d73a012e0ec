//! Reads the gaps between values: comments, anchors, tags and the header of a block scalar. The parser
//! reports none of them with a location, so the text is scanned again.

use super::tree::Kind;

/// The parts of the gap before a value.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Gap {
    /// `&name`
    pub(super) anchor: Option<(u32, u32)>,
    /// `!tag`
    pub(super) tag: Option<(u32, u32)>,
    /// The `|` or `>` of a block scalar.
    pub(super) header: Option<u32>,
    /// The start of the value, after anchor and tag.
    pub(super) value: u32,
}

/// The parts that are known to precede the value.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ExpectedPrefix {
    pub(super) anchor: bool,
    pub(super) tag: bool,
    pub(super) header: bool,
}

impl ExpectedPrefix {
    fn nothing(self) -> bool {
        !self.anchor && !self.tag && !self.header
    }
}

/// Reads `text` from byte `from` to the value whose event starts at `until`, and past an anchor and tag that
/// may follow. Comments are added to `comments`.
pub(super) fn read(
    text: &str,
    from: u32,
    until: u32,
    expected: ExpectedPrefix,
    comments: &mut Vec<(u32, u32)>,
) -> Gap {
    let mut gap = Gap { value: until.max(from), ..Gap::default() };
    if expected.nothing() {
        comments_between(text, from, until, comments);
        return gap;
    }
    let bytes = text.as_bytes();
    let (mut position, until) = (from as usize, until as usize);
    let mut missing = expected;
    while position < bytes.len() && (position < until || !missing.nothing()) {
        match bytes[position] {
            b'#' if starts_comment(bytes, position) => {
                let end = line_end(bytes, position);
                comments.push((number(position), number(end)));
                position = end;
            }
            b'&' if missing.anchor => {
                let end = token_end(bytes, position);
                gap.anchor = Some((number(position), number(end)));
                missing.anchor = false;
                position = end;
            }
            b'!' if missing.tag => {
                let end = if bytes.get(position + 1) == Some(&b'<') {
                    memchr::memchr(b'>', &bytes[position..]).map_or(bytes.len(), |index| position + index + 1)
                } else {
                    token_end(bytes, position)
                };
                gap.tag = Some((number(position), number(end)));
                missing.tag = false;
                position = end;
            }
            b'|' | b'>' if missing.header => {
                gap.header = Some(number(position));
                missing.header = false;
                // The event of a block scalar without content starts before the comment of its header.
                let end = line_end(bytes, position);
                comments_between(text, number(position + 1), number(end), comments);
                position = end;
            }
            b' ' | b'\t' | b'\r' | b'\n' | b':' | b'-' | b'?' | b',' | b'[' | b']' | b'{' | b'}' => {
                position += 1;
            }
            _ if position < until => position += 1,
            _ => break,
        }
    }
    // Skips spaces and comments between the properties and the value. The text starts after a header.
    if let Some(header) = gap.header {
        gap.value = header;
    } else if gap.anchor.is_some() || gap.tag.is_some() {
        position = position.max(until);
        if position > until || gap.anchor.or(gap.tag).is_some_and(|(start, _)| start as usize >= until) {
            position = skip_blank(bytes, position, comments);
        }
        gap.value = number(position);
    }
    gap
}

/// Returns the position after the dash in `text[from..until]`, which otherwise has only comments, or `from`
/// if there is no dash.
pub(super) fn after_dash(text: &str, from: u32, until: u32) -> u32 {
    let bytes = text.as_bytes();
    let mut position = from as usize;
    while position < until as usize {
        match bytes[position] {
            b'-' => return number(position + 1),
            b'#' if starts_comment(bytes, position) => position = line_end(bytes, position),
            _ => position += 1,
        }
    }
    from
}

/// Adds the comments of `text[from..until]`, which contains no scalar.
pub(super) fn comments_between(text: &str, from: u32, until: u32, comments: &mut Vec<(u32, u32)>) {
    let bytes = text.as_bytes();
    let until = (until as usize).min(bytes.len());
    let mut position = from as usize;
    // Most gaps are `: ` or a line break and a few spaces, so a search is not worthwhile.
    if until.saturating_sub(position) <= 16 && !bytes[position.min(until)..until].contains(&b'#') {
        return;
    }
    while position < until {
        let Some(index) = memchr::memchr(b'#', &bytes[position..until]) else {
            return;
        };
        let start = position + index;
        if starts_comment(bytes, start) {
            let end = line_end(bytes, start);
            comments.push((number(start), number(end)));
            position = end;
        } else {
            position = start + 1;
        }
    }
}

/// Returns the end of the quoted scalar that starts at `start`, after its closing quote.
pub(super) fn quoted_end(text: &str, start: u32, most: u32) -> u32 {
    let bytes = text.as_bytes();
    let quote = bytes.get(start as usize).copied().unwrap_or(b'"');
    let mut position = start as usize + 1;
    while position < bytes.len() {
        match bytes[position] {
            b'\\' if quote == b'"' => position += 2,
            byte if byte == quote => {
                if quote == b'\'' && bytes.get(position + 1) == Some(&b'\'') {
                    position += 2;
                } else {
                    return number(position + 1);
                }
            }
            _ => position += 1,
        }
    }
    most
}

/// Returns the end of a block scalar whose content starts at `content` and whose event ends at `end`, without
/// the blank lines and comments that follow. With an anchor or tag, the event starts before the header.
pub(super) fn block_end(text: &str, header: u32, content: u32, end: u32) -> u32 {
    let header_end = line_end(text.as_bytes(), header as usize);
    let mut end = (end as usize).min(text.len());
    let content =
        if content > header { content as usize } else { content_start(text, header as usize, header_end) };
    let indent = content - line_start(text, content);
    loop {
        end = header_end.max(text[..end].trim_end().len());
        let last = line_start(text, end);
        let line = &text[last..end];
        let blank = line.len() - line.trim_start().len();
        if last > header_end && blank < indent && line.trim_start().starts_with('#') {
            end = last;
        } else {
            return number(end);
        }
    }
}

/// Returns the start of the content of a block scalar in its first line that is not empty.
fn content_start(text: &str, header: usize, header_end: usize) -> usize {
    let after_header = &text[header_end..];
    let first = header_end + (after_header.len() - after_header.trim_start().len());
    match text[header..header_end].bytes().find(u8::is_ascii_digit) {
        // The lines may be indented deeper than the content.
        Some(digit) => {
            let outer = &text[line_start(text, header)..header];
            let outer = outer.len() - outer.trim_start().len();
            first.min(line_start(text, first) + outer + usize::from(digit - b'0'))
        }
        None => first,
    }
}

/// Returns the start of the value after byte `from`, which is the end of a key or of an earlier value.
pub(super) fn value_start(text: &str, from: u32) -> u32 {
    let bytes = text.as_bytes();
    let mut position = from as usize;
    while let Some(&byte) = bytes.get(position) {
        position = match byte {
            b'#' if starts_comment(bytes, position) => line_end(bytes, position),
            b'&' | b'!' => token_end(bytes, position),
            b' ' | b'\t' | b'\r' | b'\n' | b':' | b'-' | b'?' => position + 1,
            _ => break,
        };
    }
    number(position)
}

fn skip_blank(bytes: &[u8], mut position: usize, comments: &mut Vec<(u32, u32)>) -> usize {
    while position < bytes.len() {
        match bytes[position] {
            b' ' | b'\t' | b'\r' | b'\n' => position += 1,
            b'#' if starts_comment(bytes, position) => {
                let end = line_end(bytes, position);
                comments.push((number(position), number(end)));
                position = end;
            }
            _ => break,
        }
    }
    position
}

/// Whether a tab is before the first entry of a block map or list, which is at or right before `start`: only spaces
/// indent (YAML 1.2 §6.1), also after the dash of an entry. The parser reports it before other entries.
pub(super) fn is_indented_with_tab(text: &str, start: u32, kind: Kind) -> bool {
    let bytes = text.as_bytes();
    let start = (start as usize).min(bytes.len());
    let before = &bytes[line_start(text, start)..start];
    // A list may seem to start after its first dash.
    let is_before_entry = |byte: &u8| match byte {
        b' ' | b'\t' => true,
        b'-' | b'?' | b':' => kind == Kind::Mapping,
        _ => false,
    };
    let before_entry = before.iter().take_while(|byte| is_before_entry(byte)).count();
    let has_only_indicators = before_entry == before.len() || kind == Kind::Sequence;
    has_only_indicators && before[..before_entry].contains(&b'\t')
}

/// Whether a byte separates tokens.
pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

fn starts_comment(bytes: &[u8], position: usize) -> bool {
    position == 0 || is_blank(bytes[position - 1]) || &bytes[..position] == "\u{feff}".as_bytes()
}

/// Returns the end of the line of `position`.
pub(super) fn line_end(bytes: &[u8], position: usize) -> usize {
    memchr::memchr2(b'\n', b'\r', &bytes[position..]).map_or(bytes.len(), |index| position + index)
}

fn line_start(text: &str, position: usize) -> usize {
    memchr::memrchr(b'\n', &text.as_bytes()[..position]).map_or(0, |index| index + 1)
}

fn token_end(bytes: &[u8], position: usize) -> usize {
    bytes[position..]
        .iter()
        .position(|b| matches!(b, b' ' | b'\t' | b'\r' | b'\n' | b',' | b'[' | b']' | b'{' | b'}'))
        .map_or(bytes.len(), |index| position + index)
}

fn number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}
