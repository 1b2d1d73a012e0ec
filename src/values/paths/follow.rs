//! Follows the paths of calls from the entity that `SELF` refers to, for the evaluation of calls (TOSCA 2.0
//! §10.3). Reports nothing: paths are checked when they are typed.

use crate::functions::{Failure, PathEnd};
use crate::literals::{Value, number};
use crate::model::service::{NodeTemplateView, Target};
use crate::model::types::{Capabilities, FieldId, Requirements};
use crate::model::{Lookup, Truth};
use crate::values::evaluator::{CallResult, Evaluator};
use crate::values::instance::{EntityInstance, NodeInstance, PropertyOwner, RelationshipInstance};
use crate::yaml::{Scalar, YamlNode};

use super::entity::{Entity, PathNode, PathRelationship, fields, truth};
use super::walk::{WORDS, is_mapped};

/// The maximum number of entities that a path with `ALL` reaches; more are treated as unknown.
const MAX_ENTITIES: u64 = 4096;

/// The end of a path.
pub(in crate::values) struct PathResult<'g> {
    /// The entities that the path reaches.
    pub(in crate::values) owners: Vec<PropertyOwner<'g>>,
    /// Whether it refers to several entities, so that a list is read.
    pub(in crate::values) is_all: bool,
    /// The property that is read of each of them.
    pub(in crate::values) fields: Vec<FieldId>,
    /// The index of the item that names the property.
    pub(in crate::values) index: usize,
}

/// An item of a path.
enum Item {
    Name(String),
    Index(i64),
}

/// The index of a node or relationship in a path.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Index {
    First,
    Number(i64),
    All,
}

struct Walk<'w, 'e, 'g> {
    evaluator: &'w Evaluator<'e, 'g>,
    items: &'w [YamlNode<'g>],
    index: usize,
    owners: Vec<PropertyOwner<'g>>,
    is_all: bool,
}

/// Follows the path `items` of `call`, which reads properties.
///
/// # Errors
///
/// If the entities at its end are not known, or never exist.
pub(in crate::values) fn follow<'g>(
    evaluator: &Evaluator<'_, 'g>,
    call: YamlNode<'g>,
    items: &[YamlNode<'g>],
) -> Result<PathResult<'g>, CallResult<'g>> {
    let mut walk = Walk { evaluator, items, index: 0, owners: Vec::new(), is_all: false };
    walk.go_to_start(call)?;
    loop {
        let Item::Name(name) = walk.item()? else { return Err(CallResult::Unknown) };
        if !WORDS.contains(&name.as_str()) || walk.is_name(&name) {
            return walk.read(&name);
        }
        walk.index += 1;
        walk.take_step(&name)?;
    }
}

impl<'g> Walk<'_, '_, 'g> {
    /// Returns the current item.
    fn item(&self) -> Result<Item, CallResult<'g>> {
        let node = *self.items.get(self.index).ok_or(CallResult::Unknown)?;
        if self.evaluator.is_call(node) {
            return match self.evaluator.evaluate(node) {
                CallResult::Value(Value::String(name)) => Ok(Item::Name(name)),
                CallResult::Value(Value::Integer(index)) => Ok(Item::Index(index)),
                CallResult::Value(_) => Err(CallResult::Unknown),
                other => Err(other),
            };
        }
        match node.scalar() {
            Some(Scalar::String(text)) => Ok(Item::Name(text.to_owned())),
            Some(Scalar::Integer(text)) => number::integer(text).map(Item::Index).ok_or(CallResult::Unknown),
            _ => Err(CallResult::Unknown),
        }
    }

    /// Reads the index that may follow.
    fn index(&mut self) -> Result<Index, CallResult<'g>> {
        let index = match self.item() {
            Ok(Item::Index(number)) => Index::Number(number),
            Ok(Item::Name(name)) if name == "ALL" => Index::All,
            Ok(Item::Name(_)) => return Ok(Index::First),
            Err(_) if self.index >= self.items.len() => return Ok(Index::First),
            Err(other) => return Err(other),
        };
        self.index += 1;
        self.is_all |= index == Index::All;
        Ok(index)
    }

    /// Finds the entities that the first item names.
    fn go_to_start(&mut self, call: YamlNode<'g>) -> Result<(), CallResult<'g>> {
        let Item::Name(word) = self.item()? else { return Err(CallResult::Unknown) };
        self.index = 1;
        if word == "SELF" {
            self.owners = vec![self.evaluator.instance().ok_or(CallResult::Unknown)?.into()];
            return Ok(());
        }
        let service = self.evaluator.model().service_around(call).ok_or(CallResult::Unknown)?;
        let template = service.node_template_named(&word).ok_or(CallResult::Unknown)?;
        self.owners = self.nodes(template)?.into_iter().map(PropertyOwner::Node).collect();
        Ok(())
    }

    /// Returns the nodes of a template that the index after its name selects.
    fn nodes(&mut self, template: NodeTemplateView<'g>) -> Result<Vec<NodeInstance<'g>>, CallResult<'g>> {
        let index = self.index()?;
        if template.may_be_selected {
            return Err(CallResult::Unknown);
        }
        let count = count_of_nodes(self.evaluator, template);
        let node = |index| NodeInstance { template, index: Some(index) };
        let failed = |failure| Err(CallResult::Failed(self.items[self.index - 1], failure));
        match (index, count) {
            (Index::First, _) => Ok(vec![node(0)]),
            (Index::Number(number), count) => match (u64::try_from(number), count) {
                (Err(_), _) => failed(Failure::NegativeIndex),
                (Ok(index), Some(count)) if index >= count => {
                    failed(Failure::NoIndex { entity: format!("node template `{}`", template.name()), count })
                }
                (Ok(index), _) => Ok(vec![node(index)]),
            },
            (Index::All, Some(count)) if count <= MAX_ENTITIES => Ok((0..count).map(node).collect()),
            (Index::All, _) => Err(CallResult::Unknown),
        }
    }

    /// Whether a word of the path language is a name here (10.3-15).
    fn is_name(&self, word: &str) -> bool {
        let types = self.evaluator.types();
        let has_it = |owner: &PropertyOwner<'g>| {
            truth(&owner.entity(types).field(types, fields(PathEnd::Property), word)) == Truth::Yes
        };
        let is_legal = match self.owners.first() {
            Some(PropertyOwner::Node(_)) => matches!(word, "RELATIONSHIP" | "CAPABILITY"),
            Some(PropertyOwner::Relationship(_)) => word != "RELATIONSHIP",
            Some(PropertyOwner::Capability(..)) => word == "RELATIONSHIP",
            None => true,
        };
        self.owners.first().is_some_and(has_it) && (self.index + 1 == self.items.len() || !is_legal)
    }

    /// Takes one step by a word of the path language.
    fn take_step(&mut self, word: &str) -> Result<(), CallResult<'g>> {
        let types = self.evaluator.types();
        let (name, index) = match (self.owners.first(), word) {
            (Some(PropertyOwner::Node(_)), "RELATIONSHIP" | "CAPABILITY") => {
                let Item::Name(name) = self.item()? else { return Err(CallResult::Unknown) };
                self.index += 1;
                let index = if word == "RELATIONSHIP" { self.index()? } else { Index::First };
                (name, index)
            }
            _ => (String::new(), Index::First),
        };
        let mut reached = Vec::new();
        for owner in std::mem::take(&mut self.owners) {
            match (owner, word) {
                (PropertyOwner::Node(node), "RELATIONSHIP") => {
                    let relationships = relationships(self.evaluator, node, &name, index)?;
                    reached.extend(relationships.into_iter().map(PropertyOwner::Relationship));
                }
                (PropertyOwner::Node(node), "CAPABILITY") => {
                    let kinds = PathNode::of_template(node.template).kinds;
                    let definition = kinds.member(types, Capabilities, &name).into_option();
                    reached.push(PropertyOwner::Capability(node, definition.ok_or(CallResult::Unknown)?));
                }
                (PropertyOwner::Relationship(relationship), "SOURCE") => {
                    reached.push(PropertyOwner::Node(relationship.source));
                }
                (PropertyOwner::Relationship(relationship), "TARGET") => {
                    reached.push(PropertyOwner::Node(target(self.evaluator, relationship)?));
                }
                (PropertyOwner::Relationship(relationship), "CAPABILITY") => {
                    let node = target(self.evaluator, relationship)?;
                    let source = PathNode::of_template(relationship.source.template);
                    let path = PathRelationship::of_assignment(source, relationship.assignment);
                    let definition = path.capability(types).definition.ok_or(CallResult::Unknown)?;
                    reached.push(PropertyOwner::Capability(node, definition));
                }
                // Requirements of any node may lead to a capability.
                _ => return Err(CallResult::Unknown),
            }
        }
        self.owners = reached;
        Ok(())
    }

    /// Finds the property `name`, the current item.
    fn read(mut self, name: &str) -> Result<PathResult<'g>, CallResult<'g>> {
        let types = self.evaluator.types();
        // Early drafts name a capability alone.
        if let Some(PropertyOwner::Node(node)) = self.owners.first().copied() {
            let path_node = PathNode::of_template(node.template);
            let capability = path_node.kinds.member(types, Capabilities, name).into_option();
            let entity = Entity::Node(path_node);
            if let (Some(definition), Lookup::Absent) =
                (capability, entity.field(types, fields(PathEnd::Property), name))
            {
                self.index += 1;
                let Item::Name(name) = self.item()? else { return Err(CallResult::Unknown) };
                self.owners = vec![PropertyOwner::Capability(node, definition)];
                return self.read_fields(&name);
            }
        }
        self.read_fields(name)
    }

    fn read_fields(self, name: &str) -> Result<PathResult<'g>, CallResult<'g>> {
        let types = self.evaluator.types();
        let field = |owner: &PropertyOwner<'g>| {
            let lookup = owner.entity(types).field(types, fields(PathEnd::Property), name);
            lookup.into_option().ok_or(CallResult::Unknown)
        };
        let fields = self.owners.iter().map(field).collect::<Result<_, _>>()?;
        Ok(PathResult { owners: self.owners, is_all: self.is_all, fields, index: self.index })
    }
}

/// Returns the number of nodes of a template, if it is known.
pub(in crate::values) fn count_of_nodes<'g>(
    evaluator: &Evaluator<'_, 'g>,
    template: NodeTemplateView<'g>,
) -> Option<u64> {
    let count = template.layers().find_map(|layer| layer.count.as_ref());
    template.count.or_else(|| computed_count(&evaluator.of(None), template.service().node(count?.0)))
}

/// Computes a count.
fn computed_count<'g>(evaluator: &Evaluator<'_, 'g>, count: YamlNode<'g>) -> Option<u64> {
    match evaluator.is_call(count).then(|| evaluator.evaluate(count))? {
        CallResult::Value(Value::Integer(count)) => u64::try_from(count).ok(),
        _ => None,
    }
}

/// Returns the relationships of the requirement `name` of a node that `index` selects.
fn relationships<'g>(
    evaluator: &Evaluator<'_, 'g>,
    node: NodeInstance<'g>,
    name: &str,
    index: Index,
) -> Result<Vec<RelationshipInstance<'g>>, CallResult<'g>> {
    let template = node.template;
    let is_whole = template.layers().all(|layer| !layer.unread.is_cut_short());
    if template.may_be_selected || !is_whole || !template.has_all_requirements() {
        return Err(CallResult::Unknown);
    }
    let wanted = match index {
        Index::First => Some(0),
        Index::Number(number) => Some(u64::try_from(number).map_err(|_| CallResult::Unknown)?),
        Index::All => None,
    };
    let mut all = Vec::new();
    let mut next = 0_u64;
    for assignment in template.requirements().iter().filter(|assignment| assignment.name() == name) {
        let any = RelationshipInstance { source: node, assignment, index: None };
        let count = assignment.count.or_else(|| {
            let count = assignment.service().node(assignment.written().count.as_ref()?.0);
            computed_count(&evaluator.of(Some(EntityInstance::Relationship(any))), count)
        });
        let count = count.ok_or(CallResult::Unknown)?;
        let end = next.checked_add(count).ok_or(CallResult::Unknown)?;
        let relationship = |index| RelationshipInstance { index: Some(index), ..any };
        match wanted {
            Some(wanted) if wanted < end => return Ok(vec![relationship(wanted)]),
            Some(_) => {}
            None => {
                // An optional or dangling requirement may stay unfulfilled.
                let is_certain = matches!(assignment.target, Target::Template(..))
                    && assignment.is_optional() == Some(false);
                if !is_certain || end > MAX_ENTITIES {
                    return Err(CallResult::Unknown);
                }
                all.extend((next..end).map(relationship));
            }
        }
        next = end;
    }
    let kinds = PathNode::of_template(template).kinds;
    let types = evaluator.types();
    let definition = kinds.member(types, Requirements, name).into_option();
    let range = definition.and_then(|id| types.requirement(id).count_range);
    // Unassigned requirements and mappings of a substitution add relationships.
    let least = range.map_or(1, |(range, _)| range.least);
    let is_complete = next >= least && !is_mapped(template.service(), template.name());
    if wanted.is_none() && definition.is_some() && is_complete { Ok(all) } else { Err(CallResult::Unknown) }
}

/// Returns the target of a relationship.
fn target<'g>(
    evaluator: &Evaluator<'_, 'g>,
    relationship: RelationshipInstance<'g>,
) -> Result<NodeInstance<'g>, CallResult<'g>> {
    let Target::Template(id, index) = relationship.assignment.target else {
        return Err(CallResult::Unknown);
    };
    let template = relationship.assignment.service().node_template(id);
    let Some(index) = index else { return Ok(NodeInstance::of_template(template)) };
    let evaluator = evaluator.of(Some(EntityInstance::Relationship(relationship)));
    match evaluator.evaluate(evaluator.types().node(index)) {
        CallResult::Value(Value::Integer(index)) => {
            let index = u64::try_from(index).map_err(|_| CallResult::Unknown)?;
            Ok(NodeInstance { template, index: Some(index) })
        }
        CallResult::Value(_) => Err(CallResult::Unknown),
        other => Err(other),
    }
}
