//! The fields that can be assigned to an entity, by name, and those that need a value.

use std::ops::Deref;
use std::rc::Rc;

use crate::model::Truth;
use crate::model::types::{CapabilityId, FieldId, FieldKind, FieldTable, Fields, Types};
use crate::resolve::DefinitionId;

use super::Cx;

/// Fields by name, with the ones that need a value.
#[derive(Clone, Debug)]
pub(super) struct Names<'g> {
    all: FieldTable<'g>,
    /// The required properties without a fixed value or default.
    pub(super) required: Box<[(&'g str, FieldId)]>,
}

impl<'g> Deref for Names<'g> {
    type Target = FieldTable<'g>;

    fn deref(&self) -> &FieldTable<'g> {
        &self.all
    }
}

impl<'g> Names<'g> {
    /// An empty table.
    pub(super) fn empty(types: &'g Types) -> Self {
        Self { all: FieldTable::empty(types), required: Box::default() }
    }

    /// The table of the fields `all` of a section.
    pub(super) fn new(types: &'g Types, section: Fields, all: FieldTable<'g>) -> Self {
        let fields = all.iter().filter(|_| section == Fields::Properties);
        let required = fields.filter(|(_, id)| needs_value(types, *id));
        Self { required: required.collect(), all }
    }
}

/// Whether templates must assign a value to the property. A misspelled keyname may be a default.
fn needs_value(types: &Types, id: FieldId) -> bool {
    let field = types.field(id);
    field.kind == FieldKind::Property && field.value_needed() == Truth::Yes
}

/// Returns the fields of a type, including inherited ones. The result is cached per type.
pub(super) fn members_of<'g>(cx: &mut Cx<'g>, type_id: DefinitionId, section: Fields) -> Rc<Names<'g>> {
    let types = cx.types;
    let build = || Rc::new(Names::new(types, section, types.members(types.get(type_id), section)));
    Rc::clone(cx.memo.members.entry((type_id, section)).or_insert_with(build))
}

/// Returns the fields of a capability definition; the result is cached.
pub(super) fn capability_members<'g>(cx: &mut Cx<'g>, id: CapabilityId, section: Fields) -> Rc<Names<'g>> {
    let types = cx.types;
    let build = || Rc::new(Names::new(types, section, types.capability_fields(id, section)));
    Rc::clone(cx.memo.capability_members.entry((id, section)).or_insert_with(build))
}
