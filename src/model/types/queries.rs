//! Questions that later phases ask: members by name, what they refine, what data types bring.

use crate::grammar::Slot;
use crate::load::File;
use crate::model::Truth;
use crate::resolve::DefinitionId;
use crate::syntax::FunctionDefinition;
use crate::yaml::Node;

use super::field::{Parts, Schema};
use super::members::{MemberId, Section};
use super::store::{Body, Type, TypeRef, Types};
use super::view::{FieldView, TypeView, View};

/// Types with so many members are looked up by an index.
const MANY: usize = 12;

impl Types {
    /// The member `name` of a type, own or inherited.
    #[must_use]
    pub fn member(&self, of: TypeView<'_>, section: Section, name: &str) -> Option<MemberId> {
        self.lineage(of).find_map(|ancestor| {
            let index = self.own_member(ancestor.record(), section, name)?;
            Some(MemberId { owner: ancestor.id, index })
        })
    }

    /// All members of a section, own and inherited, each as the nearest definition has it: inherited ones
    /// first, in the order in which the ancestors define them.
    #[must_use]
    pub fn members<'m>(&'m self, of: TypeView<'m>, section: Section) -> Vec<(&'m str, MemberId)> {
        let mut lineage: Vec<TypeView<'m>> = self.lineage(of).collect();
        lineage.reverse();
        let mut found: indexmap::IndexMap<&'m str, MemberId> = indexmap::IndexMap::new();
        for ancestor in lineage {
            ancestor.members.each(|own, key, index| {
                if own == section {
                    found.insert(self.node(key).text(), MemberId { owner: ancestor.id, index });
                }
            });
        }
        found.into_iter().collect()
    }

    /// Names of members, for did-you-mean.
    #[must_use]
    pub fn names_of<'m>(&'m self, of: TypeView<'m>, section: Section) -> Vec<&'m str> {
        const MOST: usize = 1_000;
        let mut names = Vec::new();
        for ancestor in self.lineage(of) {
            ancestor.members.each(|own, key, _| {
                if own == section {
                    names.push(self.node(key).text());
                }
            });
            if names.len() > MOST {
                break;
            }
        }
        names
    }

    /// The function `id`, of a file or of its service template: its file, its name and what it is defined as.
    #[must_use]
    pub fn function(&self, id: DefinitionId) -> Option<(&File, Node<'_>, &FunctionDefinition)> {
        let file = self.graph.file(id.file);
        let definition = self.names.definition(id);
        let root = file.syntax()?;
        let map = if definition.in_template {
            &root.service_template.as_ref()?.functions.as_ref()?.0
        } else {
            root.functions.as_ref()?
        };
        let (key, function) = map.entries.get(definition.entry? as usize)?;
        Some((file, file.node(*key), function))
    }

    /// The field `id`.
    #[must_use]
    pub fn field(&self, id: MemberId) -> FieldView<'_> {
        View::new(self, &self.record(id.owner).members.fields[id.index as usize])
    }

    /// The key that names a member where it is written.
    #[must_use]
    pub fn key(&self, id: MemberId, section: Section) -> Option<Node<'_>> {
        let members = &self.record(id.owner).members;
        let at = id.index as usize;
        let key = match section {
            Section::Property | Section::Attribute | Section::Input => {
                members.fields.get(at).map(|found| found.key)
            }
            Section::Capability => members.capabilities.get(at).map(|found| found.key),
            Section::Requirement => members.requirements.get(at).map(|found| found.key),
            Section::Interface => members.interfaces.get(at).map(|found| found.key),
            Section::Operation | Section::Notification => members.operations.get(at).map(|found| found.key),
            Section::Artifact => members.artifacts.get(at).copied(),
            Section::Trigger => members.triggers.get(at).copied(),
        };
        key.map(|key| self.node(key))
    }

    /// A field and those that it refines, nearest first.
    pub fn refined<'m>(&'m self, field: FieldView<'m>) -> impl Iterator<Item = FieldView<'m>> {
        let mut waiting = vec![field];
        // Two ways up may meet: each field counts once.
        let mut seen = rustc_hash::FxHashSet::default();
        std::iter::from_fn(move || {
            let field = waiting.pop()?;
            let also = field.also().filter(|id| seen.insert(*id));
            let inherited =
                field.inherited.filter(|id| field.also().is_none() && seen.is_empty() || seen.insert(*id));
            waiting.extend(also.into_iter().chain(inherited).map(|id| self.field(id)));
            Some(field)
        })
    }

    /// Whether a name that may be a type certainly is none.
    #[must_use]
    pub fn is_nothing(&self, node: Node<'_>) -> bool {
        self.names.meaning(node.tree().file(), node.id()) == Some(crate::resolve::Meaning::Nothing)
    }

    /// The nearest value of a keyname of a field.
    pub(super) fn nearest<'m>(
        &'m self,
        field: FieldView<'m>,
        keyname: impl Fn(&Parts<'m>) -> Option<crate::yaml::NodeId>,
    ) -> Option<Node<'m>> {
        self.refined(field).find_map(|field| Some(field.tree().node(keyname(&field.parts())?)))
    }

    /// The schemas that a field and those that it refines give, nearest first.
    pub(super) fn schemas<'m>(
        &'m self,
        field: FieldView<'m>,
        which: impl Fn(&Parts<'m>) -> Option<&'m crate::syntax::SchemaDefinition>,
    ) -> Vec<Schema<'m>> {
        let found = self.refined(field).filter_map(|field| {
            let definition = which(&field.parts())?;
            Some(Schema { tree: field.tree(), definition })
        });
        found.collect()
    }

    /// The list of types that a group type admits as members, or a policy type as targets, and the type that
    /// has it: its own, else that of the nearest ancestor. None where everything is admitted, or the list
    /// could not be read.
    #[must_use]
    pub fn admitted<'m>(&'m self, of: TypeView<'m>) -> Option<(TypeView<'m>, Node<'m>)> {
        self.lineage(of).find_map(|ancestor| {
            let list = match ancestor.body() {
                Body::Group(body) => body.members().map(|names| names.0.node),
                Body::Policy(body) => body.targets().map(|names| names.0.node),
                _ => return None,
            };
            match list {
                Slot::Given(list) => Some(Some((ancestor, ancestor.tree().node(list)))),
                Slot::Unreadable => Some(None),
                Slot::Absent => None,
            }
        })?
    }

    /// What an entry of a list of types means: two types where a node type and a group type share the name.
    fn meanings(&self, entry: Node<'_>) -> impl Iterator<Item = TypeRef> {
        let second = self.names.second_meaning(entry.tree().file(), entry.id()).map(TypeRef::Defined);
        std::iter::once(self.meaning(entry)).chain(second)
    }

    /// Whether a list of types names one that `of` equals or derives from.
    #[must_use]
    pub fn admits(&self, list: Node<'_>, of: TypeRef) -> Truth {
        let mut found = if list.is_broken() { Truth::Unknown } else { Truth::No };
        for entry in list.items().flat_map(|entry| self.meanings(entry)) {
            match self.relation(of, entry) {
                Truth::Yes => return Truth::Yes,
                Truth::Unknown => found = Truth::Unknown,
                Truth::No => {}
            }
        }
        found
    }

    /// Whether a list of types names one of this kind.
    #[must_use]
    pub fn admits_kind(&self, list: Node<'_>, kind: crate::grammar::NameKind) -> bool {
        let mut meanings = list.items().flat_map(|entry| self.meanings(entry));
        meanings.any(|meaning| self.defined(meaning).is_some_and(|of| of.kind == kind))
    }

    /// The schemas of keys, or of entries, that a data type brings itself, nearest first.
    pub fn brought(&self, data_type: TypeRef, keys: bool) -> impl Iterator<Item = Schema<'_>> {
        self.defined(data_type).into_iter().flat_map(|of| self.lineage(of)).filter_map(move |ancestor| {
            let Body::Data(body) = ancestor.body() else { return None };
            let schema = if keys { &body.key_schema } else { &body.entry_schema };
            let definition = schema.as_deref()?;
            Some(Schema { tree: ancestor.tree(), definition })
        })
    }

    /// The member `name` that a type writes itself.
    fn own_member(&self, of: &Type, section: Section, name: &str) -> Option<u32> {
        let members = &of.members;
        let count = members.fields.len() + members.capabilities.len() + members.requirements.len();
        if count + members.interfaces.len() + members.operations.len() > MANY {
            let index = of.index.get_or_init(|| {
                let mut index = super::store::Index::default();
                members.each(|section, key, at| {
                    let names = index.entry(section).or_default();
                    names.entry(self.node(key).text().into()).or_insert(at);
                });
                index
            });
            return index.get(&section)?.get(name).copied();
        }
        let mut found = None;
        members.each(|own, key, index| {
            if found.is_none() && own == section && self.node(key).text() == name {
                found = Some(index);
            }
        });
        found
    }
}
