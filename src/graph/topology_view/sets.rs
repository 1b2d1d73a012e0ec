//! Groups and policies: tags on what belongs to them (TOSCA 2.0 §16).

use rustc_hash::FxHashSet;

use crate::derive::Types;
use crate::grammar::{NameKind, Ref};
use crate::resolve::Meaning;
use crate::syntax::NodeTemplateOrGroup;
use crate::topology::Topology;

use super::super::picture::{Figure, Tag};

/// Tags on one figure; what is beyond is told by their number.
const MOST: usize = 4;

/// How many groups and policies there are.
pub(super) fn counts(of: &Topology<'_>) -> (usize, usize) {
    let groups = of.template.groups.as_ref().map_or(0, |map| map.entries.len());
    (groups, of.template.policies.as_ref().map_or(0, |named| named.entries.len()))
}

/// Tags each figure with the groups and policies that name its template, or a group with it inside.
pub(super) fn tag<'g>(types: &Types<'g>, of: &Topology<'g>, figures: &mut [Figure]) {
    let groups = of.template.groups.as_ref().map_or(&[][..], |map| &map.entries);
    let mut beyond = vec![0_usize; figures.len()];
    let mut add = |members: &[Ref<NodeTemplateOrGroup>], name: &str, is_policy: bool| {
        for number in reached(types, of, members) {
            let Some(figure) = figures.get_mut(number as usize) else { continue };
            if figure.tags.len() < MOST {
                figure.tags.push(Tag { text: name.to_owned(), is_policy });
            } else {
                beyond[number as usize] += 1;
            }
        }
    };
    for (key, group) in groups {
        let members = group.members.as_ref().map_or(&[][..], |members| &members.0.items);
        add(members, of.file.node(*key).text(), false);
    }
    for entry in of.template.policies.iter().flat_map(|named| &named.entries) {
        let targets = entry.value.targets.as_ref().map_or(&[][..], |targets| &targets.0.items);
        add(targets, of.file.node(entry.key).text(), true);
    }
    for (figure, beyond) in figures.iter_mut().zip(beyond) {
        if beyond > 0 {
            figure.tags.push(Tag { text: format!("+{beyond}"), is_policy: false });
        }
    }
}

/// The node templates among members, and among those of groups that are members, in order.
fn reached<'g>(types: &Types<'g>, of: &Topology<'g>, members: &[Ref<NodeTemplateOrGroup>]) -> Vec<u32> {
    const FARTHEST: usize = 4_000;
    let groups = of.template.groups.as_ref().map_or(&[][..], |map| &map.entries);
    let (mut found, mut seen) = (Vec::new(), FxHashSet::default());
    let mut waiting: Vec<Ref<NodeTemplateOrGroup>> = members.iter().rev().copied().collect();
    while let Some(name) = waiting.pop() {
        let Some(Meaning::Definition(id)) = types.names.meaning(of.file.id, name.node) else { continue };
        let definition = types.names.definition(id);
        let Some(entry) = definition.entry.filter(|_| seen.insert(id)) else { continue };
        match definition.kind {
            NameKind::NodeTemplate => found.push(entry),
            NameKind::Group if seen.len() < FARTHEST => {
                let inner = groups.get(entry as usize).and_then(|(_, group)| group.members.as_ref());
                waiting.extend(inner.iter().flat_map(|members| members.0.items.iter().rev().copied()));
            }
            _ => {}
        }
    }
    found
}
