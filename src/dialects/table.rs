//! Keyname tables of dialects: the rows of a table of TOSCA 2.0, with an action for each keyname instead of a
//! field.

use crate::keynames::{AddedRow, Meta};
use crate::yaml::YamlNode;

use super::Rewriter;

/// Writes the lowered entry for a key and its value, or nothing.
pub type Action = for<'t> fn(&mut Rewriter<'t>, YamlNode<'t>, YamlNode<'t>);

/// A keyname table of a dialect.
#[derive(Debug)]
pub struct KeynameTable {
    /// The table as data.
    pub meta: Meta,
    /// The action for each keyname, in the order of the table.
    pub actions: &'static [Action],
}

/// The keynames that a language adds to the tables of the language that it extends.
#[derive(Debug)]
pub struct Extension {
    /// Returns the value of `tosca_definitions_version` that a file would have without the additions.
    pub base_version: fn(YamlNode<'_>) -> &'static str,
    /// The added rows.
    pub added: &'static [AddedRow],
}

/// Declares a table with one row per keyname, `"keyname": expected => action [properties];`, with its
/// documentation. Properties are methods of [`Keyname`](crate::keynames::Keyname), those after the table
/// methods of [`Meta`].
macro_rules! table {
    (
        $(#[doc = $about:literal])*
        $visibility:vis $table:ident $name:literal $section:literal {
            $(
                $(#[doc = $doc:literal])*
                $keyname:literal : $expected:expr => $action:expr
                    $(, $property:ident $(($($arg:expr),*))? )* ;
            )*
        }
        $( $option:ident $(($($value:expr),*))? ; )*
    ) => {
        $(#[doc = $about])*
        $visibility static $table: $crate::dialects::KeynameTable = $crate::dialects::KeynameTable {
            meta: $crate::keynames::Meta::new($name, $section, &[
                $( $crate::keynames::Keyname::new($keyname, concat!($($doc),*), $expected)
                    $(.$property($($($arg),*)?))* ),*
            ]) $(.$option($($($value),*)?))*,
            actions: &[ $( $action ),* ],
        };
    };
}
pub(crate) use table;
