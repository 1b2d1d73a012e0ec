//! Findings as the protocol tells them.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use gen_lsp_types::{
    CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Location,
    Range, TextEdit, Uri,
};

use crate::Analysis;
use crate::base::{FileId, Span};
use crate::diagnostics::{self, Level};
use crate::host::{Disk, Host as _, paths};
use crate::session::OF_ALL_FILES;

use super::pages::Pages;
use super::positions::{Encoding, Lines};

/// The most findings of one file that are told: editors grow slow, and nobody reads more.
const MOST: usize = 1000;

/// What was found in one file.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Findings {
    /// The file, as the editor knows it.
    pub(super) uri: Option<Uri>,
    /// The findings, by place.
    pub(super) diagnostics: Vec<Diagnostic>,
    /// What mends some of them.
    pub(super) fixes: Vec<Mending>,
}

impl Findings {
    /// The findings of both, each once.
    pub(super) fn merged(one: &Self, other: &Self) -> Self {
        let mut all = Self { uri: one.uri.clone(), ..Self::default() };
        for from in [one, other] {
            for (at, diagnostic) in from.diagnostics.iter().enumerate() {
                if all.diagnostics.contains(diagnostic) {
                    continue;
                }
                let fixes = from.fixes.iter().filter(|fix| fix.of == at);
                let of = all.diagnostics.len();
                all.fixes.extend(fixes.map(|fix| Mending { of, ..fix.clone() }));
                all.diagnostics.push(diagnostic.clone());
            }
        }
        all
    }
}

impl Findings {
    /// Adds findings that only a check of everything gives, as the last one gave them: where the lines around the
    /// change are still the same. `old` and `new` are the text then and now.
    pub(super) fn carry_over(&mut self, before: &Self, old: &[u8], new: &[u8]) {
        let needs_all = |found: &&Diagnostic| {
            OF_ALL_FILES.iter().any(|code| found.code == Some(code.slug.to_owned().into()))
        };
        if !before.diagnostics.iter().any(|found| needs_all(&found)) {
            return;
        }
        let [old, new]: [Vec<&[u8]>; 2] = [old, new].map(|text| text.split(|byte| *byte == b'\n').collect());
        let same = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
        let rest = old.len().min(new.len()) - same;
        let behind =
            old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(old, new)| old == new).count();
        for found in before.diagnostics.iter().filter(needs_all) {
            let (first, last) = (found.range.start.line as usize, found.range.end.line as usize);
            let mut found = found.clone();
            if first >= old.len() - behind {
                let moved = |line: u32| {
                    let line = line as usize + new.len() - old.len();
                    u32::try_from(line).unwrap_or(u32::MAX)
                };
                found.range.start.line = moved(found.range.start.line);
                found.range.end.line = moved(found.range.end.line);
            } else if last >= same {
                continue;
            }
            if !self.diagnostics.iter().any(|other| other.range == found.range && other.code == found.code) {
                self.diagnostics.push(found);
            }
        }
    }
}

/// A change that removes a finding.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Mending {
    /// The finding: its position in [`Findings::diagnostics`].
    pub(super) of: usize,
    /// What the change does.
    pub(super) title: String,
    /// The edits.
    pub(super) edits: HashMap<Uri, Vec<TextEdit>>,
}

/// From the identity and the path of a file to its URI, and whether it is open.
pub(super) type UriOf<'a> = dyn Fn(&Utf8Path, &Utf8Path) -> Option<(Uri, bool)> + 'a;

/// How the editor knows files and places.
pub(super) struct Telling<'a> {
    pub(super) analysis: &'a Analysis,
    pub(super) encoding: Encoding,
    pub(super) working: &'a Utf8Path,
    /// None where editors cannot open a file.
    pub(super) uri: &'a UriOf<'a>,
    /// Whether the editor shows places that belong to a finding.
    pub(super) related: bool,
    pub(super) pages: &'a Pages,
    pub(super) disk: &'a Disk,
}

impl Telling<'_> {
    /// What identifies a file; files of settings are known by their paths, as they are shown.
    fn identity(&self, file: FileId) -> Utf8PathBuf {
        let known = self.analysis.identity(file);
        if paths::is_absolute(known) {
            return known.to_owned();
        }
        self.disk.identity(&paths::clean(&paths::join(self.working, known)))
    }
}

/// The findings of each file of an analysis, by identity.
pub(super) fn by_file(telling: &Telling<'_>) -> BTreeMap<Utf8PathBuf, Arc<Findings>> {
    let mut told = BTreeMap::new();
    let all = &telling.analysis.diagnostics;
    let mut at = 0;
    while let Some(first) = all.get(at) {
        let file = first.primary.span.file;
        let count = all[at..].iter().take_while(|found| found.primary.span.file == file).count();
        let identity = telling.identity(file);
        told.insert(identity, Arc::new(of_file(telling, file, &all[at..at + count])));
        at += count;
    }
    told
}

fn of_file(telling: &Telling<'_>, file: FileId, found: &[diagnostics::Diagnostic]) -> Findings {
    let mut places = Places { telling, known: HashMap::new() };
    let Some(uri) = places.uri(file) else { return Findings::default() };
    let mut findings = Findings { uri: Some(uri), ..Findings::default() };
    for one in found.iter().take(MOST) {
        for fix in &one.fixes {
            let mut edits: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
            let mut is_whole = true;
            for edit in &fix.edits {
                match places.location(edit.span) {
                    Some(Location { uri, range }) => {
                        edits.entry(uri).or_default().push(TextEdit { range, new_text: edit.text.clone() });
                    }
                    None => is_whole = false,
                }
            }
            if is_whole {
                let of = findings.diagnostics.len();
                findings.fixes.push(Mending { of, title: fix.title.to_string(), edits });
            }
        }
        findings.diagnostics.push(places.diagnostic(one));
    }
    if found.len() > MOST {
        let range = findings.diagnostics.last().map(|last| last.range).unwrap_or_default();
        findings.diagnostics.push(Diagnostic {
            range,
            severity: Some(DiagnosticSeverity::Information),
            source: Some("tosca".to_owned()),
            message: format!("{} more findings are not shown", found.len() - MOST).into(),
            ..plain()
        });
    }
    findings
}

/// A finding without anything.
fn plain() -> Diagnostic {
    Diagnostic {
        range: Range::default(),
        severity: None,
        code: None,
        code_description: None,
        source: None,
        message: String::new().into(),
        tags: None,
        related_information: None,
        data: None,
    }
}

struct Places<'a> {
    telling: &'a Telling<'a>,
    /// Files and whether they are open.
    known: HashMap<FileId, Option<(Uri, bool)>>,
}

impl Places<'_> {
    fn known(&mut self, file: FileId) -> Option<(Uri, bool)> {
        let telling = self.telling;
        let look_up = || {
            let path = &telling.analysis.sources().get(file).path;
            let identity = telling.identity(file);
            if path.as_str().starts_with('<') && identity.starts_with("/built-in") {
                return None;
            }
            let path = paths::clean(&paths::join(telling.working, path));
            (telling.uri)(&identity, &path)
        };
        self.known.entry(file).or_insert_with(look_up).clone()
    }

    fn uri(&mut self, file: FileId) -> Option<Uri> {
        self.known(file).map(|(uri, _)| uri)
    }

    fn location(&mut self, span: Span) -> Option<Location> {
        let (uri, is_open) = self.known(span.file)?;
        let source = self.telling.analysis.sources().get(span.file);
        let lines = Lines::new(&source.text, source.lines(), self.telling.encoding, !is_open);
        Some(Location { uri, range: lines.range(span.start..span.end) })
    }

    fn diagnostic(&mut self, found: &diagnostics::Diagnostic) -> Diagnostic {
        let mut message = found.message.to_string();
        if !found.primary.text.is_empty() {
            message.push_str(": ");
            message.push_str(&found.primary.text);
        }
        let mut related = Vec::new();
        for label in &found.secondary {
            match self.location(label.span).filter(|_| self.telling.related) {
                Some(location) => {
                    let message = if label.text.is_empty() { "see here" } else { &label.text };
                    related.push(DiagnosticRelatedInformation { location, message: message.to_owned() });
                }
                None => {
                    let source = self.telling.analysis.sources().get(label.span.file);
                    let line = source.position(label.span.start).line;
                    let _ = write!(message, "\n{}:{line}: {}", source.path, label.text);
                }
            }
        }
        for (word, texts) in [("help", &found.help), ("note", &found.notes)] {
            for text in texts {
                let _ = write!(message, "\n{word}: {text}");
            }
        }
        let place = self.location(found.primary.span);
        Diagnostic {
            range: place.map(|place| place.range).unwrap_or_default(),
            severity: Some(match found.level {
                Level::Error => DiagnosticSeverity::Error,
                Level::Warning => DiagnosticSeverity::Warning,
                Level::Info => DiagnosticSeverity::Information,
            }),
            code: Some(found.code.slug.to_owned().into()),
            code_description: self.telling.pages.of(found.code).map(|href| CodeDescription { href }),
            source: Some("tosca".to_owned()),
            message: message.into(),
            tags: found.code.slug.starts_with("unused-").then(|| vec![DiagnosticTag::Unnecessary]),
            related_information: (!related.is_empty()).then_some(related),
            data: None,
        }
    }
}
