//! Node templates (TOSCA 2.0 §7.2).

use crate::base::Span;
use crate::derive::{MemberId, Section, Type};
use crate::diagnostics::{codes, list, quoted, suggest};
use crate::grammar::{Entity as _, NameKind};
use crate::resolve::Meaning;
use crate::syntax::{CapabilityAssignment, NodeTemplate};
use crate::yaml::Node;

use super::assignments::{Owner, is_whole, words};
use super::{Review, entries};

impl<'r, 'g> Review<'r, 'g> {
    pub(super) fn node_template(&mut self, key: Node<'g>, template: &'g NodeTemplate) {
        let copied = self.copied(template);
        let Some(of) = self.node_type(template, copied) else { return };
        let said = words(of);
        let owner = Owner::of(of, &said);
        let properties = self.members_of(of.id, Section::Property);
        let meant = self.properties(template.properties.as_ref(), &properties, owner);
        let attributes = self.members_of(of.id, Section::Attribute);
        self.attributes(template.attributes.as_ref(), &attributes, &properties, owner);
        let whole = !owner.open
            && [Some(template), copied]
                .iter()
                .flatten()
                .all(|template| is_whole(self.node(template.node), NodeTemplate::meta()))
            && !only_selects(self, template, copied);
        let mut missing = Vec::new();
        if whole {
            let bodies = [Some(template), copied].map(|template| {
                let body = self.node(template?.node);
                body.get("properties")
            });
            missing = self.missing(&properties, |name| {
                meant.contains(&name) || bodies.iter().flatten().any(|body| body.entry(name).is_some())
            });
        }
        self.capabilities(template, copied, of, whole, &mut missing);
        let who = format!("node template {}", quoted(key.text()));
        self.report_missing(key, &who, &said, &missing);
        self.requirements(key, template, copied, of, whole);
        let interfaces = self.members_of(of.id, Section::Interface);
        self.interfaces(template.interfaces.as_ref(), &interfaces, owner, false);
        for (_, artifact) in entries(template.artifacts.as_ref()) {
            self.artifact(artifact);
        }
    }

    /// The template that one copies.
    fn copied(&self, template: &NodeTemplate) -> Option<&'g NodeTemplate> {
        let name = template.copy?;
        let Some(Meaning::Definition(id)) = self.types.names.meaning(self.file_id(), name.node) else {
            return None;
        };
        let definition = self.types.names.definition(id);
        if definition.kind != NameKind::NodeTemplate {
            return None;
        }
        let (_, copied) = self.template.node_templates.as_ref()?.entries.get(definition.entry? as usize)?;
        (!std::ptr::eq(copied, template)).then_some(copied)
    }

    /// The type of a template, which a copy may leave to what it copies.
    fn node_type(&self, template: &NodeTemplate, copied: Option<&NodeTemplate>) -> Option<&'r Type<'g>> {
        let types = self.types;
        let lost = template.node_type.is_none() && self.node(template.node).entry("type").is_some();
        let name = template.node_type.or_else(|| copied.filter(|_| !lost)?.node_type)?;
        types.defined(types.meaning(self.node(name.node)))
    }

    /// Assigned capabilities, and what unassigned ones lack, which adds to what is `missing`.
    fn capabilities(
        &mut self,
        template: &'g NodeTemplate,
        copied: Option<&'g NodeTemplate>,
        of: &Type<'g>,
        whole: bool,
        missing: &mut Vec<(String, Span)>,
    ) {
        let names = self.members_of(of.id, Section::Capability);
        let mut meant: Vec<&'g str> = Vec::new();
        let mut misspelled: Vec<(&'g str, Vec<&'g str>)> = Vec::new();
        for (name, assignment) in entries(template.capabilities.as_ref()) {
            let name = self.node(name);
            let Some((&known, &id)) = names.get_key_value(name.text()) else {
                if !of.is_open {
                    let near = suggest(name.text(), names.keys().copied());
                    let found = codes::unknown_member::found(
                        name.span(),
                        "capability",
                        name.text(),
                        &words(of),
                        near,
                    );
                    self.report(name, found.also(of.key.span(), "the type is defined here"));
                    meant.extend(near);
                }
                continue;
            };
            let inside = self.capability(id, assignment);
            misspelled.push((known, inside));
        }
        if !whole {
            return;
        }
        // Required properties of all capabilities, assigned or not (8.4-04).
        for (name, id) in names.iter().filter(|(name, _)| !meant.contains(name)) {
            let Some(used) = self.types.capability(*id).capability_type else { continue };
            let Some(capability_type) = self.types.defined(used.meaning).filter(|of| !of.is_open) else {
                continue;
            };
            let properties = self.capability_members(*id, Section::Property);
            if properties.is_empty() {
                continue;
            }
            let inside = misspelled.iter().filter(|(known, _)| known == name);
            let mut given: Vec<&str> = inside.flat_map(|(_, meant)| meant.iter().copied()).collect();
            let (mut at, mut lost) = (None, false);
            for (template, own) in [(Some(template), true), (copied, false)] {
                let Some(section) = template.and_then(|found| self.node(found.node).get("capabilities"))
                else {
                    continue;
                };
                lost |= !section.is_mapping() || section.is_broken();
                let Some((place, body)) = section.entry(name) else { continue };
                at = at.or(own.then_some(place));
                lost |=
                    !(body.is_null() || body.is_mapping()) || !is_whole(body, CapabilityAssignment::meta());
                given.extend(
                    body.get("properties").into_iter().flat_map(Node::entries).map(|(key, _)| key.text()),
                );
            }
            if lost {
                continue;
            }
            match at {
                Some(at) => {
                    let lacking = self.missing(&properties, |name| given.contains(&name));
                    let who = format!("capability {}", quoted(name));
                    self.report_missing(at, &who, &words(capability_type), &lacking);
                }
                None => {
                    let mut lacking = self.missing(&properties, |name| given.contains(&name));
                    let names: Vec<String> =
                        lacking.iter_mut().map(|(name, _)| std::mem::take(name)).collect();
                    if let Some((first, _)) = lacking.first_mut() {
                        *first = format!("{} of capability {}", list(&names, "and"), quoted(name));
                    }
                    missing.extend(lacking);
                }
            }
        }
    }

    /// Values for a capability; gives the properties that unknown ones were probably meant for.
    fn capability(&mut self, id: MemberId, assignment: &'g CapabilityAssignment) -> Vec<&'g str> {
        let used = self.types.capability(id).capability_type;
        let Some(of) = used.and_then(|used| self.types.defined(used.meaning)) else { return Vec::new() };
        let said = words(of);
        let owner = Owner::of(of, &said);
        let properties = self.capability_members(id, Section::Property);
        let meant = self.properties(assignment.properties.as_ref(), &properties, owner);
        let attributes = self.capability_members(id, Section::Attribute);
        self.attributes(assignment.attributes.as_ref(), &attributes, &properties, owner);
        meant
    }
}

/// Whether a template is never created, only selected: then nothing is demanded of it (7.2-20).
fn only_selects(review: &Review<'_, '_>, template: &NodeTemplate, copied: Option<&NodeTemplate>) -> bool {
    let directives = template.directives.as_ref().or_else(|| copied?.directives.as_ref());
    directives.is_some_and(|directives| {
        !directives.words.is_empty()
            && directives.words.iter().all(|word| review.file.node(*word).text() == "select")
    })
}
