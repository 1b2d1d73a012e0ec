//! Keynames of a table.

use crate::keynames::{Expected, Keyname, Meta, Presence};

use super::{Completion, CompletionKind, Place, Request};

/// Returns the keynames of a table that its map does not have yet, in the order of the table; mandatory ones come first.
pub(super) fn rows(request: &Request<'_, '_>, table: &'static Meta, given: &[String]) -> Vec<Completion> {
    let version = request.context.version;
    let is_offered = |row: &&Keyname| {
        row.non_standard.is_none()
            && row.replaced_by.is_none()
            && version.is_none_or(|version| (row.since..=row.until).contains(&version))
            && !given.iter().any(|given| given == row.name)
    };
    let rows = table.keynames.iter().filter(is_offered);
    rows.map(|row| {
        let is_mandatory = matches!(row.presence, Presence::Mandatory | Presence::MandatoryUnlessRefined);
        Completion {
            label: row.name.to_owned(),
            kind: CompletionKind::Keyname,
            detail: row.expected.describe(),
            documentation: format!("{}\n\nTOSCA 2.0 §{}", row.doc.trim(), table.section),
            snippet: as_key(row.name, &row.expected, request.place),
            rank: u8::from(!is_mandatory),
            import: None,
        }
    })
    .collect()
}

/// Returns the snippet for a key with a value of this shape.
pub(super) fn as_key(name: &str, expected: &Expected, place: Place) -> String {
    if place.has_colon {
        return name.to_owned();
    }
    match start_of_value(expected) {
        Start::Scalar => format!("{name}: $0"),
        Start::Map if place.in_brackets => format!("{name}: {{ $0 \\}}"),
        Start::List if place.in_brackets => format!("{name}: [ $0 ]"),
        Start::Map => format!("{name}:\n  $0"),
        Start::List => format!("{name}:\n  - $0"),
    }
}

/// How a value begins.
enum Start {
    Scalar,
    Map,
    List,
}

fn start_of_value(expected: &Expected) -> Start {
    match expected {
        Expected::Map(_) | Expected::Metadata => Start::Map,
        Expected::List(_) | Expected::Named(_) | Expected::Words(_) => Start::List,
        Expected::Entity(meta) if meta().short.is_none() => Start::Map,
        Expected::Either(first, second) => match (start_of_value(first), start_of_value(second)) {
            (Start::Scalar, _) | (_, Start::Scalar) => Start::Scalar,
            (first, _) => first,
        },
        _ => Start::Scalar,
    }
}
