// SPDX-License-Identifier: MIT

#ifndef C_LOCKSTEP_TERMINAL_H
#define C_LOCKSTEP_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

// The part of LockstepTerminal that runs inside signal handlers, where no Swift code is allowed to
// run: a Swift function may allocate, take locks or initialize globals.

/// A terminal in raw mode that is put back as it was, whichever way the process ends.
typedef struct terminal_guard terminal_guard;

/// Switches a terminal to raw mode and watches over it until terminal_guard_end.
///
/// From then on it is put back, and `leave` is written to it, when the process exits, is ended by
/// SIGINT, SIGTERM, SIGHUP or SIGQUIT, crashes, or is suspended by SIGTSTP. Signals are passed on to
/// what handled them before, so the process still ends with the same status.
///
/// What the process prints until then, as far as it would go to the same terminal, is kept and written
/// to the terminal once it is put back. The terminal itself is `terminal_descriptor(output)`.
///
/// A process in the background, where the terminal is not its own, stops here until it is in the
/// foreground.
///
/// The caller then writes what it enters its screen with, and ends that with terminal_guard_end_write. A signal gives
/// the terminal back before or after, never in between.
///
/// Returns NULL with errno set if `input` is not a terminal or memory is short, and EINTR if the process is ending.
terminal_guard *terminal_guard_begin(int input, int output, const char *leave);

/// Takes the terminal again after the process was suspended, as terminal_guard_begin does; false if the process is
/// ending, and then nothing is to be written.
bool terminal_guard_resume(terminal_guard *guard);

/// Begins to write a frame, after which a signal gives the terminal back; false while the terminal is given back.
bool terminal_guard_begin_frame(terminal_guard *guard);

/// Ends a write, which terminal_guard_begin, terminal_guard_resume or terminal_guard_begin_frame began on the same
/// thread. One write at a time.
void terminal_guard_end_write(terminal_guard *guard);

/// Puts the terminal back, unless it was when the process was suspended, and stops watching over it. Must be called
/// once.
void terminal_guard_end(terminal_guard *guard);

/// Copies what was printed since the last call, of much only the newest bytes; returns how many bytes.
size_t terminal_guard_printed(terminal_guard *guard, char *bytes, size_t size);

/// Writes what `print` has collected in the buffer of standard output.
void terminal_flush(void);

/// The descriptor of a terminal as which a program knows it: another one while it is kept from what
/// is printed. Stays open.
int terminal_descriptor(int descriptor);

/// Whether the terminal can be asked a question, because an answer that comes when the terminal has
/// been put back can be taken from the shell's input; if so, the answer is awaited from now on.
bool terminal_guard_asks(terminal_guard *guard);

/// Notes that the program has read what is typed at a terminal.
void terminal_was_read(int input);

/// Notes that the terminal whose keys come from `input` has said whether it has synchronized output.
void terminal_answered(int input, bool has_synchronized_output);

/// Whether frames can be written as synchronized output: false until the terminal has said so.
bool terminal_guard_synchronizes(const terminal_guard *guard);

/// The reading end of a pipe of the process that gets a byte whenever its terminal may have another
/// size (`TERMINAL_RESIZED`), it was continued after it was stopped (`TERMINAL_CONTINUED`), or it has
/// printed something that is kept (`TERMINAL_PRINTED`).
///
/// Opened by the first call, never closed. Returns -1 with errno set if there is no pipe to be had.
int terminal_signals(void);
enum { TERMINAL_RESIZED = 'r', TERMINAL_CONTINUED = 'c', TERMINAL_PRINTED = 'p' };

/// Asks a terminal for its size; false if it is none or does not know.
bool terminal_size(int descriptor, int *rows, int *columns);

/// Opens a pseudo terminal, with which one program plays the person before another.
///
/// What is written to `person` is typed at `program`, and what is written to `program` is shown on
/// `person`. Processes that are started inherit neither. Returns false with errno set.
bool terminal_open_pair(int *person, int *program);

#endif
