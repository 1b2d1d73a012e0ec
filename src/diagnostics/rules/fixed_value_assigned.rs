//! `fixed-value-assigned`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0609", "fixed-value-assigned", Error, "9.4", needs [Value]);

/// Reports that `what` is assigned a value at `span`, although its value is fixed at `definition_span`.
pub(crate) fn new(span: Span, what: &str, definition_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("the value of {what} is fixed and cannot be assigned"))
        .also(definition_span, "fixed here")
        .help("remove this line; the definition already sets the value")
}

/// Reports that the value of `what`, which is fixed at `definition_span` although it is assigned at `span`, is the name of
/// a data type: the definition was probably meant to have this type.
pub(crate) fn name_of_type(span: Span, what: &str, definition_span: Span, name: &str) -> Diagnostic {
    let definition = format!("{{ type: {name} }}");
    Diagnostic::new(&RULE, definition_span, format!("the value of {what} is fixed as {}, but assigned elsewhere", quoted(name)))
        .label("a value, not a data type")
        .also(span, "assigned here")
        .help(format!("write {} to define the data type", quoted(&definition)))
        .unsafe_fix("define the data type", definition_span, definition)
}
