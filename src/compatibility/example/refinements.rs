//! Uses of members in types that are derived from those of a profile: definitions that repeat what they refine, outputs
//! in other attributes, and paths through requirements.

use crate::model::types::{
    Capabilities, FieldTable, FieldView, Fields, Interfaces, OperationId, RequirementId, TypeRef, TypeView,
};

use super::text::Tree;
use super::uses::{MAX_COMBINED, Uses, local_type, node};

/// Returns a type that is derived from the type `name`.
pub(super) fn derived_from(name: &str) -> Tree {
    Tree::empty().with(&["derived_from"], Tree::value(name))
}

impl<'g> Uses<'g> {
    /// Derives a type that repeats the type of each capability and each interface, and the type of each property and
    /// that it is optional.
    pub(super) fn repeated(&mut self, name: &str, ty: TypeView<'g>) {
        let types = self.types;
        let capabilities = types.members(ty, Capabilities);
        let capabilities = capabilities
            .iter()
            .map(|(member, id)| ("capabilities", member, types.capability(id).capability_type));
        let interfaces = types.members(ty, Interfaces);
        let interfaces =
            interfaces.iter().map(|(member, id)| ("interfaces", member, types.interface(id).interface_type));
        let repeated: Vec<_> = capabilities.chain(interfaces).collect();
        for (section, member, used) in repeated {
            let Some(of) = used.and_then(|used| self.name_of(used.meaning)) else { continue };
            self.add(vec![local_type(derived_from(name).with(&[section, member, "type"], Tree::value(of)))]);
        }
        for (section, fields) in [("properties", Fields::Properties), ("attributes", Fields::Attributes)] {
            for (field_name, field) in self.fields(&types.members(ty, fields)) {
                let local = derived_from(name);
                if let Some(schema) = self.schema_of(field) {
                    let local = local.clone().with(&[section, &field_name], schema);
                    self.add(vec![local_type(local)]);
                }
                if section == "properties" && !field.is_required() {
                    let path = [section, &field_name, "required"];
                    self.add(vec![local_type(local.with(&path, Tree::value("false")))]);
                }
            }
        }
    }

    /// Stores the outputs of an operation at `path` in new attributes of the type `local`, which `base` has.
    pub(super) fn stored_outputs(&mut self, local: &Tree, base: &Tree, path: &[&str], id: OperationId) {
        for (output, field) in self.fields(&self.types.operation_outputs(id)) {
            let schemas = match (self.schema_of(field), field.data_type) {
                (Some(schema), _) => vec![schema],
                (None, None) => {
                    ["integer", "string"].map(|of| Tree::empty().with(&["type"], Tree::value(of))).to_vec()
                }
                (None, Some(_)) => Vec::new(),
            };
            for schema in schemas {
                let local = local.clone().with(&["attributes", "stored"], schema);
                let mapping = [path, &["outputs", output.as_str()]].concat();
                let template = base
                    .clone()
                    .with(&["type"], Tree::value("Local\0"))
                    .with(&mapping, Tree::value("[ SELF, stored ]"));
                self.add(vec![local_type(local), node(template)]);
            }
        }
    }

    /// Derives a type that reads properties of the targets and the relationships of a requirement.
    pub(super) fn requirement_paths(&mut self, name: &str, requirement: &str, id: RequirementId) {
        let types = self.types;
        let target = types.requirement(id).node_type.and_then(|used| types.defined(used.meaning));
        let of_target = target.map(|ty| self.fields(&types.members(ty, Fields::Properties)));
        let of_relationship: FieldTable<'g> = types.relationship_fields(id, Fields::Properties);
        let of_relationship = self.fields(&of_relationship);
        for (steps, fields) in [("TARGET, ", of_target.unwrap_or_default()), ("", of_relationship)] {
            for (property, field) in fields.into_iter().take(MAX_COMBINED) {
                let Some(schema) = self.schema_of(field) else { continue };
                let value =
                    format!("{{ $get_property: [ SELF, RELATIONSHIP, {requirement}, {steps}{property} ] }}");
                let schema = schema.with(&["default"], Tree::value(value));
                self.add(vec![local_type(derived_from(name).with(&["properties", "read"], schema))]);
            }
        }
    }

    fn schema_of(&self, field: FieldView<'g>) -> Option<Tree> {
        self.schema(field.data_type?, field.effective().entry_schema, 0)
    }

    fn name_of(&self, ty: TypeRef) -> Option<String> {
        match ty {
            TypeRef::Defined(id) => self.names.get(&id).cloned(),
            TypeRef::BuiltIn(_) | TypeRef::Unknown => None,
        }
    }
}
