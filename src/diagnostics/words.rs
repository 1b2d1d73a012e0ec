//! Small pieces of English.

/// `a node type`, `an interface`.
pub(crate) fn with_article(noun: &str) -> String {
    let article =
        if noun.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']) && !noun.starts_with("uni") {
            "an"
        } else {
            "a"
        };
    format!("{article} {noun}")
}

/// Says that `what` must be `expected`, but is `actual`; `nothing` for an absent value.
pub(crate) fn must_be(what: &str, expected: &str, actual: &str) -> String {
    if actual == "nothing" {
        format!("{what} has no value; expected {expected}")
    } else {
        format!("{what} must be {expected}, not {actual}")
    }
}

/// The longest part of user text that is shown, in characters.
const MAX_SHOWN: usize = 60;

/// User text in back-ticks, shortened if it is long, with line breaks shown as spaces.
pub(crate) fn quoted(text: &str) -> String {
    format!("`{}`", displayed(text))
}

/// User text, shortened if it is long, with line breaks shown as spaces.
pub(super) fn displayed(text: &str) -> String {
    let mut shown: String =
        text.chars().map(|c| if is_obeyed(c) { ' ' } else { c }).take(MAX_SHOWN).collect();
    if text.chars().nth(MAX_SHOWN).is_some() {
        shown.push('…');
    }
    shown
}

/// Whether a terminal or an editor would obey a character rather than show it: control characters, and
/// those that turn the direction of the text behind them.
pub(crate) fn is_obeyed(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// `a`, `a or b`, `a, b or c`: the items with `last` before the final one.
pub(crate) fn list(items: &[String], last: &str) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

/// `properties`, `node templates and groups`.
pub(crate) fn plural(noun: &str) -> String {
    let one =
        |noun: &str| noun.strip_suffix('y').map_or_else(|| format!("{noun}s"), |stem| format!("{stem}ies"));
    noun.split(" or ").map(one).collect::<Vec<_>>().join(" and ")
}

/// `, such as ` and the first three of the names, with how many there are where there are more; nothing
/// where there is none.
pub(crate) fn examples<'n>(names: impl Iterator<Item = &'n str>, all: usize) -> String {
    const MOST: usize = 3;
    let shown: Vec<String> = names.take(MOST).map(quoted).collect();
    let count = if all > MOST { format!(" ({all} in all)") } else { String::new() };
    if shown.is_empty() { String::new() } else { format!(", such as {}{count}", list(&shown, "or")) }
}
