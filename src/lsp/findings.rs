//! Converts findings to the diagnostics of the protocol.

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
use crate::diagnostics::{self, Level, Safety};
use crate::host::{Disk, Host as _, paths};
use crate::session::OF_ALL_FILES;

use super::pages::Pages;
use super::positions::{Encoding, Lines};
use super::views;

/// The maximum number of findings per file: editors become slow with more.
const MAX_FINDINGS_PER_FILE: usize = 1000;

/// The findings of one file.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Findings {
    /// The URI of the file in the editor.
    pub(super) uri: Option<Uri>,
    /// The findings, sorted by location.
    pub(super) diagnostics: Vec<Diagnostic>,
    /// The fixes of findings.
    pub(super) fixes: Vec<FindingFix>,
}

impl Findings {
    /// Returns the findings of both, without duplicates.
    pub(super) fn merged(first: &Self, second: &Self) -> Self {
        let mut all = Self { uri: first.uri.clone(), ..Self::default() };
        for from in [first, second] {
            for (index, diagnostic) in from.diagnostics.iter().enumerate() {
                if all.diagnostics.contains(diagnostic) {
                    continue;
                }
                let fixes = from.fixes.iter().filter(|fix| fix.diagnostic == index);
                let diagnostic_index = all.diagnostics.len();
                all.fixes.extend(fixes.map(|fix| FindingFix { diagnostic: diagnostic_index, ..fix.clone() }));
                all.diagnostics.push(diagnostic.clone());
            }
        }
        all
    }
}

impl Findings {
    /// Adds the findings of `last_check`, the last full check, of rules that need all files, unless the change
    /// touches their lines. `old` and `new` are the text then and now.
    pub(super) fn carry_over(&mut self, last_check: &Self, old: &[u8], new: &[u8]) {
        let needs_all = |diagnostic: &&Diagnostic| {
            OF_ALL_FILES.iter().any(|rule| diagnostic.code == Some(rule.name.to_owned().into()))
        };
        if !last_check.diagnostics.iter().any(|diagnostic| needs_all(&diagnostic)) {
            return;
        }
        let [old, new]: [Vec<&[u8]>; 2] = [old, new].map(|text| text.split(|byte| *byte == b'\n').collect());
        let same_before = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
        let remaining = old.len().min(new.len()) - same_before;
        let same_after = old
            .iter()
            .rev()
            .zip(new.iter().rev())
            .take(remaining)
            .take_while(|(old, new)| old == new)
            .count();
        for diagnostic in last_check.diagnostics.iter().filter(needs_all) {
            let (first, last) = (diagnostic.range.start.line as usize, diagnostic.range.end.line as usize);
            let mut diagnostic = diagnostic.clone();
            if first >= old.len() - same_after {
                let moved = |line: u32| {
                    let line = line as usize + new.len() - old.len();
                    u32::try_from(line).unwrap_or(u32::MAX)
                };
                diagnostic.range.start.line = moved(diagnostic.range.start.line);
                diagnostic.range.end.line = moved(diagnostic.range.end.line);
            } else if last >= same_before {
                continue;
            }
            if !self
                .diagnostics
                .iter()
                .any(|known| known.range == diagnostic.range && known.code == diagnostic.code)
            {
                self.diagnostics.push(diagnostic);
            }
        }
    }
}

/// A change that removes a finding.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct FindingFix {
    /// The index of the finding in [`Findings::diagnostics`].
    pub(super) diagnostic: usize,
    /// The description of the change.
    pub(super) title: String,
    /// Whether it can be applied without a look at it.
    pub(super) is_safe: bool,
    /// The edits.
    pub(super) edits: HashMap<Uri, Vec<TextEdit>>,
}

/// Maps the identity and the path of a file to its URI, and whether it is open.
pub(super) type UriLookup<'a> = dyn Fn(&Utf8Path, &Utf8Path) -> Option<(Uri, bool)> + 'a;

/// What the conversion of findings to the protocol depends on.
pub(super) struct Conversion<'a> {
    pub(super) analysis: &'a Analysis,
    pub(super) encoding: Encoding,
    pub(super) working: &'a Utf8Path,
    /// Returns `None` for a file that editors cannot open.
    pub(super) uri: &'a UriLookup<'a>,
    /// Whether the editor shows related locations of a finding.
    pub(super) related: bool,
    pub(super) pages: &'a Pages,
    pub(super) disk: &'a Disk,
}

impl Conversion<'_> {
    /// Returns the identity of a file; a settings file is identified by its path as shown.
    fn identity(&self, file: FileId) -> Utf8PathBuf {
        let identity = self.analysis.identity(file);
        if paths::is_absolute(identity) {
            return identity.to_owned();
        }
        self.disk.identity(&paths::clean(&paths::join(self.working, identity)))
    }
}

/// Returns the findings of each file of an analysis, by identity.
pub(super) fn by_file(conversion: &Conversion<'_>) -> BTreeMap<Utf8PathBuf, Arc<Findings>> {
    let mut findings_by_file = BTreeMap::new();
    let all = &conversion.analysis.diagnostics;
    let mut start = 0;
    while let Some(first) = all.get(start) {
        let file = first.primary.span.file;
        let count = all[start..].iter().take_while(|diagnostic| diagnostic.primary.span.file == file).count();
        let identity = conversion.identity(file);
        findings_by_file.insert(identity, Arc::new(of_file(conversion, file, &all[start..start + count])));
        start += count;
    }
    findings_by_file
}

fn of_file(conversion: &Conversion<'_>, file: FileId, diagnostics: &[diagnostics::Diagnostic]) -> Findings {
    let mut converter = Converter { conversion, uris: HashMap::new() };
    let Some(uri) = converter.uri(file) else { return Findings::default() };
    let mut findings = Findings { uri: Some(uri), ..Findings::default() };
    for diagnostic in diagnostics.iter().take(MAX_FINDINGS_PER_FILE) {
        for fix in &diagnostic.fixes {
            let mut edits: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
            let mut is_complete = true;
            for edit in &fix.edits {
                match converter.location(edit.span) {
                    Some(Location { uri, range }) if !views::is_view(&uri) => {
                        edits.entry(uri).or_default().push(TextEdit { range, new_text: edit.text.clone() });
                    }
                    _ => is_complete = false,
                }
            }
            if is_complete {
                let diagnostic = findings.diagnostics.len();
                let is_safe = fix.safety == Safety::Safe;
                findings.fixes.push(FindingFix { diagnostic, title: fix.title.to_string(), is_safe, edits });
            }
        }
        findings.diagnostics.push(converter.convert(diagnostic));
    }
    if diagnostics.len() > MAX_FINDINGS_PER_FILE {
        let range = findings.diagnostics.last().map(|last| last.range).unwrap_or_default();
        findings.diagnostics.push(Diagnostic {
            range,
            severity: Some(DiagnosticSeverity::Information),
            source: Some("tosca".to_owned()),
            message: format!("{} more findings are not shown", diagnostics.len() - MAX_FINDINGS_PER_FILE)
                .into(),
            ..empty_diagnostic()
        });
    }
    findings
}

/// Returns how editors show what a rule is about: faded, or struck through.
fn tag(rule: &str) -> Option<DiagnosticTag> {
    const FORMER_SPELLINGS: [&str; 4] =
        ["legacy-path", "non-standard-form", "non-standard-keyname", "old-scalar-keynames"];
    if rule.starts_with("unused-") {
        return Some(DiagnosticTag::Unnecessary);
    }
    FORMER_SPELLINGS.contains(&rule).then_some(DiagnosticTag::Deprecated)
}

/// Returns a diagnostic with all fields empty.
fn empty_diagnostic() -> Diagnostic {
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

struct Converter<'a> {
    conversion: &'a Conversion<'a>,
    /// The URI of each file, and whether it is open.
    uris: HashMap<FileId, Option<(Uri, bool)>>,
}

impl Converter<'_> {
    fn uri_and_open(&mut self, file: FileId) -> Option<(Uri, bool)> {
        let conversion = self.conversion;
        let look_up = || {
            let path = &conversion.analysis.sources().get(file).path;
            let identity = conversion.identity(file);
            let path = paths::clean(&paths::join(conversion.working, path));
            (conversion.uri)(&identity, &path)
        };
        self.uris.entry(file).or_insert_with(look_up).clone()
    }

    fn uri(&mut self, file: FileId) -> Option<Uri> {
        self.uri_and_open(file).map(|(uri, _)| uri)
    }

    fn location(&mut self, span: Span) -> Option<Location> {
        let (uri, is_open) = self.uri_and_open(span.file)?;
        let source = self.conversion.analysis.sources().get(span.file);
        let lines = Lines::new(&source.text, source.lines(), self.conversion.encoding, !is_open);
        Some(Location { uri, range: lines.range(span.start..span.end) })
    }

    fn convert(&mut self, diagnostic: &diagnostics::Diagnostic) -> Diagnostic {
        let mut message = diagnostic.message.to_string();
        if !diagnostic.primary.text.is_empty() {
            message.push_str(": ");
            message.push_str(&diagnostic.primary.text);
        }
        let mut related = Vec::new();
        for label in &diagnostic.secondary {
            match self.location(label.span).filter(|_| self.conversion.related) {
                Some(location) => {
                    let message = if label.text.is_empty() { "see here" } else { &label.text };
                    related.push(DiagnosticRelatedInformation { location, message: message.to_owned() });
                }
                None => {
                    let source = self.conversion.analysis.sources().get(label.span.file);
                    let line = source.position(label.span.start).line;
                    let _ = write!(message, "\n{}:{line}: {}", source.path, label.text);
                }
            }
        }
        for (word, texts) in [("help", &diagnostic.help), ("note", &diagnostic.notes)] {
            for text in texts {
                let _ = write!(message, "\n{word}: {text}");
            }
        }
        let location = self.location(diagnostic.primary.span);
        Diagnostic {
            range: location.map(|location| location.range).unwrap_or_default(),
            severity: Some(match diagnostic.level {
                Level::Error => DiagnosticSeverity::Error,
                Level::Warning => DiagnosticSeverity::Warning,
                Level::Info => DiagnosticSeverity::Information,
            }),
            code: Some(diagnostic.rule.name.to_owned().into()),
            code_description: self.conversion.pages.uri(diagnostic.rule).map(|href| CodeDescription { href }),
            source: Some("tosca".to_owned()),
            message: message.into(),
            tags: tag(diagnostic.rule.name).map(|tag| vec![tag]),
            related_information: (!related.is_empty()).then_some(related),
            data: None,
        }
    }
}
