//! Writes the units of a scalar type together with its prefixes, as units.

use bigdecimal::BigDecimal;

use crate::base::Span;
use crate::diagnostics::{Edit, Fix};
use crate::yaml::{Scalar, Style, YamlNode, plain};

/// The maximum number of units that a fix writes.
const MAX_UNITS: usize = 200;

/// Returns the fix that replaces `units` and `prefixes`, values of one data type, by all units with prefixes, or `None`
/// if that is not possible.
pub(super) fn expansion(units: YamlNode<'_>, prefixes: YamlNode<'_>, owner: YamlNode<'_>) -> Option<Fix> {
    let (key, units_key) = (prefixes.entry_key(), units.entry_key());
    let is_written = |node: YamlNode<'_>| node.used_at().is_none() && !node.is_lowered();
    if ![units_key, units, key].into_iter().all(is_written)
        || units.entries().count().checked_mul(prefixes.entries().count())? > MAX_UNITS
    {
        return None;
    }
    let mut entries: Vec<(String, String)> = Vec::new();
    for (unit, factor) in units.entries() {
        for (prefix, prefix_factor) in prefixes.entries() {
            let name = format!("{}{}", prefix.text(), unit.text());
            if entries.iter().any(|(known, _)| *known == name) {
                return None;
            }
            entries.push((plain(&name), product(factor, prefix_factor)?));
        }
    }
    let text = units.tree().source().as_str();
    let lines = entries.iter().map(|(name, factor)| format!("{name}: {factor}"));
    let written = if units.style() == Style::Flow {
        format!("{{ {} }}", lines.collect::<Vec<_>>().join(", "))
    } else {
        let start = units.span().start as usize;
        let column = start - text[..start].rfind('\n').map_or(0, |index| index + 1);
        lines.collect::<Vec<_>>().join(&format!("\n{}", " ".repeat(column)))
    };
    let edits = vec![Edit { span: units.span(), text: written }, removal(owner, key)?];
    // One of the units may be meant alone.
    Some(Fix::guess("write all units with their prefixes", edits))
}

/// Returns the edit that removes the entry of `key` from `map`.
fn removal(map: YamlNode<'_>, key: YamlNode<'_>) -> Option<Edit> {
    let text = map.tree().source().as_str();
    let value = key.entry_value();
    let value = value.used_at().map_or(value.span(), |alias| alias);
    let (mut start, mut end) = (key.span().start as usize, value.end as usize);
    if map.style() == Style::Flow {
        let mut others = map.entries().filter(|(other, _)| other.id() != key.id());
        let is_first = map.entries().next().is_some_and(|(first, _)| first.id() == key.id());
        if is_first {
            end = others.next()?.0.span().start as usize;
        } else {
            start = text[..start].trim_end().strip_suffix(',')?.len();
        }
    } else {
        let line = text[..start].rfind('\n').map_or(0, |index| index + 1);
        start = Some(line).filter(|line| text[*line..start].trim().is_empty())?;
        end = text[end..].find('\n').map_or(text.len(), |index| end + index + 1);
    }
    let number = |position| u32::try_from(position).ok();
    Some(Edit { span: Span::new(map.tree().file(), number(start)?, number(end)?), text: String::new() })
}

/// Returns the product of two multipliers as a literal.
fn product(first: YamlNode<'_>, second: YamlNode<'_>) -> Option<String> {
    let number = |node: YamlNode<'_>| match node.scalar()? {
        Scalar::Integer(text) | Scalar::Float(text) if text.len() < 50 => text.parse::<BigDecimal>().ok(),
        _ => None,
    };
    let product = (number(first)? * number(second)?).normalized();
    // Longer integers are not read as such.
    let (digits, exponent) = product.as_bigint_and_exponent();
    Some(match exponent {
        -60..=-16 => format!("{digits}e{}", -exponent),
        -15..=60 => product.to_plain_string(),
        _ => return None,
    })
}
