//! Defines the scalar types that TOSCA 1.x had and TOSCA 2.0 does not have.

use crate::base::Span;
use crate::diagnostics::{Edit, Fix, quoted};
use crate::load::{File, former_data_types};
use crate::yaml::Style;

/// What the names of these types start with.
pub(super) const SCALARS: &str = "scalar-unit.";

/// Returns the fix that defines the scalar type `name` of TOSCA 1.x in `file`, or `None` if there is no such type, or
/// no place for it.
pub(super) fn definition(file: &File, name: &str) -> Option<Fix> {
    let entry = entry(former_data_types(), name)?;
    let text = &file.source().text;
    let root = file.tree().root().filter(|root| root.style() == Style::Block)?;
    let (position, indent, head) = match root.entry("data_types") {
        Some((_, section)) => {
            let (first, _) = section.entries().next().filter(|_| section.style() == Style::Block)?;
            if first.is_lowered() || first.used_at().is_some() {
                return None;
            }
            let start = first.span().start as usize;
            let line = text[..start].rfind('\n')? + 1;
            (line, start - line, "")
        }
        None if text.is_empty() || text.ends_with('\n') => (text.len(), 2, "\ndata_types:\n"),
        None => (text.len(), 2, "\n\ndata_types:\n"),
    };
    if file.tree().is_damaged() {
        return None;
    }
    let mut added = head.to_owned();
    for line in entry.lines().filter(|line| !line.is_empty()) {
        // The profile indents its entries by two spaces.
        added.push_str(&" ".repeat(indent));
        added.push_str(line.get(2..)?);
        added.push('\n');
    }
    let position = u32::try_from(position).ok()?;
    let edits = vec![Edit { span: Span::new(file.id, position, position), text: added }];
    Some(Fix::safe(format!("define the scalar type {}", quoted(name)), edits))
}

/// Returns the lines of the data type `name` in the text of a profile.
fn entry<'p>(profile: &'p str, name: &str) -> Option<&'p str> {
    let start = profile.find(&format!("\n  {name}:\n"))? + 1;
    let rest = &profile[start..];
    let ends = |index: &usize| {
        let line = rest[index + 1..].trim_start_matches("  ");
        let indent = rest[index + 1..].len() - line.len();
        indent <= 2 && !line.starts_with('\n')
    };
    let end = rest.match_indices('\n').map(|(index, _)| index).find(ends);
    Some(&rest[..end.unwrap_or(rest.len())])
}
