//! Keyname tables as data: for completion, hover, the generated reference and generated tests.

use crate::base::Symbol;
use crate::diagnostics::suggest_typo;
use crate::yaml::{WORDS, YamlNode};

use super::NameKind;
use super::unknown::is_slip;

/// The shape of a value.
#[derive(Clone, Copy, Debug)]
pub enum Expected {
    /// Any value.
    Any,
    /// A value that may contain function calls.
    Value,
    /// A string.
    Text,
    /// A name that refers to a definition of one of these kinds.
    Name(&'static [NameKind]),
    /// `true` or `false`.
    Boolean,
    /// A TOSCA version.
    Version,
    /// A map with any YAML values.
    Metadata,
    /// A list of these words.
    Words(&'static [&'static str]),
    /// A map from names to values of this shape.
    Map(&'static Expected),
    /// A list of values of this shape.
    List(&'static Expected),
    /// A list of maps with one entry: a name and a value of this shape.
    Named(&'static Expected),
    /// The first shape for scalars, the second one for maps.
    Either(&'static Expected, &'static Expected),
    /// A map with the keynames of this table.
    Entity(fn() -> &'static Meta),
    /// A value with a special reader: its notation and its description in words.
    Special(ShapeNotation, &'static str),
}

/// The notation of a value in YAML, as far as help for another value depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapeNotation {
    /// `true` or `false`.
    Boolean,
    /// A string, perhaps besides other notations.
    Text,
    /// An integer.
    Integer,
    /// A list.
    List,
    /// A map.
    Map,
    /// A map with one entry, in a list.
    NamedEntry,
    /// Another notation.
    Other,
}

impl Expected {
    /// Describes the shape in words: `a map of node templates`.
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
            Expected::Either(first, second) => format!("{} or {}", first.describe(), second.describe()),
            Expected::Entity(meta) => meta().describe(),
            Expected::Special(_, words) => (*words).to_owned(),
        }
    }

    /// Whether every value has the shape.
    #[must_use]
    pub fn allows_any(&self) -> bool {
        matches!(self, Expected::Any | Expected::Value)
    }

    /// Returns the notation of the shape.
    #[must_use]
    pub fn notation(&self) -> ShapeNotation {
        match self {
            Expected::Any | Expected::Value | Expected::Version => ShapeNotation::Other,
            Expected::Text | Expected::Name(_) => ShapeNotation::Text,
            Expected::Boolean => ShapeNotation::Boolean,
            Expected::Words(_) | Expected::List(_) | Expected::Named(_) => ShapeNotation::List,
            Expected::Either(first, second) => match (first.notation(), second.notation()) {
                (_, ShapeNotation::Text) => ShapeNotation::Text,
                (notation, _) => notation,
            },
            Expected::Entity(meta) if meta().short.is_some() => ShapeNotation::Text,
            Expected::Entity(_) | Expected::Metadata | Expected::Map(_) => ShapeNotation::Map,
            Expected::Special(notation, _) => *notation,
        }
    }

    /// Whether a map has the shape, or may have.
    #[must_use]
    pub fn may_be_map(&self) -> bool {
        match self {
            Expected::Either(first, second) => first.may_be_map() || second.may_be_map(),
            Expected::Entity(_) | Expected::Map(_) => true,
            _ => self.notation() == ShapeNotation::Map,
        }
    }

    /// Whether a string of this shape is looked up as a name, or may be.
    #[must_use]
    pub(crate) fn may_be_name(&self) -> bool {
        match self {
            Expected::Either(first, second) => first.may_be_name() || second.may_be_name(),
            Expected::Name(_) | Expected::Entity(_) | Expected::Special(..) => true,
            _ => false,
        }
    }

    /// Whether a key without a value is a forgotten section rather than a wrong value.
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

/// When a keyname is mandatory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// It is optional.
    Optional,
    /// It is mandatory.
    Mandatory,
    /// It is mandatory, unless the definition may be a refinement.
    MandatoryUnlessRefined,
    /// It is optional, but must have a value if it is written.
    Conditional,
}

/// A row of a keyname table.
#[derive(Clone, Copy, Debug)]
pub struct Keyname {
    /// The keyname.
    pub name: &'static str,
    /// Its symbol, which is the same in all trees.
    pub symbol: Symbol,
    /// Its purpose, in a sentence.
    pub doc: &'static str,
    /// The shape of its value.
    pub expected: Expected,
    /// When it is mandatory.
    pub presence: Presence,
    /// Its former spellings, for help.
    pub formerly: &'static [&'static str],
    /// The help for a keyname that is in no table of the standard but is read anyway.
    pub non_standard: Option<&'static str>,
    /// The keyname that replaces it in the standard; giving both is reported.
    pub replaced_by: Option<&'static str>,
    /// Whether the value is added to the inherited one, rather than replacing it.
    pub accumulates: bool,
    /// For a dialect with several versions: the first version that has it, in the numbers of the dialect.
    pub since: u8,
    /// The last version that has it.
    pub until: u8,
    /// Whether TOSCA 2.0 has no equivalent, so that lowering moves it.
    pub is_lost: bool,
}

impl Keyname {
    /// Returns an optional keyname.
    #[must_use]
    pub const fn new(name: &'static str, doc: &'static str, expected: Expected) -> Self {
        Self {
            name,
            symbol: WORDS.symbol_of(name),
            doc,
            expected,
            presence: Presence::Optional,
            formerly: &[],
            non_standard: None,
            replaced_by: None,
            accumulates: false,
            since: 0,
            until: u8::MAX,
            is_lost: false,
        }
    }

    /// Sets the first version that has it.
    #[must_use]
    pub const fn since(mut self, version: u8) -> Self {
        self.since = version;
        self
    }

    /// Sets the last version that has it.
    #[must_use]
    pub const fn until(mut self, version: u8) -> Self {
        self.until = version;
        self
    }

    /// TOSCA 2.0 has no equivalent.
    #[must_use]
    pub const fn lost(mut self) -> Self {
        self.is_lost = true;
        self
    }

    /// The value is added to the inherited one: all conditions apply.
    #[must_use]
    pub const fn accumulates(mut self) -> Self {
        self.accumulates = true;
        self
    }

    /// It is mandatory.
    #[must_use]
    pub const fn mandatory(mut self) -> Self {
        self.presence = Presence::Mandatory;
        self
    }

    /// It is mandatory unless the definition may be a refinement.
    #[must_use]
    pub const fn mandatory_unless_refined(mut self) -> Self {
        self.presence = Presence::MandatoryUnlessRefined;
        self
    }

    /// If it is written, it must have a value.
    #[must_use]
    pub const fn conditional(mut self) -> Self {
        self.presence = Presence::Conditional;
        self
    }

    /// Sets its former spellings.
    #[must_use]
    pub const fn formerly(mut self, names: &'static [&'static str]) -> Self {
        self.formerly = names;
        self
    }

    /// It is read, but reported as non-standard with this help.
    #[must_use]
    pub const fn non_standard(mut self, help: &'static str) -> Self {
        self.non_standard = Some(help);
        self
    }

    /// It is another spelling of `keyname`.
    #[must_use]
    pub const fn replaced_by(mut self, keyname: &'static str) -> Self {
        self.replaced_by = Some(keyname);
        self
    }
}

/// A keyname table.
#[derive(Clone, Copy, Debug)]
pub struct Meta {
    /// The name of the entity: `node template`.
    pub name: &'static str,
    /// The section of TOSCA 2.0 that has the table.
    pub section: &'static str,
    /// The rows.
    pub keynames: &'static [Keyname],
    /// The keyname that a string in place of the map is read as.
    pub short: Option<&'static str>,
    /// Whether a definition without a value is empty.
    pub null_body: bool,
    /// Whether a definition replaces an inherited one of the same name completely.
    pub is_overwritten: bool,
    /// The role of the entity for those inside.
    pub role: Role,
    /// Keynames that were removed or belong elsewhere, with help.
    pub retired: &'static [(&'static str, &'static str)],
    /// The section that other keys belong to, if it is known, and the help for them.
    pub unknown_keys: Option<(&'static str, &'static str)>,
    /// The keyname that a string in place of the map was intended for, although the grammar has no such form.
    pub string_intended_for: Option<&'static str>,
}

/// The role of an entity for those inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// They are parts of it.
    Part,
    /// It is a type: if it has a parent, definitions inside may be refinements.
    Type,
    /// Its entries are sections of definitions: a definition that cannot be read does not affect the others.
    Sections,
}

impl Meta {
    /// Returns a table without further properties.
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
            unknown_keys: None,
            string_intended_for: None,
        }
    }

    /// A string is read as a map with this keyname.
    #[must_use]
    pub const fn short(mut self, keyname: &'static str) -> Self {
        self.short = Some(keyname);
        self
    }

    /// A definition without a value is empty.
    #[must_use]
    pub const fn null_body(mut self) -> Self {
        self.null_body = true;
        self
    }

    /// A definition replaces an inherited one completely.
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
        self.string_intended_for = Some("derived_from");
        self
    }

    /// The entries are sections of definitions.
    #[must_use]
    pub const fn sections(mut self) -> Self {
        self.role = Role::Sections;
        self
    }

    /// Sets the removed keynames, with help.
    #[must_use]
    pub const fn retired(mut self, names: &'static [(&'static str, &'static str)]) -> Self {
        self.retired = names;
        self
    }

    /// Sets the section for keys that are not keynames, and the help for them.
    #[must_use]
    pub const fn unknown_keys(mut self, section: &'static str, help: &'static str) -> Self {
        self.unknown_keys = Some((section, help));
        self
    }

    /// A string in place of the map was intended for this keyname.
    #[must_use]
    pub const fn string_intended_for(mut self, keyname: &'static str) -> Self {
        self.string_intended_for = Some(keyname);
        self
    }

    /// The row of `key`, or `None` if it is not a keyname of the table.
    #[must_use]
    pub fn keyname_at(&self, key: YamlNode<'_>) -> Option<&'static Keyname> {
        self.index_at(key).map(|index| &self.keynames[index])
    }

    /// The index of the row of `key`.
    pub(super) fn index_at(&self, key: YamlNode<'_>) -> Option<usize> {
        let symbol = key.symbol()?;
        self.keynames.iter().position(|keyname| keyname.symbol == symbol)
    }

    /// The row of `name`.
    #[must_use]
    pub fn keyname(&self, name: &str) -> Option<&'static Keyname> {
        self.index_of(name).map(|index| &self.keynames[index])
    }

    /// The index of the row of `name`.
    pub(super) fn index_of(&self, name: &str) -> Option<usize> {
        self.keynames.iter().position(|keyname| keyname.name == name)
    }

    /// The rows of sections with named entries.
    pub(super) fn sections_of_members(&self) -> impl Iterator<Item = &'static Keyname> {
        self.keynames.iter().filter(|row| matches!(row.expected, Expected::Map(_) | Expected::Named(_)))
    }

    /// Whether `key` is the only one of `map`, and is certainly a typo of a keyname.
    pub(crate) fn is_only_misspelled(&self, key: YamlNode<'_>, map: YamlNode<'_>) -> bool {
        let names = || self.keynames.iter().map(|keyname| keyname.name);
        let is_plural = |name: &str| key.text().strip_suffix('s').is_some_and(|singular| singular == name);
        let is_typo = || suggest_typo(key.text(), names()).is_some_and(|name| !is_plural(name));
        map.only_entry().is_some() && (is_typo() || names().any(|name| is_slip(key.text(), name)))
    }

    /// Whether `name` is a keyname of an earlier version that was renamed or removed.
    #[must_use]
    pub fn is_former(&self, name: &str) -> bool {
        self.keynames.iter().any(|keyname| keyname.formerly.contains(&name))
            || self.retired.iter().any(|(old, _)| *old == name)
    }

    fn describe(&self) -> String {
        if self.short.is_some() { "a map or a string".to_owned() } else { "a map".to_owned() }
    }
}

/// A row that the language of the author adds to tables of another language.
#[derive(Debug)]
pub struct AddedRow {
    /// The names of the tables that get the row.
    pub tables: &'static [&'static str],
    /// The row.
    pub keyname: Keyname,
    /// The keyname before which the row is inserted, or `None` for the end.
    pub next_keyname: Option<&'static str>,
}

impl AddedRow {
    /// Returns the keynames that `rows` add to the table `meta`.
    pub(super) fn names_in(rows: &'static [Self], meta: &Meta) -> impl Iterator<Item = &'static str> + use<> {
        let table = meta.name;
        rows.iter().filter(move |row| row.tables.contains(&table)).map(|row| row.keyname.name)
    }

    /// Returns the keyname of `meta` for an entity to which `rows` add the keyname `name`.
    pub(crate) fn owner(rows: &'static [Self], name: &str, meta: &Meta) -> Option<&'static str> {
        let row = rows.iter().find(|row| row.keyname.name == name)?;
        let is_owner = |owner: &&Keyname| row.tables.contains(&owner.name.replace('_', " ").as_str());
        meta.keynames.iter().find(is_owner).map(|owner| owner.name)
    }

    /// Returns the keynames that `rows` add to the table `meta` and that `map` does not seem to have: a dialect may have
    /// removed them from the map, so the text of the map is searched.
    pub(crate) fn absent_in<'t>(
        rows: &'static [Self],
        meta: &Meta,
        map: YamlNode<'t>,
    ) -> impl Iterator<Item = &'static str> + use<'t> {
        const MAX_SEARCHED: usize = 10_000;
        let span = map.span();
        let text = map.tree().source().get(span.start as usize..span.end as usize).unwrap_or_default();
        let has = move |name: &&str| text.len() <= MAX_SEARCHED && text.contains(&format!("{name}:"));
        Self::names_in(rows, meta).filter(move |name| !has(name))
    }
}
