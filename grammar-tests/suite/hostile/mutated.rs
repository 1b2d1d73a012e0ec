//! Damages every case of the project and every example of the standard at random, and checks invariants of
//! any input.
//!
//! `TOSCA_MUTATIONS=100000` sets the number of mutations, `TOSCA_SEED` the seed.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::panic::AssertUnwindSafe;

use tosca::Analysis;
use tosca::base::Span;
use tosca::diagnostics::Diagnostic;
use tosca::internals::load::File;
use tosca::internals::yaml::YamlNode;

use crate::cli::Project;
use crate::damage::{Random, damaged, lines, setting};
use crate::harness::markdown::CaseFile;
use crate::harness::{self, Case};
use crate::{files_below, text_of};

// ── what must hold ──

/// Returns the violated invariant of a result, if any.
pub(super) fn sound(analysis: &Analysis) -> Result<(), String> {
    let key =
        |diagnostic: &Diagnostic| (analysis.sources().order(diagnostic.primary.span), diagnostic.rule.code);
    if let Some(pair) = analysis.diagnostics().windows(2).find(|pair| key(&pair[0]) >= key(&pair[1])) {
        let [one, other] = pair else { unreachable!() };
        return Err(format!(
            "not in order: {} {:?}, {} {:?}",
            one.message,
            key(one),
            other.message,
            key(other)
        ));
    }
    for diagnostic in analysis.diagnostics() {
        let labels =
            std::iter::once(&diagnostic.primary).chain(&diagnostic.secondary).map(|label| label.span);
        let edits = diagnostic.fixes.iter().flat_map(|fix| &fix.edits).map(|edit| edit.span);
        if let Some(span) = labels.chain(edits).find(|&span| !fits(analysis, span)) {
            return Err(format!("{span:?} does not lie in its file: {diagnostic:?}"));
        }
        if diagnostic.message.is_empty() || diagnostic.message.contains(char::is_control) {
            return Err(format!("a headline that is not one line: {diagnostic:?}"));
        }
    }
    trees_fit(analysis)
}

/// Whether `span` is in a loaded file, at character boundaries.
fn fits(analysis: &Analysis, span: Span) -> bool {
    analysis.sources().contains(span.file) && {
        let text = &analysis.sources().get(span.file).text;
        span.start <= span.end && text.get(span.range()).is_some()
    }
}

/// Whether all nodes and comments are in their files.
fn trees_fit(analysis: &Analysis) -> Result<(), String> {
    for file in &analysis.graph().files {
        let tree = file.tree();
        // The span of a comment in XML is its content.
        let start = if file.source().text.trim_start().starts_with('<') { "" } else { "#" };
        let is_comment = |span| fits(analysis, span) && analysis.sources().text(span).starts_with(start);
        if let Some(span) = tree.comments().find(|&span| !is_comment(span)) {
            return Err(format!("{span:?} is no comment"));
        }
        let mut waiting: Vec<YamlNode<'_>> = tree.root().into_iter().collect();
        while let Some(node) = waiting.pop() {
            if !fits(analysis, node.span()) {
                return Err(format!("the node {node:?} at {:?} does not lie in its file", node.span()));
            }
            waiting.extend(node.items());
            waiting.extend(node.all_entries().flat_map(|(key, value)| [key, value]));
        }
        origins_fit(file)?;
    }
    Ok(())
}

/// Whether the nodes of a file refer to the nodes as written, and were copied from them unless a dialect
/// created them.
fn origins_fit(file: &File) -> Result<(), String> {
    let (plain, written) = (file.tree(), file.parsed().written_once());
    if !plain.is_rewritten() {
        let own = plain.nodes().find(|node| plain.origin(node.id()) != Some(node.id()));
        return own.map_or(Ok(()), |node| Err(format!("the parsed node {node:?} does not stand for itself")));
    }
    for node in plain.nodes() {
        let is_made = node.is_lowered() || node.is_invalid();
        let Some(origin) = plain.origin(node.id()) else {
            if is_made {
                continue;
            }
            return Err(format!("the node {node:?} at {:?} stands for nothing", node.span()));
        };
        let origin = written.node(origin);
        let is_copy = origin.kind() == node.kind() && origin.text() == node.text();
        if origin.span() != node.span() || !is_made && !is_copy {
            return Err(format!("the node {node:?} at {:?} stands for {origin:?}", node.span()));
        }
    }
    Ok(())
}

/// Checks a case twice; returns the violated invariant, if any.
fn survive(case: &Case) -> Result<(), String> {
    let once = || {
        let analysis = harness::run::analysis(case, &[]);
        sound(&analysis).map(|()| format!("{:?}", analysis.diagnostics()))
    };
    match std::panic::catch_unwind(AssertUnwindSafe(|| (once(), once()))) {
        Ok((Ok(first), Ok(second))) if first == second => Ok(()),
        Ok((Ok(_), Ok(_))) => Err("two runs differ".to_owned()),
        Ok((Err(problem), _) | (_, Err(problem))) => Err(problem),
        Err(panic) => {
            let words = panic.downcast_ref::<String>().map(String::as_str);
            let words = words.or_else(|| panic.downcast_ref::<&str>().copied());
            Err(format!("panic: {}", words.unwrap_or("")))
        }
    }
}

// ── damage ──

/// Every case of the project and every example of the standard, as files.
fn seeds() -> Vec<Case> {
    let mut cases: Vec<Case> = harness::read_cases();
    for place in files_below("spec-examples", "yaml") {
        let files = vec![CaseFile { name: "main.yaml".to_owned(), content: text_of(&place).into_bytes() }];
        cases.push(Case { place, files, ..Case::default() });
    }
    cases.retain(|case| !case.files.is_empty());
    cases
}

fn rounds(usual: u64) -> u64 {
    setting("TOSCA_MUTATIONS").unwrap_or(usual)
}

// ── what remains of a failure ──

/// Reduces a failing case: removes lines, then bytes, that are not needed for the failure.
fn shrink(mut case: Case, file: usize) -> Case {
    for step in [64, 16, 4, 1] {
        shrink_pieces(&mut case, file, |content| lines(content).chunks(step).map(<[_]>::concat).collect());
    }
    if case.files[file].content.len() < 2_000 {
        shrink_pieces(&mut case, file, |content| content.iter().map(|&byte| vec![byte]).collect());
    }
    case
}

fn shrink_pieces(case: &mut Case, file: usize, pieces: impl Fn(&[u8]) -> Vec<Vec<u8>>) {
    let mut kept = pieces(&case.files[file].content);
    let mut at = kept.len();
    while at > 0 {
        at -= 1;
        let mut fewer = kept.clone();
        fewer.remove(at);
        let mut smaller = case.clone();
        smaller.files[file].content = fewer.concat();
        if survive(&smaller).is_err() {
            (*case, kept) = (smaller, fewer);
        }
    }
}

/// Suppresses the messages of panics on this thread and on unnamed threads, which help it.
fn in_silence<T>(run: impl FnOnce() -> T) -> T {
    let own = std::thread::current().id();
    let outer = std::sync::Arc::new(std::panic::take_hook());
    let inner = std::sync::Arc::clone(&outer);
    std::panic::set_hook(Box::new(move |panic| {
        let thread = std::thread::current();
        if thread.id() != own && thread.name().is_some() {
            inner(panic);
        }
    }));
    let result = run();
    std::panic::set_hook(Box::new(move |panic| outer(panic)));
    result
}

// ── tests ──

#[test]
fn damaged_files_are_survived() {
    let seeds = seeds();
    assert!(seeds.len() > 100, "{}", seeds.len());
    let mut random = Random::new(0x0005_DEEC_E66D);
    let mut report = String::new();
    let mut failures: BTreeMap<String, usize> = BTreeMap::new();
    in_silence(|| {
        for _ in 0..rounds(3_000) {
            let (case, file) = damaged(&seeds, &mut random);
            let Err(problem) = survive(&case) else { continue };
            let kind: String = problem.chars().filter(|c| !c.is_ascii_digit()).take(60).collect();
            let known = failures.entry(kind).or_default();
            *known += 1;
            if *known == 1 && failures.len() <= 10 {
                describe(&mut report, &shrink(case, file), file);
            }
        }
    });
    assert!(failures.is_empty(), "{failures:#?}\n{report}");
}

fn describe(report: &mut String, case: &Case, file: usize) {
    let problem = survive(case).err().unwrap_or_default();
    let problem: String = problem.chars().take(1_000).collect();
    let CaseFile { name, content } = &case.files[file];
    let text = String::from_utf8_lossy(content);
    let _ = writeln!(report, "{} ({name}): {problem}\n{text:?}\n", case.place);
}

#[test]
fn damaged_files_are_printed() {
    let seeds = seeds();
    let mut random = Random::new(0x0BAD_5EED);
    let project = Project::new(&[]);
    for number in 0..rounds(400).min(20_000) {
        let (case, file) = damaged(&seeds, &mut random);
        project.add(format!("m{number}.yaml"), &case.files[file].content);
    }
    let run =
        |format: &str| project.run(&["check", "--color", "always", "--format", format, "*.yaml"]).ended(1);
    let concise = run("concise").out.lines().count();
    let document: serde_json::Value = serde_json::from_str(&run("json").out).expect("one JSON document");
    assert_eq!(document["diagnostics"].as_array().map(Vec::len), Some(concise));
    let full = run("full").out;
    let starts = ["\x1b[1;31merror[", "\x1b[1;33mwarning[", "\x1b[1;36minfo["];
    let headline = |line: &&str| starts.iter().any(|start| line.starts_with(start));
    assert_eq!(full.lines().filter(headline).count(), concise);
}
