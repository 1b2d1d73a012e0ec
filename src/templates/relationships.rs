//! Requirement assignments as far as their relationships go, and relationship templates (TOSCA 2.0 §7.4,
//! §8.5.1).

use crate::derive::{MemberId, MemberNames, Section, Type};
use crate::diagnostics::{codes, quoted, suggest};
use crate::grammar::{Either, Entity as _};
use crate::syntax::{NodeTemplate, RelationshipAssignment, RelationshipTemplate};
use crate::yaml::Node;

use super::Review;
use super::assignments::{Owner, is_whole, words};

impl<'r, 'g> Review<'r, 'g> {
    pub(super) fn requirements(&mut self, template: &'g NodeTemplate, of: &Type<'g>) {
        let names = self.members_of(of.id, Section::Requirement);
        for entry in template.requirements.iter().flat_map(|named| &named.entries) {
            let key = self.node(entry.key);
            let Some(id) = names.get(key.text()).copied() else {
                if !of.is_open {
                    let near = suggest(key.text(), names.keys().copied());
                    let found =
                        codes::unknown_member::found(key.span(), "requirement", key.text(), &words(of), near);
                    self.report(key, found.also(of.key.span(), "the type is defined here"));
                }
                continue;
            };
            if let Some(Either::Long(assignment)) = &entry.value.0.relationship {
                self.relationship_assignment(id, key, assignment);
            }
        }
    }

    fn relationship_assignment(
        &mut self,
        id: MemberId,
        key: Node<'g>,
        assignment: &'g RelationshipAssignment,
    ) {
        let types: &'r crate::derive::Types<'g> = self.types;
        let definition = types.requirement(id).relationship.relationship_type;
        let lost =
            assignment.relationship_type.is_none() && self.node(assignment.node).entry("type").is_some();
        let own = assignment.relationship_type.map(|name| types.meaning(self.node(name.node)));
        let Some(meaning) = own.or_else(|| definition.filter(|_| !lost).map(|used| used.meaning)) else {
            return;
        };
        let Some(of) = types.defined(meaning) else { return };
        // With another type than that of the definition, its refinements apply where they name something.
        let (mut properties, mut attributes) = (
            types.relationship_fields(id, Section::Property),
            types.relationship_fields(id, Section::Attribute),
        );
        if Some(meaning) != definition.map(|used| used.meaning) {
            extend(&mut properties, &self.members_of(of.id, Section::Property));
            extend(&mut attributes, &self.members_of(of.id, Section::Attribute));
        }
        let said = words(of);
        let owner = Owner::of(of, &said);
        let meant = self.properties(assignment.properties.as_ref(), &properties, owner);
        self.attributes(assignment.attributes.as_ref(), &attributes, &properties, owner);
        let body = self.node(assignment.node);
        let given = body.get("properties");
        if !owner.open && is_whole(body, RelationshipAssignment::meta()) {
            let who = format!("the relationship of requirement {}", quoted(key.text()));
            let missing = self.missing(&properties, |name| {
                meant.contains(&name) || given.is_some_and(|given| given.entry(name).is_some())
            });
            self.report_missing(key, &who, &said, &missing);
        }
        let interfaces = self.members_of(of.id, Section::Interface);
        self.interfaces(assignment.interfaces.as_ref(), &interfaces, owner, false);
    }

    pub(super) fn relationship_template(&mut self, key: Node<'g>, template: &'g RelationshipTemplate) {
        let types: &'r crate::derive::Types<'g> = self.types;
        let Some(name) = template.relationship_type else { return };
        let Some(of) = types.defined(types.meaning(self.node(name.node))) else { return };
        let said = words(of);
        let owner = Owner::of(of, &said);
        let properties = self.members_of(of.id, Section::Property);
        let meant = self.properties(template.properties.as_ref(), &properties, owner);
        let attributes = self.members_of(of.id, Section::Attribute);
        self.attributes(template.attributes.as_ref(), &attributes, &properties, owner);
        let body = self.node(template.node);
        let given = body.get("properties");
        if !owner.open && template.copy.is_none() && is_whole(body, RelationshipTemplate::meta()) {
            let who = format!("relationship template {}", quoted(key.text()));
            let missing = self.missing(&properties, |name| {
                meant.contains(&name) || given.is_some_and(|given| given.entry(name).is_some())
            });
            self.report_missing(key, &who, &said, &missing);
        }
        let interfaces = self.members_of(of.id, Section::Interface);
        self.interfaces(template.interfaces.as_ref(), &interfaces, owner, true);
    }
}

/// Adds the members of a derived type that its parent, as refined, does not have.
fn extend<'g>(names: &mut MemberNames<'g>, more: &MemberNames<'g>) {
    for (name, id) in more {
        names.entry(name).or_insert(*id);
    }
}
