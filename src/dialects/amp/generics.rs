//! Generic types: `map<string,list<integer>>`.

/// A generic type with its arguments.
#[derive(Debug)]
pub(super) struct Generic<'t> {
    pub(super) name: &'t str,
    pub(super) arguments: Vec<Generic<'t>>,
}

/// A syntax error in a generic type: its offset in bytes, and the reason.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) offset: usize,
    pub(super) why: String,
}

/// The maximum depth of arguments.
const MAX_DEPTH: usize = 16;

/// Parses a type.
pub(super) fn parse(text: &str) -> Result<Generic<'_>, Fault> {
    let mut offset = 0;
    let result = generic(text, &mut offset, 0)?;
    skip_spaces(text, &mut offset);
    if offset < text.len() {
        return Err(Fault { offset, why: "unexpected text after the type".to_owned() });
    }
    Ok(result)
}

fn skip_spaces(text: &str, offset: &mut usize) {
    *offset += text[*offset..].len() - text[*offset..].trim_start().len();
}

fn generic<'t>(text: &'t str, offset: &mut usize, depth: usize) -> Result<Generic<'t>, Fault> {
    skip_spaces(text, offset);
    let start = *offset;
    let end = text[start..].find(['<', '>', ',']).map_or(text.len(), |length| start + length);
    let name = text[start..end].trim_end();
    if name.is_empty() || depth > MAX_DEPTH {
        return Err(Fault { offset: start, why: "expected a type".to_owned() });
    }
    *offset = end;
    let mut arguments = Vec::new();
    if text[end..].starts_with('<') {
        loop {
            // Skips `<` or `,`.
            *offset += 1;
            arguments.push(generic(text, offset, depth + 1)?);
            skip_spaces(text, offset);
            match text[*offset..].chars().next() {
                Some(',') => {}
                Some('>') => {
                    *offset += 1;
                    break;
                }
                _ => return Err(Fault { offset: *offset, why: "expected `,` or `>`".to_owned() }),
            }
        }
    }
    let error = match (name, arguments.len()) {
        (_, 0) | ("list", 1) | ("map", 1 | 2) => None,
        ("list", _) => Some("`list` takes one type".to_owned()),
        ("map", _) => Some("`map` takes a value type, or a key type and a value type".to_owned()),
        // Other types of the AMP catalog may have any number of arguments.
        _ => None,
    };
    match error {
        Some(why) => Err(Fault { offset: start, why }),
        None => Ok(Generic { name, arguments }),
    }
}
