//! Finds syntax errors that follow from a mistake which is reported as well: the next section after one of the service
//! template without indentation, and the next entry after a list in place of a map, or the other way around.

use crate::base::Span;
use crate::diagnostics::{Diagnostic, rules};
use crate::keynames::Entity as _;
use crate::yaml::{Tree, YamlNode};

use super::{ServiceTemplate, ToscaFile};

/// Removes the syntax errors that have the same cause as another finding.
pub(crate) fn remove_consequences(tree: &Tree, diagnostics: &mut Vec<Diagnostic>) {
    if !tree.is_damaged() {
        return;
    }
    remove_mixed_entries(tree, diagnostics);
    remove_next_section(tree, diagnostics);
}

/// Removes the syntax errors at entries after a list in place of a map, or the other way around.
fn remove_mixed_entries(tree: &Tree, diagnostics: &mut Vec<Diagnostic>) {
    let shapes = diagnostics.iter().filter(|found| found.rule == &rules::wrong_shape::RULE);
    let mut shapes: Vec<Span> = shapes.map(|found| found.primary.span).collect();
    shapes.sort_unstable_by_key(|span| span.end);
    let text = tree.source().as_str();
    let is_next_entry = |position: u32| {
        let next = shapes.partition_point(|span| span.end <= position);
        let collection = next.checked_sub(1).map(|index| shapes[index]);
        collection.is_some_and(|collection| are_mixed(text, collection, line_content(text, position)))
    };
    diagnostics
        .retain(|found| found.rule != &rules::yaml_syntax::RULE || !is_next_entry(found.primary.span.start));
}

/// Whether the line at `position` is the next one after a collection, and looks like an entry of the other kind of
/// collection.
fn are_mixed(text: &str, collection: Span, position: u32) -> bool {
    let is_item = |position: u32| text.get(position as usize..).is_some_and(|text| text.starts_with("- "));
    // The collection may end at the syntax error.
    let end = collection.end.min(position) as usize;
    let between = text.get(end..position as usize).unwrap_or_default();
    let is_adjacent =
        between.lines().all(|line| line.trim().is_empty() || line.trim_start().starts_with('#'));
    is_adjacent
        && is_item(collection.start) != is_item(position)
        && column(text, collection.start) == column(text, position)
}

/// Returns the position after the indentation of a line.
fn line_content(text: &str, position: u32) -> u32 {
    let start = position as usize - column(text, position);
    let line = text.get(start..).unwrap_or_default();
    let indent = line.len() - line.trim_start_matches(' ').len();
    u32::try_from(start + indent).unwrap_or(position)
}

/// Returns the column of a position, in bytes.
fn column(text: &str, position: u32) -> usize {
    let before = text.get(..position as usize).unwrap_or_default();
    before.len() - before.rfind('\n').map_or(0, |index| index + 1)
}

/// Removes the syntax error at the section after one of the service template without indentation.
fn remove_next_section(tree: &Tree, diagnostics: &mut Vec<Diagnostic>) {
    let is_reported = |section: YamlNode<'_>| {
        let is_here = |found: &Diagnostic| {
            found.rule == &rules::unknown_keyname::RULE && found.primary.span == section.span()
        };
        diagnostics.iter().any(is_here)
    };
    let Some(section) = unindented_section(tree).filter(|section| is_reported(*section)) else { return };
    let is_consequence = |found: &Diagnostic| {
        found.rule == &rules::yaml_syntax::RULE && continues_template(tree, section, found.primary.span)
    };
    // Parsing stops at the first one after the section.
    if let Some(index) = diagnostics.iter().position(is_consequence) {
        diagnostics.remove(index);
    }
}

/// Returns the first key of a file that is a keyname of the service template before it.
fn unindented_section(tree: &Tree) -> Option<YamlNode<'_>> {
    let root = tree.root()?;
    let (template, _) = root.entry("service_template")?;
    let is_section = |key: &YamlNode<'_>| {
        let name = key.text();
        key.id() > template.id()
            && ToscaFile::meta().keyname(name).is_none()
            && ServiceTemplate::meta().keyname(name).is_some()
    };
    root.entries().map(|(key, _)| key).find(is_section)
}

/// Whether the line at `span`, after `section`, is a section at the level of those of the service template.
fn continues_template(tree: &Tree, section: YamlNode<'_>, span: Span) -> bool {
    let text = tree.source().as_str();
    let template = tree.root().and_then(|root| root.get("service_template"));
    let Some((first, _)) = template.and_then(|template| template.entries().next()) else { return false };
    let line = text.get(span.start as usize..).unwrap_or_default().lines().next().unwrap_or_default();
    let name = line.split(':').next().unwrap_or_default();
    span.start > section.span().start
        && column(text, span.start) == column(text, first.span().start)
        && ServiceTemplate::meta().keyname(name).is_some()
}
