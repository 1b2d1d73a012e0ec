//! What all views draw and all formats write.

/// Figures and what links them.
#[derive(Clone, Debug, Default)]
pub struct Picture {
    /// What the picture shows, in one line.
    pub title: String,
    /// What can be seen, in a sentence, for those who cannot see it.
    pub description: String,
    /// The boxes.
    pub figures: Vec<Figure>,
    /// The lines between them.
    pub links: Vec<Link>,
    /// What surrounds everything but the ports.
    pub frame: Option<Frame>,
}

/// A box.
#[derive(Clone, Debug)]
pub struct Figure {
    /// Its name.
    pub name: String,
    /// What it is, below the name: the type of a template, the kind of a type.
    pub kind: String,
    /// What it looks like.
    pub look: Look,
    /// How many it stands for, where that is not one.
    pub count: Option<String>,
    /// Short words at its corner.
    pub badges: Vec<String>,
    /// Lines inside.
    pub rows: Vec<Row>,
    /// Sets that it belongs to.
    pub tags: Vec<Tag>,
    /// What is told to those who point at it; may be empty.
    pub tip: String,
}

impl Figure {
    /// A box with a name and nothing else.
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

/// What a box looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Look {
    /// A thing of the file itself.
    Own,
    /// A node that is taken from what is there already.
    Selected,
    /// A node that another service stands for.
    Substituted,
    /// A thing of another file.
    Foreign,
    /// A thing that could not be read or found.
    Missing,
    /// A place in the frame.
    Port(Side),
}

/// A side of the frame: the one where links arrive, or the one where they leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// The top.
    Entry,
    /// The bottom.
    Exit,
}

/// A line inside a box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// What it tells of.
    pub mark: Mark,
    /// The text.
    pub text: String,
}

/// What a line inside a box tells of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mark {
    /// A property.
    Property,
    /// An attribute.
    Attribute,
    /// A capability.
    Capability,
    /// A requirement.
    Requirement,
    /// A requirement that leads nowhere yet.
    Dangling,
    /// A requirement that leads to something that is not there.
    Missing,
    /// Anything else.
    Plain,
}

impl Mark {
    /// The sign of the mark in formats of text.
    #[must_use]
    pub fn sign(self) -> &'static str {
        match self {
            Mark::Property => "· ",
            Mark::Attribute => "◦ ",
            Mark::Capability => "● ",
            Mark::Requirement => "→ ",
            Mark::Dangling => "⇢ ",
            Mark::Missing => "✗ ",
            Mark::Plain => "",
        }
    }
}

/// A set that a box belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// Its name.
    pub text: String,
    /// Whether it is a policy; else a group.
    pub is_policy: bool,
}

/// A line from one box to another.
#[derive(Clone, Debug)]
pub struct Link {
    /// The number of the box where it starts.
    pub from: usize,
    /// The number of the box where it ends.
    pub to: usize,
    /// Its name; may be empty.
    pub name: String,
    /// More of it, below the name; may be empty.
    pub detail: String,
    /// What it looks like.
    pub look: LinkLook,
}

/// What a line looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LinkLook {
    /// One thing needs another.
    Needs,
    /// One thing stands on another.
    HostedOn,
    /// One thing is a special case of another, which stands above it.
    DerivedFrom,
    /// One file imports another.
    Imports,
    /// Something inside is seen from outside.
    Mapped,
}

/// What surrounds a picture.
#[derive(Clone, Debug)]
pub struct Frame {
    /// What it is.
    pub title: String,
    /// More of it, a paragraph each.
    pub notes: Vec<String>,
}
