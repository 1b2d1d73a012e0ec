//! What is required and has no value, in words.

use crate::base::Span;

use super::{list, quoted};

/// So many missing values are spelled out.
const MOST: usize = 4;

/// Something required that has no value.
#[derive(Clone, Debug)]
pub(crate) struct Missing {
    /// In words; empty where the words of another one name it, too.
    pub(crate) words: String,
    /// Its definition.
    pub(crate) place: Span,
    name: String,
    /// What its value is, and where it is to be given.
    about: Vec<String>,
}

impl Missing {
    /// What is called `name`, defined at `place`; `kind` says what its value is.
    pub(crate) fn new(name: &str, kind: Option<String>, place: Span) -> Self {
        let about = kind.into_iter().collect();
        Self { words: quoted(name), place, name: name.to_owned(), about }
    }

    /// Says that all of them are missing inside of `holder`.
    pub(crate) fn within(missing: &mut [Self], holder: &str) {
        let words: Vec<String> = missing.iter_mut().map(|one| std::mem::take(&mut one.words)).collect();
        if let Some(first) = missing.first_mut() {
            first.words = format!("{} of {holder}", list(&words, "and"));
        }
        for one in missing {
            one.about.push(format!("in {holder}"));
        }
    }

    /// All that is missing, in words.
    pub(crate) fn listed(missing: &[Self]) -> String {
        let words: Vec<String> = missing.iter().map(|one| one.words.clone()).collect();
        list(&words.into_iter().filter(|words| !words.is_empty()).collect::<Vec<_>>(), "and")
    }

    /// The lines to add.
    pub(crate) fn lines(missing: &[Self]) -> String {
        let line = |one: &Self| {
            let line = quoted(&format!("{}: …", one.name));
            if one.about.is_empty() { line } else { format!("{line} ({})", one.about.join(", ")) }
        };
        let mut lines: Vec<String> = missing.iter().take(MOST).map(line).collect();
        if missing.len() > MOST {
            lines.push(format!("{} more", missing.len() - MOST));
        }
        list(&lines, "and")
    }
}
