//! Presence as a system of equations: a cell for each element, and one for each named expression (for each
//! requirement assignment anew, where the expression asks for source or target), with what it depends on.
//!
//! Nothing is evaluated here, so the system is the same for all variants.

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::base::groups;
use crate::diagnostics::{Diagnostic, codes};
use crate::dialects::variability::{ElementId, ExprId, Form, Kind, Model, Operator, Type};

/// What the document offers to save conditions: defaults for elements without any, or instead of all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pruning {
    /// These relations are present if their source is.
    pub relations: Pruned,
    /// These node templates are present if any relation leads to them, or none could.
    pub nodes: Pruned,
}

/// Which elements go with others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pruned {
    /// None.
    #[default]
    None,
    /// Those without conditions.
    Unconditional,
    /// All, whatever their conditions.
    All,
}

impl Pruned {
    fn applies(self, has_conditions: bool) -> bool {
        self == Self::All || self == Self::Unconditional && !has_conditions
    }
}

/// What makes an element present.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rule {
    /// All its conditions.
    Conditions,
    /// Its source.
    Source,
    /// Any relation that leads to it.
    AnyIngoing,
}

/// A cell, by its position.
pub(super) type Cell = usize;

/// The system.
#[derive(Debug)]
pub struct Equations<'m, 't> {
    /// The template.
    pub model: &'m Model<'t>,
    pub(super) rules: Vec<Rule>,
    /// Relations by target: where each node template's begin in `ingoing`.
    ingoing_at: Vec<u32>,
    ingoing: Vec<ElementId>,
    /// Named expressions that ask for a relation, for one.
    scoped: FxHashMap<(u32, ElementId), Cell>,
    scopes: Vec<(u32, ElementId)>,
    /// The cells that each one reads.
    reads: Vec<Vec<Cell>>,
    /// The group of cells that read each other, numbered from those that read nothing on.
    pub(super) groups: Vec<usize>,
}

/// How a cell is read: whether more of it gives more, or less.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Polarity {
    More,
    Less,
    Both,
}

impl Polarity {
    fn turned(self) -> Self {
        match self {
            Polarity::More => Polarity::Less,
            Polarity::Less => Polarity::More,
            Polarity::Both => Polarity::Both,
        }
    }
}

impl<'m, 't> Equations<'m, 't> {
    /// The system of `model`.
    #[must_use]
    pub fn of(model: &'m Model<'t>, pruning: Pruning) -> Self {
        let rule = |(id, element): (ElementId, &crate::dialects::variability::Element<'_>)| {
            let conditional = model.conditions(id).next().is_some();
            match element.kind {
                Kind::Relation if pruning.relations.applies(conditional) => Rule::Source,
                Kind::Node if pruning.nodes.applies(conditional) => Rule::AnyIngoing,
                _ => Rule::Conditions,
            }
        };
        let rules: Vec<Rule> = model.all().map(rule).collect();
        let mut equations = Self {
            model,
            rules,
            ingoing_at: Vec::new(),
            ingoing: Vec::new(),
            scoped: FxHashMap::default(),
            scopes: Vec::new(),
            reads: Vec::new(),
            groups: Vec::new(),
        };
        if equations.rules.contains(&Rule::AnyIngoing) {
            equations.index_ingoing();
        }
        equations.link();
        equations
    }

    fn index_ingoing(&mut self) {
        let count = self.model.elements.len();
        let mut at = vec![0_u32; count + 1];
        for element in &self.model.elements {
            if let Some(target) = element.target {
                at[target.index() + 1] += 1;
            }
        }
        for index in 0..count {
            at[index + 1] += at[index];
        }
        let mut next = at.clone();
        let mut ingoing = vec![ElementId(0); at[count] as usize];
        for (id, element) in self.model.all() {
            if let Some(target) = element.target {
                ingoing[next[target.index()] as usize] = id;
                next[target.index()] += 1;
            }
        }
        (self.ingoing_at, self.ingoing) = (at, ingoing);
    }

    /// The relations that lead to a node template.
    pub(super) fn ingoing(&self, id: ElementId) -> &[ElementId] {
        let at = |index: usize| self.ingoing_at.get(index).map_or(0, |at| *at as usize);
        &self.ingoing[at(id.index())..at(id.index() + 1)]
    }

    pub(super) fn cells(&self) -> usize {
        self.model.elements.len() + self.model.named.len() + self.scopes.len()
    }

    /// The cell of the named expression `index`, read for `scope`.
    pub(super) fn named(&self, index: u32, scope: Option<ElementId>) -> Cell {
        let own = self.model.elements.len() + index as usize;
        match scope {
            Some(scope) if self.model.named[index as usize].uses_self => {
                self.scoped.get(&(index, scope)).copied().unwrap_or(own)
            }
            _ => own,
        }
    }

    /// What a cell stands for.
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
        let mut at = 0;
        // Scoped cells are found on the way, and linked in turn.
        while at < fixed + self.scopes.len() {
            let read = self.reads_of(at);
            self.reads.push(read);
            at += 1;
        }
        self.groups = groups(&self.reads);
    }

    fn reads_of(&mut self, cell: Cell) -> Vec<Cell> {
        let mut read = Vec::new();
        let model = self.model;
        match self.subject(cell) {
            Subject::Element(id) => match self.rules[cell] {
                Rule::Source => read.extend(model.element(id).source.map(ElementId::index)),
                Rule::AnyIngoing => read.extend(self.ingoing(id).iter().map(|id| id.index())),
                Rule::Conditions => {
                    let scope = (model.element(id).kind == Kind::Relation).then_some(id);
                    for condition in model.conditions(id) {
                        self.reads_in(condition, scope, &mut read);
                    }
                }
            },
            Subject::Named(index, scope) => {
                let named = &model.named[index as usize];
                // What asks for a relation means nothing without one.
                if scope.is_some() || !named.uses_self {
                    self.reads_in(named.body, scope, &mut read);
                }
            }
        }
        read
    }

    fn reads_in(&mut self, expression: ExprId, scope: Option<ElementId>, read: &mut Vec<Cell>) {
        let model = self.model;
        let mut waiting = vec![expression];
        while let Some(id) = waiting.pop() {
            if let Form::Named(index) = model.expressions.form(id)
                && let Some(scope) = scope.filter(|_| model.named[*index as usize].uses_self)
            {
                let next = model.elements.len() + model.named.len() + self.scopes.len();
                if let std::collections::hash_map::Entry::Vacant(entry) = self.scoped.entry((*index, scope)) {
                    entry.insert(next);
                    self.scopes.push((*index, scope));
                }
            }
            read.extend(self.cell_of(id, scope));
            waiting.extend_from_slice(model.expressions.below(id));
        }
    }

    /// The cell that the expression `id` reads itself, operands aside.
    pub(super) fn cell_of(&self, id: ExprId, scope: Option<ElementId>) -> Option<Cell> {
        let relation = || scope.map(|scope| self.model.element(scope));
        match self.model.expressions.form(id) {
            Form::Presence(element) => Some(element.index()),
            Form::Named(index) => Some(self.named(*index, scope)),
            Form::Source => relation()?.source.map(ElementId::index),
            Form::Target => relation()?.target.map(ElementId::index),
            _ => None,
        }
    }

    /// The cells that a cell reads.
    pub(super) fn reads(&self, cell: Cell) -> &[Cell] {
        &self.reads[cell]
    }

    /// The cells that a cell reads, each with its polarity.
    pub(super) fn readings(&self, cell: Cell) -> Vec<(Cell, Polarity)> {
        let mut readings = Vec::new();
        match self.subject(cell) {
            Subject::Element(id) if self.rules[cell] == Rule::Conditions => {
                let scope = (self.model.element(id).kind == Kind::Relation).then_some(id);
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
        expression: ExprId,
        scope: Option<ElementId>,
        readings: &mut Vec<(Cell, Polarity)>,
    ) {
        let mut waiting = vec![(expression, Polarity::More)];
        while let Some((id, polarity)) = waiting.pop() {
            if let Some(cell) = self.cell_of(id, scope) {
                readings.push((cell, polarity));
            }
            let below = self.model.expressions.below(id);
            let operator = match self.model.expressions.form(id) {
                Form::Call(operator, _) => Some(*operator),
                _ => None,
            };
            for (position, &operand) in below.iter().enumerate() {
                let polarity = match operator {
                    Some(Operator::And | Operator::Or | Operator::Condition) => polarity,
                    Some(Operator::Implies) if position == 1 => polarity,
                    Some(Operator::Not | Operator::Implies) => polarity.turned(),
                    _ => Polarity::Both,
                };
                waiting.push((operand, polarity));
            }
        }
    }

    /// Whether the cells of a group read each other.
    pub(super) fn is_cyclic(&self, members: &[Cell]) -> bool {
        members.len() > 1 || members.first().is_some_and(|&cell| self.reads[cell].contains(&cell))
    }

    /// The cells by group, those that read nothing first.
    pub(super) fn in_order(&self) -> (Vec<Cell>, Vec<Range<usize>>) {
        let mut cells: Vec<Cell> = (0..self.cells()).collect();
        cells.sort_by_key(|&cell| self.groups[cell]);
        let mut ranges = Vec::new();
        let mut start = 0;
        for at in 1..=cells.len() {
            if at == cells.len() || self.groups[cells[at]] != self.groups[cells[start]] {
                ranges.push(start..at);
                start = at;
            }
        }
        (cells, ranges)
    }

    /// A circle of `members` in which something is present if something is not, as a chain of cells.
    pub(super) fn contradiction(&self, members: &[Cell]) -> Option<Vec<Cell>> {
        let group = self.groups[*members.first()?];
        let inside = |cell: Cell| self.groups[cell] == group;
        for &cell in members {
            let wrong = self.readings(cell).into_iter().find(|&(other, polarity)| {
                inside(other) && (polarity != Polarity::More || !self.is_boolean(other))
            });
            let Some((other, _)) = wrong else { continue };
            return Some(self.way(other, cell));
        }
        None
    }

    fn is_boolean(&self, cell: Cell) -> bool {
        match self.subject(cell) {
            Subject::Element(_) => true,
            Subject::Named(index, _) => self.model.named[index as usize].result == Type::Boolean,
        }
    }

    /// The shortest way from `from` to `to` inside their group, from `to` on.
    fn way(&self, from: Cell, to: Cell) -> Vec<Cell> {
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
        let mut at = to;
        while at != from {
            let Some(&before) = came_from.get(&at) else { break };
            chain.push(before);
            at = before;
        }
        chain[1..].reverse();
        chain
    }

    /// The circles that have no meaning, or hold themselves up. Says whether all have a meaning.
    pub fn review_circles(&self, found: &mut Vec<Diagnostic>) -> bool {
        let (cells, ranges) = self.in_order();
        let mut sound = true;
        for range in ranges {
            let members = &cells[range];
            if !self.is_cyclic(members) {
                continue;
            }
            match self.contradiction(members) {
                Some(chain) => {
                    sound = false;
                    found.push(codes::contradictory_presence::new(&self.words(&chain)));
                }
                None => {
                    let chain = self.way(members[0], members[0]);
                    let chain = if members.len() > 1 { self.circle(members[0]) } else { chain };
                    found.push(codes::self_supporting_presence::new(&self.words(&chain)));
                }
            }
        }
        sound
    }

    /// A shortest circle through `first`.
    fn circle(&self, first: Cell) -> Vec<Cell> {
        let inside = |cell: &&Cell| self.groups[**cell] == self.groups[first];
        let ways = self.reads[first].iter().filter(inside).map(|&next| self.way(next, first));
        ways.min_by_key(Vec::len).unwrap_or_default()
    }

    /// The cells in words, with their places. Named expressions are passed over where elements are left.
    fn words(&self, chain: &[Cell]) -> Vec<(String, crate::base::Span)> {
        let word = |&cell: &Cell| match self.subject(cell) {
            Subject::Element(id) => (self.model.describe(id), self.model.place(id)),
            Subject::Named(index, _) => {
                let key = self.model.named[index as usize].key;
                (format!("expression {}", crate::diagnostics::quoted(key.text())), key.span())
            }
        };
        chain.iter().map(word).collect()
    }
}

/// What a cell stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Subject {
    Element(ElementId),
    Named(u32, Option<ElementId>),
}
