//! Conditions by type: those of elements that have no conditions themselves. They are an extension.
//!
//! Input: the variability definition, and the elements. Output: the conditions of each type, and of its elements. The type
//! of an element is the name that is written in the template; types that are derived from it do not count.

use rustc_hash::FxHashMap;

use crate::diagnostics::{Diagnostic, rules};
use crate::keynames::describe;
use crate::yaml::YamlNode;

use super::expression::VariabilityExprId;
use super::model::{Element, ElementId, ElementKind, VariabilityModel};
use super::operators::signature;
use super::parse::{Context, Parser};
use super::read::{check_keys, is_known};
use super::tables::{CONDITIONS_OF_TYPE, TYPE_CONDITIONS};

/// The conditions of a type.
#[derive(Clone, Debug)]
pub struct TypeConditions<'t> {
    /// The kind of the elements: requirement assignments for a relationship type.
    pub kind: ElementKind,
    /// The name of the type.
    pub key: YamlNode<'t>,
    /// The conditions as they are written.
    value: Option<YamlNode<'t>>,
    /// The conditions.
    pub conditions: Vec<VariabilityExprId>,
    /// The elements of the type that have no conditions themselves.
    pub elements: Vec<ElementId>,
    /// Whether any element has the type.
    pub is_used: bool,
}

/// The sections of types, with the kind of their elements.
const SECTIONS: [(&str, ElementKind); 5] = [
    ("node_types", ElementKind::Node),
    ("relationship_types", ElementKind::Relation),
    ("group_types", ElementKind::Group),
    ("policy_types", ElementKind::Policy),
    ("artifact_types", ElementKind::Artifact),
];

/// Reads the types in `definition`, without their conditions, and reports wrong shapes.
pub(super) fn read_types<'t>(
    model: &mut VariabilityModel<'t>,
    definition: YamlNode<'t>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    for (section, types) in definition.get("type_specific_conditions").into_iter().flat_map(YamlNode::entries)
    {
        is_known(section, &TYPE_CONDITIONS, true, diagnostics);
        let Some(&(_, kind)) = SECTIONS.iter().find(|(name, _)| *name == section.text()) else { continue };
        report_unless_map(types, &format!("`{}`", section.text()), diagnostics);
        for (key, body) in types.entries() {
            let value = conditions(key, body, diagnostics);
            model.type_conditions.push(TypeConditions {
                kind,
                key,
                value,
                conditions: Vec::new(),
                elements: Vec::new(),
                is_used: false,
            });
        }
    }
}

/// Returns the conditions in `body`, that of the type `key`, and reports wrong shapes.
fn conditions<'t>(
    key: YamlNode<'t>,
    body: YamlNode<'t>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<YamlNode<'t>> {
    let value = body.entry("conditions").map(|(_, value)| value);
    let is_condition = |condition: YamlNode<'_>| {
        condition.only_entry().is_some_and(|(name, _)| signature(name.text()).is_some())
    };
    let are_conditions = body.is_sequence() && body.items().all(is_condition) || is_condition(body);
    if value.is_none() && are_conditions {
        let entity = CONDITIONS_OF_TYPE.name;
        diagnostics.push(rules::missing_keyname::around(body.span(), "conditions", entity));
        return Some(body);
    }
    report_unless_map(body, &format!("the conditions of `{}`", key.text()), diagnostics);
    if body.is_mapping() {
        check_keys(key, body, &CONDITIONS_OF_TYPE, true, diagnostics);
    }
    value
}

fn report_unless_map(value: YamlNode<'_>, what: &str, diagnostics: &mut Vec<Diagnostic>) {
    if !value.is_mapping() && !value.is_invalid() {
        diagnostics.push(rules::wrong_shape::new(value.span(), what, "a map", describe(value), None));
    }
}

/// Whether an artifact has a type with conditions.
pub(super) fn has_artifact_type(types: &[TypeConditions<'_>], artifact: YamlNode<'_>) -> bool {
    let of_artifacts = || types.iter().filter(|of_type| of_type.kind == ElementKind::Artifact);
    if of_artifacts().next().is_none() {
        return false;
    }
    let name = artifact.get("type").and_then(YamlNode::as_str);
    name.is_some_and(|name| of_artifacts().any(|of_type| of_type.key.text() == name))
}

/// Reads the conditions of types, and gives them to their elements.
pub(super) fn read<'t>(
    model: &mut VariabilityModel<'t>,
    knows_groups: bool,
    diagnostics: &mut Vec<Diagnostic>,
) {
    if model.type_conditions.is_empty() {
        return;
    }
    let mut by_name: FxHashMap<(ElementKind, &'t str), usize> = FxHashMap::default();
    for (index, of_type) in model.type_conditions.iter().enumerate() {
        by_name.entry((of_type.kind, of_type.key.text())).or_insert(index);
    }
    for index in 0..model.elements.len() {
        let element = &model.elements[index];
        let name = written_type(model, element);
        let Some(&found) = name.and_then(|name| by_name.get(&(element.kind, name))) else { continue };
        let has_own = element.is_default || element.value.entry("conditions").is_some();
        let of_type = &mut model.type_conditions[found];
        of_type.is_used = true;
        if !has_own {
            of_type.elements.push(ElementId::new(index));
        }
    }
    for index in 0..model.type_conditions.len() {
        let of_type = &model.type_conditions[index];
        let Some(value) = of_type.value else { continue };
        let context =
            if may_read_self(model, of_type, knows_groups) { Context::Relation } else { Context::Element };
        let mut parser = Parser { model, diagnostics, context };
        let conditions = parser.parse_conditions(value);
        let number = u32::try_from(index).unwrap_or(u32::MAX);
        for id in model.type_conditions[index].elements.clone() {
            let element = &mut model.elements[id.index()];
            element.is_conditional = true;
            element.conditions.clone_from(&conditions);
            element.type_conditions = Some(number);
        }
        model.type_conditions[index].conditions = conditions;
    }
}

/// Whether the conditions of a type may read the source and target of requirement assignments: they have the type, or
/// are members of groups of the type.
fn may_read_self(model: &VariabilityModel<'_>, of_type: &TypeConditions<'_>, knows_groups: bool) -> bool {
    let has_members =
        |element: &Element<'_>| element.is_variability || element.may_be_variability && !knows_groups;
    match of_type.kind {
        ElementKind::Relation => true,
        ElementKind::Group => {
            let mut groups = of_type.elements.iter().map(|&id| model.element(id));
            of_type.elements.is_empty() || groups.any(has_members)
        }
        _ => false,
    }
}

/// Returns the name of an element's type as it is written; that of a requirement assignment is the type of the
/// relationship, or of the relationship template that it names.
fn written_type<'t>(model: &VariabilityModel<'t>, element: &Element<'t>) -> Option<&'t str> {
    let type_of = |value: YamlNode<'t>| value.get("type").and_then(YamlNode::as_str);
    match element.kind {
        ElementKind::Node | ElementKind::Group | ElementKind::Policy | ElementKind::Artifact => {
            type_of(element.value)
        }
        ElementKind::Relation => {
            let relationship = element.value.get("relationship")?;
            let Some(name) = relationship.as_str() else { return type_of(relationship) };
            let (_, body) = model.body?;
            let template = body.get("relationship_templates").and_then(|templates| templates.get(name));
            template.map_or(Some(name), type_of)
        }
        ElementKind::Input | ElementKind::Output | ElementKind::Property | ElementKind::Type => None,
    }
}

impl VariabilityModel<'_> {
    /// Returns the names of types that elements of a kind have.
    pub fn written_types(&self, kind: ElementKind) -> impl Iterator<Item = &str> {
        let elements = self.elements.iter().filter(move |element| element.kind == kind);
        elements.filter_map(|element| written_type(self, element))
    }

    /// Whether a list of types of a node template has the type `name`.
    #[must_use]
    pub fn is_in_list_of_types(&self, name: &str) -> bool {
        self.elements.iter().any(|element| element.kind == ElementKind::Type && element.key.text() == name)
    }
}
