//! What each type of a scalar family says of its units (TOSCA 2.0 §9.1.2.2).

use crate::syntax::Units;
use crate::yaml::{Node, Tree};

use super::types::{Body, Type, Types};

/// The units and prefixes that one type writes.
#[derive(Clone, Copy, Debug)]
pub struct UnitLayer<'g> {
    /// The tree of its file.
    pub tree: &'g Tree,
    /// Units.
    pub units: Option<&'g Units>,
    /// Prefixes of units.
    pub prefixes: Option<&'g Units>,
}

impl<'g> Types<'g> {
    /// What a scalar type and its ancestors write, the first ancestor's first: what that says stands.
    #[must_use]
    pub fn unit_layers(&self, of: &Type<'g>) -> Vec<UnitLayer<'g>> {
        let data = |of: &Type<'g>| match of.body {
            Body::Data(body) => {
                let tree = of.key.tree();
                let (units, prefixes) = (body.units.as_ref(), body.prefixes.as_ref());
                Some((UnitLayer { tree, units, prefixes }, tree.node(body.node)))
            }
            _ => None,
        };
        let mut layers: Vec<_> = self.lineage(of).filter_map(data).collect();
        layers.reverse();
        let mut prefixed = false;
        let settled = layers.into_iter().map(|(mut layer, body)| {
            // In the spelling of the draft, symbols are prefixes where a suffix is inherited. A suffix, which is
            // lowered to a unit, is another unit all the same.
            let is_suffix = |units: &Units| layer.tree.node(units.node).is_lowered();
            if prefixed
                && layer.prefixes.is_none()
                && layer.units.is_some_and(|units| !is_suffix(units))
                && is_draft(body)
            {
                layer.prefixes = layer.units.take();
            }
            prefixed |= layer.prefixes.is_some_and(|prefixes| !prefixes.entries.is_empty());
            layer
        });
        settled.collect()
    }
}

/// Whether a data type is written in the spelling of the draft, which a dialect lowered.
pub(super) fn is_draft(body: Node<'_>) -> bool {
    body.entries().any(|(key, value)| key.is_lowered() || value.is_lowered())
}
