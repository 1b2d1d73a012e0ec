//! Node templates (TOSCA 2.0 §7.2).

use crate::derive::{MemberId, Section, Type};
use crate::diagnostics::{codes, quoted, suggest};
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
        self.properties(template.properties.as_ref(), &properties, owner);
        let attributes = self.members_of(of.id, Section::Attribute);
        self.attributes(template.attributes.as_ref(), &attributes, &properties, owner);
        let whole = !owner.open
            && [Some(template), copied]
                .iter()
                .flatten()
                .all(|template| is_whole(self.node(template.node), NodeTemplate::meta()))
            && !only_selects(self, template, copied);
        if whole {
            let given = |name: &str| {
                [Some(template), copied].iter().flatten().any(|template| {
                    let node = self.file.node(template.node).get("properties");
                    node.is_some_and(|node| {
                        node.entry(name).is_some() || node.is_broken() || !node.is_mapping()
                    })
                })
            };
            let missing: Vec<&str> = properties.keys().copied().filter(|name| given(name)).collect();
            self.required(
                key,
                &format!("node template {}", quoted(key.text())),
                &properties,
                owner,
                |name| missing.contains(&name),
            );
        }
        self.capabilities(key, template, copied, of, whole);
        self.requirements(template, of);
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

    fn capabilities(
        &mut self,
        key: Node<'g>,
        template: &'g NodeTemplate,
        copied: Option<&'g NodeTemplate>,
        of: &Type<'g>,
        whole: bool,
    ) {
        let names = self.members_of(of.id, Section::Capability);
        for (name, assignment) in entries(template.capabilities.as_ref()) {
            let name = self.node(name);
            let Some(id) = names.get(name.text()).copied() else {
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
                }
                continue;
            };
            self.capability(id, assignment);
        }
        if !whole {
            return;
        }
        // Required properties of all capabilities, assigned or not (8.4-04).
        for (name, id) in names.iter() {
            let Some(used) = self.types.capability(*id).capability_type else { continue };
            let Some(capability_type) = self.types.defined(used.meaning).filter(|of| !of.is_open) else {
                continue;
            };
            let properties = self.capability_members(*id, Section::Property);
            if properties.is_empty() {
                continue;
            }
            let mut given: Vec<&str> = Vec::new();
            let mut at = key;
            let mut lost = false;
            for template in [Some(template), copied].into_iter().flatten() {
                let Some((place, body)) =
                    self.node(template.node).get("capabilities").and_then(|node| node.entry(name))
                else {
                    continue;
                };
                if std::ptr::eq(template, copied.unwrap_or(template)) || at.id() == key.id() {
                    at = place;
                }
                lost |= !is_whole(body, CapabilityAssignment::meta());
                if let Some(values) = body.get("properties") {
                    given.extend(values.entries().map(|(key, _)| key.text()));
                }
            }
            if lost {
                continue;
            }
            let said = words(capability_type);
            let owner = Owner::of(capability_type, &said);
            let who = format!("capability {} of node template {}", quoted(name), quoted(key.text()));
            self.required(at, &who, &properties, owner, |name| given.contains(&name));
        }
    }

    fn capability(&mut self, id: MemberId, assignment: &'g CapabilityAssignment) {
        let Some(used) = self.types.capability(id).capability_type else { return };
        let Some(of) = self.types.defined(used.meaning) else { return };
        let said = words(of);
        let owner = Owner::of(of, &said);
        let properties = self.capability_members(id, Section::Property);
        self.properties(assignment.properties.as_ref(), &properties, owner);
        let attributes = self.capability_members(id, Section::Attribute);
        self.attributes(assignment.attributes.as_ref(), &attributes, &properties, owner);
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
