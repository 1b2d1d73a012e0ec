//! Functions (TOSCA 2.0 §10.4) and repositories (§6.5) of a profile.

use crate::keynames::List;
use crate::model::types::Schema;
use crate::resolve::DefinitionId;
use crate::syntax::{FunctionDefinition, FunctionSignature, SchemaDefinition};
use crate::yaml::{Tree, YamlNode};

use super::change::Impact;
use super::comparison::{Comparison, Edit, Site, key};
use super::usage::Usage;
use super::values::{is_same_value, shown};

/// Returns the schemas of a list of arguments.
fn schemas<'g>(list: Option<&'g List<SchemaDefinition>>, tree: &'g Tree) -> Vec<Schema<'g>> {
    list.iter().flat_map(|list| &list.items).map(|definition| Schema { tree, definition }).collect()
}

impl<'g> Comparison<'g> {
    pub(super) fn function(&mut self, old_id: DefinitionId, new_id: DefinitionId) {
        let keys = (key(self.old, old_id), key(self.new, new_id));
        let (Some((.., old)), Some((.., new))) = (self.old.function(old_id), self.new.function(new_id))
        else {
            return;
        };
        let (old_tree, new_tree) = (keys.0.tree(), keys.1.tree());
        let signatures = |function: &'g FunctionDefinition| {
            let list = function.signatures.iter().flat_map(|list| &list.items);
            list.collect::<Vec<&'g FunctionSignature>>()
        };
        let (old_signatures, new_signatures) = (signatures(old), signatures(new));
        let several = old_signatures.len() > 1 || new_signatures.len() > 1;
        for index in 0..old_signatures.len().max(new_signatures.len()) {
            let (old_signature, new_signature) = (old_signatures.get(index), new_signatures.get(index));
            let name = if several { format!("signature {}", index + 1) } else { "signature".to_owned() };
            self.within(name, |this| match (old_signature, new_signature) {
                (Some(old_signature), Some(new_signature)) => {
                    this.signature(
                        old_signature,
                        new_signature,
                        (old_tree.node(old_signature.node), new_tree.node(new_signature.node)),
                    );
                }
                (Some(old_signature), None) => {
                    let edit = Edit::removed(old_tree.node(old_signature.node));
                    this.report(Impact::Breaking, &edit, "was removed", "such calls fail");
                }
                (None, Some(new_signature)) => {
                    let edit = Edit::added(new_tree.node(new_signature.node));
                    this.report(Impact::Addition, &edit, "was added", "existing calls remain valid");
                }
                (None, None) => {}
            });
        }
        self.descriptions(&[old_tree.node(old.node)], &[new_tree.node(new.node)], keys.0, keys.1);
    }

    fn signature(
        &mut self,
        old: &'g FunctionSignature,
        new: &'g FunctionSignature,
        keys: (YamlNode<'g>, YamlNode<'g>),
    ) {
        let (old_tree, new_tree) = (keys.0.tree(), keys.1.tree());
        let (old_mandatory, new_mandatory) =
            (schemas(old.arguments.as_ref(), old_tree), schemas(new.arguments.as_ref(), new_tree));
        let (old_optional, new_optional) = (
            schemas(old.optional_arguments.as_ref(), old_tree),
            schemas(new.optional_arguments.as_ref(), new_tree),
        );
        // Arguments are matched by position, mandatory before optional ones.
        let all = |first: &[Schema<'g>], then: &[Schema<'g>]| [first, then].concat();
        let (old_arguments, new_arguments) =
            (all(&old_mandatory, &old_optional), all(&new_mandatory, &new_optional));
        for (index, (old_argument, new_argument)) in old_arguments.iter().zip(&new_arguments).enumerate() {
            self.within(format!("argument {}", index + 1), |this| {
                this.schema(&[*old_argument], &[*new_argument], Usage::ASSIGNED);
            });
        }
        let list = |signature: &FunctionSignature, tree: &'g Tree| {
            signature.arguments.as_ref().map(|list| tree.node(list.node))
        };
        let edit = Edit::changed(
            "arguments",
            Site::new(list(old, old_tree), keys.0),
            Site::new(list(new, new_tree), keys.1),
        );
        let variadic = |signature: &FunctionSignature| signature.variadic.is_some_and(|flag| flag.value);
        if new_mandatory.len() > old_mandatory.len() {
            let what =
                format!("has {} mandatory arguments instead of {}", new_mandatory.len(), old_mandatory.len());
            self.report(Impact::Breaking, &edit, what, "calls with fewer arguments fail");
        } else if new_arguments.len() < old_arguments.len() && !variadic(new) {
            let what =
                format!("has at most {} arguments instead of {}", new_arguments.len(), old_arguments.len());
            self.report(Impact::Breaking, &edit, what, "calls with more arguments fail");
        } else if new_arguments.len() > old_arguments.len() || new_mandatory.len() < old_mandatory.len() {
            let what = "can also be called with other numbers of arguments";
            self.report(Impact::Addition, &edit, what, "existing calls remain valid");
        }
        if variadic(old) != variadic(new) {
            let flag = |signature: &FunctionSignature, tree: &'g Tree| {
                signature.variadic.map(|flag| tree.node(flag.node))
            };
            let edit = Edit::changed(
                "variadic",
                Site::new(flag(old, old_tree), keys.0),
                Site::new(flag(new, new_tree), keys.1),
            );
            if variadic(old) {
                let what = "no longer accepts repeated last arguments";
                self.report(Impact::Breaking, &edit, what, "calls with more arguments fail");
            } else {
                let what = "accepts repeated last arguments";
                self.report(Impact::Addition, &edit, what, "existing calls remain valid");
            }
        }
        let result = |signature: &'g FunctionSignature, tree: &'g Tree| {
            signature.result.iter().map(|definition| Schema { tree, definition }).collect::<Vec<_>>()
        };
        self.schemas("result", &result(old, old_tree), &result(new, new_tree), keys, Usage::READ);
        let code = |signature: &FunctionSignature, tree: &'g Tree| {
            signature.implementation.as_ref().map(|implementation| tree.node(implementation.node))
        };
        self.behavior("implementation", code(old, old_tree), code(new, new_tree), keys);
        self.descriptions(&[keys.0], &[keys.1], keys.0, keys.1);
    }

    pub(super) fn repository(&mut self, old_id: DefinitionId, new_id: DefinitionId) {
        let keys = (key(self.old, old_id), key(self.new, new_id));
        let (Some((.., old)), Some((.., new))) = (self.old.repository(old_id), self.new.repository(new_id))
        else {
            return;
        };
        let (old_tree, new_tree) = (keys.0.tree(), keys.1.tree());
        if let (Some(old_url), Some(new_url)) = (old.url, new.url) {
            let (old_url, new_url) = (old_tree.node(old_url.0), new_tree.node(new_url.0));
            if !is_same_value(old_url, new_url) {
                let edit = Edit::changed("url", Site::At(old_url), Site::At(new_url));
                let what = format!("is at {} instead of {}", shown(new_url), shown(old_url));
                let why = "existing uses remain valid; files come from another location";
                self.report(Impact::Addition, &edit, what, why);
            }
        }
        self.descriptions(&[old_tree.node(old.node)], &[new_tree.node(new.node)], keys.0, keys.1);
    }
}
