//! Messages from bytes and to bytes: the framing of the base protocol.
//!
//! Reading never gives up on a frame that is wrong: what is no message is told as such, and reading goes on at
//! the next header.

use std::io::{self, BufRead, Read, Write};

use lsp_server::{ErrorCode, Message, RequestId};
use serde_json::{Value, json};

/// The most bytes of one message.
const MOST: u64 = 1 << 30;

/// What came in.
#[derive(Debug)]
pub(super) enum Incoming {
    /// A message.
    Message(Box<Message>),
    /// A frame that holds none: the id to answer (or null), what kind of mistake it is, and why. Without an
    /// answer where it answers something itself.
    Malformed { answer: Option<(Value, ErrorCode)>, reason: String },
}

/// Reads the next frame; none at the end of input.
pub(super) fn read(input: &mut dyn BufRead) -> io::Result<Option<Incoming>> {
    let Some(length) = header(input)? else { return Ok(None) };
    if length > MOST {
        io::copy(&mut input.take(length), &mut io::sink())?;
        return Ok(Some(unreadable(format!("a message of {length} bytes is too long"))));
    }
    let mut body = Vec::new();
    input.take(length).read_to_end(&mut body)?;
    if (body.len() as u64) < length {
        return Ok(None);
    }
    Ok(Some(message(&body)))
}

/// The length of the next body, read from its header. Lines that are no header are passed over; a header may
/// follow on the same line on what could not be read.
fn header(input: &mut dyn BufRead) -> io::Result<Option<u64>> {
    const NAME: &[u8] = b"content-length:";
    let (mut length, mut line) = (None, Vec::new());
    loop {
        line.clear();
        if input.take(MOST).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        line.make_ascii_lowercase();
        let text = line.trim_ascii();
        if let Some(at) = memchr::memmem::rfind(text, NAME) {
            let value = std::str::from_utf8(text[at + NAME.len()..].trim_ascii()).ok();
            length = value.and_then(|value| value.parse().ok());
        } else if text.is_empty() && length.is_some() {
            return Ok(length);
        }
    }
}

fn message(body: &[u8]) -> Incoming {
    let value: Value = match serde_json::from_slice(body) {
        Ok(value) => value,
        Err(error) => return unreadable(format!("a message is not JSON: {error}")),
    };
    let is_request = value.get("method").is_some();
    let id = value.get("id").cloned();
    // With an id of another kind it is not meant as a notification.
    let wants_answer = id.as_ref().is_some_and(|id| !id.is_null());
    let message = match serde_json::from_value(value) {
        Ok(Message::Notification(_)) if wants_answer => None,
        read => read.ok(),
    };
    match message {
        Some(message) => Incoming::Message(Box::new(message)),
        None => {
            let answers = !is_request && id.is_some();
            let answer = (!answers).then(|| (id.unwrap_or(Value::Null), ErrorCode::InvalidRequest));
            Incoming::Malformed { answer, reason: "a message is neither request nor notification".to_owned() }
        }
    }
}

fn unreadable(reason: String) -> Incoming {
    Incoming::Malformed { answer: Some((Value::Null, ErrorCode::ParseError)), reason }
}

/// Writes a message.
pub(super) fn write(output: &mut dyn Write, message: &Message) -> io::Result<()> {
    let mut value = serde_json::to_value(message)?;
    value["jsonrpc"] = json!("2.0");
    write_value(output, &value)
}

/// Writes an error for an id that may be anything.
pub(super) fn write_error(
    output: &mut dyn Write,
    id: &Value,
    code: ErrorCode,
    reason: &str,
) -> io::Result<()> {
    write_value(
        output,
        &json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code as i32, "message": reason } }),
    )
}

fn write_value(output: &mut dyn Write, value: &Value) -> io::Result<()> {
    let body = serde_json::to_vec(value)?;
    write!(output, "Content-Length: {}\r\n\r\n", body.len())?;
    output.write_all(&body)?;
    output.flush()
}

/// The id that `$/cancelRequest` names.
pub(super) fn cancelled(params: &Value) -> Option<RequestId> {
    serde_json::from_value(params.get("id")?.clone()).ok()
}
