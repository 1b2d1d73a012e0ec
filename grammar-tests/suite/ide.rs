//! The requests of editors: literate cases with a cursor, and invariants of all cases.
//!
//! A case is a heading, a paragraph that describes what the cursor is at, and YAML files. The first line of a
//! file may name it: `# other.yaml`. In the text, `<|>` is the cursor, `«name»` a reference to the same
//! thing, and `«=name»` its definition. The paragraph `nothing` means that there is no result. Files are
//! TOSCA 2.0 unless they say otherwise.

#[path = "ide/contexts.rs"]
mod contexts;
#[path = "ide/outlines.rs"]
mod outlines;

use std::collections::BTreeSet;

use tosca::base::{FileId, Span};
use tosca::host::Memory;
use tosca::internals::ide::{self, Referent};
use tosca::{Analysis, Options};

use crate::{files_below, text_of};

/// A case, with the marks removed from its files.
pub(crate) struct Case {
    /// The location of the case, for messages.
    pub(crate) place: String,
    /// The lines between the heading and the first file.
    pub(crate) answer: String,
    pub(crate) files: Vec<(String, String)>,
    /// The file of the cursor, and its offset.
    pub(crate) cursor: Option<(usize, u32)>,
    /// The references to the same thing: file, bytes, whether it is the definition.
    marked: BTreeSet<(usize, u32, u32, bool)>,
}

/// Returns the cases of a file of the suite.
pub(crate) fn cases(path: &str) -> Vec<Case> {
    let text = text_of(path);
    text.split("\n## ").skip(1).map(|part| case(path, part)).collect()
}

fn case(path: &str, text: &str) -> Case {
    let (title, rest) = text.split_once('\n').unwrap_or((text, ""));
    let mut pieces = rest.split("```yaml\n");
    let answer = pieces.next().unwrap_or("").trim().to_owned();
    let (mut files, mut cursor, mut marked) = (Vec::new(), None, BTreeSet::new());
    for (number, piece) in pieces.enumerate() {
        let text = piece.split("```").next().unwrap_or("");
        let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
        let (name, text) = match first.strip_prefix("# ") {
            Some(name) => (name.to_owned(), rest),
            None => (format!("{number}.yaml"), text),
        };
        let version = if text.contains("tosca_definitions_version") {
            ""
        } else {
            "tosca_definitions_version: tosca_2_0\n"
        };
        let plain = unmark(&format!("{version}{text}"), number, &mut cursor, &mut marked);
        files.push((name, plain));
    }
    Case { place: format!("{path}: {title}"), answer, files, cursor, marked }
}

/// Removes the marks from a text.
fn unmark(
    text: &str,
    file: usize,
    cursor: &mut Option<(usize, u32)>,
    marked: &mut BTreeSet<(usize, u32, u32, bool)>,
) -> String {
    let (mut plain, mut rest, mut open) = (String::new(), text, Vec::new());
    while let Some(c) = rest.chars().next() {
        let at = u32::try_from(plain.len()).expect("a short text");
        if let Some(after) = rest.strip_prefix("<|>") {
            *cursor = Some((file, at));
            rest = after;
        } else if let Some(after) = rest.strip_prefix('«') {
            let is_definition = after.starts_with('=');
            open.push((at, is_definition));
            rest = after.strip_prefix('=').unwrap_or(after);
        } else if let Some(after) = rest.strip_prefix('»') {
            let (start, is_definition) = open.pop().expect("an open mark");
            marked.insert((file, start, at, is_definition));
            rest = after;
        } else {
            plain.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    plain
}

/// The files with cases.
fn all_cases() -> Vec<Case> {
    files_below("grammar-tests/suite/ide", "md").iter().flat_map(|path| cases(path)).collect()
}

impl Case {
    pub(crate) fn analysis(&self) -> Analysis {
        analyze(&self.files)
    }
}

pub(crate) fn analyze(files: &[(String, String)]) -> Analysis {
    let mut host = Memory::new();
    for (name, text) in files {
        host.add(name, text.as_str());
    }
    let mut options = Options::default();
    options.load.paths = files.iter().map(|(name, _)| name.into()).collect();
    options.load.profile_path = vec![".".into()];
    tosca::analyze(&host, &options)
}

/// Returns the file of a case in its analysis.
pub(crate) fn id_of(analysis: &Analysis, name: &str) -> FileId {
    let file = analysis.graph().files.iter().find(|file| file.source().path == name);
    file.expect("a file of the case").id
}

/// Describes a location.
pub(crate) fn shown(analysis: &Analysis, span: Span) -> String {
    let file = analysis.graph().file(span.file);
    let position = file.source().position(span.start);
    let text = file.source().text.get(span.range()).unwrap_or("?");
    format!("{}:{}:{} `{text}`", file.source().path, position.line, position.column)
}

#[test]
fn names_lead_to_their_definitions_and_these_to_all_their_uses() {
    let mut wrong = Vec::new();
    for case in all_cases().iter().filter(|case| !case.place.starts_with(contexts::CASES)) {
        let Some((file, offset)) = case.cursor else { continue };
        let analysis = case.analysis();
        let model = analysis.model();
        let ids: Vec<FileId> = case.files.iter().map(|(name, _)| id_of(&analysis, name)).collect();
        let target = ide::at(model, ids[file], offset);
        let words = target.map_or_else(|| "nothing".to_owned(), |(referent, _)| referent.in_words(model));
        let mut lines = Vec::new();
        if words != case.answer {
            lines.push(format!("  at the cursor: {words}"));
        }
        let marked: Vec<(Span, bool)> = case
            .marked
            .iter()
            .map(|&(file, start, end, is_definition)| (Span::new(ids[file], start, end), is_definition))
            .collect();
        if let Some((referent, _)) = target {
            let definition = ide::definition(model, referent);
            let wanted = marked.iter().find(|(_, is_definition)| *is_definition).map(|(span, _)| *span);
            // A file is not a name in a text.
            if definition != wanted && !matches!(referent, Referent::File(_)) {
                let words = definition.map_or("nowhere".to_owned(), |span| shown(&analysis, span));
                lines.push(format!("  defined: {words}"));
            }
            let uses: Vec<Span> =
                ide::references(model, referent, true).iter().map(|used| used.span).collect();
            for span in uses.iter().filter(|span| !marked.iter().any(|(other, _)| other == *span)) {
                lines.push(format!("  not marked: {}", shown(&analysis, *span)));
            }
            for (span, _) in marked.iter().filter(|(span, _)| !uses.contains(span)) {
                lines.push(format!("  not found: {}", shown(&analysis, *span)));
            }
        }
        if !lines.is_empty() {
            wrong.push(format!("{}\n{}", case.place, lines.join("\n")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Checks invariants of all names in all files of an analysis.
fn agree(analysis: &Analysis, place: &str) {
    let model = analysis.model();
    for file in &analysis.graph().files {
        if file.is_built_in() {
            continue;
        }
        for used in ide::uses(model, file.id) {
            let words = used.referent.in_words(model);
            let (referent, _) = ide::at(model, file.id, used.span.start).expect("a name");
            assert_eq!(referent, used.referent, "{place}: at {words}");
            let all = ide::references(model, used.referent, true);
            assert!(all.contains(&used), "{place}: {words} is not among its references");
            for other in &all {
                let (referent, span) = ide::at(model, other.span.file, other.span.start).expect("a name");
                assert_eq!((referent, span), (other.referent, other.span), "{place}: a reference to {words}");
                assert_eq!(referent.family(model), used.referent.family(model), "{place}: {words}");
            }
            if let Some(definition) = ide::definition(model, used.referent)
                && !matches!(used.referent, Referent::File(_))
            {
                let occurrence = all.iter().find(|other| other.span == definition);
                assert!(
                    occurrence.is_some_and(|occurrence| occurrence.is_definition),
                    "{place}: the definition of {words}"
                );
            }
            let others = ide::references(model, used.referent, false);
            assert!(
                others.iter().all(|other| !other.is_definition && all.contains(other)),
                "{place}: {words}"
            );
        }
    }
}

#[test]
fn all_answers_agree() {
    for case in all_cases() {
        agree(&case.analysis(), &case.place);
    }
}

/// Makes all requests at each byte of each file.
fn ask_everywhere(analysis: &Analysis) {
    let model = analysis.model();
    for file in analysis.graph().files.iter().filter(|file| !file.is_built_in()) {
        let length = u32::try_from(file.source().text.len()).expect("a short text");
        let _ = ide::outline(model, file.id);
        for offset in (0..=length).step_by(7) {
            let _ = ide::context(model, file.id, &file.source().text, offset);
        }
        for offset in 0..=length + 1 {
            if let Some((referent, span)) = ide::at(model, file.id, offset) {
                assert!(span.start <= offset && offset <= span.end, "{span:?} at {offset}");
                let _ = (referent.in_words(model), ide::definition(model, referent));
            }
        }
    }
}

#[test]
fn every_byte_has_an_answer() {
    for case in all_cases() {
        ask_everywhere(&case.analysis());
    }
}

#[test]
fn texts_that_end_early_have_answers_that_agree() {
    for case in all_cases() {
        for (number, (_, text)) in case.files.iter().enumerate() {
            // The end of every third line, and the middle of the next word.
            for end in text.match_indices('\n').step_by(3).flat_map(|(at, _)| [at, at + 7]) {
                let Some(cut) = text.get(..end) else { continue };
                let mut files = case.files.clone();
                files[number].1 = cut.to_owned();
                agree(&analyze(&files), &format!("{} cut at {end}", case.place));
            }
        }
    }
}
