//! The diagnostic as data.

use crate::base::{FileId, Span};

use super::{Code, Text, Vocabulary};

/// How serious a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// The input breaks the standard (MUST, SHALL).
    Error,
    /// Against a SHOULD, or very likely a mistake.
    Warning,
    /// Advice.
    Info,
}

impl Level {
    /// The word that is printed.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Info => "info",
        }
    }
}

/// A place and what is to be said about it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Label {
    /// The place.
    pub span: Span,
    /// The text; may be empty for the primary place.
    pub text: Text,
}

/// Replace the bytes of `span` by `text`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Edit {
    /// What is replaced; may be empty for an insertion.
    pub span: Span,
    /// The new text.
    pub text: String,
}

/// A change of the source that removes the finding.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fix {
    /// What the change does, in the imperative.
    pub title: Text,
    /// The edits, which do not overlap.
    pub edits: Vec<Edit>,
}

/// One finding: one cause, told once, at its exact place.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Diagnostic {
    /// The kind of mistake.
    pub code: &'static Code,
    /// How serious it is here; the code's own level unless a setting says otherwise.
    pub level: Level,
    /// The headline: lower case, no full stop, user text in back-ticks.
    pub message: Text,
    /// The place of the mistake.
    pub primary: Label,
    /// The other places that belong to it, possibly in other files.
    pub secondary: Vec<Label>,
    /// Actions that the reader can take.
    pub help: Vec<Text>,
    /// Background: where a rule comes from, what was assumed.
    pub notes: Vec<Text>,
    /// Changes that remove the finding.
    pub fixes: Vec<Fix>,
}

impl Diagnostic {
    /// A finding of kind `code` at `span` with a headline and nothing else.
    #[must_use]
    pub fn new(code: &'static Code, span: Span, message: impl Into<Text>) -> Self {
        Self {
            code,
            level: code.level,
            message: message.into(),
            primary: Label { span, text: Text::default() },
            secondary: Vec::new(),
            help: Vec::new(),
            notes: Vec::new(),
            fixes: Vec::new(),
        }
    }

    /// Sets the text under the primary place.
    #[must_use]
    pub fn label(mut self, text: impl Into<Text>) -> Self {
        self.primary.text = text.into();
        self
    }

    /// Adds another place.
    #[must_use]
    pub fn also(mut self, span: Span, text: impl Into<Text>) -> Self {
        self.secondary.push(Label { span, text: text.into() });
        self
    }

    /// Adds an action for the reader.
    #[must_use]
    pub fn help(mut self, text: impl Into<Text>) -> Self {
        self.help.push(text.into());
        self
    }

    /// Adds an action for the reader, if there is one.
    #[must_use]
    pub fn help_opt(mut self, text: Option<String>) -> Self {
        self.help.extend(text.map(Text::from));
        self
    }

    /// Adds background.
    #[must_use]
    pub fn note(mut self, text: impl Into<Text>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// Sets the level, where it is not the code's own.
    #[must_use]
    pub fn at_level(mut self, level: Level) -> Self {
        self.level = level;
        self
    }

    /// Gives the file, whose places are all that it has, another id.
    pub(crate) fn set_file(&mut self, file: FileId) {
        let labels = self.secondary.iter_mut().chain([&mut self.primary]).map(|label| &mut label.span);
        let edits = self.fixes.iter_mut().flat_map(|fix| &mut fix.edits).map(|edit| &mut edit.span);
        for span in labels.chain(edits) {
            span.file = file;
        }
    }

    /// Says everything in the words of `vocabulary`.
    pub(crate) fn translate(&mut self, vocabulary: &Vocabulary) {
        let labels = self.secondary.iter_mut().chain([&mut self.primary]).map(|label| &mut label.text);
        let titles = self.fixes.iter_mut().map(|fix| &mut fix.title);
        let texts = self.help.iter_mut().chain(&mut self.notes).chain([&mut self.message]);
        for text in labels.chain(titles).chain(texts).filter(|text| text.has_words()) {
            *text = text.in_words_of(vocabulary);
        }
    }

    /// Adds a fix of one edit.
    #[must_use]
    pub fn fix(mut self, title: impl Into<Text>, span: Span, text: impl Into<String>) -> Self {
        self.fixes.push(Fix { title: title.into(), edits: vec![Edit { span, text: text.into() }] });
        self
    }
}
