// SPDX-License-Identifier: MIT

#define _DARWIN_C_SOURCE
#define _GNU_SOURCE
#include "CLockstepTerminal.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

// A guard is published once, never changed after (but for `active`) and never freed, so a handler
// on any thread can read it at any time. One costs about 200 bytes for each time that a terminal is
// taken, which a program does once or twice.
struct terminal_guard {
  int input;
  int output;
  struct termios original;
  struct termios raw;
  char leave[64];
  size_t leave_length;
  atomic_bool active;
  terminal_guard *next;
};

static _Atomic(terminal_guard *) guards = NULL;

static const int watched_signals[] = {
    SIGINT, SIGTERM, SIGHUP, SIGQUIT,                    // Somebody ends the process.
    SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP,  // It crashes.
    SIGTSTP,                                             // It is suspended.
};
enum { watched_count = sizeof watched_signals / sizeof *watched_signals };

// What handled each signal before; written before the handler is installed.
static struct sigaction previous[watched_count];
static pthread_once_t installed = PTHREAD_ONCE_INIT;

// Uses only functions that POSIX lists as async-signal-safe.
static void restore(const terminal_guard *guard) {
  // NOW, not DRAIN or FLUSH: a terminal that nobody reads any more must not hold up the end.
  tcsetattr(guard->input, TCSANOW, &guard->original);
  struct pollfd ready = {.fd = guard->output, .events = POLLOUT};
  if (poll(&ready, 1, 100) == 1) {
    ssize_t written = write(guard->output, guard->leave, guard->leave_length);
    (void)written;  // The terminal may be gone; there is nobody left to tell.
  }
}

static void restore_all(void) {
  for (const terminal_guard *guard = atomic_load(&guards); guard != NULL; guard = guard->next) {
    if (atomic_load(&guard->active)) {
      restore(guard);
    }
  }
}

// All signals are blocked while it runs, SIGTTOU too, with which the system would stop a process
// in the background that changes a terminal.
static void handle(int signal_number, siginfo_t *info, void *context) {
  (void)context;
  int saved_errno = errno;
  restore_all();
  if (signal_number == SIGTSTP) {
    raise(SIGSTOP);  // SIGTSTP itself would have to be unblocked to do what it does by default.
  } else {
    for (int index = 0; index < watched_count; index += 1) {
      if (watched_signals[index] == signal_number) {
        sigaction(signal_number, &previous[index], NULL);
      }
    }
    // A fault happens again when the instruction is run again, and then the earlier handler gets
    // its address. Other signals are sent again, and delivered as soon as this handler returns.
    bool is_fault = signal_number == SIGBUS || signal_number == SIGFPE ||
                    signal_number == SIGILL || signal_number == SIGSEGV;
    if (!is_fault || info->si_code <= 0) {
      raise(signal_number);
    }
  }
  errno = saved_errno;
}

static void install(void) {
  atexit(restore_all);
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  sigfillset(&action.sa_mask);
  for (int index = 0; index < watched_count; index += 1) {
    int signal_number = watched_signals[index];
    if (sigaction(signal_number, NULL, &previous[index]) != 0) {
      continue;
    }
    // What the process was told to ignore (SIGHUP under nohup) it goes on to ignore, and somebody
    // who handles suspension has plans of their own.
    bool is_ignored = previous[index].sa_handler == SIG_IGN;
    bool is_default = previous[index].sa_handler == SIG_DFL;
    if (!is_ignored && (is_default || signal_number != SIGTSTP)) {
      sigaction(signal_number, &action, NULL);
    }
  }
}

// Runs without being stopped for changing a terminal from the background.
static int set_attributes(int descriptor, const struct termios *attributes) {
  sigset_t blocked, before;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &blocked, &before);
  int result;
  do {
    result = tcsetattr(descriptor, TCSANOW, attributes);
  } while (result != 0 && errno == EINTR);
  int saved_errno = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = saved_errno;
  return result;
}

// Lets the system stop a process in the background, as it does with one that changes its terminal.
// This changes nothing; it asks before the settings are read, because a shell has settings of its
// own while it reads a command. A process cannot do the same by looking and stopping itself: it may
// be continued in between.
static void wait_for_foreground(int descriptor) {
  sigset_t unblocked, before;
  sigemptyset(&unblocked);
  sigaddset(&unblocked, SIGTTOU);
  pthread_sigmask(SIG_UNBLOCK, &unblocked, &before);  // Dispatch's threads block it.
  while (tcflow(descriptor, TCOON) != 0 && errno == EINTR) {
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

terminal_guard *terminal_guard_begin(int input, int output, const char *leave) {
  terminal_guard *guard = calloc(1, sizeof *guard);
  if (guard == NULL) {
    return NULL;
  }
  guard->input = input;
  guard->output = output;
  guard->leave_length = strnlen(leave, sizeof guard->leave);
  memcpy(guard->leave, leave, guard->leave_length);
  wait_for_foreground(input);
  if (tcgetattr(input, &guard->original) != 0) {
    int saved_errno = errno;
    free(guard);
    errno = saved_errno;
    return NULL;
  }
  guard->raw = guard->original;
  cfmakeraw(&guard->raw);
  guard->raw.c_oflag = guard->original.c_oflag;  // A report on standard error stays readable.
  guard->raw.c_cc[VMIN] = 1;
  guard->raw.c_cc[VTIME] = 0;
  atomic_init(&guard->active, true);

  pthread_once(&installed, install);
  guard->next = atomic_load(&guards);
  while (!atomic_compare_exchange_weak(&guards, &guard->next, guard)) {
  }
  if (set_attributes(input, &guard->raw) != 0) {
    int saved_errno = errno;
    atomic_store(&guard->active, false);
    errno = saved_errno;
    return NULL;
  }
  return guard;
}

void terminal_guard_resume(terminal_guard *guard) {
  wait_for_foreground(guard->input);
  set_attributes(guard->input, &guard->raw);
}

void terminal_guard_end(terminal_guard *guard) {
  sigset_t blocked, before;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &blocked, &before);
  restore(guard);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  // After, not before: a signal in between restores twice, which does no harm.
  atomic_store(&guard->active, false);
}

bool terminal_size(int descriptor, int *rows, int *columns) {
  struct winsize size;
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0) {
    return false;
  }
  *rows = size.ws_row;
  *columns = size.ws_col;
  return true;
}
