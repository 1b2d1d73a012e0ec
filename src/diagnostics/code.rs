//! A kind of mistake.

use super::{Level, codes::ALL, renamed};

/// One kind of mistake that a user makes: stable number, stable slug, page.
#[derive(Debug)]
#[non_exhaustive]
pub struct Code {
    /// `T` and four digits: area and running number. Never used again for something else.
    pub id: &'static str,
    /// The name in documents, settings and suppressions.
    pub slug: &'static str,
    /// The level where nothing says otherwise.
    pub level: Level,
    /// The clause of TOSCA 2.0 it rests on, such as `6.8.4`; empty where the standard is silent.
    pub clause: &'static str,
    /// The explanation, in Markdown.
    pub page: &'static str,
}

/// What the first digits of numbers stand for.
pub static AREAS: &[(&str, &str)] = &[
    ("T00", "tool, configuration, limits, suppressions"),
    ("T01", "YAML"),
    ("T02", "grammar"),
    ("T03", "imports, profiles, archives"),
    ("T04", "names"),
    ("T05", "derivation and refinement"),
    ("T06", "values and data types"),
    ("T07", "functions and paths"),
    ("T08", "templates"),
    ("T09", "substitution, workflows, policies"),
    ("T10", "dialects and earlier versions"),
    ("T11", "variability"),
    ("T12", "XML and TOSCAlite"),
    ("T90", "advice, off by default"),
];

impl PartialEq for Code {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Code {}

impl Code {
    /// The first paragraph of the page, on one line: what the user did wrong.
    #[must_use]
    pub fn summary(&self) -> String {
        let lines = self.page.lines().skip(1).map(str::trim).skip_while(|line| line.is_empty());
        lines.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// The text below a heading of the page; empty where there is none.
    #[must_use]
    pub fn section(&self, heading: &str) -> &'static str {
        let below = self.page.split("\n## ").find_map(|part| part.strip_prefix(heading)?.strip_prefix('\n'));
        below.unwrap_or("").trim()
    }

    /// The clauses of TOSCA 2.0 that it rests on.
    pub fn clauses(&self) -> impl Iterator<Item = &'static str> {
        self.clause.split('/').filter(|clause| !clause.is_empty())
    }

    /// The page without its heading.
    #[must_use]
    pub fn text(&self) -> &'static str {
        self.page.split_once('\n').map_or("", |(_, text)| text).trim()
    }
}

impl Code {
    /// Whether it is advice that is given only to those who ask for it.
    #[must_use]
    pub fn is_lint(&self) -> bool {
        self.id.starts_with("T90") || self.id.starts_with("T109")
    }

    /// Whether a setting names it: by number or slug, current or former, or by the beginning of its number
    /// (`T90`).
    #[must_use]
    pub fn is_named(&self, name: &str) -> bool {
        let numbers =
            name.len() >= 2 && self.id.get(..name.len()).is_some_and(|id| id.eq_ignore_ascii_case(name));
        numbers || self.slug.eq_ignore_ascii_case(renamed(name).unwrap_or(name))
    }
}

/// The code with this number or slug, current or former, in any case of letters.
#[must_use]
pub fn find_code(name: &str) -> Option<&'static Code> {
    let name = renamed(name).unwrap_or(name);
    ALL.iter()
        .copied()
        .find(|code| code.id.eq_ignore_ascii_case(name) || code.slug.eq_ignore_ascii_case(name))
}

/// Declares the `CODE` of a file in `codes/`: number, slug, level, clause.
macro_rules! declare_code {
    ($id:literal, $slug:literal, $level:ident, $clause:literal) => {
        /// The registry entry.
        pub static CODE: crate::diagnostics::Code = crate::diagnostics::Code {
            id: $id,
            slug: $slug,
            level: crate::diagnostics::Level::$level,
            clause: $clause,
            page: include_str!(concat!("../pages/", $slug, ".md")),
        };
    };
}
pub(crate) use declare_code;
