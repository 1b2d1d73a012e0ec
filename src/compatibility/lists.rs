//! Lists of types that restrict something: `valid_…`, `members`, `targets`.

use crate::model::types::{RESTRICTIONS, TypeView};
use crate::yaml::YamlNode;

use super::comparison::{Comparison, Edit, Site};
use super::type_relation::TypeRelation;
use super::usage::Usage;
use super::values::names;

impl<'g> Comparison<'g> {
    /// Compares the lists that types define themselves.
    pub(super) fn type_lists(&mut self, old: TypeView<'g>, new: TypeView<'g>) {
        for list in RESTRICTIONS {
            let (old_list, new_list) = (list.effective(self.old, old), list.effective(self.new, new));
            self.type_list(list.keyname, old_list, new_list, (old.key(), new.key()));
        }
    }

    /// Compares two lists; without a list, every type is allowed.
    pub(super) fn type_list(
        &mut self,
        keyname: &'static str,
        old: Option<YamlNode<'g>>,
        new: Option<YamlNode<'g>>,
        keys: (YamlNode<'g>, YamlNode<'g>),
    ) {
        let edit = Edit::changed(keyname, Site::new(old, keys.0), Site::new(new, keys.1));
        let written =
            |list: YamlNode<'g>| list.items().map(|entry| entry.text().to_owned()).collect::<Vec<_>>();
        let usage = Usage::ASSIGNED;
        self.within(format!("`{keyname}`"), |this| {
            let (impact, what, why) = match (old, new) {
                (None, None) => return,
                (None, Some(list)) => {
                    let (impact, why) = usage.narrowed();
                    let allowed = written(list);
                    let only = if allowed.is_empty() { "nothing".to_owned() } else { names(&allowed) };
                    (impact, format!("was added and allows only {only}"), why)
                }
                (Some(list), None) => {
                    let (impact, why) = usage.widened();
                    (impact, format!("was removed and no longer allows only {}", names(&written(list))), why)
                }
                (Some(old), Some(new)) => {
                    let (removed, added) = this.differences(old, new);
                    match (removed.is_empty(), added.is_empty()) {
                        (true, true) => return,
                        (false, true) => {
                            let (impact, why) = usage.narrowed();
                            (impact, format!("no longer allows {}", names(&removed)), why)
                        }
                        (true, false) => {
                            let (impact, why) = usage.widened();
                            (impact, format!("also allows {}", names(&added)), why)
                        }
                        (false, false) => {
                            let (impact, why) = usage.replaced();
                            let what =
                                format!("no longer allows {}, only {}", names(&removed), names(&added));
                            (impact, what, why)
                        }
                    }
                }
            };
            this.report(impact, &edit, what, why);
        });
    }

    /// Returns the entries of the old list that the new one does not allow, and vice versa.
    fn differences(&mut self, old: YamlNode<'g>, new: YamlNode<'g>) -> (Vec<String>, Vec<String>) {
        let (old_types, new_types) = (self.old, self.new);
        let mut relation = |old_entry: YamlNode<'g>, new_entry: YamlNode<'g>| {
            self.relation(old_types.type_use(old_entry), new_types.type_use(new_entry))
        };
        let mut removed = Vec::new();
        for old_entry in old.items() {
            if !new.items().any(|new_entry| {
                matches!(relation(old_entry, new_entry), TypeRelation::Same | TypeRelation::Base)
            }) {
                removed.push(old_entry.text().to_owned());
            }
        }
        let mut added = Vec::new();
        for new_entry in new.items() {
            if !old.items().any(|old_entry| {
                matches!(relation(old_entry, new_entry), TypeRelation::Same | TypeRelation::Derived)
            }) {
                added.push(new_entry.text().to_owned());
            }
        }
        (removed, added)
    }
}
