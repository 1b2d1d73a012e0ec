//! Collects the members of an archive: checks names and links, and keeps to the limits.

use std::collections::BTreeMap;

use camino::Utf8Path;
use rustc_hash::FxHashMap;
use unicode_normalization::UnicodeNormalization as _;

use crate::host::{Limits, paths};

use super::{ArchiveFault, Member, MemberKind, Place};

/// Archives whose members have fewer bytes together are never too compressed.
const MIN_SUSPICIOUS_BYTES: u64 = 64 * 1024 * 1024;
/// How many faults of one archive are reported.
const MAX_FAULTS: usize = 50;
/// The longest name of a member, in bytes.
const MAX_NAME_BYTES: usize = 4096;

/// The members so far.
pub(super) struct Names {
    members: BTreeMap<String, Member>,
    faults: Vec<ArchiveFault>,
    /// The first name of those that differ only in case or normal form.
    folded: FxHashMap<String, String>,
    max_members: usize,
    max_bytes: u64,
    max_ratio: u64,
    archive_bytes: u64,
    count: usize,
    bytes: u64,
}

impl Names {
    pub(super) fn new(limits: &Limits, archive_bytes: u64) -> Self {
        Self {
            members: BTreeMap::new(),
            faults: Vec::new(),
            folded: FxHashMap::default(),
            max_members: limits.members,
            max_bytes: limits.archive_bytes,
            max_ratio: limits.ratio,
            archive_bytes,
            count: 0,
            bytes: 0,
        }
    }

    /// Notes a fault.
    pub(super) fn fault(&mut self, fault: ArchiveFault) {
        if self.faults.len() < MAX_FAULTS && !self.faults.contains(&fault) {
            self.faults.push(fault);
        }
    }

    /// Whether all members so far can be read.
    pub(super) fn are_readable(&self) -> bool {
        self.faults.iter().all(ArchiveFault::is_harmless)
    }

    /// Counts a member of `size` bytes. Returns false, with a fault, if it exceeds a limit: then no more members are
    /// to be read.
    pub(super) fn count(&mut self, size: u64) -> bool {
        self.count += 1;
        self.bytes = self.bytes.saturating_add(size);
        let fault = if self.count > self.max_members {
            ArchiveFault::TooManyMembers(self.max_members)
        } else if self.bytes > self.max_bytes {
            ArchiveFault::TooLarge(self.max_bytes)
        } else if self.is_suspicious(self.bytes) {
            ArchiveFault::TooCompressed(self.max_ratio)
        } else {
            return true;
        };
        self.fault(fault);
        false
    }

    /// Whether `bytes` exceed the limit for the size of the archive.
    pub(super) fn is_suspicious(&self, bytes: u64) -> bool {
        bytes > MIN_SUSPICIOUS_BYTES && bytes / self.max_ratio.max(1) > self.archive_bytes
    }

    /// Adds a member with a valid name. A directory may be given several times.
    pub(super) fn add(&mut self, name: &[u8], kind: MemberKind, size: u64, place: Place) {
        let shown = paths::escape(name);
        let problem = match std::str::from_utf8(name) {
            Ok(name) => problem(name),
            Err(_) => None,
        };
        if let Some(problem) = problem {
            let shown = shown.chars().take(200).collect();
            return self.fault(ArchiveFault::UnsafeName(shown, problem));
        }
        let clean = paths::clean(Utf8Path::new(&shown)).into_string();
        if clean == "." {
            return;
        }
        let kind = if shown.ends_with('/') { MemberKind::Directory } else { kind };
        if let Some(known) = self.members.get(&clean) {
            if known.kind == MemberKind::Directory && kind == MemberKind::Directory {
                return;
            }
            self.fault(ArchiveFault::Duplicate(clean.clone()));
        } else {
            let folded: String = clean.nfc().collect::<String>().to_lowercase();
            match self.folded.get(&folded) {
                Some(first) => self.fault(ArchiveFault::Similar(first.clone(), clean.clone())),
                None => {
                    self.folded.insert(folded, clean.clone());
                }
            }
        }
        // Tools that unpack an archive keep the last of several members.
        self.members.insert(clean, Member { kind, size, place });
    }

    /// Adds a link from `name` to `target`; the target of a symbolic link is relative to its directory.
    pub(super) fn add_link(&mut self, name: &[u8], target: &[u8], is_symbolic: bool) {
        let (shown_name, shown) = (paths::escape(name), paths::escape(target));
        let directory = Utf8Path::new(&shown_name).parent().unwrap_or(Utf8Path::new(""));
        let written = Utf8Path::new(&shown);
        let joined = if is_symbolic { paths::join(directory, written) } else { written.to_owned() };
        let target = paths::clean(&joined).into_string();
        let leaves = target.starts_with("..") && matches!(target.as_bytes().get(2), None | Some(b'/'));
        if leaves || shown.starts_with('/') || shown.contains('\\') || has_drive(&shown) {
            return self.fault(ArchiveFault::UnsafeLink(shown_name, shown));
        }
        self.add(name, MemberKind::Link(target), 0, Place::Nowhere);
    }

    pub(super) fn finish(self) -> (BTreeMap<String, Member>, Vec<ArchiveFault>) {
        (self.members, self.faults)
    }
}

fn has_drive(name: &str) -> bool {
    matches!(name.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic())
}

/// Returns why the name of a member cannot be used.
fn problem(name: &str) -> Option<&'static str> {
    Some(match name {
        "" => "it is empty",
        _ if name.len() > MAX_NAME_BYTES => "it is too long",
        _ if name.starts_with('/') => "it is absolute",
        _ if has_drive(name) => "it starts with a drive",
        _ if name.contains('\\') => "it contains a backslash",
        _ if name.contains(char::is_control) => "it contains a control character",
        _ if name.split('/').any(|part| part == "..") => "it contains `..`",
        _ => return None,
    })
}
