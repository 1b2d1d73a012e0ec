//! Pictures: boxes, lines between them, and at most one frame.
//!
//! Every view (topology, types, imports) returns a [`Picture`], and every format (SVG, DOT, Mermaid) draws
//! one. A picture has no coordinates. Indexes of boxes refer to `figures` and are valid. No box is inside itself.

/// Boxes and the lines between them.
#[derive(Clone, Debug, Default)]
pub struct Picture {
    /// What the picture shows, in one line.
    pub title: String,
    /// A sentence that describes the picture for those who cannot see it.
    pub description: String,
    /// The boxes.
    pub figures: Vec<Figure>,
    /// The lines between them.
    pub links: Vec<PictureLink>,
    /// The frame around all boxes except ports, which are on its edge.
    pub frame: Option<Frame>,
}

impl Picture {
    /// Returns the boxes that each box directly contains.
    pub(super) fn contents(&self) -> Vec<Vec<usize>> {
        let mut contents = vec![Vec::new(); self.figures.len()];
        for (index, figure) in self.figures.iter().enumerate() {
            if let Some(host) = figure.host {
                contents[host].push(index);
            }
        }
        contents
    }
}

/// A box.
#[derive(Clone, Debug)]
pub struct Figure {
    /// The name of the drawn thing.
    pub name: String,
    /// A second line below the name, such as the type of a template or the kind of a type; may be empty.
    pub kind: String,
    /// Its appearance.
    pub style: FigureStyle,
    /// The number of instances, or `None` if there is exactly one.
    pub count: Option<String>,
    /// Short words in its corner, such as the directives of a node template.
    pub badges: Vec<String>,
    /// The lines of text inside.
    pub rows: Vec<Row>,
    /// When the box is there, such as `if mode = prod`, or `None` if it always is.
    pub condition: Option<String>,
    /// The groups and policies that have the node as a member or target.
    pub tags: Vec<PictureTag>,
    /// The tooltip; may be empty.
    pub tip: String,
    /// The index of the box around it.
    pub host: Option<usize>,
}

impl Figure {
    /// Returns a box without rows, tags and other details.
    #[must_use]
    pub fn new(name: impl Into<String>, kind: impl Into<String>, style: FigureStyle) -> Self {
        Self {
            name: name.into(),
            kind: kind.into(),
            style,
            count: None,
            badges: Vec::new(),
            rows: Vec::new(),
            condition: None,
            tags: Vec::new(),
            tip: String::new(),
            host: None,
        }
    }
}

/// The appearance of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FigureStyle {
    /// Something that the drawn file defines.
    Own,
    /// An existing node that is selected.
    Selected,
    /// A node with the directive `substitute`: another service takes its part.
    Substituted,
    /// Something that another file defines.
    Foreign,
    /// Something that is missing or unreadable.
    Missing,
    /// A port on the edge of the frame: a capability or requirement that `substitution_mappings` maps.
    Port(FrameSide),
}

/// A side of the frame, by the direction of the links through its ports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FrameSide {
    /// The top, where links enter.
    Entry,
    /// The bottom, where links leave.
    Exit,
}

/// A line inside a box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// What the line describes.
    pub kind: RowKind,
    /// The text after the sign of its kind.
    pub text: String,
}

/// What a line inside a box describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RowKind {
    /// A property.
    Property,
    /// An attribute.
    Attribute,
    /// A capability.
    Capability,
    /// A requirement.
    Requirement,
    /// A requirement without a target.
    Dangling,
    /// A requirement whose target does not exist.
    Missing,
    /// Anything else; has no sign.
    Plain,
}

impl RowKind {
    /// Returns the sign before the text of a row.
    #[must_use]
    pub fn sign(self) -> &'static str {
        match self {
            RowKind::Property => "· ",
            RowKind::Attribute => "◦ ",
            RowKind::Capability => "● ",
            RowKind::Requirement => "→ ",
            RowKind::Dangling => "⇢ ",
            RowKind::Missing => "✗ ",
            RowKind::Plain => "",
        }
    }
}

/// A group or policy that a box belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureTag {
    /// The name of the group or policy, or `+3` in place of the last ones.
    pub text: String,
    /// Whether it is a policy; otherwise, it is a group.
    pub is_policy: bool,
}

/// A line from one box to another.
#[derive(Clone, Debug)]
pub struct PictureLink {
    /// The index of the box where it starts.
    pub from: usize,
    /// The index of the box where it ends.
    pub to: usize,
    /// Its name; may be empty.
    pub name: String,
    /// A detail shown below the name; may be empty.
    pub detail: String,
    /// When the line is there, such as `if mode = prod`, or `None` if it always is.
    pub condition: Option<String>,
    /// Its appearance.
    pub style: LinkStyle,
}

/// The appearance of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LinkStyle {
    /// A requirement of one node targets another.
    Needs,
    /// A requirement of one node can target another, or one of several others.
    MayNeed,
    /// A requirement of one node targets the node that hosts it.
    HostedOn,
    /// One type is derived from another, which is above it.
    DerivedFrom,
    /// One file imports another.
    Imports,
    /// A port is mapped to something inside.
    Mapped,
}

/// The frame around a picture.
#[derive(Clone, Debug)]
pub struct Frame {
    /// Its title.
    pub title: String,
    /// Notes about the frame, such as the mapped properties; each may be wrapped.
    pub notes: Vec<String>,
}
