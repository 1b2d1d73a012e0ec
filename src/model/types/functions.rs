//! Signatures of user-defined functions, including those that a service template adds or refines
//! (TOSCA 2.0 §10.4).

use crate::functions::Arity;
use crate::keynames::NameKind;
use crate::load::File;
use crate::resolve::{Definition, DefinitionId, Meaning};
use crate::syntax::{FunctionSignature, ImplementationDefinition, SchemaDefinition};
use crate::yaml::{Tree, YamlNode};

use super::field::Schema;
use super::store::Types;

/// A signature of a function, with the tree that defines it.
#[derive(Clone, Copy, Debug)]
pub struct Signature<'m> {
    tree: &'m Tree,
    written: &'m FunctionSignature,
}

impl<'m> Signature<'m> {
    /// Returns the node of the signature.
    #[must_use]
    pub fn node(self) -> YamlNode<'m> {
        self.tree.node(self.written.node)
    }

    /// Returns the required arguments, in order.
    #[must_use]
    pub fn arguments(self) -> &'m [SchemaDefinition] {
        self.written.arguments.as_ref().map_or(&[], |list| &list.items)
    }

    /// Returns the optional arguments, in order.
    #[must_use]
    pub fn optional(self) -> &'m [SchemaDefinition] {
        self.written.optional_arguments.as_ref().map_or(&[], |list| &list.items)
    }

    /// Returns whether it declares arguments itself, so that it does not refine another signature.
    #[must_use]
    pub fn has_arguments(self) -> bool {
        self.written.arguments.is_some()
    }

    /// Returns the number of arguments that it allows.
    #[must_use]
    pub fn arity(self) -> Arity {
        let least = self.arguments().len();
        let is_variadic = self.written.variadic.is_some_and(|variadic| variadic.value);
        let most = (!is_variadic).then(|| least + self.optional().len());
        Arity { least, most }
    }

    /// Returns the schema of the argument at `index`, or `None` if any value is allowed.
    #[must_use]
    pub fn schema(self, index: usize) -> Option<Schema<'m>> {
        let (all, optional) = (self.arguments(), self.optional());
        let definition = all
            .get(index)
            .or_else(|| optional.get(index - all.len().min(index)))
            .or_else(|| optional.last())
            .or_else(|| all.last())?;
        Some(Schema { tree: self.tree, definition })
    }

    /// Returns the schema of the result, or `None` if it is not declared.
    #[must_use]
    pub fn result(self) -> Option<Schema<'m>> {
        let definition = self.written.result.as_ref()?;
        Some(Schema { tree: self.tree, definition })
    }

    /// Returns the schemas of all arguments, then of the result.
    pub fn schemas(self) -> impl Iterator<Item = Schema<'m>> {
        let arguments = self.arguments().iter().chain(self.optional());
        let all = arguments.chain(&self.written.result);
        all.map(move |definition| Schema { tree: self.tree, definition })
    }

    /// Returns the implementation.
    #[must_use]
    pub fn implementation(self) -> Option<&'m ImplementationDefinition> {
        self.written.implementation.as_ref()
    }

    /// Returns whether both are the same signature of the same definition.
    #[must_use]
    pub fn is(self, other: Self) -> bool {
        std::ptr::eq(self.written, other.written)
    }

    /// Returns whether all of it could be read.
    fn is_whole(self) -> bool {
        self.written.is_whole()
    }
}

impl Types {
    /// Returns the functions that a file and its service template define, in order.
    pub fn functions_of_file(&self, file: &File) -> impl Iterator<Item = DefinitionId> {
        let definitions = self.names.definitions(file.id).iter().zip(0..);
        let functions = definitions.filter(|(definition, _)| definition.kind == NameKind::Function);
        functions.map(move |(_, index)| DefinitionId { file: file.id, index })
    }

    /// Returns the signatures of a function definition itself that could be read.
    pub fn own_signatures(&self, id: DefinitionId) -> impl Iterator<Item = Signature<'_>> {
        self.function(id).into_iter().flat_map(|(file, _, function)| {
            let signatures = function.signatures.iter().flat_map(|list| &list.items);
            signatures.map(|written| Signature { tree: file.tree(), written })
        })
    }

    /// Returns the signatures of a function, including those of the function that it refines, or `None` if
    /// they are not all known.
    #[must_use]
    pub fn signatures(&self, id: DefinitionId) -> Option<Vec<Signature<'_>>> {
        let (file, key, function) = self.function(id)?;
        let is_missing = function.signatures().is_absent() && !self.names.definition(id).in_template;
        let is_readable = function.unread.has_keynames_only() && function.signatures().is_complete();
        if is_missing || !is_readable || key.entry_value().is_broken_inside() {
            return None;
        }
        if !self.own_signatures(id).all(Signature::is_whole) {
            return None;
        }
        let mut signatures = Vec::new();
        if self.names.definition(id).in_template {
            signatures = self.refined_signatures(file, key)?;
        }
        let inherited_count = signatures.len();
        signatures.extend(self.own_signatures(id).skip(inherited_count));
        // A refinement without signatures, of a function that is not known, says nothing about arguments.
        (!signatures.is_empty()).then_some(signatures)
    }

    /// Returns the signatures of the function that a function of a service template refines.
    fn refined_signatures(&self, file: &File, key: YamlNode<'_>) -> Option<Vec<Signature<'_>>> {
        let refined = match self.names.meaning(file.id, key.id()) {
            Some(Meaning::Definition(refined)) => Some(refined),
            Some(Meaning::Unknown) => return None,
            _ => {
                let definitions = self.names.definitions(file.id).iter().zip(0..);
                let is_same_name = |definition: &Definition| {
                    definition.kind == NameKind::Function
                        && !definition.in_template
                        && file.node(definition.key).text() == key.text()
                };
                let same_named = definitions.clone().find(|(definition, _)| is_same_name(definition));
                same_named.map(|(_, index)| DefinitionId { file: file.id, index })
            }
        };
        match refined.filter(|refined| !self.names.definition(*refined).in_template) {
            Some(refined) => self.signatures(refined),
            None => Some(Vec::new()),
        }
    }
}
