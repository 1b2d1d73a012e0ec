//! Policies and their targets (TOSCA 2.0 §16.4).

use rustc_hash::FxHashMap;

use crate::diagnostics::{codes, quoted};
use crate::keynames::{Entity as _, NameKind, Slot};
use crate::model::Truth;
use crate::model::service::{GroupView, Member, PolicyView, ServiceView};
use crate::model::types::{Triggers, TypeRef, TypeView};
use crate::syntax::PolicyDefinition;
use crate::yaml::Node;

use super::assignments::words;
use super::groups::{Admitted, nodes_among};
use super::{Review, entries};

impl<'g> Review<'g> {
    pub(super) fn policies(&mut self, service: ServiceView<'g>) {
        let mut first: FxHashMap<&'g str, Node<'g>> = FxHashMap::default();
        for policy in service.policies() {
            let key = policy.key();
            let earlier = *first.entry(key.text()).or_insert(key);
            if earlier.id() != key.id() {
                let found = codes::duplicate_policy::found(key.span(), key.text(), earlier.span());
                self.report(key, found);
            }
            self.policy(policy);
        }
    }

    fn policy(&mut self, policy: PolicyView<'g>) {
        let of = policy.policy_type().and_then(|of| self.types.defined(of));
        let (key, policy) = (policy.key(), policy.written());
        let who = format!("policy {}", quoted(key.text()));
        self.typed(
            key,
            &who,
            (policy.node, PolicyDefinition::meta(), policy.unread),
            of,
            (policy.properties(), Slot::Absent),
            true,
        );
        if let Some(targets) = &policy.targets {
            let named = self.named(&targets.0);
            if let [(place, Member::Group(group))] = &named[..]
                && targets.0.items.len() == 1
            {
                self.empty_target(*place, *group);
            }
            if let Some(mut admitted) = of.and_then(|of| self.admitted(of)) {
                admitted.named.extend(nodes_among(&named));
                for (place, target) in named {
                    match target {
                        Member::NodeTemplate(template) => {
                            self.member(place, template, ("target", &who), &mut admitted);
                        }
                        Member::Group(group) => self.group_target(place, group, &who, &mut admitted),
                    }
                }
            }
        }
        if let Some(of) = of {
            self.repeated_triggers(of, policy);
        }
        self.triggers(key, policy, of);
    }

    /// A policy on nothing but a group without nodes (16.4-12).
    fn empty_target(&mut self, place: Node<'g>, group: GroupView<'g>) {
        let nodes = self.nodes_of(group);
        // An empty list is told at the group.
        let told = group.written().members.as_ref().is_some_and(|members| members.0.items.is_empty());
        if nodes.whole && nodes.list.is_empty() && !told {
            let what = format!("a policy on group {} alone", quoted(place.text()));
            let help = "give the group `members`, or name other targets";
            let found = codes::no_effect::found(place.span(), &what, "the group has no members", help);
            self.report(place, found.also(group.key().span(), "the group"));
        }
    }

    /// A group as target: its type must be admitted, or its nodes should be.
    fn group_target(
        &mut self,
        place: Node<'g>,
        group: GroupView<'g>,
        who: &str,
        admitted: &mut Admitted<'g>,
    ) {
        let Some(of) = self.group_type(group) else { return };
        if self.admits(admitted, TypeRef::Defined(of.id)) != Truth::No {
            return;
        }
        let by = (admitted.by.clone(), admitted.list.span());
        let by = (by.0.as_str(), by.1);
        if self.types.admits_kind(admitted.list, NameKind::GroupType) {
            let subject = format!("group {}", quoted(place.text()));
            let others = self.others(admitted);
            let found = codes::unfit_member::found(
                place.span(),
                &subject,
                ("target", who),
                &words(of).to_string(),
                by,
                &others,
            );
            return self.report(place, found);
        }
        let misfits = self.misfits(group, admitted);
        if misfits.is_empty() {
            let found = codes::unfit_member::group_for_nodes(place.span(), place.text(), who, by);
            return self.report(place, found);
        }
        self.misfitting_group(place, &misfits, ("target", who), admitted);
    }

    /// Triggers that are named like one of the type.
    fn repeated_triggers(&mut self, of: TypeView<'g>, policy: &'g PolicyDefinition) {
        for (key, _) in entries(policy.triggers.as_ref()) {
            let key = self.node(key);
            let Some(id) = self.types.member(of, Triggers, key.text()) else { continue };
            let place = self.types.key_of(id);
            let found = codes::repeated_trigger::found(
                key.span(),
                key.text(),
                self.types.get(id.owner()).name(),
                place.span(),
            );
            self.report(key, found);
        }
    }
}
