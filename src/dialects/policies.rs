//! The settings that later modules apply to a lowered file without knowing its dialect: one struct for each
//! module. The structs are here, below those modules, because the dialects fill them.

use std::sync::{Arc, LazyLock};

use crate::diagnostics::{Rule, Vocabulary};
use crate::keynames::{AddedRow, NameKind};
use crate::literals::LiteralPolicy;

/// The settings for a lowered file.
#[derive(Clone, Copy, Debug, Default)]
pub struct Policies {
    /// The value of `tosca_definitions_version` for the version that the file was lowered from.
    pub dialect: Option<&'static str>,
    /// The meaning of names.
    pub names: NamePolicy,
    /// The effect of refinements.
    pub refinements: RefinementPolicy,
    /// The syntax of literals.
    pub literals: LiteralPolicy,
    /// The syntax of paths to properties and attributes.
    pub paths: PathPolicy,
    /// The base of paths to files.
    pub files: FilePolicy,
    /// The fulfillment of requirements.
    pub requirements: RequirementPolicy,
    /// The treatment of diagnostics.
    pub findings: FindingPolicy,
    /// The keynames that the language of the author adds to the one below it: applied by the dialect of that one.
    pub added: &'static [AddedRow],
}

impl Policies {
    /// Returns the settings for files that were not lowered, which all of them share.
    #[must_use]
    pub fn of_plain_files() -> Arc<Self> {
        static SHARED: LazyLock<Arc<Policies>> = LazyLock::new(Arc::default);
        Arc::clone(&SHARED)
    }
}

/// The meaning of short or missing names: applied by `load` and `resolve`, the last field by the model.
#[derive(Clone, Copy, Debug, Default)]
pub struct NamePolicy {
    /// The types that are used if none is named.
    pub implied: &'static [(NameKind, &'static str)],
    /// The profiles that are imported without an import.
    pub implicit: Option<Implicit>,
    /// More profiles that are imported together with those.
    pub further: &'static [&'static str],
    /// Whether a name may be defined in a file that is not imported, but belongs to the same project.
    pub sees_nearby: bool,
    /// Whether inputs of a substituting service get the values of properties of the same name.
    pub inputs_by_name: bool,
}

/// The effect of refinements that TOSCA 2.0 does not allow: applied by the model.
#[derive(Clone, Copy, Debug, Default)]
pub struct RefinementPolicy {
    /// Whether an incompatible refinement is effective anyway. Otherwise, the inherited definition is.
    pub are_in_force: bool,
    /// Whether the definition of a requirement with an inherited name replaces the inherited one.
    pub replace_requirements: bool,
    /// Whether an interface may have operations that its type does not have.
    pub add_operations: bool,
}

/// The syntax of paths to properties and attributes: applied by `values`.
#[derive(Clone, Copy, Debug, Default)]
pub struct PathPolicy {
    /// The relationship type through which nodes are hosted, for paths that name a host.
    pub hosting: Option<&'static str>,
}

/// The meaning of paths to files: applied by the checks of services.
#[derive(Clone, Copy, Debug, Default)]
pub struct FilePolicy {
    /// The prefix of paths that are relative to the root of an archive.
    pub from_root: Option<&'static str>,
    /// Whether a path may be relative to any parent directory of the file, up to the root.
    pub from_above: bool,
    /// Whether an implementation may be the name of a program or a command, which is not a file.
    pub programs_by_name: bool,
    /// Whether the `file` of an artifact is always a path, never the name of an image or package.
    pub are_paths: bool,
}

/// The capabilities and the fulfillment of requirements: applied by the checks.
#[derive(Clone, Copy, Debug, Default)]
pub struct RequirementPolicy {
    /// Whether nothing fulfills a mandatory requirement without an assignment.
    pub must_be_assigned: bool,
}

/// The treatment of diagnostics in the language of the file: applied by the session.
#[derive(Clone, Copy, Debug, Default)]
pub struct FindingPolicy {
    /// The rules that are turned off.
    pub silent: &'static [&'static Rule],
    /// The rules that are less serious: warnings instead of errors, advice instead of warnings.
    pub milder: &'static [&'static Rule],
    /// The rules about forms that tools of the language accept: their findings are warnings, and errors in a strict check.
    pub tolerated: &'static [&'static Rule],
    /// The rules whose findings are warnings, because the missing definition may be in an invisible place.
    pub elsewhere: &'static [&'static Rule],
    /// The note that describes that place.
    pub where_else: &'static str,
    /// The vocabulary of the language.
    pub vocabulary: Option<&'static Vocabulary>,
}

/// The profiles that a file uses without importing them. The file's own definitions and imports take
/// precedence, and files that import it do not see these profiles.
#[derive(Clone, Copy, Debug)]
pub struct Implicit {
    /// The profiles of every version, the oldest first: files that import each other share the newest version
    /// among them.
    pub versions: &'static [&'static [&'static str]],
    /// The version that the file is written in.
    pub version: u8,
    /// Other spellings of the names in the profiles.
    pub spellings: &'static Spellings,
}

impl Implicit {
    /// The newest of the versions.
    #[must_use]
    pub fn last(&self) -> u8 {
        u8::try_from(self.versions.len()).unwrap_or(u8::MAX).saturating_sub(1)
    }
}

/// Other spellings of names.
#[derive(Debug)]
pub struct Spellings {
    /// The optional prefix of any name.
    pub prefix: &'static str,
    /// The prefixes that may be omitted from the names of a kind.
    pub families: &'static [(NameKind, &'static str)],
    /// The names that changed between versions: from, to.
    pub renamed: &'static [(&'static str, &'static str)],
}

impl Spellings {
    /// Returns other spellings of `name`, in order of preference.
    pub fn alternatives(&self, kind: NameKind, name: &str) -> Vec<String> {
        let short = name.strip_prefix(self.prefix);
        let bare = short.unwrap_or(name);
        let renamed = self.renamed.iter().filter(|(from, _)| *from == bare).map(|(_, to)| (*to).to_owned());
        let prefixes = self.families.iter().filter(|(name_kind, _)| *name_kind == kind);
        let full = prefixes.map(|(_, family)| format!("{family}{bare}"));
        let renamed_back =
            self.renamed.iter().filter(|(_, to)| *to == bare).map(|(from, _)| (*from).to_owned());
        full.chain(short.map(str::to_owned)).chain(renamed).chain(renamed_back).collect()
    }
}
