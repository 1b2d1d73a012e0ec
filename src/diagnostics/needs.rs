//! What rules rely on, and what their findings leave unknown.
//!
//! One mistake has one finding: where something could not be read, a rule that relies on it says nothing. Each rule states
//! this where it is declared; `session::consequences` asks it.

/// What a rule relies on. A finding is left out if that could not be read.
///
/// The question for each rule: is the finding still true, whatever the parts say that could not be read? If not, the rule
/// needs these parts. Names in `Diagnostic::missed` are always looked for in the same entity; a rule that misses
/// none and needs nothing is reported in any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Needs {
    /// All parts of the entities at the finding and at its labels, which may be at keynames of them.
    Parts,
    /// All parts of these entities, and of those around them, since a part may be at the wrong level.
    PartsAround,
    /// The keynames of the entity that the finding misses.
    Keynames,
    /// The kind of the member: a definition that has keynames of another kind may define another one.
    Kind,
    /// All definitions of the names that the finding misses, in all files that the file sees.
    Definitions,
    /// The kinds of the types that the finding misses.
    Kinds,
    /// All entries of a section of this name: around the finding or, at the root of a file, in all files that it sees.
    Section(&'static str),
    /// All of the entity of the service template.
    Service,
    /// All uses of the names that the finding misses.
    Uses,
    /// The values at the finding and at its labels.
    Value,
    /// The definitions at the labels of the finding.
    Labels,
    /// The names inside of the values of the entity, which may belong outside of them.
    Names,
    /// The values of the inputs at the labels, which another finding may ask for.
    Inputs,
    /// The service template, if the value is the result of a call.
    Result,
    /// The definition around the validation clause that a label shows.
    Clause,
    /// The type of the template, if the finding is about the one that it copies.
    Type,
    /// The indentation of the lines around.
    Indentation,
    /// The level of the keyname: it may belong to an empty section before it.
    Level,
    /// The lines around, which a malformed line before them may continue.
    Lines,
}

/// What a finding leaves unknown besides the part that it explains. Findings about YAML and grammar leave the parts of
/// entities unknown, unless the rule itself needs parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leaves {
    /// The part at the finding.
    Parts,
    /// The value at the finding.
    Value,
    /// The names inside of this value, which may belong outside of it.
    Names,
    /// The values of the inputs at the labels of the finding.
    Inputs,
    /// The entity whose type or parent is at the finding.
    Kind,
    /// The kind of the member at the finding.
    Member,
    /// The lines around a keyname that is not indented deeply enough.
    Indentation,
    /// The lines after the finding.
    Lines,
    /// All names with the prefix.
    Prefix,
}
