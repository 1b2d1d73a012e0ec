//! Collects the units and prefixes of a scalar type, with the inherited ones.

use crate::model::types::{TypeView, Types, UnitLayer};
use crate::syntax::UnitMap;
use crate::yaml::{NodeId, Scalar, Tree, YamlNode};

/// The names and multipliers of units or prefixes, inherited ones first.
#[derive(Clone, Debug, Default)]
pub(super) struct InheritedUnits<'g> {
    pub(super) entries: crate::base::IndexMap<&'g str, (YamlNode<'g>, YamlNode<'g>)>,
}

impl<'g> InheritedUnits<'g> {
    /// Returns the entries of `ty` and its ancestors.
    pub(super) fn new(
        types: &'g Types,
        ty: Option<TypeView<'g>>,
        units: impl Fn(&UnitLayer<'g>) -> Option<&'g UnitMap>,
    ) -> Self {
        let mut map = Self::default();
        for layer in ty.into_iter().flat_map(|ty| types.unit_layers(ty)) {
            map.add(layer.tree, units(&layer).map_or(&[], |units| &units.entries));
        }
        map
    }

    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns a copy with the entries that a type adds.
    pub(super) fn with(&self, added: Option<(YamlNode<'g>, &[(NodeId, NodeId)])>, tree: &'g Tree) -> Self {
        let mut map = self.clone();
        map.add(tree, added.map_or(&[], |(_, entries)| entries));
        map
    }

    fn add(&mut self, tree: &'g Tree, entries: &[(NodeId, NodeId)]) {
        for &(name, factor) in entries {
            let name = tree.node(name);
            self.entries.entry(name.text()).or_insert((name, tree.node(factor)));
        }
    }

    /// Returns all units with their prefixes and multipliers, or the units alone if there are no prefixes.
    pub(super) fn with_prefixes(&self, prefixes: &InheritedUnits<'g>) -> Vec<(String, Option<f64>)> {
        if prefixes.is_empty() {
            return self
                .entries
                .values()
                .map(|(name, factor)| (name.text().to_owned(), number(*factor)))
                .collect();
        }
        let mut full = Vec::new();
        for (unit, factor) in self.entries.values() {
            for (prefix, prefix_factor) in prefixes.entries.values() {
                let product = number(*factor)
                    .zip(number(*prefix_factor))
                    .map(|(factor, prefix_factor)| factor * prefix_factor);
                full.push((format!("{}{}", prefix.text(), unit.text()), product));
            }
        }
        full
    }
}

/// Returns the value of a multiplier.
pub(super) fn number(node: YamlNode<'_>) -> Option<f64> {
    match node.scalar()? {
        Scalar::Integer(text) => {
            let digits = text.strip_prefix("0x").map(|digits| u64::from_str_radix(digits, 16));
            let digits =
                digits.or_else(|| text.strip_prefix("0o").map(|digits| u64::from_str_radix(digits, 8)));
            match digits {
                #[expect(clippy::cast_precision_loss, reason = "only compared with 1 and with itself")]
                Some(number) => number.ok().map(|number| number as f64),
                None => text.parse().ok(),
            }
        }
        Scalar::Float(text) => match text.trim_start_matches(['+', '-']) {
            ".inf" | ".Inf" | ".INF" => {
                Some(if text.starts_with('-') { f64::NEG_INFINITY } else { f64::INFINITY })
            }
            ".nan" | ".NaN" | ".NAN" => Some(f64::NAN),
            _ => text.parse().ok(),
        },
        _ => None,
    }
}

/// Returns whether a multiplier is 1.
pub(super) fn is_one(node: YamlNode<'_>) -> bool {
    number(node) == Some(1.0)
}
