//! Finds references to elements that may be absent: what is read, named or mapped must be present.
//!
//! Input: a model. Output: one instance for each reference to something that may be absent. References are
//! resolved among the elements alone: those that need types are skipped.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::{Span, Symbol};
use crate::dialects::variability::{ElementId, ElementKind, VariabilityModel};
use crate::yaml::{NodeId, YamlNode};

use super::consistency::{CountDeviation, Instance, ViolationKind};

/// Keynames of a node template whose values contain no references, or are separate elements.
const SKIPPED_KEYNAMES: [&str; 5] = ["requirements", "conditions", "type", "metadata", "description"];

/// The functions that read a part of an element.
const READING_FUNCTIONS: [&str; 4] =
    ["get_property", "get_attribute", "get_artifact", "get_operation_output"];

/// Returns the instances for all references.
#[must_use]
pub fn references(model: &VariabilityModel<'_>) -> Vec<Instance> {
    let inputs = model.all().filter(|(_, element)| element.kind == ElementKind::Input);
    let inputs = inputs.filter_map(|(id, element)| Some((element.key.symbol()?, id))).collect();
    let mut references = References { model, inputs, assigned: None, instances: Vec::new() };
    let Some((_, body)) = model.body else { return references.instances };
    let mut templates: FxHashMap<Symbol, Vec<ElementId>> = FxHashMap::default();
    for (id, element) in model.all() {
        match element.kind {
            ElementKind::Node => {
                for (_, value) in
                    element.value.entries().filter(|(key, _)| !SKIPPED_KEYNAMES.contains(&key.text()))
                {
                    references.add_calls(value, Some(id));
                }
                references.add_named(element.value.get("copy"), Some(id), "copy");
            }
            ElementKind::Relation => {
                references.add_calls(element.value, Some(id));
                if let Some(name) = element.value.get("relationship").and_then(YamlNode::symbol) {
                    templates.entry(name).or_default().push(id);
                }
            }
            ElementKind::Policy => {
                references.add_list(id, element.value, "targets");
                references.add_calls(element.value, Some(id));
                for (_, trigger) in element.value.get("triggers").into_iter().flat_map(YamlNode::entries) {
                    let filter = trigger.get("target_filter");
                    references.add_named(
                        filter.and_then(|filter| filter.get("node")),
                        Some(id),
                        "target_filter",
                    );
                }
            }
            ElementKind::Group => {
                if !element.is_variability {
                    references.add_list(id, element.value, "members");
                }
                references.add_calls(element.value, Some(id));
            }
            ElementKind::Input | ElementKind::Property | ElementKind::Artifact | ElementKind::Type => {}
            ElementKind::Output => {
                references.add_calls(element.value, Some(id));
            }
        }
    }
    // A relationship template is present as long as a relation uses it.
    for (key, value) in body.get("relationship_templates").into_iter().flat_map(YamlNode::entries) {
        for &relation in key.symbol().and_then(|name| templates.get(&name)).into_iter().flatten() {
            references.add_calls(value, Some(relation));
        }
    }
    let outputs = model.all().filter(|(_, element)| element.kind == ElementKind::Output);
    let conditional: FxHashSet<NodeId> = outputs.map(|(_, element)| element.key.id()).collect();
    for (key, value) in body.get("outputs").into_iter().flat_map(YamlNode::entries) {
        if !conditional.contains(&key.id()) {
            references.add_calls(value, None);
        }
    }
    for section in ["substitution_mappings", "workflows"] {
        if let Some(value) = body.get(section) {
            references.add_calls(value, None);
        }
    }
    references.add_workflows(body);
    references.add_mappings(body);
    references.instances.extend(super::alternatives::alternatives(model));
    references.instances
}

struct References<'m, 't> {
    model: &'m VariabilityModel<'t>,
    /// The inputs of the template.
    inputs: FxHashMap<Symbol, ElementId>,
    /// The assignment in a list that contains the current call.
    assigned: Option<ElementId>,
    instances: Vec<Instance>,
}

impl<'t> References<'_, 't> {
    fn may_be_absent(&self, id: ElementId) -> bool {
        let source = self.model.element(id).source;
        self.model.may_be_absent(id) || source.is_some_and(|source| self.model.may_be_absent(source))
    }

    fn add(&mut self, owner: Option<ElementId>, span: Span, element: ElementId, by: &'static str) {
        if self.may_be_absent(element) && owner != Some(element) {
            let present = owner.into_iter().chain(self.assigned);
            self.instances.push(Instance {
                what: ViolationKind::Reference { span, element, by },
                present: present.collect(),
                counted: vec![element],
                count: CountDeviation::Zero,
            });
        }
    }

    /// Adds a reference to a node template or group.
    fn add_named(&mut self, name: Option<YamlNode<'t>>, owner: Option<ElementId>, by: &'static str) {
        if let Some(name_node) = name
            && let Some(name) = name_node.as_str()
            && let Some(id) = self.model.node(name).or_else(|| self.model.group(name))
        {
            self.add(owner, name_node.span(), id, by);
        }
    }

    /// Adds the references of calls in the values under `node`, which belongs to `owner`.
    fn add_calls(&mut self, node: YamlNode<'t>, owner: Option<ElementId>) {
        let mut pending = vec![(node, None)];
        while let Some((node, assigned)) = pending.pop() {
            self.assigned = assigned;
            pending.extend(node.items().map(|item| (item, assigned)));
            if let Some((key, value)) = node.only_entry() {
                self.add_call(key, value, owner);
            }
            let parts = node.entries().filter(|(key, _)| key.text() != "conditions");
            pending.extend(parts.map(|(key, value)| (value, assigned.or_else(|| self.model.placed(key)))));
        }
        self.assigned = None;
    }

    fn add_call(&mut self, key: YamlNode<'t>, value: YamlNode<'t>, owner: Option<ElementId>) {
        let function = key.text().strip_prefix('$').unwrap_or(key.text());
        if function == "get_input" {
            let name = value.items().next().unwrap_or(value);
            if let Some(&input) = name.symbol().and_then(|name| self.inputs.get(&name)) {
                self.add(owner, name.span(), input, "get_input");
            }
        } else if let Some(by) = READING_FUNCTIONS.into_iter().find(|reading| *reading == function) {
            let mut path = value.items();
            let Some(first) = path.next() else { return };
            let owner_element = owner.map(|id| (id, self.model.element(id)));
            let start = match (first.as_str(), owner_element) {
                (Some("SELF" | "HOST"), Some((id, element))) if element.kind == ElementKind::Node => Some(id),
                (Some("SOURCE"), Some((_, element))) => element.source,
                (Some("TARGET"), Some((_, element))) => element.target,
                (Some("SELF" | "HOST" | "SOURCE" | "TARGET") | None, _) => None,
                (Some(name), _) => {
                    let named = self.model.node(name);
                    if let Some(id) = named {
                        self.add(owner, first.span(), id, by);
                    }
                    named
                }
            };
            let Some(start) = start else { return };
            if first.as_str() == Some("HOST") {
                let hosts = self.model.relations_called(start, "host").to_vec();
                let present = owner.into_iter().chain(self.assigned).collect();
                self.require_some(first.span(), present, hosts, 0, by);
            } else {
                self.add_path(owner, start, path, by);
            }
        }
    }

    /// Adds the references of a path that starts at `current`: if it goes through a requirement, an
    /// assignment of the requirement must be present.
    fn add_path(
        &mut self,
        owner: Option<ElementId>,
        mut current: ElementId,
        path: impl Iterator<Item = YamlNode<'t>>,
        by: &'static str,
    ) {
        let mut path = path.peekable();
        let mut present: Vec<ElementId> = owner.into_iter().chain(self.assigned).collect();
        while let Some(mut step) = path.next() {
            if !present.contains(&current) {
                present.push(current);
            }
            let is_long = step.as_str() == Some("RELATIONSHIP");
            if is_long {
                let Some(name) = path.next() else { return };
                step = name;
            }
            let relations = self.model.relations_called(current, step.text());
            let index = path.next_if(|next| is_long && next.as_str().is_none());
            let number = index.and_then(|index| index.text().parse().ok()).unwrap_or(0);
            let span = index.map_or(step.span(), YamlNode::span);
            self.require_some(span, present.clone(), relations.to_vec(), number, by);
            let goes_on = is_long && path.next().and_then(YamlNode::as_str) == Some("TARGET");
            let ([only], true) = (relations, goes_on) else { return };
            let Some(target) = self.model.element(*only).target else { return };
            present.push(*only);
            current = target;
        }
    }

    /// Adds a rule: if all of `present` are present, more than `number` of `counted` must be. There is no
    /// rule if there are not that many.
    fn require_some(
        &mut self,
        span: Span,
        present: Vec<ElementId>,
        counted: Vec<ElementId>,
        number: u32,
        by: &'static str,
    ) {
        let needed = number as usize + 1;
        let certain = counted.iter().filter(|&&id| !self.may_be_absent(id)).count();
        if counted.len() >= needed && certain < needed {
            let count =
                if number == 0 { CountDeviation::Zero } else { CountDeviation::FewerThan(number + 1) };
            self.instances.push(Instance {
                what: ViolationKind::NoneOf { span, by },
                present,
                counted,
                count,
            });
        }
    }

    /// Adds a rule for the targets of a policy or the members of a group: at least one must be present.
    fn add_list(&mut self, owner: ElementId, value: YamlNode<'t>, by: &'static str) {
        let Some(list) = value.get(by) else { return };
        let element = |name: YamlNode<'t>| {
            let name = name.as_str()?;
            self.model.node(name).or_else(|| self.model.group(name))
        };
        let Some(named) = list.items().map(element).collect::<Option<Vec<ElementId>>>() else { return };
        self.require_some(list.span(), vec![owner], named, 0, by);
    }

    /// Adds the references of workflows.
    fn add_workflows(&mut self, body: YamlNode<'t>) {
        for (_, workflow) in body.get("workflows").into_iter().flat_map(YamlNode::entries) {
            for condition in workflow.get("preconditions").into_iter().flat_map(YamlNode::items) {
                self.add_named(condition.get("target"), None, "target");
            }
            for (_, step) in workflow.get("steps").into_iter().flat_map(YamlNode::entries) {
                self.add_named(step.get("target"), None, "target");
                let target =
                    step.get("target").and_then(YamlNode::as_str).and_then(|name| self.model.node(name));
                if let (Some(node), Some(name)) = (target, step.get("target_relationship")) {
                    let relations = self.model.relations_called(node, name.text()).to_vec();
                    self.require_some(name.span(), vec![node], relations, 0, "target_relationship");
                }
            }
        }
    }

    /// Adds the references of `substitution_mappings`.
    fn add_mappings(&mut self, body: YamlNode<'t>) {
        let Some(mappings) = body.get("substitution_mappings") else { return };
        for section in ["properties", "attributes", "capabilities", "requirements", "interfaces"] {
            let section_node = mappings.get(section);
            // Requirements are a list of maps.
            let maps = section_node.into_iter().flat_map(YamlNode::items).chain(section_node);
            for (_, mapping) in maps.flat_map(YamlNode::entries) {
                let mapping = mapping.get("mapping").unwrap_or(mapping);
                let path: Vec<YamlNode<'t>> = mapping.items().collect();
                match path[..] {
                    [input] if section == "properties" => self.add_mapped_input(input),
                    [first, ..] => self.add_named(Some(first), None, "substitution_mappings"),
                    [] if section == "properties" && mapping.is_string() => {
                        self.add_mapped_input(mapping);
                    }
                    [] => {}
                }
            }
        }
    }

    fn add_mapped_input(&mut self, name: YamlNode<'t>) {
        if let Some(&input) = name.symbol().and_then(|name| self.inputs.get(&name)) {
            self.add(None, name.span(), input, "substitution_mappings");
        }
    }
}
