//! Builds parts of English sentences.

use std::borrow::Cow;
use std::fmt;

/// Adds the article: `a node type`, `an interface`.
pub(crate) fn with_article(noun: &str) -> String {
    let article =
        if noun.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']) && !noun.starts_with("uni") {
            "an"
        } else {
            "a"
        };
    format!("{article} {noun}")
}

/// The description of an actual value that is not as expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Actual<'a> {
    /// There is no value: it is null or empty.
    NoValue,
    /// The kind of the value, such as `a list`.
    Value(&'a str),
}

impl Actual<'_> {
    /// Returns `null` for no value: for keys and documents, which always have a value.
    pub(crate) fn or_null(self) -> Self {
        match self {
            Self::NoValue => Self::Value("null"),
            Self::Value(_) => self,
        }
    }
}

impl<'a> From<&'a str> for Actual<'a> {
    fn from(description: &'a str) -> Self {
        Self::Value(description)
    }
}

impl<'a> From<&'a String> for Actual<'a> {
    fn from(description: &'a String) -> Self {
        Self::Value(description)
    }
}

impl fmt::Display for Actual<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoValue => "nothing",
            Self::Value(description) => description,
        })
    }
}

/// Returns the message that `what` must be `expected`, but is `actual`.
pub(crate) fn must_be(what: &str, expected: &str, actual: Actual<'_>) -> String {
    match actual {
        Actual::NoValue => format!("{what} has no value; expected {expected}"),
        Actual::Value(actual) => format!("{what} must be {expected}, not {actual}"),
    }
}

/// Maximum number of characters of user text that are shown.
const MAX_SHOWN_CHARS: usize = 60;

/// Returns user text in back-ticks, shortened if it is long, with line breaks as spaces.
pub(crate) fn quoted(text: &str) -> String {
    ["`", &displayed(text), "`"].concat()
}

/// Returns user text, shortened if it is long, with line breaks as spaces.
pub(super) fn displayed(text: &str) -> Cow<'_, str> {
    if text.len() <= MAX_SHOWN_CHARS && text.bytes().all(|byte| byte == b' ' || byte.is_ascii_graphic()) {
        return Cow::Borrowed(text);
    }
    let mut shown: String =
        text.chars().map(|c| if is_obeyed(c) { ' ' } else { c }).take(MAX_SHOWN_CHARS).collect();
    if text.chars().nth(MAX_SHOWN_CHARS).is_some() {
        shown.push('…');
    }
    Cow::Owned(shown)
}

/// Returns whether a terminal or an editor would obey a character rather than show it: control characters, and
/// those that change the direction of the text after them.
pub(crate) fn is_obeyed(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Joins items: `a`, `a or b`, `a, b or c`. The `conjunction` is before the last item.
pub(crate) fn list(items: &[String], conjunction: &str) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} {conjunction} {last}", first.join(", ")),
    }
}

/// Returns the plural of a noun or of several: `properties`, `node templates and groups`.
pub(crate) fn plural(noun: &str) -> String {
    let plural_of =
        |noun: &str| noun.strip_suffix('y').map_or_else(|| format!("{noun}s"), |stem| format!("{stem}ies"));
    noun.split(" or ").map(plural_of).collect::<Vec<_>>().join(" and ")
}

/// Returns `, such as ` and the first three names, followed by the total number if there are more, or an empty
/// string if there are no names.
pub(crate) fn examples<'n>(names: impl Iterator<Item = &'n str>, all: usize) -> String {
    const MAX_SHOWN_NAMES: usize = 3;
    let shown: Vec<String> = names.take(MAX_SHOWN_NAMES).map(quoted).collect();
    let count = if all > MAX_SHOWN_NAMES { format!(" ({all} in all)") } else { String::new() };
    if shown.is_empty() { String::new() } else { format!(", such as {}{count}", list(&shown, "or")) }
}
