//! What can be assigned to something: fields by name, and those that must be given.

use std::ops::Deref;
use std::rc::Rc;

use crate::model::Truth;
use crate::model::types::{CapabilityId, FieldId, FieldKind, FieldTable, Fields, Types};
use crate::resolve::DefinitionId;

use super::Cx;

/// Fields by name, with what must be given.
#[derive(Clone, Debug)]
pub(super) struct Names<'g> {
    all: FieldTable<'g>,
    /// The properties among them that must be given a value: they are required, and nothing gives them one.
    pub(super) demanded: Box<[(&'g str, FieldId)]>,
}

impl<'g> Deref for Names<'g> {
    type Target = FieldTable<'g>;

    fn deref(&self) -> &FieldTable<'g> {
        &self.all
    }
}

impl<'g> Names<'g> {
    /// No fields.
    pub(super) fn empty(types: &'g Types) -> Self {
        Self { all: FieldTable::empty(types), demanded: Box::default() }
    }

    /// Fields of a section.
    pub(super) fn of(types: &'g Types, section: Fields, all: FieldTable<'g>) -> Self {
        let fields = all.iter().filter(|_| section == Fields::Properties);
        let demanded = fields.filter(|(_, id)| is_demanded(types, *id));
        Self { demanded: demanded.collect(), all }
    }
}

/// So many definitions that a field refines are looked at.
const MOST: usize = 100;

fn is_demanded(types: &Types, id: FieldId) -> bool {
    let field = types.field(id);
    let mut above = std::iter::successors(field.inherited, |id| types.field(*id).inherited).take(MOST);
    field.kind == FieldKind::Property
        && field.value_needed() == Truth::Yes
        && !above.any(|id| types.field(id).has_strangers())
}

/// The fields of a type, inherited ones included. Which must be given is found once for each type.
pub(super) fn members_of<'g>(cx: &mut Cx<'g>, of: DefinitionId, section: Fields) -> Rc<Names<'g>> {
    let types = cx.types;
    let made = || Rc::new(Names::of(types, section, types.members(types.get(of), section)));
    Rc::clone(cx.memo.members.entry((of, section)).or_insert_with(made))
}

pub(super) fn capability_members<'g>(cx: &mut Cx<'g>, of: CapabilityId, section: Fields) -> Rc<Names<'g>> {
    let types = cx.types;
    let made = || Rc::new(Names::of(types, section, types.capability_fields(of, section)));
    Rc::clone(cx.memo.capability_members.entry((of, section)).or_insert_with(made))
}
