//! Units and prefixes of scalar types (TOSCA 2.0 §9.1.2.2).

use crate::diagnostics::rules;
use crate::keynames::{Expected, Reader, Shape, ShapeNotation};
use crate::yaml::{Kind, NodeId, Scalar, YamlNode, resolve_plain};

/// A map from names to multipliers: the entries that could be read.
#[derive(Debug)]
pub struct UnitMap {
    /// The map.
    pub node: NodeId,
    /// The name and multiplier of each entry.
    pub entries: Box<[(NodeId, NodeId)]>,
    /// Whether it has, or may have, units that could not be read.
    pub is_incomplete: bool,
}

impl Shape for UnitMap {
    const EXPECTED: Expected = Expected::Map(&Expected::Special(ShapeNotation::Other, "a number"));

    fn read(node: YamlNode<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        if !reader.must_be(node, Kind::Mapping, &Self::EXPECTED) {
            return None;
        }
        let prefixes = reader.subject_text() == "prefixes";
        let mut entries = Vec::new();
        for (key, value) in node.entries() {
            let name = key.as_str();
            if name.is_none() || (name == Some("") && !prefixes) {
                let diagnostic = rules::invalid_unit::new(
                    key.span(),
                    "a unit must be a non-empty string",
                    "use a name, quoted if it looks like a number",
                );
                reader.report(key, diagnostic);
                continue;
            }
            if reader.is_call(value) {
                reader.set_subject(key);
                reader.call_not_allowed(value);
                continue;
            }
            if value.is_invalid() {
                continue;
            }
            if !matches!(value.scalar(), Some(Scalar::Integer(_) | Scalar::Float(_))) {
                let diagnostic = |help: &str| {
                    rules::invalid_unit::new(value.span(), "a multiplier must be an integer or a float", help)
                };
                let diagnostic = match number_in(value) {
                    Some(number) => {
                        let help = format!("write the number alone: `{number}`");
                        diagnostic(&help).fix(format!("write `{number}`"), value.span(), number)
                    }
                    None => diagnostic("write a number without quotes"),
                };
                reader.report(value, diagnostic);
                continue;
            }
            entries.push((key.id(), value.id()));
        }
        if node.entries().next().is_none() {
            let what = reader.subject_text();
            let diagnostic = rules::invalid_unit::new(
                node.span(),
                &format!("`{what}` needs at least one entry"),
                "add a unit and its multiplier, such as `m: 1`",
            );
            reader.report(node, diagnostic);
        }
        let is_incomplete = node.is_broken() || node.entries().count() != entries.len();
        Some(Self { node: node.id(), entries: entries.into(), is_incomplete })
    }
}

/// Returns the number in the value of a multiplier: in quotes, before a unit, or the only value of a map.
fn number_in(value: YamlNode<'_>) -> Option<&str> {
    let scalar = value.only_entry().map_or(value, |(_, inner)| inner);
    let is_number = |text: &str| matches!(resolve_plain(text), Scalar::Integer(_) | Scalar::Float(_));
    let number = scalar.text().split_whitespace().next().filter(|text| is_number(text))?;
    (value.used_at().is_none() && !value.is_lowered() && !value.written().contains('\n')).then_some(number)
}
