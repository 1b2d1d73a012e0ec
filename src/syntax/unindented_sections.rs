//! Finds syntax errors that follow from a section of the service template without indentation: the next section, which
//! is indented, is not aligned with anything.

use crate::base::Span;
use crate::diagnostics::{Diagnostic, rules};
use crate::keynames::Entity as _;
use crate::yaml::{Tree, YamlNode};

use super::{ServiceTemplate, ToscaFile};

/// Removes the syntax errors that have the same cause as the finding about such a section.
pub(crate) fn remove_consequences(tree: &Tree, diagnostics: &mut Vec<Diagnostic>) {
    if !tree.is_damaged() {
        return;
    }
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
    let column = |position: u32| {
        let before = text.get(..position as usize).unwrap_or_default();
        before.len() - before.rfind('\n').map_or(0, |index| index + 1)
    };
    let template = tree.root().and_then(|root| root.get("service_template"));
    let Some((first, _)) = template.and_then(|template| template.entries().next()) else { return false };
    let line = text.get(span.start as usize..).unwrap_or_default().lines().next().unwrap_or_default();
    let name = line.split(':').next().unwrap_or_default();
    span.start > section.span().start
        && column(span.start) == column(first.span().start)
        && ServiceTemplate::meta().keyname(name).is_some()
}
