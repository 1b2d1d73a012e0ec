//! Notices that the client has ended without ending the session: its input may stay open in another process.

use std::sync::mpsc::Sender;
use std::time::Duration;

use lsp_server::Message;

use super::server::Event;
use super::transport::Incoming;

/// The time between two looks at the process of the client.
const INTERVAL: Duration = Duration::from_secs(3);

/// Returns the id of the process of the client, which the request `initialize` names.
pub(super) fn id_in(incoming: &Incoming) -> Option<i32> {
    let Incoming::Message(message) = incoming else { return None };
    let Message::Request(request) = &**message else { return None };
    let id = request.params.get("processId").filter(|_| request.method == "initialize")?;
    i32::try_from(id.as_i64()?).ok()
}

/// Ends the session when a process is gone. Only systems with the processes of POSIX are asked.
pub(super) fn watch(id: i32, events: Sender<Event>) {
    std::thread::spawn(move || {
        while is_running(id) {
            std::thread::sleep(INTERVAL);
        }
        // After the session nobody receives it.
        let _ = events.send(Event::Closed);
    });
}

/// Whether there is a process with this id, perhaps of another user.
#[cfg(unix)]
fn is_running(id: i32) -> bool {
    use rustix::io::Errno;
    use rustix::process::{Pid, test_kill_process};

    let Some(process) = Pid::from_raw(id) else { return true };
    test_kill_process(process) != Err(Errno::SRCH)
}

#[cfg(not(unix))]
fn is_running(_: i32) -> bool {
    true
}
