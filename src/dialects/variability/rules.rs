//! What must hold in every variant, as data: one instance for each place where it can fail.
//!
//! In: a model. Out: instances whose violation is a combination of elements that are present and absent, so
//! that one variant and all of them are judged by the same words.

use rustc_hash::FxHashMap;

use crate::base::{Span, Symbol};
use crate::yaml::Node;

use super::model::{ElementId, Kind, Model};

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

/// The instances that come from names: what is read, named or mapped must be there.
#[must_use]
pub fn references(model: &Model<'_>) -> Vec<Instance> {
    let inputs = model.all().filter(|(_, element)| element.kind == Kind::Input);
    let inputs = inputs.filter_map(|(id, element)| Some((element.key.symbol()?, id))).collect();
    let mut references = References { model, inputs, instances: Vec::new() };
    let Some((_, body)) = model.body else { return references.instances };
    for (id, element) in model.all() {
        match element.kind {
            Kind::Node => {
                for (key, value) in element.value.entries() {
                    if !matches!(
                        key.text(),
                        "requirements" | "conditions" | "type" | "metadata" | "description"
                    ) {
                        references.values(value, Some(id));
                    }
                }
            }
            Kind::Policy => {
                references.targets(id, element.value);
                references.values(element.value, Some(id));
            }
            Kind::Input => {}
            Kind::Relation | Kind::Group => references.values(element.value, Some(id)),
        }
    }
    for section in ["outputs", "substitution_mappings", "workflows", "relationship_templates"] {
        if let Some(value) = body.get(section) {
            // A relationship template is used by relations that may all be absent.
            references.values(value, None);
        }
    }
    references.named_parts(body);
    references.instances
}

struct References<'m, 't> {
    model: &'m Model<'t>,
    /// The inputs of the template.
    inputs: FxHashMap<Symbol, ElementId>,
    instances: Vec<Instance>,
}

impl<'t> References<'_, 't> {
    fn may_be_absent(&self, id: ElementId) -> bool {
        let element = self.model.element(id);
        self.model.conditions(id).next().is_some()
            || element.source.is_some_and(|source| self.model.conditions(source).next().is_some())
    }

    fn add(&mut self, holder: Option<ElementId>, place: Span, element: ElementId, by: &'static str) {
        if self.may_be_absent(element) && holder != Some(element) {
            self.instances.push(Instance {
                what: What::Reference { place, element, by },
                present: holder.into_iter().collect(),
                counted: vec![element],
                count: Count::Zero,
            });
        }
    }

    /// Calls in the values below `node`, which belongs to `holder`.
    fn values(&mut self, node: Node<'t>, holder: Option<ElementId>) {
        let mut waiting = vec![node];
        while let Some(node) = waiting.pop() {
            waiting.extend(node.items());
            if let Some((key, value)) = node.only_entry() {
                self.call(key, value, holder);
            }
            waiting
                .extend(node.entries().filter(|(key, _)| key.text() != "conditions").map(|(_, value)| value));
        }
    }

    fn call(&mut self, key: Node<'t>, value: Node<'t>, holder: Option<ElementId>) {
        let first = value.items().next();
        let name = first.unwrap_or(value);
        match key.text().strip_prefix('$').unwrap_or(key.text()) {
            "get_input" => {
                if let Some(&input) = name.symbol().and_then(|name| self.inputs.get(&name)) {
                    self.add(holder, name.span(), input, "get_input");
                }
            }
            function @ ("get_property" | "get_attribute" | "get_artifact" | "get_operation_output") => {
                let by = match function {
                    "get_property" => "get_property",
                    "get_attribute" => "get_attribute",
                    "get_artifact" => "get_artifact",
                    _ => "get_operation_output",
                };
                let Some(first) = first else { return };
                let start = match first.as_str() {
                    Some("SELF") => holder.filter(|&id| self.model.element(id).kind == Kind::Node),
                    Some(name) => self.model.node(name),
                    None => None,
                };
                let Some(start) = start else { return };
                if first.as_str() != Some("SELF") {
                    self.add(holder, first.span(), start, by);
                }
                if let Some(second) = value.items().nth(1) {
                    self.through(holder, start, second, by);
                }
            }
            _ => {}
        }
    }

    /// A requirement of `start` that a path goes through: one of its assignments must be present.
    fn through(&mut self, holder: Option<ElementId>, start: ElementId, name: Node<'t>, by: &'static str) {
        let Some(symbol) = name.symbol() else { return };
        let relations: Vec<ElementId> = self
            .model
            .relations(start)
            .filter(|&id| self.model.element(id).key.symbol() == Some(symbol))
            .collect();
        if relations.is_empty() || !relations.iter().all(|&id| self.may_be_absent(id)) {
            return;
        }
        let present = holder.into_iter().chain((holder != Some(start)).then_some(start)).collect();
        self.instances.push(Instance {
            what: What::NoneOf { place: name.span(), by },
            present,
            counted: relations,
            count: Count::Zero,
        });
    }

    /// The targets of a policy: where all are absent, it applies to nothing.
    fn targets(&mut self, policy: ElementId, value: Node<'t>) {
        let Some(list) = value.get("targets") else { return };
        let targets: Option<Vec<ElementId>> = list
            .items()
            .map(|target| {
                let name = target.as_str()?;
                self.model.node(name).or_else(|| self.model.group(name))
            })
            .collect();
        let Some(targets) = targets.filter(|targets| !targets.is_empty()) else { return };
        if targets.iter().all(|&id| self.may_be_absent(id)) {
            self.instances.push(Instance {
                what: What::NoneOf { place: list.span(), by: "targets" },
                present: vec![policy],
                counted: targets,
                count: Count::Zero,
            });
        }
    }

    /// Node templates that workflows and substitution mappings name.
    fn named_parts(&mut self, body: Node<'t>) {
        for (_, workflow) in body.get("workflows").into_iter().flat_map(Node::entries) {
            for (_, step) in workflow.get("steps").into_iter().flat_map(Node::entries) {
                let target = step.get("target");
                if let Some(id) = target.and_then(Node::as_str).and_then(|name| self.model.node(name)) {
                    let place = target.map_or(step.span(), Node::span);
                    self.add(None, place, id, "target");
                }
            }
        }
        let mappings = body.get("substitution_mappings");
        for section in ["properties", "attributes", "capabilities", "requirements", "interfaces"] {
            for (_, mapping) in
                mappings.and_then(|node| node.get(section)).into_iter().flat_map(Node::entries)
            {
                let Some(first) = mapping.items().next() else { continue };
                if let Some(id) = first.as_str().and_then(|name| self.model.node(name)) {
                    self.add(None, first.span(), id, "substitution_mappings");
                }
            }
        }
    }
}
