//! The origins of parts of the model.

use serde::Serialize;

use super::named::NormalText;

/// How a part originated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum How {
    /// The author wrote it there.
    Written,
    /// A type inherits it from an ancestor.
    Inherited,
    /// It is the default of a definition.
    Default,
    /// A definition has it as the fixed value.
    Fixed,
    /// This template copies it from another one.
    Copied,
    /// The standard adds it (§8.5.4).
    Implicit,
}

/// The origin of a part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct NormalSource {
    /// The file, relative to the base of the document.
    pub file: NormalText,
    /// The line of its start, counted from 1.
    pub line: u32,
    /// The column of its start, in characters, counted from 1.
    pub column: u32,
    /// The line of its end.
    pub end_line: u32,
    /// The column after its end.
    pub end_column: u32,
    /// How the part originated.
    pub how: How,
    /// The type that defines it, or `None` if that is the enclosing type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<NormalText>,
    /// The original text, if the normal form is different.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<NormalText>,
}

impl NormalSource {
    /// Returns the origin as the text of a comment.
    pub(super) fn comment(&self) -> String {
        let mut comment = format!("{}:{}", self.file, self.line);
        let word = match self.how {
            How::Written => "",
            How::Inherited => "inherited",
            How::Default => "default",
            How::Fixed => "fixed",
            How::Copied => "copied",
            How::Implicit => "implicit",
        };
        let how = match (&self.from, word) {
            (Some(from), "" | "inherited") => format!(", from {from}"),
            (Some(from), word) => format!(", {word} of {from}"),
            (None, "") => String::new(),
            (None, word) => format!(", {word}"),
        };
        comment.push_str(&how);
        if let Some(text) = &self.text {
            comment.extend([", written `", text, "`"]);
        }
        comment
    }
}

/// The origin of a part, or `None` if origins are disabled.
pub(super) type Origin = Option<Box<NormalSource>>;
