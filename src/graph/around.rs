//! Reduces a picture to what is near some boxes.

use std::collections::VecDeque;

use super::picture::{Figure, FigureStyle, Picture};

/// Returns the part of a picture that is at most `distance` lines away from the boxes called `name`, whatever
/// the direction of the lines, or `None` if there is no such box. Ports cannot be named.
#[must_use]
pub fn around(picture: Picture, name: &str, distance: usize) -> Option<Picture> {
    let mut neighbors: Vec<Vec<usize>> = vec![Vec::new(); picture.figures.len()];
    for link in &picture.links {
        neighbors[link.from].push(link.to);
        neighbors[link.to].push(link.from);
    }
    let mut distances: Vec<Option<usize>> = vec![None; picture.figures.len()];
    let mut waiting: VecDeque<usize> = VecDeque::new();
    for (index, _) in named(&picture).filter(|(_, figure)| figure.name == name) {
        distances[index] = Some(0);
        waiting.push_back(index);
    }
    if waiting.is_empty() {
        return None;
    }
    while let Some(index) = waiting.pop_front() {
        let next = distances[index].map_or(0, |steps| steps + 1);
        for neighbor in neighbors[index].iter().filter(|_| next <= distance) {
            if distances[*neighbor].is_none() {
                distances[*neighbor] = Some(next);
                waiting.push_back(*neighbor);
            }
        }
    }
    let mut indexes = vec![0; picture.figures.len()];
    let mut figures = Vec::new();
    for (index, figure) in picture.figures.into_iter().enumerate() {
        if distances[index].is_some() {
            indexes[index] = figures.len();
            figures.push(figure);
        }
    }
    let mut links = picture.links;
    links.retain(|link| distances[link.from].is_some() && distances[link.to].is_some());
    for link in &mut links {
        (link.from, link.to) = (indexes[link.from], indexes[link.to]);
    }
    let has_ports = figures.iter().any(|figure| matches!(figure.style, FigureStyle::Port(_)));
    Some(Picture {
        title: format!("{}, around {name}", picture.title),
        description: format!("{} Only the surroundings of {name} are shown.", picture.description),
        figures,
        links,
        frame: picture.frame.filter(|_| has_ports),
    })
}

/// Returns the names of the boxes that [`around`] can start from.
pub fn names(picture: &Picture) -> impl Iterator<Item = &str> {
    named(picture).map(|(_, figure)| figure.name.as_str())
}

fn named(picture: &Picture) -> impl Iterator<Item = (usize, &Figure)> {
    let figures = picture.figures.iter().enumerate();
    figures.filter(|(_, figure)| !matches!(figure.style, FigureStyle::Port(_)))
}
