//! The typings of calls: each call has one, shared by everything that reads or checks it.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::literals::Value;
use crate::model::Model;
use crate::model::types::FieldId;
use crate::values::inputs::Inputs;
use crate::values::memo::Values;
use crate::values::value_type::ValueType;
use crate::yaml::{SourceNode, YamlNode};

use super::typer::{Scope, Typer};
use super::{Typed, Typing};

/// The typings of calls, made on demand. They do not depend on the values of inputs and properties.
pub(in crate::values) struct Typings<'g> {
    /// The inputs of service templates.
    pub(in crate::values) inputs: Inputs<'g>,
    kept: RefCell<FxHashMap<SourceNode, KeptTyping<'g>>>,
    /// Whether all typings are kept: most are never used again, and typing a call a second time costs less
    /// than keeping all typings.
    keeps_all: bool,
    /// Defaults and fixed values of properties of data types, if they are known and valid.
    defaults: RefCell<FxHashMap<FieldId, Option<Value>>>,
    /// The types of keys and entries of the collections of fields, by the address of the field.
    inside: RefCell<FxHashMap<usize, [Option<ValueType<'g>>; 2]>>,
    /// The entries of large maps and lists, in the order of the file.
    children: RefCell<FxHashMap<SourceNode, Children<'g>>>,
    /// A store in which no input or property has a value.
    closed: Rc<Values<'g>>,
    /// A store in which inputs have their defaults.
    with_defaults: Rc<Values<'g>>,
}

/// A typing that is kept for its call.
struct KeptTyping<'g> {
    key: TypingKey<'g>,
    /// `None` while it is made.
    typing: Option<Rc<Typing<'g>>>,
}

/// What determines the type of a call, besides its content.
struct TypingKey<'g> {
    /// The expected type.
    expected: ValueType<'g>,
    /// The type of `$value`.
    value: Option<ValueType<'g>>,
}

/// Entries of a map, or items of a list, each as its own key.
type Children<'g> = Rc<[(YamlNode<'g>, YamlNode<'g>)]>;

impl TypingKey<'_> {
    fn is(&self, other: &Self) -> bool {
        let same_value = match (&self.value, &other.value) {
            (None, None) => true,
            (Some(first), Some(second)) => first.is(second),
            _ => false,
        };
        same_value && self.expected.is(&other.expected)
    }
}

impl<'g> Typings<'g> {
    pub(in crate::values) fn new(model: &'g Model) -> Self {
        Self {
            inputs: Inputs::new(model),
            kept: RefCell::default(),
            keeps_all: false,
            defaults: RefCell::default(),
            inside: RefCell::default(),
            children: RefCell::default(),
            closed: Rc::new(Values::closed()),
            with_defaults: Rc::new(Values::with_defaults()),
        }
    }

    /// Keeps the typings of all calls.
    pub(in crate::values) fn keeping_all(self) -> Self {
        Self { keeps_all: true, ..self }
    }

    pub(in crate::values) fn model(&self) -> &'g Model {
        self.inputs.model()
    }

    /// Returns a store in which no input or property has a value.
    pub(in crate::values) fn closed(&self) -> &Rc<Values<'g>> {
        &self.closed
    }

    /// Returns a store in which inputs have their defaults, although values may be given for them later.
    pub(in crate::values) fn with_defaults(&self) -> &Rc<Values<'g>> {
        &self.with_defaults
    }

    /// Returns the typing of the call at `node`, which should be of the type `expected`; `work` types the
    /// call. The first typing of a call is kept if it is a condition or follows paths.
    pub(in crate::values) fn get_or_type(
        self: &Rc<Self>,
        node: YamlNode<'g>,
        expected: &ValueType<'g>,
        scope: &Scope<'g>,
        work: impl FnOnce(&mut Typer<'g>) -> Typed<'g>,
    ) -> Rc<Typing<'g>> {
        let make = || {
            let mut typer = Typer::new(self, scope.clone());
            let whole = work(&mut typer);
            Rc::new(typer.finish(whole))
        };
        // A trial with another signature or entity is not shared.
        if scope.self_entity.is_some() || scope.level > 0 {
            return make();
        }
        let (id, key) = (node.source(), TypingKey { expected: expected.clone(), value: scope.value.clone() });
        match self.kept.borrow().get(&id) {
            None => {}
            Some(KeptTyping { key: kept_key, typing: Some(typing) }) if kept_key.is(&key) => {
                return Rc::clone(typing);
            }
            // A condition that depends on itself comes back here.
            Some(KeptTyping { typing: None, .. }) => return Rc::default(),
            Some(KeptTyping { typing: Some(_), .. }) => return make(),
        }
        self.kept.borrow_mut().insert(id, KeptTyping { key, typing: None });
        let typing = make();
        let mut kept = self.kept.borrow_mut();
        // A condition is evaluated for each value that it applies to.
        let is_kept = self.keeps_all || typing.has_paths || scope.value.is_some();
        if !is_kept {
            kept.remove(&id);
        } else if let Some(kept_typing) = kept.get_mut(&id) {
            kept_typing.typing = Some(Rc::clone(&typing));
        }
        typing
    }

    /// Returns the typing of the call at `node`, if it is kept.
    pub(in crate::values) fn known(&self, node: YamlNode<'g>) -> Option<Rc<Typing<'g>>> {
        self.kept.borrow().get(&node.source())?.typing.clone()
    }

    /// Returns the default or fixed value of a property, which `make` computes.
    pub(in crate::values) fn default_of(
        &self,
        id: FieldId,
        make: impl FnOnce() -> Option<Value>,
    ) -> Option<Value> {
        if let Some(known) = self.defaults.borrow().get(&id) {
            return known.clone();
        }
        // A type whose default contains the same default comes back here.
        self.defaults.borrow_mut().insert(id, None);
        let value = make();
        self.defaults.borrow_mut().insert(id, value.clone());
        value
    }

    /// Returns the types of the keys and of the entries of a collection, as far as they are defined.
    pub(in crate::values) fn keys_and_entries(&self, ty: &ValueType<'g>) -> [Option<ValueType<'g>>; 2] {
        let types = &self.model().types;
        let make = || [ty.keys(types), ty.entries(types)];
        let ValueType::Field(field) = ty else { return make() };
        let address = std::ptr::from_ref(field.record()).addr();
        self.inside.borrow_mut().entry(address).or_insert_with(make).clone()
    }

    /// Returns the entries at a node, which `make` sorts in the order of the file.
    pub(in crate::values) fn children(
        &self,
        node: YamlNode<'g>,
        make: impl FnOnce() -> Children<'g>,
    ) -> Children<'g> {
        Rc::clone(self.children.borrow_mut().entry(node.source()).or_insert_with(make))
    }
}
