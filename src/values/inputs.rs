//! The inputs of service templates: which one a name means, and the value that it has where values are
//! given with the files (TOSCA 2.0 §6.9.2, §10.2.1.1).

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::base::FileId;
use crate::functions::Source;
use crate::load;
use crate::model::Model;
use crate::model::service::{ParameterView, ServiceView, WorkflowView};
use crate::model::types::Types;
use crate::yaml::Node;

/// The inputs of a service template by name; of several with one name the first counts.
pub(super) fn by_name(service: ServiceView<'_>) -> ByName<'_> {
    let mut names = ByName::default();
    for input in service.inputs() {
        names.entry(input.name()).or_insert(input);
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
pub(super) type ByName<'g> = FxHashMap<&'g str, ParameterView<'g>>;

impl<'g> Inputs<'g> {
    pub(super) fn new(model: &'g Model) -> Self {
        Self { model, services: RefCell::default(), given: OnceCell::new() }
    }

    pub(super) fn model(&self) -> &'g Model {
        self.model
    }

    /// The input that `name` means at `node`, in whose service template it is looked up.
    pub(super) fn find(&self, node: Node<'g>, name: &str) -> Option<Found<'g>> {
        let service = self.model.service_around(node)?;
        let mut inner = readable_workflow(service, node).into_iter().flat_map(WorkflowView::inputs);
        if let Some(input) = inner.find(|input| input.name() == name) {
            return Some(Found::Workflow(input));
        }
        self.service(service).get(name).copied().map(Found::Service)
    }

    fn service(&self, service: ServiceView<'g>) -> Rc<ByName<'g>> {
        let mut services = self.services.borrow_mut();
        Rc::clone(services.entry(service.file().id).or_insert_with(|| Rc::new(by_name(service))))
    }

    /// What gives an input its value, where values are given with the files: a value that is given takes the
    /// place of the default as a whole (6.9.2-11). None where it is given later.
    pub(super) fn value_of(&self, input: ParameterView<'g>) -> Option<Node<'g>> {
        if self.model.types.graph.inputs == load::Inputs::Later {
            return None;
        }
        let is_fixed = input.definition()?.value.is_some();
        self.given(input).filter(|_| !is_fixed).or_else(|| input.own_value())
    }

    /// The value that was given to an input with the files.
    pub(super) fn given(&self, input: ParameterView<'g>) -> Option<Node<'g>> {
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
    Workflow(ParameterView<'g>),
    /// An input of the service.
    Service(ParameterView<'g>),
}

/// The workflow around a node, where it stands in one, but not among its inputs.
pub(super) fn readable_workflow<'g>(service: ServiceView<'g>, node: Node<'g>) -> Option<WorkflowView<'g>> {
    let is_here = service.file().id == node.tree().file();
    let workflow = is_here.then(|| service.workflow_around(node))??;
    (!workflow.has_among_inputs(node)).then_some(workflow)
}

/// The inputs that a value reads, and the calls.
pub(super) fn reads<'g>(types: &'g Types, value: Node<'g>) -> impl Iterator<Item = (&'g str, Node<'g>)> {
    let calls = types.expressions.calls_in(value).filter(|call| call.reads(Source::Input));
    calls.filter_map(|call| {
        let first = call.arguments().next()?.node();
        Some((first.as_str()?, first))
    })
}
