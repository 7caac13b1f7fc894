// SPDX-License-Identifier: MIT

#define _DARWIN_C_SOURCE
#define _GNU_SOURCE
#include "CLockstepTerminal.h"
#include "terminal_output.h"
#include "terminal_signals.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

// A guard is published once, never changed after (but for what is atomic) and never freed, so a
// handler on any thread can read it at any time. One costs about 200 bytes for each time that a terminal is
// taken, which a program does once or twice.
struct terminal_guard {
  int input;
  int output;
  struct termios original;
  struct termios raw;
  char leave[64];
  size_t leave_length;
  /// What the process prints meanwhile, if it is kept.
  terminal_output *printed;
  /// Up to where the program knows it; belongs to the caller of terminal_guard_printed.
  uint64_t told;
  atomic_bool active;
  /// Whether the terminal belongs to the shell until the process continues.
  atomic_bool is_given_back;
  /// Whether the program is taking the terminal or writing a frame, and the signal mask that its thread had before,
  /// which only that thread uses.
  atomic_bool is_writing;
  sigset_t mask;
  atomic_bool synchronizes;
  /// Whether there is a question that the terminal has not answered, and since when, in milliseconds.
  atomic_bool awaits_answer;
  atomic_llong asked;
  /// Whether the program has read what is typed, so that an answer would have been noticed.
  atomic_bool was_read;
  terminal_guard *next;
};

static _Atomic(terminal_guard *) guards = NULL;

static const int watched_signals[] = {
    SIGINT, SIGTERM, SIGHUP, SIGQUIT,                    // A person or a program ends the process.
    SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP,  // It crashes.
    SIGTSTP,                                             // It is suspended.
};
enum { watched_count = sizeof watched_signals / sizeof *watched_signals };

// What handled each signal before; written before the handler is installed.
static struct sigaction previous[watched_count];
// The number of threads that are giving terminals back. Handlers and the program's writes exclude each other with two
// flags, because a handler can take no lock: a write sets is_writing and then looks here, and a handler counts itself
// here and then waits for is_writing. One of the two always sees the other.
static atomic_int givers = 0;
// How long a program that takes a terminal waits, in milliseconds, until a handler has given it back.
enum { longest_wait = 1000 };
static pthread_once_t installed = PTHREAD_ONCE_INIT;

static long long milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

// Takes an answer that has not been read yet, so that the shell does not get it. A terminal that has
// not answered in a second does not understand the question, and what is typed is for the shell.
static void take_answer(terminal_guard *guard) {
  bool is_late = milliseconds() - atomic_load(&guard->asked) >= 1000;
  if (is_late && atomic_load(&guard->was_read)) {
    return;
  }
  int time = is_late ? 0 : 50;
  int input = terminal_output_terminal(guard->printed);
  char last = 0;
  while (atomic_load(&guard->awaits_answer)) {
    // One byte at a time: what is typed after the answer is for the shell.
    char byte;
    if (read(input, &byte, 1) == 1) {
      if (last == '$' && byte == 'y') {
        atomic_store(&guard->awaits_answer, false);
      }
      last = byte;
      continue;
    }
    struct pollfd ready = {.fd = input, .events = POLLIN};
    if (time <= 0 || (poll(&ready, 1, 10) == 1 && !(ready.revents & POLLIN))) {
      return;
    }
    time -= 10;
  }
}

// Writes a whole text, unless the terminal takes nothing for a while. The terminal may never wait, and take a part.
static void write_whole(int output, const char *text, size_t length) {
  for (int part = 0; length > 0 && part < 100; part += 1) {
    struct pollfd ready = {.fd = output, .events = POLLOUT};
    if (poll(&ready, 1, 100) != 1) {
      return;
    }
    ssize_t written = write(output, text, length);
    if (written >= 0) {
      text += written;
      length -= written;
    } else if (errno != EAGAIN && errno != EINTR) {
      return;  // The terminal was closed.
    }
  }
}

// Uses only functions that POSIX lists as async-signal-safe.
static void restore(terminal_guard *guard) {
  if (atomic_load(&guard->awaits_answer)) {
    take_answer(guard);
  }
  // NOW, not DRAIN or FLUSH: a terminal that is not read any more must not hold up the end.
  tcsetattr(guard->input, TCSANOW, &guard->original);
  char text[16 + sizeof guard->leave];
  size_t length = 0;
  if (atomic_load(&guard->synchronizes)) {
    static const char end_of_frame[] = "\033[?2026l";
    length = sizeof end_of_frame - 1;
    memcpy(text, end_of_frame, length);
  }
  memcpy(text + length, guard->leave, guard->leave_length);
  write_whole(guard->output, text, length + guard->leave_length);
}

// Gives back what the program has, after the writes that are under way. One that takes longer than a quarter of a
// second may wait for a terminal that nobody reads, or may be on the thread that the signal has interrupted.
static void restore_all(void) {
  atomic_fetch_add(&givers, 1);
  for (terminal_guard *guard = atomic_load(&guards); guard != NULL; guard = guard->next) {
    for (int waited = 0; waited < 250 && atomic_load(&guard->is_writing); waited += 1) {
      poll(NULL, 0, 1);
    }
  }
  for (terminal_guard *guard = atomic_load(&guards); guard != NULL; guard = guard->next) {
    if (atomic_load(&guard->active) && !atomic_load(&guard->is_given_back)) {
      restore(guard);
      // After, not before: two signals restore twice, but neither ends the process before the terminal is restored.
      atomic_store(&guard->is_given_back, true);
    }
  }
}

static void allow_writes(void) { atomic_fetch_sub(&givers, 1); }

// Begins a write, of which a guard has one at a time. While a handler is giving terminals back, waits up to a number
// of milliseconds, and then returns false. Blocks SIGTSTP on this thread, because its handler would wait for the write
// that it has interrupted.
static bool begin_write(terminal_guard *guard, int patience) {
  sigset_t blocked, before;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGTSTP);
  pthread_sigmask(SIG_BLOCK, &blocked, &before);
  guard->mask = before;
  for (int waited = 0;; waited += 1) {
    atomic_store(&guard->is_writing, true);
    if (atomic_load(&givers) == 0) {
      return true;
    }
    if (waited >= patience) {
      terminal_guard_end_write(guard);
      return false;
    }
    atomic_store(&guard->is_writing, false);
    poll(NULL, 0, 1);
  }
}

static void restore_at_exit(void) {
  restore_all();
  terminal_output_give_back_at_exit();
}

// Stops the process, unless it has no parent that could continue it: then the system does not stop
// it, and nothing says so.
static void stop_process(const struct sigaction *previous_action) {
  unsigned count = terminal_continue_count();
  struct sigaction action;
  sigset_t unblocked, before;
  sigemptyset(&unblocked);
  sigaddset(&unblocked, SIGTSTP);
  sigaddset(&unblocked, SIGCONT);
  sigaction(SIGTSTP, previous_action, &action);
  pthread_sigmask(SIG_UNBLOCK, &unblocked, &before);
  raise(SIGTSTP);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  sigaction(SIGTSTP, &action, NULL);
  // Another thread may handle SIGCONT.
  for (int waited = 0; waited < 20 && terminal_continue_count() == count; waited += 1) {
    poll(NULL, 0, 1);
  }
  if (terminal_continue_count() == count) {
    terminal_signals_tell(TERMINAL_CONTINUED);
  }
}

// All signals are blocked while it runs, SIGTTOU too, with which the system would stop a process
// in the background that changes a terminal.
static void handle(int signal_number, siginfo_t *info, void *context) {
  (void)context;
  int saved_errno = errno;
  restore_all();
  terminal_output_give_back_all();
  int index = 0;
  while (watched_signals[index] != signal_number) {
    index += 1;
  }
  bool ends = false;
  if (signal_number == SIGTSTP) {
    stop_process(&previous[index]);
  } else {
    ends = previous[index].sa_handler == SIG_DFL;
    sigaction(signal_number, &previous[index], NULL);
    // A fault happens again when the instruction is run again, and then the earlier handler gets
    // its address. Other signals are sent again, and delivered as soon as this handler returns.
    bool is_fault = signal_number == SIGBUS || signal_number == SIGFPE ||
                    signal_number == SIGILL || signal_number == SIGSEGV;
    if (!is_fault || info->si_code <= 0) {
      raise(signal_number);
    }
  }
  if (!ends) {
    allow_writes();
  }
  errno = saved_errno;
}

static void install(void) {
  atexit(restore_at_exit);
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
    // What the process was told to ignore (SIGHUP under nohup) it goes on to ignore, and code
    // that handles suspension has plans of its own.
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

static void end_printing(const terminal_guard *guard) {
  if (guard->printed != NULL) {
    terminal_output_end(guard->printed);
  }
}

terminal_guard *terminal_guard_begin(int input, int output, const char *leave) {
  terminal_guard *guard = calloc(1, sizeof *guard);
  if (guard == NULL) {
    return NULL;
  }
  guard->leave_length = strnlen(leave, sizeof guard->leave);
  memcpy(guard->leave, leave, guard->leave_length);
  wait_for_foreground(input);
  if (tcgetattr(input, &guard->original) != 0) {
    int saved_errno = errno;
    free(guard);
    errno = saved_errno;
    return NULL;
  }
  for (terminal_guard *other = atomic_load(&guards); other != NULL; other = other->next) {
    if (atomic_load(&other->active) && terminal_is_same(other->input, input)) {
      guard->original = other->original;  // It is raw now.
    }
  }
  guard->printed = terminal_output_begin(output);
  guard->input = terminal_descriptor(input);
  guard->output = terminal_descriptor(output);
  guard->raw = guard->original;
  cfmakeraw(&guard->raw);
  guard->raw.c_oflag = guard->original.c_oflag;  // A report on standard error stays readable.
  guard->raw.c_cc[VMIN] = 1;
  guard->raw.c_cc[VTIME] = 0;

  pthread_once(&installed, install);
  guard->next = atomic_load(&guards);
  while (!atomic_compare_exchange_weak(&guards, &guard->next, guard)) {
  }
  if (!begin_write(guard, longest_wait)) {
    end_printing(guard);
    errno = EINTR;
    return NULL;
  }
  atomic_store(&guard->active, true);
  if (set_attributes(input, &guard->raw) != 0) {
    int saved_errno = errno;
    atomic_store(&guard->active, false);
    terminal_guard_end_write(guard);
    end_printing(guard);
    errno = saved_errno;
    return NULL;
  }
  return guard;
}

bool terminal_guard_resume(terminal_guard *guard) {
  wait_for_foreground(guard->input);
  if (!begin_write(guard, longest_wait)) {
    return false;
  }
  if (guard->printed != NULL) {
    terminal_output_resume(guard->printed);
  }
  atomic_store(&guard->is_given_back, false);
  set_attributes(guard->input, &guard->raw);
  return true;
}

void terminal_guard_end(terminal_guard *guard) {
  sigset_t blocked, before;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &blocked, &before);
  if (!atomic_load(&guard->is_given_back)) {
    restore(guard);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  // After, not before: a signal in between restores twice, which does no harm.
  atomic_store(&guard->active, false);
  end_printing(guard);
}

bool terminal_guard_begin_frame(terminal_guard *guard) {
  if (!begin_write(guard, 0)) {
    return false;
  }
  if (atomic_load(&guard->is_given_back)) {
    terminal_guard_end_write(guard);
    return false;
  }
  return true;
}

void terminal_guard_end_write(terminal_guard *guard) {
  sigset_t before = guard->mask;
  atomic_store(&guard->is_writing, false);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

size_t terminal_guard_printed(terminal_guard *guard, char *bytes, size_t size) {
  return guard->printed == NULL ? 0
                                : terminal_output_copy(guard->printed, &guard->told, bytes, size);
}

bool terminal_guard_asks(terminal_guard *guard) {
  if (guard->printed == NULL || !terminal_output_never_waits(guard->printed)) {
    return false;
  }
  atomic_store(&guard->asked, milliseconds());
  atomic_store(&guard->awaits_answer, true);
  return true;
}

static terminal_guard *active_guard(int input) {
  input = terminal_descriptor(input);
  terminal_guard *guard = atomic_load(&guards);
  while (guard != NULL && !(guard->input == input && atomic_load(&guard->active))) {
    guard = guard->next;
  }
  return guard;
}

void terminal_was_read(int input) {
  terminal_guard *guard = active_guard(input);
  if (guard != NULL) {
    atomic_store(&guard->was_read, true);
  }
}

void terminal_answered(int input, bool has_synchronized_output) {
  terminal_guard *guard = active_guard(input);
  if (guard != NULL) {
    atomic_store(&guard->synchronizes, has_synchronized_output);
    atomic_store(&guard->awaits_answer, false);
  }
}

bool terminal_guard_synchronizes(const terminal_guard *guard) {
  return atomic_load(&guard->synchronizes);
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
