//! The typings of calls: each call has one, which all share that read it or judge it where it stands.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::literals::Value;
use crate::model::Model;
use crate::model::types::FieldId;
use crate::values::inputs::Inputs;
use crate::values::memo::Values;
use crate::values::value_type::ValueType;
use crate::yaml::{Node, SourceNode};

use super::typer::{Scope, Typer};
use super::{Typed, Typing};

/// The typings of calls, as far as they were asked for. They depend on no value of an input or a property.
pub(in crate::values) struct Typings<'g> {
    /// The inputs of service templates.
    pub(in crate::values) inputs: Inputs<'g>,
    homes: RefCell<FxHashMap<SourceNode, Home<'g>>>,
    /// Whether the typings of other calls are kept, too: most are never asked for again, and typing such a
    /// call a second time costs less than to keep what was found out about all of them.
    keeps_all: bool,
    /// Defaults and fixed values of properties of data types, where they are known and right.
    defaults: RefCell<FxHashMap<FieldId, Option<Value>>>,
    /// The entries of large maps and lists, in the order of the file.
    children: RefCell<FxHashMap<SourceNode, Children<'g>>>,
    /// Where neither inputs nor properties have values.
    closed: Rc<Values<'g>>,
}

/// The typing of a call where it stands.
struct Home<'g> {
    place: Place<'g>,
    /// None while it is made.
    typing: Option<Rc<Typing<'g>>>,
}

/// What decides the type of a call beside what is written.
struct Place<'g> {
    /// What the call must give.
    expected: ValueType<'g>,
    /// What `$value` stands for.
    value: Option<ValueType<'g>>,
}

/// Entries of a map, or items of a list, each as its own key.
type Children<'g> = Rc<[(Node<'g>, Node<'g>)]>;

impl Place<'_> {
    fn is(&self, other: &Self) -> bool {
        let same_value = match (&self.value, &other.value) {
            (None, None) => true,
            (Some(one), Some(other)) => one.is(other),
            _ => false,
        };
        same_value && self.expected.is(&other.expected)
    }
}

impl<'g> Typings<'g> {
    pub(in crate::values) fn new(model: &'g Model) -> Self {
        Self {
            inputs: Inputs::new(model),
            homes: RefCell::default(),
            keeps_all: false,
            defaults: RefCell::default(),
            children: RefCell::default(),
            closed: Rc::new(Values::closed()),
        }
    }

    /// The same, but all are kept.
    pub(in crate::values) fn keeping_all(self) -> Self {
        Self { keeps_all: true, ..self }
    }

    pub(in crate::values) fn model(&self) -> &'g Model {
        self.inputs.model()
    }

    /// Where neither inputs nor properties have values.
    pub(in crate::values) fn closed(&self) -> &Rc<Values<'g>> {
        &self.closed
    }

    /// The typing of the call at `node`, where `expected` is needed, which `work` makes: kept if it is a
    /// condition or follows paths, and is the first one: not if it is for another place.
    pub(in crate::values) fn home(
        self: &Rc<Self>,
        node: Node<'g>,
        expected: &ValueType<'g>,
        scope: &Scope<'g>,
        work: impl FnOnce(&mut Typer<'g>) -> Typed<'g>,
    ) -> Rc<Typing<'g>> {
        let made = || {
            let mut typer = Typer::new(self, scope.clone());
            let whole = work(&mut typer);
            Rc::new(typer.finish(whole))
        };
        // Where a call is tried for something else than what stands around it, nobody shares its typing.
        if scope.own.is_some() || scope.level > 0 {
            return made();
        }
        let (id, place) = (node.source(), Place { expected: expected.clone(), value: scope.value.clone() });
        match self.homes.borrow().get(&id) {
            None => {}
            Some(Home { place: own, typing: Some(typing) }) if own.is(&place) => return Rc::clone(typing),
            // A condition that needs itself to be typed comes back here.
            Some(Home { typing: None, .. }) => return Rc::default(),
            Some(Home { typing: Some(_), .. }) => return made(),
        }
        self.homes.borrow_mut().insert(id, Home { place, typing: None });
        let typing = made();
        let mut homes = self.homes.borrow_mut();
        // A condition is asked for with each value that it is about.
        let is_kept = self.keeps_all || typing.has_paths || scope.value.is_some();
        if !is_kept {
            homes.remove(&id);
        } else if let Some(home) = homes.get_mut(&id) {
            home.typing = Some(Rc::clone(&typing));
        }
        typing
    }

    /// The typing of the call at `node` where it stands, if it is kept.
    pub(in crate::values) fn known(&self, node: Node<'g>) -> Option<Rc<Typing<'g>>> {
        self.homes.borrow().get(&node.source())?.typing.clone()
    }

    /// The value that a property has where none is given, which `made` computes.
    pub(in crate::values) fn default_of(
        &self,
        id: FieldId,
        made: impl FnOnce() -> Option<Value>,
    ) -> Option<Value> {
        if let Some(known) = self.defaults.borrow().get(&id) {
            return known.clone();
        }
        // A type whose default needs the same default comes back here.
        self.defaults.borrow_mut().insert(id, None);
        let value = made();
        self.defaults.borrow_mut().insert(id, value.clone());
        value
    }

    /// The entries at a node, which `made` puts into the order of the file.
    pub(in crate::values) fn children(
        &self,
        node: Node<'g>,
        made: impl FnOnce() -> Children<'g>,
    ) -> Children<'g> {
        Rc::clone(self.children.borrow_mut().entry(node.source()).or_insert_with(made))
    }
}
