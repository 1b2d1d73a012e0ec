//! Groups and policies: tags on what belongs to them (TOSCA 2.0 §16).

use crate::base::Place as _;
use crate::grammar::Ref;
use crate::model::service::ServiceView;
use crate::syntax::NodeTemplateOrGroup;

use super::super::picture::{Figure, Tag};

/// Tags on one figure; what is beyond is told by their number.
const MOST: usize = 4;

/// So many templates and groups are passed through for one group or policy.
const FARTHEST: usize = 4_000;

/// How many groups and policies there are.
pub(super) fn counts(of: ServiceView<'_>) -> (usize, usize) {
    let groups = of.template().groups.as_ref().map_or(0, |map| map.entries.len());
    (groups, of.template().policies.as_ref().map_or(0, |named| named.entries.len()))
}

/// Tags each figure with the groups and policies that name its template, or a group with it inside.
pub(super) fn tag(of: ServiceView<'_>, figures: &mut [Figure]) {
    let groups = of.template().groups.as_ref().map_or(&[][..], |map| &map.entries);
    let mut beyond = vec![0_usize; figures.len()];
    let mut add = |members: &[Ref<NodeTemplateOrGroup>], name: &str, is_policy: bool| {
        for template in of.reached(members.iter().map(|name| name.node), FARTHEST) {
            let place = template.id.index();
            let Some(figure) = figures.get_mut(place) else { continue };
            if figure.tags.len() < MOST {
                figure.tags.push(Tag { text: name.to_owned(), is_policy });
            } else {
                beyond[place] += 1;
            }
        }
    };
    for (key, group) in groups {
        let members = group.members.as_ref().map_or(&[][..], |members| &members.0.items);
        add(members, of.node(*key).text(), false);
    }
    for entry in of.template().policies.iter().flat_map(|named| &named.entries) {
        let targets = entry.value.targets.as_ref().map_or(&[][..], |targets| &targets.0.items);
        add(targets, of.node(entry.key).text(), true);
    }
    for (figure, beyond) in figures.iter_mut().zip(beyond) {
        if beyond > 0 {
            figure.tags.push(Tag { text: format!("+{beyond}"), is_policy: false });
        }
    }
}
