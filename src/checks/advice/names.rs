//! Names in another style than the others: types in `UpperCamelCase`, everything else in one chosen style.
//!
//! Only names that the author chose are reported: not those of refinements and assignments. Functions have their own
//! style, that of the built-in functions, and are not reported.

use crate::diagnostics::rules;
use crate::keynames::NameKind;
use crate::model::types::{Artifacts, TypeView};
use crate::yaml::{SourceNode, YamlNode};

use super::Cx;

/// A style of names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NameStyle {
    /// `log-level`
    #[default]
    Kebab,
    /// `log_level`
    Snake,
    /// `logLevel`
    Camel,
}

impl NameStyle {
    /// Returns the style with this name, or `None` if there is no such style.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        [Self::Kebab, Self::Snake, Self::Camel].into_iter().find(|style| style.name() == name)
    }

    /// Returns the name of the style, written in it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Kebab => "kebab-case",
            Self::Snake => "snake_case",
            Self::Camel => "camelCase",
        }
    }

    /// Returns `name` in this style.
    fn write(self, name: &str) -> String {
        let words: Vec<String> = words(name).into_iter().map(|word| word.to_lowercase()).collect();
        match self {
            Self::Kebab => words.join("-"),
            Self::Snake => words.join("_"),
            Self::Camel => {
                let mut words = words.into_iter();
                words.next().unwrap_or_default() + &words.map(|word| capitalized(&word)).collect::<String>()
            }
        }
    }

    /// Whether `name` is written in this style. Names may contain digits.
    fn fits(self, name: &str) -> bool {
        let separator = match self {
            Self::Kebab => '-',
            Self::Snake => '_',
            Self::Camel => {
                return !name.starts_with(char::is_uppercase) && name.chars().all(char::is_alphanumeric);
            }
        };
        name.split(separator).all(|word| {
            !word.is_empty()
                && word.chars().all(|character| character.is_alphanumeric() && !character.is_uppercase())
        })
    }
}

/// Returns the words of a name in any style: `HTTPServer2` has the words `HTTP` and `Server2`.
fn words(name: &str) -> Vec<String> {
    let characters: Vec<char> = name.chars().collect();
    let is_lower = |index: usize| {
        characters
            .get(index)
            .is_some_and(|character| character.is_alphanumeric() && !character.is_uppercase())
    };
    let (mut words, mut word) = (Vec::new(), String::new());
    for (index, &character) in characters.iter().enumerate() {
        let starts_word =
            character.is_uppercase() && index > 0 && (is_lower(index - 1) || is_lower(index + 1));
        if starts_word || !character.is_alphanumeric() {
            words.push(std::mem::take(&mut word));
        }
        if character.is_alphanumeric() {
            word.push(character);
        }
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words
}

/// Returns `word` with its first letter in upper case.
fn capitalized(word: &str) -> String {
    let mut characters = word.chars();
    let first = characters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(characters.as_str().chars()).collect()
}

/// Reports the names of the file that are in another style.
pub(super) fn report_other_styles(cx: &mut Cx<'_, '_>) {
    if cx.choice.includes(&rules::type_name_style::RULE) {
        report_types(cx);
    }
    if cx.choice.includes(&rules::name_style::RULE) {
        for ty in cx.model.types.of_file(cx.file.id).filter(|ty| !ty.is_incomplete) {
            report_members(cx, ty);
        }
        report_repositories(cx);
        report_templates(cx);
    }
}

fn report_types(cx: &mut Cx<'_, '_>) {
    for ty in cx.model.types.of_file(cx.file.id) {
        // Dots are for the name of an organization, as in `org.example.Server`.
        let (prefix, last) = ty
            .name()
            .rsplit_once('.')
            .map_or(("", ty.name()), |(before, last)| (ty.name().get(..=before.len()).unwrap_or(""), last));
        let is_camel = last.chars().all(char::is_alphanumeric) && !last.starts_with(char::is_lowercase);
        if !is_camel {
            let words = words(last);
            let better = prefix.to_owned() + &words.iter().map(|word| capitalized(word)).collect::<String>();
            let key = ty.key();
            cx.report(key, rules::type_name_style::new(key.span(), ty.kind.name(), ty.name(), &better));
        }
    }
}

/// Reports the members that a type adds to those that it inherits.
fn report_members<'g>(cx: &mut Cx<'_, 'g>, ty: TypeView<'g>) {
    let (types, members, further) = (&cx.model.types, ty.members(), ty.members().further());
    let mut names: Vec<(SourceNode, &str)> = Vec::new();
    for (fields, kind) in
        [(members.properties, "property"), (members.attributes, "attribute"), (further.inputs, "input")]
    {
        let added = ty.records_in(fields).filter(|field| field.inherited().is_none());
        names.extend(added.map(|field| (field.key().source(), kind)));
    }
    let added = further.capabilities.iter().filter(|member| member.inherited.is_none());
    names.extend(added.map(|member| (member.key, "capability")));
    let added = further.requirements.iter().filter(|member| member.inherited.is_none());
    names.extend(added.map(|member| (member.key, "requirement")));
    let added = ty.records_in(further.own_interfaces).filter(|member| member.inherited.is_none());
    names.extend(added.map(|member| (member.key, "interface")));
    for (operations, kind) in
        [(further.own_operations, "operation"), (further.own_notifications, "notification")]
    {
        let added = ty.records_in(operations).filter(|member| member.inherited.is_none());
        names.extend(added.map(|member| (member.key, kind)));
    }
    let parent = types.parent(&ty);
    let is_added = |key: SourceNode| {
        parent.is_none_or(|parent| types.member(parent, Artifacts, types.node(key).text()).is_none())
    };
    let added = further.artifacts.iter().filter(|artifact| is_added(artifact.key));
    names.extend(added.map(|artifact| (artifact.key, "artifact")));
    for (key, kind) in names {
        report_name(cx, types.node(key), kind);
    }
}

fn report_repositories(cx: &mut Cx<'_, '_>) {
    let definitions = cx.model.types.names.definitions(cx.file.id).iter();
    for repository in definitions.filter(|definition| definition.kind == NameKind::Repository) {
        report_name(cx, cx.file.node(repository.key), NameKind::Repository.name());
    }
}

fn report_templates(cx: &mut Cx<'_, '_>) {
    let Some(service) = cx.model.service(cx.file.id) else { return };
    service.inputs().for_each(|input| report_name(cx, input.key, "input"));
    service.outputs().for_each(|output| report_name(cx, output.key, "output"));
    for template in service.node_templates().iter() {
        report_name(cx, cx.model.types.node(template.key), "node template");
    }
    for template in service.relationship_templates().iter() {
        report_name(cx, cx.model.types.node(template.key), "relationship template");
    }
    service.groups().for_each(|group| report_name(cx, group.key(), "group"));
    service.policies().for_each(|policy| report_name(cx, policy.key(), "policy"));
    service.workflows().for_each(|workflow| report_name(cx, workflow.key(), "workflow"));
}

fn report_name(cx: &mut Cx<'_, '_>, key: YamlNode<'_>, kind: &str) {
    let (name, style) = (key.text(), cx.choice.name_style);
    if !style.fits(name) && !key.is_lowered() {
        let better = style.write(name);
        cx.report(key, rules::name_style::new(key.span(), kind, name, style.name(), &better));
    }
}

#[cfg(test)]
mod tests {
    use super::NameStyle::{Camel, Kebab, Snake};

    #[test]
    fn names_are_written_in_each_style() {
        for (name, kebab, snake, camel) in [
            ("HTTPServer2", "http-server2", "http_server2", "httpServer2"),
            ("log_level", "log-level", "log_level", "logLevel"),
            ("a.b c", "a-b-c", "a_b_c", "aBC"),
            ("--x--", "x", "x", "x"),
            ("", "", "", ""),
        ] {
            assert_eq!([Kebab, Snake, Camel].map(|style| style.write(name)), [kebab, snake, camel], "{name}");
        }
    }

    #[test]
    fn names_fit_a_style() {
        for (name, fitting) in [
            ("host", &[Kebab, Snake, Camel][..]),
            ("log-level", &[Kebab]),
            ("log_level", &[Snake]),
            ("logLevel", &[Camel]),
            ("ipv6", &[Kebab, Snake, Camel]),
            ("Host", &[]),
            ("log--level", &[]),
            ("_x", &[]),
        ] {
            let fits: Vec<_> = [Kebab, Snake, Camel].into_iter().filter(|style| style.fits(name)).collect();
            assert_eq!(fits, fitting, "{name}");
        }
    }
}
