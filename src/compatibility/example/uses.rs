//! Lists what a file can use of a profile: every definition, every member, with several literals.

use rustc_hash::FxHashMap;

use crate::keynames::NameKind;
use crate::model::Truth;
use crate::model::types::{
    BuiltIn, Capabilities, CapabilityId, FieldTable, FieldView, Fields, InterfaceId, Interfaces, Operations,
    RequirementId, Requirements, Schema, TypeRef, TypeView, Types,
};
use crate::resolve::DefinitionId;

use super::super::scope::Scope;
use super::literals::Literals;
use super::refinements::derived_from;
use super::text::{ProfileUse, Tree};

/// The maximum number of types that are combined with another one.
pub(super) const MAX_COMBINED: usize = 3;

/// An URL for artifacts and implementations, which need not exist.
pub(super) const FILE: &str = "\"https://example.org/file\"";

/// The uses of a profile.
pub(super) struct Uses<'g> {
    pub(super) types: &'g Types,
    literals: Literals,
    /// The definitions by kind and name, as users see it.
    definitions: Vec<(NameKind, String, DefinitionId)>,
    pub(super) names: FxHashMap<DefinitionId, String>,
    /// The definition whose uses are listed.
    pub(super) about: (String, String),
    pub(super) all: Vec<ProfileUse>,
}

/// An entry of a section.
pub(super) type Entry = (&'static str, String, Tree);

pub(super) fn node(tree: Tree) -> Entry {
    ("node_templates", "node\0".to_owned(), tree)
}

pub(super) fn typed(name: &str) -> Tree {
    Tree::empty().with(&["type"], Tree::value(name))
}

impl<'g> Uses<'g> {
    pub(super) fn new(types: &'g Types, scope: &Scope, literals: Literals) -> Self {
        let mut definitions = Vec::new();
        let mut names = FxHashMap::default();
        for ((kind, name), ids) in scope.definitions(types) {
            for id in ids {
                definitions.push((kind, name.clone(), id));
                names.insert(id, name.clone());
            }
        }
        Self { types, literals, definitions, names, about: Default::default(), all: Vec::new() }
    }

    /// Returns all uses.
    pub(super) fn all(mut self) -> Vec<ProfileUse> {
        for (kind, name, id) in self.definitions.clone() {
            self.about = (kind.name().to_owned(), name.clone());
            match kind {
                NameKind::NodeType => self.node_type(&name, self.types.get(id)),
                NameKind::DataType => self.data_type(&name, id),
                NameKind::CapabilityType => self.capability_type(&name, self.types.get(id)),
                NameKind::InterfaceType => self.interface_type(&name, self.types.get(id)),
                NameKind::ArtifactType => self.artifact_type(&name, self.types.get(id)),
                NameKind::GroupType => self.entity_type("groups", &name, self.types.get(id)),
                NameKind::PolicyType => self.entity_type("policies", &name, self.types.get(id)),
                NameKind::Function => self.function(&name, id),
                NameKind::Repository => self.repository(&name),
                _ => {}
            }
        }
        self.all
    }

    pub(super) fn add(&mut self, entries: Vec<Entry>) {
        self.all.push(ProfileUse::new(vec![self.about.clone()], entries, false));
    }

    fn add_alone(&mut self, entries: Vec<Entry>) {
        self.all.push(ProfileUse::new(vec![self.about.clone()], entries, true));
    }

    pub(super) fn of_kind(&self, kind: NameKind) -> Vec<(String, TypeView<'g>)> {
        let types = self.types;
        let of_kind = self.definitions.iter().filter(|(other, ..)| *other == kind);
        of_kind.map(|(_, name, id)| (name.clone(), types.get(*id))).collect()
    }

    pub(super) fn fields(&self, table: &FieldTable<'g>) -> Vec<(String, FieldView<'g>)> {
        table.iter().map(|(name, id)| (name.to_owned(), self.types.field(id))).collect()
    }

    pub(super) fn literals(&self, field: FieldView<'g>) -> Vec<String> {
        if field.effective().value.is_some() {
            return Vec::new();
        }
        self.literals.of_field(self.types, field)
    }

    /// Assigns what must have a value, below a path of keys.
    pub(super) fn fill(&self, tree: &mut Tree, path: &[&str], fields: &[(String, FieldView<'g>)]) {
        for (name, field) in fields {
            let literals = self.literals(*field);
            if field.value_needed() != Truth::No && !literals.is_empty() {
                tree.set(&[path, &[name.as_str()]].concat(), Tree::Value(literals));
            }
        }
    }

    /// Lists a base with each literal of each field, below a path of keys.
    pub(super) fn vary(&self, base: &Tree, path: &[&str], fields: &[(String, FieldView<'g>)]) -> Vec<Tree> {
        let mut varied = Vec::new();
        for (name, field) in fields {
            let path = [path, &[name.as_str()]].concat();
            varied.extend(
                self.literals(*field)
                    .into_iter()
                    .map(|literal| base.clone().with(&path, Tree::value(literal))),
            );
        }
        varied
    }

    // ── node types ──

    /// Returns a node template with what its type requires.
    pub(super) fn template(&self, name: &str, ty: TypeView<'g>) -> Tree {
        let mut tree = typed(name);
        self.fill(&mut tree, &["properties"], &self.fields(&self.types.members(ty, Fields::Properties)));
        for (capability, id) in self.types.members(ty, Capabilities).iter() {
            let fields = self.fields(&self.types.capability_fields(id, Fields::Properties));
            self.fill(&mut tree, &["capabilities", capability, "properties"], &fields);
        }
        for (interface, id) in self.types.members(ty, Interfaces).iter() {
            self.fill_interface(&mut tree, &["interfaces", interface], id);
        }
        tree
    }

    fn fill_interface(&self, tree: &mut Tree, path: &[&str], id: InterfaceId) {
        let inputs = self.fields(&self.types.interface_inputs(id));
        self.fill(tree, &[path, &["inputs"]].concat(), &inputs);
        for (operation, id) in self.types.interface_operations(id, Operations::Operations).iter() {
            let inputs = self.fields(&self.types.operation_inputs(id));
            self.fill(tree, &[path, &["operations", operation, "inputs"]].concat(), &inputs);
        }
    }

    fn node_type(&mut self, name: &str, ty: TypeView<'g>) {
        let types = self.types;
        let base = self.template(name, ty);
        self.add(vec![node(base.clone())]);
        let properties = self.fields(&types.members(ty, Fields::Properties));
        let attributes = self.fields(&types.members(ty, Fields::Attributes));
        for (section, fields) in [("properties", &properties), ("attributes", &attributes)] {
            for tree in self.vary(&base, &[section], fields) {
                self.add(vec![node(tree)]);
            }
        }
        for (capability, id) in types.members(ty, Capabilities).iter() {
            self.capability(&base, name, capability, id);
        }
        for (requirement, id) in types.members(ty, Requirements).iter() {
            self.requirement(&base, requirement, id);
            self.requirement_paths(name, requirement, id);
        }
        for (interface, id) in types.members(ty, Interfaces).iter() {
            let attributes: Vec<String> = attributes.iter().map(|(name, _)| name.clone()).collect();
            self.interface(name, &base, interface, id, &attributes);
        }
        for (function, fields) in [("get_property", &properties), ("get_attribute", &attributes)] {
            for (field_name, field) in fields {
                let assigned = match (function, self.literals(*field)) {
                    ("get_property", literals) if !literals.is_empty() => {
                        base.clone().with(&["properties", field_name], Tree::Value(literals))
                    }
                    _ => base.clone(),
                };
                self.reader(assigned, *field, &format!("{{ ${function}: [ node\0, {field_name} ] }}"));
            }
        }
        for artifact in types.names_of(ty, crate::model::types::Artifacts) {
            let value = format!("{{ $get_artifact: [ node\0, {artifact} ] }}");
            self.add(vec![node(base.clone()), output(value)]);
        }
        self.derived(name, &base, &properties);
        self.repeated(name, ty);
        self.groups(&base);
        self.substitution(name, ty, &base, &properties);
    }

    fn capability(&mut self, base: &Tree, name: &str, capability: &str, id: CapabilityId) {
        let fields = self.fields(&self.types.capability_fields(id, Fields::Properties));
        let path = ["capabilities", capability, "properties"];
        for tree in self.vary(base, &path, &fields) {
            self.add(vec![node(tree)]);
        }
        for (field_name, field) in &fields {
            let value = format!("{{ $get_property: [ node\0, CAPABILITY, {capability}, {field_name} ] }}");
            self.reader(base.clone(), *field, &value);
            for literal in self.literals(*field).into_iter().take(3) {
                let path = ["capabilities", capability, "properties", field_name, "default"];
                self.add(vec![local_type(derived_from(name).with(&path, Tree::value(literal)))]);
            }
        }
    }

    /// Reads a value into a property of the same type.
    fn reader(&mut self, base: Tree, field: FieldView<'g>, value: &str) {
        let Some(data_type) = field.data_type else { return };
        let Some(schema) = self.schema(data_type, field.effective().entry_schema, 0) else { return };
        let local = Tree::empty().with(&["properties", "value"], schema);
        let reader = typed("Local\0").with(&["properties", "value"], Tree::value(value));
        self.add(vec![local_type(local), node(base), ("node_templates", "reader\0".to_owned(), reader)]);
    }

    /// Returns the keynames of a schema.
    pub(super) fn schema(
        &self,
        data_type: TypeRef,
        entries: Option<Schema<'g>>,
        depth: usize,
    ) -> Option<Tree> {
        const MAX_DEPTH: usize = 8;
        let name = match data_type {
            TypeRef::BuiltIn(built_in) => built_in.name(),
            TypeRef::Defined(id) => self.names.get(&id)?,
            TypeRef::Unknown => return None,
        };
        let schema = typed(name);
        let is_collection = matches!(data_type, TypeRef::BuiltIn(BuiltIn::List | BuiltIn::Map));
        match entries.filter(|_| is_collection && depth < MAX_DEPTH) {
            Some(entries) => {
                let inner = self.schema(entries.type_ref(self.types)?, entries.entry_schema(), depth + 1)?;
                Some(schema.with(&["entry_schema"], inner))
            }
            None => Some(schema),
        }
    }

    /// Derives a type that refines the properties.
    fn derived(&mut self, name: &str, base: &Tree, properties: &[(String, FieldView<'g>)]) {
        let local = derived_from(name);
        let template = base.clone().with(&["type"], Tree::value("Local\0"));
        self.add(vec![local_type(local.clone()), node(template)]);
        for (property, field) in properties {
            for literal in self.literals(*field).into_iter().take(2) {
                for keyname in ["default", "value"] {
                    let local =
                        local.clone().with(&["properties", property, keyname], Tree::value(literal.clone()));
                    self.add(vec![local_type(local)]);
                }
            }
            let local = local.clone().with(&["properties", property, "required"], Tree::value("true"));
            self.add(vec![local_type(local)]);
        }
    }

    /// Makes the node a member of a group and the target of a policy.
    fn groups(&mut self, base: &Tree) {
        for (kind, section, keyname) in
            [(NameKind::GroupType, "groups", "members"), (NameKind::PolicyType, "policies", "targets")]
        {
            for (name, ty) in self.of_kind(kind) {
                let mut tree = typed(&name);
                self.fill(
                    &mut tree,
                    &["properties"],
                    &self.fields(&self.types.members(ty, Fields::Properties)),
                );
                tree.set(&[keyname], Tree::value("[ node\0 ]"));
                self.add(vec![node(base.clone()), (section, "one\0".to_owned(), tree)]);
            }
        }
    }

    /// Substitutes a node of the type.
    fn substitution(
        &mut self,
        name: &str,
        ty: TypeView<'g>,
        base: &Tree,
        properties: &[(String, FieldView<'g>)],
    ) {
        let types = self.types;
        let mapping = Tree::empty().with(&["node_type"], Tree::value(name));
        let substitution = |mapping: Tree| ("substitution_mappings", String::new(), mapping);
        self.add_alone(vec![node(base.clone()), substitution(mapping.clone())]);
        for (property, field) in properties {
            let Some(data_type) = field.data_type else { continue };
            let Some(schema) = self.schema(data_type, field.effective().entry_schema, 0) else { continue };
            let mapping = mapping.clone().with(&["properties", property], Tree::value("value"));
            self.add_alone(vec![
                ("inputs", "value".to_owned(), schema),
                node(base.clone()),
                substitution(mapping),
            ]);
        }
        for (capability, _) in types.members(ty, Capabilities).iter() {
            let mapping = mapping.clone();
            let value = Tree::value(format!("[ node\0, {capability} ]"));
            let mapping = mapping.with(&["capabilities", capability], value);
            self.add_alone(vec![node(base.clone()), substitution(mapping)]);
        }
    }

    // ── requirements ──

    /// The node types that a requirement can target.
    fn targets(&self, id: RequirementId) -> Vec<(String, TypeView<'g>)> {
        let types = self.types;
        let requirement = types.requirement(id);
        let is_of = |ty: TypeRef, wanted: Option<TypeRef>| {
            wanted.is_none_or(|wanted| types.relation(ty, wanted) == Truth::Yes)
        };
        let node_type = requirement.node_type.map(|used| used.meaning);
        let capability = requirement.capability.map(|used| used.meaning);
        let fits = |ty: TypeView<'g>| {
            let mut members = types.members(ty, Capabilities).ids().to_vec().into_iter();
            let has = members.any(|id| {
                let own = types.capability(id).capability_type.map(|used| used.meaning);
                own.is_some_and(|own| is_of(own, capability))
            });
            has && is_of(TypeRef::Defined(ty.id), node_type)
        };
        self.of_kind(NameKind::NodeType).into_iter().filter(|(_, ty)| fits(*ty)).take(MAX_COMBINED).collect()
    }

    fn requirement(&mut self, base: &Tree, requirement: &str, id: RequirementId) {
        const MAX_COUNT: usize = 3;
        let fields = self.fields(&self.types.relationship_fields(id, Fields::Properties));
        let mut plain = Tree::empty().with(&["node"], Tree::value("target\0"));
        self.fill(&mut plain, &["relationship", "properties"], &fields);
        let list = |tree: Tree| Tree::List(vec![(requirement.to_owned(), tree)]);
        for (at, (target, ty)) in self.targets(id).into_iter().enumerate() {
            let template = self.template(&target, ty);
            let targets = |count: usize| {
                let target = template.clone().with(&["count"], Tree::value(count.to_string()));
                let target = if count == 1 { template.clone() } else { target };
                ("node_templates", "target\0".to_owned(), target)
            };
            for count in 1..=MAX_COUNT {
                let several = plain.clone().with(&["count"], Tree::value(count.to_string()));
                let one = if count == 1 { plain.clone() } else { several };
                self.add(vec![node(base.clone().with(&["requirements"], list(one))), targets(count)]);
            }
            for capability in self.types.names_of(ty, Capabilities) {
                let one = plain.clone().with(&["capability"], Tree::value(capability));
                self.add(vec![node(base.clone().with(&["requirements"], list(one))), targets(1)]);
            }
            if at > 0 {
                continue;
            }
            for one in self.vary(&plain, &["relationship", "properties"], &fields) {
                self.add(vec![node(base.clone().with(&["requirements"], list(one))), targets(1)]);
            }
            self.relationship_inputs(base, requirement, id, &plain, &targets(1));
            for (name, ty) in self.of_kind(NameKind::RelationshipType) {
                let mut one = plain.clone().with(&["relationship", "type"], Tree::value(name));
                let fields = self.fields(&self.types.members(ty, Fields::Properties));
                self.fill(&mut one, &["relationship", "properties"], &fields);
                self.add(vec![node(base.clone().with(&["requirements"], list(one))), targets(1)]);
            }
        }
        let none = base
            .clone()
            .with(&["requirements"], list(Tree::empty().with(&["optional"], Tree::value("true"))));
        self.add(vec![node(none)]);
    }

    // ── other types ──

    fn data_type(&mut self, name: &str, id: DefinitionId) {
        let types = self.types;
        let literals = self.literals.of_type(types, TypeRef::Defined(id), None, 0);
        let holder =
            |of: &str| local_type(Tree::empty().with(&["properties", "value", "type"], Tree::value(of)));
        let template = |value: Tree| node(typed("Local\0").with(&["properties", "value"], value));
        for literal in &literals {
            self.add(vec![holder(name), template(Tree::value(literal.clone()))]);
        }
        let derived = ("data_types", "Narrow\0".to_owned(), derived_from(name));
        self.add(vec![derived, holder("Narrow\0"), template(Tree::Value(literals.clone()))]);
        for entries in ["list", "map"] {
            let schema = typed(entries).with(&["entry_schema"], Tree::value(name));
            let local = local_type(Tree::empty().with(&["properties", "value"], schema));
            let all: Vec<String> = literals
                .iter()
                .map(|literal| {
                    if entries == "list" { format!("[ {literal} ]") } else { format!("{{ key: {literal} }}") }
                })
                .collect();
            self.add(vec![local, template(Tree::Value(all))]);
        }
        let is_complex = types.built_in(TypeRef::Defined(id)).is_none();
        for (property, id) in types.members(types.get(id), Fields::Properties).iter().filter(|_| is_complex) {
            let field = types.field(id);
            let holder = Tree::empty().with(&["properties", "value", "type"], Tree::value(name));
            let holder = ("node_types", "Holder\0".to_owned(), holder);
            let base = typed("Holder\0").with(&["properties", "value"], Tree::Value(literals.clone()));
            let path = format!("{{ $get_property: [ node\0, value, {property} ] }}");
            let count = self.all.len();
            self.reader(base, field, &path);
            for one in &mut self.all[count..] {
                let mut entries = one.entries.clone();
                entries.insert(0, holder.clone());
                *one = ProfileUse::new(one.about.clone(), entries, false);
            }
        }
    }

    fn artifact_type(&mut self, name: &str, ty: TypeView<'g>) {
        let local = local_type(Tree::empty().with(&["description"], Tree::value("Has an artifact")));
        let path = ["artifacts", "image"];
        let mut base = typed("Local\0").with(&path, typed(name).with(&["file"], Tree::value(FILE)));
        let fields = self.fields(&self.types.members(ty, Fields::Properties));
        self.fill(&mut base, &["artifacts", "image", "properties"], &fields);
        self.add(vec![local.clone(), node(base.clone())]);
        for tree in self.vary(&base, &["artifacts", "image", "properties"], &fields) {
            self.add(vec![local.clone(), node(tree)]);
        }
    }

    /// Uses a group or policy type.
    fn entity_type(&mut self, section: &'static str, name: &str, ty: TypeView<'g>) {
        let mut base = typed(name);
        let fields = self.fields(&self.types.members(ty, Fields::Properties));
        self.fill(&mut base, &["properties"], &fields);
        self.add(vec![(section, "one\0".to_owned(), base.clone())]);
        for tree in self.vary(&base, &["properties"], &fields) {
            self.add(vec![(section, "one\0".to_owned(), tree)]);
        }
    }

    fn function(&mut self, name: &str, id: DefinitionId) {
        const MAX_ARGUMENTS: usize = 6;
        let types = self.types;
        for signature in types.signatures(id).unwrap_or_default() {
            let least = signature.arguments().len();
            for count in least..=(least + signature.optional().len() + 1).min(MAX_ARGUMENTS) {
                let literals: Vec<Vec<String>> = (0..count)
                    .map(|at| match signature.schema(at) {
                        Some(schema) => self.literals.of_schema(types, schema, 0),
                        None => vec!["1".to_owned()],
                    })
                    .collect();
                if literals.iter().any(Vec::is_empty) {
                    continue;
                }
                let call = |changed: usize, literal: usize| {
                    let arguments: Vec<&str> = literals
                        .iter()
                        .enumerate()
                        .map(|(at, all)| all[if at == changed { literal } else { 0 }].as_str())
                        .collect();
                    format!("{{ ${name}: [ {} ] }}", arguments.join(", "))
                };
                self.add(vec![output(call(0, 0))]);
                for (at, all) in literals.iter().enumerate() {
                    for literal in 1..all.len() {
                        self.add(vec![output(call(at, literal))]);
                    }
                }
                let result = signature
                    .result()
                    .and_then(|result| self.schema(result.type_ref(types)?, result.entry_schema(), 0));
                if let Some(schema) = result {
                    let local = local_type(Tree::empty().with(&["properties", "value"], schema));
                    let template = typed("Local\0").with(&["properties", "value"], Tree::value(call(0, 0)));
                    self.add(vec![local, node(template)]);
                }
            }
        }
    }

    fn repository(&mut self, name: &str) {
        let local = local_type(Tree::empty().with(&["description"], Tree::value("Has an artifact")));
        let image = (
            "artifact_types",
            "Image\0".to_owned(),
            Tree::empty().with(&["description"], Tree::value("An image")),
        );
        let artifact =
            typed("Image\0").with(&["file"], Tree::value("image")).with(&["repository"], Tree::value(name));
        self.add(vec![image, local, node(typed("Local\0").with(&["artifacts", "image"], artifact))]);
    }
}

pub(super) fn local_type(tree: Tree) -> Entry {
    ("node_types", "Local\0".to_owned(), tree)
}

fn output(value: String) -> Entry {
    ("outputs", "out\0".to_owned(), Tree::empty().with(&["value"], Tree::value(value)))
}
