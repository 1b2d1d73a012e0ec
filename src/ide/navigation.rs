//! Leads from a name to what is connected with it: its type, what derives from it or stands for it, and the
//! hierarchies of types and calls.

use crate::base::{FileId, Span};
use crate::model::Model;
use crate::model::service::{NodeTemplateView, ServiceView};
use crate::model::types::{Record, TypeRef, TypeView, Types};
use crate::resolve::DefinitionId;
use crate::yaml::SourceNode;

use super::referent::{PartKind, Referent};
use super::uses::{Use, uses};

/// Returns the type of something: of a node template its node type, of a property its data type.
#[must_use]
pub fn type_of(model: &Model, referent: Referent) -> Option<Referent> {
    let types = &model.types;
    let defined = |meaning: TypeRef| match meaning {
        TypeRef::Defined(id) => Some(Referent::Type(id)),
        TypeRef::BuiltIn(built_in) => Some(Referent::BuiltInType(built_in)),
        TypeRef::Unknown => None,
    };
    match referent {
        Referent::Type(id) => types.get(id).parent.and_then(|parent| defined(parent.meaning)),
        Referent::Field(id) => defined(types.field(id).data_type?),
        Referent::Capability(id) => defined(types.capability(id).capability_type?.meaning),
        Referent::Requirement(id) => {
            let requirement = types.requirement(id);
            defined(requirement.node_type.or(requirement.capability)?.meaning)
        }
        Referent::Interface(id) => defined(types.interface(id).interface_type?.meaning),
        Referent::Part(part, key) => part_type(model, part, key).and_then(defined),
        _ => None,
    }
}

/// Returns the type of a part of a service template.
fn part_type(model: &Model, part: PartKind, key: SourceNode) -> Option<TypeRef> {
    let service = model.service(key.file)?;
    let name = model.types.node(key).text();
    match part {
        PartKind::NodeTemplate => Some(service.node_template_named(name)?.node_type),
        PartKind::RelationshipTemplate => Some(service.relationship_template_named(name)?.relationship_type),
        PartKind::Group => service.groups().find(|group| group.key().source() == key)?.group_type(),
        PartKind::Policy => service.policies().find(|policy| policy.key().source() == key)?.policy_type(),
        PartKind::Input => service.inputs().find(|input| input.key.source() == key)?.field?.data_type,
        PartKind::Output => service.outputs().find(|output| output.key.source() == key)?.field?.data_type,
        _ => None,
    }
}

/// Returns what implements something: for a type all types derived from it, for a member its refinements,
/// for a node template with the directive `substitute` the service templates that can stand for it.
#[must_use]
pub fn implementations(model: &Model, referent: Referent) -> Vec<Span> {
    let types = &model.types;
    match referent {
        Referent::Type(id) => {
            let derived = types.iter().filter(|ty| ty.id != id && is_derived(types, *ty, id));
            derived.filter_map(|ty| Referent::Type(ty.id).definition(model)).collect()
        }
        Referent::Part(PartKind::NodeTemplate, key) => {
            let template = model
                .service(key.file)
                .and_then(|service| service.node_template_named(types.node(key).text()));
            template.map(|template| substitutes(model, template)).unwrap_or_default()
        }
        Referent::Field(_) => refinements(model, referent, Referent::Field),
        Referent::Capability(_) => refinements(model, referent, Referent::Capability),
        Referent::Requirement(_) => refinements(model, referent, Referent::Requirement),
        Referent::Interface(_) => refinements(model, referent, Referent::Interface),
        Referent::Operation(_) => refinements(model, referent, Referent::Operation),
        _ => Vec::new(),
    }
}

fn is_derived(types: &Types, ty: TypeView<'_>, ancestor: DefinitionId) -> bool {
    types.lineage(ty).skip(1).any(|ty| ty.id == ancestor)
}

/// Returns the members that refine this one, directly or not.
fn refinements<T: Record>(
    model: &Model,
    referent: Referent,
    of_id: impl Fn(crate::model::types::MemberId<T>) -> Referent,
) -> Vec<Span> {
    let mut spans = Vec::new();
    for ty in model.types.iter() {
        for id in ty.own_ids::<T>() {
            let candidate = of_id(id);
            let mut refined = std::iter::successors(candidate.refined(model), |next| next.refined(model));
            if candidate != referent && refined.any(|refined| refined == referent) {
                spans.extend(candidate.definition(model));
            }
        }
    }
    spans.sort_unstable();
    spans.dedup();
    spans
}

/// Returns the substitution mappings of the service templates whose node type can stand for that of a node.
fn substitutes(model: &Model, template: NodeTemplateView<'_>) -> Vec<Span> {
    let directives = template.directives().unwrap_or_default();
    if !directives.contains(&"substitute") {
        return Vec::new();
    }
    let types = &model.types;
    let services = types.graph.files.iter().filter_map(|file| model.service(file.id));
    let fits = |service: ServiceView<'_>| {
        let mapping = service.substitution()?;
        let ty = TypeRef::Defined(mapping.node_type()?.id);
        let is_fit = types.relation(ty, template.node_type) == crate::model::Truth::Yes;
        is_fit.then(|| mapping.node().entry_key().span())
    };
    services.filter_map(fits).collect()
}

/// Returns the types that are directly derived from a type.
#[must_use]
pub fn subtypes(model: &Model, id: DefinitionId) -> Vec<DefinitionId> {
    let parent = TypeRef::Defined(id);
    let is_child = |ty: &TypeView<'_>| ty.parent.is_some_and(|used| used.meaning == parent && ty.id != id);
    model.types.iter().filter(is_child).map(|ty| ty.id).collect()
}

/// Calls of one thing, for the hierarchy of calls.
#[derive(Clone, Debug)]
pub struct RelatedCall {
    /// The workflow or operation at the other end.
    pub referent: Referent,
    /// Where it is called.
    pub spans: Vec<Span>,
}

/// Whether something calls or can be called.
#[must_use]
pub fn is_callable(referent: Referent) -> bool {
    matches!(
        referent,
        Referent::Operation(_) | Referent::Part(PartKind::Workflow | PartKind::Policy | PartKind::Trigger, _)
    )
}

/// Returns the workflows and operations that a workflow, policy or trigger calls.
#[must_use]
pub fn outgoing_calls(model: &Model, source: Referent) -> Vec<RelatedCall> {
    let Referent::Part(_, key) = source else { return Vec::new() };
    let body = model.types.node(key).entry_value().span();
    let inside = uses(model, key.file).into_iter();
    let called = inside.filter(|used| body.start <= used.span.start && used.span.end <= body.end);
    grouped(
        called
            .filter(|used| !used.is_definition && is_called(used.referent))
            .map(|used| (used.referent, used.span)),
    )
}

/// Returns the workflows, policies and triggers that call something.
#[must_use]
pub fn incoming_calls(model: &Model, called: Referent) -> Vec<RelatedCall> {
    let all = super::references(model, called, false).into_iter();
    grouped(all.filter_map(|used| Some((caller_around(model, used.span)?, used.span))))
}

fn is_called(referent: Referent) -> bool {
    matches!(referent, Referent::Operation(_) | Referent::Part(PartKind::Workflow, _))
}

/// Returns the workflow or policy that contains a call.
fn caller_around(model: &Model, span: Span) -> Option<Referent> {
    let definitions = uses(model, span.file).into_iter().filter(|used: &Use| used.is_definition);
    let callers = definitions.filter_map(|used| match used.referent {
        Referent::Part(PartKind::Workflow | PartKind::Policy, key) => Some((used.referent, key)),
        _ => None,
    });
    let mut around = callers.filter(|(_, key)| {
        let body = model.types.node(*key).entry_value().span();
        body.start <= span.start && span.end <= body.end
    });
    around.next().map(|(referent, _)| referent)
}

/// Collects the calls of each referent, in the order of their first calls.
fn grouped(calls: impl Iterator<Item = (Referent, Span)>) -> Vec<RelatedCall> {
    let mut grouped: Vec<RelatedCall> = Vec::new();
    for (referent, span) in calls {
        match grouped.iter_mut().find(|call| call.referent == referent) {
            Some(call) => call.spans.push(span),
            None => grouped.push(RelatedCall { referent, spans: vec![span] }),
        }
    }
    grouped
}

/// Returns the whole definition of something, and its name there.
#[must_use]
pub fn definition_range(model: &Model, referent: Referent) -> Option<(Span, Span)> {
    let name = referent.definition(model)?;
    let key = referent.node(model)?;
    let value = key.entry_value().span();
    let whole = Span::new(name.file, key.span().start.min(name.start), value.end.max(name.end));
    Some((whole, name))
}

/// Returns the uses of something in one file, its definitions included.
#[must_use]
pub fn highlights(model: &Model, file: FileId, referent: Referent) -> Vec<Use> {
    let family = referent.family(model);
    let all = match family {
        Referent::Keyname(_) => super::references(model, family, true),
        _ => uses(model, file),
    };
    all.into_iter().filter(|used| used.span.file == file && used.referent.family(model) == family).collect()
}
