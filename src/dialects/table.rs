//! Keyname tables of dialects: the rows of a table of TOSCA 2.0, with what becomes of each keyname in
//! place of a field.

use crate::grammar::Meta;
use crate::yaml::Node;

use super::Rewriter;

/// Writes the lowered entry for a key and its value, or nothing.
pub type Action = for<'t> fn(&mut Rewriter<'t>, Node<'t>, Node<'t>);

/// A keyname table of a dialect.
#[derive(Debug)]
pub struct Table {
    /// The table as data.
    pub meta: Meta,
    /// What becomes of each keyname, in the order of the table.
    pub actions: &'static [Action],
}

/// Declares a table: one row a keyname, `"keyname": expected => action [properties];`, with its documentation.
/// Properties are methods of [`Keyname`](crate::grammar::Keyname), those after the table methods of [`Meta`].
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
        $visibility static $table: $crate::dialects::Table = $crate::dialects::Table {
            meta: $crate::grammar::Meta::new($name, $section, &[
                $( $crate::grammar::Keyname::new($keyname, concat!($($doc),*), $expected)
                    $(.$property($($($arg),*)?))* ),*
            ]) $(.$option($($($value),*)?))*,
            actions: &[ $( $action ),* ],
        };
    };
}
pub(crate) use table;
