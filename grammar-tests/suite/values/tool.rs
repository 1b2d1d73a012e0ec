//! What the tool says about a project, compared with the reference.

use std::fmt::Write as _;

use tosca::diagnostics::{Diagnostic, Level};
use tosca::host::Memory;
use tosca::internals::evaluate::outputs;
use tosca::internals::literals::Value as Literal;
use tosca::internals::load::Inputs;
use tosca::internals::values::{Evaluation, What, evaluate};
use tosca::normalize::{self, IncludedTypes, NormalizeOptions};
use tosca::{Analysis, Options, analyze};

use super::functions::equal;
use super::project::Reason;
use super::project::{Project, Scalar, UNIT, Value};
use super::questions::Question;
use super::reference::unknown;
use super::text;

/// What the tool calls known at run time only although the reference knows it.
#[derive(Default)]
pub(crate) struct NotKnown {
    /// Whether this is only counted, to see other differences.
    pub(crate) is_allowed: bool,
    pub(crate) count: usize,
}

/// Describes how the tool differs from the reference; empty if it does not.
pub(crate) fn problem(
    project: &Project,
    questions: &[Question],
    given: bool,
    not_known: &mut NotKnown,
) -> String {
    let files = text::files(project);
    let inputs = text::inputs(project);
    let inputs = given.then_some(inputs.as_str());
    let mode = if given { "with inputs.yaml" } else { "without inputs" };
    let mut problem = errors(&analysis(&files, inputs, false, None));
    if problem.is_empty() {
        problem = answers(&files, inputs, questions, not_known);
    }
    if problem.is_empty() {
        problem = normal_form(&files, inputs, questions, not_known);
    }
    if problem.is_empty() { problem } else { format!("{mode}:\n{problem}") }
}

/// Describes what is wrong with the findings about the literal that breaks a clause.
pub(crate) fn problem_of_broken(project: &Project) -> String {
    let files = text::files(project);
    let literal = project.broken.as_deref().unwrap_or_default();
    let main = &files[0].1;
    let line = 1 + main.lines().position(|line| line.contains(literal)).expect("the literal");
    // Without the values of inputs, a condition may be open.
    let reads_inputs = files.iter().any(|(_, text)| text.contains("$get_input"));
    for inputs in [None, Some(text::inputs(project))].into_iter().skip(usize::from(reads_inputs)) {
        let analysis = analysis(&files, inputs.as_deref(), false, None);
        let is_it = |diagnostic: &&Diagnostic| {
            let source = analysis.sources().get(diagnostic.primary.span.file);
            let start = source.position(diagnostic.primary.span.start).line;
            diagnostic.rule.code == "T0610" && source.path == "main.yaml" && start as usize == line
        };
        if analysis.diagnostics().iter().filter(is_it).count() == 0 {
            return format!("no T0610 in line {line} of main.yaml\n{}", errors(&analysis));
        }
    }
    String::new()
}

/// Checks the first file; with `defaults`, inputs have their defaults.
fn analysis(
    files: &[(String, String)],
    inputs: Option<&str>,
    defaults: bool,
    expression: Option<&str>,
) -> Analysis {
    let mut host = Memory::new();
    for (path, text) in files {
        host.add(path, text.clone());
    }
    let mut options = Options::default();
    options.load.paths = vec![files[0].0.as_str().into()];
    options.load.inputs = if defaults { Inputs::Defaults } else { Inputs::Later };
    if let Some(inputs) = inputs {
        host.add("inputs.yaml", inputs);
        options.load.inputs = Inputs::In("inputs.yaml".into());
    }
    options.load.expression = expression.map(str::to_owned);
    analyze(&host, &options)
}

fn errors(analysis: &Analysis) -> String {
    let mut text = String::new();
    for diagnostic in analysis.diagnostics().iter().filter(|diagnostic| diagnostic.level == Level::Error) {
        let source = analysis.sources().get(diagnostic.primary.span.file);
        let place = source.position(diagnostic.primary.span.start);
        let (path, code) = (&source.path, diagnostic.rule.code);
        let _ = writeln!(text, "{path}:{}:{}: {code} {}", place.line, place.column, diagnostic.message);
    }
    text
}

/// Asks all questions.
fn answers(
    files: &[(String, String)],
    inputs: Option<&str>,
    questions: &[Question],
    not_known: &mut NotKnown,
) -> String {
    let asked = questions.iter().filter(|question| !question.is_output);
    let expressions = asked.fold(String::new(), |all, question| all + "- " + &question.text + "\n");
    let analysis =
        analysis(files, inputs, true, Some(&expressions).filter(|text| !text.is_empty()).map(String::as_str));
    let problem = errors(&analysis);
    if !problem.is_empty() {
        return problem;
    }
    let model = analysis.model();
    let mut evaluations: Vec<(String, Evaluation<'_>)> = Vec::new();
    let main = analysis.graph().files.iter().find(|file| file.is_requested).expect("a file");
    let service = model.service(main.id).expect("a service template");
    for (name, evaluation) in outputs(model, service) {
        evaluations.push((name.to_owned(), evaluation));
    }
    if let Some(file) = analysis.graph().expression {
        let root = analysis.graph().file(file).tree().root().expect("a list");
        for (node, question) in root.items().zip(questions.iter().filter(|question| !question.is_output)) {
            let evaluation = evaluate(model, node, None, What::Named("the", "expression"));
            evaluations.push((question.text.clone(), evaluation));
        }
    }
    let mut text = String::new();
    for (question, (name, evaluation)) in questions.iter().zip(&evaluations) {
        assert_eq!(question.text, *name);
        if let Some(difference) = difference(question, evaluation, not_known) {
            let _ = writeln!(text, "{name}\n{difference}");
        }
    }
    text
}

/// Compares one answer.
fn difference(question: &Question, evaluation: &Evaluation<'_>, not_known: &mut NotKnown) -> Option<String> {
    let wanted = &question.value;
    let found: Vec<&Diagnostic> =
        evaluation.diagnostics.iter().filter(|diagnostic| diagnostic.level == Level::Error).collect();
    if let Some(error) = found.first() {
        return Some(format!("  reference: {wanted:?}\n  tool:      {} {}", error.rule.code, error.message));
    }
    let reason = unknown(wanted);
    match (&evaluation.value, reason) {
        (Some(value), None) => {
            let value = value_of(value);
            (!equal(&value, wanted)).then(|| format!("  reference: {wanted:?}\n  tool:      {value:?}"))
        }
        // The reference follows few choices of targets, and the tool compares their values.
        (None, Some(_)) | (Some(_), Some(Reason::Choice)) => None,
        (Some(value), Some(reason)) => {
            Some(format!("  reference: later ({reason:?})\n  tool:      {:?}", value_of(value)))
        }
        (None, None) => {
            not_known.count += 1;
            if not_known.is_allowed {
                return None;
            }
            let reason = evaluation
                .unknown
                .as_ref()
                .map(|part| (part.reason.clone(), part.node.written().to_string()));
            Some(format!("  reference: {wanted:?}\n  tool:      not known, {reason:?}"))
        }
    }
}

/// The normal form is valid, means the same, and is its own normal form.
fn normal_form(
    files: &[(String, String)],
    inputs: Option<&str>,
    questions: &[Question],
    not_known: &mut NotKnown,
) -> String {
    let form = |analysis: &Analysis| {
        let main = analysis.graph().files.iter().find(|file| file.is_requested).expect("a file");
        let options = NormalizeOptions::new(IncludedTypes::Used, false, inputs.is_some());
        normalize::model(analysis.model(), main, options).to_yaml()
    };
    let first = form(&analysis(files, inputs, false, None));
    let normal = [("normal.yaml".to_owned(), first.clone())];
    let second = analysis(&normal, inputs, false, None);
    let mut problem = errors(&second);
    if problem.is_empty() && !not_known.is_allowed {
        problem = first_difference(&first, &form(&second));
    }
    if problem.is_empty() {
        problem = answers(&normal, inputs, questions, not_known);
    }
    if problem.is_empty() { problem } else { format!("the normal form\n{first}\n{problem}") }
}

/// Describes the first line in which two normal forms differ.
fn first_difference(one: &str, other: &str) -> String {
    let lines = one.lines().chain([""]).zip(other.lines().chain([""])).enumerate();
    let different = lines.into_iter().find(|(_, (one, other))| one != other);
    different.map_or_else(String::new, |(at, (one, other))| {
        format!("line {} of the normal form is\n{one}\nand normalized again\n{other}\n", at + 1)
    })
}

/// Returns a value of the tool as one of the reference.
fn value_of(value: &Literal) -> Value {
    match value {
        Literal::Boolean(value) => Value::Boolean(*value),
        Literal::Integer(number) => Value::Integer(*number),
        Literal::Float(number) => Value::Float(*number),
        Literal::String(text) => Value::String(text.clone()),
        Literal::Timestamp(time) => Value::Timestamp(time.text.clone()),
        Literal::Version(version) => Value::Version(version.text.clone()),
        Literal::Scalar(scalar) => {
            let kind = if scalar.units.has_integers { Scalar::Size } else { Scalar::Length };
            Value::Scalar(kind, amount(&scalar.amount.to_plain_string()).unwrap_or(i128::MAX))
        }
        Literal::List(items) => Value::List(items.iter().map(value_of).collect()),
        Literal::Map(entries) => {
            Value::Map(entries.iter().map(|(key, value)| (key.clone(), value_of(value))).collect())
        }
        Literal::Nil | Literal::Bytes(_) => unreachable!("no project has such a value"),
    }
}

/// Reads a decimal number of at most twelve places.
fn amount(text: &str) -> Option<i128> {
    let (whole, places) = text.split_once('.').unwrap_or((text, ""));
    let places = places.trim_end_matches('0');
    let digits: i128 = format!("{whole}{places}").parse().ok()?;
    Some(digits * (UNIT / 10_i128.checked_pow(u32::try_from(places.len()).ok()?)?))
}
