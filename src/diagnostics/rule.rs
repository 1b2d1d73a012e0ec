//! The type of the rules.

use super::{Leaves, Level, Needs, renamed, rules::ALL};

/// The address of the website, without `/` at the end; empty while there is none.
///
/// Pages of rules, links on a terminal and machine-readable formats all use it.
pub static WEBSITE: &str = "";

/// A rule, with its stable code, its stable name and its page.
#[derive(Debug)]
#[non_exhaustive]
pub struct Rule {
    /// The code: `T` and four digits, for the area and a running number. Codes are never reused.
    pub code: &'static str,
    /// The name in documents, settings and suppressions, such as `unknown-type`.
    pub name: &'static str,
    /// The level, unless settings change it.
    pub level: Level,
    /// The clause of TOSCA 2.0 that the rule is based on, such as `6.8.4`; empty if there is none.
    pub clause: &'static str,
    /// The explanation, in Markdown.
    pub page: &'static str,
    /// The version of tosca in which the rule is new.
    pub since: &'static str,
    /// What the rule relies on.
    pub(crate) needs: &'static [Needs],
    /// What its findings leave unknown.
    pub(crate) leaves: &'static [Leaves],
}

/// The areas: the first digits of codes, and what they mean.
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
    ("T90", "advice, off by default; T900 is the recommended part"),
];

impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        self.code == other.code
    }
}

impl Eq for Rule {}

impl Rule {
    /// Returns the first paragraph of the page on one line: what is wrong.
    #[must_use]
    pub fn summary(&self) -> String {
        let lines = self.page.lines().skip(1).map(str::trim).skip_while(|line| line.is_empty());
        lines.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// Returns the text below a heading of the page, or an empty string if there is no such heading.
    #[must_use]
    pub fn section(&self, heading: &str) -> &'static str {
        let section =
            self.page.split("\n## ").find_map(|part| part.strip_prefix(heading)?.strip_prefix('\n'));
        section.unwrap_or("").trim()
    }

    /// Returns the clauses of TOSCA 2.0 that the rule is based on.
    pub fn clauses(&self) -> impl Iterator<Item = &'static str> {
        self.clause.split('/').filter(|clause| !clause.is_empty())
    }

    /// Returns the address of the page on the website, or `None` while there is none.
    #[must_use]
    pub fn url(&self) -> Option<String> {
        (!WEBSITE.is_empty()).then(|| format!("{WEBSITE}/rules/{}.html", self.name))
    }

    /// Returns the last section of the page: how to change the level, and since when the rule exists.
    #[must_use]
    pub fn settings(&self) -> String {
        let Self { name, since, .. } = self;
        let (text, setting) = match self.level {
            _ if self.is_lint() => {
                ("The rule is off by default. Turn it on in `tosca.toml`:", format!("select = [\"{name}\"]"))
            }
            Level::Error => (
                "The level can be `error`, `warning`, `info` or `off`. In `tosca.toml`, `off` needs a reason:",
                format!("[levels]\n{name} = {{ level = \"off\", reason = \"…\" }}"),
            ),
            Level::Warning | Level::Info => (
                "The level can be `error`, `warning`, `info` or `off`. In `tosca.toml`:",
                format!("[levels]\n{name} = \"error\""),
            ),
        };
        format!("## Settings\n\n{text}\n\n```toml\n{setting}\n```\n\nAvailable since tosca {since}.\n")
    }

    /// Returns whether the rule relies on `needs`.
    pub(crate) fn needs(&self, needs: Needs) -> bool {
        self.needs.contains(&needs)
    }

    /// Returns whether the rule is about the shape of a file: its YAML and grammar.
    pub(crate) fn is_about_shape(&self) -> bool {
        let needs_parts = self.needs(Needs::Parts) || self.needs(Needs::PartsAround);
        (self.code.starts_with("T01") || self.code.starts_with("T02")) && !needs_parts
    }

    /// Returns whether a finding at `level` leaves `what` unknown.
    pub(crate) fn leaves(&self, what: Leaves, level: Level) -> bool {
        let is_shape = what == Leaves::Parts && self.is_about_shape() && level == Level::Error;
        is_shape || level <= self.level && self.leaves.contains(&what)
    }

    /// Returns the page without its heading.
    #[must_use]
    pub fn text(&self) -> &'static str {
        self.page.split_once('\n').map_or("", |(_, text)| text).trim()
    }
}

impl Rule {
    /// Returns whether the rule is advice and off by default.
    #[must_use]
    pub fn is_lint(&self) -> bool {
        self.code.starts_with("T90") || self.code.starts_with("T109")
    }

    /// Returns whether `name` in a setting includes the rule: its code, its current or former name, the start of
    /// its code (`T90`), or `all`.
    #[must_use]
    pub fn is_named(&self, name: &str) -> bool {
        let starts_code =
            !name.is_empty() && self.code.get(..name.len()).is_some_and(|id| id.eq_ignore_ascii_case(name));
        let is_all = name.eq_ignore_ascii_case(ALL_RULES);
        starts_code || is_all || self.name.eq_ignore_ascii_case(renamed(name).unwrap_or(name))
    }
}

/// The name of all rules in settings.
pub(crate) const ALL_RULES: &str = "all";

/// Returns the rule with this code or name, current or former, in any case of letters.
#[must_use]
pub fn find_rule(name: &str) -> Option<&'static Rule> {
    let name = renamed(name).unwrap_or(name);
    ALL.iter()
        .copied()
        .find(|rule| rule.code.eq_ignore_ascii_case(name) || rule.name.eq_ignore_ascii_case(name))
}

/// Declares the `RULE` of a file in `rules/`: code, name, level and clause of the rule, the version in which it is new
/// if that is not the first one, what it relies on (`needs`), and what its findings leave unknown (`leaves`).
macro_rules! declare_rule {
    (
        $code:literal, $name:literal, $level:ident, $clause:literal
        $(, needs [$($need:ident $(($section:literal))?),+])? $(, leaves [$($leaves:ident),+])?
    ) => {
        crate::diagnostics::rule::declare_rule!(
            $code, $name, $level, $clause, "0.1.0" $(, needs [$($need $(($section))?),+])? $(, leaves [$($leaves),+])?
        );
    };
    (
        $code:literal, $name:literal, $level:ident, $clause:literal, $since:literal
        $(, needs [$($need:ident $(($section:literal))?),+])? $(, leaves [$($leaves:ident),+])?
    ) => {
        /// The rule.
        pub static RULE: crate::diagnostics::Rule = crate::diagnostics::Rule {
            code: $code,
            name: $name,
            level: crate::diagnostics::Level::$level,
            clause: $clause,
            page: include_str!(concat!($name, ".md")),
            since: $since,
            needs: &[$($(crate::diagnostics::Needs::$need $(($section))?),+)?],
            leaves: &[$($(crate::diagnostics::Leaves::$leaves),+)?],
        };
    };
}
pub(crate) use declare_rule;
