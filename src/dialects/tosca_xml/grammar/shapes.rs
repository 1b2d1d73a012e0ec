//! The shapes of attributes.

/// The shape of the value of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Any,
    /// The identifier of an element in a file.
    Id,
    /// The identifier of another element.
    Reference,
    /// A name without a prefix.
    Local,
    /// The name of a definition.
    Qualified,
    YesOrNo,
    Whole,
    Bound,
}

impl Shape {
    /// Returns the shape with a word of the table.
    pub(super) fn new(word: &str) -> Self {
        match word {
            "id" => Self::Id,
            "idref" => Self::Reference,
            "ncname" => Self::Local,
            "qname" => Self::Qualified,
            "yes" => Self::YesOrNo,
            "int" => Self::Whole,
            "bound" => Self::Bound,
            _ => Self::Any,
        }
    }

    /// Returns what is expected if `text` does not have the shape.
    pub(super) fn expected(self, text: &str) -> Option<&'static str> {
        let trimmed = text.trim();
        let (is_right, expected) = match self {
            Self::Id | Self::Reference | Self::Local => (
                is_local(trimmed),
                "a name without a prefix: a letter or `_`, then letters, digits, `.`, `-` and `_`",
            ),
            Self::Qualified => (is_qualified(trimmed), "the name of a definition, such as `prefix:Name`"),
            Self::YesOrNo => (matches!(text, "yes" | "no"), "`yes` or `no`"),
            Self::Whole => (trimmed.parse::<u64>().is_ok(), "a whole number, 0 or more"),
            Self::Bound => (is_bound(trimmed), "a whole number, 1 or more, or `unbounded`"),
            Self::Any => (true, ""),
        };
        (!is_right).then_some(expected)
    }
}

fn is_bound(text: &str) -> bool {
    // Winery writes it in capitals.
    text == "unbounded" || text == "UNBOUNDED" || text.parse::<u64>().is_ok_and(|number| number > 0)
}

fn is_local(text: &str) -> bool {
    let is_first = |c: char| c.is_alphabetic() || c == '_';
    let is_next = |c: char| {
        c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | '\u{b7}') || !c.is_ascii() && !c.is_whitespace()
    };
    let is_usual = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_');
    text.starts_with(is_first) && (text.bytes().all(is_usual) || text.chars().all(is_next))
}

fn is_qualified(text: &str) -> bool {
    if let Some((_, local)) = text.strip_prefix('{').and_then(|text| text.split_once('}')) {
        return is_local(local);
    }
    match text.split_once(':') {
        Some((prefix, local)) => is_local(prefix) && is_local(local),
        None => is_local(text),
    }
}
