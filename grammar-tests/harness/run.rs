//! Runs a case and compares.

use std::fmt::Write as _;

use tosca::dialects::Spec;
use tosca::host::Memory;
use tosca::load::Inputs;
use tosca::resolve::Meaning as NameMeaning;
use tosca::{Analysis, Options, analyze};

use super::Case;
use super::markdown::{Effective, Expected};

/// Checks the files of a case.
pub(crate) fn analysis(case: &Case, off: &[&str]) -> Analysis {
    let mut host = Memory::new();
    for file in &case.files {
        host.add(&file.name, file.content.clone());
    }
    let settings = &case.settings;
    for path in &settings.unreadable {
        host.refuse(path);
    }
    for (link, target) in &settings.symlinks {
        host.link(link, target);
    }
    let off = off.iter().map(|slug| (*slug).to_owned()).collect();
    let mut options = Options { off, ..Options::default() };
    let load = &mut options.load;
    load.paths = settings.check.iter().map(Into::into).collect();
    if load.paths.is_empty() {
        load.paths = case.files.first().map(|file| file.name.as_str().into()).into_iter().collect();
    }
    load.root = settings.root.as_deref().map(Into::into);
    load.profile_path = settings.profile_path.iter().map(Into::into).collect();
    load.url_map = settings.map_url.iter().map(|(from, to)| (from.clone(), to.as_str().into())).collect();
    load.strict = settings.strict;
    if let Some(path) = &settings.inputs {
        load.inputs = Inputs::In(path.into());
    }
    load.spec = match settings.spec.as_deref() {
        Some("csd06") => Spec::Csd06,
        Some("csd07") => Spec::Csd07,
        _ => Spec::Os,
    };
    let limits = &mut load.limits;
    limits.bytes = settings.limits.bytes.unwrap_or(limits.bytes);
    limits.nodes = settings.limits.nodes.unwrap_or(limits.nodes);
    limits.depth = settings.limits.depth.unwrap_or(limits.depth);
    limits.alias_nodes = settings.limits.alias_nodes.unwrap_or(limits.alias_nodes);
    limits.files = settings.limits.files.unwrap_or(limits.files);
    analyze(&host, &options)
}

/// The slugs of what is found in a case.
pub(crate) fn slugs(case: &Case, off: &[&str]) -> Vec<&'static str> {
    let mut slugs: Vec<_> = analysis(case, off).diagnostics.iter().map(|found| found.code.slug).collect();
    slugs.sort_unstable();
    slugs.dedup();
    slugs
}

/// Runs a case with some codes switched off; says what differs from its expectations.
pub(crate) fn run(case: &Case, off: &[&str]) -> Result<(), String> {
    let analysis = analysis(case, off);
    let sources = analysis.sources();
    let mut unmet: Vec<&Expected> = case.expected.iter().collect();
    let mut problems = String::new();
    for found in &analysis.diagnostics {
        let source = sources.get(found.primary.span.file);
        let place = source.position(found.primary.span.start);
        let matches = |expected: &&Expected| {
            expected.file == source.path.as_str()
                && expected.line == place.line
                && expected.column.is_none_or(|column| column == place.column)
                && expected.level == found.level.name()
                && expected.slug == found.code.slug
                && expected.text.as_ref().is_none_or(|text| found.message.contains(text.as_str()))
        };
        match unmet.iter().position(matches) {
            Some(at) => {
                unmet.remove(at);
            }
            None => {
                let _ = writeln!(
                    problems,
                    "  unexpected {}:{}:{} {} [{}] {}",
                    source.path,
                    place.line,
                    place.column,
                    found.level.name(),
                    found.code.slug,
                    found.message
                );
            }
        }
    }
    for expected in unmet {
        let column = expected.column.map(|column| format!(":{column}")).unwrap_or_default();
        let text = expected.text.as_ref().map(|text| format!(" {text:?}")).unwrap_or_default();
        let _ = writeln!(
            problems,
            "  missing    {}:{}{column} {} [{}]{text}",
            expected.file, expected.line, expected.level, expected.slug
        );
    }
    for meaning in &case.meanings {
        let here = meanings_at(&analysis, &meaning.file, meaning.line);
        if !here.contains(&meaning.text) {
            let _ = writeln!(
                problems,
                "  {}:{} should be `{}`, but is {here:?}",
                meaning.file, meaning.line, meaning.text
            );
        }
    }
    for shown in &case.shown {
        if let Err(problem) = effective(&analysis, shown) {
            let _ = writeln!(problems, "  {}: {problem}", shown.of);
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(format!("{}\n{problems}", case.place)) }
}

/// Whether a type comes to what is expected, layout and comments aside.
fn effective(analysis: &Analysis, expected: &Effective) -> Result<(), String> {
    let types = analysis.types();
    let (words, path) = match expected.of.split_once(" in ") {
        Some((words, path)) => (words, Some(path)),
        None => (expected.of.as_str(), None),
    };
    let of = types.iter().find(|of| {
        let source = &analysis.sources().get(of.id.file).path;
        format!("{} {}", of.kind.name(), of.name()) == words
            && path.is_none_or(|path| path == source.as_str())
    });
    let of = of.ok_or("no such type")?;
    let text = tosca::show::text(&types, of);
    let (one, other) = (canonical(&text), canonical(&expected.text));
    if one == other { Ok(()) } else { Err(format!("expected\n{}but is\n{text}", expected.text)) }
}

fn canonical(text: &str) -> String {
    let (tree, found) = tosca::yaml::parse(
        &std::sync::Arc::new(text.to_owned()),
        tosca::base::FileId(0),
        &tosca::host::Limits::default(),
    );
    assert!(found.is_empty(), "{found:?} in\n{text}");
    let mut lines = String::new();
    if let Some(root) = tree.root() {
        write_canonical(root, 0, &mut lines);
    }
    lines
}

fn write_canonical(node: tosca::yaml::Node<'_>, depth: usize, lines: &mut String) {
    for (key, value) in node.entries() {
        let _ = writeln!(lines, "{:depth$}{:?}:", "", key.scalar());
        write_canonical(value, depth + 1, lines);
    }
    for item in node.items() {
        let _ = writeln!(lines, "{:depth$}-", "");
        write_canonical(item, depth + 1, lines);
    }
    if let Some(scalar) = node.scalar() {
        let _ = writeln!(lines, "{:depth$}{scalar:?}", "");
    }
}

/// What the names on a line mean, in words.
fn meanings_at(analysis: &Analysis, path: &str, line: u32) -> Vec<String> {
    let mut found = Vec::new();
    for file in &analysis.graph.files {
        let source = analysis.sources().get(file.id);
        if source.path.as_str() != path {
            continue;
        }
        for (node, meaning) in analysis.names.meanings(file.id) {
            if source.position(file.span(node).start).line != line {
                continue;
            }
            found.push(match meaning {
                NameMeaning::Nothing => "nothing".to_owned(),
                NameMeaning::Unknown => "unknown".to_owned(),
                NameMeaning::BuiltIn(kind) => format!("built-in {}", kind.name()),
                NameMeaning::Definition(id) => {
                    let definition = analysis.names.definition(id);
                    let holder = analysis.graph.file(id.file);
                    let name = holder.node(definition.key).text();
                    let path = &analysis.sources().get(id.file).path;
                    let mut words = format!("{} {name} in {path}", definition.kind.name());
                    if let Some(profile) = &holder.profile {
                        let _ = write!(words, " of profile {profile}");
                    }
                    words
                }
            });
        }
    }
    found
}
