//! The shapes of attributes.

/// Returns what is expected if `text` does not have the shape.
pub(super) fn expected(shape: &str, text: &str) -> Option<&'static str> {
    let trimmed = text.trim();
    let (is_right, expected) = match shape {
        "id" | "idref" | "ncname" => (
            is_ncname(trimmed),
            "a name without a prefix: a letter or `_`, then letters, digits, `.`, `-` and `_`",
        ),
        "qname" => (is_qname(trimmed), "the name of a definition, such as `prefix:Name`"),
        "yes" => (matches!(text, "yes" | "no"), "`yes` or `no`"),
        "int" => (trimmed.parse::<u64>().is_ok(), "a whole number, 0 or more"),
        "bound" => (is_bound(trimmed), "a whole number, 1 or more, or `unbounded`"),
        _ => (true, ""),
    };
    (!is_right).then_some(expected)
}

fn is_bound(text: &str) -> bool {
    // Winery writes it in capitals.
    text == "unbounded" || text == "UNBOUNDED" || text.parse::<u64>().is_ok_and(|number| number > 0)
}

fn is_ncname(text: &str) -> bool {
    let mut chars = text.chars();
    let is_first = |c: char| c.is_alphabetic() || c == '_';
    let is_next = |c: char| {
        c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | '\u{b7}') || !c.is_ascii() && !c.is_whitespace()
    };
    chars.next().is_some_and(is_first) && chars.all(is_next)
}

fn is_qname(text: &str) -> bool {
    if let Some((_, local)) = text.strip_prefix('{').and_then(|text| text.split_once('}')) {
        return is_ncname(local);
    }
    match text.split_once(':') {
        Some((prefix, local)) => is_ncname(prefix) && is_ncname(local),
        None => is_ncname(text),
    }
}
