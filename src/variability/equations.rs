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
    ElementId, ElementKind, OperandType, Operator, VariabilityExprId, VariabilityForm, VariabilityModel,
};

/// The pruning options of the specification: defaults for elements without conditions, or instead of all
/// conditions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pruning {
    /// Which relations are present if their source is.
    pub relations: Pruned,
    /// Which node templates are present if any relation targets them, or if none can.
    pub nodes: Pruned,
}

/// Selects the elements whose presence is derived from other elements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pruned {
    /// No element.
    #[default]
    None,
    /// Elements without conditions.
    Unconditional,
    /// All elements, whatever their conditions.
    All,
}

impl Pruned {
    fn applies(self, has_conditions: bool) -> bool {
        self == Self::All || self == Self::Unconditional && !has_conditions
    }
}

/// Determines when an element is present.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EquationRule {
    /// All its conditions are true.
    Conditions,
    /// Its source is present.
    Source,
    /// Any relation that targets it is present.
    AnyIngoing,
}

/// The index of a cell.
pub(super) type Cell = usize;

/// The system of equations.
#[derive(Debug)]
pub struct Equations<'m, 't> {
    /// The template.
    pub model: &'m VariabilityModel<'t>,
    pub(super) rules: Vec<EquationRule>,
    /// The start of each node template's relations in `ingoing`.
    ingoing_starts: Vec<u32>,
    ingoing: Vec<ElementId>,
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
    pub fn new(model: &'m VariabilityModel<'t>, pruning: Pruning) -> Self {
        let rule = |(id, element): (ElementId, &crate::dialects::variability::Element<'_>)| {
            let conditional = model.conditions(id).next().is_some();
            match element.kind {
                ElementKind::Relation if pruning.relations.applies(conditional) => EquationRule::Source,
                ElementKind::Node if pruning.nodes.applies(conditional) => EquationRule::AnyIngoing,
                _ => EquationRule::Conditions,
            }
        };
        let rules: Vec<EquationRule> = model.all().map(rule).collect();
        let mut equations = Self {
            model,
            rules,
            ingoing_starts: Vec::new(),
            ingoing: Vec::new(),
            scoped: FxHashMap::default(),
            scopes: Vec::new(),
            reads: Vec::new(),
            groups: Vec::new(),
        };
        if equations.rules.contains(&EquationRule::AnyIngoing) {
            equations.index_ingoing();
        }
        equations.link();
        equations
    }

    fn index_ingoing(&mut self) {
        let count = self.model.elements.len();
        let mut starts = vec![0_u32; count + 1];
        for element in &self.model.elements {
            if let Some(target) = element.target {
                starts[target.index() + 1] += 1;
            }
        }
        for index in 0..count {
            starts[index + 1] += starts[index];
        }
        let mut next = starts.clone();
        let mut ingoing = vec![ElementId(0); starts[count] as usize];
        for (id, element) in self.model.all() {
            if let Some(target) = element.target {
                ingoing[next[target.index()] as usize] = id;
                next[target.index()] += 1;
            }
        }
        (self.ingoing_starts, self.ingoing) = (starts, ingoing);
    }

    /// Returns the relations that target a node template.
    pub(super) fn ingoing(&self, id: ElementId) -> &[ElementId] {
        let start = |index: usize| self.ingoing_starts.get(index).map_or(0, |start| *start as usize);
        &self.ingoing[start(id.index())..start(id.index() + 1)]
    }

    pub(super) fn cells(&self) -> usize {
        self.model.elements.len() + self.model.named.len() + self.scopes.len()
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
        } else {
            let (index, scope) = self.scopes[cell - elements - named];
            Subject::Named(index, Some(scope))
        }
    }

    fn link(&mut self) {
        let fixed = self.model.elements.len() + self.model.named.len();
        let mut cell = 0;
        // Linking adds scoped cells, which are linked in turn.
        while cell < fixed + self.scopes.len() {
            let read = self.reads_of(cell);
            self.reads.push(read);
            cell += 1;
        }
        self.groups = groups(&self.reads);
    }

    fn reads_of(&mut self, cell: Cell) -> Vec<Cell> {
        let mut read = Vec::new();
        let model = self.model;
        match self.subject(cell) {
            Subject::Element(id) => match self.rules[cell] {
                EquationRule::Source => read.extend(model.element(id).source.map(ElementId::index)),
                EquationRule::AnyIngoing => read.extend(self.ingoing(id).iter().map(|id| id.index())),
                EquationRule::Conditions => {
                    let scope = (model.element(id).kind == ElementKind::Relation).then_some(id);
                    for condition in model.conditions(id) {
                        self.reads_in(condition, scope, &mut read);
                    }
                }
            },
            Subject::Named(index, scope) => {
                let named = &model.named[index as usize];
                // An expression that reads its source or target has no meaning without a relation.
                if scope.is_some() || !named.uses_self {
                    self.reads_in(named.body, scope, &mut read);
                }
            }
        }
        read
    }

    fn reads_in(&mut self, expression: VariabilityExprId, scope: Option<ElementId>, read: &mut Vec<Cell>) {
        let model = self.model;
        let mut pending = vec![expression];
        while let Some(id) = pending.pop() {
            if let VariabilityForm::Named(index) = model.expressions.form(id)
                && let Some(scope) = scope.filter(|_| model.named[*index as usize].uses_self)
            {
                let next = model.elements.len() + model.named.len() + self.scopes.len();
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
        match self.subject(cell) {
            Subject::Element(id) if self.rules[cell] == EquationRule::Conditions => {
                let scope = (self.model.element(id).kind == ElementKind::Relation).then_some(id);
                for condition in self.model.conditions(id) {
                    self.readings_in(condition, scope, &mut readings);
                }
            }
            Subject::Element(_) => {
                readings.extend(self.reads[cell].iter().map(|&cell| (cell, Polarity::More)));
            }
            Subject::Named(index, scope) => {
                self.readings_in(self.model.named[index as usize].body, scope, &mut readings);
            }
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
                    Some(Operator::And | Operator::Or | Operator::Condition) => polarity,
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
            Subject::Element(_) => true,
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
            Subject::Element(id) => (self.model.describe(id), self.model.name_span(id)),
            Subject::Named(index, _) => {
                let key = self.model.named[index as usize].key;
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
}
