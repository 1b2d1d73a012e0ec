//! Pictures: the output of all views and the input of all formats.

/// Figures and their links.
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
    /// The frame around everything but the ports.
    pub frame: Option<Frame>,
}

/// A box.
#[derive(Clone, Debug)]
pub struct Figure {
    /// Its name.
    pub name: String,
    /// What kind of thing it is, shown below the name: the type of a template, the kind of a type.
    pub kind: String,
    /// Its appearance.
    pub look: Look,
    /// The number of instances, or `None` if there is exactly one.
    pub count: Option<String>,
    /// Short words in its corner.
    pub badges: Vec<String>,
    /// The lines inside.
    pub rows: Vec<Row>,
    /// The groups and policies that it belongs to.
    pub tags: Vec<PictureTag>,
    /// The tooltip; may be empty.
    pub tip: String,
}

impl Figure {
    /// Returns a box with only a name.
    #[must_use]
    pub fn new(name: impl Into<String>, kind: impl Into<String>, look: Look) -> Self {
        Self {
            name: name.into(),
            kind: kind.into(),
            look,
            count: None,
            badges: Vec::new(),
            rows: Vec::new(),
            tags: Vec::new(),
            tip: String::new(),
        }
    }
}

/// The appearance of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Look {
    /// Something that the drawn file defines.
    Own,
    /// An existing node that is selected.
    Selected,
    /// A node that another service substitutes.
    Substituted,
    /// Something that another file defines.
    Foreign,
    /// Something that is missing or unreadable.
    Missing,
    /// A port in the frame.
    Port(PictureSide),
}

/// A side of the frame: the one where links enter, or the one where they leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PictureSide {
    /// The top.
    Entry,
    /// The bottom.
    Exit,
}

/// A line inside a box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// What it describes.
    pub mark: PictureMark,
    /// The text.
    pub text: String,
}

/// What a line inside a box describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PictureMark {
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
    /// Anything else.
    Plain,
}

impl PictureMark {
    /// Returns the sign of the mark in text formats.
    #[must_use]
    pub fn sign(self) -> &'static str {
        match self {
            PictureMark::Property => "· ",
            PictureMark::Attribute => "◦ ",
            PictureMark::Capability => "● ",
            PictureMark::Requirement => "→ ",
            PictureMark::Dangling => "⇢ ",
            PictureMark::Missing => "✗ ",
            PictureMark::Plain => "",
        }
    }
}

/// A group or policy that a box belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureTag {
    /// Its name.
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
    /// Its appearance.
    pub look: LinkLook,
}

/// The appearance of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LinkLook {
    /// One node requires another.
    Needs,
    /// One node is hosted on another.
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
    /// Notes, one paragraph each.
    pub notes: Vec<String>,
}
