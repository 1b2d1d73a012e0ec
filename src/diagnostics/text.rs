//! Translates texts of findings to versions and dialects of TOSCA. Words that differ between them are marked, and a
//! [`Vocabulary`] translates them; everything else is plain text, including the text of authors.
//!
//! Input: formatted text, in which [`keyname`], [`function`] and similar functions display the words. Output: text in
//! the words of TOSCA 2.0, or of the version or dialect of a file.
//!
//! Invariant: control characters mark words between [`MarkedName`] and [`Text`] only. [`quoted`](super::quoted) removes
//! them from what authors write, and a [`Text`] has none.

use std::fmt::{self, Write as _};
use std::ops::{Deref, Range};

use super::words::displayed;

/// Starts a marked word; followed by a letter for the kind of word.
const START: char = '\u{1}';
/// Ends a marked word.
const END: char = '\u{2}';

/// A text in the words of TOSCA 2.0, with the ranges of words that other versions and dialects translate.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Text {
    text: String,
    words: Box<[(Range<usize>, Word)]>,
}

/// The kind of a marked word.
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
    /// An instruction that differs between versions and dialects.
    Advice(Advice),
}

/// The terms that differ between versions and dialects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Term {
    /// `service template`
    ServiceTemplate,
    /// `validation`: all clauses that values of a type must satisfy.
    Validation,
    /// `validation`: one of the clauses that values must satisfy.
    Clause,
    /// `url`: the keyname of the imported file.
    ImportUrl,
    /// The keynames of what is imported, one of which is needed.
    ImportSources,
}

/// The instructions that differ between versions and dialects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Advice {
    /// Give a requirement a target, or allow it to have no target.
    FulfillRequirement,
    /// Allow a requirement to have no target.
    MakeRequirementOptional,
    /// Allow a requirement that was named before to have no target.
    MakeItOptional,
    /// Allow all assignments of a requirement to have no target.
    MakeTargetsOptional,
    /// Require a target for a requirement.
    MakeMandatory,
    /// Look for the target of a requirement inside the service.
    TargetInside,
    /// Look for the target of a requirement outside the service.
    MapOutside,
    /// Have a node created.
    CreateNode,
    /// Have a node created or substituted.
    CreateOrSubstituteNode,
    /// Start a path.
    StartPath,
    /// Keep a secret out of the file.
    HideSecret,
}

impl Term {
    const ALL: &[Self] =
        &[Self::ServiceTemplate, Self::Validation, Self::Clause, Self::ImportUrl, Self::ImportSources];

    fn text(self) -> &'static str {
        match self {
            Self::ServiceTemplate => "service template",
            Self::Validation | Self::Clause => "validation",
            Self::ImportUrl => "url",
            Self::ImportSources => "`url` or `profile`",
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
        Self::HideSecret,
    ];

    /// The instruction in the words of TOSCA 2.0.
    pub(crate) fn text(self) -> &'static str {
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
            Self::HideSecret => "use an input that has no default: `{ $get_input: … }`",
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

/// A marked name. Displayed in back-ticks, unless the format is `{:#}`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MarkedName<'n> {
    word: Word,
    name: &'n str,
}

/// Marks the keyname `name` of TOSCA 2.0.
pub(crate) const fn keyname(name: &str) -> MarkedName<'_> {
    MarkedName { word: Word::Keyname, name }
}

/// Marks the built-in function `name` of TOSCA 2.0, with `$`.
pub(crate) const fn function(name: &str) -> MarkedName<'_> {
    MarkedName { word: Word::Function, name }
}

/// Marks the directive `name` of TOSCA 2.0.
pub(crate) const fn directive(name: &str) -> MarkedName<'_> {
    MarkedName { word: Word::Directive, name }
}

// Words for use in format strings: `{COUNT}` in back-ticks, `{COUNT:#}` without.
pub(crate) const COUNT: MarkedName<'static> = keyname("count");
pub(crate) const COUNT_RANGE: MarkedName<'static> = keyname("count_range");
pub(crate) const VALIDATION_KEYNAME: MarkedName<'static> = keyname("validation");
pub(crate) const VALID_CAPABILITY_TYPES: MarkedName<'static> = keyname("valid_capability_types");
pub(crate) const EQUAL: MarkedName<'static> = function("$equal");
pub(crate) const GET_ATTRIBUTE: MarkedName<'static> = function("$get_attribute");
pub(crate) const GET_INPUT: MarkedName<'static> = function("$get_input");
pub(crate) const GET_PROPERTY: MarkedName<'static> = function("$get_property");
pub(crate) const LENGTH: MarkedName<'static> = function("$length");
pub(crate) const MATCHES: MarkedName<'static> = function("$matches");
pub(crate) const VALUE: MarkedName<'static> = function("$value");
pub(crate) const SELECT: MarkedName<'static> = directive("select");
/// The value of `tosca_definitions_version` in new files.
pub(crate) const NEWEST_VERSION: MarkedName<'static> = MarkedName { word: Word::Version, name: "tosca_2_0" };
pub(crate) const SERVICE_TEMPLATE: Term = Term::ServiceTemplate;
pub(crate) const VALIDATION: Term = Term::Validation;
pub(crate) const CLAUSE: Term = Term::Clause;
pub(crate) const IMPORT_URL: Term = Term::ImportUrl;
pub(crate) const IMPORT_SOURCES: Term = Term::ImportSources;

impl fmt::Display for MarkedName<'_> {
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
    /// Returns the letter that marks the word.
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

    /// Returns the word that `letter` marks.
    fn from_letter(letter: char) -> Option<Self> {
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
    /// Translates the text to the words of `vocabulary`. The result has no marked words.
    #[must_use]
    pub(crate) fn translated(&self, vocabulary: &Vocabulary) -> Self {
        let mut text = String::with_capacity(self.text.len());
        let mut end = 0;
        for (range, word) in &self.words {
            text.push_str(&self.text[end..range.start]);
            text.push_str(&vocabulary.translate(*word, &self.text[range.clone()]));
            end = range.end;
        }
        text.push_str(&self.text[end..]);
        text.into()
    }

    /// Returns whether it has words that differ between versions and dialects.
    pub(crate) fn has_words(&self) -> bool {
        !self.words.is_empty()
    }

    /// Returns the text as a string.
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
        let mut marked_word = None;
        let mut letters = marked.chars();
        while let Some(letter) = letters.next() {
            match letter {
                START => {
                    marked_word = letters.next().and_then(Word::from_letter).map(|word| (text.len(), word));
                }
                END => words.extend(marked_word.take().map(|(start, word)| (start..text.len(), word))),
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

/// The words of a version or dialect in place of those of TOSCA 2.0. Words that no table has are the same in both.
#[derive(Debug)]
pub struct Vocabulary {
    /// Keynames: in TOSCA 2.0, in the version or dialect.
    pub keynames: &'static [(&'static str, &'static str)],
    /// Functions, with `$` in TOSCA 2.0.
    pub functions: &'static [(&'static str, &'static str)],
    /// Operators with one operand. Lowering replaces them with calls that compare the value with the operand.
    pub operators: &'static [&'static str],
    /// Directives.
    pub directives: &'static [(&'static str, &'static str)],
    /// The newest version, for new files.
    pub version: &'static str,
    /// The word for a service template.
    pub service_template: &'static str,
    /// The keyname of the imported file; `url` in TOSCA 2.0.
    pub import_url: &'static str,
    /// The keynames of what is imported, in back-ticks; `url` and `profile` in TOSCA 2.0.
    pub import_sources: &'static str,
    /// The words for a validation, and for one clause of it.
    pub validation: (&'static str, &'static str),
    /// Returns the text of an instruction.
    pub(crate) advice: fn(Advice) -> &'static str,
}

impl Vocabulary {
    fn translate<'t>(&self, word: Word, text: &'t str) -> std::borrow::Cow<'t, str> {
        let find = |table: &[(&'static str, &'static str)]| {
            table.iter().find(|(name, _)| *name == text).map(|(_, translation)| *translation)
        };
        let translation = match word {
            Word::Keyname => find(self.keynames),
            Word::Function => find(self.functions),
            Word::Directive => find(self.directives),
            Word::Version => Some(self.version),
            Word::Term(Term::ServiceTemplate) => Some(self.service_template),
            Word::Term(Term::ImportUrl) => Some(self.import_url),
            Word::Term(Term::ImportSources) => Some(self.import_sources),
            Word::Term(Term::Validation) => Some(self.validation.0),
            Word::Term(Term::Clause) => Some(self.validation.1),
            Word::Advice(advice) => Some((self.advice)(advice)),
        };
        translation.unwrap_or(text).into()
    }
}

#[cfg(test)]
mod tests {
    use super::{Advice, NEWEST_VERSION, Term, Text, Vocabulary, Word, directive, function, keyname};

    const OTHER: Vocabulary = Vocabulary {
        keynames: &[("count", "occurrences")],
        functions: &[("$get_input", "get_input")],
        operators: &[],
        directives: &[("select", "selectable")],
        version: "older",
        service_template: "topology template",
        import_url: "file",
        import_sources: "`file`",
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
        assert_eq!(text().translated(&OTHER).as_str(), expected);
    }

    #[test]
    fn translated_text_has_no_marked_words() {
        assert!(text().has_words());
        assert!(!text().translated(&OTHER).has_words());
    }

    #[test]
    fn every_word_is_found_by_its_letter() {
        let terms = Term::ALL.iter().map(|term| Word::Term(*term));
        let advice = Advice::ALL.iter().map(|advice| Word::Advice(*advice));
        let names = [Word::Keyname, Word::Function, Word::Directive, Word::Version];
        for word in names.into_iter().chain(terms).chain(advice) {
            assert_eq!(Word::from_letter(word.letter()), Some(word));
        }
    }

    #[test]
    fn stray_marks_are_not_words() {
        let text = Text::from("a\u{1}");
        assert_eq!(text.as_str(), "a");
        assert_eq!(Text::from("\u{2}b\u{1}~c\u{2}").as_str(), "bc");
    }
}
