//! Runs a case and compares.

use std::fmt::Write as _;

use tosca::diagnostics::Diagnostic;
use tosca::host::{Limits, Memory};
use tosca::internals::config::Search;
use tosca::internals::dialects::Spec;
use tosca::internals::literals::Notation;
use tosca::internals::load::Inputs;
use tosca::internals::resolve::Meaning as NameMeaning;
use tosca::internals::values::{Evaluation, What};
use tosca::normalize::{self, IncludedTypes};
use tosca::{Analysis, Options, analyze};

use super::markdown::{Effective, Evaluated, Expected, Lowered, Normal, Quoted};
use super::{Case, archives, served};

/// The outcome of a case.
#[derive(Default)]
pub(crate) struct Outcome {
    /// The differences, not counting quoted parts of messages; empty if there are none.
    pub(crate) problems: String,
    /// The findings, each with the part of its message that the case quotes, correct or not.
    pub(crate) quoted: Vec<(Quoted, String)>,
}

impl Outcome {
    /// Returns all differences.
    pub(crate) fn differences(&self, place: &str) -> Result<(), String> {
        let mut problems = self.problems.clone();
        for (quoted, message) in &self.quoted {
            if !message.contains(&quoted.text) {
                let _ = writeln!(problems, "  line {}: {:?} is not in {message:?}", quoted.line, quoted.text);
            }
        }
        if problems.is_empty() { Ok(()) } else { Err(format!("{place}\n{problems}")) }
    }
}

/// Checks the files of a case.
pub(crate) fn analysis(case: &Case, off: &[&str]) -> Analysis {
    analysis_with(case, off, None)
}

/// The file that expressions refer to if a case has none.
pub(crate) const BARE: &str =
    "tosca_definitions_version: tosca_2_0\nservice_template: { node_templates: {} }\n";

/// Checks the files of a case, with an additional expression.
fn analysis_with(case: &Case, off: &[&str], expression: Option<&str>) -> Analysis {
    let (host, options) = prepared(case, off, expression);
    analyze(&host, &options)
}

/// Whether missing files of implementations are ignored.
pub(crate) fn files_are_passed_over(case: &Case) -> bool {
    !case.settings.files && !case.name.starts_with("pages/missing-file/")
}

/// Returns the rules that a case turns on. The page of a rule turns on that rule.
pub(crate) fn selected(case: &Case) -> Vec<String> {
    let page = case.name.strip_prefix("pages/").and_then(|page| page.split('/').next());
    case.settings.select.iter().cloned().chain(page.map(str::to_owned)).collect()
}

/// The files of a case, and the options for checking them.
pub(crate) fn prepared(case: &Case, off: &[&str], expression: Option<&str>) -> (Memory, Options) {
    let mut host = match case.settings.system.as_deref() {
        Some("macos") => Memory::ignoring_case(),
        Some("windows") => Memory::windows(),
        _ => Memory::new(),
    };
    if case.files.is_empty() {
        host.add("main.yaml", BARE);
    }
    for file in case.files.iter().filter(|file| !file.name.contains("!/") && !served::is_served(file)) {
        host.add(&file.name, file.content.clone());
    }
    let archives = archives::packed(case);
    for (archive, content) in archives.into_iter().filter(|(name, _)| !name.contains("://")) {
        host.add(archive, content);
    }
    let settings = &case.settings;
    for path in &settings.unreadable {
        host.refuse(path);
    }
    for (link, target) in &settings.symlinks {
        host.link(link, target);
    }
    let mut off: Vec<String> = off.iter().map(|slug| (*slug).to_owned()).collect();
    if files_are_passed_over(case) {
        off.push("missing-file".to_owned());
    }
    let mut options = Options { off, substitutes: settings.substitutes, ..Options::default() };
    if case.files.iter().any(|file| file.name.ends_with("tosca.toml")) {
        options.search = Search::Nearest;
    }
    options.select = selected(case);
    let load = &mut options.load;
    load.functions.clone_from(&settings.functions);
    load.paths = settings.check.iter().map(Into::into).collect();
    if load.paths.is_empty() {
        load.paths = vec![case.files.first().map_or("main.yaml", |file| &file.name).into()];
    }
    load.root = settings.root.as_deref().map(Into::into);
    load.profile_path = settings.profile_path.iter().map(Into::into).collect();
    load.import_path = settings.import_path.iter().map(Into::into).collect();
    load.url_map = settings.map_url.iter().map(|(from, to)| (from.clone(), to.as_str().into())).collect();
    if let Some(expression) = expression {
        load.expression = Some(expression.to_owned());
        load.inputs = Inputs::Defaults;
    }
    load.strict = settings.strict;
    load.urls = served::urls(case, &mut host);
    load.dialect.clone_from(&settings.dialect);
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
    limits.members = settings.limits.members.unwrap_or(limits.members);
    limits.archive_bytes = settings.limits.archive_bytes.unwrap_or(limits.archive_bytes);
    limits.ratio = settings.limits.ratio.unwrap_or(limits.ratio);
    (host, options)
}

/// Returns the names of the rules with findings in a case.
pub(crate) fn slugs(case: &Case, off: &[&str]) -> Vec<&'static str> {
    let mut slugs: Vec<_> =
        analysis(case, off).diagnostics().iter().map(|diagnostic| diagnostic.rule.name).collect();
    slugs.sort_unstable();
    slugs.dedup();
    slugs
}

/// Runs a case with some rules turned off; returns the differences from its expectations.
pub(crate) fn run(case: &Case, off: &[&str]) -> Result<(), String> {
    outcome(case, off).differences(&case.place)
}

/// Runs a case with some rules turned off.
pub(crate) fn outcome(case: &Case, off: &[&str]) -> Outcome {
    let analysis = analysis(case, off);
    let sources = analysis.sources();
    let place = |diagnostic: &Diagnostic| {
        let source = sources.get(diagnostic.primary.span.file);
        (source.path.as_str().to_owned(), source.position(diagnostic.primary.span.start))
    };
    let here = |diagnostic: &Diagnostic, expected: &Expected| {
        let (path, place) = place(diagnostic);
        expected.file == path
            && expected.line == place.line
            && expected.column.is_none_or(|column| column == place.column)
    };
    let diagnostics: Vec<&Diagnostic> = analysis.diagnostics().iter().collect();
    let Pairs { quoted, unexpected, missing } = pairs(&diagnostics, &case.expected, here);
    let mut outcome = Outcome { problems: String::new(), quoted };
    let problems = &mut outcome.problems;
    for diagnostic in unexpected {
        let (path, place) = place(diagnostic);
        let (line, column) = (place.line, place.column);
        let (level, slug) = (diagnostic.level.name(), diagnostic.rule.name);
        let _ =
            writeln!(problems, "  unexpected {path}:{line}:{column} {level} [{slug}] {}", diagnostic.message);
    }
    for expected in missing {
        let column = expected.column.map(|column| format!(":{column}")).unwrap_or_default();
        let text = expected.text.as_ref().map(|quoted| format!(" {:?}", quoted.text)).unwrap_or_default();
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
    for expected in &case.json {
        if let Err(problem) = as_json(case, &analysis, expected) {
            let _ = writeln!(problems, "  {}: {problem}", expected.path.join(" "));
        }
    }
    for expected in &case.normal {
        if let Err(problem) = normal(case, &analysis, expected) {
            let _ = writeln!(problems, "  {}: {problem}", expected.path.join(" "));
        }
    }
    for expected in &case.lowered {
        if let Err(problem) = lowered(&analysis, expected) {
            let _ = writeln!(problems, "  {}: {problem}", expected.path);
        }
    }
    problems.push_str(&super::fixes::differences(case, &analysis));
    problems.push_str(&migrated(case, off));
    all_evaluated(case, off, &mut outcome);
    for expected in &case.resolved {
        if let Err(problem) = super::variants::resolved(case, expected, off, &mut outcome.quoted) {
            let _ = writeln!(outcome.problems, "  {:?}: {problem}", expected.arguments);
        }
    }
    outcome
}

/// Returns the differences of the lowered first file: it must be as expected, have no new findings, and be
/// unchanged when it is lowered again.
fn migrated(case: &Case, off: &[&str]) -> String {
    let Some(expected) = &case.migrated else { return String::new() };
    let mut selecting = case.clone();
    selecting.settings.select.extend(["lowered-with-loss", "renamed-spelling"].map(str::to_owned));
    let before = analysis(&selecting, off);
    let Some(file) = before.graph().files.first() else { return "  there is no file\n".to_owned() };
    let text = tosca::internals::migrate::lower(&before, file.id).text;
    let bare = |text: &str| {
        let lines = text.lines().map(|line| {
            let ends = ["# error: ", "# warning: ", "# info: ", "# is: "].map(|mark| line.find(mark));
            line[..ends.into_iter().flatten().min().unwrap_or(line.len())].trim_end()
        });
        lines.filter(|line| !line.is_empty()).fold(String::new(), |all, line| all + line + "\n")
    };
    let mut problems = String::new();
    if bare(&text) != bare(expected) {
        let _ = writeln!(problems, "  the lowered text is\n{text}");
    }
    selecting.files[0].content = text.clone().into_bytes();
    let after = analysis(&selecting, off);
    for diagnostic in after.diagnostics() {
        // Only TOSCA 2.0 has an opinion about constant values of attributes.
        let is_new = diagnostic.rule.name != "hard-coded-attribute";
        if is_new && !before.diagnostics().iter().any(|other| other.rule == diagnostic.rule) {
            let _ = writeln!(
                problems,
                "  the lowered text gives [{}] {}",
                diagnostic.rule.name, diagnostic.message
            );
        }
    }
    let again = tosca::internals::migrate::lower(&after, after.graph().files[0].id).text;
    if again != text {
        let _ = writeln!(problems, "  lowered again it is\n{again}");
    }
    problems
}

/// Adds the differences in the expressions of a case, which are checked as one list.
fn all_evaluated(case: &Case, off: &[&str], outcome: &mut Outcome) {
    if case.evaluated.is_empty() {
        return;
    }
    let lines: Vec<String> = case.evaluated.iter().map(|line| format!("- {}\n", line.expression)).collect();
    let analysis = analysis_with(case, off, Some(&lines.concat()));
    let model = analysis.model();
    let file = analysis.graph().expression.expect("the expressions");
    let root = analysis.graph().file(file).tree().root().expect("a list");
    let places: Vec<usize> = root.items().map(|item| item.span().start as usize).collect();
    assert_eq!(places.len(), case.evaluated.len(), "{}", case.place);
    for (at, (line, node)) in case.evaluated.iter().zip(root.items()).enumerate() {
        let own = places[at]..places.get(at + 1).copied().unwrap_or(usize::MAX);
        let result = tosca::internals::values::evaluate(model, node, None, What::Named("the", "expression"));
        let here = |diagnostic: &&Diagnostic| {
            let span = diagnostic.primary.span;
            span.file == file && own.contains(&(span.start as usize))
        };
        let diagnostics = analysis.diagnostics().iter().filter(here).chain(&result.diagnostics);
        let diagnostics: Vec<&Diagnostic> =
            diagnostics.filter(|diagnostic| !off.contains(&diagnostic.rule.name)).collect();
        if let Err(problem) = evaluated(&diagnostics, &result, line, &mut outcome.quoted) {
            let _ = writeln!(outcome.problems, "  {}\n    {problem}", line.expression);
        }
    }
}

/// Findings paired with expectations, and those that are left.
struct Pairs<'a> {
    quoted: Vec<(Quoted, String)>,
    unexpected: Vec<&'a Diagnostic>,
    missing: Vec<&'a Expected>,
}

/// Pairs findings with expectations of the same rule and level that are at the same place according to
/// `here`: first those with the quoted message, then the others in order.
fn pairs<'a>(
    diagnostics: &[&'a Diagnostic],
    expected: &'a [Expected],
    here: impl Fn(&Diagnostic, &Expected) -> bool,
) -> Pairs<'a> {
    let mut pairs =
        Pairs { quoted: Vec::new(), unexpected: diagnostics.to_vec(), missing: expected.iter().collect() };
    for reworded in [false, true] {
        let Pairs { quoted, unexpected, missing } = &mut pairs;
        unexpected.retain(|diagnostic| {
            let matches = |expected: &&Expected| {
                let text =
                    || expected.text.as_ref().is_none_or(|quoted| diagnostic.message.contains(&quoted.text));
                expected.level == diagnostic.level.name()
                    && expected.slug == diagnostic.rule.name
                    && (reworded || text())
                    && here(diagnostic, expected)
            };
            let Some(at) = missing.iter().position(matches) else { return true };
            let expected = missing.remove(at);
            quoted.extend(expected.text.clone().map(|quoted| (quoted, diagnostic.message.to_string())));
            false
        });
    }
    pairs
}

/// Returns unexpected and missing findings, ignoring their location; empty if there are none, not counting
/// quoted parts of messages.
pub(super) fn unlike(
    diagnostics: &[&Diagnostic],
    expected: &[Expected],
    quoted: &mut Vec<(Quoted, String)>,
) -> String {
    let mut pairs = pairs(diagnostics, expected, |_, _| true);
    quoted.append(&mut pairs.quoted);
    let mut problems = String::new();
    for diagnostic in pairs.unexpected {
        let (level, slug) = (diagnostic.level.name(), diagnostic.rule.name);
        let _ = write!(problems, "unexpected {level} [{slug}] {}; ", diagnostic.message);
    }
    for expected in pairs.missing {
        let _ = write!(problems, "missing {} [{}]; ", expected.level, expected.slug);
    }
    problems
}

/// Checks that an expression has the expected value, and that the value is of its type.
fn evaluated(
    diagnostics: &[&Diagnostic],
    result: &Evaluation<'_>,
    expected: &Evaluated,
    quoted: &mut Vec<(Quoted, String)>,
) -> Result<(), String> {
    let mut problems = unlike(diagnostics, &expected.findings, quoted);
    let value = result.value.as_ref();
    let text = value.map(|value| value.to_yaml(Notation::Data));
    match (&text, &expected.value) {
        (Some(text), Some(wanted)) if canonical(text) == canonical(wanted) => {}
        (None, None) => {}
        (value, _) => {
            let _ = write!(problems, "the value is {value:?}; ");
        }
    }
    let later = result.unknown.is_some();
    if later != expected.later {
        let _ = write!(problems, "{}known at run time only; ", if later { "" } else { "not " });
    }
    if let Some(value) = value
        && !is_of(value, &result.data_type)
    {
        let _ = write!(problems, "the type is {}, the value {}; ", result.data_type, value.built_in().noun());
    }
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

/// Whether a value is of a type, which is described in words.
pub(crate) fn is_of(value: &tosca::internals::literals::Value, words: &str) -> bool {
    let plain = words.split(" of ").next().unwrap_or(words);
    let plain = plain.split(" (").next().unwrap_or(plain);
    plain == "a value" || plain == value.built_in().noun()
}

/// Checks that a type has the expected effective definition, ignoring layout and comments.
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
    let text = tosca::internals::show::text(types, of);
    let (one, other) = (canonical(&text), canonical(&expected.text));
    if one == other { Ok(()) } else { Err(format!("expected\n{}but is\n{text}", expected.text)) }
}

/// Returns the normal form of the first file.
fn normal_model(case: &Case, analysis: &Analysis) -> normalize::NormalModel {
    let used = if case.settings.types.is_some() { IncludedTypes::All } else { IncludedTypes::Used };
    let options = normalize::NormalizeOptions::new(used, false, case.settings.inputs.is_some());
    normalize::model(analysis.model(), &analysis.graph().files[0], options)
}

/// Whether a part of the normal form as JSON is what is expected; a part that is missing is `null`.
fn as_json(case: &Case, analysis: &Analysis, expected: &Normal) -> Result<(), String> {
    let document: serde_json::Value =
        serde_json::from_str(&normal_model(case, analysis).to_json()).map_err(|error| error.to_string())?;
    let wanted: serde_json::Value =
        serde_json::from_str(&expected.text).map_err(|error| error.to_string())?;
    let part = expected.path.iter().fold(&document, |part, step| match step.parse::<usize>() {
        Ok(index) if part.is_array() => &part[index],
        _ => &part[step],
    });
    if *part == wanted { Ok(()) } else { Err(format!("is\n{part:#}")) }
}

/// Whether a part of the normal form is what is expected, layout aside.
fn normal(case: &Case, analysis: &Analysis, expected: &Normal) -> Result<(), String> {
    let text = normal_model(case, analysis).to_yaml();
    let (tree, _) =
        tosca::internals::yaml::parse(&text.clone().into(), tosca::base::FileId(0), &Limits::default());
    let root = tree.root().ok_or("an empty file")?;
    let start = |name: &str| root.get(name).or_else(|| root.get("service_template")?.get(name));
    let (first, rest) = expected.path.split_first().ok_or("no path")?;
    let mut node = start(first).ok_or_else(|| format!("nothing there\n{text}"))?;
    for name in rest {
        let item = || node.items().find_map(|item| item.get(name));
        node = node.get(name).or_else(item).ok_or_else(|| format!("nothing called {name}\n{text}"))?;
    }
    let mut text = String::new();
    write_canonical(node, 0, &mut text);
    if text == canonical(&expected.text) { Ok(()) } else { Err(format!("is\n{}", node.written())) }
}

/// Whether a part of the first file is what is expected in TOSCA 2.0.
fn lowered(analysis: &Analysis, expected: &Lowered) -> Result<(), String> {
    let model = analysis.model();
    let mut checker = tosca::internals::values::Checker::new(model);
    let file = &analysis.graph().files[0];
    let mut node = file.tree().root().ok_or("an empty file")?;
    for name in expected.path.split('/') {
        let item = || node.items().find_map(|item| item.get(name));
        node = node.get(name).or_else(item).ok_or_else(|| format!("nothing called {name}"))?;
    }
    let mut text = String::new();
    write_lowered(file, node, ("", 0), &mut checker, &mut text);
    let wanted = canonical(&expected.text);
    if text == wanted { Ok(()) } else { Err(format!("expected\n{wanted}but is\n{text}")) }
}

/// Writes a node like [`write_canonical`], but keeps its paths as they are.
fn write_lowered<'g>(
    file: &tosca::internals::load::File,
    node: tosca::internals::yaml::YamlNode<'g>,
    (key, depth): (&str, usize),
    checker: &mut tosca::internals::values::Checker<'g>,
    lines: &mut String,
) {
    let path = file.marks().mark(node.id()) == Some(tosca::internals::dialects::Mark::Path);
    let function = key.trim_start_matches('$');
    if path {
        for step in checker.new_path(node, tosca::internals::functions::PathEnd::of_function(function)).steps
        {
            let _ = writeln!(lines, "{:depth$}-", "");
            match step {
                tosca::internals::values::PathStep::Word(word) => {
                    let scalar = tosca::internals::yaml::resolve_plain(&word);
                    let _ = writeln!(lines, "{:1$}{scalar:?}", "", depth + 1);
                }
                tosca::internals::values::PathStep::Written(node) => {
                    write_lowered(file, node, ("", depth + 1), checker, lines);
                }
            }
        }
        return;
    }
    for (key, value) in node.entries() {
        let _ = writeln!(lines, "{:depth$}{:?}:", "", key.scalar());
        write_lowered(file, value, (key.text(), depth + 1), checker, lines);
    }
    for item in node.items() {
        let _ = writeln!(lines, "{:depth$}-", "");
        write_lowered(file, item, ("", depth + 1), checker, lines);
    }
    if let Some(scalar) = node.scalar() {
        let _ = writeln!(lines, "{:depth$}{scalar:?}", "");
    }
}

pub(crate) fn canonical(text: &str) -> String {
    let (tree, diagnostics) = tosca::internals::yaml::parse(
        &std::sync::Arc::new(text.to_owned()),
        tosca::base::FileId(0),
        &tosca::host::Limits::default(),
    );
    assert!(diagnostics.is_empty(), "{diagnostics:?} in\n{text}");
    let mut lines = String::new();
    if let Some(root) = tree.root() {
        write_canonical(root, 0, &mut lines);
    }
    lines
}

fn write_canonical(node: tosca::internals::yaml::YamlNode<'_>, depth: usize, lines: &mut String) {
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

/// Describes what the names on a line refer to.
fn meanings_at(analysis: &Analysis, path: &str, line: u32) -> Vec<String> {
    let mut values = Vec::new();
    for file in &analysis.graph().files {
        let source = analysis.sources().get(file.id);
        if source.path.as_str() != path {
            continue;
        }
        for (node, meaning) in analysis.names().meanings(file.id) {
            if source.position(file.span(node).start).line != line {
                continue;
            }
            values.push(match meaning {
                NameMeaning::Nothing => "nothing".to_owned(),
                NameMeaning::Unknown => "unknown".to_owned(),
                NameMeaning::BuiltInType(_) => "built-in data type".to_owned(),
                NameMeaning::BuiltInFunction => "built-in function".to_owned(),
                NameMeaning::Definition(id) => {
                    let definition = analysis.names().definition(id);
                    let holder = analysis.graph().file(id.file);
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
    values
}
