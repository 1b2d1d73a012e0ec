//! The diagnostic as plain data.

use crate::base::{FileId, Span};

use super::{Rule, Text, Vocabulary, quoted};

/// How serious a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// The input violates the standard (MUST, SHALL).
    Error,
    /// The input violates a SHOULD, or is very likely a mistake.
    Warning,
    /// Advice.
    Info,
}

impl Level {
    /// Returns the word for output.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Info => "info",
        }
    }
}

/// A span and the text about it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Label {
    /// The span.
    pub span: Span,
    /// The text; may be empty for the primary label.
    pub text: Text,
}

/// A replacement of the bytes of `span` with `text`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Edit {
    /// The bytes to replace; empty for an insertion.
    pub span: Span,
    /// The new text.
    pub text: String,
}

impl Edit {
    /// Creates an edit. Marks of words that only messages have are removed from its text.
    #[must_use]
    pub fn new(span: Span, text: impl Into<String>) -> Self {
        Self { span, text: Text::from(text.into()).to_string() }
    }
}

/// Whether a fix can be applied without a look at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Safety {
    /// The text to write is certain.
    Safe,
    /// The fix chooses among names or values that are all possible.
    Unsafe,
}

/// A change of the source that removes the finding.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fix {
    /// The change in the imperative, such as ``write `host` ``.
    pub title: Text,
    /// Whether it can be applied without a look at it.
    pub safety: Safety,
    /// The edits, which do not overlap.
    pub edits: Vec<Edit>,
}

impl Fix {
    /// Creates a safe fix.
    #[must_use]
    pub fn safe(title: impl Into<Text>, edits: Vec<Edit>) -> Self {
        Self { title: title.into(), safety: Safety::Safe, edits }
    }

    /// Creates a fix that chooses among several possible texts.
    #[must_use]
    pub fn guess(title: impl Into<Text>, edits: Vec<Edit>) -> Self {
        Self { safety: Safety::Unsafe, ..Self::safe(title, edits) }
    }
}

/// One finding: each cause is reported once, at its exact location.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Diagnostic {
    /// The rule.
    pub rule: &'static Rule,
    /// The level; that of the rule, unless the finding or a setting changes it.
    pub level: Level,
    /// What is wrong: lower case, no full stop, user text in back-ticks.
    pub message: Text,
    /// The label at the location of the finding.
    pub primary: Label,
    /// The labels at related locations, possibly in other files.
    pub secondary: Vec<Label>,
    /// Instructions for the reader.
    pub help: Vec<Text>,
    /// Facts that explain the finding, such as what was assumed.
    pub notes: Vec<Text>,
    /// Changes that remove the finding.
    pub fixes: Vec<Fix>,
    /// The part of the text where other errors follow from this one.
    pub(crate) explains: Option<Span>,
    /// The names that are not defined or have no value, but may be written in a part that could not be read.
    pub(crate) missed: Vec<Box<str>>,
    /// The clauses that it is based on, if its place decides that; otherwise those of the rule.
    pub(crate) clause: Option<&'static str>,
    /// Whether it is about another version of TOSCA, which the clauses of the rule are not about.
    pub(crate) is_translated: bool,
    /// Whether it is about one variant: those of its findings that explain others are known. It neither explains a
    /// finding that is not about the variant, nor follows from one.
    pub(crate) is_of_variant: bool,
}

impl Diagnostic {
    /// Creates a finding of the rule `code` at `span` that only has a message.
    #[must_use]
    pub fn new(rule: &'static Rule, span: Span, message: impl Into<Text>) -> Self {
        Self {
            rule,
            level: rule.level,
            message: message.into(),
            primary: Label { span, text: Text::default() },
            secondary: Vec::new(),
            help: Vec::new(),
            notes: Vec::new(),
            fixes: Vec::new(),
            explains: None,
            missed: Vec::new(),
            clause: None,
            is_translated: false,
            is_of_variant: false,
        }
    }

    /// Adds names that are not defined or have no value. The finding is left out if they are written in a part that
    /// could not be read.
    #[must_use]
    pub(crate) fn misses<'n>(mut self, names: impl IntoIterator<Item = &'n str>) -> Self {
        self.missed.extend(names.into_iter().map(Box::from));
        self
    }

    /// Sets the clauses that the finding is based on, if they differ from those of the rule.
    #[must_use]
    pub(crate) fn in_clause(mut self, clause: &'static str) -> Self {
        self.clause = Some(clause);
        self
    }

    /// Sets the part of the text where other findings follow from this one.
    #[must_use]
    pub(crate) fn explains(mut self, span: Span) -> Self {
        self.explains = Some(span);
        self
    }

    /// Sets the text of the primary label.
    #[must_use]
    pub fn label(mut self, text: impl Into<Text>) -> Self {
        self.primary.text = text.into();
        self
    }

    /// Adds a label at a related location.
    #[must_use]
    pub fn also(mut self, span: Span, text: impl Into<Text>) -> Self {
        self.secondary.push(Label { span, text: text.into() });
        self
    }

    /// Adds an instruction for the reader.
    #[must_use]
    pub fn help(mut self, text: impl Into<Text>) -> Self {
        self.help.push(text.into());
        self
    }

    /// Adds an instruction for the reader, if there is one.
    #[must_use]
    pub fn help_opt(mut self, text: Option<String>) -> Self {
        self.help.extend(text.map(Text::from));
        self
    }

    /// Adds a fact that explains the finding.
    #[must_use]
    pub fn note(mut self, text: impl Into<Text>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// Sets the level, if it differs from that of the rule.
    #[must_use]
    pub fn at_level(mut self, level: Level) -> Self {
        self.level = level;
        self
    }

    /// Whether both are about the same rule at the same place.
    #[must_use]
    pub(crate) fn is_same_finding(&self, other: &Self) -> bool {
        self.rule.code == other.rule.code && self.primary.span == other.primary.span
    }

    /// Reports it at `span`, for the reason `text`; the place so far becomes another label. Fixes are dropped, since
    /// they are about that place.
    #[must_use]
    pub(crate) fn moved_to(mut self, span: Span, text: impl Into<Text>) -> Self {
        let place = std::mem::replace(&mut self.primary, Label { span, text: text.into() });
        self.secondary.insert(0, place);
        self.fixes.clear();
        self
    }

    /// Sets the file of all spans. They must all be in one file.
    pub(crate) fn set_file(&mut self, file: FileId) {
        let labels = self.secondary.iter_mut().chain([&mut self.primary]).map(|label| &mut label.span);
        let edits = self.fixes.iter_mut().flat_map(|fix| &mut fix.edits).map(|edit| &mut edit.span);
        for span in labels.chain(edits).chain(&mut self.explains) {
            span.file = file;
        }
    }

    /// Returns the clauses of TOSCA 2.0 that the finding is based on; none for another version.
    pub fn clauses(&self) -> impl Iterator<Item = &'static str> + use<> {
        let clause = if self.is_translated { "" } else { self.clause.unwrap_or(self.rule.clause) };
        clause.split('/').filter(|clause| !clause.is_empty())
    }

    /// Translates all texts to the words of `vocabulary`.
    pub(crate) fn translate(&mut self, vocabulary: &Vocabulary) {
        self.is_translated = true;
        let labels = self.secondary.iter_mut().chain([&mut self.primary]).map(|label| &mut label.text);
        let titles = self.fixes.iter_mut().map(|fix| &mut fix.title);
        let texts = self.help.iter_mut().chain(&mut self.notes).chain([&mut self.message]);
        for text in labels.chain(titles).chain(texts).filter(|text| text.has_words()) {
            *text = text.translated(vocabulary);
        }
    }

    /// Asks whether the author meant `suggestion`, with a fix that writes it in place of `span`.
    #[must_use]
    pub(crate) fn did_you_mean(self, suggestion: &str, span: Span) -> Self {
        let name = quoted(suggestion);
        self.help(format!("did you mean {name}?")).unsafe_fix(format!("write {name}"), span, suggestion)
    }

    /// Adds a safe fix of one edit.
    #[must_use]
    pub fn fix(mut self, title: impl Into<Text>, span: Span, text: impl Into<String>) -> Self {
        self.fixes.push(Fix::safe(title, vec![Edit::new(span, text)]));
        self
    }

    /// Adds a fix of one edit that chooses among several possible texts.
    #[must_use]
    pub fn unsafe_fix(mut self, title: impl Into<Text>, span: Span, text: impl Into<String>) -> Self {
        self.fixes.push(Fix::guess(title, vec![Edit::new(span, text)]));
        self
    }

    /// The fix to apply: the only safe one or, if `with_unsafe` and there is no other, an unsafe one.
    #[must_use]
    pub fn fix_to_apply(&self, with_unsafe: bool) -> Option<&Fix> {
        let mut safe = self.fixes.iter().filter(|fix| fix.safety == Safety::Safe);
        match (safe.next(), safe.next(), self.fixes.as_slice()) {
            (Some(only), None, _) => Some(only),
            (None, _, [only]) if with_unsafe => Some(only),
            _ => None,
        }
    }
}
