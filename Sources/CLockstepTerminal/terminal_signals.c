// SPDX-License-Identifier: MIT

#define _DARWIN_C_SOURCE
#define _GNU_SOURCE
#include "terminal_signals.h"
#include "CLockstepTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

// NB: A pipe of our own, because Dispatch's signal sources lose signals on Linux when the main
// thread only waits, as it does after an asynchronous main (Swift 6.3.1).

static int ends[2] = {-1, -1};
static int open_error = 0;
static pthread_once_t opened = PTHREAD_ONCE_INIT;
static struct sigaction previous_resize;
static struct sigaction previous_continue;
static atomic_uint continue_count = 0;

void terminal_signals_tell(char byte) {
  ssize_t written = write(ends[1], &byte, 1);
  (void)written;  // Does not wait: in a pipe that is full there is news enough.
}

unsigned terminal_continue_count(void) { return atomic_load(&continue_count); }

static void handle(int signal_number, siginfo_t *info, void *context) {
  int saved_errno = errno;
  if (signal_number == SIGCONT) {
    atomic_fetch_add(&continue_count, 1);
  }
  terminal_signals_tell(signal_number == SIGWINCH ? TERMINAL_RESIZED : TERMINAL_CONTINUED);
  errno = saved_errno;

  const struct sigaction *previous =
      signal_number == SIGWINCH ? &previous_resize : &previous_continue;
  if (previous->sa_flags & SA_SIGINFO) {
    previous->sa_sigaction(signal_number, info, context);
  } else if (previous->sa_handler != SIG_DFL && previous->sa_handler != SIG_IGN) {
    previous->sa_handler(signal_number);
  }
}

static void open_once(void) {
  if (pipe(ends) != 0) {
    open_error = errno;
    return;
  }
  for (int index = 0; index < 2; index += 1) {
    fcntl(ends[index], F_SETFD, FD_CLOEXEC);
    fcntl(ends[index], F_SETFL, O_NONBLOCK);
  }
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  sigfillset(&action.sa_mask);
  sigaction(SIGWINCH, NULL, &previous_resize);
  sigaction(SIGCONT, NULL, &previous_continue);
  sigaction(SIGWINCH, &action, NULL);
  sigaction(SIGCONT, &action, NULL);
}

int terminal_signals(void) {
  pthread_once(&opened, open_once);
  errno = open_error;
  return ends[0];
}
