//! `tosca resolve`

use std::fmt::Write as _;
use std::sync::Arc;

use camino::Utf8Path;
use clap::{Args, ValueEnum};

use crate::base::{FileId, Sources};
use crate::diagnostics::{Level, list, suggest};
use crate::dialects::variability::{
    NeededRelation, Pruned, Pruning, RelationEnds, VariabilityModel, plain_version,
};
use crate::host::{Disk, Overlay};
use crate::variability::{
    ConsistencyCheck, Equations, InputValues, Line, elements_called, explain, path_of, resolve, solve,
    violation,
};
use crate::yaml::{self, Tree};
use crate::{analyze, migrate};

use super::super::destination::Destination;
use super::super::loading::Loading;
use super::{
    Status, Variable, gather_inputs, model_of, print_diagnostics, read_template, recheck, typed_instances,
};

/// Resolves a variable service template to one variant in plain TOSCA: absent elements are removed; comments and
/// order of the rest stay.
///
/// Values of variability inputs come from defaults, presets in order, `--inputs` and `-i`; later ones take
/// precedence. The result is checked first, and its errors are printed; if it has errors that the template does not
/// have at the same locations, nothing is written.
#[derive(Debug, Args)]
pub(in crate::cli) struct Resolve {
    #[command(flatten)]
    variable: Variable,

    /// TOSCA version of the result
    #[arg(long, value_enum, value_name = "VERSION")]
    to: Option<Target>,

    /// Remove requirement assignments with their source: those that have no conditions, or all
    #[arg(long, value_enum, value_name = "WHICH", num_args = 0..=1, default_missing_value = "unconditional")]
    prune_relations: Option<Which>,

    /// Remove node templates with the last relation that targets them: those that have no conditions, or all
    #[arg(long, value_enum, value_name = "WHICH", num_args = 0..=1, default_missing_value = "unconditional")]
    prune_nodes: Option<Which>,

    /// The same as `--prune-relations=all`
    #[arg(long, hide = true, conflicts_with = "prune_relations")]
    force_prune_relations: bool,

    /// The same as `--prune-nodes=all`
    #[arg(long, hide = true, conflicts_with = "prune_nodes")]
    force_prune_nodes: bool,

    /// Consistency check to skip (repeatable)
    #[arg(long, value_enum, value_name = "CHECK")]
    skip: Vec<Skipped>,

    #[command(flatten)]
    destination: Destination,

    /// Write the result whatever its errors, and only count them
    #[arg(long)]
    no_check: bool,

    /// Only explain why an element is present or absent: `node`, `node.requirement`, `node.0`, or a group, policy
    /// or input
    #[arg(long, value_name = "ELEMENT")]
    explain: Option<String>,

    /// Output format of the explanation
    #[arg(long, value_enum, default_value_t = ExplanationFormat::Text, requires = "explain")]
    format: ExplanationFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ExplanationFormat {
    /// For people
    Text,
    /// For programs
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Target {
    /// TOSCA Simple Profile 1.3
    #[value(name = "tosca_simple_yaml_1_3")]
    Simple,
    /// TOSCA 2.0
    #[value(name = "tosca_2_0")]
    Tosca2,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Which {
    /// Elements that have no conditions
    Unconditional,
    /// All elements
    All,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Skipped {
    /// Each relation has a source
    Source,
    /// Each relation has a target
    Target,
    /// Each node template has at most one host
    SeveralHosts,
    /// Each node template that can have a host has one
    LostHost,
    /// All checks
    All,
}

impl Resolve {
    /// Replaces the pruning of the template by that of the flags.
    fn set_pruning(&self, pruning: &mut Pruning) {
        if let Some(relations) =
            pruned(self.prune_relations, self.force_prune_relations, RelationEnds::Source)
        {
            pruning.relations = relations;
        }
        if let Some(nodes) = pruned(self.prune_nodes, self.force_prune_nodes, NeededRelation::Present) {
            pruning.nodes = nodes;
        }
    }

    fn checks(&self) -> Vec<ConsistencyCheck> {
        let is_skipped = |check: &ConsistencyCheck| {
            let skip_value = match check {
                ConsistencyCheck::Source => Skipped::Source,
                ConsistencyCheck::Target => Skipped::Target,
                ConsistencyCheck::OneHost => Skipped::SeveralHosts,
                ConsistencyCheck::SomeHost => Skipped::LostHost,
            };
            self.skip.contains(&skip_value) || self.skip.contains(&Skipped::All)
        };
        ConsistencyCheck::ALL.iter().copied().filter(|check| !is_skipped(check)).collect()
    }
}

fn pruned<Of>(which: Option<Which>, is_forced: bool, needed: Of) -> Option<Pruned<Of>> {
    match which {
        _ if is_forced => Some(Pruned::All(needed)),
        None => None,
        Some(Which::Unconditional) => Some(Pruned::Unconditional(needed)),
        Some(Which::All) => Some(Pruned::All(needed)),
    }
}

pub(in crate::cli) fn run(arguments: &Resolve) -> Status {
    let disk = Disk::new();
    let Some(mut texts) = read_template(&disk, &arguments.variable.file, &arguments.variable.loading) else {
        return Status::Failure;
    };
    let mut diagnostics = std::mem::take(&mut texts.diagnostics);
    let mut sources = std::mem::take(&mut texts.sources);
    let Some((mut model, problems)) = model_of(&disk, &texts, &arguments.variable.loading) else {
        return Status::Failure;
    };
    arguments.set_pruning(&mut model.pruning);
    diagnostics.extend(problems);
    let Some(mut given) = gather_inputs(
        &disk,
        (&arguments.variable.given, &arguments.variable.loading),
        &model,
        &mut sources,
        &mut diagnostics,
    ) else {
        return Status::Failure;
    };
    diagnostics.extend(given.complete(&model));
    if model.is_broken || diagnostics.iter().any(|diagnostic| diagnostic.level == Level::Error) {
        print_diagnostics(&sources, diagnostics);
        return Status::Failure;
    }
    if let Some(name) = &arguments.explain {
        return print_explanation(arguments, name, &model, &given, &sources);
    }
    let resolved = resolve(&model, &given.values, &arguments.checks());
    let has_errors = resolved.diagnostics.iter().any(|diagnostic| diagnostic.level == Level::Error);
    let text = resolved.text(&texts.tree).filter(|_| !has_errors);
    diagnostics.extend(resolved.diagnostics);
    let typed = typed_instances(&disk, &texts, &model, &arguments.variable.loading);
    let lost = typed.iter().filter(|instance| resolved.tree.is_some() && instance.is_only_lost());
    let lost = lost.filter(|instance| instance.is_violated(|id| resolved.present[id.index()]));
    diagnostics.extend(lost.map(|instance| violation(&model, instance)));
    let (Some(text), Some(tree)) = (text, resolved.tree) else {
        print_diagnostics(&sources, diagnostics);
        return Status::Failure;
    };
    let lowered = match arguments.to {
        Some(Target::Tosca2) if plain_version(&model) != "tosca_2_0" => {
            lower(&disk, &texts.path, &text, &arguments.variable.loading)
        }
        Some(Target::Simple) if plain_version(&model) == "tosca_2_0" => {
            anstream::eprintln!("error: a TOSCA 2.0 template cannot be converted to TOSCA 1.3");
            return Status::Failure;
        }
        _ => None,
    };
    let result = recheck::errors(&disk, &texts.path, &text, &tree, &arguments.variable.loading);
    let has_new_errors = result.errors.iter().any(|error| error.is_new);
    let errors: Vec<_> = result.errors.into_iter().map(|error| error.diagnostic).collect();
    let count = count_of_errors(errors.len());
    if !arguments.no_check && has_new_errors {
        print_diagnostics(&result.sources, errors);
        anstream::eprintln!(
            "error: the result is not valid and was not written; use `--no-check` to write it"
        );
        return Status::Failure;
    }
    print_diagnostics(&sources, diagnostics);
    if is_plain(&model) && resolved.present.iter().all(|is_present| *is_present) {
        anstream::eprintln!("note: `{}` has nothing to resolve", texts.path);
    }
    let has_remaining_errors = !errors.is_empty();
    if has_remaining_errors {
        if arguments.no_check {
            anstream::eprintln!("warning: the result has {count}; run without `--no-check` to see more");
        } else {
            print_diagnostics(&result.sources, errors);
            anstream::eprintln!("warning: the result has {count}, as the template does");
        }
    }
    let text = lowered.as_deref().unwrap_or(&text);
    arguments.destination.write_text(text, "the resolved template").with_errors(has_remaining_errors)
}

/// Whether a template has no variability: neither variability inputs nor conditions.
fn is_plain(model: &VariabilityModel<'_>) -> bool {
    model.definition.is_none() && model.elements.iter().all(|element| !element.is_conditional)
}

/// Converts the resolved `text` of the file at `path` to TOSCA 2.0.
fn lower(disk: &Disk, path: &Utf8Path, text: &str, loading: &Loading) -> Option<String> {
    let mut options = loading.options();
    options.keeps = crate::Keeps::Written;
    options.load.paths = vec![path.to_owned()];
    let mut overlay = Overlay::new(disk);
    overlay.add(path, text.as_bytes().to_vec());
    let analysis = analyze(&overlay, &options);
    let file = analysis.graph.files.iter().find(|file| file.is_requested)?;
    Some(migrate::lower(&analysis, file.id).text)
}

fn count_of_errors(count: usize) -> String {
    if count == 1 { "1 error".to_owned() } else { format!("{count} errors") }
}

/// Prints why an element is present or absent.
fn print_explanation(
    arguments: &Resolve,
    name: &str,
    model: &VariabilityModel<'_>,
    given: &InputValues,
    sources: &Sources,
) -> Status {
    let ids = elements_called(model, name);
    if ids.is_empty() {
        anstream::eprintln!("error: unknown element `{name}`");
        let known: Vec<String> = model.all().map(|(id, _)| path_of(model, id)).collect();
        if let Some(suggestion) = suggest(name, known.iter().map(String::as_str)) {
            anstream::eprintln!("help: did you mean `{suggestion}`?");
        }
        return Status::Failure;
    }
    if ids.len() > 1 {
        let names: Vec<String> = ids.iter().map(|&id| format!("`{}`", path_of(model, id))).collect();
        anstream::eprintln!("note: `{name}` is {}", list(&names, "and"));
    }
    let equations = Equations::new(model);
    let mut diagnostics = Vec::new();
    let solution = solve(&equations, &given.values, &mut diagnostics);
    let explanations: Vec<(String, Option<bool>, Vec<Line>)> = ids
        .into_iter()
        .map(|id| (path_of(model, id), solution.is_present(id), explain(&solution, given, id)))
        .collect();
    let text = match arguments.format {
        ExplanationFormat::Text => {
            let lines = explanations.iter().flat_map(|(.., lines)| lines);
            lines.map(|line| line_in_words(line, sources)).collect()
        }
        ExplanationFormat::Json => {
            let json = explanations.iter().map(|(name, is_present, lines)| {
                serde_json::json!({
                    "element": name,
                    "present": is_present,
                    "because": reasons(&mut lines.iter().skip(1).peekable(), 1, sources),
                })
            });
            let json: Vec<serde_json::Value> = json.collect();
            serde_json::to_string_pretty(&json).unwrap_or_default() + "\n"
        }
    };
    print_diagnostics(sources, diagnostics);
    arguments.destination.write_text(&text, "the explanation")
}

fn line_in_words(line: &Line, sources: &Sources) -> String {
    let mut text = "  ".repeat(line.depth);
    text.push_str(&line.text);
    if let Some(span) = line.span {
        let source = sources.get(span.file);
        let position = source.position(span.start);
        let _ = write!(text, "  ({}:{}:{})", source.path, position.line, position.column);
    }
    text.push('\n');
    text
}

/// Returns the lines at `depth` as JSON, each with the deeper lines that follow it.
fn reasons<'l>(
    lines: &mut std::iter::Peekable<impl Iterator<Item = &'l Line>>,
    depth: usize,
    sources: &Sources,
) -> Vec<serde_json::Value> {
    let mut all = Vec::new();
    while let Some(line) = lines.next_if(|line| line.depth >= depth) {
        let location = line.span.map(|span| {
            let source = sources.get(span.file);
            let position = source.position(span.start);
            serde_json::json!({ "file": source.path.as_str(), "line": position.line, "column": position.column })
        });
        all.push(serde_json::json!({
            "text": line.text,
            "location": location,
            "because": reasons(lines, line.depth + 1, sources),
        }));
    }
    all
}

/// Parses a text that was just printed.
pub(super) fn tree_of(text: &str) -> Tree {
    yaml::parse(&Arc::new(text.to_owned()), FileId(0), &crate::host::Limits::default()).0
}
