//! Finds the properties of data types that keys in values name.

use crate::keynames::{Map, Slot, ValueNode};
use crate::literals::BuiltIn;
use crate::model::types::{FieldId, Fields};
use crate::values::ValueType;
use crate::yaml::{Kind, YamlNode};

use super::Finder;
use crate::ide::referent::Referent;

/// Finds the keys that name properties of a data type, in a value that must have the type `expected`. Calls
/// are skipped, because they are searched separately.
pub(super) fn value<'m>(finder: &mut Finder<'m>, node: YamlNode<'m>, expected: ValueType<'m>) {
    let types = finder.types;
    if node.kind() == Kind::Scalar {
        return;
    }
    let mut pending = vec![(node, expected)];
    while let Some((node, expected)) = pending.pop() {
        let Some(data_type) = expected.data_type().filter(|_| types.expressions.call(node).is_none()) else {
            continue;
        };
        match types.built_in(data_type) {
            Some(BuiltIn::List | BuiltIn::Map) => {
                let Some(inner) = expected.entries(types) else { continue };
                let values = node.items().chain(node.entries().map(|(_, value)| value));
                pending.extend(
                    values.filter(|value| value.kind() != Kind::Scalar).map(|value| (value, inner.clone())),
                );
            }
            Some(_) => {}
            None => {
                let Some(ty) = types.defined(data_type) else { continue };
                for (key, value) in node.entries() {
                    let Some(id) = types.member(ty, Fields::Properties, key.text()) else { continue };
                    finder.uses(key, Referent::from_field(types, id));
                    pending.push((value, ValueType::Field(types.field(id))));
                }
            }
        }
    }
}

/// Finds the keys of an assignment, using `field` to look up the fields, and the names in the values.
pub(super) fn assigned<'m>(
    finder: &mut Finder<'m>,
    section: Slot<&'m Map<ValueNode>>,
    field: impl Fn(&str) -> Option<FieldId>,
) {
    for (key, assigned) in section.given().into_iter().flat_map(|map| &map.entries) {
        let key = finder.node(*key);
        let Some(id) = field(key.text()) else { continue };
        finder.uses(key, Referent::from_field(finder.types, id));
        value(finder, finder.node(assigned.0), ValueType::Field(finder.types.field(id)));
    }
}
