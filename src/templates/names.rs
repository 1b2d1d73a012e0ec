//! What can be assigned to something: members by name, and those that must be.

use std::ops::Deref;
use std::rc::Rc;

use crate::model::types::{FieldKind, MemberId, MemberNames, Section, Types};
use crate::resolve::DefinitionId;

use super::Review;
use super::assignments::needs_value;

/// Members by name. They are gathered once for each type, not for each template.
#[derive(Debug, Default)]
pub(super) struct Names<'g> {
    all: MemberNames<'g>,
    /// The properties among them that must be given a value: they are required, and nothing gives them one.
    pub(super) demanded: Box<[(&'g str, MemberId)]>,
}

impl<'g> Deref for Names<'g> {
    type Target = MemberNames<'g>;

    fn deref(&self) -> &MemberNames<'g> {
        &self.all
    }
}

impl<'g> Names<'g> {
    /// Members of a section.
    pub(super) fn of(types: &'g Types, section: Section, all: MemberNames<'g>) -> Self {
        let fields = all.iter().filter(|_| section == Section::Property);
        let demanded = fields.filter(|(_, id)| is_demanded(types, **id)).map(|(name, id)| (*name, *id));
        Self { demanded: demanded.collect(), all }
    }
}

/// So many definitions that a field refines are looked at.
const MOST: usize = 100;

fn is_demanded(types: &Types, id: MemberId) -> bool {
    let field = types.field(id);
    let mut above = std::iter::successors(field.inherited, |id| types.field(*id).inherited).take(MOST);
    field.kind == FieldKind::Property
        && needs_value(field)
        && !above.any(|id| types.field(id).has_strangers())
}

impl<'g> Review<'_, 'g> {
    /// The members of a type, inherited ones included.
    pub(super) fn members_of(&mut self, of: DefinitionId, section: Section) -> Rc<Names<'g>> {
        let types = self.types;
        let names = || types.members(types.get(of), section).into_iter().collect();
        let made = || Rc::new(Names::of(types, section, names()));
        Rc::clone(self.members.entry((of, section)).or_insert_with(made))
    }

    pub(super) fn capability_members(&mut self, of: MemberId, section: Section) -> Rc<Names<'g>> {
        let types = self.types;
        let made = || Rc::new(Names::of(types, section, types.capability_fields(of, section)));
        Rc::clone(self.capabilities.entry((of, section)).or_insert_with(made))
    }
}
