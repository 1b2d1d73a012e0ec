//! What can meet a requirement, as far as types tell (TOSCA 2.0 §8.5.2).

use std::rc::Rc;

use rustc_hash::FxHashMap;
use serde::Serialize;

use crate::keynames::NameKind;
use crate::model::Truth;
use crate::model::service::{ServiceView, Wanted, offered};
use crate::model::types::{Capabilities, TypeRef, TypeView};
use crate::normalize::context::Cx;
use crate::normalize::named::Text;
use crate::resolve::DefinitionId;

/// A capability of a node template.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Candidate {
    /// The node template.
    pub node: Text,
    /// Its capability.
    pub capability: Text,
}

impl Candidate {
    pub(super) fn new(node: &str, capability: &str) -> Self {
        Self { node: node.into(), capability: capability.into() }
    }
}

/// What was found out so far.
#[derive(Default)]
pub(in crate::normalize) struct Known<'g> {
    offered: FxHashMap<(DefinitionId, Wanted<'g>), Rc<[&'g str]>>,
    numbers: FxHashMap<(Option<DefinitionId>, Wanted<'g>), usize>,
    pub(in crate::normalize) sets: Vec<Vec<Candidate>>,
    /// Capability types that requirements want of nodes of which nothing is said.
    wanted: Vec<DefinitionId>,
}

/// Node types that offer what requirements want of any node, where no type of the model does so far: without
/// them nothing could ever meet these.
pub(in crate::normalize) fn offering<'g>(cx: &mut Cx<'g>) -> Vec<DefinitionId> {
    let types = cx.types;
    let mut wanted = std::mem::take(&mut cx.template.wanted);
    if wanted.is_empty() {
        return Vec::new();
    }
    let offers = |of: TypeView<'g>, wanted: DefinitionId| {
        of.members.capabilities.iter().any(|capability| {
            let used = capability.capability_type.map_or(TypeRef::Unknown, |used| used.meaning);
            types.relation(used, TypeRef::Defined(wanted)) == Truth::Yes
        })
    };
    for id in cx.waiting.iter().filter(|id| types.names.definition(**id).kind == NameKind::NodeType) {
        wanted.retain(|wanted| !offers(types.get(*id), *wanted));
    }
    let nodes = types.iter().filter(|of| of.kind == NameKind::NodeType);
    let offering = nodes.filter(|of| wanted.iter().any(|wanted| offers(*of, *wanted)));
    offering.map(|of| of.id).collect()
}

/// The names of the capabilities of a node type that a requirement may lead to.
pub(super) fn offered_names<'g>(cx: &mut Cx<'g>, of: TypeView<'g>, wanted: Wanted<'g>) -> Rc<[&'g str]> {
    let types = cx.types;
    let find = || {
        let found = match wanted {
            // Nothing is said of it: every one will do.
            Wanted::Unknown => types.members(of, Capabilities).iter().map(|(_, id)| id).collect(),
            wanted => offered(types, of, wanted),
        };
        found.into_iter().map(|id| types.capability(id).key().text()).collect()
    };
    Rc::clone(cx.template.offered.entry((of.id, wanted)).or_insert_with(find))
}

/// The number of the set of capabilities of nodes of a type, or of any, that a requirement may lead to.
pub(super) fn candidate_set<'g>(
    cx: &mut Cx<'g>,
    service: ServiceView<'g>,
    of: Option<TypeView<'g>>,
    wanted: Wanted<'g>,
) -> usize {
    let key = (of.map(|of| of.id), wanted);
    if let Some(number) = cx.template.numbers.get(&key) {
        return *number;
    }
    if let (None, Wanted::Type(TypeRef::Defined(of))) = (of, wanted) {
        cx.template.wanted.push(of);
    }
    let types = cx.types;
    let mut found = Vec::new();
    for node_template in service.node_templates().iter() {
        let Some(own) = types.defined(node_template.node_type) else { continue };
        let fits = of
            .is_none_or(|of| types.relation(TypeRef::Defined(own.id), TypeRef::Defined(of.id)) == Truth::Yes);
        if fits {
            let capabilities = offered_names(cx, own, wanted);
            found.extend(capabilities.iter().map(|name| Candidate::new(node_template.name(), name)));
        }
    }
    let number = cx.template.sets.len();
    cx.template.sets.push(found);
    cx.template.numbers.insert(key, number);
    number
}
