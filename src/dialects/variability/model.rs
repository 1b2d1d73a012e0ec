//! The variable parts of a service template as data: variability inputs, presets, expressions, and the
//! elements that may be absent, with their conditions.
//!
//! Input: the tree of a file. Output: a [`VariabilityModel`] that borrows from it, and diagnostics. Invalid
//! parts are reported and omitted; nothing is evaluated here.

use std::cell::OnceCell;
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::{Span, Symbol};
use crate::yaml::{NodeId, Tree, YamlNode};

use super::alternatives::{ByPlace, Place};
use super::defaults::DefaultStep;
use super::expression::{VariabilityExprId, VariabilityExpressions};
use super::inputs::{Preset, VariabilityInput};
use super::operators::{OperandType, Operator};
use super::pruning::Pruning;
use super::type_conditions::TypeConditions;

/// The kind of an element that may be absent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ElementKind {
    /// A node template.
    Node,
    /// A requirement assignment, which the dialect calls a relation.
    Relation,
    /// An input of the service template, unlike a variability input.
    Input,
    /// A group.
    Group,
    /// A policy.
    Policy,
    /// An output with conditions.
    Output,
    /// An assignment of a property in a list.
    Property,
    /// An artifact with conditions, or in a list.
    Artifact,
    /// A type in a list of types of a node template.
    Type,
}

impl ElementKind {
    /// Returns the kind in words.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            ElementKind::Node => "node template",
            ElementKind::Relation => "requirement assignment",
            ElementKind::Input => "input",
            ElementKind::Group => "group",
            ElementKind::Policy => "policy",
            ElementKind::Output => "output",
            ElementKind::Property => "property",
            ElementKind::Artifact => "artifact",
            ElementKind::Type => "type",
        }
    }
}

/// The index of an element in [`VariabilityModel::elements`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ElementId(pub u32);

impl ElementId {
    /// Returns the id of the element with this index.
    #[must_use]
    pub fn new(index: usize) -> Self {
        Self(u32::try_from(index).unwrap_or(u32::MAX))
    }

    /// Returns the index of the element.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// An element that may be absent.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts, not states")]
pub struct Element<'t> {
    /// The kind of the element.
    pub kind: ElementKind,
    /// The key that names the element.
    pub key: YamlNode<'t>,
    /// The value of the key.
    pub value: YamlNode<'t>,
    /// The conditions of the element itself or of its type, without those of its groups.
    pub conditions: Vec<VariabilityExprId>,
    /// The type whose conditions these are, as the index in [`VariabilityModel::type_conditions`].
    pub type_conditions: Option<u32>,
    /// Whether it or its type has the keyname `conditions`, even if that is invalid or empty.
    pub is_conditional: bool,
    /// For an alternative: whether it is present with its node template if no other one of its name is.
    pub is_default: bool,
    /// The variability groups that it is a member of.
    pub member_of: Vec<ElementId>,
    /// For a requirement assignment: the node template that contains it.
    pub source: Option<ElementId>,
    /// For a requirement assignment: the node template that it names, or `None` if it names no node template.
    pub target: Option<ElementId>,
    /// For an alternative that is not a requirement assignment: where it is.
    pub place: Option<Box<Place<'t>>>,
    /// For a requirement assignment: its index in the list of its node template, from 0.
    pub relation_index: u32,
    /// For a node template: the number of its requirement assignments, which are the next elements.
    pub relation_count: u32,
    /// For a group: whether it is a variability group, whose conditions apply to its members and not to
    /// itself.
    pub is_variability: bool,
    /// For a group: whether it may be a variability group, as its type is derived from a type of another
    /// file, which is unknown here.
    pub may_be_variability: bool,
}

/// A named expression of the variability definition.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts, not states")]
pub struct NamedPresence<'t> {
    /// The name of the expression.
    pub key: YamlNode<'t>,
    /// The expression.
    pub body: VariabilityExprId,
    /// The ids of the parts of the expression; the last one is the body.
    pub parts: Range<u32>,
    /// The type of its value.
    pub result: OperandType,
    /// Whether it has no name: it is a question about many elements, and the key is the name in it.
    pub is_question: bool,
    /// Whether it reads the source or target of the relation whose condition it is, directly or through other
    /// named expressions.
    pub uses_self: bool,
    /// Whether it reads the presence of elements, directly or through other named expressions.
    pub reads_elements: bool,
    /// Whether it is only used for defaults of inputs, directly or through other named expressions.
    pub is_of_defaults: bool,
}

/// The variable parts of a service template.
#[derive(Debug)]
pub struct VariabilityModel<'t> {
    /// The tree of the file.
    pub tree: &'t Tree,
    /// The key and the value of the service template: `topology_template`, or `service_template` of TOSCA
    /// 2.0.
    pub body: Option<(YamlNode<'t>, YamlNode<'t>)>,
    /// The key and the value of the variability definition.
    pub definition: Option<(YamlNode<'t>, YamlNode<'t>)>,
    /// The variability inputs.
    pub inputs: Vec<VariabilityInput<'t>>,
    /// The presets.
    pub presets: Vec<Preset<'t>>,
    /// The named expressions.
    pub named: Vec<NamedPresence<'t>>,
    /// The conditions that the values of the inputs must satisfy together.
    pub constraints: Vec<VariabilityExprId>,
    /// The named expressions and inputs that defaults of inputs consist of, those that others read first.
    pub defaults: Vec<DefaultStep>,
    /// The ids of the parts of all default expressions.
    pub default_parts: Range<u32>,
    /// The conditions of types.
    pub type_conditions: Vec<TypeConditions<'t>>,
    /// Which elements are present by that of others.
    pub pruning: Pruning,
    /// All elements; each node template is followed by its requirement assignments.
    pub elements: Vec<Element<'t>>,
    /// All expressions: named ones, and conditions of elements.
    pub expressions: VariabilityExpressions<'t>,
    /// The indexes of named expressions that are questions about many elements: the operator, and the element that it names.
    pub(super) questions: FxHashMap<(Operator, ElementId), u32>,
    /// What may be the inputs and the expressions of the definition, in sections that were reported as unknown.
    pub(super) unread: Unread<'t>,
    /// The operators in the spelling of later drafts, each with its name here.
    pub(super) later_spelling: Vec<(YamlNode<'t>, &'static str)>,
    /// The elements that have a place, by the nodes of their names.
    pub(super) placed: FxHashMap<NodeId, ElementId>,
    /// Elements that have a place, by list and name, computed on demand.
    pub(super) placed_by_name: OnceCell<ByPlace>,
    /// Node templates by name.
    pub(super) nodes: FxHashMap<Symbol, ElementId>,
    /// Groups by name.
    pub(super) groups: FxHashMap<Symbol, ElementId>,
    /// The requirement assignments by node template and name, computed on demand.
    pub(super) relations_by_name: OnceCell<FxHashMap<(ElementId, Symbol), Vec<ElementId>>>,
    /// The elements of each kind by name, computed on demand.
    pub(super) by_name: OnceCell<FxHashMap<(ElementKind, Symbol), Vec<ElementId>>>,
    /// The requirement assignments that target each node template, computed on demand.
    pub(super) incoming: OnceCell<FxHashMap<ElementId, Vec<ElementId>>>,
    /// Indexes of variability inputs by name.
    pub(super) inputs_by_name: FxHashMap<Symbol, u32>,
    /// Indexes of named expressions by name.
    pub(super) named_by_name: FxHashMap<Symbol, u32>,
    /// The members of groups that may be variability groups.
    pub(super) members_of_unknown_groups: FxHashSet<ElementId>,
    /// Whether each element may be absent, computed on demand.
    pub(super) may_be_absent: OnceCell<Vec<bool>>,
    /// Whether the extensions of this tool are part of its language.
    pub is_extended: bool,
    /// Whether there were errors in the variable parts, so that variants cannot be checked.
    pub is_broken: bool,
}

/// Maps under keys that are not keynames.
#[derive(Debug, Default)]
pub(super) struct Unread<'t> {
    /// Those that may be inputs.
    pub(super) inputs: Vec<YamlNode<'t>>,
    /// Those that may be expressions.
    pub(super) expressions: Vec<YamlNode<'t>>,
}

impl<'t> Unread<'t> {
    /// Collects the maps: below a key in the place of the definition, or in the place of a section of it.
    pub(super) fn new(
        root: Option<YamlNode<'t>>,
        body: Option<YamlNode<'t>>,
        definition: Option<YamlNode<'t>>,
        is_section: impl Fn(&str) -> bool,
    ) -> Self {
        let mut unread = Self::default();
        if let Some(definition) = definition {
            for (_, value) in definition.entries().filter(|(key, _)| !is_section(key.text())) {
                unread.inputs.push(value);
                unread.expressions.push(value);
            }
            return unread;
        }
        for (_, value) in root.into_iter().chain(body).flat_map(YamlNode::entries) {
            if Some(value.id()) != body.map(YamlNode::id) {
                unread.inputs.extend(value.get("inputs"));
                unread.expressions.extend(value.get("expressions"));
            }
        }
        unread
    }

    /// Whether one of the maps has an entry `name`.
    pub(super) fn has(maps: &[YamlNode<'t>], name: &str) -> bool {
        maps.iter().any(|map| map.entry(name).is_some())
    }
}

impl<'t> VariabilityModel<'t> {
    /// Returns the element `id`.
    #[must_use]
    pub fn element(&self, id: ElementId) -> &Element<'t> {
        &self.elements[id.index()]
    }

    /// Iterates over all elements with their ids.
    pub fn all(&self) -> impl Iterator<Item = (ElementId, &Element<'t>)> {
        self.elements.iter().enumerate().map(|(index, element)| (ElementId::new(index), element))
    }

    /// Returns the list of members of a group, or of targets of a policy.
    #[must_use]
    pub fn member_list(&self, id: ElementId) -> Option<YamlNode<'t>> {
        let element = self.element(id);
        match element.kind {
            ElementKind::Group => element.value.get("members"),
            ElementKind::Policy => element.value.get("targets"),
            _ => None,
        }
    }

    /// Returns the members of a group or the targets of a policy, or `None` if any is unknown.
    #[must_use]
    pub fn members(&self, id: ElementId) -> Option<Vec<ElementId>> {
        let is_policy = self.element(id).kind == ElementKind::Policy;
        let member = |item: YamlNode<'_>| {
            let name = item.as_str()?;
            self.node(name).or_else(|| self.group(name).filter(|_| is_policy))
        };
        self.member_list(id)?.items().map(member).collect()
    }

    /// Whether the presence of the element is determined where it is defined: by conditions, also of its groups, or as
    /// the default alternative.
    #[must_use]
    pub fn is_conditional(&self, id: ElementId) -> bool {
        self.element(id).is_default || self.conditions(id).next().is_some()
    }

    /// Whether the element may be absent, by its conditions or by pruning. The conditions are not evaluated.
    #[must_use]
    pub fn may_be_absent(&self, id: ElementId) -> bool {
        self.may_be_absent.get_or_init(|| super::pruning::possibly_absent(self))[id.index()]
    }

    /// Iterates over the requirement assignments of the node template `id`.
    pub fn relations(&self, id: ElementId) -> impl Iterator<Item = ElementId> + Clone + use<'t> {
        (id.0 + 1..=id.0 + self.element(id).relation_count).map(ElementId)
    }

    /// Returns the requirement assignments called `name` of the node template `id`, in order.
    #[must_use]
    pub fn relations_called(&self, id: ElementId, name: &str) -> &[ElementId] {
        let by_name = self.relations_by_name.get_or_init(|| {
            let mut by_name: FxHashMap<(ElementId, Symbol), Vec<ElementId>> = FxHashMap::default();
            for (id, element) in self.all() {
                if let (Some(source), Some(name)) = (element.source, element.key.symbol()) {
                    by_name.entry((source, name)).or_default().push(id);
                }
            }
            by_name
        });
        self.symbol(name).and_then(|name| by_name.get(&(id, name))).map_or(&[], Vec::as_slice)
    }

    /// Returns the elements of a kind called `name`, in order: several policies may have one name.
    #[must_use]
    pub fn called(&self, kind: ElementKind, name: &str) -> &[ElementId] {
        let by_name = self.by_name.get_or_init(|| {
            let mut by_name: FxHashMap<(ElementKind, Symbol), Vec<ElementId>> = FxHashMap::default();
            for (id, element) in self.all() {
                if let Some(name) = element.key.symbol() {
                    by_name.entry((element.kind, name)).or_default().push(id);
                }
            }
            by_name
        });
        self.symbol(name).and_then(|name| by_name.get(&(kind, name))).map_or(&[], Vec::as_slice)
    }

    /// Returns the requirement assignments that target the node template `id`, in order.
    #[must_use]
    pub fn incoming(&self, id: ElementId) -> &[ElementId] {
        let incoming = self.incoming.get_or_init(|| {
            let mut incoming: FxHashMap<ElementId, Vec<ElementId>> = FxHashMap::default();
            for (id, element) in self.all() {
                if let Some(target) = element.target {
                    incoming.entry(target).or_default().push(id);
                }
            }
            incoming
        });
        incoming.get(&id).map_or(&[], Vec::as_slice)
    }

    /// Returns the node template called `name`.
    #[must_use]
    pub fn node(&self, name: &str) -> Option<ElementId> {
        self.symbol(name).and_then(|symbol| self.nodes.get(&symbol).copied())
    }

    /// Returns the group called `name`.
    #[must_use]
    pub fn group(&self, name: &str) -> Option<ElementId> {
        self.symbol(name).and_then(|symbol| self.groups.get(&symbol).copied())
    }

    /// Whether the element is a member of a group that may be a variability group, depending on other files.
    pub(super) fn may_be_in_variability_group(&self, id: ElementId) -> bool {
        self.members_of_unknown_groups.contains(&id)
    }

    /// Sets the mode of a template without options.
    pub fn set_default_mode(&mut self, mode: Option<&str>) {
        let options = self.definition.and_then(|(_, definition)| definition.entry("options"));
        if let Some(mode) = mode.filter(|_| options.is_none()) {
            self.pruning = Pruning::of_mode(mode);
        }
    }

    /// Whether the presence of elements may depend on the types of other files.
    #[must_use]
    pub fn depends_on_other_files(&self) -> bool {
        self.elements.iter().any(|element| element.may_be_variability)
    }

    /// Returns the index of the variability input called `name`.
    #[must_use]
    pub fn input(&self, name: &str) -> Option<usize> {
        self.symbol(name).and_then(|symbol| self.inputs_by_name.get(&symbol)).map(|index| *index as usize)
    }

    /// Returns the symbol of a text, or `None` if the text is not in the tree.
    pub(super) fn symbol(&self, name: &str) -> Option<Symbol> {
        self.tree.symbol_of(name)
    }

    /// Describes the element for messages: ``node template `a` ``, ``requirement assignment `host` of `a` ``.
    #[must_use]
    pub fn describe(&self, id: ElementId) -> String {
        let element = self.element(id);
        let name = crate::diagnostics::quoted(element.key.text());
        match (element.source, &element.place) {
            (_, Some(place)) => self.describe_placed(id, place),
            (Some(source), None) => {
                let owner = crate::diagnostics::quoted(self.element(source).key.text());
                let with_same_name = self.relations_called(source, element.key.text());
                let number = if with_same_name.len() > 1 {
                    format!(" (index {})", element.relation_index)
                } else {
                    String::new()
                };
                format!("requirement assignment {name}{number} of {owner}")
            }
            (None, None) => format!("{} {name}", element.kind.name()),
        }
    }

    /// Returns the span of the element's name.
    #[must_use]
    pub fn name_span(&self, id: ElementId) -> Span {
        self.element(id).key.span()
    }

    /// Iterates over all conditions of an element: its own, and those of the groups it is a member of. A
    /// variability group has no conditions itself, since they are those of its members.
    pub fn conditions(&self, id: ElementId) -> impl Iterator<Item = VariabilityExprId> {
        let element = self.element(id);
        let own_conditions = if element.is_variability { &[][..] } else { &element.conditions[..] };
        let groups = element.member_of.iter().flat_map(|&group| self.element(group).conditions.iter());
        own_conditions.iter().chain(groups).copied()
    }
}
