//! Tables as data: for completion, hover, the generated reference and generated tests.

use super::NameKind;

/// What a value may be.
#[derive(Clone, Copy, Debug)]
pub enum Expected {
    /// Anything.
    Any,
    /// A value that may contain function calls.
    Value,
    /// A string.
    Text,
    /// A name that refers to something of one of these kinds.
    Name(&'static [NameKind]),
    /// `true` or `false`.
    Boolean,
    /// A TOSCA version.
    Version,
    /// A map of any YAML values.
    Metadata,
    /// A list of words out of these.
    Words(&'static [&'static str]),
    /// A map from names to this.
    Map(&'static Expected),
    /// A list of this.
    List(&'static Expected),
    /// A list of maps with one entry: a name and this.
    Named(&'static Expected),
    /// The first for scalars, the second for maps.
    Either(&'static Expected, &'static Expected),
    /// A map with the keynames of this table.
    Entity(fn() -> &'static Meta),
    /// Something with its own reader: what it accepts in words.
    Special(&'static str),
}

impl Expected {
    /// The shape in words: `a map of node templates`.
    #[must_use]
    pub fn describe(&self) -> String {
        match self {
            Expected::Any | Expected::Value => "a value".to_owned(),
            Expected::Text => "a string".to_owned(),
            Expected::Name(kinds) => {
                let names: Vec<String> = kinds.iter().map(|kind| kind.name().to_owned()).collect();
                format!(
                    "the name of {}",
                    crate::diagnostics::with_article(&crate::diagnostics::list(&names, "or"))
                )
            }
            Expected::Boolean => "a boolean".to_owned(),
            Expected::Version => "a version".to_owned(),
            Expected::Metadata | Expected::Map(_) => "a map".to_owned(),
            Expected::Words(_) | Expected::List(_) => "a list".to_owned(),
            Expected::Named(_) => "a list of maps with one entry each".to_owned(),
            Expected::Either(one, other) => format!("{} or {}", one.describe(), other.describe()),
            Expected::Entity(meta) => meta().describe(),
            Expected::Special(words) => (*words).to_owned(),
        }
    }

    /// Whether nothing at all below a key means a forgotten section rather than a wrong value.
    #[must_use]
    pub fn is_section(&self) -> bool {
        match self {
            Expected::Metadata
            | Expected::Words(_)
            | Expected::Map(_)
            | Expected::List(_)
            | Expected::Named(_) => true,
            Expected::Entity(meta) => !meta().null_body,
            _ => false,
        }
    }
}

/// When a keyname must be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// It may be missing.
    Optional,
    /// It must be there.
    Mandatory,
    /// It must be there, but not where the definition may refine an inherited one.
    MandatoryUnlessRefined,
    /// It may be missing, but not without a value where it is there.
    Conditional,
}

/// A row of a keyname table.
#[derive(Clone, Copy, Debug)]
pub struct Keyname {
    /// The keyname.
    pub name: &'static str,
    /// What it is for, in a sentence.
    pub doc: &'static str,
    /// What its value is.
    pub expected: Expected,
    /// When it must be there.
    pub presence: Presence,
    /// Older spellings, which a help line translates.
    pub formerly: &'static [&'static str],
    /// Where the keyname is in no table of the standard but is read all the same: what to do instead.
    pub tolerated: Option<&'static str>,
    /// The keyname that it stands for; where both are given, that is the finding.
    pub stands_for: Option<&'static str>,
    /// Whether what is given here is added to what is inherited, rather than taking its place.
    pub accumulates: bool,
    /// In a language with several versions: the first that has it, by the language's own count.
    pub since: u8,
    /// The last version that has it.
    pub until: u8,
    /// Whether TOSCA 2.0 has nothing to write it as, so that lowering moves it.
    pub is_lost: bool,
}

impl Keyname {
    /// An optional keyname.
    #[must_use]
    pub const fn new(name: &'static str, doc: &'static str, expected: Expected) -> Self {
        Self {
            name,
            doc,
            expected,
            presence: Presence::Optional,
            formerly: &[],
            tolerated: None,
            stands_for: None,
            accumulates: false,
            since: 0,
            until: u8::MAX,
            is_lost: false,
        }
    }

    /// The first version that has it.
    #[must_use]
    pub const fn since(mut self, version: u8) -> Self {
        self.since = version;
        self
    }

    /// The last version that has it.
    #[must_use]
    pub const fn until(mut self, version: u8) -> Self {
        self.until = version;
        self
    }

    /// TOSCA 2.0 has nothing to write it as.
    #[must_use]
    pub const fn lost(mut self) -> Self {
        self.is_lost = true;
        self
    }

    /// What is given adds to what is inherited: all conditions hold.
    #[must_use]
    pub const fn accumulates(mut self) -> Self {
        self.accumulates = true;
        self
    }

    /// It must be there.
    #[must_use]
    pub const fn mandatory(mut self) -> Self {
        self.presence = Presence::Mandatory;
        self
    }

    /// It must be there where nothing inherited is refined.
    #[must_use]
    pub const fn mandatory_unless_refined(mut self) -> Self {
        self.presence = Presence::MandatoryUnlessRefined;
        self
    }

    /// Where it is there, it must have a value.
    #[must_use]
    pub const fn conditional(mut self) -> Self {
        self.presence = Presence::Conditional;
        self
    }

    /// Other spellings of former versions.
    #[must_use]
    pub const fn formerly(mut self, names: &'static [&'static str]) -> Self {
        self.formerly = names;
        self
    }

    /// Read, but reported as outside the standard, with this help.
    #[must_use]
    pub const fn tolerated(mut self, help: &'static str) -> Self {
        self.tolerated = Some(help);
        self
    }

    /// Another spelling of `keyname`.
    #[must_use]
    pub const fn stands_for(mut self, keyname: &'static str) -> Self {
        self.stands_for = Some(keyname);
        self
    }
}

/// A keyname table.
#[derive(Clone, Copy, Debug)]
pub struct Meta {
    /// What the entity is called: `node template`.
    pub name: &'static str,
    /// The section of TOSCA 2.0 that has the table.
    pub section: &'static str,
    /// The rows.
    pub keynames: &'static [Keyname],
    /// The keyname that a string in place of the map stands for.
    pub short: Option<&'static str>,
    /// Whether nothing in place of the map is an empty definition.
    pub null_body: bool,
    /// Whether a definition replaces an inherited one of the same name as a whole.
    pub is_overwritten: bool,
    /// What the entity is to those inside.
    pub role: Role,
    /// Keynames that are gone or belong elsewhere, with what to do.
    pub retired: &'static [(&'static str, &'static str)],
    /// What to do about other keys, where it can be told what they are meant for.
    pub strangers: Option<&'static str>,
    /// The keyname that a string in place of the map was meant for, though the grammar has no such form.
    pub string_meant: Option<&'static str>,
}

/// What an entity is to those inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// They are parts of it.
    Part,
    /// It is a type: below one with a parent, definitions may be refinements.
    Type,
    /// Its entries are sections of definitions: what is lost in one definition leaves the others whole.
    Sections,
}

impl Meta {
    /// A table without further properties.
    #[must_use]
    pub const fn new(name: &'static str, section: &'static str, keynames: &'static [Keyname]) -> Self {
        Self {
            name,
            section,
            keynames,
            short: None,
            null_body: false,
            is_overwritten: false,
            role: Role::Part,
            retired: &[],
            strangers: None,
            string_meant: None,
        }
    }

    /// A string stands for a map with this keyname.
    #[must_use]
    pub const fn short(mut self, keyname: &'static str) -> Self {
        self.short = Some(keyname);
        self
    }

    /// Nothing at all is an empty definition.
    #[must_use]
    pub const fn null_body(mut self) -> Self {
        self.null_body = true;
        self
    }

    /// A definition replaces an inherited one as a whole.
    #[must_use]
    pub const fn overwritten(mut self) -> Self {
        self.is_overwritten = true;
        self
    }

    /// The entity is one of the eight kinds of types.
    #[must_use]
    pub const fn a_type(mut self) -> Self {
        self.role = Role::Type;
        self.null_body = true;
        self
    }

    /// The entries are sections of definitions.
    #[must_use]
    pub const fn sections(mut self) -> Self {
        self.role = Role::Sections;
        self
    }

    /// Keynames that are gone, with what to do.
    #[must_use]
    pub const fn retired(mut self, names: &'static [(&'static str, &'static str)]) -> Self {
        self.retired = names;
        self
    }

    /// What to do about keys that are no keynames.
    #[must_use]
    pub const fn strangers(mut self, help: &'static str) -> Self {
        self.strangers = Some(help);
        self
    }

    /// A string in place of the map was meant for this keyname.
    #[must_use]
    pub const fn string_meant(mut self, keyname: &'static str) -> Self {
        self.string_meant = Some(keyname);
        self
    }

    /// The row of `name`.
    #[must_use]
    pub fn keyname(&self, name: &str) -> Option<&'static Keyname> {
        self.keynames.iter().find(|keyname| keyname.name == name)
    }

    /// Whether earlier versions had the keyname `name`, under which nothing else is meant.
    #[must_use]
    pub fn is_of_old(&self, name: &str) -> bool {
        self.keynames.iter().any(|keyname| keyname.formerly.contains(&name))
            || self.retired.iter().any(|(old, _)| *old == name)
    }

    fn describe(&self) -> String {
        if self.short.is_some() { "a map or a string".to_owned() } else { "a map".to_owned() }
    }
}
