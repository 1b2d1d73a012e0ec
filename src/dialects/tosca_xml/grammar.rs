//! Checks a file against the elements of TOSCA 1.0 (XE03 to XE09, XE11).

mod shapes;
mod table;

use rustc_hash::FxHashMap;

use crate::diagnostics::{Diagnostic, list, quoted, rules, suggest};
use crate::yaml::YamlNode;

use super::element::{DOCUMENTATION, Element, Name};
use shapes::Shape;
use table::{Place, ROOT, Row};

/// The elements of Winery at the level of definitions.
pub(super) const OF_WINERY: &[&str] =
    &["PatternRefinementModel", "TopologyFragmentRefinementModel", "TestRefinementModel", "ComplianceRule"];

/// The maximum number of names in a file for which a similar one is looked for.
pub(super) const MAX_SUGGESTIONS: usize = 20;

type Diagnostics<'t> = Vec<(YamlNode<'t>, Diagnostic)>;

/// Checks the root element and everything in it.
pub(super) fn check(root: Element<'_>) -> Diagnostics<'_> {
    let mut checker = Checker { diagnostics: Vec::new(), ids: FxHashMap::default(), references: Vec::new() };
    if let Some(row) = table::root() {
        checker.element(root, row);
    }
    checker.references();
    checker.diagnostics
}

/// The elements so far of the element that is checked.
struct Order<'t> {
    /// The first one of each place.
    firsts: [Option<Element<'t>>; table::MAX_PLACES],
    /// The last one that is in order, and the index of its place.
    last: Option<(usize, Element<'t>)>,
}

struct Checker<'t> {
    diagnostics: Diagnostics<'t>,
    ids: FxHashMap<&'t str, YamlNode<'t>>,
    references: Vec<YamlNode<'t>>,
}

impl<'t> Checker<'t> {
    fn report(&mut self, node: YamlNode<'t>, diagnostic: Diagnostic) {
        self.diagnostics.push((node, diagnostic));
    }

    /// Checks an element: its attributes, and what is in it and in which order. The depth of a file is limited.
    fn element(&mut self, element: Element<'t>, row: &'static Row) {
        self.attributes(element, row);
        let mut order = Order { firsts: [None; table::MAX_PLACES], last: None };
        for child in element.children() {
            let name = Name::of(child);
            match row.place(name) {
                Some((index, placed)) => {
                    self.placed(element, &row.places[index], (index, child), &mut order);
                    if let Some(row) = placed.row() {
                        self.element(child, row);
                    }
                }
                None if name.is_foreign() || name == Name::Word(DOCUMENTATION) => {}
                None => self.unknown(element, child, row),
            }
        }
        self.missing(element, row, &order);
    }

    fn unknown(&mut self, element: Element<'t>, child: Element<'t>, row: &Row) {
        let is_of_winery = element.local() == ROOT && OF_WINERY.contains(&child.name());
        // The schema of properties and the content of policies may be in the namespace of TOSCA.
        let is_open = row.places.is_empty();
        if is_of_winery || is_open {
            return;
        }
        let known = || row.places.iter().flat_map(|place| &place.elements).map(|element| element.text);
        let help = match suggest(child.name(), known()) {
            Some(suggestion) => format!("did you mean {}?", quoted(suggestion)),
            None => {
                let known: Vec<String> = known().map(quoted).collect();
                format!("expected {}", list(&known, "or"))
            }
        };
        let diagnostic =
            rules::unknown_xml_element::new(child.key.span(), child.name(), element.local(), help);
        self.report(child.key, diagnostic);
    }

    fn attributes(&mut self, element: Element<'t>, row: &Row) {
        let mut values = [None; table::MAX_ATTRIBUTES];
        let mut has_others = false;
        for attribute in element.attributes() {
            let name = Name::of(attribute);
            match row.attributes.iter().position(|known| known.name == name) {
                Some(index) => values[index] = values[index].or(Some(attribute.value)),
                None => has_others = true,
            }
        }
        for (attribute, value) in row.attributes.iter().zip(values) {
            let Some(value) = value else {
                if attribute.is_mandatory {
                    let span = element.key.span();
                    let diagnostic = rules::missing_xml_attribute::new(span, element.name(), attribute.text);
                    self.report(element.key, diagnostic);
                }
                continue;
            };
            if attribute.shape == Shape::Any {
                continue;
            }
            if let Some(expected) = attribute.shape.expected(value.text()) {
                let diagnostic =
                    rules::wrong_xml_value::new(value.span(), attribute.text, value.text(), expected);
                self.report(value, diagnostic);
                continue;
            }
            match attribute.shape {
                Shape::Id => self.id(value),
                Shape::Reference => self.references.push(value),
                _ => {}
            }
        }
        if has_others {
            self.other_attributes(element, row);
        }
    }

    /// Reports the attributes that a row does not have.
    fn other_attributes(&mut self, element: Element<'t>, row: &Row) {
        for attribute in element.attributes() {
            let name = attribute.name();
            if name.starts_with('{') || row.attributes.iter().any(|known| known.text == name) {
                continue;
            }
            let known = || row.attributes.iter().map(|known| known.text);
            let suggestion = suggest(name, known().filter(|known| element.attribute(known).is_none()));
            let diagnostic =
                rules::unknown_xml_attribute::new(attribute.key.span(), name, element.local(), suggestion);
            self.report(attribute.key, diagnostic);
        }
    }

    fn id(&mut self, value: YamlNode<'t>) {
        match self.ids.get(value.text()) {
            Some(first) => {
                let diagnostic = rules::duplicate_xml_id::new(value.span(), value.text(), first.span());
                self.report(value, diagnostic);
            }
            None => {
                self.ids.insert(value.text(), value);
            }
        }
    }

    /// Checks how often and in which order an element is at its place, which is given with its index.
    fn placed(
        &mut self,
        element: Element<'t>,
        place: &Place,
        (index, child): (usize, Element<'t>),
        order: &mut Order<'t>,
    ) {
        if let (Some(first), false) = (order.firsts[index], place.may_repeat) {
            let diagnostic = rules::repeated_xml_element::new(
                child.key.span(),
                child.name(),
                element.local(),
                first.key.span(),
            );
            self.report(child.key, diagnostic);
            return;
        }
        order.firsts[index].get_or_insert(child);
        match order.last {
            Some((before, after)) if index < before && !is_free(element, child, after) => {
                let diagnostic = rules::misplaced_xml_element::late(
                    child.key.span(),
                    child.name(),
                    after.key.span(),
                    after.name(),
                );
                self.report(child.key, diagnostic);
            }
            _ => order.last = Some((index, child)),
        }
    }

    /// Reports the places that need an element and have none.
    fn missing(&mut self, element: Element<'t>, row: &Row, order: &Order<'t>) {
        for (place, first) in row.places.iter().zip(order.firsts) {
            if first.is_some() || !place.is_mandatory || is_root_of_others(element) {
                continue;
            }
            let diagnostic = if place.may_repeat {
                rules::empty_xml_element::new(element.key.span(), element.local(), &words(place))
            } else {
                rules::missing_xml_element::one_of(element.key.span(), element.local(), &words(place))
            };
            self.report(element.key, diagnostic);
        }
    }

    /// Checks that references to ids in the file have a target.
    fn references(&mut self) {
        let references = std::mem::take(&mut self.references);
        let dangling = references.into_iter().filter(|reference| !self.ids.contains_key(reference.text()));
        let dangling: Vec<YamlNode<'t>> = dangling.collect();
        for (index, reference) in dangling.into_iter().enumerate() {
            let name = reference.text();
            let mut ids: Vec<&str> = self.ids.keys().copied().filter(|_| index < MAX_SUGGESTIONS).collect();
            ids.sort_unstable();
            let suggestion = suggest(name, ids);
            let diagnostic = rules::dangling_xml_reference::new(reference.span(), name, suggestion);
            self.report(reference, diagnostic);
        }
    }
}

/// Whether two elements may be in any order: Winery writes `Types` and `Tags` anywhere.
fn is_free(element: Element<'_>, child: Element<'_>, after: Element<'_>) -> bool {
    let are_definitions = element.local() == ROOT && child.name() == "Types" && after.name() != "Types";
    are_definitions || child.name() == "Tags"
}

fn words(place: &Place) -> String {
    let names: Vec<String> = place.elements.iter().map(|element| quoted(element.text)).collect();
    // A file may have many kinds of definitions.
    if names.len() > 4 { "definitions".to_owned() } else { list(&names, "or") }
}

/// Whether a file has no definitions of TOSCA, but something else: those of Winery, or an import or schema alone.
fn is_root_of_others(element: Element<'_>) -> bool {
    element.local() == ROOT && element.children().next().is_some()
}
