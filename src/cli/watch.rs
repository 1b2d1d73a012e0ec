//! `tosca check --watch`: checks again whenever something changes that the last check looked at.

use std::io::{IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use camino::Utf8Path;
use notify::{Event, EventKind, RecursiveMode, Watcher as _};

use crate::base::Generation;
use crate::config;
use crate::host::{Asked, Disk, Entry, Host, Recorder, paths};
use crate::session::Session;
use crate::{Analysis, Options};

use super::Status;

/// The pause in which no file changes before the next check starts: editors write in several steps.
const QUIET: Duration = Duration::from_millis(60);

/// Checks what `options` name, again and again, and prints each result with `print`. Returns only if files cannot
/// be watched.
pub(super) fn run(
    disk: &Disk,
    options: &Options,
    print: &mut dyn FnMut(&Analysis) -> Status,
) -> Result<Status, String> {
    let (sender, changes) = channel();
    let sending = move |event: notify::Result<Event>| {
        if let Ok(event) = event {
            let _ = sender.send(event);
        }
    };
    let cannot = |error: &notify::Error| format!("cannot watch files: {error}");
    let mut watcher = notify::recommended_watcher(sending).map_err(|error| cannot(&error))?;
    let mut watched_places: Vec<(PathBuf, RecursiveMode)> = Vec::new();
    let mut session = Session::default();
    let mut generation = Generation::default();
    loop {
        disk.look_again();
        generation = generation.next();
        let recorder = Recorder::new(disk);
        // Nothing cancels this check.
        let analysis = session.analyze(&recorder, options, &generation).unwrap_or_default();
        let asked = recorder.asked();
        let new_places: Vec<_> = places(disk, options, &asked)
            .into_iter()
            .filter(|place| !watched_places.contains(place))
            .collect();
        for (path, mode) in &new_places {
            watcher.watch(path, *mode).map_err(|error| cannot(&error))?;
        }
        if !new_places.is_empty() {
            // Files may have changed before they were watched.
            watched_places.extend(new_places);
            continue;
        }
        clear();
        print(&analysis);
        anstream::eprintln!("watching for changes; press Ctrl+C to end");
        wait(disk, &asked, &changes)?;
    }
}

/// Clears the terminal, so that only current findings are seen.
fn clear() {
    let mut output = std::io::stdout();
    if output.is_terminal() {
        // The screen, what was scrolled away, and the cursor to the top.
        let _ = output.write_all(b"\x1b[2J\x1b[3J\x1b[H").and_then(|()| output.flush());
    }
}

/// Returns the directories in which a change may concern the check: those that are checked, with all below them,
/// and those of all other files that the check looked for.
fn places(disk: &Disk, options: &Options, asked: &Asked) -> Vec<(PathBuf, RecursiveMode)> {
    let mut places = Vec::new();
    for path in &options.load.paths {
        let path = disk.absolute(path);
        match disk.entry(&path) {
            Some(Entry::Directory) => places.push((disk.real_path(&path), RecursiveMode::Recursive)),
            _ => places.extend(directory_of(disk, &path)),
        }
    }
    let is_covered = |places: &[(PathBuf, RecursiveMode)], path: &Path| {
        places.iter().any(|(known, mode)| {
            path == known || *mode == RecursiveMode::Recursive && path.starts_with(known)
        })
    };
    for path in asked.paths() {
        let place = directory_of(disk, path);
        if let Some(place) = place.filter(|(path, _)| !is_covered(&places, path)) {
            places.push(place);
        }
    }
    places
}

/// Returns the directory of a file, if it exists.
fn directory_of(disk: &Disk, path: &Utf8Path) -> Option<(PathBuf, RecursiveMode)> {
    // The directory of a member of an archive is that of the archive.
    let path = path.as_str().split("!/").next().map(Utf8Path::new)?;
    let directory = path.parent().filter(|directory| disk.entry(directory) == Some(Entry::Directory))?;
    Some((disk.real_path(directory), RecursiveMode::NonRecursive))
}

/// Waits until something changes that concerns the check, and then until no file changes for a short time.
fn wait(disk: &Disk, asked: &Asked, changes: &Receiver<Event>) -> Result<(), String> {
    let ended = || "cannot watch files any longer".to_owned();
    loop {
        let event = changes.recv().map_err(|_| ended())?;
        if concerns(disk, asked, &event) {
            break;
        }
    }
    loop {
        match changes.recv_timeout(QUIET) {
            Ok(_) => {}
            Err(RecvTimeoutError::Timeout) => return Ok(()),
            Err(RecvTimeoutError::Disconnected) => return Err(ended()),
        }
    }
}

/// Whether a change is of a file that the check looked for, or of one that a search of directories may find.
fn concerns(disk: &Disk, asked: &Asked, event: &Event) -> bool {
    if matches!(event.kind, EventKind::Access(_)) {
        return false;
    }
    event.paths.iter().any(|path| {
        let path = disk.known_path(path.clone().into_os_string());
        let name = path.file_name().unwrap_or_default();
        paths::is_yaml_name(&path)
            || paths::is_xml_name(&path)
            || [config::NAME, ".gitignore", ".ignore", "TOSCA.meta"].contains(&name)
            || asked.contains(&path)
            || asked.contains(&disk.identity(&path))
    })
}
