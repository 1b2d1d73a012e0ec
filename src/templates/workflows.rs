//! Workflows: steps, what they act on and what they do (TOSCA 2.0 §13.2).

mod steps;

use crate::syntax::WorkflowDefinition;

use super::Review;

impl<'g> Review<'_, 'g> {
    pub(super) fn workflow(&mut self, workflow: &'g WorkflowDefinition) {
        if let Some(steps) = &workflow.steps {
            self.order(steps);
        }
    }
}
