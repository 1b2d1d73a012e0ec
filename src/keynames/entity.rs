//! The macro that turns a keyname table into a structure, its reader and its metadata.

use crate::base::Symbol;
use crate::diagnostics::rules;
use crate::yaml::{Kind, NodeId, YamlNode};

use super::reader::{Reader, Subject};
use super::unknown::{UnknownInMap, has_near_name, is_misspelled};
use super::{Expected, Keyname, Meta, Presence, Role, Slot, Unread};
use super::{explained, misplaced, unknown};

/// A structure that `entity!` declares.
pub trait Entity: Sized {
    /// The table.
    fn meta() -> &'static Meta;

    /// Returns the structure for `node` before any keyname is read.
    fn empty(node: NodeId) -> Self;

    /// Reads the value of the keyname with a symbol, or returns [`Slot::Absent`] if the table has no such keyname.
    fn field(&mut self, keyname: Symbol, value: YamlNode<'_>, reader: &mut Reader<'_>) -> Slot<()>;

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
                keyname: $crate::base::Symbol,
                value: $crate::yaml::YamlNode<'_>,
                reader: &mut $crate::keynames::Reader<'_>,
            ) -> $crate::keynames::Slot<()> {
                let is_read = match keyname {
                    $( symbol if symbol == const { $crate::yaml::WORDS.symbol_of($keyname) } => {
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
        Kind::Scalar if meta.short.is_some() && node.is_string() => {
            let mut entity = E::empty(node.id());
            let index = meta.short.and_then(|short| meta.index_of(short));
            if let Some(keyname) = index.map(|index| &meta.keynames[index])
                && entity.field(keyname.symbol, node, reader).is_unreadable()
            {
                entity.unread().add(bit(index));
            }
            entity.check(node, reader);
            return Some(entity);
        }
        Kind::Scalar | Kind::Sequence => {
            reader.wrong_shape(node, &Expected::Entity(E::meta));
            return None;
        }
    }
    if reader.is_call(node) {
        reader.call_not_allowed(node);
        return None;
    }
    let outer = reader.context;
    if meta.role == Role::Type {
        reader.context.refining = may_be_derived(node, meta, reader);
    }
    let entity = read_keynames::<E>(node, reader);
    reader.context = outer;
    Some(entity)
}

/// Whether a type has a parent, or an unknown key or a keyname at the wrong level may name one.
fn may_be_derived(node: YamlNode<'_>, meta: &Meta, reader: &Reader<'_>) -> bool {
    const PARENT: &str = "derived_from";
    let may_name_parent = |(key, value): (YamlNode<'_>, YamlNode<'_>)| {
        key.text() == PARENT || meta.keyname_at(key).is_none() && value.is_string()
    };
    node.entries().any(may_name_parent) || reader.misplaced_below.iter().any(|row| row.name == PARENT)
}

fn read_keynames<E: Entity>(node: YamlNode<'_>, reader: &mut Reader<'_>) -> E {
    let meta = E::meta();
    let owner = reader.subject();
    let mut entity = E::empty(node.id());
    let mut seen = 0_u64;
    let outer = std::mem::take(&mut reader.intended);
    let mut intended: Vec<&'static str> = reader.misplaced_below.drain(..).map(|row| row.name).collect();
    let mut unknown_keys = UnknownInMap::default();
    // Only entities inside this one have misplaced keynames that belong to it.
    let misplaced_before = reader.misplaced.len();
    let is_cut = std::mem::take(&mut reader.is_cut_below);
    reader.enclosing.push((meta, node.id()));
    let repeated = node.all_entries().filter(|(key, _)| key.is_skipped() && key.text() != "<<");
    reader.repeated_keys.extend(repeated.map(|(key, _)| key.id()));
    let mut entries = node.entries().peekable();
    let mut previous = None;
    while let Some((key, value)) = entries.next() {
        if let Some(previous) = previous.replace((key, value)).filter(|_| node.is_broken()) {
            explain_lines_after(previous, (key, value), meta, reader);
        }
        let (Some(name), Some(symbol)) = (key.as_str(), key.symbol()) else {
            entity.unread().add(unread_for_unknown_key(key, value, meta));
            report_key_not_a_string((key, value), node, reader);
            continue;
        };
        let index = meta.index_at(key);
        let row = index.map(|index| &meta.keynames[index]);
        seen |= index.map_or(0, |index| 1 << index);
        reader.set_keyname(key, row.is_some_and(|row| row.presence != Presence::Optional));
        if let Some(keyname) = row
            && value.is_null()
            && (entries.peek().is_some_and(|next| is_unindented(*next, keyname, meta))
                || reader.report_null(key, keyname))
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
        if row.is_none() && explained::report_glued(key, reader) {
            entity.unread().add(unread_for_unknown_key(key, value, meta));
            let intended_row = key.glued().and_then(|glued| meta.keyname(glued.name));
            intended.extend(intended_row.map(|row| row.name));
            continue;
        }
        if row.is_none() && value.is_null() && is_before_repeated_key(value, node) {
            unknown::report_before_repeated_keys(key, meta, reader.text_of(owner), reader);
            explained::repeated_after(key, node, reader);
            entity.unread().add(Unread::CUT_SHORT);
            break;
        }
        let slot = entity.field(symbol, value, reader);
        if slot.is_unreadable() {
            entity.unread().add(bit(index));
        }
        if slot.is_absent() {
            unknown_keys.add((key, value), node, meta, reader);
        } else if let Some(keyname) = row
            && let Some(help) = keyname.non_standard
            && keyname.replaced_by.is_none_or(|successor| node.entry(successor).is_none())
        {
            reader.report(key, rules::non_standard_keyname::new(key.span(), name, meta.name, help));
        }
    }
    reader.restore_subject(owner);
    unknown_keys.report_unclear(meta, node, reader);
    let has_unclear_keys = is_cut || unknown_keys.has_unclear;
    intended.append(&mut unknown_keys.intended);
    let outer_unclear = std::mem::replace(&mut reader.has_unclear_keys, has_unclear_keys);
    if meta.role != Role::Sections && entity.unread().has_unknown_key() {
        reader.beside_unknown_keys.extend(node.entries().map(|(_, value)| value.id()));
    }
    reader.enclosing.pop();
    let misplaced = reader.misplaced.iter().skip(misplaced_before);
    intended.extend(misplaced.filter(|(map, _)| *map == node.id()).map(|(_, keyname)| *keyname));
    let is_cut = is_cut || reader.is_continued_outside(node, meta);
    if !node.is_broken() && !is_cut {
        let is_written =
            |index: usize, name: &'static str| seen & (1 << index) != 0 || intended.contains(&name);
        report_missing(node, meta, owner, is_written, reader);
    }
    for keyname in &intended {
        entity.unread().add(row(meta, keyname));
    }
    if is_cut || node.is_broken() || meta.role != Role::Sections && node.is_broken_inside() {
        entity.unread().add(Unread::CUT_SHORT);
    }
    let entity_unread = *entity.unread();
    let is_unread = |row: &Keyname| entity_unread.intersects(self::row(meta, row.name));
    if meta.role != Role::Sections && meta.sections_of_members().any(is_unread) {
        reader.unread_entities.push(node.id());
    }
    reader.intended = intended;
    entity.check(node, reader);
    reader.intended = outer;
    reader.has_unclear_keys = outer_unclear;
    entity
}

/// Reports a key of `map` that is not a string, and explains a syntax error in the lines after its entry.
fn report_key_not_a_string(
    (key, value): (YamlNode<'_>, YamlNode<'_>),
    map: YamlNode<'_>,
    reader: &mut Reader<'_>,
) {
    reader.key_not_a_string(key, "a keyname");
    if map.is_broken() {
        explained::lines_after(value, reader);
    }
}

/// Reports the mandatory keynames that an entity does not have; `is_written` is whether a row, with its keyname, is
/// written.
fn report_missing(
    node: YamlNode<'_>,
    meta: &'static Meta,
    owner: Subject,
    is_written: impl Fn(usize, &'static str) -> bool,
    reader: &mut Reader<'_>,
) {
    for (index, keyname) in meta.keynames.iter().enumerate() {
        let needed = match keyname.presence {
            Presence::Optional | Presence::Conditional => false,
            Presence::Mandatory => true,
            Presence::MandatoryUnlessRefined => !reader.context.refining,
        };
        if needed && !is_written(index, keyname.name) && !reader.may_be_elsewhere(keyname.name) {
            let span = reader.owner_span(owner, node);
            reader.report(node, rules::missing_keyname::absent(span, keyname.name, meta.name));
            reader.may_be_of_another_kind(owner, node);
        }
    }
}

/// Explains the syntax error after the entry `next` if that is indented too little, above lines that continue those of
/// the entry before.
fn explain_lines_after(
    previous: (YamlNode<'_>, YamlNode<'_>),
    next: (YamlNode<'_>, YamlNode<'_>),
    meta: &Meta,
    reader: &mut Reader<'_>,
) {
    if is_without_near_name(next.0, meta) && explained::may_continue(previous, next) {
        explained::lines_after(next.1, reader);
    }
}

/// Whether a key is not a keyname, and not a misspelled one.
fn is_without_near_name(key: YamlNode<'_>, meta: &Meta) -> bool {
    let name = key.text();
    let is_retired = || meta.retired.iter().any(|(old, _)| *old == name);
    meta.keyname(name).is_none() && (is_retired() || !has_near_name(name, meta))
}

/// Whether the key after `value` in its map is a repeated one.
fn is_before_repeated_key(value: YamlNode<'_>, map: YamlNode<'_>) -> bool {
    let next = value.next_node().filter(|next| map.contains(*next));
    next.is_some_and(|next| next.is_skipped() && map.entry(next.text()).is_some())
}

/// Whether the entry after a keyname without a value is not one of this map: it, and what follows, belongs below the
/// keyname.
fn is_unindented((key, value): (YamlNode<'_>, YamlNode<'_>), keyname: &Keyname, meta: &Meta) -> bool {
    if meta.keyname_at(key).is_some() {
        return false;
    }
    let is_inside = misplaced::table(&keyname.expected).is_some_and(|inner| inner.keyname_at(key).is_some());
    is_inside || value.is_invalid() || keyname.expected.is_section() && !is_misspelled(key.text(), meta)
}

/// The bit of the keyname `name`.
fn row(meta: &Meta, name: &str) -> Unread {
    bit(meta.index_of(name))
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
