//! What later modules obey for a lowered file without knowing its dialect: one struct for each of them. The structs
//! are here, below those modules, because the dialects fill them.

use crate::diagnostics::{Code, Vocabulary};
use crate::keynames::NameKind;
use crate::literals::LiteralPolicy;

/// What later modules obey for a file.
#[derive(Clone, Copy, Debug, Default)]
pub struct Policies {
    /// What names mean.
    pub names: NamePolicy,
    /// How literals are written.
    pub literals: LiteralPolicy,
    /// How paths to properties and attributes are written.
    pub paths: PathPolicy,
    /// What paths to files are relative to.
    pub files: FilePolicy,
    /// What findings become.
    pub findings: FindingPolicy,
}

/// What names mean without being written in full: obeyed by `load` and `resolve`, the last field by the model.
#[derive(Clone, Copy, Debug, Default)]
pub struct NamePolicy {
    /// Types that are meant where none is named.
    pub implied: &'static [(NameKind, &'static str)],
    /// Profiles that are imported without an import.
    pub implicit: Option<Implicit>,
    /// More profiles that are imported together with those.
    pub further: &'static [&'static str],
    /// Whether the inputs of a substituting service take the values of properties with the same names.
    pub inputs_by_name: bool,
}

/// How paths to properties and attributes are written: obeyed by `values`.
#[derive(Clone, Copy, Debug, Default)]
pub struct PathPolicy {
    /// The relationship type through which nodes are hosted, for paths that name a host.
    pub hosting: Option<&'static str>,
}

/// What paths to files are relative to: obeyed by the checks of services.
#[derive(Clone, Copy, Debug, Default)]
pub struct FilePolicy {
    /// What paths start with that are relative to the root of an archive.
    pub from_root: Option<&'static str>,
    /// Whether a path may be relative to any directory above that of the file, up to the root.
    pub from_above: bool,
}

/// What findings become in the language of the file: obeyed by the session.
#[derive(Clone, Copy, Debug, Default)]
pub struct FindingPolicy {
    /// Codes whose findings are left out.
    pub silent: &'static [&'static Code],
    /// Codes whose findings are less serious: warnings instead of errors, advice instead of warnings.
    pub milder: &'static [&'static Code],
    /// Codes whose findings are warnings because what is missing may be where it cannot be seen.
    pub elsewhere: &'static [&'static Code],
    /// A note that says where that is.
    pub where_else: &'static str,
    /// The words of the language.
    pub vocabulary: Option<&'static Vocabulary>,
}

/// Profiles that a file sees without importing them. What it defines or imports itself comes first, and
/// files that import it see nothing of them.
#[derive(Clone, Copy, Debug)]
pub struct Implicit {
    /// The profiles of every version, the oldest first: files that import each other share the newest
    /// version among them.
    pub versions: &'static [&'static [&'static str]],
    /// The version that the file is written in.
    pub version: u8,
    /// How else the names in them may be spelled.
    pub spellings: &'static Spellings,
}

/// Other spellings of names.
#[derive(Debug)]
pub struct Spellings {
    /// What may stand in front of any name.
    pub prefix: &'static str,
    /// What may be left out in front of the names of a kind.
    pub families: &'static [(NameKind, &'static str)],
    /// Names that changed from version to version: from, to.
    pub renamed: &'static [(&'static str, &'static str)],
}

impl Spellings {
    /// What else `name` may stand for, in order of preference.
    pub fn others(&self, kind: NameKind, name: &str) -> Vec<String> {
        let short = name.strip_prefix(self.prefix);
        let bare = short.unwrap_or(name);
        let renamed = self.renamed.iter().filter(|(from, _)| *from == bare).map(|(_, to)| (*to).to_owned());
        let families = self.families.iter().filter(|(of, _)| *of == kind);
        let full = families.map(|(_, family)| format!("{family}{bare}"));
        let turned = self.renamed.iter().filter(|(_, to)| *to == bare).map(|(from, _)| (*from).to_owned());
        full.chain(short.map(str::to_owned)).chain(renamed).chain(turned).collect()
    }
}
