//! Conditions on a node that is known as it is written.

use crate::yaml::Node;

use super::Value;
use super::check::Checker;
use super::functions::Known;

impl<'g> Checker<'_, 'g> {
    /// Whether a condition holds where `read` gives what `$get_property` reads; none where that is known
    /// only when the service runs.
    #[must_use]
    pub fn holds_for(&self, clause: Node<'g>, read: &dyn Fn(&[Node<'g>]) -> Option<Value>) -> Option<bool> {
        match self.evaluator(None).reading(read).evaluate(clause) {
            Known::Value(Value::Boolean(holds)) => Some(holds),
            _ => None,
        }
    }
}
