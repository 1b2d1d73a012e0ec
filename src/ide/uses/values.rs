//! Values: which properties of data types their keys name.

use crate::keynames::{Map, Slot, Value};
use crate::literals::BuiltIn;
use crate::model::types::{FieldId, Fields};
use crate::values::ValueType;
use crate::yaml::{Kind, Node};

use super::Finder;
use crate::ide::referent::Referent;

/// The keys of maps in a value that must be `expected`, where they name properties of a data type. Calls are looked
/// at by themselves.
pub(super) fn value<'m>(found: &mut Finder<'m>, node: Node<'m>, expected: ValueType<'m>) {
    let types = found.types;
    if node.kind() == Kind::Scalar {
        return;
    }
    let mut waiting = vec![(node, expected)];
    while let Some((node, of)) = waiting.pop() {
        let Some(data_type) = of.data_type().filter(|_| types.expressions.call(node).is_none()) else {
            continue;
        };
        match types.built_in(data_type) {
            Some(BuiltIn::List | BuiltIn::Map) => {
                let Some(inner) = of.entries(types) else { continue };
                let values = node.items().chain(node.entries().map(|(_, value)| value));
                waiting.extend(
                    values.filter(|value| value.kind() != Kind::Scalar).map(|value| (value, inner.clone())),
                );
            }
            Some(_) => {}
            None => {
                let Some(of) = types.defined(data_type) else { continue };
                for (key, value) in node.entries() {
                    let Some(id) = types.member(of, Fields::Properties, key.text()) else { continue };
                    found.uses(key, Referent::of_field(types, id));
                    waiting.push((value, ValueType::Field(types.field(id))));
                }
            }
        }
    }
}

/// The keys of an assignment to fields, as `field` finds them, and what is in the values.
pub(super) fn assigned<'m>(
    found: &mut Finder<'m>,
    section: Slot<&'m Map<Value>>,
    field: impl Fn(&str) -> Option<FieldId>,
) {
    for (key, assigned) in section.given().into_iter().flat_map(|map| &map.entries) {
        let key = found.node(*key);
        let Some(id) = field(key.text()) else { continue };
        found.uses(key, Referent::of_field(found.types, id));
        value(found, found.node(assigned.0), ValueType::Field(found.types.field(id)));
    }
}
