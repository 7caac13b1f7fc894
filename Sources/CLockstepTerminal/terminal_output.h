// SPDX-License-Identifier: MIT

#ifndef TERMINAL_OUTPUT_H
#define TERMINAL_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The standard output and standard error of the process, kept while a terminal shows screens.
typedef struct terminal_output terminal_output;

/// Keeps what the process prints from now on, as far as it would go to a terminal.
///
/// Returns NULL if neither descriptor is that terminal, or if the system refuses; then nothing is kept.
/// Must be ended once for each time that it is called.
terminal_output *terminal_output_begin(int terminal);

/// Keeps what the process prints again, after the process was suspended.
void terminal_output_resume(terminal_output *output);

/// Gives the descriptors back and writes what was printed, unless another terminal object goes on keeping it.
void terminal_output_end(terminal_output *output);

/// Gives all descriptors back and writes what was printed, in a signal handler too. There, what other
/// threads print at the same time can come in between.
void terminal_output_give_back_all(void);

/// Gives all descriptors back and writes what was printed before the process exits.
void terminal_output_give_back_at_exit(void);

/// Whether two descriptors are the same terminal; the controlling one has a second name, /dev/tty.
bool terminal_is_same(int one, int other);

/// The terminal itself.
int terminal_output_terminal(const terminal_output *output);

/// Whether reading from the terminal itself never waits.
bool terminal_output_never_waits(const terminal_output *output);

/// Copies the newest bytes that were printed since a position, and moves the position behind them.
size_t terminal_output_copy(terminal_output *output, uint64_t *position, char *bytes, size_t size);

#endif
