//! Rules that must hold in every variant, as data: one instance for each place where a rule can fail.
//!
//! Input: a model. Output: instances whose violation is a combination of present and absent elements, so that
//! one variant and all variants are checked by the same data.

use crate::base::Span;
use crate::dialects::variability::{ElementId, ElementKind, VariabilityModel};

/// The consistency checks of the specification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConsistencyCheck {
    /// Each relation has a source.
    Source,
    /// Each relation has a target.
    Target,
    /// A node template has at most one hosting relation.
    OneHost,
    /// A node template that has hosting relations has one that is present.
    SomeHost,
}

impl ConsistencyCheck {
    /// All consistency checks.
    pub const ALL: &[Self] = &[Self::Source, Self::Target, Self::OneHost, Self::SomeHost];
}

/// The rule that an instance violates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ViolationKind {
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
    /// Several alternatives are present.
    SeveralAlternatives {
        /// The first one.
        first: ElementId,
    },
    /// A node template has no type, or several.
    Types {
        /// The node template.
        node: ElementId,
    },
    /// A node template has no host that is present.
    NoHost {
        /// The node template.
        node: ElementId,
    },
    /// Something refers to an element that is absent.
    Reference {
        /// The location of the reference.
        span: Span,
        /// The element.
        element: ElementId,
        /// The kind of reference: `get_input`, `targets`.
        by: &'static str,
    },
    /// All elements that a reference may refer to are absent.
    NoneOf {
        /// The location of the reference.
        span: Span,
        /// The kind of reference.
        by: &'static str,
    },
    /// A node template has too few or too many relations for a requirement of its type.
    Count {
        /// The node template.
        node: ElementId,
        /// The name of the requirement.
        name: String,
        /// `too few` or `too many`.
        deviation: &'static str,
        /// The location of the `count_range`.
        span: Span,
    },
}

/// A combination of elements that violates a rule: all of `present` are present, and as many of `counted` as
/// `count` contains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// The rule that is violated then.
    pub what: ViolationKind,
    /// The elements that are all present.
    pub present: Vec<ElementId>,
    /// The elements that are counted if present.
    pub counted: Vec<ElementId>,
    /// The numbers of present elements among `counted` that violate the rule.
    pub count: CountDeviation,
}

/// A set of numbers of elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CountDeviation {
    /// No element is present.
    Zero,
    /// More than this number are present.
    MoreThan(u32),
    /// Fewer than this number are present.
    FewerThan(u32),
    /// Some are present, but fewer than this number.
    SomeButFewerThan(u32),
}

impl CountDeviation {
    /// Whether the set contains `number`.
    #[must_use]
    pub fn contains(self, number: usize) -> bool {
        match self {
            CountDeviation::Zero => number == 0,
            CountDeviation::MoreThan(most) => number > most as usize,
            CountDeviation::FewerThan(least) => number < least as usize,
            CountDeviation::SomeButFewerThan(least) => number > 0 && number < least as usize,
        }
    }
}

impl Instance {
    /// Whether a variant that violates the rule is valid TOSCA all the same: it has lost something that the template
    /// assigns, but nothing requires it.
    #[must_use]
    pub fn is_only_lost(&self) -> bool {
        match self.what {
            ViolationKind::NoneOf { .. } => true,
            ViolationKind::Count { .. } => self.count == CountDeviation::Zero,
            _ => false,
        }
    }

    /// Whether the rule is violated if the elements are present for which `is_present` is true.
    pub fn is_violated(&self, is_present: impl Fn(ElementId) -> bool) -> bool {
        self.present.iter().all(|&id| is_present(id))
            && self.count.contains(self.counted.iter().filter(|&&id| is_present(id)).count())
    }
}

/// Returns the instances of the consistency checks.
#[must_use]
pub fn consistency(model: &VariabilityModel<'_>, checks: &[ConsistencyCheck]) -> Vec<Instance> {
    let mut instances = Vec::new();
    for (id, element) in model.all() {
        match element.kind {
            ElementKind::Relation => {
                let end = |what, end: Option<ElementId>| {
                    let counted = vec![end?];
                    Some(Instance { what, present: vec![id], counted, count: CountDeviation::Zero })
                };
                if checks.contains(&ConsistencyCheck::Source) {
                    instances.extend(end(ViolationKind::Source { relation: id }, element.source));
                }
                if checks.contains(&ConsistencyCheck::Target) {
                    instances.extend(end(ViolationKind::Target { relation: id }, element.target));
                }
            }
            ElementKind::Node => {
                let hosts: Vec<ElementId> = model
                    .relations(id)
                    .filter(|&relation| model.element(relation).key.text() == "host")
                    .collect();
                if checks.contains(&ConsistencyCheck::OneHost) && hosts.len() > 1 {
                    instances.push(Instance {
                        what: ViolationKind::SeveralHosts { node: id },
                        present: vec![id],
                        counted: hosts.clone(),
                        count: CountDeviation::MoreThan(1),
                    });
                }
                if checks.contains(&ConsistencyCheck::SomeHost) && !hosts.is_empty() {
                    instances.push(Instance {
                        what: ViolationKind::NoHost { node: id },
                        present: vec![id],
                        counted: hosts,
                        count: CountDeviation::Zero,
                    });
                }
            }
            _ => {}
        }
    }
    instances
}
