//! Finds the inputs of service templates by name, and their values if these are given with the files (TOSCA
//! 2.0 §6.9.2, §10.2.1.1).

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::base::FileId;
use crate::functions::FunctionSource;
use crate::load;
use crate::model::Model;
use crate::model::service::{ParameterView, ServiceView, WorkflowView};
use crate::model::types::Types;
use crate::yaml::YamlNode;

/// Returns the inputs of a service template by name; of several with the same name, the first is used.
pub(super) fn by_name(service: ServiceView<'_>) -> ByName<'_> {
    let mut names = ByName::default();
    for input in service.inputs() {
        names.entry(input.name()).or_insert(input);
    }
    names
}

/// The inputs of all service templates, collected on demand.
pub(super) struct Inputs<'g> {
    model: &'g Model,
    /// The inputs of each service template, by file.
    services: RefCell<FxHashMap<FileId, Rc<ByName<'g>>>>,
    /// The values that were given with the files, by name.
    given: OnceCell<FxHashMap<&'g str, YamlNode<'g>>>,
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

    /// Returns the input that `name` refers to at `node`.
    pub(super) fn find(&self, node: YamlNode<'g>, name: &str) -> Option<InputRef<'g>> {
        let service = self.model.service_around(node)?;
        let mut inner = readable_workflow(service, node).into_iter().flat_map(WorkflowView::inputs);
        if let Some(input) = inner.find(|input| input.name() == name) {
            return Some(InputRef::Workflow(input));
        }
        self.service(service).get(name).copied().map(InputRef::Service)
    }

    fn service(&self, service: ServiceView<'g>) -> Rc<ByName<'g>> {
        let mut services = self.services.borrow_mut();
        Rc::clone(services.entry(service.file().id).or_insert_with(|| Rc::new(by_name(service))))
    }

    /// Returns the value of an input if the values are given with the files: a given value replaces the
    /// default as a whole (6.9.2-11). Returns `None` if it is given later.
    pub(super) fn value_of(&self, input: ParameterView<'g>) -> Option<YamlNode<'g>> {
        if self.model.types.graph.inputs == load::Inputs::Later {
            return None;
        }
        let is_fixed = input.definition()?.value.is_some();
        self.given(input).filter(|_| !is_fixed).or_else(|| input.own_value())
    }

    /// Returns the value that was given for an input with the files.
    pub(super) fn given(&self, input: ParameterView<'g>) -> Option<YamlNode<'g>> {
        let load::Inputs::In(file) = self.model.types.graph.inputs else { return None };
        let given = self.given.get_or_init(|| {
            let root = self.model.types.graph.file(file).tree().root();
            root.into_iter().flat_map(YamlNode::entries).map(|(key, value)| (key.text(), value)).collect()
        });
        given.get(input.key.text()).copied()
    }
}

/// The input that a name refers to.
pub(super) enum InputRef<'g> {
    /// An input of the enclosing workflow.
    Workflow(ParameterView<'g>),
    /// An input of the service.
    Service(ParameterView<'g>),
}

/// Returns the workflow that contains a node, unless the node is among the inputs of the workflow.
pub(super) fn readable_workflow<'g>(
    service: ServiceView<'g>,
    node: YamlNode<'g>,
) -> Option<WorkflowView<'g>> {
    let is_here = service.file().id == node.tree().file();
    let workflow = is_here.then(|| service.workflow_around(node))??;
    (!workflow.has_among_inputs(node)).then_some(workflow)
}

/// Returns the names of the inputs that a value reads, each with the argument that names it.
pub(super) fn reads<'g>(
    types: &'g Types,
    value: YamlNode<'g>,
) -> impl Iterator<Item = (&'g str, YamlNode<'g>)> {
    let calls = types.expressions.calls_in(value).filter(|call| call.reads(FunctionSource::Input));
    calls.filter_map(|call| {
        let first = call.arguments().next()?.node();
        Some((first.as_str()?, first))
    })
}
