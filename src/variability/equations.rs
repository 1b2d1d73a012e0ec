//! Presence as a system of equations: a cell for each element and for each named expression, with the cells
//! that it reads. A named expression that reads its source or target has a separate cell for each requirement
//! assignment.
//!
//! Nothing is evaluated here, so the system is the same for all variants.

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::base::groups;
use crate::diagnostics::{Diagnostic, rules};
use crate::dialects::variability::{
    ElementId, ElementKind, NeededRelation, OperandType, Operator, Pruned, RelationEnds, VariabilityExprId,
    VariabilityForm, VariabilityModel,
};

/// Why the presence of an element depends on that of others, apart from its conditions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Derivation {
    /// A requirement assignment needs its node template.
    Source,
    /// A requirement assignment needs its node template and its target.
    Ends,
    /// A node template needs any requirement assignment that targets it.
    AnyIncoming,
    /// A group needs any of its members.
    AnyMember,
    /// A policy needs any of its targets.
    AnyTarget,
    /// An assignment in a list needs what contains the list.
    Owner,
    /// The default alternative also needs that no other one of its name is present.
    NoOther,
}

impl Derivation {
    /// Whether any of the cells is enough.
    pub(super) fn is_any(self) -> bool {
        matches!(self, Self::AnyIncoming | Self::AnyMember | Self::AnyTarget)
    }

    /// Whether the cells must be false.
    pub(super) fn is_negated(self) -> bool {
        self == Self::NoOther
    }
}

/// Other cells that the presence of an element needs.
#[derive(Clone, Debug)]
pub(super) struct Need {
    pub(super) why: Derivation,
    pub(super) cells: Vec<Cell>,
}

/// Determines when an element is present: all its conditions are true, unless they are ignored, and its needs are met.
#[derive(Clone, Debug)]
pub(super) struct ElementRule {
    pub(super) reads_conditions: bool,
    pub(super) needs: Vec<Need>,
}

impl ElementRule {
    /// Whether only conditions matter.
    pub(super) fn is_plain(&self) -> bool {
        self.reads_conditions && self.needs.is_empty()
    }
}

/// The index of a cell.
pub(super) type Cell = usize;

/// The system of equations.
#[derive(Debug)]
pub struct Equations<'m, 't> {
    /// The template.
    pub model: &'m VariabilityModel<'t>,
    pub(super) rules: Vec<ElementRule>,
    /// The number of cells for relations without their targets.
    supported: usize,
    /// The cells of named expressions that read their source or target, by relation.
    scoped: FxHashMap<(u32, ElementId), Cell>,
    scopes: Vec<(u32, ElementId)>,
    /// The cells that each cell reads.
    reads: Vec<Vec<Cell>>,
    /// The number of each cell's group: cells that read each other. A group reads only groups of lower
    /// number.
    pub(super) groups: Vec<usize>,
}

/// How the value of a cell depends on a cell that it reads: whether it grows or shrinks with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Polarity {
    More,
    Less,
    Both,
}

impl Polarity {
    fn negated(self) -> Self {
        match self {
            Polarity::More => Polarity::Less,
            Polarity::Less => Polarity::More,
            Polarity::Both => Polarity::Both,
        }
    }
}

impl<'m, 't> Equations<'m, 't> {
    /// Builds the system of `model`.
    #[must_use]
    pub fn new(model: &'m VariabilityModel<'t>) -> Self {
        let is_supported = model.all().any(|(id, element)| {
            element.kind == ElementKind::Node
                && pruned_by(model, id, model.pruning.nodes).1 == Some(NeededRelation::Supported)
        });
        let mut equations = Self {
            model,
            rules: Vec::new(),
            supported: if is_supported { model.elements.len() } else { 0 },
            scoped: FxHashMap::default(),
            scopes: Vec::new(),
            reads: Vec::new(),
            groups: Vec::new(),
        };
        equations.rules = equations.element_rules();
        equations.link();
        equations
    }

    fn element_rules(&self) -> Vec<ElementRule> {
        let model = self.model;
        let mut incoming: Vec<Vec<ElementId>> = Vec::new();
        if model.pruning.nodes != Pruned::None {
            incoming.resize(model.elements.len(), Vec::new());
            for (id, element) in model.all() {
                if let Some(target) = element.target {
                    incoming[target.index()].push(id);
                }
            }
        }
        let rule = |(id, element): (ElementId, &crate::dialects::variability::Element<'_>)| {
            let (reads_conditions, need) = match element.kind {
                ElementKind::Relation => {
                    let (reads_conditions, ends) = pruned_by(model, id, model.pruning.relations);
                    let (source, target) = (element.source, element.target);
                    let need = ends.map(|ends| match ends {
                        RelationEnds::Source => (Derivation::Source, source.into_iter().collect()),
                        RelationEnds::Both => (Derivation::Ends, source.into_iter().chain(target).collect()),
                    });
                    let cells = |ends: Vec<ElementId>| ends.into_iter().map(ElementId::index).collect();
                    (reads_conditions, need.map(|(why, ends)| Need { why, cells: cells(ends) }))
                }
                ElementKind::Node => {
                    let (reads_conditions, from) = pruned_by(model, id, model.pruning.nodes);
                    let cells = |from| {
                        let first =
                            if from == NeededRelation::Supported { self.first_supported() } else { 0 };
                        incoming[id.index()].iter().map(|relation| first + relation.index()).collect()
                    };
                    (
                        reads_conditions,
                        from.map(|from| Need { why: Derivation::AnyIncoming, cells: cells(from) }),
                    )
                }
                ElementKind::Group | ElementKind::Policy => {
                    let is_group = element.kind == ElementKind::Group;
                    let pruned = if is_group { model.pruning.groups } else { model.pruning.policies };
                    let (reads_conditions, needs) = pruned_by(model, id, pruned);
                    let why = if is_group { Derivation::AnyMember } else { Derivation::AnyTarget };
                    let members = || model.members(id).unwrap_or_default().into_iter();
                    let cells = || members().map(ElementId::index).collect();
                    (reads_conditions, needs.map(|()| Need { why, cells: cells() }))
                }
                ElementKind::Input | ElementKind::Output => (true, None),
                ElementKind::Property | ElementKind::Artifact | ElementKind::Type => {
                    let owner = model.owner(id).map(ElementId::index);
                    (true, owner.map(|owner| Need { why: Derivation::Owner, cells: vec![owner] }))
                }
            };
            let is_default = element.is_default && reads_conditions;
            let source = element.source.filter(|_| is_default);
            let needs_source =
                source.map(|source| Need { why: Derivation::Source, cells: vec![source.index()] });
            let needs_no_other = is_default.then(|| {
                let others = model.alternatives(id).iter().filter(|&&other| other != id);
                Need { why: Derivation::NoOther, cells: others.map(|other| other.index()).collect() }
            });
            let default = needs_source.into_iter().chain(needs_no_other);
            // What nothing can target, and what has no members, is as it is without pruning.
            let needs = default.chain(need).filter(|need| !need.cells.is_empty()).collect();
            ElementRule { reads_conditions, needs }
        };
        model.all().map(rule).collect()
    }

    /// Returns the cell of the first element without what its target needs.
    fn first_supported(&self) -> Cell {
        self.model.elements.len() + self.model.named.len()
    }

    pub(super) fn cells(&self) -> usize {
        self.fixed_cells() + self.scopes.len()
    }

    fn fixed_cells(&self) -> usize {
        self.first_supported() + self.supported
    }

    /// Returns the cell of the named expression `index`, read for `scope`.
    pub(super) fn named(&self, index: u32, scope: Option<ElementId>) -> Cell {
        let unscoped = self.model.elements.len() + index as usize;
        match scope {
            Some(scope) if self.model.named[index as usize].uses_self => {
                self.scoped.get(&(index, scope)).copied().unwrap_or(unscoped)
            }
            _ => unscoped,
        }
    }

    /// Returns what a cell describes.
    pub(super) fn subject(&self, cell: Cell) -> Subject {
        let (elements, named) = (self.model.elements.len(), self.model.named.len());
        let number = |index: usize| u32::try_from(index).unwrap_or(u32::MAX);
        if cell < elements {
            Subject::Element(ElementId::new(cell))
        } else if cell < elements + named {
            Subject::Named(number(cell - elements), None)
        } else if cell < self.fixed_cells() {
            Subject::Supported(ElementId::new(cell - elements - named))
        } else {
            let (index, scope) = self.scopes[cell - self.fixed_cells()];
            Subject::Named(index, Some(scope))
        }
    }

    fn link(&mut self) {
        let mut cell = 0;
        // Linking adds scoped cells, which are linked in turn.
        while cell < self.cells() {
            let read = self.reads_of(cell);
            self.reads.push(read);
            cell += 1;
        }
        self.groups = groups(&self.reads);
    }

    fn reads_of(&mut self, cell: Cell) -> Vec<Cell> {
        let mut read = Vec::new();
        let scope = self.scope(cell);
        for condition in self.conditions_of(cell) {
            self.reads_in(condition, scope, &mut read);
        }
        for need in self.needs_of(cell) {
            read.extend_from_slice(&need.cells);
        }
        read
    }

    /// Returns the relation whose source and target a cell reads.
    pub(super) fn scope(&self, cell: Cell) -> Option<ElementId> {
        match self.subject(cell) {
            Subject::Element(id) | Subject::Supported(id) => {
                (self.model.element(id).kind == ElementKind::Relation).then_some(id)
            }
            Subject::Named(_, scope) => scope,
        }
    }

    /// Returns the expressions that a cell consists of: all must be true, if it is not the only one.
    pub(super) fn conditions_of(&self, cell: Cell) -> Vec<VariabilityExprId> {
        match self.subject(cell) {
            Subject::Element(id) | Subject::Supported(id) => {
                let is_read = self.rules[id.index()].reads_conditions;
                self.model.conditions(id).filter(|_| is_read).collect()
            }
            Subject::Named(index, scope) => {
                let named = &self.model.named[index as usize];
                // An expression that reads its source or target has no meaning without a relation.
                if scope.is_some() || !named.uses_self { vec![named.body] } else { Vec::new() }
            }
        }
    }

    /// Returns what a cell needs apart from its conditions.
    pub(super) fn needs_of(&self, cell: Cell) -> Vec<Need> {
        match self.subject(cell) {
            Subject::Element(id) => self.rules[id.index()].needs.clone(),
            Subject::Supported(id) => {
                let source = self.model.element(id).source;
                let need = |source: ElementId| Need { why: Derivation::Source, cells: vec![source.index()] };
                let needs = self.rules[id.index()].needs.iter();
                let default = needs.filter(|need| need.why == Derivation::NoOther).cloned();
                source.map(need).into_iter().chain(default).collect()
            }
            Subject::Named(..) => Vec::new(),
        }
    }

    fn reads_in(&mut self, expression: VariabilityExprId, scope: Option<ElementId>, read: &mut Vec<Cell>) {
        let model = self.model;
        let mut pending = vec![expression];
        while let Some(id) = pending.pop() {
            if let VariabilityForm::Named(index) = model.expressions.form(id)
                && let Some(scope) = scope.filter(|_| model.named[*index as usize].uses_self)
            {
                let next = self.cells();
                if let std::collections::hash_map::Entry::Vacant(entry) = self.scoped.entry((*index, scope)) {
                    entry.insert(next);
                    self.scopes.push((*index, scope));
                }
            }
            read.extend(self.cell_of(id, scope));
            pending.extend_from_slice(model.expressions.below(id));
        }
    }

    /// Returns the cell that the expression `id` reads itself, not by its operands.
    pub(super) fn cell_of(&self, id: VariabilityExprId, scope: Option<ElementId>) -> Option<Cell> {
        let relation = || scope.map(|scope| self.model.element(scope));
        match self.model.expressions.form(id) {
            VariabilityForm::Presence(element) => Some(element.index()),
            VariabilityForm::Named(index) => Some(self.named(*index, scope)),
            VariabilityForm::Source => relation()?.source.map(ElementId::index),
            VariabilityForm::Target => relation()?.target.map(ElementId::index),
            _ => None,
        }
    }

    /// Returns the cells that a cell reads.
    pub(super) fn reads(&self, cell: Cell) -> &[Cell] {
        &self.reads[cell]
    }

    /// Returns the cells that a cell reads, each with its polarity.
    pub(super) fn readings(&self, cell: Cell) -> Vec<(Cell, Polarity)> {
        let mut readings = Vec::new();
        let scope = self.scope(cell);
        for condition in self.conditions_of(cell) {
            self.readings_in(condition, scope, &mut readings);
        }
        for need in self.needs_of(cell) {
            let polarity = if need.why.is_negated() { Polarity::Less } else { Polarity::More };
            readings.extend(need.cells.iter().map(|&cell| (cell, polarity)));
        }
        readings
    }

    fn readings_in(
        &self,
        expression: VariabilityExprId,
        scope: Option<ElementId>,
        readings: &mut Vec<(Cell, Polarity)>,
    ) {
        let mut pending = vec![(expression, Polarity::More)];
        while let Some((id, polarity)) = pending.pop() {
            if let Some(cell) = self.cell_of(id, scope) {
                readings.push((cell, polarity));
            }
            let operands = self.model.expressions.below(id);
            let operator = match self.model.expressions.form(id) {
                VariabilityForm::Call(operator, _) => Some(*operator),
                _ => None,
            };
            for (position, &operand) in operands.iter().enumerate() {
                let polarity = match operator {
                    Some(Operator::And | Operator::Or | Operator::AnyPresent | Operator::Condition) => {
                        polarity
                    }
                    Some(Operator::Implies) if position == 1 => polarity,
                    Some(Operator::Not | Operator::Implies) => polarity.negated(),
                    _ => Polarity::Both,
                };
                pending.push((operand, polarity));
            }
        }
    }

    /// Whether the cells of a group read each other.
    pub(super) fn is_cyclic(&self, members: &[Cell]) -> bool {
        members.len() > 1 || members.first().is_some_and(|&cell| self.reads[cell].contains(&cell))
    }

    /// Returns the cells sorted by group, cells that read nothing first, and the range of each group.
    pub(super) fn in_order(&self) -> (Vec<Cell>, Vec<Range<usize>>) {
        let mut cells: Vec<Cell> = (0..self.cells()).collect();
        cells.sort_by_key(|&cell| self.groups[cell]);
        let mut ranges = Vec::new();
        let mut start = 0;
        for end in 1..=cells.len() {
            if end == cells.len() || self.groups[cells[end]] != self.groups[cells[start]] {
                ranges.push(start..end);
                start = end;
            }
        }
        (cells, ranges)
    }

    /// Returns a cycle in `members` in which something is present if something is not, as a chain of cells.
    pub(super) fn contradiction(&self, members: &[Cell]) -> Option<Vec<Cell>> {
        let group = self.groups[*members.first()?];
        let inside = |cell: Cell| self.groups[cell] == group;
        for &cell in members {
            let contradicting = self.readings(cell).into_iter().find(|&(reading, polarity)| {
                inside(reading) && (polarity != Polarity::More || !self.is_boolean(reading))
            });
            let Some((reading, _)) = contradicting else { continue };
            return Some(self.shortest_path(reading, cell));
        }
        None
    }

    fn is_boolean(&self, cell: Cell) -> bool {
        match self.subject(cell) {
            Subject::Element(_) | Subject::Supported(_) => true,
            Subject::Named(index, _) => self.model.named[index as usize].result == OperandType::Boolean,
        }
    }

    /// Returns the shortest path from `from` to `to` inside their group, starting with `to`.
    fn shortest_path(&self, from: Cell, to: Cell) -> Vec<Cell> {
        let mut came_from: FxHashMap<Cell, Cell> = FxHashMap::default();
        let mut queue = std::collections::VecDeque::from([from]);
        while let Some(cell) = queue.pop_front() {
            if cell == to {
                break;
            }
            for &next in &self.reads[cell] {
                if self.groups[next] == self.groups[from] && next != from && !came_from.contains_key(&next) {
                    came_from.insert(next, cell);
                    queue.push_back(next);
                }
            }
        }
        let mut chain = vec![to];
        let mut cell = to;
        while cell != from {
            let Some(&previous) = came_from.get(&cell) else { break };
            chain.push(previous);
            cell = previous;
        }
        chain[1..].reverse();
        chain
    }

    /// Reports cycles that are contradictory or self-supporting. Returns whether no cycle is contradictory.
    pub fn report_cycles(&self, diagnostics: &mut Vec<Diagnostic>) -> bool {
        let (cells, ranges) = self.in_order();
        let mut is_sound = true;
        for range in ranges {
            let members = &cells[range];
            if !self.is_cyclic(members) {
                continue;
            }
            match self.contradiction(members) {
                Some(chain) => {
                    is_sound = false;
                    diagnostics.push(rules::contradictory_presence::new(&self.describe_cells(&chain)));
                }
                None => {
                    let chain = self.shortest_path(members[0], members[0]);
                    let chain = if members.len() > 1 { self.shortest_cycle(members[0]) } else { chain };
                    diagnostics.push(rules::self_supporting_presence::new(&self.describe_cells(&chain)));
                }
            }
        }
        is_sound
    }

    /// Returns a shortest cycle through `first`.
    fn shortest_cycle(&self, first: Cell) -> Vec<Cell> {
        let inside = |cell: &&Cell| self.groups[**cell] == self.groups[first];
        let paths = self.reads[first].iter().filter(inside).map(|&next| self.shortest_path(next, first));
        paths.min_by_key(Vec::len).unwrap_or_default()
    }

    /// Describes the cells, each with the span of its definition.
    fn describe_cells(&self, chain: &[Cell]) -> Vec<(String, crate::base::Span)> {
        let describe = |&cell: &Cell| match self.subject(cell) {
            Subject::Element(id) | Subject::Supported(id) => {
                (self.model.describe(id), self.model.name_span(id))
            }
            Subject::Named(index, _) => {
                let named = &self.model.named[index as usize];
                let key = named.key;
                if named.is_question {
                    let question = self.model.expressions.node(named.body).written();
                    return (crate::diagnostics::quoted(question), key.span());
                }
                (format!("expression {}", crate::diagnostics::quoted(key.text())), key.span())
            }
        };
        chain.iter().map(describe).collect()
    }
}

/// What a cell describes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Subject {
    Element(ElementId),
    Named(u32, Option<ElementId>),
    /// A relation without what it needs of its target.
    Supported(ElementId),
}

/// Returns what pruning makes the element `id` need, and whether its conditions must be true.
fn pruned_by<Of: Copy>(
    model: &VariabilityModel<'_>,
    id: ElementId,
    pruned: Pruned<Of>,
) -> (bool, Option<Of>) {
    pruned.of(model.is_conditional(id))
}
