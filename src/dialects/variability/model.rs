//! The variable parts of a template, as data: inputs, presets, expressions, and the elements that may be
//! absent, with their conditions.
//!
//! In: the tree of a file. Out: a [`Model`] that borrows from it, and diagnostics. What is wrong was told and
//! is left out; nothing is evaluated here.

use std::cell::OnceCell;
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::{Span, Symbol};
use crate::yaml::{Node, Tree};

use super::expression::{ExprId, Expressions};
use super::inputs::{Input, Preset};
use super::operators::Type;

/// What may be absent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// A node template.
    Node,
    /// A requirement assignment.
    Relation,
    /// An input of the template.
    Input,
    /// A group.
    Group,
    /// A policy.
    Policy,
}

impl Kind {
    /// What it is called.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::Node => "node template",
            Kind::Relation => "requirement assignment",
            Kind::Input => "input",
            Kind::Group => "group",
            Kind::Policy => "policy",
        }
    }
}

/// An element, by its position among all.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ElementId(pub u32);

impl ElementId {
    /// The element at this position.
    #[must_use]
    pub fn new(index: usize) -> Self {
        Self(u32::try_from(index).unwrap_or(u32::MAX))
    }

    /// The position.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Something that may be absent.
#[derive(Clone, Debug)]
pub struct Element<'t> {
    /// What it is.
    pub kind: Kind,
    /// Its name.
    pub key: Node<'t>,
    /// What is written behind the name.
    pub value: Node<'t>,
    /// Its own conditions.
    pub conditions: Vec<ExprId>,
    /// Whether `conditions` is written, be it wrong or empty.
    pub is_conditional: bool,
    /// The variability groups whose member it is.
    pub member_of: Vec<ElementId>,
    /// Of a requirement assignment: the node template that has it.
    pub source: Option<ElementId>,
    /// Of a requirement assignment: the node template that it names; none where it names none, or a type.
    pub target: Option<ElementId>,
    /// Of a requirement assignment: its position in the list, from 0. Of a node template: how many it has.
    pub number: u32,
    /// Of a group: whether its conditions are those of its members.
    pub is_variability: bool,
    /// Of a group: whether its type is derived from one of another file, so that alone it cannot be told.
    pub is_of_elsewhere: bool,
}

/// A named expression.
#[derive(Clone, Debug)]
pub struct Named<'t> {
    /// Its name.
    pub key: Node<'t>,
    /// The expression.
    pub body: ExprId,
    /// The nodes of the expression, of which the body is the last one.
    pub parts: Range<u32>,
    /// What it gives.
    pub result: Type,
    /// Whether it asks for source or target of a relation, itself or through others.
    pub uses_self: bool,
}

/// What a template says about its variants.
#[derive(Debug)]
pub struct Model<'t> {
    /// The file.
    pub tree: &'t Tree,
    /// The keyname and the value of the template: `topology_template`, or `service_template` of TOSCA 2.0.
    pub body: Option<(Node<'t>, Node<'t>)>,
    /// The variability definition.
    pub definition: Option<(Node<'t>, Node<'t>)>,
    /// The variability inputs.
    pub inputs: Vec<Input<'t>>,
    /// The presets.
    pub presets: Vec<Preset<'t>>,
    /// The named expressions.
    pub named: Vec<Named<'t>>,
    /// The elements: each node template is followed by its requirement assignments.
    pub elements: Vec<Element<'t>>,
    /// All expressions.
    pub expressions: Expressions<'t>,
    /// Node templates by name.
    pub(super) nodes: FxHashMap<Symbol, ElementId>,
    /// Groups by name.
    pub(super) groups: FxHashMap<Symbol, ElementId>,
    /// Requirement assignments by node template and name, once they were asked for.
    pub(super) relations_by_name: OnceCell<FxHashMap<(ElementId, Symbol), Vec<ElementId>>>,
    pub(super) inputs_by_name: FxHashMap<Symbol, u32>,
    pub(super) named_by_name: FxHashMap<Symbol, u32>,
    /// The members of groups whose types are derived from those of other files.
    pub(super) of_elsewhere: FxHashSet<ElementId>,
    /// Whether there are errors, so that nothing can be said about variants.
    pub is_broken: bool,
}

impl<'t> Model<'t> {
    /// The element `id`.
    #[must_use]
    pub fn element(&self, id: ElementId) -> &Element<'t> {
        &self.elements[id.index()]
    }

    /// All elements with their ids.
    pub fn all(&self) -> impl Iterator<Item = (ElementId, &Element<'t>)> {
        self.elements.iter().enumerate().map(|(index, element)| (ElementId::new(index), element))
    }

    /// The requirement assignments of the node template `id`.
    pub fn relations(&self, id: ElementId) -> impl Iterator<Item = ElementId> + Clone + use<'t> {
        let count = if self.element(id).kind == Kind::Node { self.element(id).number } else { 0 };
        (id.0 + 1..=id.0 + count).map(ElementId)
    }

    /// The requirement assignments called `name` of the node template `id`, in order.
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

    /// The node template called `name`.
    #[must_use]
    pub fn node(&self, name: &str) -> Option<ElementId> {
        self.symbol(name).and_then(|symbol| self.nodes.get(&symbol).copied())
    }

    /// The group called `name`.
    #[must_use]
    pub fn group(&self, name: &str) -> Option<ElementId> {
        self.symbol(name).and_then(|symbol| self.groups.get(&symbol).copied())
    }

    /// Whether the element is a member of a group of which it cannot be told here what it is.
    pub(super) fn is_in_group_of_elsewhere(&self, id: ElementId) -> bool {
        self.of_elsewhere.contains(&id)
    }

    /// Whether the types of other files must be known to say what is present.
    #[must_use]
    pub fn rests_on_other_files(&self) -> bool {
        self.elements.iter().any(|element| element.is_of_elsewhere)
    }

    /// The position of the variability input called `name`.
    #[must_use]
    pub fn input(&self, name: &str) -> Option<usize> {
        self.symbol(name).and_then(|symbol| self.inputs_by_name.get(&symbol)).map(|index| *index as usize)
    }

    pub(super) fn symbol(&self, name: &str) -> Option<Symbol> {
        self.tree.symbol_of(name)
    }

    /// The element in words: ``node template `a` ``, ``requirement assignment `host` of `a` ``.
    #[must_use]
    pub fn describe(&self, id: ElementId) -> String {
        let element = self.element(id);
        let name = crate::diagnostics::quoted(element.key.text());
        match element.source {
            Some(source) => {
                let holder = crate::diagnostics::quoted(self.element(source).key.text());
                let same = self.relations_called(source, element.key.text());
                let number =
                    if same.len() > 1 { format!(" (index {})", element.number) } else { String::new() };
                format!("requirement assignment {name}{number} of {holder}")
            }
            None => format!("{} {name}", element.kind.name()),
        }
    }

    /// Where the element is named.
    #[must_use]
    pub fn place(&self, id: ElementId) -> Span {
        self.element(id).key.span()
    }

    /// All conditions of an element: its own, and those of the groups it is a member of. A variability group
    /// has none, since they are those of its members.
    pub fn conditions(&self, id: ElementId) -> impl Iterator<Item = ExprId> {
        let element = self.element(id);
        let own = if element.is_variability { &[][..] } else { &element.conditions[..] };
        let groups = element.member_of.iter().flat_map(|&group| self.element(group).conditions.iter());
        own.iter().chain(groups).copied()
    }
}
