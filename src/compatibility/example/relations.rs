//! Uses of capability types and relationship types: two node types, one of which requires the other.

use crate::keynames::NameKind;
use crate::model::types::{Fields, TypeView};

use super::refinements::derived_from;
use super::text::{ProfileUse, Tree};
use super::uses::{MAX_COMBINED, Uses, local_type, node, typed};

/// A node type of the profile that a new type is derived from.
type Parent<'p, 'g> = Option<&'p (String, TypeView<'g>)>;

/// A capability type or a relationship type.
#[derive(Clone, Copy)]
struct Named<'n, 'g> {
    name: &'n str,
    ty: TypeView<'g>,
}

impl<'g> Uses<'g> {
    pub(super) fn capability_type(&mut self, name: &str, ty: TypeView<'g>) {
        let fields = self.fields(&self.types.members(ty, Fields::Properties));
        let local = Tree::empty().with(&["capabilities", "feature", "type"], Tree::value(name));
        let mut base = typed("Local\0");
        self.fill(&mut base, &["capabilities", "feature", "properties"], &fields);
        self.add(vec![local_type(local.clone()), node(base.clone())]);
        for tree in self.vary(&base, &["capabilities", "feature", "properties"], &fields) {
            self.add(vec![local_type(local.clone()), node(tree)]);
        }
        for (relationship, relationship_type) in
            self.of_kind(NameKind::RelationshipType).into_iter().take(MAX_COMBINED)
        {
            let relationship = Named { name: &relationship, ty: relationship_type };
            self.relations(Named { name, ty }, relationship);
        }
    }

    /// Relates two new types, or types derived from those of the profile, by a capability and a relationship.
    fn relations(&mut self, capability: Named<'_, 'g>, relationship: Named<'_, 'g>) {
        let nodes: Vec<(String, TypeView<'g>)> =
            self.of_kind(NameKind::NodeType).into_iter().take(MAX_COMBINED).collect();
        self.relation(capability, relationship, None, None);
        for parent in &nodes {
            self.relation(capability, relationship, Some(parent), None);
            self.relation(capability, relationship, None, Some(parent));
        }
    }

    /// Relates a type derived from `source` to one derived from `target`.
    fn relation(
        &mut self,
        capability: Named<'_, 'g>,
        relationship: Named<'_, 'g>,
        source: Parent<'_, 'g>,
        target: Parent<'_, 'g>,
    ) {
        let capability_fields = self.fields(&self.types.members(capability.ty, Fields::Properties));
        let relationship_fields = self.fields(&self.types.members(relationship.ty, Fields::Properties));
        let definition = Tree::empty()
            .with(&["capability"], Tree::value(capability.name))
            .with(&["relationship"], Tree::value(relationship.name));
        let definitions = Tree::List(vec![("uses".to_owned(), definition)]);
        let source_type = derived(source).with(&["requirements"], definitions);
        let target_type =
            derived(target).with(&["capabilities", "feature", "type"], Tree::value(capability.name));
        let mut target_template = self.derived_template(target, "Target\0");
        self.fill(&mut target_template, &["capabilities", "feature", "properties"], &capability_fields);
        let mut assignment = Tree::empty()
            .with(&["node"], Tree::value("target\0"))
            .with(&["capability"], Tree::value("feature"));
        self.fill(&mut assignment, &["relationship", "properties"], &relationship_fields);
        let mut assignments = vec![assignment.clone()];
        if source.is_none() && target.is_none() {
            assignments.extend(self.vary(&assignment, &["relationship", "properties"], &relationship_fields));
        }
        let relationship = (NameKind::RelationshipType.name().to_owned(), relationship.name.to_owned());
        for assignment in assignments {
            let list = Tree::List(vec![("uses".to_owned(), assignment)]);
            let source_template = self.derived_template(source, "Local\0").with(&["requirements"], list);
            let entries = vec![
                ("node_types", "Target\0".to_owned(), target_type.clone()),
                local_type(source_type.clone()),
                ("node_templates", "target\0".to_owned(), target_template.clone()),
                node(source_template),
            ];
            self.all.push(ProfileUse::new(vec![self.about.clone(), relationship.clone()], entries, false));
        }
    }

    /// Returns a node template of the type `local`, which is derived from `parent`.
    fn derived_template(&self, parent: Parent<'_, 'g>, local: &str) -> Tree {
        let tree = parent.map_or_else(Tree::empty, |(name, ty)| self.template(name, *ty));
        tree.with(&["type"], Tree::value(local))
    }
}

fn derived(parent: Parent<'_, '_>) -> Tree {
    match parent {
        Some((name, _)) => derived_from(name),
        None => Tree::empty(),
    }
}
