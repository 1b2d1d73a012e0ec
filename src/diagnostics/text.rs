//! Texts of findings. Words that differ between versions and dialects of TOSCA are marked in them, and one
//! [`Vocabulary`] prints them; everything else is plain text, that of authors included.
//!
//! In: formatted text, in which the words are displayed by [`keyname`], [`function`] and their kin. Out: text in
//! the words of TOSCA 2.0, or of the language of a file.
//!
//! Invariant: control characters mark words between [`Piece`] and [`Text`] only. [`quoted`](super::quoted) removes
//! them from what authors write, and a [`Text`] has none.

use std::fmt::{self, Write as _};
use std::ops::{Deref, Range};

use super::words::displayed;

/// Starts a marked word; a letter for the kind of word follows.
const START: char = '\u{1}';
/// Ends a marked word.
const END: char = '\u{2}';

/// A text in the words of TOSCA 2.0, which knows the words that other languages say otherwise.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Text {
    text: String,
    words: Box<[(Range<usize>, Word)]>,
}

/// What a marked word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Word {
    /// A keyname.
    Keyname,
    /// The name of a built-in function, with `$`.
    Function,
    /// A directive.
    Directive,
    /// The newest version of TOSCA.
    Version,
    /// A term that is not a keyname.
    Term(Term),
    /// Something to do that languages do in different ways.
    Advice(Advice),
}

/// Terms that languages say otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Term {
    /// `service template`
    ServiceTemplate,
    /// `validation`: all that values of a type must satisfy.
    Validation,
    /// `validation`: one of the clauses that values must satisfy.
    Clause,
    /// `url`: the keyname of what is imported.
    ImportUrl,
}

/// Advice that languages follow in different ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Advice {
    /// Give a requirement a target, or let it have none.
    FulfillRequirement,
    /// Let a requirement have no target.
    MakeRequirementOptional,
    /// The same for a requirement that was named before.
    MakeItOptional,
    /// The same for all assignments of a requirement.
    MakeTargetsOptional,
    /// Let a requirement need a target.
    MakeMandatory,
    /// Look for the target of a requirement inside the service.
    TargetInside,
    /// Look for the target of a requirement outside the service.
    MapOutside,
    /// Let a node be created.
    CreateNode,
    /// Let a node be created or substituted.
    CreateOrSubstituteNode,
    /// Start a path.
    StartPath,
}

impl Term {
    const ALL: &[Self] = &[Self::ServiceTemplate, Self::Validation, Self::Clause, Self::ImportUrl];

    fn text(self) -> &'static str {
        match self {
            Self::ServiceTemplate => "service template",
            Self::Validation | Self::Clause => "validation",
            Self::ImportUrl => "url",
        }
    }
}

impl Advice {
    const ALL: &[Self] = &[
        Self::FulfillRequirement,
        Self::MakeRequirementOptional,
        Self::MakeItOptional,
        Self::MakeTargetsOptional,
        Self::MakeMandatory,
        Self::TargetInside,
        Self::MapOutside,
        Self::CreateNode,
        Self::CreateOrSubstituteNode,
        Self::StartPath,
    ];

    fn text(self) -> &'static str {
        match self {
            Self::FulfillRequirement => {
                "add a node template, add `external` to the directives, or make the requirement `optional`"
            }
            Self::MakeRequirementOptional => "make the requirement `optional`",
            Self::MakeItOptional => "make it `optional`",
            Self::MakeTargetsOptional => {
                "make targets optional with `optional: true` in the assignment, or a lower bound of 0 in `count_range`"
            }
            Self::MakeMandatory => "remove `optional: true`",
            Self::TargetInside => {
                "add `internal` to the directives of the capability, or target another capability"
            }
            Self::MapOutside => "add `external` to its directives, or map another capability",
            Self::CreateNode => "add `create` to the directives",
            Self::CreateOrSubstituteNode => "add `create` or `substitute` to the directives",
            Self::StartPath => "start with `SELF`, followed by `RELATIONSHIP` or `CAPABILITY`",
        }
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        mark(f, Word::Term(*self), self.text())
    }
}

impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        mark(f, Word::Advice(*self), self.text())
    }
}

impl From<Advice> for Text {
    fn from(advice: Advice) -> Self {
        advice.to_string().into()
    }
}

/// A marked name; displayed in back-ticks, but for `{:#}`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece<'n> {
    word: Word,
    name: &'n str,
}

/// The keyname `name` of TOSCA 2.0.
pub(crate) const fn keyname(name: &str) -> Piece<'_> {
    Piece { word: Word::Keyname, name }
}

/// The built-in function `name` of TOSCA 2.0, with `$`.
pub(crate) const fn function(name: &str) -> Piece<'_> {
    Piece { word: Word::Function, name }
}

/// The directive `name` of TOSCA 2.0.
pub(crate) const fn directive(name: &str) -> Piece<'_> {
    Piece { word: Word::Directive, name }
}

// Words that texts name in their formats: `{COUNT}` in back-ticks, `{COUNT:#}` without.
pub(crate) const COUNT: Piece<'static> = keyname("count");
pub(crate) const COUNT_RANGE: Piece<'static> = keyname("count_range");
pub(crate) const VALIDATION_KEYNAME: Piece<'static> = keyname("validation");
pub(crate) const VALID_CAPABILITY_TYPES: Piece<'static> = keyname("valid_capability_types");
pub(crate) const EQUAL: Piece<'static> = function("$equal");
pub(crate) const GET_ATTRIBUTE: Piece<'static> = function("$get_attribute");
pub(crate) const GET_INPUT: Piece<'static> = function("$get_input");
pub(crate) const GET_PROPERTY: Piece<'static> = function("$get_property");
pub(crate) const LENGTH: Piece<'static> = function("$length");
pub(crate) const MATCHES: Piece<'static> = function("$matches");
pub(crate) const VALUE: Piece<'static> = function("$value");
pub(crate) const SELECT: Piece<'static> = directive("select");
/// The value of `tosca_definitions_version` in new files.
pub(crate) const NEWEST_VERSION: Piece<'static> = Piece { word: Word::Version, name: "tosca_2_0" };
pub(crate) const SERVICE_TEMPLATE: Term = Term::ServiceTemplate;
pub(crate) const VALIDATION: Term = Term::Validation;
pub(crate) const CLAUSE: Term = Term::Clause;
pub(crate) const IMPORT_URL: Term = Term::ImportUrl;

impl fmt::Display for Piece<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = displayed(self.name);
        if f.alternate() {
            return mark(f, self.word, &name);
        }
        f.write_char('`')?;
        mark(f, self.word, &name)?;
        f.write_char('`')
    }
}

fn mark(f: &mut fmt::Formatter<'_>, word: Word, text: &str) -> fmt::Result {
    write!(f, "{START}{}{text}{END}", word.letter())
}

impl Word {
    /// The letter that marks the word.
    fn letter(self) -> char {
        let number = match self {
            Self::Keyname => 0,
            Self::Function => 1,
            Self::Directive => 2,
            Self::Version => 3,
            Self::Term(term) => 4 + term as u8,
            Self::Advice(advice) => 16 + advice as u8,
        };
        char::from(b'!' + number)
    }

    /// The word that `letter` marks.
    fn of_letter(letter: char) -> Option<Self> {
        let number = usize::try_from(u32::from(letter).checked_sub(u32::from(b'!'))?).ok()?;
        Some(match number {
            0 => Self::Keyname,
            1 => Self::Function,
            2 => Self::Directive,
            3 => Self::Version,
            4..16 => Self::Term(*Term::ALL.get(number - 4)?),
            _ => Self::Advice(*Advice::ALL.get(number - 16)?),
        })
    }
}

impl Text {
    /// The text in the words of `vocabulary`, which are marked no longer.
    #[must_use]
    pub(crate) fn in_words_of(&self, vocabulary: &Vocabulary) -> Self {
        let mut text = String::with_capacity(self.text.len());
        let mut end = 0;
        for (range, word) in &self.words {
            text.push_str(&self.text[end..range.start]);
            text.push_str(&vocabulary.say(*word, &self.text[range.clone()]));
            end = range.end;
        }
        text.push_str(&self.text[end..]);
        text.into()
    }

    /// Whether some of its words differ between languages.
    pub(crate) fn has_words(&self) -> bool {
        !self.words.is_empty()
    }

    /// The text as a string.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl From<String> for Text {
    fn from(marked: String) -> Self {
        if !marked.contains(START) {
            return Self { text: marked, words: Box::default() };
        }
        let mut text = String::with_capacity(marked.len());
        let mut words = Vec::new();
        let mut open = None;
        let mut letters = marked.chars();
        while let Some(letter) = letters.next() {
            match letter {
                START => open = letters.next().and_then(Word::of_letter).map(|word| (text.len(), word)),
                END => words.extend(open.take().map(|(start, word)| (start..text.len(), word))),
                _ => text.push(letter),
            }
        }
        Self { text, words: words.into() }
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl PartialEq<&str> for Text {
    fn eq(&self, text: &&str) -> bool {
        self.text == *text
    }
}

impl From<Text> for String {
    fn from(text: Text) -> Self {
        text.text
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl serde::Serialize for Text {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

/// The words of a language in place of those of TOSCA 2.0. What a table does not name is the same in both.
#[derive(Debug)]
pub struct Vocabulary {
    /// Keynames: in TOSCA 2.0, in the language.
    pub keynames: &'static [(&'static str, &'static str)],
    /// Functions, with `$` in TOSCA 2.0.
    pub functions: &'static [(&'static str, &'static str)],
    /// Operators with one operand, which lowering makes calls of what is compared and of the operand.
    pub operators: &'static [&'static str],
    /// Directives.
    pub directives: &'static [(&'static str, &'static str)],
    /// The newest version of the language.
    pub version: &'static str,
    /// `service template`
    pub service_template: &'static str,
    /// The keyname of what is imported; `url` in TOSCA 2.0.
    pub import_url: &'static str,
    /// `validation`, and one clause of it.
    pub validation: (&'static str, &'static str),
    /// Advice.
    pub(crate) advice: fn(Advice) -> &'static str,
}

impl Vocabulary {
    fn say<'t>(&self, word: Word, text: &'t str) -> std::borrow::Cow<'t, str> {
        let find = |table: &[(&'static str, &'static str)]| {
            table.iter().find(|(name, _)| *name == text).map(|(_, said)| *said)
        };
        let said = match word {
            Word::Keyname => find(self.keynames),
            Word::Function => find(self.functions),
            Word::Directive => find(self.directives),
            Word::Version => Some(self.version),
            Word::Term(Term::ServiceTemplate) => Some(self.service_template),
            Word::Term(Term::ImportUrl) => Some(self.import_url),
            Word::Term(Term::Validation) => Some(self.validation.0),
            Word::Term(Term::Clause) => Some(self.validation.1),
            Word::Advice(advice) => Some((self.advice)(advice)),
        };
        said.unwrap_or(text).into()
    }
}

#[cfg(test)]
mod tests {
    use super::{Advice, NEWEST_VERSION, Term, Text, Vocabulary, directive, function, keyname};

    const OTHER: Vocabulary = Vocabulary {
        keynames: &[("count", "occurrences")],
        functions: &[("$get_input", "get_input")],
        operators: &[],
        directives: &[("select", "selectable")],
        version: "older",
        service_template: "topology template",
        import_url: "file",
        validation: ("constraints", "constraint"),
        advice: |advice| if advice == Advice::MakeItOptional { "leave it out" } else { "do it" },
    };

    fn text() -> Text {
        format!(
            "`count` is {}: {:#}, {}, {}, {}, {}, {}s, {} or {}",
            keyname("count"),
            function("$get_input"),
            function("$sum"),
            directive("select"),
            NEWEST_VERSION,
            Term::ServiceTemplate,
            Term::Clause,
            Advice::MakeItOptional,
            Advice::CreateNode,
        )
        .into()
    }

    #[test]
    fn words_are_those_of_tosca_2_0() {
        let expected = "`count` is `count`: $get_input, `$sum`, `select`, `tosca_2_0`, service template, validations, \
                        make it `optional` or add `create` to the directives";
        assert_eq!(text().as_str(), expected);
    }

    #[test]
    fn a_vocabulary_changes_marked_words_only() {
        let expected = "`count` is `occurrences`: get_input, `$sum`, `selectable`, `older`, topology template, \
                        constraints, leave it out or do it";
        assert_eq!(text().in_words_of(&OTHER).as_str(), expected);
    }

    #[test]
    fn what_was_translated_is_plain() {
        assert!(text().has_words());
        assert!(!text().in_words_of(&OTHER).has_words());
    }

    #[test]
    fn stray_marks_are_no_words() {
        let text = Text::from("a\u{1}");
        assert_eq!(text.as_str(), "a");
        assert_eq!(Text::from("\u{2}b\u{1}~c\u{2}").as_str(), "bc");
    }
}
