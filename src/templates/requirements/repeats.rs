//! Assignments that say the same twice (TOSCA 2.0 §8.5.2).

use rustc_hash::FxHashMap;

use crate::diagnostics::codes;
use crate::model::service::{Edge, Target};
use crate::yaml::Node;

use super::Review;

impl<'r, 'g> Review<'r, 'g> {
    /// Two equal relationships to one node are probably a copy that was not changed.
    pub(super) fn repeats(&mut self, edges: &'r [Edge<'g>]) {
        let mut seen: FxHashMap<(&str, u32, [&str; 4]), Node<'g>> = FxHashMap::default();
        for edge in edges {
            if self.is_guarded(edge) {
                continue;
            }
            let Target::Template(number, index) = edge.target else { continue };
            let Some(target) = self.vertex(number) else { continue };
            // Of several nodes, another one may be taken each time.
            let single = match index {
                Some(index) => crate::syntax::integer(index).is_some(),
                None => self.node_count(number) == Some(1),
            };
            let body = edge.key.tree().node(edge.written.node);
            let is_read = !edge.written.unread.is_cut_short();
            if !single || target.is_selected || self.relationship_count(edge) == Some(0) || !is_read {
                continue;
            }
            let written = |keyname| body.get(keyname).map_or("", Node::written);
            let parts = [
                index.map_or("", Node::written),
                written("capability"),
                written("relationship"),
                written("allocation"),
            ];
            match seen.get(&(edge.key.text(), number, parts)) {
                Some(first) => {
                    let (name, place) = (edge.key.text(), first.span());
                    let found =
                        codes::repeated_assignment::found(edge.key.span(), name, target.key.text(), place);
                    self.report(edge.key, found);
                }
                None => {
                    seen.insert((edge.key.text(), number, parts), edge.key);
                }
            }
        }
    }
}
