//! Versions of profiles (TOSCA 2.0 §6.7.3), and the bump that changes require.
//!
//! The standard does not define where a profile has its version. It is read from the end of the profile name
//! (`org.example.things:1.2`), or else from the file name (`Chassis.v1_20_4.yaml`).

use camino::Utf8Path;

use crate::diagnostics::{semantic_version, split_version};
use crate::load::FileGraph;

use super::change::{Change, Impact};
use super::scope;

/// A version: `major.minor[.fix[.qualifier[-build]]]` (§9.1.2.3). Only the major number is mandatory here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReleaseVersion {
    /// Major, minor and fix number; missing ones are 0.
    pub numbers: [u64; 3],
    /// The qualifier, and the build after it.
    pub qualifier: String,
    /// The version as text.
    pub text: String,
}

/// Which part of a version is incremented.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bump {
    /// Nothing.
    None,
    /// The fix number, or what follows it.
    Patch,
    /// The minor number.
    Minor,
    /// The major number.
    Major,
}

impl Bump {
    /// Returns its name in messages.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Bump::None => "none",
            Bump::Patch => "patch",
            Bump::Minor => "minor",
            Bump::Major => "major",
        }
    }

    /// Returns the bump from `old` to `new`, or `None` if `new` is older.
    #[must_use]
    pub fn between(old: &ReleaseVersion, new: &ReleaseVersion) -> Option<Bump> {
        if new.is_older_than(old) {
            return None;
        }
        let position = old.numbers.iter().zip(&new.numbers).position(|(old, new)| old != new);
        Some(match position {
            Some(0) => Bump::Major,
            Some(1) => Bump::Minor,
            Some(_) => Bump::Patch,
            None if old.qualifier != new.qualifier => Bump::Patch,
            None => Bump::None,
        })
    }

    /// Returns the smallest bump from the version `old` that satisfies `self`. Below 1.0, breaking changes
    /// need only a minor bump.
    #[must_use]
    pub fn from(self, old: Option<&ReleaseVersion>) -> Bump {
        match old {
            Some(old) if old.numbers[0] == 0 => self.min(Bump::Minor),
            _ => self,
        }
    }
}

/// Returns the bump that changes require.
#[must_use]
pub fn needed(changes: &[Change]) -> Bump {
    match changes.iter().map(|change| change.impact).min() {
        Some(Impact::Breaking) => Bump::Major,
        Some(Impact::Addition) => Bump::Minor,
        Some(Impact::Compatible) => Bump::Patch,
        None => Bump::None,
    }
}

impl ReleaseVersion {
    /// Returns the version of a profile: from its name, or else from the name of its file or directory at
    /// `path`.
    #[must_use]
    pub fn announced(graph: &FileGraph, path: &Utf8Path) -> Option<ReleaseVersion> {
        let from_profile = scope::profile(graph)
            .and_then(|profile| split_version(profile).1)
            .and_then(|version| ReleaseVersion::read(version, '.'));
        from_profile.or_else(|| ReleaseVersion::from_file_name(path))
    }

    /// Whether the version comes before `other`: by the order of semantic versions if both are such, or else by their
    /// numbers.
    fn is_older_than(&self, other: &ReleaseVersion) -> bool {
        match (semantic_version(&self.text), semantic_version(&other.text)) {
            (Some(this), Some(other)) => this.cmp_precedence(&other).is_lt(),
            _ => self.numbers < other.numbers,
        }
    }

    /// Returns the version at the end of a file name.
    #[must_use]
    pub fn from_file_name(path: &Utf8Path) -> Option<ReleaseVersion> {
        let name = path.file_name()?;
        let stem = ["yaml", "yml", "tosca"]
            .iter()
            .find_map(|extension| name.strip_suffix(extension)?.strip_suffix('.'))
            .unwrap_or(name);
        let starts = stem
            .char_indices()
            .filter(|&(index, _)| index == 0 || stem[..index].ends_with(['.', '-', '_', '@', ':']));
        starts.map(|(index, _)| &stem[index..]).find_map(|end| {
            if let Some(marked) = end.strip_prefix(['v', 'V']) {
                return ReleaseVersion::read(marked, '_').or_else(|| ReleaseVersion::read(marked, '.'));
            }
            ReleaseVersion::read(end, '.').filter(|_| end.contains('.'))
        })
    }

    /// Reads a version whose numbers are separated by `separator`, with or without a leading `v`.
    fn read(text: &str, separator: char) -> Option<ReleaseVersion> {
        let bare = text.strip_prefix(['v', 'V']).unwrap_or(text);
        let mut numbers = [0; 3];
        let mut shown: Vec<String> = Vec::new();
        let mut remaining = bare;
        for slot in &mut numbers {
            let (part, remainder) = remaining.split_once(separator).unwrap_or((remaining, ""));
            if !part.bytes().all(|byte| byte.is_ascii_digit()) {
                return None;
            }
            *slot = part.parse().ok()?;
            shown.push(part.to_owned());
            remaining = remainder;
            if remaining.is_empty() {
                break;
            }
        }
        let word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
        if bare.ends_with(separator) || !remaining.chars().all(word) {
            return None;
        }
        if !remaining.is_empty() {
            shown.push(remaining.to_owned());
        }
        Some(ReleaseVersion { numbers, qualifier: remaining.to_owned(), text: shown.join(".") })
    }
}
