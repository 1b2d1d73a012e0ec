//! The words of findings, in the language of the file that they are about.

/// What findings say in words of TOSCA 2.0, and what to say instead.
#[derive(Debug)]
pub struct Words {
    /// Phrases, in order: what is said, and what to say.
    pub phrases: &'static [(&'static str, &'static str)],
    /// Keynames and functions, which stand between back-ticks.
    pub names: &'static [(&'static str, &'static str)],
    /// Operators with one operand, which become calls with more arguments.
    pub operators: &'static [&'static str],
}

impl Words {
    /// `text` in other words, if there are any. What the author of `source` writes himself stays as it is.
    #[must_use]
    pub fn say(&self, text: &str, source: &str) -> Option<String> {
        let mut said = text.to_owned();
        for (old, new) in self.phrases.iter().filter(|(old, _)| text.contains(old)) {
            said = said.replace(old, new);
        }
        let mut renamed = String::with_capacity(said.len());
        for (at, part) in said.split('`').enumerate() {
            if at > 0 {
                renamed.push('`');
            }
            // Every other part stands between back-ticks.
            if at % 2 == 0 { renamed.push_str(part) } else { self.rename(part, source, &mut renamed) }
        }
        (renamed != text).then_some(renamed)
    }

    /// `text` about an argument of the call that the operator `written` has become, in words about the operator.
    #[must_use]
    pub fn of_operator(&self, text: &str, written: &str) -> Option<String> {
        let operator = self.operators.iter().find(|operator| **operator == written)?;
        let starts = [
            ("the first argument of `", "the value compared by"),
            ("the second argument of `", "the operand of"),
        ];
        starts.iter().find_map(|(start, said)| {
            let (function, rest) = text.strip_prefix(start)?.split_once('`')?;
            self.operators.contains(&function).then(|| format!("{said} `{operator}`{rest}"))
        })
    }

    fn rename(&self, text: &str, source: &str, renamed: &mut String) {
        for word in text.split_inclusive(|c: char| !is_of_name(c)) {
            let name = word.trim_end_matches(|c: char| !is_of_name(c));
            let better = self.names.iter().find(|(old, _)| *old == name).filter(|_| !has_word(source, name));
            renamed.push_str(better.map_or(name, |(_, new)| new));
            renamed.push_str(&word[name.len()..]);
        }
    }
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$' | '-')
}

/// Whether `word` stands somewhere in `text`, not as part of a longer one.
fn has_word(text: &str, word: &str) -> bool {
    text.match_indices(word)
        .any(|(at, _)| !text[..at].ends_with(is_of_name) && !text[at + word.len()..].starts_with(is_of_name))
}
