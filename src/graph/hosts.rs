//! Draws nodes inside the nodes that host them, in place of lines.

use rustc_hash::FxHashMap;

use super::picture::{LinkStyle, Picture, PictureLink, Row, RowKind};

/// Maximum depth of boxes in boxes. Nodes below it are drawn outside, with a line to their host.
const MAX_DEPTH: usize = 8;

/// Maximum number of lines in pictures that have lines to hosts, unless the user chooses.
const MAX_HOST_LINES: usize = 60;

/// Whether a picture has too many lines to draw those to hosts.
#[must_use]
pub fn is_large(picture: &Picture) -> bool {
    picture.links.len() > MAX_HOST_LINES
}

/// Returns a picture in which each node is inside the node that hosts it, without a line between them. Nodes with
/// several hosts, hosts that host each other, and nodes with another line to their host remain outside, with lines.
#[must_use]
pub fn inside_hosts(mut picture: Picture) -> Picture {
    let mut hosts = only_hosts(&picture);
    break_cycles(&mut hosts);
    limit_depth(&mut hosts);
    leave_connected(&picture.links, &mut hosts);
    for (figure, host) in picture.figures.iter_mut().zip(&hosts) {
        figure.host = *host;
    }
    let is_inside = |link: &PictureLink| is_hosting(link) && hosts[link.from] == Some(link.to);
    let (inside, outside): (Vec<PictureLink>, Vec<PictureLink>) =
        picture.links.into_iter().partition(is_inside);
    picture.links = outside;
    let usual = usual(&inside);
    for link in inside.iter().filter(|link| (&link.name, &link.detail) != usual) {
        let text = [link.name.as_str(), link.detail.as_str()];
        let text: Vec<&str> = text.into_iter().filter(|text| !text.is_empty()).collect();
        picture.figures[link.from].rows.push(Row { kind: RowKind::Plain, text: text.join(": ") });
    }
    let count = hosts.iter().flatten().count();
    if count > 0 {
        let nodes = match count {
            1 => "1 node template is inside its host".to_owned(),
            _ => format!("{count} node templates are inside their hosts"),
        };
        picture.description = format!("{} {nodes}.", picture.description);
    }
    picture
}

fn is_hosting(link: &PictureLink) -> bool {
    link.style == LinkStyle::HostedOn
}

/// Returns the host of each box that has exactly one.
fn only_hosts(picture: &Picture) -> Vec<Option<usize>> {
    let mut hosts = vec![None; picture.figures.len()];
    let mut has_several = vec![false; picture.figures.len()];
    for link in picture.links.iter().filter(|link| is_hosting(link)) {
        has_several[link.from] |= hosts[link.from].is_some_and(|host| host != link.to);
        hosts[link.from] = Some(link.to);
    }
    for (host, has_several) in hosts.iter_mut().zip(has_several) {
        *host = host.filter(|_| !has_several);
    }
    hosts
}

/// Removes the hosts of boxes that, in the end, would be inside themselves.
fn break_cycles(hosts: &mut [Option<usize>]) {
    // The box from which each box was first reached.
    let mut reached_from: Vec<Option<usize>> = vec![None; hosts.len()];
    for start in 0..hosts.len() {
        let mut next = Some(start);
        while let Some(index) = next.filter(|index| reached_from[*index].is_none()) {
            reached_from[index] = Some(start);
            next = hosts[index];
        }
        // A box that was reached in this round is part of a cycle.
        while let Some(index) = next.filter(|index| reached_from[*index] == Some(start)) {
            next = hosts[index].take();
        }
    }
}

/// Removes the hosts of boxes that are too deep.
fn limit_depth(hosts: &mut [Option<usize>]) {
    let mut hosted: Vec<Vec<usize>> = vec![Vec::new(); hosts.len()];
    for (index, host) in hosts.iter().enumerate() {
        if let Some(host) = host {
            hosted[*host].push(index);
        }
    }
    let outermost = hosts.iter().enumerate().filter(|(_, host)| host.is_none());
    let mut waiting: Vec<(usize, usize)> = outermost.map(|(index, _)| (index, 0)).collect();
    while let Some((index, depth)) = waiting.pop() {
        for inner in &hosted[index] {
            let is_too_deep = depth == MAX_DEPTH;
            if is_too_deep {
                hosts[*inner] = None;
            }
            waiting.push((*inner, if is_too_deep { 0 } else { depth + 1 }));
        }
    }
}

/// Removes the hosts of boxes with another line from or to a box around them, which could not be drawn.
fn leave_connected(links: &[PictureLink], hosts: &mut [Option<usize>]) {
    for link in links {
        if is_hosting(link) && hosts[link.from] == Some(link.to) {
            continue;
        }
        for (inner, outer) in [(link.from, link.to), (link.to, link.from)] {
            if std::iter::successors(hosts[inner], |host| hosts[*host]).any(|host| host == outer) {
                hosts[inner] = None;
            }
        }
    }
}

/// Returns the name and detail that most links have; of several, the first.
fn usual(links: &[PictureLink]) -> (&String, &String) {
    static NOTHING: String = String::new();
    let mut counts: FxHashMap<(&String, &String), usize> = FxHashMap::default();
    for link in links {
        *counts.entry((&link.name, &link.detail)).or_default() += 1;
    }
    let names = links.iter().map(|link| (&link.name, &link.detail));
    // Of several maxima, `max_by_key` returns the last.
    names.rev().max_by_key(|name| counts[name]).unwrap_or((&NOTHING, &NOTHING))
}
