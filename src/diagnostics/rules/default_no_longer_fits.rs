//! `default-no-longer-fits`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0612", "default-no-longer-fits", Error, "9.4");

/// What a refinement inherits.
#[derive(Clone, Copy)]
pub(crate) enum Inherited {
    /// A default, which the refinement can replace.
    Default,
    /// A fixed value, which it cannot.
    Value,
}

impl Inherited {
    fn name(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::Value => "value",
        }
    }
}

/// Reports that the inherited default or value of `what`, at `value_span`, is not valid for the refinement at
/// `span`.
pub(crate) fn new(span: Span, what: &str, kind: Inherited, value: &str, value_span: Span) -> Diagnostic {
    let diagnostic = excluded(span, what, kind, value, value_span);
    match kind {
        Inherited::Default => diagnostic.help("add a `default` that is valid here, or widen the refinement"),
        Inherited::Value => diagnostic.help("widen the refinement; a fixed value cannot be changed"),
    }
}

/// Reports that the inherited default or value of `what`, at `value_span`, is not valid for the type that is
/// named at `span`.
pub(crate) fn for_type(span: Span, what: &str, kind: Inherited, value: &str, value_span: Span) -> Diagnostic {
    excluded(span, what, kind, value, value_span).help(help_for_type(kind))
}

/// Reports that the default or value of `what`, at `value_span`, in the type that is named at `span` is not
/// valid for the earlier refinement at `refinement_span`.
pub(crate) fn of_type(
    span: Span,
    what: &str,
    kind: Inherited,
    value: &str,
    value_span: Span,
    refinement_span: Span,
) -> Diagnostic {
    let name = kind.name();
    Diagnostic::new(&RULE, span, format!("the {name} of {what} in this type is not valid here"))
        .label(format!("brings {}", quoted(value)))
        .also(value_span, format!("{name} in the type"))
        .also(refinement_span, "excluded by this earlier refinement")
        .help(help_for_type(kind))
}

fn excluded(span: Span, what: &str, kind: Inherited, value: &str, value_span: Span) -> Diagnostic {
    let name = kind.name();
    Diagnostic::new(&RULE, span, format!("the inherited {name} of {what} is no longer valid"))
        .label(format!("excludes {}", quoted(value)))
        .also(value_span, format!("inherited {name}"))
}

fn help_for_type(kind: Inherited) -> &'static str {
    match kind {
        Inherited::Default => "use another type, or refine it with a `default` that is valid here",
        Inherited::Value => "use a type that agrees with the earlier refinements",
    }
}
