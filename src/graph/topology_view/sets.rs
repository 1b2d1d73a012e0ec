//! Draws groups and policies as tags on their members and targets (TOSCA 2.0 §16).

use crate::base::DenseId as _;
use crate::model::service::{NodeTemplateView, ServiceView};

use crate::yaml::YamlNode;

use super::super::picture::{Figure, PictureTag};
use super::Conditions;

/// The maximum number of tags on a figure; for further ones, only their number is shown.
const MAX_TAGS: usize = 4;

/// The maximum number of templates and groups that are followed for one group or policy.
const MAX_MEMBERS: usize = 4_000;

/// Returns the numbers of groups and policies.
pub(super) fn counts(service: ServiceView<'_>) -> (usize, usize) {
    (service.groups().count(), service.policies().count())
}

/// Tags each figure with the groups and policies that contain its template, directly or in a group.
pub(super) fn tag(service: ServiceView<'_>, conditions: &Conditions, figures: &mut [Figure]) {
    let mut omitted = vec![0_usize; figures.len()];
    let mut add = |reached: Vec<NodeTemplateView<'_>>, key: YamlNode<'_>, is_policy: bool| {
        let text = match super::condition(service, conditions, key) {
            Some(condition) => format!("{} {condition}", key.text()),
            None => key.text().to_owned(),
        };
        for template in reached {
            let index = template.id.index();
            let Some(figure) = figures.get_mut(index) else { continue };
            if figure.tags.len() < MAX_TAGS {
                figure.tags.push(PictureTag { text: text.clone(), is_policy });
            } else {
                omitted[index] += 1;
            }
        }
    };
    for group in service.groups() {
        add(service.reached(group.members(), MAX_MEMBERS), group.key(), false);
    }
    for policy in service.policies() {
        add(service.reached(policy.targets(), MAX_MEMBERS), policy.key(), true);
    }
    for (figure, omitted) in figures.iter_mut().zip(omitted) {
        if omitted > 0 {
            figure.tags.push(PictureTag { text: format!("+{omitted}"), is_policy: false });
        }
    }
}
