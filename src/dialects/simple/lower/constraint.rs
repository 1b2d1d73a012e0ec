//! Constraints: one condition of TOSCA 2.0 (L07).

use crate::base::Span;
use crate::diagnostics::{codes, suggest};
use crate::dialects::Rewriter;
use crate::yaml::{Kind, Node};

use super::function;

const OPERATORS: &[&str] = &[
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

/// What is compared with what.
struct Comparison<'t> {
    function: &'static str,
    /// Where the operator is written.
    place: Span,
    of: Subject,
    with: Operand<'t>,
}

/// What is compared.
#[derive(Clone, Copy)]
enum Subject {
    Value,
    Length,
    /// An entry of the value.
    Entry(&'static str),
}

enum Operand<'t> {
    Value(Node<'t>),
    Text(String, Span),
}

/// Writes `constraints` as `validation`. Constraints of a range are about both of its ends.
pub(super) fn constraints<'t>(rewriter: &mut Rewriter<'t>, key: Node<'t>, value: Node<'t>, range: bool) {
    let mut found = Vec::new();
    match value.kind() {
        Kind::Sequence => {
            for clause in value.items() {
                read(rewriter, clause, range, &mut found);
            }
        }
        Kind::Mapping => read(rewriter, value, range, &mut found),
        _ => {
            if !value.is_null() {
                let name = format!("`{}`", key.text());
                let got = crate::grammar::describe(value);
                rewriter.report(value, codes::wrong_shape::found(value.span(), &name, "a list", got, None));
            }
            return;
        }
    }
    if found.is_empty() {
        return;
    }
    rewriter.applied("L07", key);
    rewriter.key("validation", key);
    if found.len() == 1 {
        return write(rewriter, &found[0]);
    }
    rewriter.open_map(value.span());
    rewriter.string("$and", key.span());
    rewriter.open_list_like(value);
    for comparison in &found {
        write(rewriter, comparison);
    }
    rewriter.close();
    rewriter.close();
}

fn read<'t>(rewriter: &mut Rewriter<'t>, clause: Node<'t>, range: bool, found: &mut Vec<Comparison<'t>>) {
    let subjects: &[Subject] =
        if range { &[Subject::Entry("0"), Subject::Entry("1")] } else { &[Subject::Value] };
    let mut add = |function, place: Span, with: fn(Node<'t>) -> Operand<'t>, operand: Node<'t>| {
        for &of in subjects {
            found.push(Comparison { function, place, of, with: with(operand) });
        }
    };
    let Some((operator, operand)) = clause.only_entry() else {
        if clause.kind() == Kind::Scalar && !clause.is_null() {
            add("$equal", clause.span(), Operand::Value, clause);
        } else if !clause.is_invalid() {
            let got = crate::grammar::describe(clause);
            let expected = "a map with one operator";
            let shape = codes::wrong_shape::found(clause.span(), "a constraint", expected, got, None);
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
        let with = Operand::Value(operand);
        return found.push(Comparison { function, place, of: Subject::Length, with });
    }
    match name {
        "in_range" => {
            let ends: Vec<Node<'_>> = operand.items().collect();
            let [low, high] = ends[..] else {
                let got = crate::grammar::describe(operand);
                let shape = codes::wrong_shape::found(
                    operand.span(),
                    "`in_range`",
                    "a list of two values",
                    got,
                    None,
                );
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
                || "the operators are `equal`, `in_range`, `valid_values`, `pattern` …".to_owned(),
                |near| format!("did you mean `{near}`?"),
            );
            let mut unknown = codes::unknown_keyname::found(place, name, "constraint", Some(help));
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

fn write<'t>(rewriter: &mut Rewriter<'t>, comparison: &Comparison<'t>) {
    let place = comparison.place;
    rewriter.open_map(place);
    rewriter.string(comparison.function, place);
    rewriter.open_list(place);
    match comparison.of {
        Subject::Value => rewriter.string("$value", place),
        Subject::Length => {
            rewriter.open_map(place);
            rewriter.string("$length", place);
            rewriter.open_list(place);
            rewriter.string("$value", place);
            rewriter.close();
            rewriter.close();
        }
        Subject::Entry(at) => {
            rewriter.open_map(place);
            rewriter.string("$value", place);
            rewriter.open_list(place);
            rewriter.plain(at, place);
            rewriter.close();
            rewriter.close();
        }
    }
    match &comparison.with {
        Operand::Value(node) => function::value(rewriter, *node),
        Operand::Text(text, span) => rewriter.string(text, *span),
    }
    rewriter.close();
    rewriter.close();
}
