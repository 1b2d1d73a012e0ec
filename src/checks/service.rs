//! Service templates: what is assigned, held against effective types (TOSCA 2.0 §7.2 and the sections of
//! the other templates).
//!
//! In: derived types. Out: diagnostics of areas T06 and T08. Assumes that names of types and templates are
//! resolved; names of members are looked up here.

mod artifacts;
mod assignments;
mod copies;
mod directives;
mod files;
mod groups;
mod inputs;
mod interfaces;
mod names;
mod nodes;
mod others;
mod overwritten;
mod parameters;
mod policies;
mod relationships;
mod requirements;
mod secrets;
mod triggers;
mod unused;
mod workflows;

use std::rc::Rc;

use camino::Utf8PathBuf;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::FileId;
use crate::diagnostics::Diagnostic;
use crate::dialects::Dialect;
use crate::host::Host;
use crate::keynames::Map;
use crate::load::File;
use crate::model::Model;
use crate::model::service::{NodeTemplateId, ServiceView};
use crate::model::types::{CapabilityId, Fields, InterfaceId, RequirementId, Types};
use crate::resolve::DefinitionId;
use crate::values::Checker;
use crate::yaml::{self, Node, NodeId};

pub use groups::lineages;
pub use requirements::demands;

use names::Names;
use relationships::Used;

/// Reviews all service templates, and the artifacts of all files.
#[must_use]
pub fn review<'g>(model: &'g Model, host: &'g dyn Host) -> Vec<Diagnostic> {
    let types = &model.types;
    let files: Vec<&File> =
        types.graph.files.iter().filter(|file| file.dialect() == Dialect::Tosca2).collect();
    files
        .par_iter()
        .flat_map_iter(|file| {
            let Some(root) = file.syntax() else { return Vec::new() };
            let mut review = Review::new(model, host, file);
            review.artifacts_of_file();
            review.in_functions(root.functions.as_ref());
            review.triggers_of_types(root);
            review.artifacts_of_template();
            review.service_template();
            review.secrets();
            review.private_keys();
            review.checker.circles();
            review.checker.found
        })
        .collect()
}

/// Reviews one service template.
struct Review<'g> {
    types: &'g Types,
    model: &'g Model,
    host: &'g dyn Host,
    /// Inputs that may have no value, by name; made at the first use.
    optional_inputs: Option<FxHashMap<&'g str, Node<'g>>>,
    /// Paths that were asked for, and where they lead if nothing is there.
    known_files: FxHashMap<&'g str, Option<Utf8PathBuf>>,
    /// The artifacts of node types and all that derive from them, templates included.
    known_artifacts: FxHashMap<DefinitionId, std::rc::Rc<FxHashSet<&'g str>>>,
    file: &'g File,
    service: Option<ServiceView<'g>>,
    checker: Checker<'g>,
    /// Fields of types by name, made at the first use.
    members: FxHashMap<(DefinitionId, Fields), Rc<Names<'g>>>,
    /// Fields of capabilities.
    capabilities: FxHashMap<(CapabilityId, Fields), Rc<Names<'g>>>,
    /// Relationships of a type, by the requirements that use them.
    relationships: FxHashMap<(RequirementId, DefinitionId), Rc<Used<'g>>>,
    /// Inputs that interfaces leave to templates.
    needs: FxHashMap<InterfaceId, Rc<inputs::Needs<'g>>>,
    /// The node templates that are of types that are wanted somewhere.
    fitting: FxHashMap<(FileId, NodeId), Rc<[NodeTemplateId]>>,
    /// What was looked up for requirements.
    known: requirements::Known<'g>,
}

impl<'g> Review<'g> {
    fn new(model: &'g Model, host: &'g dyn Host, file: &'g File) -> Self {
        Self {
            types: &model.types,
            model,
            host,
            optional_inputs: None,
            known_files: FxHashMap::default(),
            known_artifacts: FxHashMap::default(),
            service: model.service(file.id),
            file,
            checker: Checker::new(model),
            members: FxHashMap::default(),
            capabilities: FxHashMap::default(),
            relationships: FxHashMap::default(),
            needs: FxHashMap::default(),
            fitting: FxHashMap::default(),
            known: requirements::Known::default(),
        }
    }

    fn service_template(&mut self) {
        let Some(service) = self.service else { return };
        self.parameters(service);
        self.unused_inputs(service);
        service.node_templates().iter().for_each(|template| self.node_template(template));
        service.relationship_templates().iter().for_each(|template| self.relationship_template(template));
        self.fulfilment();
        service.groups().for_each(|group| self.group(group));
        self.group_circles(service);
        self.policies(service);
        service.workflows().for_each(|workflow| self.workflow(workflow));
        self.inline_circles(service);
    }

    fn node(&self, id: NodeId) -> Node<'g> {
        self.file.node(id)
    }

    fn report(&mut self, node: Node<'_>, diagnostic: Diagnostic) {
        yaml::report(&mut self.checker.found, node, diagnostic);
    }
}

/// The entries of a map that could be read.
fn entries<T>(map: Option<&Map<T>>) -> impl Iterator<Item = (NodeId, &T)> {
    map.into_iter().flat_map(|map| &map.entries).map(|(key, value)| (*key, value))
}
