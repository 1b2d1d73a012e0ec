//! Neutral facts about a lowered file, which later phases obey without knowing its dialect.

use crate::diagnostics::Code;
use crate::keynames::NameKind;
use crate::literals::LiteralPolicy;

use super::Words;

/// Neutral facts about a lowered file, for later phases.
#[derive(Clone, Copy, Debug, Default)]
pub struct Traits {
    /// Scalar types need not have a unit with multiplier 1.
    pub free_units: bool,
    /// Findings that are none in the language of the file.
    pub allowed: &'static [&'static Code],
    /// Findings that are smaller in the language of the file: warnings for errors, advice for warnings.
    pub milder: &'static [&'static Code],
    /// Findings that are warnings because what is missing may be where it cannot be seen.
    pub elsewhere: &'static [&'static Code],
    /// Where that is.
    pub where_else: &'static str,
    /// How literals are written.
    pub literals: LiteralPolicy,
    /// Inputs of a service that stands for a node take the values of properties with the same names.
    pub inputs_by_name: bool,
    /// A file may be named by its path from any directory above, up to the root.
    pub files_from_above: bool,
    /// What stands in front of paths that count from the root of an archive.
    pub from_root: Option<&'static str>,
    /// The relationship type through which nodes are hosted, for paths that name a host.
    pub hosting: Option<&'static str>,
    /// Types that are meant where none is named.
    pub implied: &'static [(NameKind, &'static str)],
    /// What findings say in the words of the language.
    pub words: Option<&'static Words>,
    /// What is imported without being asked for.
    pub implicit: Option<Implicit>,
    /// Further profiles that are imported together with those.
    pub further: &'static [&'static str],
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
