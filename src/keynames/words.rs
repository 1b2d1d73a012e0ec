//! Lists of words from a closed set.

use std::marker::PhantomData;

use crate::diagnostics::{rules, suggest};
use crate::yaml::{Kind, NodeId, YamlNode};

use super::{Expected, Reader, Shape};

/// A closed set of words.
pub trait WordList {
    /// The name of a word: `directive`.
    const NAME: &'static str;
    /// The allowed words.
    const WORDS: &'static [&'static str];
    /// Words of former versions and their replacements.
    const FORMERLY: &'static [(&'static str, &'static str)] = &[];
    /// The meaning of an empty list, if it is reported.
    const EMPTY: Option<&'static str> = None;
}

/// Declares a marker for a closed set of words.
macro_rules! word_lists {
    ($( $(#[$doc:meta])* $marker:ident $name:literal = $words:expr $(, formerly $old:expr)? $(, empty $empty:literal)? ; )*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug)]
            pub struct $marker;

            impl $crate::keynames::WordList for $marker {
                const NAME: &'static str = $name;
                const WORDS: &'static [&'static str] = &$words;
                $( const FORMERLY: &'static [(&'static str, &'static str)] = &$old; )?
                $( const EMPTY: Option<&'static str> = Some($empty); )?
            }
        )*
    };
}
pub(crate) use word_lists;

/// A list of words from `W`, each at most once.
#[derive(Clone, Debug)]
pub struct Keywords<W> {
    /// The list.
    pub node: NodeId,
    /// The known words.
    pub words: Vec<NodeId>,
    list: PhantomData<W>,
}

impl<W: WordList> Shape for Keywords<W> {
    const EXPECTED: Expected = Expected::Words(W::WORDS);

    fn read(node: YamlNode<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        if !reader.must_be(node, Kind::Sequence, &Self::EXPECTED) {
            return None;
        }
        let mut words: Vec<NodeId> = Vec::new();
        for item in node.items() {
            let word = item.as_str().filter(|_| !reader.is_call(item));
            let Some(word) = word else {
                reader.set_entry();
                reader.wrong_shape(item, &Expected::Text);
                continue;
            };
            if !W::WORDS.contains(&word) {
                let renamed = W::FORMERLY.iter().find(|(old, _)| *old == word);
                let suggestion =
                    renamed.map(|(_, new)| *new).or_else(|| suggest(word, W::WORDS.iter().copied()));
                let diagnostic =
                    rules::invalid_keyword::new(item.span(), word, W::NAME, W::WORDS, suggestion);
                reader.report(item, diagnostic);
                continue;
            }
            let first = words.iter().map(|&id| reader.tree().node(id)).find(|w| w.text() == word);
            if let Some(first) = first {
                let diagnostic = rules::repeated_keyword::new(item.span(), word, first.span());
                reader.report(item, diagnostic);
                continue;
            }
            words.push(item.id());
        }
        if let (Some(meaning), None) = (W::EMPTY, node.items().next()) {
            let diagnostic = rules::empty_list::new(node.span(), "directives", meaning);
            reader.report(node, diagnostic);
        }
        Some(Self { node: node.id(), words, list: PhantomData })
    }
}
