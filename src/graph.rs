//! Pictures of service templates, types and imports, for people who would rather look than read.
//!
//! In: model, with the types and names behind them. Out: a [`Picture`], that is figures, links and at
//! most one frame without any places; then text of one of three formats. [`mermaid`] and [`dot`] leave the
//! layout to others; [`svg`] lays out itself and needs no other program. Every cost is near linear, so that
//! very large inputs give very large pictures, but give them. What could not be read or found is drawn as
//! such; nothing is reported.

mod dot;
mod imports_view;
mod layout;
mod mermaid;
mod picture;
mod svg;
mod text;
mod topology_view;
mod types_view;

pub use dot::dot;
pub use imports_view::imports;
pub use mermaid::mermaid;
pub use picture::{Figure, Frame, Link, LinkLook, Look, Mark, Picture, Row, Side, Tag};
pub use svg::svg;
pub use topology_view::topology;
pub use types_view::types;
