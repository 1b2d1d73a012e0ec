//! Clauses: conditions (TOSCA 2.0 §9.11, §10.2) in which every key is a function.

use crate::base::Span;
use crate::diagnostics::rules;
use crate::dialects::translate_node_filter;
use crate::keynames::{Expected, Reader, Shape, ShapeNotation, conjunction, describe};
use crate::yaml::{NodeId, Scalar, Style, YamlNode};

use super::condition_help::{Place, condition_help};

/// A validation clause or condition clause: a function call, whose arguments are checked in later phases.
#[derive(Clone, Copy, Debug)]
pub struct Clause(pub NodeId);

/// Constraints of TOSCA 1.x and their replacements.
const CONSTRAINTS: &[(&str, &str)] = &[
    ("equal", "`$equal: [ $value, … ]`"),
    ("greater_than", "`$greater_than: [ $value, … ]`"),
    ("greater_or_equal", "`$greater_or_equal: [ $value, … ]`"),
    ("less_than", "`$less_than: [ $value, … ]`"),
    ("less_or_equal", "`$less_or_equal: [ $value, … ]`"),
    ("in_range", "`$and: [ { $greater_or_equal: [ $value, … ] }, { $less_or_equal: [ $value, … ] } ]`"),
    ("valid_values", "`$valid_values: [ $value, [ … ] ]`"),
    ("length", "`$equal: [ { $length: [ $value ] }, … ]`"),
    ("min_length", "`$greater_or_equal: [ { $length: [ $value ] }, … ]`"),
    ("max_length", "`$less_or_equal: [ { $length: [ $value ] }, … ]`"),
    ("pattern", "`$matches: [ $value, … ]`"),
    ("schema", "as a separate data type"),
    ("properties", "with conditions on `$get_property: [ SELF, … ]`"),
    ("capabilities", "with conditions on `$get_property: [ SELF, CAPABILITY, …, … ]`"),
];

/// Returns how TOSCA 2.0 writes the constraint `name` of TOSCA 1.x, if it has no function of this name.
#[must_use]
pub fn constraint_in_2_0(name: &str) -> Option<&'static str> {
    const WITHOUT_FUNCTION: [&str; 4] = ["in_range", "min_length", "max_length", "pattern"];
    let (_, now) = CONSTRAINTS.iter().find(|(old, _)| *old == name && WITHOUT_FUNCTION.contains(old))?;
    Some(now)
}

impl Shape for Clause {
    const EXPECTED: Expected = Expected::Special(ShapeNotation::Other, "a function call");

    fn read(node: YamlNode<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        for (key, _) in node.entries().chain(node.items().flat_map(YamlNode::entries)) {
            if let Some((name, now)) = CONSTRAINTS.iter().find(|(old, _)| key.as_str() == Some(old)) {
                let translated = translated(node, name, reader);
                let help = match &translated {
                    Some(condition) => {
                        format!("in TOSCA 2.0, write `{}: {condition}`", reader.subject_text())
                    }
                    None => format!("in TOSCA 2.0, this is written {now}"),
                };
                let mut diagnostic = rules::unknown_keyname::new(key.span(), name, "clause", Some(help));
                let edit = translated.and_then(|condition| condition_in_place(node, condition));
                if let Some((span, condition)) = edit {
                    diagnostic = diagnostic.fix("write the condition".to_owned(), span, condition);
                }
                reader.report(key, diagnostic);
                return None;
            }
        }
        let literal = matches!(node.scalar(), Some(Scalar::Bool(_)));
        if !node.is_mapping() && !reader.is_call(node) && !literal {
            let help = condition_help(node, place(reader));
            reader.wrong_shape_with_help(node, &Self::EXPECTED, describe(node), Some(help));
            return None;
        }
        reader.values.push(node.id());
        Some(Self(node.id()))
    }
}

/// Returns the edit that writes a condition in place of a value, on the line of its key; `None` if there are comments in
/// the value.
fn condition_in_place(node: YamlNode<'_>, condition: String) -> Option<(Span, String)> {
    if node.style() == Style::Flow {
        return Some((node.span(), condition));
    }
    let text = node.tree().source().as_str();
    let colon = text[node.entry_key().span().end as usize..].find(':')?;
    let start = node.entry_key().span().end + u32::try_from(colon).ok()? + 1;
    let span = Span { start, ..node.span() };
    let is_plain = !node.is_broken() && !node.is_lowered() && node.used_at().is_none();
    (is_plain && !text.get(span.range())?.contains(['#', '&'])).then(|| (span, format!(" {condition}")))
}

/// Returns what the condition that is being read is about.
fn place(reader: &Reader<'_>) -> Place {
    match reader.subject_text().as_str() {
        "validation" => Place::Validation,
        "node_filter" if !reader.is_in("node template") => Place::Node("SELF, TARGET"),
        "node_filter" | "substitution_filter" | "filter" => Place::Node("SELF"),
        _ => Place::Service,
    }
}

/// Returns a node filter or constraints of TOSCA 1.x, with the keyname `name`, as a condition of TOSCA 2.0.
fn translated(node: YamlNode<'_>, name: &str, reader: &Reader<'_>) -> Option<String> {
    let is_filter = matches!(name, "properties" | "capabilities");
    match reader.subject_text().as_str() {
        "node_filter" if is_filter => translate_node_filter(node, !reader.is_in("node template")),
        "validation" => conjunction(node, node),
        _ => None,
    }
}
