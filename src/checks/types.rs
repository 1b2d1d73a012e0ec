//! Checks type definitions: every member against the member that it refines.
//!
//! Input: the types of all files. Output: findings about derivation, refinement, and definitions of members.
//! The fields and functions of service templates are defined like those of types, so they are checked here as
//! well.

#![deny(clippy::indexing_slicing)]

mod capabilities;
mod data_types;
mod fields;
mod fulfillment;
mod functions;
mod infinite;
mod interfaces;
mod lists;
mod policies;
mod prefixed_units;
mod requirements;
mod scalars;
mod schemas;
mod units;

pub(super) use fields::describe;

use crate::checks::distinct_types;
use crate::diagnostics::{Diagnostic, rules, suggest};
use crate::keynames::{Meta, Unread};
use crate::load::{Earlier, File, PerFile};
use crate::model::Truth;
use crate::model::types::{Body, Section, TypeUse, TypeView, Types};
use crate::yaml::{self, Kind, YamlNode};

/// Checks all types of all files that are not built in, and the fields and functions of their service templates;
/// takes over what `earlier` has. `strict` selects the strict rules. Returns the findings that concern several
/// files, and those of each file.
pub fn review(
    types: &Types,
    strict: bool,
    earlier: &Earlier<'_, Vec<Diagnostic>>,
) -> (Vec<Diagnostic>, PerFile<Vec<Diagnostic>>) {
    let check = |file| {
        let mut cx = Cx { types, strict, diagnostics: Vec::new() };
        if File::is_checked(file) {
            check_file(&mut cx, file);
        }
        cx.diagnostics
    };
    (infinite::find(types), PerFile::new(&types.graph, earlier, check))
}

fn check_file<'g>(cx: &mut Cx<'g>, file: &'g File) {
    for ty in cx.types.of_file(file.id) {
        check_type(cx, ty);
    }
    fields::service_template(cx, file);
    functions::functions(cx, file);
}

/// The context of the checks of one file.
struct Cx<'g> {
    types: &'g Types,
    /// Whether violations that are warnings by default are errors: the strict rules.
    strict: bool,
    diagnostics: Vec<Diagnostic>,
}

impl Cx<'_> {
    /// Adds a finding about `node`.
    fn report(&mut self, node: YamlNode<'_>, diagnostic: Diagnostic) {
        yaml::report(&mut self.diagnostics, node, diagnostic);
    }
}

/// Checks one type.
fn check_type<'g>(cx: &mut Cx<'g>, ty: TypeView<'g>) {
    fields::own_fields(cx, ty);
    match ty.body() {
        Body::Data(body) => data_types::data_type(cx, ty, body),
        Body::Capability(body) => lists::capability_type(cx, ty, body),
        Body::Relationship(body) => {
            lists::relationship_type(cx, ty, body);
            interfaces::own_interfaces(cx, ty);
        }
        Body::Node(_) => {
            capabilities::capabilities(cx, ty);
            interfaces::own_interfaces(cx, ty);
            requirements::requirements(cx, ty);
        }
        Body::Interface(_) => interfaces::interface_type(cx, ty),
        Body::Group(body) => lists::group_type(cx, ty, body),
        Body::Policy(body) => policies::policy_type(cx, ty, body),
        Body::Artifact(_) | Body::Unreadable => {}
    }
}

/// Reports an empty definition of an inherited member, which changes nothing (5.1.3-01). Authors may expect
/// that it removes the member. What is `unread` of the definition may change it.
fn report_empty_refinement(cx: &mut Cx<'_>, key: YamlNode<'_>, kind: &str, unread: Unread) {
    if key.entry_value().is_null() && unread == Unread::default() {
        let diagnostic = rules::no_effect::new(
            key.span(),
            &format!(
                "the empty definition of the inherited {kind} {}",
                crate::diagnostics::quoted(key.text())
            ),
            &format!("the inherited {kind} stays unchanged"),
            "remove the entry; an inherited definition cannot be removed",
        );
        cx.report(key, diagnostic);
    }
}

/// Checks that the type that a refinement of `what` names is derived from the inherited type; returns false if it
/// certainly is not.
fn check_is_derived<'g>(cx: &mut Cx<'g>, derived: YamlNode<'g>, inherited: TypeUse, what: &str) -> bool {
    let actual = cx.types.meaning(derived);
    let is_wrong = cx.types.relation(actual, inherited.meaning) == Truth::No;
    if is_wrong {
        let name = cx.types.name_in(inherited.meaning, derived.tree().file());
        let span = Some(cx.types.node(inherited.node).span());
        let diagnostic = rules::incompatible_type::new(derived.span(), what, derived.text(), &name, span);
        cx.report(derived, distinct_types::explain(cx.types, diagnostic, actual, inherited.meaning));
    }
    !is_wrong
}

/// Reports a missing mandatory keyname of a new member of a derived type. The reader cannot report it,
/// because refinements of inherited members need no keyname. Skips types that may inherit unknown members.
/// The caller has made sure that the keyname is missing (see `Unread::lacks`).
fn missing_keyname<'g, S: Section>(
    cx: &mut Cx<'g>,
    ty: TypeView<'g>,
    section: S,
    key: YamlNode<'g>,
    keyname: &str,
    meta: &Meta,
) {
    if ty.is_incomplete {
        return;
    }
    let suggestion = suggest_inherited_member(cx, ty, section, key.text());
    let mut diagnostic = rules::missing_keyname::absent(key.span(), keyname, meta.name);
    diagnostic.primary.text =
        format!("{} is not inherited, so `{keyname}` is mandatory", crate::diagnostics::quoted(key.text()))
            .into();
    if let Some(suggestion) = suggestion {
        diagnostic.help =
            vec![format!("did you mean the inherited `{suggestion}`? Otherwise add `{keyname}:`").into()];
    }
    cx.report(key, diagnostic);
}

/// Returns the name of an inherited member that is similar to `name`.
fn suggest_inherited_member<'g, S: Section>(
    cx: &Cx<'g>,
    ty: TypeView<'g>,
    section: S,
    name: &str,
) -> Option<&'g str> {
    let parent = cx.types.parent(&ty)?;
    suggest_member(cx, parent, section, name)
}

/// Returns the name of a member of `ty` that is similar to `name`.
fn suggest_member<'g, S: Section>(cx: &Cx<'g>, ty: TypeView<'g>, section: S, name: &str) -> Option<&'g str> {
    let names = cx.types.names_of(ty, section);
    suggest(name, names)
}

/// Whether two values are equal, with map entries in any order.
pub(super) fn is_same_value(first: YamlNode<'_>, second: YamlNode<'_>) -> bool {
    if first.kind() != second.kind() {
        return false;
    }
    match first.kind() {
        Kind::Scalar => first.scalar() == second.scalar() || is_same_number(first, second),
        Kind::Sequence => {
            first.items().count() == second.items().count()
                && first.items().zip(second.items()).all(|(first, second)| is_same_value(first, second))
        }
        Kind::Mapping => {
            // Scalar keys are looked up; the others are rare, so they are compared one by one.
            let by_key: rustc_hash::FxHashMap<&str, YamlNode<'_>> = second
                .entries()
                .filter(|(key, _)| key.kind() == Kind::Scalar)
                .map(|(key, value)| (key.text(), value))
                .collect();
            first.entries().count() == second.entries().count()
                && first.entries().all(|(key, value)| {
                    let second_value = if key.kind() == Kind::Scalar {
                        by_key.get(key.text()).copied()
                    } else {
                        second
                            .entries()
                            .find(|(second_key, _)| is_same_value(key, *second_key))
                            .map(|(_, value)| value)
                    };
                    second_value.is_some_and(|second_value| is_same_value(value, second_value))
                })
        }
        // Unreadable values are already reported, so they are not reported as different.
        Kind::Invalid => true,
    }
}

/// Whether two scalars are equal numbers, such as `1` and `1.0`.
fn is_same_number(first: YamlNode<'_>, second: YamlNode<'_>) -> bool {
    matches!((units::number(first), units::number(second)), (Some(first), Some(second)) if first.total_cmp(&second).is_eq())
}
