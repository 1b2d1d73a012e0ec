//! Reports unknown keys of entities with a type: a key that is the name of a member of the type belongs into the
//! section of such members.

use crate::base::Span;
use crate::diagnostics::{Diagnostic, Edit, Fix, list, quoted, rules};
use crate::keynames::KeysBesideType;
use crate::model::types::TypeView;
use crate::yaml::{Style, YamlNode};

use super::{Cx, sections};

/// Reports the unknown keys of a file that may be members of a type.
pub(super) fn check(cx: &mut Cx<'_>) {
    let file = cx.file;
    for keys in &file.unknown_keys().keys_beside_types {
        let ty = cx.types.defined(cx.types.type_at(cx.node(keys.type_name)));
        let members: Vec<(YamlNode<'_>, Vec<&str>)> = keys
            .keys
            .iter()
            .map(|key| file.node(*key))
            .map(|key| {
                (
                    key,
                    ty.map_or_else(Vec::new, |ty| sections::with_member(cx.types, ty, key.text(), keys.meta)),
                )
            })
            .collect();
        let is_known = ty.is_some_and(|ty| !ty.is_incomplete);
        let has_members = members.iter().any(|(_, sections)| !sections.is_empty());
        if keys.are_one_finding && !has_members && !keys.have_synonym(file.tree()) {
            let Some((first, _)) = members.first() else { continue };
            cx.report(*first, keys.finding_for_all(file.tree(), is_known));
            continue;
        }
        for (key, sections) in &members {
            let diagnostic = match (&sections[..], ty) {
                ([_, ..], Some(ty)) => {
                    let others = members.iter().filter(|(_, others)| others == sections);
                    let is_only = others.count() == 1;
                    member_finding(*key, sections, ty, keys, is_only)
                }
                _ => keys.finding(*key, is_known),
            };
            cx.report(*key, diagnostic);
        }
    }
}

/// Returns the finding about `key`, which is a member of the type `ty` and belongs into one of `sections`. `is_only` is
/// whether no other unknown key of the map belongs there.
fn member_finding(
    key: YamlNode<'_>,
    sections: &[&str],
    ty: TypeView<'_>,
    keys: &KeysBesideType,
    is_only: bool,
) -> Diagnostic {
    let places: Vec<String> = sections.iter().map(|section| format!("`{section}:`")).collect();
    let help = format!("put {} under {}", quoted(key.text()), list(&places, "or"));
    let mut diagnostic = rules::unknown_keyname::new(key.span(), key.text(), keys.meta.name, Some(help))
        .also(ty.key().span(), "type defined here");
    if let ([section], true) = (sections, is_only) {
        diagnostic.fixes.extend(wrap(key, section, keys));
    }
    diagnostic
}

/// Returns the fix that makes the entry of `key` the only entry of the new section `section`, if the entry is one line.
fn wrap(key: YamlNode<'_>, section: &str, keys: &KeysBesideType) -> Option<Fix> {
    let map = key.tree().node(keys.map);
    let value = key.entry_value();
    let text = value.written();
    // A plain scalar ends at these characters in brackets.
    let is_plain = value.style() == Style::Plain && text.contains([',', '[', ']', '{', '}']);
    let is_one_line = !text.is_empty() && !text.contains(['\n', '#']) && value.style() != Style::Block;
    if map.entry(section).is_some() || key.is_lowered() || value.is_lowered() || is_plain || !is_one_line {
        return None;
    }
    let (open, close) = if section == "requirements" { ("[ { ", " } ]") } else { ("{ ", " }") };
    let at = |position| Span::new(key.span().file, position, position);
    let edits = vec![
        Edit { span: at(key.span().start), text: format!("{section}: {open}") },
        Edit { span: at(value.span().end), text: close.to_owned() },
    ];
    Some(Fix { title: format!("put it under `{section}:`").into(), edits })
}
