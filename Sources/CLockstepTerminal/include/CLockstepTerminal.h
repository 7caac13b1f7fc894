// SPDX-License-Identifier: MIT

#ifndef C_LOCKSTEP_TERMINAL_H
#define C_LOCKSTEP_TERMINAL_H

#include <stdbool.h>

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
/// A process in the background, where the terminal is not its own, stops here until it is in the
/// foreground.
///
/// Returns NULL with errno set if `input` is not a terminal or memory is short.
terminal_guard *terminal_guard_begin(int input, int output, const char *leave);

/// Switches the terminal to raw mode again, after the process was suspended.
void terminal_guard_resume(terminal_guard *guard);

/// Puts the terminal back and stops watching over it. Must be called once.
void terminal_guard_end(terminal_guard *guard);

/// The reading end of a pipe of the process that gets a byte whenever its terminal may have another
/// size (`TERMINAL_RESIZED`) or it was continued after it was stopped (`TERMINAL_CONTINUED`).
///
/// Opened by the first call, never closed. Returns -1 with errno set if there is no pipe to be had.
int terminal_signals(void);
enum { TERMINAL_RESIZED = 'r', TERMINAL_CONTINUED = 'c' };

/// Asks a terminal for its size; false if it is none or does not know.
bool terminal_size(int descriptor, int *rows, int *columns);

/// Opens a pseudo terminal, with which one program plays the person before another.
///
/// What is written to `person` is typed at `program`, and what is written to `program` is shown on
/// `person`. Processes that are started inherit neither. Returns false with errno set.
bool terminal_open_pair(int *person, int *program);

#endif
