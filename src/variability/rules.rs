//! What must hold in every variant, as data: one instance for each place where it can fail.
//!
//! In: a model. Out: instances whose violation is a combination of elements that are present and absent, so
//! that one variant and all of them are judged by the same words.

use crate::base::Span;
use crate::dialects::variability::{ElementId, Kind, Model};

/// The document's consistency checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// Each relation has a source.
    Source,
    /// Each relation has a target.
    Target,
    /// A node template has at most one hosting relation.
    OneHost,
    /// A node template that has hosting relations has one that is present.
    SomeHost,
}

impl Check {
    /// All of them.
    pub const ALL: &[Self] = &[Self::Source, Self::Target, Self::OneHost, Self::SomeHost];
}

/// What is wrong where an instance is violated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// The source of a relation is absent.
    Source {
        /// The relation.
        relation: ElementId,
    },
    /// The target of a relation is absent.
    Target {
        /// The relation.
        relation: ElementId,
    },
    /// A node template has several hosts.
    SeveralHosts {
        /// The node template.
        node: ElementId,
    },
    /// A node template has lost its host.
    NoHost {
        /// The node template.
        node: ElementId,
    },
    /// Something names an element that is absent.
    Reference {
        /// Where the element is named.
        place: Span,
        /// The element.
        element: ElementId,
        /// How it is named: `get_input`, `targets`.
        by: &'static str,
    },
    /// All that could be meant is absent.
    NoneOf {
        /// Where it is named.
        place: Span,
        /// How it is named.
        by: &'static str,
    },
    /// A node template has too few or too many relations for a requirement of its type.
    Count {
        /// The node template.
        node: ElementId,
        /// The requirement.
        name: String,
        /// `too few` or `too many`.
        wanted: &'static str,
        /// Where the numbers are written.
        place: Span,
    },
}

/// When an instance is violated: all of `present` are present, and `absent` elements are as [`Count`] says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// What is wrong then.
    pub what: What,
    /// These are present.
    pub present: Vec<ElementId>,
    /// These are counted.
    pub counted: Vec<ElementId>,
    /// The numbers of present ones among the counted that violate.
    pub count: Count,
}

/// A set of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// None is present.
    Zero,
    /// More than so many are present.
    MoreThan(u32),
    /// Fewer than so many are present.
    FewerThan(u32),
}

impl Count {
    /// Whether `number` is in the set.
    #[must_use]
    pub fn holds(self, number: usize) -> bool {
        match self {
            Count::Zero => number == 0,
            Count::MoreThan(most) => number > most as usize,
            Count::FewerThan(least) => number < least as usize,
        }
    }
}

impl Instance {
    /// Whether it is violated where elements are present as `is_present` says.
    pub fn is_violated(&self, is_present: impl Fn(ElementId) -> bool) -> bool {
        self.present.iter().all(|&id| is_present(id))
            && self.count.holds(self.counted.iter().filter(|&&id| is_present(id)).count())
    }
}

/// The instances of the document's consistency checks.
#[must_use]
pub fn consistency(model: &Model<'_>, checks: &[Check]) -> Vec<Instance> {
    let mut instances = Vec::new();
    for (id, element) in model.all() {
        match element.kind {
            Kind::Relation => {
                let end = |what, end: Option<ElementId>| {
                    let counted = vec![end?];
                    Some(Instance { what, present: vec![id], counted, count: Count::Zero })
                };
                if checks.contains(&Check::Source) {
                    instances.extend(end(What::Source { relation: id }, element.source));
                }
                if checks.contains(&Check::Target) {
                    instances.extend(end(What::Target { relation: id }, element.target));
                }
            }
            Kind::Node => {
                let hosts: Vec<ElementId> = model
                    .relations(id)
                    .filter(|&relation| model.element(relation).key.text() == "host")
                    .collect();
                if checks.contains(&Check::OneHost) && hosts.len() > 1 {
                    instances.push(Instance {
                        what: What::SeveralHosts { node: id },
                        present: vec![id],
                        counted: hosts.clone(),
                        count: Count::MoreThan(1),
                    });
                }
                if checks.contains(&Check::SomeHost) && !hosts.is_empty() {
                    instances.push(Instance {
                        what: What::NoHost { node: id },
                        present: vec![id],
                        counted: hosts,
                        count: Count::Zero,
                    });
                }
            }
            _ => {}
        }
    }
    instances
}
