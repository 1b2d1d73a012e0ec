//! Reasons for leaving a text to the other reader.

/// The first part of a text that is not everyday YAML.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fallback {
    /// A tab, another control character, a carriage return alone, or a byte order mark.
    Characters,
    /// A directive, the end of a document, a second document, or a value after `---`.
    Documents,
    /// No value at all, or a root that is not a block map or list.
    Root,
    /// A line that does not fit the blocks around it.
    Indentation,
    /// A character that cannot start a value here.
    Indicator,
    /// Something after a value in its line.
    Trailing,
    /// A line of another language, such as a comment with another mark, or a character that looks like a
    /// space where a space would have an effect.
    Foreign,
    /// A tag.
    Tag,
    /// An anchor anywhere but before a value in the line of its key or dash, or an unusual name.
    Anchor,
    /// An alias without an anchor, of an open node, or with an unusual name.
    Alias,
    /// A key that is long, complex, or not in one line.
    Key,
    /// A quoted scalar with an unusual escape, without an end, or with a line that is not indented.
    Quoted,
    /// A block scalar without content, with an indentation indicator, or without a last line break.
    BlockScalar,
    /// Brackets that do not close, single pairs, scalars over several lines, and so on.
    Flow,
    /// Deep nesting, or more nodes than the limits allow.
    Limits,
}
