//! Groups and policies: tags on what belongs to them (TOSCA 2.0 §16).

use crate::base::Place as _;
use crate::model::service::{NodeTemplateView, ServiceView};

use super::super::picture::{Figure, Tag};

/// Tags on one figure; what is beyond is told by their number.
const MOST: usize = 4;

/// So many templates and groups are passed through for one group or policy.
const FARTHEST: usize = 4_000;

/// How many groups and policies there are.
pub(super) fn counts(of: ServiceView<'_>) -> (usize, usize) {
    (of.groups().count(), of.policies().count())
}

/// Tags each figure with the groups and policies that name its template, or a group with it inside.
pub(super) fn tag(of: ServiceView<'_>, figures: &mut [Figure]) {
    let mut beyond = vec![0_usize; figures.len()];
    let mut add = |reached: Vec<NodeTemplateView<'_>>, name: &str, is_policy: bool| {
        for template in reached {
            let place = template.id.index();
            let Some(figure) = figures.get_mut(place) else { continue };
            if figure.tags.len() < MOST {
                figure.tags.push(Tag { text: name.to_owned(), is_policy });
            } else {
                beyond[place] += 1;
            }
        }
    };
    for group in of.groups() {
        add(of.reached(group.members(), FARTHEST), group.name(), false);
    }
    for policy in of.policies() {
        add(of.reached(policy.targets(), FARTHEST), policy.name(), true);
    }
    for (figure, beyond) in figures.iter_mut().zip(beyond) {
        if beyond > 0 {
            figure.tags.push(Tag { text: format!("+{beyond}"), is_policy: false });
        }
    }
}
