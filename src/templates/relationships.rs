//! Requirement assignments as far as their relationships go, and relationship templates (TOSCA 2.0 §7.4,
//! §8.5.1).

use crate::derive::{MemberId, MemberNames, Section, Type, TypeRef, TypeUse, Types};
use crate::diagnostics::{codes, quoted, suggest};
use crate::grammar::{Either, Entity as _, NameKind};
use crate::syntax::{NodeTemplate, RelationshipAssignment, RelationshipTemplate, RequirementFields};
use crate::yaml::Node;

use super::Review;
use super::assignments::{Owner, is_whole, words};

/// The relationship of a requirement of a template.
struct Used<'r, 'g> {
    /// Its type.
    of: &'r Type<'g>,
    /// What can be assigned.
    properties: MemberNames<'g>,
    attributes: MemberNames<'g>,
    /// What the requirement definition refines beside a narrower type that the template names.
    refined: MemberNames<'g>,
}

impl<'r, 'g> Review<'r, 'g> {
    pub(super) fn requirements(
        &mut self,
        key: Node<'g>,
        template: &'g NodeTemplate,
        copied: Option<&'g NodeTemplate>,
        of: &Type<'g>,
        whole: bool,
    ) {
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
            self.relationship(id, key, &entry.value.0, whole);
        }
        if whole {
            self.implicit(key, template, copied, &names);
        }
    }

    /// A requirement that wants a relationship and is not assigned at all is assigned implicitly, without
    /// any values (8.7.4-07).
    fn implicit(
        &mut self,
        key: Node<'g>,
        template: &'g NodeTemplate,
        copied: Option<&'g NodeTemplate>,
        names: &MemberNames<'g>,
    ) {
        for (name, id) in names {
            let least = self.types.requirement(*id).count_range.map_or(0, |(range, _)| range.least);
            let lists =
                [Some(template), copied].map(|template| self.node(template?.node).get("requirements"));
            let assigned = lists.iter().flatten().any(|list| {
                !list.is_sequence()
                    || list.is_broken()
                    || list.items().any(|item| item.entry(name).is_some() || !item.is_mapping())
            });
            if least == 0 || assigned {
                continue;
            }
            let used = self.types.requirement(*id).relationship.relationship_type;
            let Some(used) = self.used(*id, used.map(|used| used.meaning)) else { continue };
            if used.of.is_open {
                continue;
            }
            let missing = self.missing(&used.properties, |_| false);
            let who = format!("the relationship of requirement {}", quoted(name));
            self.report_missing(key, &who, &words(used.of), &missing);
        }
    }

    /// What can be assigned to a relationship of the type `meaning`, for the requirement `id`.
    fn used(&mut self, id: MemberId, meaning: Option<TypeRef>) -> Option<Used<'r, 'g>> {
        let types: &'r Types<'g> = self.types;
        let meaning = meaning?;
        let of = types.defined(meaning)?;
        let defined = types.requirement(id).relationship.relationship_type;
        let (properties, attributes) = (
            types.relationship_fields(id, Section::Property),
            types.relationship_fields(id, Section::Attribute),
        );
        if Some(meaning) == defined.map(|used| used.meaning) {
            return Some(Used { of, properties, attributes, refined: MemberNames::new() });
        }
        let own = |section| (*self.members_of(of.id, section)).clone();
        let [own_properties, own_attributes] = [Section::Property, Section::Attribute].map(own);
        let refined = properties.into_iter().filter(|(_, id)| types.get(id.owner).kind == NameKind::NodeType);
        Some(Used { of, properties: own_properties, attributes: own_attributes, refined: refined.collect() })
    }

    /// The relationship of an assigned requirement; its type is that of the assignment, else that of the
    /// definition.
    fn relationship(&mut self, id: MemberId, key: Node<'g>, fields: &'g RequirementFields, whole: bool) {
        let types: &'r Types<'g> = self.types;
        let body = self.node(fields.node);
        let defined = types.requirement(id).relationship.relationship_type.map(|used| used.meaning);
        let (meaning, assignment) = match &fields.relationship {
            Some(Either::Short(name)) => match types.meaning(self.node(name.node)) {
                // A relationship template has values of its own.
                TypeRef::Defined(id) if types.names.definition(id).kind != NameKind::RelationshipType => {
                    return;
                }
                meaning => (Some(meaning), None),
            },
            Some(Either::Long(assignment)) => {
                let named = assignment.relationship_type.map(|name| types.meaning(self.node(name.node)));
                if named.is_none() && self.node(assignment.node).entry("type").is_some() {
                    return;
                }
                (named.or(defined), Some(&**assignment))
            }
            None if body.is_broken() || body.entry("relationship").is_some() => return,
            None => (defined, None),
        };
        let Some(used) = self.used(id, meaning) else { return };
        let said = words(used.of);
        let owner = Owner::of(used.of, &said);
        let mut meant = Vec::new();
        if let Some(assignment) = assignment {
            meant = self.properties(assignment.properties.as_ref(), &used.properties, owner);
            // What the definition demands beside the narrower type holds as well.
            self.inputs(assignment.properties.as_ref(), &used.refined);
            self.attributes(assignment.attributes.as_ref(), &used.attributes, &used.properties, owner);
            let meaning = TypeRef::Defined(used.of.id);
            let interfaces = types.relationship_interfaces(id, TypeUse { meaning, node: key });
            self.interfaces(assignment.interfaces.as_ref(), &interfaces, owner, false);
        }
        let assigned = assignment.map(|assignment| self.node(assignment.node));
        let readable = assigned.is_none_or(|node| is_whole(node, RelationshipAssignment::meta()));
        let strangers = body.is_mapping()
            && body.entries().any(|(key, _)| RequirementFields::meta().keyname(key.text()).is_none());
        if !whole || owner.open || !readable || strangers {
            return;
        }
        let given = assigned.and_then(|node| node.get("properties"));
        let has_value = |name: &str| {
            let refined = used.refined.get(name).map(|id| types.field(*id).effective());
            refined.is_some_and(|field| field.value.is_some() || field.default.is_some())
        };
        let missing = self.missing(&used.properties, |name| {
            meant.contains(&name) || has_value(name) || given.is_some_and(|given| given.entry(name).is_some())
        });
        let who = format!("the relationship of requirement {}", quoted(key.text()));
        self.report_missing(key, &who, &said, &missing);
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
