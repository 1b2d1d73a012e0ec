//! The macro that turns a keyname table into a structure, its reader and its metadata.

use crate::diagnostics::{rules, suggest};
use crate::yaml::{Kind, NodeId, YamlNode};

use super::reader::Reader;
use super::{Expected, Meta, Presence, Role, Slot, Unread};

/// A structure that `entity!` declares.
pub trait Entity: Sized {
    /// The table.
    fn meta() -> &'static Meta;

    /// Returns the structure for `node` before any keyname is read.
    fn empty(node: NodeId) -> Self;

    /// Reads the value of one keyname, or returns [`Slot::Absent`] if the table has no such keyname.
    fn field(&mut self, keyname: &str, value: YamlNode<'_>, reader: &mut Reader<'_>) -> Slot<()>;

    /// The parts of the entity that could not be read.
    fn unread(&mut self) -> &mut Unread;

    /// Checks conditions between keynames, which a table cannot express.
    fn check(&self, node: YamlNode<'_>, reader: &mut Reader<'_>);
}

/// Declares an entity: one row per keyname, `"keyname" field: Shape [properties];`, with its documentation.
/// The shape gives the type of the field. Properties are methods of [`Keyname`](super::Keyname), and the
/// table properties after the rows are methods of [`Meta`]; `check` names a function for conditions between
/// keynames.
macro_rules! entity {
    (
        $(#[doc = $entity_doc:literal])*
        $entity:ident $entity_name:literal $section:literal {
            $(
                $(#[doc = $keyname_doc:literal])*
                $keyname:literal $field:ident : $shape:ty $([ $($property:ident $(($($argument:expr),*))?),* ])? ;
            )*
        }
        $( $table_property:ident $(($($table_argument:expr),*))? ; )*
        $( => $check:path )?
    ) => {
        $(#[doc = $entity_doc])*
        #[derive(Debug)]
        pub struct $entity {
            /// Its node.
            pub node: $crate::yaml::NodeId,
            /// The parts that could not be read.
            pub unread: $crate::keynames::Unread,
            $( $(#[doc = $keyname_doc])* pub $field: Option<$shape>, )*
        }

        const _: () = assert!([$($keyname),*].len() <= $crate::keynames::Unread::MAX_ROWS);

        impl $entity {
            $(
                $(#[doc = $keyname_doc])*
                ///
                /// Its value, or [`Unreadable`]($crate::keynames::Slot) if it could not be read.
                #[must_use]
                pub fn $field(&self) -> $crate::keynames::Slot<&$shape> {
                    let meta = <Self as $crate::keynames::Entity>::meta();
                    self.unread.slot(self.$field.as_ref(), meta, $keyname)
                }
            )*
        }

        impl $crate::keynames::Entity for $entity {
            fn meta() -> &'static $crate::keynames::Meta {
                static META: $crate::keynames::Meta = $crate::keynames::Meta::new($entity_name, $section, &[
                    $( $crate::keynames::Keyname::new(
                        $keyname,
                        concat!($($keyname_doc),*),
                        <$shape as $crate::keynames::Shape>::EXPECTED,
                    ) $($(.$property($($($argument),*)?))*)? ),*
                ]) $(.$table_property($($($table_argument),*)?))*;
                &META
            }

            fn empty(node: $crate::yaml::NodeId) -> Self {
                Self { node, unread: $crate::keynames::Unread::default(), $( $field: None ),* }
            }

            fn field(
                &mut self,
                keyname: &str,
                value: $crate::yaml::YamlNode<'_>,
                reader: &mut $crate::keynames::Reader<'_>,
            ) -> $crate::keynames::Slot<()> {
                let is_read = match keyname {
                    $( $keyname => {
                        self.$field = $crate::keynames::Shape::read(value, reader);
                        self.$field.is_some()
                    } )*
                    _ => return $crate::keynames::Slot::Absent,
                };
                if is_read { $crate::keynames::Slot::Given(()) } else { $crate::keynames::Slot::Unreadable }
            }

            fn unread(&mut self) -> &mut $crate::keynames::Unread {
                &mut self.unread
            }

            fn check(&self, _node: $crate::yaml::YamlNode<'_>, _reader: &mut $crate::keynames::Reader<'_>) {
                $( $check(self, _node, _reader); )?
            }
        }

        impl $crate::keynames::Shape for $entity {
            const EXPECTED: $crate::keynames::Expected =
                $crate::keynames::Expected::Entity(<$entity as $crate::keynames::Entity>::meta);

            fn read(
                node: $crate::yaml::YamlNode<'_>,
                reader: &mut $crate::keynames::Reader<'_>,
            ) -> Option<Self> {
                $crate::keynames::read_entity(node, reader)
            }
        }
    };
}
pub(crate) use entity;

/// Reads a map with the keynames of `E`, or its short form.
pub fn read_entity<E: Entity>(node: YamlNode<'_>, reader: &mut Reader<'_>) -> Option<E> {
    let meta = E::meta();
    match node.kind() {
        Kind::Invalid => return None,
        Kind::Mapping => {}
        // No value is a map without keynames.
        Kind::Scalar if node.is_null() => return Some(read_keynames(node, reader)),
        Kind::Scalar if reader.is_call(node) => {
            reader.call_not_allowed(node);
            return None;
        }
        Kind::Scalar if meta.short.is_some() && node.as_str().is_some() => {
            let mut entity = E::empty(node.id());
            let short = meta.short.unwrap_or_default();
            if entity.field(short, node, reader).is_unreadable() {
                entity.unread().add(row(meta, short));
            }
            entity.check(node, reader);
            return Some(entity);
        }
        Kind::Scalar | Kind::Sequence => {
            let intended = meta.string_intended_for.filter(|_| node.as_str().is_some());
            reader.wrong_shape_with_intended(node, &Expected::Entity(E::meta), intended);
            return None;
        }
    }
    if reader.is_call(node) {
        reader.call_not_allowed(node);
        return None;
    }
    let outer = reader.context;
    if meta.role == Role::Type {
        reader.context.refining = node.entry("derived_from").is_some();
    }
    let entity = read_keynames::<E>(node, reader);
    reader.context = outer;
    Some(entity)
}

fn read_keynames<E: Entity>(node: YamlNode<'_>, reader: &mut Reader<'_>) -> E {
    let meta = E::meta();
    let owner = reader.subject();
    let mut entity = E::empty(node.id());
    let mut seen = 0_u64;
    let outer = std::mem::take(&mut reader.intended);
    let mut intended: Vec<&'static str> = reader.misplaced_below.drain(..).map(|row| row.name).collect();
    // The section that unknown keys belong to; one of them is reported.
    let mut section = None;
    // Only entities inside this one have misplaced keynames that belong to it.
    let misplaced_before = reader.misplaced.len();
    reader.enclosing.push((meta, node.id()));
    for (key, value) in node.entries() {
        let Some(name) = key.as_str() else {
            entity.unread().add(unread_for_unknown_key(key, value, meta));
            reader.key_not_a_string(key, "a keyname");
            continue;
        };
        let index = meta.keynames.iter().position(|row| row.name == name);
        let row = index.map(|index| &meta.keynames[index]);
        seen |= index.map_or(0, |index| 1 << index);
        reader.set_keyname(key, row.is_some_and(|row| row.presence != Presence::Optional));
        if let Some(keyname) = row
            && value.is_null()
            && reader.report_null(key, keyname)
        {
            entity.unread().add(bit(index));
            continue;
        }
        if row.is_none() {
            entity.unread().add(unread_for_unknown_key(key, value, meta));
            if value.is_invalid() {
                continue;
            }
        }
        let slot = entity.field(name, value, reader);
        if slot.is_unreadable() {
            entity.unread().add(bit(index));
        }
        if slot.is_absent() {
            let intended_section = find_section(value, meta)
                .filter(|_| !has_near_name(name, meta) && find_in_enclosing(name, reader).is_none());
            if section.is_some() && section == intended_section {
                continue;
            }
            section = section.or(intended_section);
            intended.extend(unknown_keyname(key, meta, node, intended_section, reader));
        } else if let Some(keyname) = row
            && let Some(help) = keyname.non_standard
            && keyname.replaced_by.is_none_or(|successor| node.entry(successor).is_none())
        {
            reader.report(key, rules::non_standard_keyname::new(key.span(), name, meta.name, help));
        }
    }
    reader.enclosing.pop();
    reader.restore_subject(owner);
    let misplaced = reader.misplaced.iter().skip(misplaced_before);
    intended.extend(misplaced.filter(|(map, _)| *map == node.id()).map(|(_, keyname)| *keyname));
    if !node.is_broken() {
        for (index, keyname) in meta.keynames.iter().enumerate() {
            let needed = match keyname.presence {
                Presence::Optional | Presence::Conditional => false,
                Presence::Mandatory => true,
                Presence::MandatoryUnlessRefined => !reader.context.refining,
            };
            if needed && seen & (1 << index) == 0 && !intended.contains(&keyname.name) {
                let span = reader.owner_span(owner, node);
                reader.report(node, rules::missing_keyname::absent(span, keyname.name, meta.name));
            }
        }
    }
    for keyname in &intended {
        entity.unread().add(row(meta, keyname));
    }
    if node.is_broken() || meta.role != Role::Sections && node.is_broken_inside() {
        entity.unread().add(Unread::CUT_SHORT);
    }
    reader.intended = intended;
    entity.check(node, reader);
    reader.intended = outer;
    entity
}

/// The bit of the keyname `name`.
fn row(meta: &Meta, name: &str) -> Unread {
    bit(meta.keynames.iter().position(|row| row.name == name))
}

/// The bit of a row, or no bit if there is no row.
fn bit(row: Option<usize>) -> Unread {
    row.map_or_else(Unread::default, Unread::of_row)
}

/// The keynames that a key which is not a keyname may stand for.
fn unread_for_unknown_key(key: YamlNode<'_>, value: YamlNode<'_>, meta: &Meta) -> Unread {
    let mut unread = Unread::UNKNOWN_KEY;
    if !meta.is_former(key.text()) {
        unread.add(Unread::UNKNOWN_KEY_NOT_OF_1X);
    }
    if value.is_mapping() {
        unread.add(Unread::UNKNOWN_MAP);
    }
    unread
}

/// Reports a key that is not a keyname, with its `section` if it is a name that belongs there. Returns the keyname
/// that it stands for, or `None` if that is unclear.
fn unknown_keyname(
    key: YamlNode<'_>,
    meta: &Meta,
    map: YamlNode<'_>,
    section: Option<&'static str>,
    reader: &mut Reader<'_>,
) -> Option<&'static str> {
    let name = key.text();
    let successor = meta.keynames.iter().find(|keyname| keyname.formerly.contains(&name));
    let retired = meta.retired.iter().find(|(old, _)| *old == name);
    let names = || {
        let rows = meta.keynames.iter().filter(|keyname| keyname.non_standard.is_none());
        rows.map(|keyname| keyname.name)
    };
    let absent = || names().filter(|name| map.entry(name).is_none());
    let mut fix = None;
    let mut intended = None;
    let help = if let Some(keyname) = successor {
        // The value of a constraint also has another syntax.
        fix = Some(keyname.name).filter(|_| name != "constraints");
        intended = Some(keyname.name);
        format!("in TOSCA 2.0, use `{}`", keyname.name)
    } else if let Some((_, help)) = retired {
        (*help).to_owned()
    } else if let Some(section) = section {
        intended = Some(section);
        format!("put such definitions under `{section}:`")
    } else if let Some(suggestion) = suggest(name, absent()) {
        fix = Some(suggestion);
        intended = fix;
        format!("did you mean `{suggestion}`?")
    } else if let Some(suggestion) = find_partial_name(name, &absent) {
        intended = Some(suggestion);
        format!("did you mean `{suggestion}`?")
    } else if let Some(suggestion) = suggest(name, names()) {
        format!("did you mean `{suggestion}`? It is already in this map")
    } else if let Some((entity, keyname, outer)) = find_in_enclosing(name, reader) {
        reader.misplaced.push((outer, keyname));
        match find_in_inner(name, meta) {
            Some(inner) => {
                format!("move `{keyname}` to the enclosing {entity} (indent it less), or into `{inner}`")
            }
            None => format!("move `{keyname}` to the enclosing {entity} (indent it less)"),
        }
    } else if let Some(help) = meta.unknown_key_help {
        help.to_owned()
    } else if meta.role == Role::Part && meta.keyname("properties").is_some() {
        "put it under `properties:` if it is a property, or remove it".to_owned()
    } else {
        let names: Vec<String> = absent().map(|name| format!("`{name}`")).collect();
        if names.is_empty() {
            "remove it".to_owned()
        } else {
            format!("use {}", crate::diagnostics::list(&names, "or"))
        }
    };
    let mut diagnostic = rules::unknown_keyname::new(key.span(), key.text(), meta.name, Some(help));
    if let Some(replacement) = fix
        && map.entry(replacement).is_none()
    {
        diagnostic = diagnostic.fix(format!("write `{replacement}`"), key.span(), replacement);
    }
    reader.report(key, diagnostic);
    intended
}

/// Whether a key is a former or retired keyname, or nearly a keyname.
pub(crate) fn has_near_name(name: &str, meta: &Meta) -> bool {
    meta.is_former(name)
        || meta.retired.iter().any(|(old, _)| *old == name)
        || suggest(name, meta.keynames.iter().map(|keyname| keyname.name)).is_some()
}

/// Returns the only section of named definitions that a definition, the value of an unknown key, can be in.
fn find_section(value: YamlNode<'_>, meta: &Meta) -> Option<&'static str> {
    value.entries().next()?;
    let fits = |expected: &Expected| {
        let Expected::Map(Expected::Entity(inner)) = expected else { return false };
        value.entries().all(|(key, _)| key.as_str().is_some_and(|name| inner().keyname(name).is_some()))
    };
    let mut sections = meta.keynames.iter().filter(|keyname| fits(&keyname.expected));
    sections.next().filter(|_| sections.next().is_none()).map(|keyname| keyname.name)
}

/// Returns the nearest enclosing entity that allows the keyname `name` and does not have it: its name, the
/// keyname and its map.
fn find_in_enclosing(name: &str, reader: &Reader<'_>) -> Option<(&'static str, &'static str, NodeId)> {
    let (_, enclosing) = reader.enclosing.split_last()?;
    enclosing.iter().rev().find_map(|(meta, node)| {
        let keyname = meta.keyname(name)?;
        let is_given = reader.tree().node(*node).entry(name).is_some();
        (!is_given).then_some((meta.name, keyname.name, *node))
    })
}

/// Returns the keyname whose map allows the keyname `name`.
fn find_in_inner(name: &str, meta: &Meta) -> Option<&'static str> {
    let allows = |expected: &Expected| match expected {
        Expected::Entity(inner) | Expected::Either(_, Expected::Entity(inner)) => {
            inner().keyname(name).is_some()
        }
        _ => false,
    };
    meta.keynames.iter().find(|keyname| allows(&keyname.expected)).map(|keyname| keyname.name)
}

/// Returns the only keyname that a wrong name starts with, else the only one that it ends with:
/// `default_value` is `default`, `node_type` of a node template is `type`.
fn find_partial_name<I: Iterator<Item = &'static str>>(
    name: &str,
    keynames: &impl Fn() -> I,
) -> Option<&'static str> {
    const SEPARATORS: [char; 2] = ['_', '-'];
    let only = |fits: &dyn Fn(&str) -> bool| {
        let mut candidates = keynames().filter(|keyname| fits(keyname));
        candidates.next().filter(|_| candidates.next().is_none())
    };
    only(&|keyname| name.strip_prefix(keyname).is_some_and(|rest| rest.starts_with(SEPARATORS))).or_else(
        || only(&|keyname| name.strip_suffix(keyname).is_some_and(|rest| rest.ends_with(SEPARATORS))),
    )
}
