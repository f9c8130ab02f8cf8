//! Long work on a thread of its own, so that the thread that called stays open to Ctrl-C and to progress.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use pyo3::prelude::*;

/// The time between two looks at signals and at `tick`.
const PAUSE: Duration = Duration::from_millis(100);

/// Runs `work` with the interpreter free for others; every tenth of a second signals are handled and `tick` is called.
///
/// When either raises, `cancel` is called and the error returned as soon as `cancel` is done; `work` may still be running
/// then. A panic in `work` is passed on.
pub(super) fn interruptible<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
    mut tick: impl FnMut() -> PyResult<()>,
    cancel: impl FnOnce(),
) -> PyResult<T> {
    let (sender, mut receiver) = channel();
    std::thread::spawn(move || {
        // The receiver is gone only when the caller has stopped waiting.
        let _ = sender.send(catch_unwind(AssertUnwindSafe(work)));
    });
    loop {
        let received;
        (received, receiver) = py.detach(move || (receiver.recv_timeout(PAUSE), receiver));
        match received {
            Ok(Ok(done)) => return Ok(done),
            Ok(Err(panic)) => resume_unwind(panic),
            Err(RecvTimeoutError::Disconnected) => unreachable!("the thread sends before it ends"),
            Err(RecvTimeoutError::Timeout) => {
                if let Err(error) = py.check_signals().and_then(|()| tick()) {
                    cancel();
                    return Err(error);
                }
            }
        }
    }
}
