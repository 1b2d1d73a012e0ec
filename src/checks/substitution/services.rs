//! The services that can substitute a node, for the normal form.

use crate::base::FileId;
use crate::model::Model;
use crate::model::service::NodeTemplateView;
use crate::values::Checker;

use super::candidates::{Candidate, Candidates, Fit};
use super::given::SubstitutedNode;
use super::{Cx, check_mapping};

/// All services that can substitute nodes.
pub struct SubstitutingServices<'g> {
    model: &'g Model,
    candidates: Candidates<'g>,
}

impl<'g> SubstitutingServices<'g> {
    /// Collects the services of all files of `model`.
    #[must_use]
    pub fn new(model: &'g Model) -> Self {
        let services = model.types.graph.files.iter().filter_map(|file| model.service(file.id));
        let with_mapping = services.filter_map(|service| Some((service, service.substitution()?)));
        let candidates: Vec<Candidate<'g>> = with_mapping
            .filter_map(|(service, mapping)| check_mapping(&mut Cx::new(model, service, mapping)))
            .collect();
        Self { model, candidates: Candidates::new(model, candidates, false) }
    }

    /// Returns the services as candidates.
    pub(super) fn candidates(&self) -> &Candidates<'g> {
        &self.candidates
    }

    /// Returns the files whose services can substitute the node of a template, those for its type itself
    /// first, and whether that is certain before the service runs.
    #[must_use]
    pub fn of(&self, checker: &Checker<'g>, template: NodeTemplateView<'g>) -> Vec<(FileId, bool)> {
        let Some(node) = SubstitutedNode::new(self.model, template) else { return Vec::new() };
        let services = self.candidates.for_type(node.ty).map(|index| &self.candidates.all[index]);
        let fitting = services.filter_map(|candidate| {
            let is_certain = match self.candidates.fit(checker, node, candidate) {
                Fit::Fits => true,
                Fit::Unknown => false,
                Fit::Misses(..) => return None,
            };
            Some((candidate.service.file().id, is_certain))
        });
        fitting.collect()
    }
}
