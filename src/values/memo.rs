//! The values of inputs, and of properties that other values read: each is computed once.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::literals::Value;
use crate::load;
use crate::model::service::ParameterView;
use crate::yaml::SourceNode;

use super::check::Checker;
use super::typing::{PathTarget, Typings};
use super::value_type::ValueType;
use super::what::What;

/// All computed values of a file may take so much.
const MOST: usize = 1 << 28;

/// The values of inputs and properties, as far as they were asked for.
#[derive(Default)]
pub(super) struct Values<'g> {
    /// By what is wanted.
    states: RefCell<FxHashMap<SourceNode, State>>,
    /// What the value that is worked on reads, and nobody has computed yet.
    missing: RefCell<Vec<Wanted<'g>>>,
    /// Whether a value is worked on.
    is_busy: Cell<bool>,
    /// How much all computed values take so far, in bytes.
    spent: Cell<usize>,
    /// Whether nothing has a value.
    is_closed: bool,
}

/// What has a value that others read.
#[derive(Clone, Copy)]
pub(super) enum Wanted<'g> {
    /// An input of a service template.
    Input(ParameterView<'g>),
    /// The value of a property.
    Property(PathTarget<'g>),
}

/// How far something is computed.
enum State {
    /// It is worked on. What reads it now is part of a circle, where nothing has a value.
    Started,
    /// It has this value; none where it is wrong, or known later.
    Done(Settled),
}

/// A value, if there is one.
pub(super) type Settled = Option<Rc<Value>>;

impl<'g> Values<'g> {
    /// Where nothing has a value.
    pub(super) fn closed() -> Self {
        Self { is_closed: true, ..Self::default() }
    }

    /// A value; none where it is wrong, or known later. Where a value is worked on that needs this one, it has to
    /// wait: what it comes to without counts for nothing.
    pub(super) fn get(self: &Rc<Self>, typings: &Rc<Typings<'g>>, wanted: Wanted<'g>) -> Settled {
        let is_later = || typings.model().types.graph.inputs == load::Inputs::Later;
        if self.is_closed || matches!(wanted, Wanted::Input(_)) && is_later() {
            return None;
        }
        match self.states.borrow().get(&wanted.id()) {
            Some(State::Done(value)) => return value.clone(),
            Some(State::Started) => return None,
            None => {}
        }
        if self.is_busy.get() {
            self.missing.borrow_mut().push(wanted);
            return None;
        }
        self.is_busy.set(true);
        self.work(typings, wanted);
        self.is_busy.set(false);
        match self.states.borrow().get(&wanted.id()) {
            Some(State::Done(value)) => value.clone(),
            _ => None,
        }
    }

    /// Computes a value, and before that those that it needs, however long the chain is.
    fn work(self: &Rc<Self>, typings: &Rc<Typings<'g>>, wanted: Wanted<'g>) {
        let mut waiting = vec![wanted];
        while let Some(next) = waiting.last().copied() {
            if matches!(self.states.borrow().get(&next.id()), Some(State::Done(_))) {
                waiting.pop();
                continue;
            }
            self.states.borrow_mut().insert(next.id(), State::Started);
            let spent = self.spent.get();
            let value = next.compute(typings, self);
            let missing = self.missing.take();
            if missing.is_empty() {
                self.states.borrow_mut().insert(next.id(), State::Done(value.map(Rc::new)));
                waiting.pop();
            } else {
                self.spent.set(spent);
                waiting.extend(missing.into_iter().rev());
            }
        }
    }

    /// Whether the value that is worked on has to wait for others.
    pub(super) fn has_to_wait(&self) -> bool {
        !self.missing.borrow().is_empty()
    }

    /// Whether so much more may be computed; none the first time that it may not.
    pub(super) fn afford(&self, weight: usize) -> Option<bool> {
        let before = self.spent.get();
        self.spent.set(before.saturating_add(weight));
        if before > MOST {
            return Some(false);
        }
        (self.spent.get() <= MOST).then_some(true)
    }
}

impl<'g> Wanted<'g> {
    fn id(self) -> SourceNode {
        match self {
            Self::Input(input) => input.key.source(),
            Self::Property(target) => target.value.source(),
        }
    }

    fn compute(self, typings: &Rc<Typings<'g>>, values: &Rc<Values<'g>>) -> Option<Value> {
        let mut quiet = Checker::with(typings, Rc::clone(values));
        match self {
            Self::Input(input) => {
                let field = input.defined()?;
                let value = typings.inputs.value_of(input)?;
                let is_given =
                    typings.inputs.given(input).is_some_and(|given| given.source() == value.source());
                // What is wrong with it is told where it stands.
                if is_given && typings.model().types.expressions.calls_in(value).next().is_some() {
                    return None;
                }
                quiet.check(value, &ValueType::Field(field), What::Named("input", input.key.text()))
            }
            Self::Property(PathTarget { field, value, .. }) => {
                quiet.check(value, &ValueType::Field(field), What::Named("property", field.name()))
            }
        }
    }
}
