//! The inputs of service templates: which one a name means, and the value that it has where values are
//! given with the files (TOSCA 2.0 §6.9.2, §10.2.1.1).

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::base::FileId;
use crate::functions::Source;
use crate::load;
use crate::load::File;
use crate::model::Model;
use crate::model::types::{FieldView, Types};
use crate::syntax::{Outgoing, ParameterDefinition, ServiceTemplate};
use crate::yaml::Node;

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
}

/// Inputs by name.
pub(super) type ByName<'g> = FxHashMap<&'g str, Input<'g>>;

impl<'g> Inputs<'g> {
    pub(super) fn new(model: &'g Model) -> Self {
        Self { model, services: RefCell::default(), given: OnceCell::new() }
    }

    pub(super) fn model(&self) -> &'g Model {
        self.model
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

    /// What gives an input its value, where values are given with the files: a value that is given takes the
    /// place of the default as a whole (6.9.2-11). None where it is given later.
    pub(super) fn value_of(&self, input: Input<'g>) -> Option<Node<'g>> {
        if self.model.types.graph.inputs == load::Inputs::Later {
            return None;
        }
        let is_fixed = input.definition?.value.is_some();
        self.given(input).filter(|_| !is_fixed).or_else(|| input.own_value())
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
