//! Colors, strokes and arrow heads.

use std::fmt::Write as _;

use super::super::picture::{FigureStyle, FrameSide, LinkStyle, RowKind};

/// Returns the style rules for light pages, then those for dark pages. Only simple rules, because few
/// programs support others.
pub(super) fn css() -> String {
    let mut css = String::from(BASE);
    for (rules, indent) in [(&LIGHT, ""), (&DARK, "  ")] {
        if !indent.is_empty() {
            css.push_str("@media (prefers-color-scheme: dark) {\n");
        }
        for (selector, rule) in rules {
            let _ = writeln!(css, "{indent}{selector}{{{rule}}}");
        }
    }
    css.push_str("}\n");
    css
}

const BASE: &str = "\
text{font-family:Arial,Helvetica,\"Liberation Sans\",\"DejaVu Sans Condensed\",\"DejaVu Sans\",sans-serif;font-size:11px}
.t{font-size:13px;font-weight:bold}
.ft{font-size:12.5px;font-weight:bold}
.nm{font-size:14px;font-weight:bold}
.ct{font-size:13px;font-weight:bold;text-anchor:end}
.pn{font-size:12px;font-weight:bold;text-anchor:middle}
.ln,.ld{font-size:11.5px;text-anchor:middle}
.ld{font-size:10px}
.pt{font-size:10px;text-anchor:middle}
.box{stroke-width:1.4}
.host{fill-opacity:.35}
.selected{stroke-dasharray:6 4}
.conditional{stroke-dasharray:4 3}
.missing{stroke-dasharray:2 3}
.inner{fill:none;stroke-width:1}
.link{fill:none;stroke-width:1.4}
.hosted{fill:none;stroke-width:3.4}
.derived{fill:none;stroke-width:1.4}
.mapped{fill:none;stroke-width:1.3;stroke-dasharray:5 4}
.candidate{fill:none;stroke-width:1.3;stroke-dasharray:2 3}
.frame{fill:none;stroke-width:1.4;stroke-dasharray:10 5}
.sep{stroke-width:1;opacity:.35}
.hollow{fill:none;stroke-width:1.3}
";

type Rules = [(&'static str, &'static str); 30];

const LIGHT: Rules = [
    (".paper,.lb", "fill:#ffffff"),
    ("text", "fill:#1b2431"),
    (".t,.note,.kd,.ld,.lg", "fill:#5b6675"),
    (".ft", "fill:#9a5b00"),
    (".own", "fill:#eaf2fd;stroke:#2f6fc4"),
    (".selected", "fill:#f3faf7;stroke:#12805c"),
    (".substituted", "fill:#f4eefc;stroke:#7a3fc4"),
    (".foreign", "fill:#f4f5f7;stroke:#a3abb6"),
    (".missing", "fill:#fdf0ef;stroke:#cf3a30"),
    (".port", "fill:#fff5e2;stroke:#b97309"),
    (".inner", "stroke:#7a3fc4"),
    (".fn", "fill:#6b7583"),
    (".sep", "stroke:#5b6675"),
    (".link,.candidate,.derived", "stroke:#59636f"),
    (".hosted", "stroke:#2f4a75"),
    (".mapped", "stroke:#b97309"),
    (".frame", "stroke:#d0a04a"),
    (".ah", "fill:#59636f"),
    (".ahh", "fill:#2f4a75"),
    (".ahd", "fill:#ffffff;stroke:#59636f"),
    (".ahm", "fill:#b97309"),
    (".ct", "fill:#2f6fc4"),
    (".solid", "fill:#59636f"),
    (".hollow", "stroke:#59636f"),
    (".open", "stroke:#b4690e"),
    (".lost", "stroke:#cf3a30"),
    (".badge", "fill:#dfe5ec"),
    (".group", "fill:#d6efe2"),
    (".policy", "fill:#fbe3ec"),
    (".pt", "fill:#2b3644"),
];

const DARK: Rules = [
    (".paper,.lb", "fill:#12181f"),
    ("text", "fill:#e6ebf1"),
    (".t,.note,.kd,.ld,.lg", "fill:#9ba8b7"),
    (".ft", "fill:#e5b45c"),
    (".own", "fill:#1a2a40;stroke:#6aa3ee"),
    (".selected", "fill:#14271f;stroke:#4fbf95"),
    (".substituted", "fill:#261d38;stroke:#b48af0"),
    (".foreign", "fill:#1c232b;stroke:#5d6875"),
    (".missing", "fill:#331a19;stroke:#f0766c"),
    (".port", "fill:#30240f;stroke:#dca03c"),
    (".inner", "stroke:#b48af0"),
    (".fn", "fill:#97a3b1"),
    (".sep", "stroke:#9ba8b7"),
    (".link,.candidate,.derived", "stroke:#94a1b0"),
    (".hosted", "stroke:#a9c4ea"),
    (".mapped", "stroke:#dca03c"),
    (".frame", "stroke:#86692f"),
    (".ah", "fill:#94a1b0"),
    (".ahh", "fill:#a9c4ea"),
    (".ahd", "fill:#12181f;stroke:#94a1b0"),
    (".ahm", "fill:#dca03c"),
    (".ct", "fill:#8fbcf5"),
    (".solid", "fill:#94a1b0"),
    (".hollow", "stroke:#94a1b0"),
    (".open", "stroke:#e0a14a"),
    (".lost", "stroke:#f0766c"),
    (".badge", "fill:#36414e"),
    (".group", "fill:#1f4536"),
    (".policy", "fill:#552b3d"),
    (".pt", "fill:#dde4ec"),
];

/// Arrow heads, whose size does not depend on the thickness of the line.
pub(super) const MARKERS: &str = "\
<marker id=\"a\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"9\" markerHeight=\"9\" markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path class=\"ah\" d=\"M0 1L10 5L0 9L2.5 5z\"/></marker>
<marker id=\"ah\" viewBox=\"0 0 12 12\" refX=\"10\" refY=\"6\" markerWidth=\"13\" markerHeight=\"13\" markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path class=\"ahh\" d=\"M0 0L12 6L0 12z\"/></marker>
<marker id=\"ad\" viewBox=\"0 0 12 12\" refX=\"11\" refY=\"6\" markerWidth=\"12\" markerHeight=\"12\" markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path class=\"ahd\" stroke-width=\"1.3\" d=\"M1 1L11 6L1 11z\"/></marker>
<marker id=\"am\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"8\" markerHeight=\"8\" markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path class=\"ahm\" d=\"M0 1L10 5L0 9z\"/></marker>
";

/// Returns the class of a line.
pub(super) fn link(style: LinkStyle) -> &'static str {
    match style {
        LinkStyle::Needs | LinkStyle::Imports => "link",
        LinkStyle::MayNeed => "candidate",
        LinkStyle::HostedOn => "hosted",
        LinkStyle::DerivedFrom => "derived",
        LinkStyle::Mapped => "mapped",
    }
}

/// Returns the class of what is only in some variants, after a space.
pub(super) fn conditional(condition: Option<&String>) -> &'static str {
    if condition.is_some() { " conditional" } else { "" }
}

/// Returns the arrow head of a line.
pub(super) fn ends(style: LinkStyle) -> &'static str {
    match style {
        LinkStyle::Needs | LinkStyle::MayNeed | LinkStyle::Imports => " marker-end=\"url(#a)\"",
        LinkStyle::HostedOn => " marker-end=\"url(#ah)\"",
        LinkStyle::DerivedFrom => " marker-end=\"url(#ad)\"",
        LinkStyle::Mapped => " marker-end=\"url(#am)\"",
    }
}

/// Returns the class of a box.
pub(super) fn figure(style: FigureStyle) -> &'static str {
    match style {
        FigureStyle::Own => "own",
        FigureStyle::Selected => "selected",
        FigureStyle::Substituted => "substituted",
        FigureStyle::Foreign => "foreign",
        FigureStyle::Missing => "missing",
        FigureStyle::Port(FrameSide::Entry | FrameSide::Exit) => "port",
    }
}

/// Returns the sign before a line in a box. It is 8 wide; its left edge is at `x`, and its middle at `y`.
pub(super) fn sign(kind: RowKind, x: f64, y: f64) -> String {
    let (class, shape) = match kind {
        RowKind::Plain => return String::new(),
        RowKind::Property => ("solid", "M1 -2h4v4h-4z"),
        RowKind::Attribute => ("hollow", "M1 -2h4v4h-4z"),
        RowKind::Capability => ("solid", "M0 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0z"),
        RowKind::Requirement => ("hollow", "M0 0h4M8 -4a4 4 0 0 0 0 8"),
        RowKind::Dangling => ("hollow open", "M0 0h4M8 -4a4 4 0 0 0 0 8"),
        RowKind::Missing => ("hollow lost", "M0 -3L6 3M6 -3L0 3"),
    };
    format!(
        "<path class=\"{class}\" transform=\"translate({} {})\" d=\"{shape}\"/>",
        super::n(x),
        super::n(y)
    )
}
