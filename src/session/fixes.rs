//! Applies the fixes of findings.
//!
//! Input: an analysis of files. Output: their new texts, and an analysis of these. A file gets no fix that makes it
//! invalid YAML, and no safe one that writes a text with an error in it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use rustc_hash::FxHashMap;

use crate::base::{FileId, Span};
use crate::config;
use crate::diagnostics::{Diagnostic, Edit, Fix, Level, Safety};
use crate::host::{Limits, Overlay};
use crate::yaml;

use super::{Analysis, Options, allow, analyze};

/// The maximum number of times that files are checked again after fixes.
const MAX_ROUNDS: usize = 20;

/// The files that fixes changed.
#[derive(Debug, Default)]
pub struct FixedFiles {
    /// By identity.
    pub files: BTreeMap<Utf8PathBuf, FixedFile>,
    /// The titles of fixes that were left out, because what they write would be wrong, with the displayed paths.
    pub left_out: Vec<(Utf8PathBuf, String)>,
}

/// A file that fixes changed.
#[derive(Debug)]
pub struct FixedFile {
    /// The displayed path.
    pub path: Utf8PathBuf,
    /// The text before all fixes.
    pub before: Arc<String>,
    /// The text after each round.
    states: Vec<FixedText>,
}

/// Applies the fixes of all findings until nothing changes, in `host` only, and returns what has changed, with the
/// analysis of the new texts.
///
/// A fix is applied if it is the only safe one or, if `with_unsafe`, the only one. Files outside of the repository that
/// were not asked for stay as they are.
#[must_use]
pub fn fix(
    host: &mut Overlay<'_>,
    options: &Options,
    mut analysis: Analysis,
    with_unsafe: bool,
) -> (FixedFiles, Analysis) {
    let mut fixed = FixedFiles::default();
    let mut refused = Refused::default();
    for _ in 0..MAX_ROUNDS {
        let texts = apply(&analysis, with_unsafe, &refused);
        if texts.is_empty() {
            break;
        }
        // A value that is used in several places can get fixes that undo each other.
        let repeated = texts.iter().find_map(|(id, text)| {
            let identity = analysis.identity(*id);
            Some((identity.to_owned(), fixed.files.get(identity)?.find(&text.after)?))
        });
        if let Some((identity, state)) = repeated {
            fixed.restore(host, &identity, state);
            refused.files.insert(identity);
            analysis = analyze(host, options);
            continue;
        }
        for (id, text) in &texts {
            host.add(analysis.identity(*id), text.after.as_bytes());
        }
        let next = analyze(host, options);
        let (before, after) = (by_file(&analysis), by_file(&next));
        let of_file = |all: &ByFile<'_>, id: FileId| syntax_errors(of(all, analysis.identity(id)));
        let is_broken = |id: &FileId| of_file(&after, *id) > of_file(&before, *id);
        let broken: Vec<FileId> = texts.keys().copied().filter(is_broken).collect();
        let wrong: Vec<(FileId, &Fix)> = texts
            .iter()
            .filter(|(id, _)| !broken.contains(id))
            .flat_map(|(id, text)| {
                let identity = analysis.identity(*id);
                let wrong = wrong_fixes(of(&before, identity), of(&after, identity), text);
                wrong.into_iter().map(|fix| (*id, fix))
            })
            .collect();
        if broken.is_empty() && wrong.is_empty() {
            for (id, text) in texts {
                fixed.add(&analysis, id, text);
            }
            analysis = next;
            continue;
        }
        // The other fixes are applied in the next round.
        for id in texts.keys() {
            host.add(analysis.identity(*id), analysis.sources().get(*id).text.as_bytes());
        }
        for id in broken {
            let identity = analysis.identity(id);
            let breaking = breaking_fixes(&analysis, id, with_unsafe, &refused);
            if breaking.is_empty() {
                refused.files.insert(identity.to_owned());
            }
            for fix in breaking {
                fixed.leave_out(&mut refused, &analysis, id, fix);
            }
        }
        for (id, fix) in wrong {
            fixed.leave_out(&mut refused, &analysis, id, fix);
        }
    }
    fixed.files.retain(|_, file| !file.states.is_empty());
    (fixed, analysis)
}

impl FixedFiles {
    /// Leaves out a fix of a file from now on.
    fn leave_out(&mut self, refused: &mut Refused, analysis: &Analysis, id: FileId, fix: &Fix) {
        self.left_out.push((analysis.sources().get(id).path.clone(), fix.title.to_string()));
        refused.fixes.insert((analysis.identity(id).to_owned(), name_of(fix)));
    }

    fn add(&mut self, analysis: &Analysis, id: FileId, text: NewText<'_>) {
        let source = analysis.sources().get(id);
        let file = self.files.entry(analysis.identity(id).to_owned()).or_insert_with(|| FixedFile {
            path: source.path.clone(),
            before: Arc::clone(&source.text),
            states: Vec::new(),
        });
        file.states.push(FixedText { after: text.after, count: text.count });
    }

    /// Returns a file to the state after its first `count` rounds.
    fn restore(&mut self, host: &mut Overlay<'_>, identity: &Utf8Path, count: usize) {
        if let Some(file) = self.files.get_mut(identity) {
            file.states.truncate(count);
            host.add(identity, file.after().as_bytes());
        }
    }

    /// The number of findings that were fixed.
    #[must_use]
    pub fn count(&self) -> usize {
        self.files.values().flat_map(|file| &file.states).map(|text| text.count).sum()
    }
}

impl FixedFile {
    /// The text after all fixes.
    #[must_use]
    pub fn after(&self) -> &str {
        self.states.last().map_or(&self.before, |text| &text.after)
    }

    /// The number of rounds after which the file had this text.
    fn find(&self, text: &str) -> Option<usize> {
        if *self.before == text {
            return Some(0);
        }
        self.states.iter().position(|state| state.after == text).map(|index| index + 1)
    }
}

/// A text after fixes.
#[derive(Debug)]
struct FixedText {
    after: String,
    /// How many findings the fixes are for.
    count: usize,
}

/// A text after fixes, with what each of them wrote.
struct NewText<'a> {
    after: String,
    /// How many findings the fixes are for.
    count: usize,
    /// The bytes of `after` that fixes wrote.
    written: Vec<(std::ops::Range<u32>, &'a Fix)>,
}

/// What is not tried again.
#[derive(Default)]
struct Refused {
    /// The files in which no more fixes are applied.
    files: BTreeSet<Utf8PathBuf>,
    /// Single fixes, by file and [name](name_of).
    fixes: BTreeSet<(Utf8PathBuf, String)>,
}

/// Returns a text that distinguishes a fix from the others of a file, also after other edits.
fn name_of(fix: &Fix) -> String {
    let texts: Vec<&str> = fix.edits.iter().map(|edit| edit.text.as_str()).collect();
    format!("{}\n{}", fix.title, texts.join("\n"))
}

/// Returns the fixes of a file each of which makes it invalid YAML alone.
fn breaking_fixes<'a>(
    analysis: &'a Analysis,
    id: FileId,
    with_unsafe: bool,
    refused: &Refused,
) -> Vec<&'a Fix> {
    let source = analysis.sources().get(id);
    let identity = analysis.identity(id);
    let errors = |text: String| yaml::parse(&Arc::new(text), id, &Limits::default()).1.len();
    let before = errors(source.text.to_string());
    let breaks = |fix: &&Fix| {
        let mut text = source.text.to_string();
        let mut edits: Vec<&Edit> = fix.edits.iter().filter(|edit| edit.span.file == id).collect();
        edits.sort_by_key(|edit| std::cmp::Reverse(key(edit)));
        for edit in edits {
            text.replace_range(edit.span.range(), &edit.text);
        }
        errors(text) > before
    };
    let is_of_file = |fix: &&Fix| fix.edits.iter().any(|edit| edit.span.file == id);
    let fixes = analysis.diagnostics.iter().filter_map(|diagnostic| diagnostic.fix_to_apply(with_unsafe));
    let is_new = |fix: &&Fix| !refused.fixes.contains(&(identity.to_owned(), name_of(fix)));
    fixes.filter(is_of_file).filter(is_new).filter(breaks).collect()
}

/// The findings of each file.
type ByFile<'a> = FxHashMap<&'a Utf8Path, Vec<&'a Diagnostic>>;

fn by_file(analysis: &Analysis) -> ByFile<'_> {
    let mut all = ByFile::default();
    for finding in &analysis.diagnostics {
        all.entry(analysis.identity(finding.primary.span.file)).or_default().push(finding);
    }
    all
}

/// Returns the findings of a file.
fn of<'f, 'a>(all: &'f ByFile<'a>, identity: &Utf8Path) -> &'f [&'a Diagnostic] {
    all.get(identity).map_or(&[], Vec::as_slice)
}

/// Returns the safe fixes whose text has or touches an error that was not there before, by the findings of the file.
fn wrong_fixes<'a>(before: &[&Diagnostic], after: &[&Diagnostic], text: &NewText<'a>) -> Vec<&'a Fix> {
    let (old, new) = (errors_by_message(before), errors_by_message(after));
    let is_new = |error: &Diagnostic| {
        let message = (error.rule.name, error.message.to_string());
        new.get(&message) > old.get(&message)
    };
    let has_error = |bytes: &std::ops::Range<u32>| {
        let touches = |span: Span| span.start <= bytes.end && bytes.start <= span.end;
        let is_part = |error: &&Diagnostic| {
            let labels = error.secondary.iter().map(|label| label.span);
            touches(error.primary.span)
                || error.rule.name == "duplicate-key" && labels.into_iter().any(touches)
        };
        errors(after).filter(is_part).any(is_new)
    };
    let written = text.written.iter().filter(|(_, fix)| fix.safety == Safety::Safe);
    let mut wrong: Vec<&Fix> = written.filter(|(bytes, _)| has_error(bytes)).map(|(_, fix)| *fix).collect();
    wrong.dedup_by_key(|fix| name_of(fix));
    wrong
}

/// The numbers of errors among the findings, by rule and message.
fn errors_by_message<'a>(findings: &[&'a Diagnostic]) -> BTreeMap<(&'a str, String), usize> {
    let mut counts = BTreeMap::new();
    for error in errors(findings) {
        *counts.entry((error.rule.name, error.message.to_string())).or_default() += 1;
    }
    counts
}

fn errors<'a>(findings: &[&'a Diagnostic]) -> impl Iterator<Item = &'a Diagnostic> {
    findings.iter().copied().filter(|finding| finding.level == Level::Error)
}

/// Returns the texts of the files after one fix for each finding that has one. Fixes that touch an earlier one wait for
/// the next round.
fn apply<'a>(analysis: &'a Analysis, with_unsafe: bool, refused: &Refused) -> BTreeMap<FileId, NewText<'a>> {
    let is_editable = |id: FileId| {
        let is_own = match analysis.graph.get(id) {
            Some(file) => !file.is_built_in() && allow::is_editable(analysis, file),
            None => analysis.identity(id).file_name() == Some(config::NAME),
        };
        is_own && !refused.files.contains(analysis.identity(id))
    };
    let mut accepted: BTreeMap<FileId, Edits<'_>> = BTreeMap::new();
    for diagnostic in &analysis.diagnostics {
        let Some(fix) = diagnostic.fix_to_apply(with_unsafe) else { continue };
        let fits = |edit: &Edit| {
            let edits = accepted.get(&edit.span.file);
            is_editable(edit.span.file) && edits.is_none_or(|edits| edits.accept(edit))
        };
        let is_refused = |edit: &Edit| {
            let file = analysis.identity(edit.span.file).to_owned();
            !refused.fixes.is_empty() && refused.fixes.contains(&(file, name_of(fix)))
        };
        if fix.edits.is_empty() || !fix.edits.iter().all(fits) || fix.edits.iter().any(is_refused) {
            continue;
        }
        for edit in &fix.edits {
            accepted.entry(edit.span.file).or_default().edits.insert(key(edit), (edit, fix));
        }
        if let Some(edits) = fix.edits.first().and_then(|edit| accepted.get_mut(&edit.span.file)) {
            edits.count += 1;
        }
    }
    let text = |(id, edits): (FileId, Edits<'a>)| {
        let before = analysis.sources().get(id).text.as_str();
        let (mut after, mut copied, mut written) = (String::with_capacity(before.len()), 0, Vec::new());
        for (edit, fix) in edits.edits.values() {
            after.push_str(&before[copied..edit.span.start as usize]);
            let start = offset(after.len());
            after.push_str(&edit.text);
            written.push((start..offset(after.len()), *fix));
            copied = edit.span.end as usize;
        }
        after.push_str(&before[copied..]);
        (id, NewText { after, count: edits.count, written })
    };
    let is_changed = |(id, text): &(FileId, NewText<'a>)| text.after != *analysis.sources().get(*id).text;
    accepted.into_iter().map(text).filter(is_changed).collect()
}

/// A position in a text; texts are smaller than 4 GB.
fn offset(bytes: usize) -> u32 {
    u32::try_from(bytes).unwrap_or(u32::MAX)
}

/// Edits of one file that do not touch each other.
#[derive(Default)]
struct Edits<'d> {
    /// Each with its fix.
    edits: BTreeMap<(u32, u32), (&'d Edit, &'d Fix)>,
    /// How many findings they fix.
    count: usize,
}

impl Edits<'_> {
    /// Whether `edit` is one of them, or does not touch any of them.
    fn accept(&self, edit: &Edit) -> bool {
        let (start, end) = key(edit);
        let before = self.edits.range(..=(end, u32::MAX)).next_back();
        before.is_none_or(|(&(_, earlier_end), (earlier, _))| *earlier == edit || earlier_end < start)
    }
}

fn key(edit: &Edit) -> (u32, u32) {
    (edit.span.start, edit.span.end)
}

/// The number of errors in YAML among the findings.
fn syntax_errors(findings: &[&Diagnostic]) -> usize {
    findings.iter().filter(|finding| finding.rule.code.starts_with("T01")).count()
}
