//! Groups, policies and artifacts (TOSCA 2.0 §12.2, §16.2, §16.4).

use crate::derive::{Section, Types};
use crate::diagnostics::quoted;
use crate::grammar::{Entity as _, Map, Meta, Value};
use crate::syntax::{ArtifactDefinition, GroupDefinition, PolicyDefinition};
use crate::yaml::{Node, NodeId};

use super::Review;
use super::assignments::{Owner, is_whole, words};

impl<'r, 'g> Review<'r, 'g> {
    pub(super) fn group(&mut self, key: Node<'g>, group: &'g GroupDefinition) {
        let who = format!("group {}", quoted(key.text()));
        let name = group.group_type.map(|name| name.node);
        self.typed(
            key,
            &who,
            (group.node, GroupDefinition::meta()),
            name,
            (group.properties.as_ref(), group.attributes.as_ref()),
            true,
        );
    }

    pub(super) fn policy(&mut self, key: Node<'g>, policy: &'g PolicyDefinition) {
        let who = format!("policy {}", quoted(key.text()));
        let name = policy.policy_type.map(|name| name.node);
        self.typed(
            key,
            &who,
            (policy.node, PolicyDefinition::meta()),
            name,
            (policy.properties.as_ref(), None),
            true,
        );
    }

    pub(super) fn artifact(&mut self, artifact: &'g ArtifactDefinition, demanded: bool) {
        let node = self.node(artifact.node);
        let name = artifact.artifact_type.map(|name| name.node);
        let at = name.map_or(node, |name| self.node(name));
        self.typed(
            at,
            "the artifact",
            (artifact.node, ArtifactDefinition::meta()),
            name,
            (artifact.properties.as_ref(), None),
            demanded,
        );
    }

    /// Something with a type, properties and attributes.
    fn typed(
        &mut self,
        key: Node<'g>,
        who: &str,
        (body, meta): (NodeId, &Meta),
        type_name: Option<NodeId>,
        (properties, attributes): (Option<&'g Map<Value>>, Option<&'g Map<Value>>),
        demanded: bool,
    ) {
        let types: &'r Types<'g> = self.types;
        let Some(of) = type_name.and_then(|name| types.defined(types.meaning(self.node(name)))) else {
            return;
        };
        let said = words(of);
        let owner = Owner::of(of, &said);
        let names = self.members_of(of.id, Section::Property);
        let meant = self.properties(properties, &names, owner);
        let known = self.members_of(of.id, Section::Attribute);
        self.attributes(attributes, &known, &names, owner);
        let body = self.node(body);
        let given = body.get("properties");
        if demanded && !owner.open && is_whole(body, meta) {
            let missing = self.missing(&names, |name| {
                meant.contains(&name) || given.is_some_and(|given| given.entry(name).is_some())
            });
            self.report_missing(key, who, &said, &missing);
        }
    }
}
