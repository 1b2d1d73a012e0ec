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

use crate::diagnostics::{Diagnostic, codes, suggest};
use crate::dialects::Dialect;
use crate::keynames::Meta;
use crate::load::File;
use crate::model::types::{Body, Section, TypeView, Types};
use crate::yaml::{self, Kind, Node};

use rayon::prelude::*;

/// Reviews all types of all files, and the fields and functions of their service templates.
pub fn review(types: &Types, strict: bool) -> Vec<Diagnostic> {
    let files: Vec<&File> =
        types.graph.files.iter().filter(|file| file.dialect() == Dialect::Tosca2).collect();
    let mut found: Vec<Diagnostic> = files
        .par_iter()
        .flat_map_iter(|file| {
            let mut cx = Cx { types, strict, found: Vec::new() };
            for of in types.of_file(file.id) {
                check_type(&mut cx, of);
            }
            fields::service_template(&mut cx, file);
            functions::functions(&mut cx, file);
            cx.found
        })
        .collect();
    found.extend(infinite::find(types));
    found
}

/// What the checks of one file have at hand.
struct Cx<'g> {
    types: &'g Types,
    strict: bool,
    found: Vec<Diagnostic>,
}

impl Cx<'_> {
    /// Adds a finding about `node`.
    fn report(&mut self, node: Node<'_>, diagnostic: Diagnostic) {
        yaml::report(&mut self.found, node, diagnostic);
    }
}

fn check_type<'g>(cx: &mut Cx<'g>, of: TypeView<'g>) {
    fields::own_fields(cx, of);
    match of.body() {
        Body::Data(body) => data_types::data_type(cx, of, body),
        Body::Capability(body) => lists::capability_type(cx, of, body),
        Body::Relationship(body) => {
            lists::relationship_type(cx, of, body);
            interfaces::own_interfaces(cx, of);
        }
        Body::Node(_) => {
            capabilities::capabilities(cx, of);
            interfaces::own_interfaces(cx, of);
            requirements::requirements(cx, of);
        }
        Body::Interface(_) => interfaces::interface_type(cx, of),
        Body::Group(body) => lists::group_type(cx, of, body),
        Body::Policy(body) => policies::policy_type(cx, of, body),
        Body::Artifact(_) | Body::Unreadable => {}
    }
}

/// Reports a definition of an inherited member that is null: who writes that may want to take the member away,
/// which nothing can (5.1.3-01).
fn null_changes_nothing(cx: &mut Cx<'_>, key: Node<'_>, kind: &str) {
    if key.entry_value().is_null() {
        let found = codes::no_effect::new(
            key.span(),
            &format!(
                "the empty definition of the inherited {kind} {}",
                crate::diagnostics::quoted(key.text())
            ),
            &format!("the inherited {kind} stays unchanged"),
            "remove the entry; an inherited definition cannot be removed",
        );
        cx.report(key, found);
    }
}

/// Reports that a new member of a derived type lacks a keyname (see [`Unread::lacks`]), which the grammar could
/// not know; says nothing where more may be inherited than is known.
fn missing_keyname<'g, S: Section>(
    cx: &mut Cx<'g>,
    of: TypeView<'g>,
    section: S,
    key: Node<'g>,
    keyname: &str,
    meta: &Meta,
) {
    if of.is_open {
        return;
    }
    let near = near_member(cx, of, section, key.text());
    let mut found = codes::missing_keyname::absent(key.span(), keyname, meta.name);
    found.primary.text =
        format!("{} is not inherited, so `{keyname}` is mandatory", crate::diagnostics::quoted(key.text()))
            .into();
    if let Some(near) = near {
        found.help = vec![format!("did you mean the inherited `{near}`? Otherwise add `{keyname}:`").into()];
    }
    cx.report(key, found);
}

/// The inherited member that was probably meant by `name`.
fn near_member<'g, S: Section>(cx: &Cx<'g>, of: TypeView<'g>, section: S, name: &str) -> Option<&'g str> {
    let parent = cx.types.parent(&of)?;
    near(cx, parent, section, name)
}

/// The member of `of` that was probably meant by `name`.
fn near<'g, S: Section>(cx: &Cx<'g>, of: TypeView<'g>, section: S, name: &str) -> Option<&'g str> {
    let names = cx.types.names_of(of, section);
    suggest(name, names)
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
