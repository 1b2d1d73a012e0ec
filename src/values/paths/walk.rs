//! Follows paths step by step to the entity that they reach (TOSCA 2.0 §10.3).

use std::borrow::Cow;

use rustc_hash::FxHashSet;

use crate::diagnostics::rules::unknown_path_start::SelfMember;
use crate::diagnostics::{Actual, Alternatives, Diagnostic, Level, rules, suggest};
use crate::functions::PathEnd;
use crate::keynames::{Slot, describe};
use crate::literals::{BuiltIn, Value, number};
use crate::model::service::{NodeTemplateView, RequirementAssignmentView, ServiceView};
use crate::model::types::{Capabilities, Fields, MemberId, RequirementId, Requirements, Section};
use crate::model::{Lookup, Truth};
use crate::resolve::DefinitionId;
use crate::syntax::UpperBound;
use crate::values::ValueType;
use crate::values::check_context::CheckContext;
use crate::values::evaluator::CallResult;
use crate::values::links::Link;
use crate::values::typing::{IndexBound, Knowledge, Root, Typed, Typer, type_expression};
use crate::yaml::{Scalar, YamlNode, plain};

use super::context::{PathContext, PathSyntax, SelfEntity, find_path_context, only_template_with};
use super::entity::{Entity, Kinds, PathCapability, PathNode, PathRelationship, noun, types_in_words};
use super::legacy::follow_legacy_path;

/// An item of a path.
#[derive(Clone)]
pub(super) enum Item<'g> {
    /// A name or a word of the path language, written or computed from literals.
    Word(Cow<'g, str>),
    /// A number.
    Number,
    /// A name that is computed later.
    Computed,
    /// Something else, which is already reported.
    Wrong,
}

/// The index of a node or relationship in a path.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Index {
    /// The first, since there is no index.
    First,
    /// The given index, or `None` if it is computed later.
    Number(Option<u64>),
    /// All of them.
    All,
}

/// The end of a path.
pub(super) struct Reached<'g> {
    /// The entity.
    pub(super) entity: Entity<'g>,
    /// The index of the item after the path.
    pub(super) index: usize,
    /// Whether it refers to several entities.
    pub(super) is_all: bool,
    /// The level of a diagnostic about an unknown name.
    pub(super) level: Level,
    /// Whether the path has the syntax of earlier versions.
    pub(super) is_legacy: bool,
}

/// The item at which following a path ended, since the path is wrong or leads to something unknown.
pub(super) struct Stopped {
    /// The index of the last item that was read.
    pub(super) index: usize,
    /// Whether the items up to there refer to several entities.
    pub(super) is_all: bool,
}

/// The words of the path language.
pub(super) const WORDS: [&str; 4] = ["RELATIONSHIP", "CAPABILITY", "SOURCE", "TARGET"];

/// The state while a path is followed.
struct Walk<'w, 'g> {
    items: &'w [YamlNode<'g>],
    end: PathEnd,
    index: usize,
    entity: Entity<'g>,
    is_all: bool,
    level: Level,
}

/// Follows the path at the start of `items`, up to the name that `end` reads.
pub(super) fn follow_path<'g>(
    cx: &mut Typer<'g>,
    items: &[YamlNode<'g>],
    end: PathEnd,
    context: &PathContext<'g>,
) -> Result<Reached<'g>, Stopped> {
    if context.syntax == PathSyntax::Names {
        let followed = follow_legacy_path(cx, items, end, context);
        return followed.map(|(reached, _)| reached).map_err(|index| Stopped { index, is_all: false });
    }
    let level = if context.is_filter { Level::Warning } else { Level::Error };
    let mut walk = Walk { items, end, index: 0, entity: Entity::Unknown, is_all: false, level };
    let followed = go_to_start(cx, &mut walk, context).and_then(|()| follow_words(cx, &mut walk));
    let Walk { entity, index, is_all, level, .. } = walk;
    followed
        .map(|()| Reached { entity, index, is_all, level, is_legacy: false })
        .ok_or(Stopped { index, is_all })
}

/// Follows an unfinished path as far as it reaches an entity; returns the entity, and the index of the item
/// after it. Words that need a name are left if no name follows.
pub(super) fn reach<'g>(
    cx: &mut Typer<'g>,
    items: &[YamlNode<'g>],
    end: PathEnd,
    context: &PathContext<'g>,
) -> Option<(Entity<'g>, usize)> {
    let mut walk = Walk { items, end, index: 0, entity: Entity::Unknown, is_all: false, level: Level::Error };
    go_to_start(cx, &mut walk, context)?;
    while let Some(node) = items.get(walk.index).copied() {
        let word = node.as_str().filter(|word| WORDS.contains(word));
        let is_last = walk.index + 1 == items.len();
        match word {
            Some("RELATIONSHIP" | "CAPABILITY") if is_last && matches!(walk.entity, Entity::Node(_)) => break,
            Some(word) => {
                walk.index += 1;
                walk.entity = take_step(cx, &mut walk, node, word)?;
            }
            None => break,
        }
    }
    Some((walk.entity, walk.index))
}

/// Returns the only name that can be read at the end of `items`, the first items of a path in a call at `node`.
pub(in crate::values) fn only_name_after<'g>(
    cx: &mut Typer<'g>,
    node: YamlNode<'g>,
    items: &[YamlNode<'g>],
    end: PathEnd,
) -> Option<&'g str> {
    let is_literal = |item: &YamlNode<'g>| item.as_str().is_some_and(|text| !text.starts_with('$'));
    let context = find_path_context(cx, node);
    if context.syntax == PathSyntax::Names || !items.iter().all(is_literal) {
        return None;
    }
    let count_before = cx.extra.diagnostics.len();
    let reached = reach(cx, items, end, &context);
    cx.extra.diagnostics.truncate(count_before);
    let (entity, index) = reached?;
    let only = |names: Vec<&'g str>| {
        let name = names.first().copied()?;
        names.iter().all(|other| *other == name).then_some(name)
    };
    // An attribute is rather meant than a property that can also be read.
    let kinds = (index == items.len()).then(|| entity.kinds())?;
    only(kinds.names(cx.types, end)).or_else(|| only(kinds.own_names(cx.types, end)))
}

fn follow_words<'g>(cx: &mut Typer<'g>, walk: &mut Walk<'_, 'g>) -> Option<()> {
    loop {
        let Some(node) = walk.items.get(walk.index).copied() else {
            let last = *walk.items.last()?;
            let kind = noun(walk.end);
            let names = distinct(walk.entity.kinds().names(cx.types, walk.end));
            cx.report(last, rules::unknown_path_step::incomplete(last.span(), kind, &names));
            return None;
        };
        let word = match item_at(cx, node) {
            Item::Word(word) => word,
            Item::Number => {
                cx.report(node, rules::unknown_path_step::number(node.span()));
                return None;
            }
            Item::Computed | Item::Wrong => return None,
        };
        if !WORDS.contains(&&*word) || is_name(cx, walk, node, &word) {
            return Some(());
        }
        walk.index += 1;
        walk.entity = take_step(cx, walk, node, &word)?;
    }
}

/// Returns what an item of a path is.
pub(super) fn item_at<'g>(cx: &mut Typer<'g>, node: YamlNode<'g>) -> Item<'g> {
    if cx.types.expressions.call(node).is_some() {
        let count_before = cx.extra.diagnostics.len();
        let typed = type_expression(cx, node, &ValueType::Any);
        if cx.extra.diagnostics.len() > count_before {
            return Item::Wrong;
        }
        return match typed.ty.kind(cx.types) {
            Some(BuiltIn::Integer) => Item::Number,
            Some(BuiltIn::String) if typed.knowledge == Knowledge::Computed => {
                match cx.evaluator().evaluate(node) {
                    CallResult::Value(Value::String(name)) => Item::Word(name.into()),
                    _ => Item::Computed,
                }
            }
            Some(BuiltIn::String) | None => Item::Computed,
            Some(_) => {
                let actual = typed.ty.in_words(cx.types);
                cx.report(node, rules::wrong_argument_type::step(node.span(), &actual));
                Item::Wrong
            }
        };
    }
    match node.scalar() {
        Some(Scalar::String(text)) => Item::Word(text.into()),
        Some(Scalar::Integer(text)) if !text.starts_with('-') => Item::Number,
        _ => {
            if !node.is_invalid() {
                let actual = if node.text().starts_with('-') {
                    Actual::Value("a negative number")
                } else {
                    describe(node)
                };
                cx.report(node, rules::wrong_argument_type::step(node.span(), actual));
            }
            Item::Wrong
        }
    }
}

/// Finds the entity that the first item names.
fn go_to_start<'g>(cx: &mut Typer<'g>, walk: &mut Walk<'_, 'g>, context: &PathContext<'g>) -> Option<()> {
    let first = *walk.items.first()?;
    walk.index = 1;
    let word = match item_at(cx, first) {
        Item::Word(word) => word,
        Item::Number => {
            cx.report(first, rules::unknown_path_start::number(first.span()));
            return None;
        }
        Item::Computed | Item::Wrong => return None,
    };
    let word = &*word;
    let next = walk.items.get(1).copied();
    if word == "SELF" {
        walk.entity = resolve_self(cx, first, next, walk.end, context)?;
        return Some(());
    }
    let service = context.service;
    if let Some(template) = service.and_then(|service| service.node_template_named(word)) {
        if context.is_before_creation {
            cx.report(first, rules::out_of_context::template_in_filter(first.span(), word));
        }
        let index = index_at(cx, walk);
        match (index, template.count) {
            (Index::First, Some(count))
                if count > 1 && walk.items.get(1).is_some_and(|next| next.is_string()) =>
            {
                cx.report(first, rules::path_index::missing(first.span(), word, count));
            }
            (Index::Number(_), Some(count)) => {
                let item = walk.items[1];
                let diagnostic =
                    rules::path_index::out_of_range(item.span(), &format!("node template `{word}`"), count);
                is_below(cx, item, index, count, diagnostic);
            }
            _ => {}
        }
        cx.links.record(first, Link::NodeTemplate(template.key));
        walk.entity = Entity::Node(PathNode::of_template(template));
        return Some(());
    }
    if let Some(template) = service.and_then(|service| service.relationship_template_named(word)) {
        cx.report(first, rules::legacy_path::relationship_template(first.span(), word));
        cx.links.record(first, Link::RelationshipTemplate(template.key));
        let relationship = PathRelationship::of_template(template);
        walk.entity = relationship.map_or(Entity::Unknown, Entity::Relationship);
        return Some(());
    }
    unknown_start(cx, first, next, word, context);
    None
}

/// Returns the entity that `SELF` at `first` refers to; `next` is the item after it.
pub(super) fn resolve_self<'g>(
    cx: &mut Typer<'g>,
    first: YamlNode<'g>,
    next: Option<YamlNode<'g>>,
    end: PathEnd,
    context: &PathContext<'g>,
) -> Option<Entity<'g>> {
    match &context.self_entity {
        SelfEntity::Entity(entity) => Some(entity.clone()),
        SelfEntity::Target(entity) => {
            if !first.is_lowered() {
                cx.report(first, rules::out_of_context::target_of_policy(first.span()));
            }
            Some(entity.clone())
        }
        SelfEntity::None(description) => {
            let name = next.and_then(YamlNode::as_str);
            let intended = name.and_then(|name| {
                let node = only_template_with(cx, context.service?, end, name)?;
                Some((node, name))
            });
            cx.report(first, rules::out_of_context::no_self(first.span(), description, intended));
            None
        }
    }
}

/// Reports a path that starts with `word`, which is not a node template.
pub(super) fn unknown_start<'g>(
    cx: &mut Typer<'g>,
    first: YamlNode<'g>,
    next: Option<YamlNode<'g>>,
    word: &str,
    context: &PathContext<'g>,
) {
    if context.service.is_some_and(|service| !names_are_known(service, word)) {
        return;
    }
    let self_entity = match &context.self_entity {
        SelfEntity::Entity(entity) => Some(entity),
        // A policy type may name nodes of the service templates that use it.
        SelfEntity::Target(_) if context.service.is_none() => return,
        _ => None,
    };
    let next = next.and_then(YamlNode::as_str);
    let diagnostic = if let ("HOST" | "SOURCE" | "TARGET", Some(self_entity)) = (word, self_entity) {
        rules::unknown_path_start::legacy_word(
            first.span(),
            word,
            matches!(self_entity, Entity::Relationship(_)),
        )
    } else if let Some(member) = self_entity.and_then(|self_entity| self_member(cx, self_entity, word)) {
        let is_legacy = context.syntax == PathSyntax::Names;
        rules::unknown_path_start::member_without_self(first.span(), word, member, is_legacy, next.is_some())
    } else {
        let templates = context.service.map(|service| service.node_templates().iter());
        let has_self = !matches!(context.self_entity, SelfEntity::None(_));
        let names = templates.into_iter().flatten().map(NodeTemplateView::name);
        let suggestion = suggest(word, names.chain(has_self.then_some("SELF")));
        let known = (context.service.is_some(), has_self);
        let diagnostic = rules::unknown_path_start::new(first.span(), word, known, suggestion);
        let is_template = |name: &str| {
            context
                .service
                .is_some_and(|service| service.node_templates().iter().any(|node| node.name() == name))
        };
        with_separate_index(diagnostic, first, is_template)
    };
    cx.report(first, diagnostic);
}

/// Returns the member `word` of the entity that `SELF` refers to.
fn self_member<'g>(cx: &Typer<'g>, self_entity: &Entity<'g>, word: &str) -> Option<SelfMember> {
    // Each property is reflected by an attribute.
    if let Entity::Relationship(relationship) = self_entity
        && relationship.source.kinds.has(cx.types, PathEnd::Attribute, word) == Truth::Yes
    {
        return Some(SelfMember::SourceField);
    }
    if self_entity.field(cx.types, &[Fields::Properties], word).is_found() {
        Some(SelfMember::Property)
    } else if self_entity.field(cx.types, &[Fields::Attributes], word).is_found() {
        Some(SelfMember::Attribute)
    } else if self_entity.kinds().member(cx.types, Capabilities, word).is_found() {
        Some(SelfMember::Capability)
    } else if self_entity.kinds().member(cx.types, Requirements, word).is_found() {
        Some(SelfMember::Requirement)
    } else {
        None
    }
}

/// Reads the index that may follow.
fn index_at<'g>(cx: &mut Typer<'g>, walk: &mut Walk<'_, 'g>) -> Index {
    let Some(node) = walk.items.get(walk.index).copied() else { return Index::First };
    let index = match node.scalar() {
        Some(Scalar::String("ALL")) => Index::All,
        Some(Scalar::Integer(text)) if !text.starts_with('-') => {
            // An index that does not fit is out of every range.
            let number = number::integer(text).and_then(|number| u64::try_from(number).ok());
            Index::Number(Some(number.unwrap_or(u64::MAX)))
        }
        // A call that results in an integer is an index.
        _ if cx.types.expressions.call(node).is_some() => {
            let results_before = cx.result_counts();
            let typed = type_expression(cx, node, &ValueType::Any);
            if typed.ty.kind(cx.types) != Some(BuiltIn::Integer) {
                // The item is read again as a name.
                cx.forget(results_before);
                return Index::First;
            }
            Index::Number(known_index(cx, node, &typed))
        }
        _ => return Index::First,
    };
    walk.index += 1;
    walk.is_all |= index == Index::All;
    index
}

/// Computes an index, if it does not depend on the values of inputs and properties.
fn known_index<'g>(cx: &mut Typer<'g>, node: YamlNode<'g>, typed: &Typed<'g>) -> Option<u64> {
    let known = match typed.knowledge {
        Knowledge::Unknown => CallResult::Unknown,
        _ => cx.evaluator().evaluate(node),
    };
    if let CallResult::Value(Value::Integer(index)) = known {
        return u64::try_from(index).ok();
    }
    cx.add_root(Root { node, is_whole: true, literal_types: None });
    None
}

/// Whether the index at `node` is less than `bound`, as far as it is known; reports `diagnostic` if not,
/// perhaps once it is known.
fn is_below<'g>(
    cx: &mut Typer<'g>,
    node: YamlNode<'g>,
    index: Index,
    bound: u64,
    diagnostic: Diagnostic,
) -> bool {
    match index {
        Index::Number(Some(number)) if number >= bound => {
            cx.report(node, diagnostic);
            return false;
        }
        Index::Number(None) => cx.add_bound(IndexBound { index: node, least: bound, diagnostic }),
        _ => {}
    }
    true
}

/// Whether a word of the path language is a name here, which is reported as doubtful (10.3-15).
fn is_name<'g>(cx: &mut Typer<'g>, walk: &Walk<'_, 'g>, node: YamlNode<'g>, word: &str) -> bool {
    if walk.entity.has(cx.types, walk.end, word) != Truth::Yes {
        return false;
    }
    let last = walk.index + 1 == walk.items.len();
    let legal = match walk.entity {
        Entity::Node(_) => matches!(word, "RELATIONSHIP" | "CAPABILITY"),
        Entity::Relationship(_) => word != "RELATIONSHIP",
        Entity::Capability(_) => word == "RELATIONSHIP",
        Entity::Unknown => true,
    };
    let name = last || !legal;
    cx.report(node, rules::path_word_as_name::in_path(node.span(), word, noun(walk.end), name));
    name
}

/// Takes one step by a word of the path language.
fn take_step<'g>(
    cx: &mut Typer<'g>,
    walk: &mut Walk<'_, 'g>,
    node: YamlNode<'g>,
    word: &str,
) -> Option<Entity<'g>> {
    match (&walk.entity, word) {
        (Entity::Node(path_node), "RELATIONSHIP") => {
            let path_node = path_node.clone();
            let (name_node, name) = name_after(cx, walk, node, "requirement")?;
            let member = find_member_or_report(cx, walk, &path_node.kinds, Requirements, name_node, &name)?;
            if let Some(id) = member {
                cx.links.record(name_node, Link::Requirement(id));
            }
            let index = index_at(cx, walk);
            let name_node = if index == Index::First { name_node } else { walk.items[walk.index - 1] };
            Some(relationship_of(cx, &path_node, member, (name_node, &name), index))
        }
        (Entity::Node(path_node), "CAPABILITY") => {
            let owner = path_node.clone();
            let (name_node, name) = name_after(cx, walk, node, "capability")?;
            let member = find_member_or_report(cx, walk, &owner.kinds, Capabilities, name_node, &name)?;
            if let Some(id) = member {
                cx.links.record(name_node, Link::Capability(id));
            }
            let owner = Box::new(owner);
            Some(Entity::Capability(match member {
                Some(id) => PathCapability::of_definition(cx.types, owner, id),
                None => PathCapability { owner, definition: None, kinds: Kinds::Unknown },
            }))
        }
        (Entity::Relationship(relationship), "SOURCE") => Some(Entity::Node((*relationship.source).clone())),
        (Entity::Relationship(relationship), "TARGET") => Some(Entity::Node((*relationship.target).clone())),
        (Entity::Relationship(relationship), "CAPABILITY") => {
            Some(Entity::Capability(relationship.capability(cx.types)))
        }
        (Entity::Capability(capability), "RELATIONSHIP") => {
            let target = (*capability.owner).clone();
            if let Some(next) = walk.items.get(walk.index).copied()
                && let Some(name) = next.as_str().filter(|name| *name != "ALL" && !WORDS.contains(name))
                && walk
                    .items
                    .get(walk.index + 1)
                    .and_then(|item| item.as_str())
                    .is_some_and(|word| WORDS.contains(&word))
            {
                cx.report(next, rules::unknown_path_step::incoming_name(next.span(), name));
                return None;
            }
            let start = walk.index;
            if let Index::Number(Some(_)) = index_at(cx, walk) {
                let item = walk.items[start];
                cx.report(item, rules::path_index::unordered(item.span()));
            }
            Some(Entity::Relationship(PathRelationship::between(PathNode::unknown(), target)))
        }
        (Entity::Unknown, _) => None,
        (entity, _) => {
            let diagnostic = rules::unknown_path_step::misplaced_word(node.span(), word, entity.noun());
            cx.report(node, diagnostic);
            None
        }
    }
}

/// Reads the name that must follow a word.
fn name_after<'g>(
    cx: &mut Typer<'g>,
    walk: &mut Walk<'_, 'g>,
    word: YamlNode<'g>,
    what: &str,
) -> Option<(YamlNode<'g>, Cow<'g, str>)> {
    let Some(node) = walk.items.get(walk.index).copied() else {
        cx.report(word, rules::unknown_path_step::missing_name(word.span(), word.text(), what));
        return None;
    };
    match item_at(cx, node) {
        Item::Word(name) => {
            walk.index += 1;
            Some((node, name))
        }
        Item::Number => {
            cx.report(node, rules::unknown_path_step::missing_name(node.span(), word.text(), what));
            None
        }
        Item::Computed | Item::Wrong => None,
    }
}

/// Finds a member of a node: `None` if it certainly does not exist, which is reported, `Some(None)` if it is
/// not known.
#[expect(clippy::option_option, reason = "nothing known and nothing there are two answers")]
fn find_member_or_report<'g, S: Section>(
    cx: &mut Typer<'g>,
    walk: &Walk<'_, 'g>,
    kinds: &Kinds,
    section: S,
    name_node: YamlNode<'g>,
    name: &str,
) -> Option<Option<MemberId<S::Member>>> {
    match kinds.member(cx.types, section, name) {
        lookup @ (Lookup::Found(_) | Lookup::Unknown) => {
            let lacks = |kinds: &Kinds| kinds.member(cx.types, section, name).is_absent();
            report_missing_in_some(cx, name_node, section.noun(), &kinds.lacking(lacks));
            Some(lookup.into_option())
        }
        Lookup::Absent => {
            let types = cx.types;
            let all = kinds.ids().iter().map(|id| types.members(types.get(*id), section));
            let names: Vec<&str> = all.flat_map(|members| members.names()).collect();
            report_unknown_name(cx, name_node, name, section.noun(), kinds, &names, walk.level);
            None
        }
    }
}

/// Returns names without repetitions.
fn distinct(mut names: Vec<&str>) -> Vec<&str> {
    let mut seen = FxHashSet::default();
    names.retain(|name| seen.insert(*name));
    names
}

/// Replaces the help if a step has an index, as in `tags[0]` or `tags.0`, after a name that is known.
fn with_separate_index(
    mut diagnostic: Diagnostic,
    step: YamlNode<'_>,
    is_known: impl Fn(&str) -> bool,
) -> Diagnostic {
    let text = step.text();
    let indexed = match text.strip_suffix(']') {
        Some(text) => text.split_once('['),
        None => text.rsplit_once('.'),
    };
    let Some((name, index)) = indexed.filter(|(name, index)| is_known(name) && index.parse::<u32>().is_ok())
    else {
        return diagnostic;
    };
    let steps = format!("{}, {index}", plain(name));
    let help = format!("write the index as another step: `{steps}`");
    diagnostic.help = vec![help.into()];
    diagnostic.fixes.clear();
    let before = step.tree().source().get(..step.span().start as usize).unwrap_or_default();
    if before.trim_end().ends_with(['[', ',']) {
        diagnostic.unsafe_fix(format!("write `{steps}`"), step.span(), steps)
    } else {
        diagnostic
    }
}

/// Reports that none of the types `kinds` has `name`; `names` are the existing names.
pub(super) fn report_unknown_name<'g>(
    cx: &mut Typer<'g>,
    name_node: YamlNode<'g>,
    name: &str,
    kind: &str,
    kinds: &Kinds,
    names: &[&str],
    level: Level,
) {
    let types = cx.types;
    let alternatives = Alternatives::new(name, distinct(names.to_vec()));
    let mut diagnostic =
        rules::unknown_in_path::new(name_node.span(), kind, name, &kinds.in_words(types), &alternatives);
    if let Some(id) = kinds.ids().first() {
        diagnostic = diagnostic.also(types.get(*id).key().span(), "type defined here");
    }
    diagnostic = with_separate_index(diagnostic, name_node, |name| names.contains(&name));
    // A derived relationship type may have a longer list (10.3-22).
    let listed = matches!(kinds, Kinds::Listed(_));
    cx.report(name_node, diagnostic.at_level(if listed { Level::Warning } else { level }));
}

/// Reports a name that some of the nodes that the path reaches lack: those of the types `lacking`.
pub(super) fn report_missing_in_some<'g>(
    cx: &mut Typer<'g>,
    name_node: YamlNode<'g>,
    kind: &str,
    lacking: &[DefinitionId],
) {
    if lacking.is_empty() {
        return;
    }
    let owners = types_in_words(cx.types, lacking);
    let diagnostic = rules::unknown_in_path::in_some(name_node.span(), kind, name_node.text(), &owners);
    cx.report(name_node, diagnostic);
}

/// Returns the relationship of a requirement of a node, by its index.
pub(super) fn relationship_of<'g>(
    cx: &mut Typer<'g>,
    path_node: &PathNode<'g>,
    member: Option<RequirementId>,
    (name_node, name): (YamlNode<'g>, &str),
    index: Index,
) -> Entity<'g> {
    let types = cx.types;
    let any_relationship =
        || Entity::Relationship(PathRelationship::between(path_node.clone(), PathNode::unknown()));
    let by_definition = |path_node: &PathNode<'g>| match member {
        Some(id) => Entity::Relationship(PathRelationship::of_requirement(types, path_node.clone(), id)),
        None => any_relationship(),
    };
    let range = member.and_then(|id| types.requirement(id).count_range).map(|(range, _)| range);
    let least = range.map_or(1, |range| range.least);
    if let (Index::Number(_), Some(UpperBound::Most(most))) = (index, range.map(|range| range.most)) {
        let diagnostic =
            rules::path_index::out_of_range(name_node.span(), &format!("requirement `{name}`"), most);
        if !is_below(cx, name_node, index, most, diagnostic) {
            return by_definition(path_node);
        }
    }
    let Some(template) = path_node.template else { return by_definition(path_node) };
    let whole = template.layers().all(|layer| !layer.unread.is_cut_short());
    if template.is_selected || !whole || !template.has_all_requirements() {
        return by_definition(path_node);
    }
    let assignments: Vec<RequirementAssignmentView<'g>> =
        template.requirements().iter().filter(|assignment| assignment.name() == name).collect();
    let total = assignments
        .iter()
        .map(|assignment| assignment.count)
        .sum::<Option<u64>>()
        .map(|total| total.max(least));
    let position = match index {
        Index::First => Some(0),
        Index::Number(number) => number,
        Index::All => None,
    };
    let is_beyond = |total: u64| index != Index::All && position.is_none_or(|position| position >= total);
    if let Some(total) = total.filter(|total| is_beyond(*total))
        && !is_mapped(template.service(), template.name())
    {
        let (template_name, key) = (template.name(), template.key().span());
        let diagnostic =
            rules::path_index::no_relationship(name_node.span(), name, template_name, total, key);
        if !is_below(cx, name_node, Index::Number(position), total, diagnostic) {
            return by_definition(path_node);
        }
    }
    let assignment = |assignment: RequirementAssignmentView<'g>| {
        Entity::Relationship(PathRelationship::of_assignment(path_node.clone(), assignment))
    };
    match (position, &assignments[..]) {
        (_, []) => by_definition(path_node),
        (_, [only]) => assignment(*only),
        (Some(position), several) => {
            let mut total_before = Some(0_u64);
            for assigned in several {
                let Some(start) = total_before else { return any_relationship() };
                total_before = assigned.count.map(|count| start + count);
                if total_before.is_some_and(|end| position < end) {
                    return assignment(*assigned);
                }
            }
            if total_before.is_some() { by_definition(path_node) } else { any_relationship() }
        }
        // The assignments may differ.
        (None, _) => any_relationship(),
    }
}

/// Whether requirements of the node template `name` may get relationships from outside the service (§15.5).
pub(super) fn is_mapped(service: ServiceView<'_>, name: &str) -> bool {
    let mappings = service.template().substitution_mappings.as_ref();
    let requirements = mappings.and_then(|mappings| mappings.requirements.as_ref());
    let mut pending: Vec<YamlNode<'_>> =
        requirements.map(|list| service.node(list.node)).into_iter().collect();
    while let Some(node) = pending.pop() {
        if node.as_str() == Some(name) {
            return true;
        }
        pending.extend(node.items());
        pending.extend(node.entries().map(|(_, value)| value));
    }
    false
}

/// Whether all node templates that `word` may refer to are known.
fn names_are_known(service: ServiceView<'_>, word: &str) -> bool {
    if service.file().unknown_keys().may_define(word) {
        return false;
    }
    match service.template().node_templates() {
        // The section is mandatory: its absence was reported.
        Slot::Absent | Slot::Unreadable => false,
        Slot::Given(map) => {
            !map.is_incomplete && map.unread.iter().all(|key| service.node(*key).text() != word)
        }
    }
}
