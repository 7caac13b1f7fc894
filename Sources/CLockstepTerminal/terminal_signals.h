// SPDX-License-Identifier: MIT

#ifndef TERMINAL_SIGNALS_H
#define TERMINAL_SIGNALS_H

/// Writes a byte to the pipe of terminal_signals, in a signal handler too.
void terminal_signals_tell(char byte);

/// How often the process was continued after it was stopped.
unsigned terminal_continue_count(void);

#endif
