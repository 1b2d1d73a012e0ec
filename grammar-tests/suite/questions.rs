//! Questions of editors with their answers: literate cases with a cursor.
//!
//! A case is a heading, the question, YAML files with marks as in `ide.rs`, and the answer as text. Questions are
//! `hover`, `completion`, `completion of NAME` (the text with this item), `signature`, `type`, `implementations`,
//! `rename to NAME`, `subtypes`, `calls`, `callers`, `folds`, `selections`, `tokens`, `hints` and `links`.
//! `TOSCA_BLESS=1` writes the answers.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use tosca::Analysis;
use tosca::base::{FileId, Span};
use tosca::internals::ide::{self, Completion, LinkTarget, Referent, Replacement, Surroundings};
use tosca::internals::load;

use crate::ide::{Case, cases, id_of, shown};
use crate::{files_below, is_blessing, text_of};

/// The files of a case, as an editor sees them around the document.
struct Around<'c> {
    case: &'c Case,
}

impl Surroundings for Around<'_> {
    fn files(&self, directory: &str) -> Vec<String> {
        let own = self.case.cursor.map_or(0, |(file, _)| file);
        let others = self.case.files.iter().enumerate().filter(|(index, _)| *index != own);
        others.filter_map(|(_, (name, _))| name.strip_prefix(directory).map(str::to_owned)).collect()
    }

    fn profiles(&self) -> Vec<String> {
        load::BUILT_IN_PROFILES.iter().map(|profile| profile.name.to_owned()).take(3).collect()
    }
}

fn answer(case: &Case) -> String {
    let analysis = case.analysis();
    let model = analysis.model();
    let (file, offset) = case.cursor.unwrap_or((0, 0));
    let id = id_of(&analysis, &case.files[file].0);
    let text = case.files[file].1.as_str();
    let at = || ide::at(model, id, offset).map(|(referent, _)| referent);
    let nothing = || "nothing".to_owned();
    let spans = |spans: Vec<Span>| lines(spans.into_iter().map(|span| shown(&analysis, span)));
    let named = |referent: Referent| referent.in_words(model);
    match case.answer.as_str() {
        "hover" => ide::hover(model, id, offset)
            .map_or_else(nothing, |hover| format!("{}\n\n{}", shown(&analysis, hover.span), hover.text)),
        "completion" => match ide::completions(model, id, text, offset, &Around { case }) {
            Some(known) => lines(known.items.iter().map(item)),
            None => nothing(),
        },
        "signature" => ide::signature_help(model, id, text, offset).map_or_else(nothing, |help| {
            lines(help.signatures.iter().enumerate().map(|(index, signature)| {
                let argument = signature.parameters.get(help.argument).filter(|_| index == help.active);
                let argument = argument.map(|(start, end)| signature.label[*start..*end].to_owned());
                format!("{}{}", signature.label, argument.map(|at| format!("  <- {at}")).unwrap_or_default())
            }))
        }),
        "type" => at().and_then(|referent| ide::type_of(model, referent)).map_or_else(nothing, named),
        "implementations" => {
            at().map_or_else(nothing, |referent| spans(ide::implementations(model, referent)))
        }
        "subtypes" => match at() {
            Some(Referent::Type(id)) => {
                lines(ide::subtypes(model, id).into_iter().map(|id| named(Referent::Type(id))))
            }
            _ => nothing(),
        },
        "calls" | "callers" => at().map_or_else(nothing, |referent| {
            let calls = if case.answer == "calls" {
                ide::outgoing_calls(model, referent)
            } else {
                ide::incoming_calls(model, referent)
            };
            lines(calls.into_iter().map(|call| {
                let places: Vec<String> = call.spans.iter().map(|span| shown(&analysis, *span)).collect();
                format!("{}, at {}", named(call.referent), places.join(", "))
            }))
        }),
        "folds" => lines(ide::folds(model, id).into_iter().map(|fold| {
            let source = analysis.graph().file(id).source();
            let line = |offset| source.position(offset).line;
            let kind = if fold.is_comment { " (comment)" } else { "" };
            format!("{}-{}{kind}", line(fold.span.start), line(fold.span.end))
        })),
        "selections" => {
            let ranges = ide::selections(model, id, offset).into_iter();
            lines(ranges.map(|span| format!("{:?}", text.get(span.range()).unwrap_or("?"))))
        }
        "tokens" => lines(ide::tokens(model, id).into_iter().map(|token| {
            let definition = if token.is_definition { ", definition" } else { "" };
            let standard = if token.is_standard { ", standard" } else { "" };
            format!("{}: {:?}{definition}{standard}", &text[token.span.range()], token.kind)
        })),
        "hints" => {
            let whole = Span::new(id, 0, u32::try_from(text.len()).expect("a short text"));
            lines(ide::hints(model, whole).into_iter().map(|hint| {
                let line = text[..hint.offset as usize].rsplit('\n').next().unwrap_or("").trim();
                format!("{line}«{}»", hint.text)
            }))
        }
        "links" => lines(ide::links(model, id).into_iter().map(|link| {
            let target = match link.target {
                LinkTarget::File(id) => analysis.graph().file(id).source().path.to_string(),
                LinkTarget::Path(path) => path.to_string(),
                LinkTarget::Url(url) => url,
            };
            format!("{} -> {target}", shown(&analysis, link.span))
        })),
        question => match (question.strip_prefix("rename to "), question.strip_prefix("completion of ")) {
            (Some(name), _) => match at().map(|referent| ide::rename(model, referent, name)) {
                Some(Ok(edits)) => renamed(case, &analysis, edits),
                Some(Err(reason)) => format!("refused: {reason}"),
                None => nothing(),
            },
            (None, Some(name)) => {
                let known = ide::completions(model, id, text, offset, &Around { case });
                let found_item =
                    known.as_ref().and_then(|known| known.items.iter().find(|item| item.label == name));
                match (&known, found_item) {
                    (Some(known), Some(item)) => completed(text, known.span, item),
                    _ => nothing(),
                }
            }
            (None, None) => panic!("{}: unknown question `{question}`", case.place),
        },
    }
}

fn lines(lines: impl IntoIterator<Item = String>) -> String {
    let lines: Vec<String> = lines.into_iter().collect();
    if lines.is_empty() { "nothing".to_owned() } else { lines.join("\n") }
}

fn item(item: &Completion) -> String {
    let import = item.import.as_ref().map(|(_, text)| format!(" + {text:?}")).unwrap_or_default();
    format!("{} {} ({}){import}", item.rank, item.label, item.detail)
}

/// The text after an item was chosen; the place to go on is marked.
fn completed(text: &str, word: Span, item: &Completion) -> String {
    let line = text[..word.start as usize].rsplit('\n').next().unwrap_or("");
    let indent = line.len() - line.trim_start().len();
    let mut new = String::new();
    let mut chars = item.snippet.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => new.extend(chars.next()),
            '$' => {
                chars.next();
                new.push_str("<|>");
            }
            '\n' => new.extend(["\n", " ".repeat(indent).as_str()]),
            other => new.push(other),
        }
    }
    let mut result = text.to_owned();
    result.replace_range(word.range(), &new);
    if let Some((offset, import)) = &item.import {
        assert!(*offset <= word.start, "the import comes before the word");
        result.insert_str(*offset as usize, import);
    }
    result
}

/// The files after a new name was given, which are checked to be without new findings.
fn renamed(case: &Case, analysis: &Analysis, edits: Vec<Replacement>) -> String {
    let ids: BTreeMap<FileId, usize> =
        case.files.iter().enumerate().map(|(index, (name, _))| (id_of(analysis, name), index)).collect();
    let mut files = case.files.clone();
    for edit in edits.into_iter().rev() {
        files[ids[&edit.span.file]].1.replace_range(edit.span.range(), &edit.text);
    }
    let after = crate::ide::analyze(&files);
    let codes = |analysis: &Analysis| -> Vec<&'static str> {
        analysis.diagnostics().iter().map(|diagnostic| diagnostic.rule.code).collect()
    };
    assert_eq!(codes(analysis), codes(&after), "{}: findings after the new name", case.place);
    let mut text = String::new();
    for (name, content) in files {
        let _ = writeln!(text, "# {name}\n{}", content.trim_end());
    }
    text
}

#[test]
fn questions_have_their_answers() {
    let mut wrong = Vec::new();
    for path in files_below("grammar-tests/suite/questions", "md") {
        let text = text_of(&path);
        let mut sections: Vec<String> = text.split("\n## ").map(str::to_owned).collect();
        for (case, section) in cases(&path).iter().zip(sections.iter_mut().skip(1)) {
            let known = answer(case);
            let known = known.trim_end();
            let start = section.find("````text\n").map(|at| at + 9);
            let end = start.and_then(|start| Some(start + section[start..].find("\n````")?));
            match (start, end) {
                (Some(start), Some(end)) if section[start..end] == *known => {}
                (Some(start), Some(end)) => {
                    wrong.push(format!("{}\n{known}", case.place));
                    section.replace_range(start..end, known);
                }
                _ => {
                    wrong.push(format!("{}\n{known}", case.place));
                    let body = section.trim_end().to_owned();
                    *section = format!("{body}\n\n````text\n{known}\n````\n");
                }
            }
        }
        if is_blessing() && !wrong.is_empty() {
            std::fs::write(&path, sections.join("\n## ")).expect("a written file");
        }
    }
    assert!(wrong.is_empty() || is_blessing(), "{}", wrong.join("\n\n"));
}

#[test]
fn every_byte_has_all_answers() {
    for path in files_below("grammar-tests/suite/questions", "md") {
        for case in cases(&path) {
            let analysis = case.analysis();
            let model = analysis.model();
            for (name, text) in &case.files {
                let id = id_of(&analysis, name);
                for offset in 0..=u32::try_from(text.len()).expect("a short text") {
                    let _ = ide::hover(model, id, offset);
                    let _ = ide::selections(model, id, offset);
                    if let Some((referent, _)) = ide::at(model, id, offset) {
                        let _ = (ide::implementations(model, referent), ide::type_of(model, referent));
                        let _ = ide::rename(model, referent, "another_name");
                    }
                }
                for offset in (0..=u32::try_from(text.len()).expect("a short text")).step_by(5) {
                    let _ = ide::completions(model, id, text, offset, &Around { case: &case });
                    let _ = ide::signature_help(model, id, text, offset);
                }
            }
        }
    }
}
