//! Constraints: lowered to one validation clause of TOSCA 2.0 (L07).

use std::rc::Rc;

use crate::base::Span;
use crate::diagnostics::{Actual, Diagnostic, rules, suggest};
use crate::dialects::{Mark, Rewriter};
use crate::yaml::{Kind, YamlNode};

use super::function;

/// The operators of constraints.
pub(in crate::dialects::simple) const OPERATORS: &[&str] = &[
    "equal",
    "greater_than",
    "greater_or_equal",
    "less_than",
    "less_or_equal",
    "in_range",
    "valid_values",
    "length",
    "min_length",
    "max_length",
    "pattern",
    "schema",
];

/// Whether `node` is a constraint, rather than a map from names to constraints.
pub(super) fn is_clause(node: YamlNode<'_>) -> bool {
    let is_plain = |operand: YamlNode<'_>| {
        operand.kind() == Kind::Scalar || operand.items().any(|item| !item.is_mapping())
    };
    node.only_entry().is_some_and(|(key, operand)| OPERATORS.contains(&key.text()) && is_plain(operand))
}

/// A comparison of a subject with an operand.
pub(super) struct Comparison<'t> {
    function: &'static str,
    /// The span of the operator.
    span: Span,
    subject: Subject<'t>,
    operand: Operand<'t>,
    /// Whether the length of the subject is compared.
    length: bool,
}

/// The subject of a comparison.
#[derive(Clone)]
pub(super) enum Subject<'t> {
    /// The validated value.
    Value,
    /// An entry of the value.
    Entry(&'static str),
    /// The value at the end of a path.
    Read(Rc<Path<'t>>),
}

/// A path to a value.
pub(super) struct Path<'t> {
    function: &'static str,
    words: Vec<&'t str>,
    /// The span of the name of the value.
    span: Span,
    /// Whether it is a path of 1.x.
    is_legacy: bool,
}

impl<'t> Subject<'t> {
    /// Returns a property at the end of a path.
    pub(super) fn property(words: Vec<&'t str>, span: Span) -> Self {
        Self::Read(Rc::new(Path { function: "$get_property", words, span, is_legacy: false }))
    }

    /// Returns a property at the end of a 1.x path.
    pub(super) fn legacy_property(words: Vec<&'t str>, span: Span) -> Self {
        Self::Read(Rc::new(Path { function: "$get_property", words, span, is_legacy: true }))
    }

    /// Returns an attribute at the end of a path, or a property that it reflects.
    pub(super) fn attribute(words: Vec<&'t str>, span: Span) -> Self {
        Self::Read(Rc::new(Path { function: "$get_attribute", words, span, is_legacy: false }))
    }

    fn write(&self, rewriter: &mut Rewriter<'t>, span: Span) {
        match self {
            Subject::Value => rewriter.string("$value", span),
            Subject::Entry(index) => {
                open(rewriter, "$value", span);
                rewriter.plain(index, span);
                close(rewriter);
            }
            Subject::Read(path) => {
                rewriter.open_map(path.span);
                rewriter.string(path.function, path.span);
                if path.is_legacy {
                    rewriter.mark(Mark::Path);
                }
                rewriter.open_list(path.span);
                for word in &path.words {
                    rewriter.string(word, path.span);
                }
                close(rewriter);
            }
        }
    }
}

impl<'t> Comparison<'t> {
    /// Returns the comparison that `subject` is equal to `value`.
    pub(super) fn equal(subject: Subject<'t>, span: Span, value: YamlNode<'t>) -> Self {
        Self { function: "$equal", span, subject, operand: Operand::Value(value), length: false }
    }
}

enum Operand<'t> {
    Value(YamlNode<'t>),
    Text(String, Span),
}

/// Writes `constraints` as `validation`. Constraints of a range apply to both of its ends.
pub(super) fn constraints<'t>(
    rewriter: &mut Rewriter<'t>,
    key: YamlNode<'t>,
    value: YamlNode<'t>,
    is_range: bool,
) {
    if !value.is_sequence() && !value.is_mapping() {
        if !value.is_null() {
            let name = format!("`{}`", key.text());
            let actual = crate::keynames::describe(value);
            rewriter.report(value, rules::wrong_shape::new(value.span(), &name, "a list", actual, None));
        }
        return;
    }
    let subjects: &[Subject<'t>] =
        if is_range { &[Subject::Entry("0"), Subject::Entry("1")] } else { &[Subject::Value] };
    let comparisons = read_comparisons(rewriter, value, subjects);
    if comparisons.is_empty() {
        return;
    }
    rewriter.applied("L07", key);
    rewriter.key("validation", key);
    if comparisons.len() == 1 {
        return write(rewriter, &comparisons[0]);
    }
    rewriter.open_map(value);
    rewriter.string("$and", key);
    rewriter.open_list_like(value);
    for comparison in &comparisons {
        write(rewriter, comparison);
    }
    close(rewriter);
}

/// Reads one constraint, or a list of constraints, on `subjects`.
pub(super) fn read_comparisons<'t>(
    rewriter: &mut Rewriter<'t>,
    node: YamlNode<'t>,
    subjects: &[Subject<'t>],
) -> Vec<Comparison<'t>> {
    let mut comparisons = Vec::new();
    if node.is_sequence() {
        for clause in node.items() {
            read(rewriter, clause, subjects, &mut comparisons);
        }
    } else {
        read(rewriter, node, subjects, &mut comparisons);
    }
    comparisons
}

fn read<'t>(
    rewriter: &mut Rewriter<'t>,
    clause: YamlNode<'t>,
    subjects: &[Subject<'t>],
    comparisons: &mut Vec<Comparison<'t>>,
) {
    let mut add =
        |function, span: Span, to_operand: fn(YamlNode<'t>) -> Operand<'t>, operand: YamlNode<'t>| {
            for subject in subjects {
                comparisons.push(Comparison {
                    function,
                    span,
                    subject: subject.clone(),
                    operand: to_operand(operand),
                    length: false,
                });
            }
        };
    if function::is_call(clause) {
        return add("$equal", clause.span(), Operand::Value, clause);
    }
    let Some((operator, operand)) = clause.only_entry() else {
        if clause.kind() == Kind::Scalar && !clause.is_null() {
            add("$equal", clause.span(), Operand::Value, clause);
        } else if !clause.is_invalid() {
            let actual = crate::keynames::describe(clause);
            let expected = "a map with one operator";
            let shape = rules::wrong_shape::new(clause.span(), "a constraint", expected, actual, None);
            rewriter.report(clause, shape);
        }
        return;
    };
    let span = operator.span();
    let function_of = |name: &str| {
        Some(match name {
            "equal" => "$equal",
            "greater_than" => "$greater_than",
            "greater_or_equal" => "$greater_or_equal",
            "less_than" => "$less_than",
            "less_or_equal" => "$less_or_equal",
            "valid_values" => "$valid_values",
            _ => return None,
        })
    };
    let name = operator.text();
    if let Some(function) = function_of(name) {
        return add(function, span, Operand::Value, operand);
    }
    let length_function = match name {
        "length" => Some("$equal"),
        "min_length" => Some("$greater_or_equal"),
        "max_length" => Some("$less_or_equal"),
        _ => None,
    };
    if let Some(function) = length_function {
        if let Some(subject) = subjects.first().cloned() {
            comparisons.push(Comparison {
                function,
                span,
                subject,
                operand: Operand::Value(operand),
                length: true,
            });
        }
        return;
    }
    match name {
        "in_range" => {
            let ends: Vec<YamlNode<'_>> = operand.items().collect();
            let [low, high] = ends[..] else {
                let actual = length_in_words(operand);
                let shape = rules::wrong_shape::new(
                    operand.span(),
                    "`in_range`",
                    "a list of two values",
                    actual,
                    None,
                );
                return rewriter.report(operand, shape);
            };
            for (function, end) in [("$greater_or_equal", low), ("$less_or_equal", high)] {
                if end.text() != "UNBOUNDED" {
                    add(function, span, Operand::Value, end);
                }
            }
        }
        "pattern" => {
            add("$matches", span, |pattern| Operand::Text(anchored(pattern.text()), pattern.span()), operand);
        }
        "schema" => rewriter.lose(operator, operand),
        _ => rewriter.report(operator, unknown_operator(operator, operand)),
    }
}

/// Returns the finding about an operator that constraints do not have.
fn unknown_operator(operator: YamlNode<'_>, operand: YamlNode<'_>) -> Diagnostic {
    let (name, span) = (operator.text(), operator.span());
    let suggestion = suggest(name, OPERATORS.iter().copied());
    if let Some(finding) =
        suggestion.and_then(|suggestion| intended_constraint(operator, operand, suggestion))
    {
        return finding;
    }
    let help = suggestion.map_or_else(
        || "use an operator such as `equal`, `in_range`, `valid_values` or `pattern`".to_owned(),
        |suggestion| format!("did you mean `{suggestion}`?"),
    );
    let diagnostic = rules::unknown_keyname::new(span, name, "constraint", Some(help));
    match suggestion {
        Some(suggestion) => diagnostic.fix(format!("write `{suggestion}`"), span, suggestion),
        None => diagnostic,
    }
}

/// Returns the finding about a clause of TOSCA 2.0, `$greater_than: [ $value, 0 ]`, with the constraint `intended`.
fn intended_constraint(operator: YamlNode<'_>, operand: YamlNode<'_>, intended: &str) -> Option<Diagnostic> {
    let [value, compared] = operand.items().collect::<Vec<_>>()[..] else { return None };
    let is_written = !operator.is_lowered() && !compared.written().is_empty();
    if operator.text() != format!("${intended}") || value.as_str() != Some("$value") || !is_written {
        return None;
    }
    let constraint = format!("{intended}: {}", compared.written());
    let help = format!("write `{constraint}`");
    let finding =
        rules::unknown_keyname::new(operator.span(), operator.text(), "constraint", Some(help.clone()));
    Some(finding.fix(help, operator.span().to(operand.span()), constraint))
}

/// Returns a pattern that matches the whole text.
fn anchored(pattern: &str) -> String {
    if pattern.starts_with('^') && pattern.ends_with('$') && !pattern.contains('|') {
        pattern.to_owned()
    } else {
        format!("^(?:{pattern})$")
    }
}

/// Writes a comparison as a call.
pub(super) fn write<'t>(rewriter: &mut Rewriter<'t>, comparison: &Comparison<'t>) {
    let span = comparison.span;
    open(rewriter, comparison.function, span);
    if comparison.length {
        open(rewriter, "$length", span);
        comparison.subject.write(rewriter, span);
        close(rewriter);
    } else {
        comparison.subject.write(rewriter, span);
    }
    match &comparison.operand {
        Operand::Value(node) => function::value(rewriter, *node),
        Operand::Text(text, span) => rewriter.string(text, *span),
    }
    close(rewriter);
}

/// Opens a call and the list of its arguments.
pub(super) fn open(rewriter: &mut Rewriter<'_>, function: &str, span: Span) {
    rewriter.open_map(span);
    rewriter.string(function, span);
    rewriter.open_list(span);
}

/// Closes the call and the list of its arguments.
pub(super) fn close(rewriter: &mut Rewriter<'_>) {
    rewriter.close();
    rewriter.close();
}

/// Describes what should be a list of two values.
fn length_in_words(operand: YamlNode<'_>) -> Actual<'static> {
    match operand.items().count() {
        0 => crate::keynames::describe(operand),
        1 => "a list of one value".into(),
        _ => "a list of more values".into(),
    }
}
