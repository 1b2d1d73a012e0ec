//! `tosca eval`

use std::ffi::OsString;

use camino::Utf8PathBuf;
use clap::{Args, ValueEnum};

use crate::base::Sources;
use crate::diagnostics::{Diagnostic, Level, rules, suggest_typo};
use crate::host::Disk;
use crate::literals::{Notation, Value};
use crate::load::Inputs;
use crate::values::{Evaluation, UnknownPart, UnknownReason};
use crate::{Analysis, analyze, evaluate};

use super::Status;
use super::destination::Destination;
use super::loading::{self, Loading};
use super::render::{Findings, human};
use super::terminal::Look;

/// Computes an expression, or the outputs of a service, as far as values are known before deployment. Inputs
/// have their defaults, or the values in `--inputs`.
///
/// The exit code is 2 if the value is invalid or only known at run time, and 1 if it is printed although the files
/// have errors. Outputs that are only known at run time are omitted and listed on standard error.
#[derive(Debug, Args)]
pub(super) struct Eval {
    /// File with the service template
    #[arg(value_name = "FILE")]
    file: OsString,

    /// Value in YAML, such as `{ $get_input: port }`; if omitted, the outputs are printed
    #[arg(value_name = "EXPRESSION", allow_hyphen_values = true, value_parser = expression)]
    expression: Option<String>,

    /// Print all outputs as one map
    #[arg(long, conflicts_with = "expression")]
    outputs: bool,

    /// YAML or JSON file with values for the inputs of the service template
    #[arg(long, value_name = "FILE", value_parser = loading::path())]
    inputs: Option<Utf8PathBuf>,

    /// Output format
    #[arg(long, value_enum, default_value_t = EvalFormat::Yaml)]
    format: EvalFormat,

    #[command(flatten)]
    destination: Destination,

    #[command(flatten)]
    loading: Loading,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum EvalFormat {
    /// A single YAML document
    Yaml,
    /// A single JSON document
    Json,
}

/// Checks that an expression is not a misspelled flag.
fn expression(text: &str) -> Result<String, String> {
    let is_flag = text.strip_prefix("--").is_some_and(|name| name.starts_with(char::is_alphabetic));
    if is_flag {
        Err("unknown flag; values of inputs are in the file of `--inputs`".to_owned())
    } else {
        Ok(text.to_owned())
    }
}

pub(super) fn run(arguments: &Eval) -> Status {
    let disk = Disk::new();
    let mut options = arguments.loading.options();
    options.load.paths = vec![disk.known_path(arguments.file.clone())];
    options.load.expression.clone_from(&arguments.expression);
    options.load.inputs = arguments.inputs.clone().map_or(Inputs::Defaults, Inputs::In);
    if arguments.expression.as_ref().is_some_and(|expression| expression.trim().is_empty()) {
        anstream::eprintln!("error: the expression is empty");
        return Status::Failure;
    }
    if !loading::all_there(&disk, &options) {
        return Status::Failure;
    }
    let analysis = analyze(&disk, &options);
    if loading::report_undecided_variants(&analysis) {
        return Status::Failure;
    }
    let outcome = {
        let model = analysis.model();
        match evaluate::expression(model) {
            Some(evaluation) => Outcome::of_expression(analysis.sources(), evaluation),
            None if arguments.expression.is_some() => Outcome::default(),
            None => {
                let mut files = analysis.graph.files.iter().filter(|file| file.is_requested);
                let Some(service) = files.find_map(|file| model.service(file.id)) else {
                    anstream::eprintln!("error: no service template, so there are no outputs");
                    return Status::Failure;
                };
                Outcome::of_outputs(analysis.sources(), evaluate::outputs(model, service))
            }
        }
    };
    let (is_valid, has_other_errors) = print_findings(&analysis, outcome.diagnostics);
    for line in &outcome.lines {
        anstream::eprintln!("{line}");
    }
    if has_other_errors {
        anstream::eprintln!("warning: the files have errors; run `tosca check` to see them");
    }
    let Some(value) = outcome.value.filter(|_| is_valid) else { return Status::Failure };
    if let Some(call) = arguments.expression.as_deref().and_then(|text| call_for_name(&analysis, text.trim()))
    {
        anstream::eprintln!("note: a text is its own value; write `{call}`");
    }
    let text = match arguments.format {
        EvalFormat::Yaml => value.to_yaml(Notation::Data),
        EvalFormat::Json => {
            let mut text = serde_json::to_string_pretty(&value.to_json()).unwrap_or_default();
            text.push('\n');
            text
        }
    };
    let status = arguments.destination.write_text(&text, "the value");
    status.with_errors(outcome.has_invalid_part || has_other_errors)
}

/// The output of the command.
#[derive(Default)]
struct Outcome {
    value: Option<Value>,
    /// Messages for standard error.
    lines: Vec<String>,
    /// The findings of the evaluation.
    diagnostics: Vec<Diagnostic>,
    /// Whether the value of an output is invalid.
    has_invalid_part: bool,
}

impl Outcome {
    fn of_expression(sources: &Sources, evaluation: Evaluation<'_>) -> Self {
        let lines = evaluation.unknown.iter().map(|unknown| {
            let reason = reason(unknown);
            format!("error: {reason}: {}", call_and_location(sources, unknown))
        });
        Self {
            lines: lines.collect(),
            value: evaluation.value,
            diagnostics: evaluation.diagnostics,
            has_invalid_part: false,
        }
    }

    /// Returns the known outputs as one map, with messages about the others.
    fn of_outputs(sources: &Sources, outputs: Vec<(&str, Evaluation<'_>)>) -> Self {
        let mut outcome = Self::default();
        let mut known = crate::base::IndexMap::default();
        for (name, evaluation) in outputs {
            if let Some(unknown) = &evaluation.unknown {
                let call = call_and_location(sources, unknown);
                outcome.lines.push(format!("note: output `{name}`: {}: {call}", reason(unknown)));
            }
            outcome.has_invalid_part |= evaluation.value.is_none() && evaluation.unknown.is_none();
            outcome.diagnostics.extend(evaluation.diagnostics);
            known.extend(evaluation.value.map(|value| (name.to_owned(), value)));
        }
        outcome.value = Some(Value::Map(known));
        outcome
    }
}

fn reason(unknown: &UnknownPart<'_>) -> String {
    match &unknown.reason {
        UnknownReason::NoInput(name) => format!("input `{name}` has no value; set it with `--inputs`"),
        UnknownReason::RunTime => "only known at run time".to_owned(),
        UnknownReason::NoType => "argument types are unknown".to_owned(),
        UnknownReason::Pattern => "the meaning of the pattern depends on the tool".to_owned(),
        UnknownReason::Wrong(_) => "the value that is read has an error".to_owned(),
        UnknownReason::OtherType(expected) => format!("not known to be {expected}"),
        UnknownReason::Implementation => "computed by an implementation, only known at run time".to_owned(),
    }
}

/// Describes the call whose value is unknown, with its location.
fn call_and_location(sources: &Sources, unknown: &UnknownPart<'_>) -> String {
    let span = unknown.node.span();
    let source = sources.get(span.file);
    let position = source.position(span.start);
    let written: Vec<&str> = unknown.node.written().split_whitespace().collect();
    format!("`{}` ({}:{}:{})", written.join(" "), source.path, position.line, position.column)
}

/// Prints findings about the value, the expression and the given inputs. Returns whether the expression and
/// the inputs are valid, and whether there are other errors.
fn print_findings(analysis: &Analysis, diagnostics: Vec<Diagnostic>) -> (bool, bool) {
    let graph = &analysis.graph;
    let mut own_files: Vec<_> = graph.expression.into_iter().collect();
    if let Inputs::In(file) = graph.inputs {
        own_files.push(file);
    }
    let (mut in_own_files, in_other_files): (Vec<&Diagnostic>, Vec<&Diagnostic>) =
        analysis.diagnostics.iter().partition(|diagnostic| own_files.contains(&diagnostic.primary.span.file));
    let is_about_value =
        |candidate: &Diagnostic| diagnostics.iter().any(|diagnostic| diagnostic.is_same_finding(candidate));
    let has_other_errors = in_other_files
        .iter()
        .any(|diagnostic| diagnostic.level == Level::Error && !is_about_value(diagnostic));
    // A missing input matters only if it is read, and is reported there.
    in_own_files.retain(|diagnostic| {
        !is_about_value(diagnostic) && diagnostic.rule.name != rules::missing_input::RULE.name
    });
    let is_valid = in_own_files.iter().all(|diagnostic| diagnostic.level != Level::Error);
    let mut shown: Vec<Diagnostic> = in_own_files.into_iter().cloned().collect();
    shown.extend(diagnostics);
    let findings = Findings::in_files(analysis, &shown);
    let _ = human::write(&mut std::io::stderr().lock(), findings, &Look::of_stderr());
    (is_valid, has_other_errors)
}

/// Returns the call that reads the input, output or node template with this name.
fn call_for_name(analysis: &Analysis, name: &str) -> Option<String> {
    let file = analysis.graph.files.iter().find(|file| file.is_requested)?;
    let template = file.tree().root()?.get("service_template")?;
    let sections = ["inputs", "outputs", "node_templates"].map(|section| template.get(section));
    let entries = || sections.iter().flatten().flat_map(|section| section.entries());
    let is_known = entries().any(|(key, _)| key.text() == name);
    let near = suggest_typo(name, entries().map(|(key, _)| key.text())).filter(|_| !is_known);
    let name = near.unwrap_or(name);
    let has = |section: &str| template.get(section).is_some_and(|section| section.entry(name).is_some());
    if has("inputs") {
        Some(format!("{{ $get_input: {name} }}"))
    } else if has("outputs") {
        let value = template.get("outputs")?.get(name)?.get("value")?.written();
        (!value.contains('\n')).then(|| value.to_owned())
    } else {
        has("node_templates").then(|| format!("{{ $get_property: [ {name}, … ] }}"))
    }
}
