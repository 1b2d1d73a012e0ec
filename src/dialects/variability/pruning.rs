//! How the presence of elements is derived from that of others: options of a template, of a command, or of the
//! configuration.

use crate::diagnostics::{Diagnostic, rules, suggest};
use crate::keynames::describe;
use crate::yaml::YamlNode;

use super::model::{Element, ElementId, ElementKind, VariabilityModel};
use super::tables::MODES;
use super::value::VariabilityValue;

/// The elements whose presence is derived from other elements, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pruning {
    /// Of requirement assignments.
    pub relations: Pruned<RelationEnds>,
    /// Of node templates that requirement assignments target.
    pub nodes: Pruned<NeededRelation>,
    /// Of groups: present if any member is.
    pub groups: Pruned<()>,
    /// Of policies: present if any target is.
    pub policies: Pruned<()>,
}

/// Selects the elements of a kind, with what they need.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pruned<Of> {
    /// No element.
    #[default]
    None,
    /// Elements without conditions.
    Unconditional(Of),
    /// All elements, in addition to their conditions.
    Also(Of),
    /// All elements, whatever their conditions.
    All(Of),
}

impl<Of: Copy> Pruned<Of> {
    /// Returns what an element needs, and whether its conditions must be true as well.
    #[must_use]
    pub fn of(self, has_conditions: bool) -> (bool, Option<Of>) {
        match self {
            Self::None => (true, None),
            Self::Unconditional(_) if has_conditions => (true, None),
            Self::Unconditional(of) | Self::Also(of) => (true, Some(of)),
            Self::All(of) => (false, Some(of)),
        }
    }
}

/// The ends that a requirement assignment needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RelationEnds {
    /// Its node template.
    Source,
    /// Its node template and its target.
    Both,
}

/// The requirement assignments of which a node template needs any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NeededRelation {
    /// One that is present.
    Present,
    /// One whose conditions are true and whose node template is present. The difference matters if it needs its
    /// target, which then would support itself.
    Supported,
}

/// Reads `options` of a variability definition, whose keynames are known. An option for one kind of element takes
/// precedence over one for all kinds, and that over `mode`.
pub(super) fn read(options: YamlNode<'_>, diagnostics: &mut Vec<Diagnostic>) -> Pruning {
    let mode = options.get("mode").and_then(|mode| read_mode(mode, diagnostics)).unwrap_or("manual");
    for (key, value) in options.entries().filter(|(key, _)| key.text() != "mode") {
        let is_option = super::tables::OPTIONS.keyname(key.text()).is_some();
        if is_option && boolean(value).is_none() && !value.is_invalid() {
            let what = format!("`{}`", key.text());
            let actual = describe(value);
            diagnostics.push(rules::wrong_shape::new(value.span(), &what, "a Boolean", actual, None));
        }
    }
    Pruning::default().set(mode, &|name| options.get(name).and_then(boolean))
}

/// Returns the value of a Boolean, or `None` if the value is not a Boolean.
pub(super) fn boolean(value: YamlNode<'_>) -> Option<bool> {
    match VariabilityValue::read(value) {
        Some(VariabilityValue::Boolean(value)) => Some(value),
        _ => None,
    }
}

fn read_mode<'t>(mode: YamlNode<'t>, diagnostics: &mut Vec<Diagnostic>) -> Option<&'t str> {
    match mode.as_str() {
        Some(word) if MODES.contains(&word) => return Some(word),
        Some(word) => {
            let suggestion = suggest(word, MODES.iter().copied());
            diagnostics.push(rules::invalid_keyword::new(mode.span(), word, "mode", MODES, suggestion));
        }
        None if mode.is_invalid() => {}
        None => {
            let actual = describe(mode);
            diagnostics.push(rules::wrong_shape::new(mode.span(), "`mode`", "a string", actual, None));
        }
    }
    None
}

impl Pruning {
    /// Sets what `mode` and the options say; `option` returns the value of an option that is set.
    fn set(mut self, mode: &str, option: &dyn Fn(&str) -> Option<bool>) -> Self {
        let of = |kind: &str| {
            let is_consistent = kind == "relation" && mode.starts_with("consistent-");
            let is_of_mode = is_consistent || mode.starts_with("semantic-");
            let is_on = |what: &str, by_mode: bool| {
                let of_kind = option(&format!("{kind}_{what}"));
                of_kind.or_else(|| option(what)).unwrap_or(is_of_mode && by_mode)
            };
            (is_on("pruning", mode.ends_with("-loose")), is_on("default_condition", true))
        };
        self.relations = pruned(of("relation"), RelationEnds::Both);
        self.nodes = pruned(of("node"), NeededRelation::Supported);
        self.groups = pruned(of("group"), ());
        self.policies = pruned(of("policy"), ());
        self
    }

    /// Returns the pruning of a mode.
    #[must_use]
    pub fn of_mode(mode: &str) -> Self {
        Self::default().set(mode, &|_| None)
    }
}

fn pruned<Of>((all, unconditional): (bool, bool), needed: Of) -> Pruned<Of> {
    match (all, unconditional) {
        (true, _) => Pruned::Also(needed),
        (false, true) => Pruned::Unconditional(needed),
        (false, false) => Pruned::None,
    }
}

/// Returns for each element whether it may be absent, whatever the values of conditions.
pub(super) fn possibly_absent(model: &VariabilityModel<'_>) -> Vec<bool> {
    let mut absent = absent_alone(model);
    for (id, element) in model.all() {
        let owner = element.place.as_ref().and_then(|place| place.owner);
        absent[id.index()] |= owner.is_some_and(|owner| absent[owner.index()]);
    }
    absent
}

/// Returns for each element whether it may be absent, unless what contains it is.
fn absent_alone(model: &VariabilityModel<'_>) -> Vec<bool> {
    const MAX_ROUNDS: usize = 64;
    let mut absent: Vec<bool> = model.all().map(|(id, _)| model.is_conditional(id)).collect();
    let pruning = model.pruning;
    let is_pruned = |element: &Element<'_>| match element.kind {
        ElementKind::Relation => pruning.relations != Pruned::None,
        ElementKind::Node => pruning.nodes != Pruned::None,
        ElementKind::Group => pruning.groups != Pruned::None,
        ElementKind::Policy => pruning.policies != Pruned::None,
        ElementKind::Input
        | ElementKind::Output
        | ElementKind::Property
        | ElementKind::Artifact
        | ElementKind::Type => false,
    };
    if pruning == Pruning::default() {
        return absent;
    }
    let mut rounds = 0;
    loop {
        // Whether each node template has a relation that is always present, or has none.
        let (mut is_target, mut is_held) = (vec![false; absent.len()], vec![false; absent.len()]);
        for (id, element) in model.all() {
            if let Some(target) = element.target {
                is_target[target.index()] = true;
                let is_certain =
                    !absent[id.index()] && element.source.is_none_or(|source| !absent[source.index()]);
                is_held[target.index()] |= is_certain;
            }
        }
        let mut has_changed = false;
        for (id, element) in model.all().filter(|(_, element)| is_pruned(element)) {
            if absent[id.index()] {
                continue;
            }
            let is_absent = |id: ElementId| absent[id.index()];
            let now = match element.kind {
                ElementKind::Relation => {
                    element.source.is_some_and(is_absent) || element.target.is_some_and(is_absent)
                }
                ElementKind::Node => is_target[id.index()] && !is_held[id.index()],
                _ => model.members(id).is_some_and(|members| members.into_iter().all(is_absent)),
            };
            absent[id.index()] = now || rounds > MAX_ROUNDS;
            has_changed |= absent[id.index()];
        }
        rounds += 1;
        if !has_changed {
            return absent;
        }
    }
}
