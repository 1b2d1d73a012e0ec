//! Requirement assignments as far as their relationships go, and relationship templates (TOSCA 2.0 §7.4,
//! §8.5.1).

use crate::base::Span;
use crate::derive::{MemberId, MemberNames, Section, Type, TypeRef, TypeUse, Types};
use crate::diagnostics::{codes, list as list_of, quoted, suggest};
use crate::grammar::{Either, Entity as _, NameKind};
use crate::syntax::{NodeTemplate, RelationshipAssignment, RelationshipTemplate, RequirementFields};
use crate::topology::Relationship;
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
    /// The properties and attributes that the requirement definition refines beside a narrower type that the
    /// template names.
    refined: MemberNames<'g>,
    refined_attributes: MemberNames<'g>,
}

impl<'r, 'g> Review<'r, 'g> {
    pub(super) fn requirements(
        &mut self,
        template: &'g NodeTemplate,
        copied: Option<&'g NodeTemplate>,
        of: &Type<'g>,
        (whole, told): (bool, bool),
        missing: &mut Vec<(String, Span)>,
    ) {
        let names = self.members_of(of.id, Section::Requirement);
        let mut meant: Vec<&'g str> = Vec::new();
        for entry in template.requirements.iter().flat_map(|named| &named.entries) {
            let key = self.node(entry.key);
            let Some(id) = names.get(key.text()).copied() else {
                if !of.is_open {
                    let near = suggest(key.text(), names.keys().copied());
                    let found =
                        codes::unknown_member::found(key.span(), "requirement", key.text(), &words(of), near);
                    self.report(key, found.also(of.key.span(), "the type is defined here"));
                    meant.extend(near);
                }
                continue;
            };
            self.relationship(id, key, &entry.value.0, whole);
        }
        // A list of its own replaces the copied one.
        let own = self.node(template.node).entry("requirements").is_some();
        if whole && (own || !told) {
            self.implicit(template, copied, &names, &meant, missing);
        }
    }

    /// A requirement that wants a relationship and is not assigned at all is assigned implicitly, without
    /// any values (8.7.4-07).
    fn implicit(
        &mut self,
        template: &'g NodeTemplate,
        copied: Option<&'g NodeTemplate>,
        names: &MemberNames<'g>,
        meant: &[&str],
        missing: &mut Vec<(String, Span)>,
    ) {
        // Lists are replaced as a whole where a copy gives its own.
        let own = self.node(template.node).get("requirements");
        let list = own.or_else(|| self.node(copied?.node).get("requirements"));
        let readable = list
            .is_none_or(|list| list.is_sequence() && !list.is_broken() && list.items().all(Node::is_mapping));
        for (name, id) in names.iter().filter(|(name, _)| readable && !meant.contains(name)) {
            let least = self.types.requirement(*id).count_range.map_or(0, |(range, _)| range.least);
            let assigned = list.is_some_and(|list| list.items().any(|item| item.entry(name).is_some()));
            if least == 0 || assigned {
                continue;
            }
            let used = self.types.requirement(*id).relationship.relationship_type;
            let Some(used) = self.used(*id, used.map(|used| used.meaning)) else { continue };
            if used.of.is_open {
                continue;
            }
            let mut lacking = self.missing(&used.properties, |_| false);
            let words: Vec<String> = lacking.iter_mut().map(|(name, _)| std::mem::take(name)).collect();
            if let Some((first, _)) = lacking.first_mut() {
                *first =
                    format!("{} of the relationship of requirement {}", list_of(&words, "and"), quoted(name));
            }
            missing.extend(lacking);
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
            let (refined, refined_attributes) = (MemberNames::new(), MemberNames::new());
            return Some(Used { of, properties, attributes, refined, refined_attributes });
        }
        let own = |section| (*self.members_of(of.id, section)).clone();
        let [own_properties, own_attributes] = [Section::Property, Section::Attribute].map(own);
        let refined = |names: MemberNames<'g>| -> MemberNames<'g> {
            names.into_iter().filter(|(_, id)| types.get(id.owner).kind == NameKind::NodeType).collect()
        };
        Some(Used {
            of,
            properties: own_properties,
            attributes: own_attributes,
            refined: refined(properties),
            refined_attributes: refined(attributes),
        })
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
            self.assign_known(assignment.properties.as_ref(), &used.refined);
            self.assign_known(assignment.attributes.as_ref(), &used.refined_attributes);
            self.attributes(assignment.attributes.as_ref(), &used.attributes, &used.properties, owner);
            let meaning = TypeRef::Defined(used.of.id);
            let interfaces = types.relationship_interfaces(id, TypeUse { meaning, node: key });
            self.interfaces(assignment.interfaces.as_ref(), &interfaces, owner, false);
        }
        let assigned = assignment.map(|assignment| self.node(assignment.node));
        let readable = assigned.is_none_or(|node| is_whole(node, RelationshipAssignment::meta()));
        let strangers = body.is_mapping()
            && body.entries().any(|(key, _)| RequirementFields::meta().keyname(key.text()).is_none());
        let none = match fields.count {
            Some(count) => self.node(count.0).text() == "0",
            // What cannot be read may have been nothing.
            None => body.entry("count").is_some(),
        };
        if !whole || owner.open || !readable || strangers || none {
            return;
        }
        if !self.members_of(used.of.id, Section::Interface).is_empty() {
            let meaning = TypeRef::Defined(used.of.id);
            let interfaces = types.relationship_interfaces(id, TypeUse { meaning, node: key });
            self.missing_inputs(key, [assigned, None], &interfaces, false);
        }
        let given = assigned.and_then(|node| node.get("properties"));
        let has_value = |name: &str| {
            let refined = used.refined.get(name).map(|id| types.field(*id).effective());
            refined.is_some_and(|field| field.value.is_some() || field.default.is_some())
        };
        let is_given = |name: &str| {
            meant.contains(&name) || has_value(name) || given.is_some_and(|given| given.entry(name).is_some())
        };
        let mut missing = self.missing(&used.properties, is_given);
        // What the definition requires is required of a narrower type, too, unless that gives a value.
        missing.extend(self.missing(&used.refined, |name| {
            let of_type = used.properties.get(name).map(|id| types.field(*id));
            let there = of_type.is_some_and(|field| {
                let effective = field.effective();
                field.is_required() || effective.value.is_some() || effective.default.is_some()
            });
            is_given(name) || there
        }));
        let who = format!("the relationship of requirement {}", quoted(key.text()));
        self.report_missing(key, &who, &said, &missing);
    }

    pub(super) fn relationship_template(&mut self, relationship: &'r Relationship<'g>) {
        let (key, template) = (relationship.key, relationship.written);
        self.in_interface_assignments(template.interfaces.as_ref());
        let types: &'r Types<'g> = self.types;
        let original =
            relationship.copied.and_then(|number| self.topology?.relationships.get(number as usize));
        let copied = original.map(|original| original.written);
        let second = copied.and_then(|copied| copied.copy).map(|name| name.node);
        self.copy(relationship.key, template.copy.map(|name| name.node), second);
        let source = original.and_then(|original| types.defined(original.relationship_type));
        let Some(of) = types.defined(relationship.relationship_type) else { return };
        let said = words(of);
        let owner = Owner::of(of, &said);
        let properties = self.members_of(of.id, Section::Property);
        let meant = self.properties(template.properties.as_ref(), &properties, owner);
        let attributes = self.members_of(of.id, Section::Attribute);
        self.attributes(template.attributes.as_ref(), &attributes, &properties, owner);
        let readable = |template: &RelationshipTemplate| {
            is_whole(self.node(template.node), RelationshipTemplate::meta())
        };
        let known = template.copy.is_none() || copied.is_some() && second.is_none();
        if !owner.open && known && readable(template) && copied.is_none_or(readable) {
            let bodies = [Some(template), copied].map(|template| self.node(template?.node).get("properties"));
            let who = format!("relationship template {}", quoted(key.text()));
            // What the copied template lacks is told there.
            let there = source.map(|source| self.members_of(source.id, Section::Property));
            let missing = self.missing(&properties, |name| {
                meant.contains(&name)
                    || bodies.iter().flatten().any(|body| body.entry(name).is_some())
                    || there.as_ref().is_some_and(|there| there.get(name) == properties.get(name))
            });
            self.report_missing(key, &who, &said, &missing);
            let interfaces = self.members_of(of.id, Section::Interface);
            let bodies = [Some(template), copied].map(|template| Some(self.node(template?.node)));
            self.missing_inputs(key, bodies, &interfaces, source.is_some_and(|source| source.id == of.id));
        }
        let interfaces = self.members_of(of.id, Section::Interface);
        self.interfaces(template.interfaces.as_ref(), &interfaces, owner, true);
    }
}
