//! Computes the values of inputs, and of properties that other values read, once each.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::literals::Value;
use crate::load;
use crate::model::Model;
use crate::model::service::ParameterView;
use crate::model::types::{FieldId, Types};
use crate::yaml::{SourceNode, YamlNode};

use super::check::Checker;
use super::inputs::Inputs;
use super::instance::{EntityInstance, OwnerId, PropertyOwner};
use super::typing::{PathTarget, Typings};
use super::value_type::ValueType;
use super::what::What;

/// Maximum size of all computed values of a file, in bytes.
const MAX_BYTES: usize = 1 << 28;

/// The maximum number of properties that the paths of a file read.
const MAX_READS: usize = 1 << 21;

/// The maximum number of chains of properties that depend on themselves.
const MAX_CYCLES: usize = 100;

/// The maximum number of truncated results that are recorded between reports.
const MAX_TRUNCATED: usize = 1000;

/// The values of inputs and properties, computed on demand.
#[derive(Default)]
pub(super) struct Values<'g> {
    /// The state of each value.
    states: RefCell<FxHashMap<ValueId, State>>,
    /// The values that the current computation reads, but that are not computed yet.
    missing: RefCell<Vec<NamedValue<'g>>>,
    /// The values that are being computed: each one needs the next one that is started.
    pending: RefCell<Vec<NamedValue<'g>>>,
    /// Chains of properties that depend on themselves.
    cycles: RefCell<Vec<Vec<PropertyValue<'g>>>>,
    /// The calls whose results were truncated.
    truncated: RefCell<Vec<YamlNode<'g>>>,
    /// Whether a value is being computed.
    is_busy: Cell<bool>,
    /// Number of properties that paths have read so far.
    reads: Cell<usize>,
    /// Size of all computed values so far, in bytes.
    spent: Cell<usize>,
    /// Whether no input or property has a value.
    is_closed: bool,
    /// Whether inputs have their defaults, although values may be given for them later.
    has_defaults: bool,
}

/// An input or property whose value others read.
#[derive(Clone)]
pub(super) enum NamedValue<'g> {
    /// An input of a service template.
    Input(ParameterView<'g>),
    /// A property of an entity.
    Property(PropertyValue<'g>),
    /// A part of a value.
    Part(PartValue<'g>),
    /// The value that the path of a call leads to, wherever the call is.
    Target(PathTarget<'g>),
}

/// The value of a property of an entity.
#[derive(Clone, Copy)]
pub(super) struct PropertyValue<'g> {
    /// The entity.
    pub(super) owner: PropertyOwner<'g>,
    /// The property.
    pub(super) id: FieldId,
}

/// A part of a literal.
#[derive(Clone)]
pub(super) struct PartValue<'g> {
    /// What `SELF` refers to in it.
    pub(super) instance: Option<EntityInstance<'g>>,
    /// The part.
    pub(super) node: YamlNode<'g>,
    /// Its type.
    pub(super) ty: ValueType<'g>,
}

/// What identifies a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum ValueId {
    Input(SourceNode),
    Property(OwnerId, FieldId),
    Part(Option<OwnerId>, SourceNode),
    Target(SourceNode),
}

/// The state of a computation.
enum State {
    /// The computation has started. A value that reads this one now is part of a cycle and has no value.
    Started,
    /// The computation is finished; `None` if the value is wrong, or known only later.
    Done(SharedValue),
}

/// Whether the limit of all computed values allows another one.
pub(super) enum Budget {
    /// The limit is not reached.
    Enough,
    /// This value exceeds the limit.
    ExceededNow,
    /// An earlier value exceeded the limit.
    ExceededBefore,
}

/// A computed value, if there is one.
pub(super) type SharedValue = Option<Rc<Value>>;

impl<'g> Values<'g> {
    /// Creates a store in which no input or property has a value.
    pub(super) fn closed() -> Self {
        Self { is_closed: true, ..Self::default() }
    }

    /// Creates a store in which inputs have their defaults, although values may be given for them later.
    pub(super) fn with_defaults() -> Self {
        Self { has_defaults: true, ..Self::default() }
    }

    /// Returns the value of an input, or `None` if it is given later.
    pub(super) fn value_of_input(
        &self,
        inputs: &Inputs<'g>,
        input: ParameterView<'g>,
    ) -> Option<YamlNode<'g>> {
        let default = || input.own_value().filter(|_| self.has_defaults);
        inputs.value_of(input).or_else(default).filter(|_| !self.is_closed)
    }

    /// Whether values that may be given for inputs later count as unknown.
    pub(super) fn waits_for_inputs(&self, model: &Model) -> bool {
        model.types.graph.inputs == load::Inputs::Later && !self.has_defaults
    }

    /// Returns a value, or `None` if it is wrong or known only later. If another value is being computed, it
    /// has to wait for this one: its result so far is discarded.
    pub(super) fn get(self: &Rc<Self>, typings: &Rc<Typings<'g>>, value: NamedValue<'g>) -> SharedValue {
        let is_later = || self.waits_for_inputs(typings.model());
        if self.is_closed || matches!(value, NamedValue::Input(_)) && is_later() {
            return None;
        }
        match self.states.borrow().get(&value.id()) {
            Some(State::Done(value)) => return value.clone(),
            Some(State::Started) => {
                self.add_cycle(&value);
                return None;
            }
            None => {}
        }
        if self.is_busy.get() {
            self.missing.borrow_mut().push(value);
            return None;
        }
        let id = value.id();
        self.is_busy.set(true);
        self.compute_with_needed(typings, value);
        self.is_busy.set(false);
        match self.states.borrow().get(&id) {
            Some(State::Done(value)) => value.clone(),
            _ => None,
        }
    }

    /// Computes a value after all values that it needs; without recursion, since the chain may be long.
    fn compute_with_needed(self: &Rc<Self>, typings: &Rc<Typings<'g>>, value: NamedValue<'g>) {
        self.pending.replace(vec![value]);
        loop {
            let Some(next) = self.pending.borrow().last().cloned() else { return };
            let id = next.id();
            if matches!(self.states.borrow().get(&id), Some(State::Done(_))) {
                self.pending.borrow_mut().pop();
                continue;
            }
            self.states.borrow_mut().insert(id, State::Started);
            let spent = self.spent.get();
            let value = next.compute(typings, self);
            let missing = self.missing.take();
            if missing.is_empty() {
                self.states.borrow_mut().insert(id, State::Done(value.map(Rc::new)));
                self.pending.borrow_mut().pop();
            } else {
                self.spent.set(spent);
                self.pending.borrow_mut().extend(missing.into_iter().rev());
            }
        }
    }

    /// Records the chain of properties that leads from `value` to itself.
    fn add_cycle(&self, value: &NamedValue<'g>) {
        if self.cycles.borrow().len() >= MAX_CYCLES {
            return;
        }
        let (states, pending) = (self.states.borrow(), self.pending.borrow());
        let started = pending.iter().filter(|next| matches!(states.get(&next.id()), Some(State::Started)));
        let chain = started.skip_while(|next| next.id() != value.id()).map(|next| match next {
            NamedValue::Property(property) => Some(*property),
            NamedValue::Input(_) | NamedValue::Part(_) | NamedValue::Target(_) => None,
        });
        self.cycles.borrow_mut().extend(chain.collect::<Option<Vec<_>>>());
    }

    /// Returns the chains of properties that depend on themselves, each once.
    pub(super) fn take_cycles(&self) -> Vec<Vec<PropertyValue<'g>>> {
        self.cycles.take()
    }

    /// Records a call whose result was truncated to a whole amount.
    pub(super) fn add_truncated(&self, call: YamlNode<'g>) {
        let mut calls = self.truncated.borrow_mut();
        if calls.len() < MAX_TRUNCATED {
            calls.push(call);
        }
    }

    /// Returns the calls in `whole` whose results were truncated, and forgets all others.
    pub(super) fn take_truncated(&self, whole: YamlNode<'g>) -> Vec<YamlNode<'g>> {
        let mut calls = self.truncated.take();
        calls.retain(|call| call.tree().file() == whole.tree().file() && whole.contains(*call));
        calls.sort_by_key(|call| call.id());
        calls.dedup_by_key(|call| call.id());
        calls
    }

    /// Whether no input or property has a value.
    pub(super) fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// Whether the current computation has to wait for other values.
    pub(super) fn has_to_wait(&self) -> bool {
        !self.missing.borrow().is_empty()
    }

    /// Counts the properties that a path reads, and returns whether the limit allows that.
    pub(super) fn charge_reads(&self, count: usize) -> bool {
        self.reads.set(self.reads.get().saturating_add(count));
        self.reads.get() <= MAX_READS
    }

    /// Adds `bytes` to the size of all computed values, and returns whether the limit allows that.
    pub(super) fn charge(&self, bytes: usize) -> Budget {
        let spent_before = self.spent.get();
        self.spent.set(spent_before.saturating_add(bytes));
        if spent_before > MAX_BYTES {
            Budget::ExceededBefore
        } else if self.spent.get() <= MAX_BYTES {
            Budget::Enough
        } else {
            Budget::ExceededNow
        }
    }
}

impl<'g> NamedValue<'g> {
    fn id(&self) -> ValueId {
        match self {
            Self::Input(input) => ValueId::Input(input.key.source()),
            Self::Property(PropertyValue { owner, id }) => ValueId::Property(owner.id(), *id),
            Self::Part(PartValue { instance, node, .. }) => {
                ValueId::Part(instance.map(|instance| PropertyOwner::from(instance).id()), node.source())
            }
            Self::Target(target) => ValueId::Target(target.value.source()),
        }
    }

    fn compute(self, typings: &Rc<Typings<'g>>, values: &Rc<Values<'g>>) -> Option<Value> {
        let mut checker = Checker::with(typings, Rc::clone(values));
        match self {
            Self::Input(input) => {
                let field = input.defined()?;
                let value = values.value_of_input(&typings.inputs, input)?;
                let is_given =
                    typings.inputs.given(input).is_some_and(|given| given.source() == value.source());
                // Its errors are reported at its location.
                if is_given && typings.model().types.expressions.calls_in(value).next().is_some() {
                    return None;
                }
                checker.check(value, &ValueType::Field(field), What::Named("input", input.key.text()))
            }
            Self::Property(property) => {
                let types = &typings.model().types;
                let name = types.field(property.id).name();
                let (node, ty) = (property.written(types)?, property.value_type(types));
                checker.instance = Some(property.owner.instance());
                checker.check(node, &ty, What::Named("property", name))
            }
            Self::Part(PartValue { instance, node, ty }) => {
                checker.instance = instance;
                checker.check(node, &ty, What::Named("the", "value"))
            }
            Self::Target(PathTarget { field, value, .. }) => {
                checker.check(value, &ValueType::Field(field), What::Named("property", field.name()))
            }
        }
    }
}

impl<'g> PropertyValue<'g> {
    /// Returns the expression that gives the whole property its value.
    pub(super) fn written(&self, types: &'g Types) -> Option<YamlNode<'g>> {
        if self.owner.instance().node().template.may_be_selected {
            return None;
        }
        match self.owner.entity(types).value(types, self.id)? {
            (value, true) => Some(value),
            // The default of an optional property does not count.
            (default, false) => types.field(self.id).is_required().then_some(default),
        }
    }

    /// Returns the type of the whole property.
    pub(super) fn value_type(&self, types: &'g Types) -> ValueType<'g> {
        ValueType::Field(types.field(self.id))
    }
}
