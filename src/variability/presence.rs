//! Which elements are present for given inputs.
//!
//! In: the equations and a value for each input that has one. Out: for each element whether it is present,
//! and diagnostics; none where it cannot be told, which was said. Each cell is evaluated once, groups of
//! cells that read each other by their least solution, in linear time. Recurses inside one expression only.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::diagnostics::{Diagnostic, codes};
use crate::dialects::variability::{ElementId, ExprId, Fault, Form, Kind, Operator, Value, apply};

use super::equations::{Cell, Equations, Rule, Subject};
use super::gates::Gates;

/// Why an expression has no value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stop {
    /// This input has no value; it is read at this expression.
    NoInput(u32, ExprId),
    /// The operator at this expression has no result.
    Fault(Fault, ExprId),
    /// It was told.
    Told,
}

/// The values of inputs, by position.
pub type Values = Vec<Option<Value>>;

/// A value, or why there is none.
pub type Outcome = Result<Value, Stop>;

/// What a system comes to for given inputs.
#[derive(Debug)]
pub struct Solution<'s, 'm, 't> {
    /// The system.
    pub equations: &'s Equations<'m, 't>,
    /// The inputs.
    pub inputs: &'s Values,
    cells: Vec<Outcome>,
}

/// Evaluates `equations`.
#[must_use]
pub fn solve<'s, 'm, 't>(
    equations: &'s Equations<'m, 't>,
    inputs: &'s Values,
    found: &mut Vec<Diagnostic>,
) -> Solution<'s, 'm, 't> {
    let unknown = vec![Err(Stop::Told); equations.cells()];
    let mut solution = Solution { equations, inputs, cells: unknown };
    let (order, groups) = equations.in_order();
    for range in groups {
        let members = &order[range];
        if !equations.is_cyclic(members) {
            solution.cells[members[0]] = solution.cell(members[0]);
        } else if equations.contradiction(members).is_none() {
            circle(&mut solution, members, found);
        }
    }
    report(&solution, found);
    solution
}

/// Says why elements have no value, each cause once.
fn report(solution: &Solution<'_, '_, '_>, found: &mut Vec<Diagnostic>) {
    let model = solution.equations.model;
    let mut told: FxHashSet<(u32, bool)> = FxHashSet::default();
    for (id, _) in model.all() {
        match solution.cells[id.index()] {
            Err(Stop::NoInput(input, at)) if told.insert((input, true)) => {
                let declared = &model.inputs[input as usize];
                let place = model.expressions.place(at).span();
                found.push(codes::missing_variability_value::new(
                    place,
                    declared.key.text(),
                    declared.key.span(),
                    &model.describe(id),
                ));
            }
            Err(Stop::Fault(fault, at)) if told.insert((at.0, false)) => {
                let place = model.expressions.place(at).span();
                found.extend(fault_words(fault, place));
            }
            _ => {}
        }
    }
}

/// The finding about a fault.
fn fault_words(fault: Fault, place: crate::base::Span) -> Option<Diagnostic> {
    match fault {
        Fault::DivisionByZero => Some(codes::evaluation_error::division_by_zero(place)),
        Fault::Overflow => Some(codes::evaluation_error::overflow(place)),
        Fault::NoSuchPart => Some(codes::evaluation_error::missing(place, "part at this index")),
        Fault::Unfit => None,
    }
}

/// The least solution of cells that read each other; a warning where they would hold each other up.
fn circle(solution: &mut Solution<'_, '_, '_>, members: &[Cell], found: &mut Vec<Diagnostic>) {
    let mut gates = Gates::new(members.len());
    let position: FxHashMap<Cell, usize> = members.iter().enumerate().map(|(at, &cell)| (cell, at)).collect();
    let mut circle = Circle { position, gates: &mut gates };
    let mut stopped = None;
    for (at, &cell) in members.iter().enumerate() {
        let scope = solution.scope(cell);
        let result = match solution.equations.subject(cell) {
            Subject::Named(index, _) => {
                let body = solution.equations.model.named[index as usize].body;
                gate(solution, &mut circle, (body, false), scope, at)
            }
            Subject::Element(id) => match solution.equations.rules[cell] {
                Rule::Conditions => {
                    let conditions: Vec<ExprId> = solution.equations.model.conditions(id).collect();
                    let mut parts = conditions.into_iter();
                    parts.try_for_each(|part| gate(solution, &mut circle, (part, false), scope, at))
                }
                Rule::Source => {
                    let source = solution.equations.model.element(id).source;
                    source.map_or(Ok(()), |source| circle.element(solution, source, at))
                }
                Rule::AnyIngoing => {
                    let any = circle.gates.add(false);
                    circle.gates.connect(any, at);
                    let mut relations = solution.equations.ingoing(id).iter();
                    relations.try_for_each(|&relation| circle.element(solution, relation, any))
                }
            },
        };
        if let Err(stop) = result {
            stopped = Some(stop);
        }
    }
    if let Some(stop) = stopped {
        for &cell in members {
            solution.cells[cell] = Err(stop);
        }
        return;
    }
    let (least, greatest) = (gates.least(), gates.greatest());
    for (at, &cell) in members.iter().enumerate() {
        solution.cells[cell] = Ok(Value::Boolean(least[at]));
    }
    let differ = members.iter().enumerate().filter(|(at, _)| least[*at] != greatest[*at]);
    let loose: Vec<(String, crate::base::Span)> = differ
        .filter_map(|(_, &cell)| match solution.equations.subject(cell) {
            Subject::Element(id) => {
                let model = solution.equations.model;
                Some((model.describe(id), model.place(id)))
            }
            Subject::Named(..) => None,
        })
        .collect();
    if !loose.is_empty() {
        found.push(codes::self_supporting_presence::new(&loose));
    }
}

/// Cells that read each other, as gates.
struct Circle<'c> {
    position: FxHashMap<Cell, usize>,
    gates: &'c mut Gates,
}

impl Circle<'_> {
    /// Makes the presence of `element` a part of the gate `user`.
    fn element(
        &mut self,
        solution: &Solution<'_, '_, '_>,
        element: ElementId,
        user: usize,
    ) -> Result<(), Stop> {
        match self.position.get(&element.index()) {
            Some(&from) => self.gates.connect(from, user),
            None => self.gates.constant(solution.known(element.index())?.is_true(), user),
        }
        Ok(())
    }
}

/// Makes the expression `id`, or its negation, a part of the gate `user`. It is monotone in the cells of the
/// circle.
fn gate(
    solution: &Solution<'_, '_, '_>,
    circle: &mut Circle<'_>,
    (id, negated): (ExprId, bool),
    scope: Option<ElementId>,
    user: usize,
) -> Result<(), Stop> {
    let equations = solution.equations;
    let expressions = &equations.model.expressions;
    if let Some(cell) = equations.cell_of(id, scope)
        && let Some(&from) = circle.position.get(&cell)
    {
        circle.gates.connect(from, user);
        return Ok(());
    }
    let inside =
        |part: ExprId| equations.cell_of(part, scope).is_some_and(|cell| circle.position.contains_key(&cell));
    if !expressions.parts(id).any(inside) {
        let value = solution.value(id, scope)?.is_true();
        circle.gates.constant(value != negated, user);
        return Ok(());
    }
    let Form::Call(operator, range) = expressions.form(id) else { return Err(Stop::Told) };
    let operands = expressions.operands(range);
    let (all, turned) = match operator {
        Operator::And | Operator::Condition => (!negated, [negated, negated]),
        Operator::Or => (negated, [negated, negated]),
        Operator::Implies => (negated, [!negated, negated]),
        Operator::Not => (true, [!negated, !negated]),
        _ => return Err(Stop::Told),
    };
    let own = circle.gates.add(all);
    circle.gates.connect(own, user);
    for (position, &operand) in operands.iter().enumerate() {
        gate(solution, circle, (operand, turned[position.min(1)]), scope, own)?;
    }
    Ok(())
}

impl Solution<'_, '_, '_> {
    /// Whether the element is present; none where that could not be told.
    #[must_use]
    pub fn is_present(&self, id: ElementId) -> Option<bool> {
        match self.cells.get(id.index())? {
            Ok(Value::Boolean(present)) => Some(*present),
            _ => None,
        }
    }

    /// Whether all elements are known to be present or absent.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.cells[..self.equations.model.elements.len()].iter().all(Result::is_ok)
    }

    /// The requirement assignment for which a cell asks for source and target.
    fn scope(&self, cell: Cell) -> Option<ElementId> {
        match self.equations.subject(cell) {
            Subject::Element(id) => (self.equations.model.element(id).kind == Kind::Relation).then_some(id),
            Subject::Named(_, scope) => scope,
        }
    }

    fn cell(&self, cell: Cell) -> Outcome {
        let model = self.equations.model;
        let scope = self.scope(cell);
        match self.equations.subject(cell) {
            Subject::Named(index, _) => {
                let named = &model.named[index as usize];
                if named.uses_self && scope.is_none() {
                    return Err(Stop::Told);
                }
                self.value(named.body, scope)
            }
            Subject::Element(id) => {
                let element = model.element(id);
                if element.is_variability {
                    return Ok(Value::Boolean(false));
                }
                match self.equations.rules[cell] {
                    Rule::Source => {
                        element.source.map_or(Ok(Value::Boolean(true)), |source| self.known(source.index()))
                    }
                    Rule::AnyIngoing => {
                        let relations = self.equations.ingoing(id);
                        let mut any = relations.is_empty();
                        for relation in relations {
                            any |= self.known(relation.index())?.is_true();
                        }
                        Ok(Value::Boolean(any))
                    }
                    Rule::Conditions => {
                        for condition in model.conditions(id) {
                            if !self.value(condition, scope)?.is_true() {
                                return Ok(Value::Boolean(false));
                            }
                        }
                        Ok(Value::Boolean(true))
                    }
                }
            }
        }
    }

    fn known(&self, cell: Cell) -> Outcome {
        self.cells[cell].clone()
    }

    /// The value of the expression `id`, read for `scope`. All cells that it reads are known.
    pub fn value(&self, id: ExprId, scope: Option<ElementId>) -> Outcome {
        let expressions = &self.equations.model.expressions;
        match expressions.form(id) {
            Form::Literal(value) => Ok(value.clone()),
            Form::List(range) => {
                let items: Result<Vec<Value>, Stop> =
                    expressions.operands(range).iter().map(|&item| self.value(item, scope)).collect();
                Ok(Value::List(items?.into()))
            }
            Form::Input(index) => {
                self.inputs.get(*index as usize).cloned().flatten().ok_or(Stop::NoInput(*index, id))
            }
            Form::Wrong => Err(Stop::Told),
            // A target that is not among the node templates is found later: it is not absent.
            Form::Target if self.equations.cell_of(id, scope).is_none() => Ok(Value::Boolean(true)),
            Form::Presence(_) | Form::Source | Form::Target | Form::Named(_) => {
                match self.equations.cell_of(id, scope) {
                    Some(cell) => self.known(cell),
                    None => Err(Stop::Told),
                }
            }
            Form::Call(operator, range) => self.call(id, *operator, expressions.operands(range), scope),
        }
    }

    fn call(&self, id: ExprId, operator: Operator, operands: &[ExprId], scope: Option<ElementId>) -> Outcome {
        let truth = |at: usize| self.value(operands[at], scope).map(|value| value.is_true());
        match operator {
            Operator::And | Operator::Or => {
                let decisive = operator == Operator::Or;
                for at in 0..operands.len() {
                    if truth(at)? == decisive {
                        return Ok(Value::Boolean(decisive));
                    }
                }
                Ok(Value::Boolean(!decisive))
            }
            Operator::Not => Ok(Value::Boolean(!truth(0)?)),
            Operator::Implies => Ok(Value::Boolean(!truth(0)? || truth(1)?)),
            Operator::Xor => {
                let mut count = 0;
                for at in 0..operands.len() {
                    count += usize::from(truth(at)?);
                }
                Ok(Value::Boolean(count == 1))
            }
            _ => {
                let values: Result<Vec<Value>, Stop> =
                    operands.iter().map(|&operand| self.value(operand, scope)).collect();
                apply(operator, &values?).map_err(|fault| Stop::Fault(fault, id))
            }
        }
    }
}
