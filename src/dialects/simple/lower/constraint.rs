//! Constraints: one condition of TOSCA 2.0 (L07).

use std::rc::Rc;

use crate::base::Span;
use crate::diagnostics::{codes, suggest};
use crate::dialects::{Mark, Rewriter};
use crate::yaml::{Kind, Node};

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
pub(super) fn is_clause(node: Node<'_>) -> bool {
    let is_plain =
        |operand: Node<'_>| operand.kind() == Kind::Scalar || operand.items().any(|item| !item.is_mapping());
    node.only_entry().is_some_and(|(key, operand)| OPERATORS.contains(&key.text()) && is_plain(operand))
}

/// What is compared with what.
pub(super) struct Comparison<'t> {
    function: &'static str,
    /// Where the operator is written.
    place: Span,
    of: Subject<'t>,
    with: Operand<'t>,
    /// Whether it is the length that is compared.
    length: bool,
}

/// What is compared.
#[derive(Clone)]
pub(super) enum Subject<'t> {
    /// The value at hand.
    Value,
    /// An entry of the value.
    Entry(&'static str),
    /// What a function reads at the end of a path.
    Read(Rc<Path<'t>>),
}

/// What is read elsewhere.
pub(super) struct Path<'t> {
    function: &'static str,
    words: Vec<&'t str>,
    /// Where what is read is named.
    place: Span,
    /// Whether it is a path of 1.x.
    old: bool,
}

impl<'t> Subject<'t> {
    /// A property at the end of a path.
    pub(super) fn property(words: Vec<&'t str>, place: Span) -> Self {
        Self::Read(Rc::new(Path { function: "$get_property", words, place, old: false }))
    }

    /// The same with a path of 1.x.
    pub(super) fn old_property(words: Vec<&'t str>, place: Span) -> Self {
        Self::Read(Rc::new(Path { function: "$get_property", words, place, old: true }))
    }

    /// An attribute at the end of a path, or a property that it reflects.
    pub(super) fn attribute(words: Vec<&'t str>, place: Span) -> Self {
        Self::Read(Rc::new(Path { function: "$get_attribute", words, place, old: false }))
    }

    fn write(&self, rewriter: &mut Rewriter<'t>, place: Span) {
        match self {
            Subject::Value => rewriter.string("$value", place),
            Subject::Entry(at) => {
                open(rewriter, "$value", place);
                rewriter.plain(at, place);
                close(rewriter);
            }
            Subject::Read(path) => {
                rewriter.open_map(path.place);
                rewriter.string(path.function, path.place);
                if path.old {
                    rewriter.mark(Mark::Path);
                }
                rewriter.open_list(path.place);
                for word in &path.words {
                    rewriter.string(word, path.place);
                }
                close(rewriter);
            }
        }
    }
}

impl<'t> Comparison<'t> {
    /// `subject` must be equal to `value`.
    pub(super) fn equal(of: Subject<'t>, place: Span, value: Node<'t>) -> Self {
        Self { function: "$equal", place, of, with: Operand::Value(value), length: false }
    }
}

enum Operand<'t> {
    Value(Node<'t>),
    Text(String, Span),
}

/// Writes `constraints` as `validation`. Constraints of a range are about both of its ends.
pub(super) fn constraints<'t>(rewriter: &mut Rewriter<'t>, key: Node<'t>, value: Node<'t>, range: bool) {
    if !value.is_sequence() && !value.is_mapping() {
        if !value.is_null() {
            let name = format!("`{}`", key.text());
            let got = crate::keynames::describe(value);
            rewriter.report(value, codes::wrong_shape::new(value.span(), &name, "a list", got, None));
        }
        return;
    }
    let subjects: &[Subject<'t>] =
        if range { &[Subject::Entry("0"), Subject::Entry("1")] } else { &[Subject::Value] };
    let found = comparisons(rewriter, value, subjects);
    if found.is_empty() {
        return;
    }
    rewriter.applied("L07", key);
    rewriter.key("validation", key);
    if found.len() == 1 {
        return write(rewriter, &found[0]);
    }
    rewriter.open_map(value);
    rewriter.string("$and", key);
    rewriter.open_list_like(value);
    for comparison in &found {
        write(rewriter, comparison);
    }
    close(rewriter);
}

/// What one constraint, or a list of them, says of `subjects`.
pub(super) fn comparisons<'t>(
    rewriter: &mut Rewriter<'t>,
    node: Node<'t>,
    subjects: &[Subject<'t>],
) -> Vec<Comparison<'t>> {
    let mut found = Vec::new();
    if node.is_sequence() {
        for clause in node.items() {
            read(rewriter, clause, subjects, &mut found);
        }
    } else {
        read(rewriter, node, subjects, &mut found);
    }
    found
}

fn read<'t>(
    rewriter: &mut Rewriter<'t>,
    clause: Node<'t>,
    subjects: &[Subject<'t>],
    found: &mut Vec<Comparison<'t>>,
) {
    let mut add = |function, place: Span, with: fn(Node<'t>) -> Operand<'t>, operand: Node<'t>| {
        for of in subjects {
            found.push(Comparison { function, place, of: of.clone(), with: with(operand), length: false });
        }
    };
    if function::is_call(clause) {
        return add("$equal", clause.span(), Operand::Value, clause);
    }
    let Some((operator, operand)) = clause.only_entry() else {
        if clause.kind() == Kind::Scalar && !clause.is_null() {
            add("$equal", clause.span(), Operand::Value, clause);
        } else if !clause.is_invalid() {
            let got = crate::keynames::describe(clause);
            let expected = "a map with one operator";
            let shape = codes::wrong_shape::new(clause.span(), "a constraint", expected, got, None);
            rewriter.report(clause, shape);
        }
        return;
    };
    let place = operator.span();
    let plain = |name: &str| {
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
    if let Some(function) = plain(name) {
        return add(function, place, Operand::Value, operand);
    }
    let length = match name {
        "length" => Some("$equal"),
        "min_length" => Some("$greater_or_equal"),
        "max_length" => Some("$less_or_equal"),
        _ => None,
    };
    if let Some(function) = length {
        if let Some(of) = subjects.first().cloned() {
            found.push(Comparison { function, place, of, with: Operand::Value(operand), length: true });
        }
        return;
    }
    match name {
        "in_range" => {
            let ends: Vec<Node<'_>> = operand.items().collect();
            let [low, high] = ends[..] else {
                let got = crate::keynames::describe(operand);
                let shape =
                    codes::wrong_shape::new(operand.span(), "`in_range`", "a list of two values", got, None);
                return rewriter.report(operand, shape);
            };
            for (function, end) in [("$greater_or_equal", low), ("$less_or_equal", high)] {
                if end.text() != "UNBOUNDED" {
                    add(function, place, Operand::Value, end);
                }
            }
        }
        "pattern" => {
            add("$matches", place, |pattern| Operand::Text(whole(pattern.text()), pattern.span()), operand);
        }
        "schema" => rewriter.lose(operator, operand),
        _ => {
            let near = suggest(name, OPERATORS.iter().copied());
            let help = near.map_or_else(
                || "use an operator such as `equal`, `in_range`, `valid_values` or `pattern`".to_owned(),
                |near| format!("did you mean `{near}`?"),
            );
            let mut unknown = codes::unknown_keyname::new(place, name, "constraint", Some(help));
            if let Some(near) = near {
                unknown = unknown.fix(format!("write `{near}`"), place, near);
            }
            rewriter.report(operator, unknown);
        }
    }
}

/// The pattern for all of a text.
fn whole(pattern: &str) -> String {
    if pattern.starts_with('^') && pattern.ends_with('$') && !pattern.contains('|') {
        pattern.to_owned()
    } else {
        format!("^(?:{pattern})$")
    }
}

/// Writes a comparison as a call.
pub(super) fn write<'t>(rewriter: &mut Rewriter<'t>, comparison: &Comparison<'t>) {
    let place = comparison.place;
    open(rewriter, comparison.function, place);
    if comparison.length {
        open(rewriter, "$length", place);
        comparison.of.write(rewriter, place);
        close(rewriter);
    } else {
        comparison.of.write(rewriter, place);
    }
    match &comparison.with {
        Operand::Value(node) => function::value(rewriter, *node),
        Operand::Text(text, span) => rewriter.string(text, *span),
    }
    close(rewriter);
}

/// Opens a call and the list of its arguments.
pub(super) fn open(rewriter: &mut Rewriter<'_>, function: &str, place: Span) {
    rewriter.open_map(place);
    rewriter.string(function, place);
    rewriter.open_list(place);
}

/// Closes both.
pub(super) fn close(rewriter: &mut Rewriter<'_>) {
    rewriter.close();
    rewriter.close();
}
