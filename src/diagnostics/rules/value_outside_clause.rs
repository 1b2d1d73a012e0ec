//! `value-outside-clause`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::text::{GET_INPUT, GET_PROPERTY, VALUE};

declare_rule!("T0706", "value-outside-clause", Error, "10.2.1.5");

/// Reports that `$value` is called at `span`, where no value is validated.
pub(crate) fn new(span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{VALUE} is used outside a validation clause"))
        .label("nothing is validated here")
        .help(format!("use {GET_PROPERTY} or {GET_INPUT}; to write the text itself, use `$$value`"))
}
