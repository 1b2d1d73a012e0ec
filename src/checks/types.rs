//! What derivation and refinement must not do: every member is held against what it refines.

#![deny(clippy::indexing_slicing)]

mod capabilities;
mod data_types;
mod fields;
mod fulfilment;
mod functions;
mod infinite;
mod interfaces;
mod lists;
mod policies;
mod requirements;
mod scalars;
mod schemas;
mod units;

use crate::model::types::TypeView;
use rayon::prelude::*;

use crate::diagnostics::{Diagnostic, codes, suggest};
use crate::dialects::Dialect;
use crate::keynames::Meta;
use crate::load::File;
use crate::yaml::{self, Kind, Node};

use crate::model::types::Section;
use crate::model::types::{Body, Types};

/// Reviews all types of all files, and the fields and functions of their service templates.
pub fn review(types: &Types, strict: bool) -> Vec<Diagnostic> {
    let files: Vec<&File> =
        types.graph.files.iter().filter(|file| file.dialect() == Dialect::Tosca2).collect();
    let mut found: Vec<Diagnostic> = files
        .par_iter()
        .flat_map_iter(|file| {
            let mut review = Review { types, strict, found: Vec::new() };
            for of in types.of_file(file.id) {
                review.of_type(of);
            }
            review.service_template(file);
            review.functions(file);
            review.found
        })
        .collect();
    found.extend(infinite::find(types));
    found
}

/// Gathers the findings about one file.
struct Review<'g> {
    types: &'g Types,
    strict: bool,
    found: Vec<Diagnostic>,
}

impl<'g> Review<'g> {
    /// Adds a finding about `node`.
    fn report(&mut self, node: Node<'_>, diagnostic: Diagnostic) {
        yaml::report(&mut self.found, node, diagnostic);
    }

    fn of_type(&mut self, of: TypeView<'g>) {
        self.own_fields(of);
        match of.body() {
            Body::Data(body) => self.data_type(of, body),
            Body::Capability(body) => self.capability_type(of, body),
            Body::Relationship(body) => {
                self.relationship_type(of, body);
                self.own_interfaces(of);
            }
            Body::Node(_) => {
                self.capabilities(of);
                self.own_interfaces(of);
                self.requirements(of);
            }
            Body::Interface(_) => self.interface_type(of),
            Body::Group(body) => self.group_type(of, body),
            Body::Policy(body) => self.policy_type(of, body),
            Body::Artifact(_) | Body::Unreadable => {}
        }
    }

    /// Reports that a new member of a derived type lacks a keyname (see [`Unread::lacks`]), which the grammar could
    /// not know; says nothing where more may be inherited than is known.
    fn missing_keyname<S: Section>(
        &mut self,
        of: TypeView<'g>,
        section: S,
        key: Node<'g>,
        keyname: &str,
        meta: &Meta,
    ) {
        if of.is_open {
            return;
        }
        let near = self.near_member(of, section, key.text());
        let mut found = codes::missing_keyname::absent(key.span(), keyname, meta.name);
        found.primary.text = format!(
            "{} is not inherited, so `{keyname}` is mandatory",
            crate::diagnostics::quoted(key.text())
        );
        if let Some(near) = near {
            found.help = vec![format!("did you mean the inherited `{near}`? Else add `{keyname}:`")];
        }
        self.report(key, found);
    }

    /// The inherited member that was probably meant by `name`.
    fn near_member<S: Section>(&self, of: TypeView<'g>, section: S, name: &str) -> Option<&'g str> {
        let parent = self.types.parent(&of)?;
        self.near(parent, section, name)
    }

    /// The member of `of` that was probably meant by `name`.
    fn near<S: Section>(&self, of: TypeView<'g>, section: S, name: &str) -> Option<&'g str> {
        let names = self.types.names_of(of, section);
        suggest(name, names)
    }
}

/// Whether two values say the same. The order of the entries of maps does not count.
fn same(one: Node<'_>, other: Node<'_>) -> bool {
    if one.kind() != other.kind() {
        return false;
    }
    match one.kind() {
        Kind::Scalar => one.scalar() == other.scalar() || same_number(one, other),
        Kind::Sequence => {
            one.items().count() == other.items().count()
                && one.items().zip(other.items()).all(|(one, other)| same(one, other))
        }
        Kind::Mapping => {
            // Keys that are no scalars are rare; they are looked for one by one.
            let simple: rustc_hash::FxHashMap<&str, Node<'_>> = other
                .entries()
                .filter(|(key, _)| key.kind() == Kind::Scalar)
                .map(|(key, value)| (key.text(), value))
                .collect();
            one.entries().count() == other.entries().count()
                && one.entries().all(|(key, value)| {
                    let found = if key.kind() == Kind::Scalar {
                        simple.get(key.text()).copied()
                    } else {
                        other.entries().find(|(other_key, _)| same(key, *other_key)).map(|(_, value)| value)
                    };
                    found.is_some_and(|other_value| same(value, other_value))
                })
        }
        Kind::Invalid => true,
    }
}

/// Whether two numbers are equal, however they are written.
fn same_number(one: Node<'_>, other: Node<'_>) -> bool {
    matches!((units::number(one), units::number(other)), (Some(one), Some(other)) if one.total_cmp(&other).is_eq())
}
