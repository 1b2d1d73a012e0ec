//! The inputs of service templates: which one a name means, and the value that it has where values are
//! given with the files (TOSCA 2.0 §6.9.2, §10.2.1.1).

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::base::FileId;
use crate::functions::Source;
use crate::literals::Value;
use crate::load;
use crate::load::File;
use crate::model::Model;
use crate::model::types::{FieldView, Types};
use crate::syntax::Outgoing;
use crate::syntax::{ParameterDefinition, ServiceTemplate};
use crate::yaml::{Node, NodeId, SourceNode};

use super::check::Checker;
use super::typing::Typing;
use super::value_type::ValueType;
use super::what::What;

/// An input of a service template or of a workflow.
#[derive(Clone, Copy)]
pub(super) struct Input<'g> {
    /// Its name, where it is declared.
    pub(super) key: Node<'g>,
    /// Its definition; none where that could not be read.
    pub(super) definition: Option<&'g ParameterDefinition>,
}

impl<'g> Input<'g> {
    pub(super) fn field(&self, types: &'g Types) -> Option<FieldView<'g>> {
        self.definition.and_then(|_| types.parameter(self.key))
    }

    /// Its fixed value or its default.
    pub(super) fn own_value(&self) -> Option<Node<'g>> {
        let definition = self.definition?;
        let given = definition.value.or(definition.default)?;
        Some(self.key.tree().node(given.0))
    }
}

/// The inputs of the service template of `file`, those that could not be read included.
pub(super) fn declared<'g>(
    types: &'g Types,
    file: FileId,
    template: &'g ServiceTemplate,
) -> impl Iterator<Item = Input<'g>> {
    let file = types.graph.file(file);
    let inputs = template.inputs.iter();
    let known = inputs.clone().flat_map(|inputs| &inputs.entries).map(|(key, input)| (*key, Some(&*input.0)));
    let unread = inputs.flat_map(|inputs| &inputs.unread).map(|key| (*key, None));
    known.chain(unread).map(|(key, definition)| Input { key: file.node(key), definition })
}

/// The same by name; of several with one name the first counts.
pub(super) fn by_name<'g>(types: &'g Types, file: FileId, template: &'g ServiceTemplate) -> ByName<'g> {
    let mut names = ByName::default();
    for input in declared(types, file, template) {
        names.entry(input.key.text()).or_insert(input);
    }
    names
}

/// The inputs of all service templates, as far as they were asked for.
pub(super) struct Inputs<'g> {
    model: &'g Model,
    /// By file.
    services: RefCell<FxHashMap<FileId, Rc<ByName<'g>>>>,
    /// What was given with the files.
    given: OnceCell<FxHashMap<&'g str, Node<'g>>>,
    /// By file and name; none where an input has no value, or a wrong one.
    values: RefCell<FxHashMap<(FileId, NodeId), Settled>>,
    /// How much all computed values take so far, in bytes.
    spent: Cell<usize>,
    /// Values of properties that are read by others.
    properties: RefCell<FxHashMap<(FileId, NodeId), Settled>>,
    /// The entries of large maps and lists, in the order of the file.
    children: RefCell<FxHashMap<(FileId, NodeId), Children<'g>>>,
    /// What is known of the parts of conditions on values.
    clauses: RefCell<FxHashMap<SourceNode, Rc<Typing<'g>>>>,
    /// How many values are being read for each other.
    depth: Cell<u32>,
}

/// All computed values of a file may take so much.
const MOST: usize = 1 << 28;

/// Entries of a map, or items of a list, each as its own key.
type Children<'g> = Rc<[(Node<'g>, Node<'g>)]>;

/// The value of an input, if it has one.
type Settled = Option<Rc<Value>>;

/// Inputs by name.
pub(super) type ByName<'g> = FxHashMap<&'g str, Input<'g>>;

impl<'g> Inputs<'g> {
    pub(super) fn new(model: &'g Model) -> Self {
        let (services, values, properties) = (RefCell::default(), RefCell::default(), RefCell::default());
        Self {
            model,
            services,
            given: OnceCell::new(),
            values,
            properties,
            children: RefCell::default(),
            clauses: RefCell::default(),
            depth: Cell::new(0),
            spent: Cell::new(0),
        }
    }

    /// The entries at a node, which `made` puts into the order of the file.
    pub(super) fn children(
        &self,
        node: (FileId, NodeId),
        made: impl FnOnce() -> Children<'g>,
    ) -> Children<'g> {
        Rc::clone(self.children.borrow_mut().entry(node).or_insert_with(made))
    }

    /// What is known of the parts of the condition at `clause`, which `typed` finds out at the first use.
    pub(super) fn clause(&self, clause: Node<'g>, typed: impl FnOnce() -> Typing<'g>) -> Rc<Typing<'g>> {
        if let Some(known) = self.clauses.borrow().get(&clause.source()) {
            return Rc::clone(known);
        }
        // A condition that needs itself to be read comes back here.
        self.clauses.borrow_mut().insert(clause.source(), Rc::default());
        let typing = Rc::new(typed());
        self.clauses.borrow_mut().insert(clause.source(), Rc::clone(&typing));
        typing
    }

    pub(super) fn model(&self) -> &'g Model {
        self.model
    }

    /// The value at `node`, a property that another value reads, which `read` finds; none in a circle, and
    /// below so many others that read each other.
    pub(super) fn property(
        self: &Rc<Self>,
        node: Node<'g>,
        deepest: u32,
        read: impl FnOnce(&Rc<Self>) -> Option<Value>,
    ) -> Settled {
        let place = (node.tree().file(), node.id());
        if let Some(known) = self.properties.borrow().get(&place) {
            return known.clone();
        }
        if self.depth.get() >= deepest {
            return None;
        }
        self.properties.borrow_mut().insert(place, None);
        self.depth.set(self.depth.get() + 1);
        let value = read(self).map(Rc::new);
        self.depth.set(self.depth.get() - 1);
        self.properties.borrow_mut().insert(place, value.clone());
        value
    }

    /// Whether so much more may be computed; none the first time that it may not.
    pub(super) fn afford(&self, weight: usize) -> Option<bool> {
        let before = self.spent.get();
        self.spent.set(before.saturating_add(weight));
        if before > MOST {
            return Some(false);
        }
        (self.spent.get() <= MOST).then_some(true)
    }

    /// The input that `name` means at `node`, in whose service template it is looked up.
    pub(super) fn find(&self, node: Node<'g>, name: &str) -> Option<Found<'g>> {
        let (file, template) = template(&self.model.types, node)?;
        let mut inner = workflow_inputs(file, template, node).into_iter().flatten();
        if let Some(input) = inner.find(|input| input.key.text() == name) {
            return Some(Found::Workflow(input));
        }
        self.service(file, template).get(name).copied().map(Found::Service)
    }

    fn service(&self, file: &'g File, template: &'g ServiceTemplate) -> Rc<ByName<'g>> {
        let mut services = self.services.borrow_mut();
        let made = || Rc::new(by_name(&self.model.types, file.id, template));
        Rc::clone(services.entry(file.id).or_insert_with(made))
    }

    /// The value of an input of a service template; none where it is given later.
    pub(super) fn value(self: &Rc<Self>, input: Input<'g>) -> Option<Rc<Value>> {
        if self.model.types.graph.inputs == load::Inputs::Later {
            return None;
        }
        let file = input.key.tree().file();
        // Those that an input needs come before it, however long the chain is.
        let mut waiting = vec![(input, false)];
        while let Some((input, ready)) = waiting.pop() {
            let place = (file, input.key.id());
            if ready {
                let value = self.compute(input).map(Rc::new);
                self.values.borrow_mut().insert(place, value);
                continue;
            }
            if self.values.borrow().contains_key(&place) {
                continue;
            }
            // In a circle nothing has a value.
            self.values.borrow_mut().insert(place, None);
            waiting.push((input, true));
            let Some(given) = self.given(input).or_else(|| input.own_value()) else { continue };
            let Some(template) = template_of(&self.model.types, file) else { continue };
            let service = self.service(self.model.types.graph.file(file), template);
            let reads = reads(&self.model.types, given);
            let needed = reads.filter_map(|(name, _)| service.get(name));
            waiting.extend(needed.map(|input| (*input, false)));
        }
        self.values.borrow().get(&(file, input.key.id())).cloned().flatten()
    }

    /// The value that was given to an input with the files.
    pub(super) fn given(&self, input: Input<'g>) -> Option<Node<'g>> {
        let load::Inputs::In(file) = self.model.types.graph.inputs else { return None };
        let given = self.given.get_or_init(|| {
            let root = self.model.types.graph.file(file).tree().root();
            root.into_iter().flat_map(Node::entries).map(|(key, value)| (key.text(), value)).collect()
        });
        given.get(input.key.text()).copied()
    }

    fn compute(self: &Rc<Self>, input: Input<'g>) -> Option<Value> {
        let field = input.field(&self.model.types)?;
        let fixed = input.definition?.value.is_some();
        let given = self.given(input).filter(|_| !fixed);
        if given.is_some_and(|given| self.model.types.expressions.calls_in(given).next().is_some()) {
            return None;
        }
        // A value that is given takes the place of the default as a whole (6.9.2-11). What is wrong with
        // either is told where it stands.
        let value = given.or_else(|| input.own_value())?;
        let mut quiet = Checker::with(self.model, Rc::clone(self));
        quiet.check(value, &ValueType::Field(field), What::Named("input", input.key.text()))
    }
}

/// What a name leads to.
pub(super) enum Found<'g> {
    /// An input of the workflow around it.
    Workflow(Input<'g>),
    /// An input of the service.
    Service(Input<'g>),
}

/// The service template that a node stands in, and its file; an expression stands in the one it is about.
pub(super) fn template<'g>(types: &'g Types, node: Node<'g>) -> Option<(&'g File, &'g ServiceTemplate)> {
    let own = node.tree().file();
    let file = types.graph.file(types.graph.seen_from(own));
    let template = file.syntax()?.service_template.as_deref()?;
    (file.id != own || file.node(template.node).holds(node)).then_some((file, template))
}

/// The inputs of the workflow around a node, where it stands in one, but not among them.
pub(super) fn workflow_inputs<'g>(
    file: &'g File,
    template: &'g ServiceTemplate,
    node: Node<'g>,
) -> Option<impl Iterator<Item = Input<'g>>> {
    if file.id != node.tree().file() {
        return None;
    }
    let workflows = template.workflows.as_ref()?;
    let (_, workflow) = workflows.around(node)?;
    if workflow.inputs.as_ref().is_some_and(|inputs| file.node(inputs.node).holds(node)) {
        return None;
    }
    let inputs = workflow.inputs.iter().flat_map(|inputs| &inputs.entries);
    Some(inputs.map(|(key, input)| {
        let definition = match input {
            Outgoing::Definition(definition) => Some(&**definition),
            Outgoing::Value(_) => None,
        };
        Input { key: file.node(*key), definition }
    }))
}

/// The service template of a file.
pub(super) fn template_of(types: &Types, file: FileId) -> Option<&ServiceTemplate> {
    types.graph.file(file).syntax()?.service_template.as_deref()
}

/// The inputs that a value reads, and the calls.
pub(super) fn reads<'g>(types: &'g Types, value: Node<'g>) -> impl Iterator<Item = (&'g str, Node<'g>)> {
    let calls = types.expressions.calls_in(value).filter(|call| call.reads(Source::Input));
    calls.filter_map(|call| {
        let first = call.arguments().next()?.node();
        Some((first.as_str()?, first))
    })
}
