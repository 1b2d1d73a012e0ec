//! Draws service templates, types and imports.
//!
//! Input: the model, with its types and names. Output: a [`Picture`], which has figures, links and at most
//! one frame, but no coordinates; then text in one of three formats. [`mermaid`] and [`dot`] leave the layout
//! to other programs; [`svg`] computes the layout itself. All costs are nearly linear, so very large inputs
//! still result in a picture. Nodes that are missing or unreadable are drawn as such; nothing is reported.

mod around;
mod dot;
mod hosts;
mod imports_view;
mod layout;
mod mermaid;
mod picture;
mod svg;
mod text;
mod topology_view;
mod types_view;

pub use around::{around, names};
pub use dot::dot;
pub use hosts::{inside_hosts, is_large};
pub use imports_view::imports;
pub use mermaid::mermaid;
pub use picture::{
    Figure, FigureStyle, Frame, FrameSide, LinkStyle, Picture, PictureLink, PictureTag, Row, RowKind,
};
pub use svg::svg;
pub use topology_view::{Conditions, topology};
pub use types_view::types;
