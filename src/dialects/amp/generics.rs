//! Generic types: `map<string,list<integer>>`.

/// A type with its arguments.
#[derive(Debug)]
pub(super) struct Generic<'t> {
    pub(super) name: &'t str,
    pub(super) arguments: Vec<Generic<'t>>,
}

/// What is wrong with a generic type: where, in bytes from the start of the text, and why.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) at: usize,
    pub(super) why: String,
}

/// Deeper ones mean nothing to anybody.
const DEEPEST: usize = 16;

/// Reads a type.
pub(super) fn parse(text: &str) -> Result<Generic<'_>, Fault> {
    let mut at = 0;
    let found = generic(text, &mut at, 0)?;
    skip(text, &mut at);
    if at < text.len() {
        return Err(Fault { at, why: "unexpected text after the type".to_owned() });
    }
    Ok(found)
}

fn skip(text: &str, at: &mut usize) {
    *at += text[*at..].len() - text[*at..].trim_start().len();
}

fn generic<'t>(text: &'t str, at: &mut usize, depth: usize) -> Result<Generic<'t>, Fault> {
    skip(text, at);
    let start = *at;
    let end = text[start..].find(['<', '>', ',']).map_or(text.len(), |length| start + length);
    let name = text[start..end].trim_end();
    if name.is_empty() || depth > DEEPEST {
        return Err(Fault { at: start, why: "expected a type".to_owned() });
    }
    *at = end;
    let mut arguments = Vec::new();
    if text[end..].starts_with('<') {
        loop {
            // Behind `<` or `,`.
            *at += 1;
            arguments.push(generic(text, at, depth + 1)?);
            skip(text, at);
            match text[*at..].chars().next() {
                Some(',') => {}
                Some('>') => {
                    *at += 1;
                    break;
                }
                _ => return Err(Fault { at: *at, why: "expected `,` or `>`".to_owned() }),
            }
        }
    }
    let wrong = match (name, arguments.len()) {
        (_, 0) | ("list", 1) | ("map", 1 | 2) => None,
        ("list", _) => Some("`list` takes one type".to_owned()),
        ("map", _) => Some("`map` takes a value type, or a key type and a value type".to_owned()),
        // Some type of the catalog.
        _ => None,
    };
    match wrong {
        Some(why) => Err(Fault { at: start, why }),
        None => Ok(Generic { name, arguments }),
    }
}
