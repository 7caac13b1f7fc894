// SPDX-License-Identifier: MIT

#define _DARWIN_C_SOURCE
#define _GNU_SOURCE
#include "terminal_output.h"
#include "CLockstepTerminal.h"
#include "terminal_signals.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <stdio_ext.h>
#endif

// While screens are shown, descriptors 1 and 2 are the writing end of a pipe, one for both, so that
// what is printed keeps its order. A thread of its own reads it, because a writer must not wait for
// a program that is busy. It takes what is read into memory: a signal handler can write that to the
// terminal, and so can the end of the session. Afterwards the thread passes on what child processes
// still write to the pipe.

enum {
  /// Of more output than twice this, the first and the last bytes are kept.
  half = 1 << 20,
  /// The size of a pipe: giving the descriptors back writes no more than that of what comes in the
  /// meantime.
  pipe_size = 1 << 16,
  descriptor_count = 3,
  /// How long the end of a process waits for a terminal that takes nothing, in milliseconds.
  patience = 1000,
};

// Never freed, so that a handler on any thread can read it at any time; there is one for each
// terminal that standard output or standard error has been.
struct terminal_output {
  int terminal;
  bool never_waits;
  int reading_end;
  int writing_end;
  /// Whether a descriptor is the pipe now.
  atomic_bool is_kept[descriptor_count];
  /// Whether the program has still to be told about what was printed last.
  atomic_bool has_news;
  terminal_output *next;
  /// How many terminals keep it; protected by `sessions`.
  int users;

  /// Protects the rest. It is only held for moments, and with all signals blocked, so a handler can
  /// wait for it.
  atomic_bool is_locked;
  /// Whether what is printed goes to the terminal.
  bool passes_on;
  int originals[descriptor_count];
  struct stat pipe;
  /// Positions in all that was ever printed: of the first byte that is kept, of the first that has
  /// not been written to the terminal, and of the end.
  uint64_t start;
  uint64_t written;
  uint64_t end;
  /// The first bytes, and then the last bytes as a ring.
  char bytes[2 * half];
};

static _Atomic(terminal_output *) outputs = NULL;
// Sessions begin, continue and end one at a time.
static pthread_mutex_t sessions = PTHREAD_MUTEX_INITIALIZER;

// MARK: What is safe in a signal handler

static bool lock(terminal_output *output, int milliseconds, sigset_t *before) {
  sigset_t all;
  sigfillset(&all);
  for (int waited = 0;; waited += 1) {
    pthread_sigmask(SIG_BLOCK, &all, before);
    if (!atomic_exchange(&output->is_locked, true)) {
      return true;
    }
    pthread_sigmask(SIG_SETMASK, before, NULL);
    if (waited == milliseconds) {
      return false;
    }
    poll(NULL, 0, 1);
  }
}

static void unlock(terminal_output *output, const sigset_t *before) {
  atomic_store(&output->is_locked, false);
  pthread_sigmask(SIG_SETMASK, before, NULL);
}

// The place of a position, and how many bytes follow in one piece.
static char *place(terminal_output *output, uint64_t position, size_t *count) {
  uint64_t offset = position - output->start;
  size_t index = offset < half ? offset : half + (offset - half) % half;
  *count = (index < half ? half : 2 * half) - index;
  return output->bytes + index;
}

// Takes what is in the pipe without waiting; returns whether there was something.
static bool take(terminal_output *output) {
  size_t room;
  char *bytes = place(output, output->end, &room);
  ssize_t count = read(output->reading_end, bytes, room < pipe_size ? room : pipe_size);
  if (count <= 0) {
    return false;
  }
  output->end += count;
  return true;
}

// Takes what is in the pipe, so that its writers need not wait.
static void take_all(terminal_output *output, int milliseconds) {
  sigset_t before;
  if (lock(output, milliseconds, &before)) {
    for (int part = 0; part < 2 && take(output); part += 1) {
    }
    unlock(output, &before);
  }
}

static size_t put_text(char *text, size_t length, const char *addition) {
  while (*addition != 0) {
    text[length++] = *addition++;
  }
  return length;
}

// The sentence in place of what was left out.
static size_t describe(uint64_t left_out, char *text) {
  char digits[24];
  char *first = digits + sizeof digits - 1;
  *first = 0;
  do {
    *--first = '0' + left_out % 10;
    left_out /= 10;
  } while (left_out > 0);
  size_t length = put_text(text, 0, "\n[Lockstep: ");
  length = put_text(text, length, first);
  return put_text(text, length, " bytes of output are left out here.]\n");
}

// Goes on with the last bytes, the first of which make room for a sentence.
static void skip(terminal_output *output) {
  char text[80];
  uint64_t oldest = output->end - half;
  size_t length = describe(oldest - output->written, text);
  length = describe(oldest - output->written + length, text);
  length = describe(oldest - output->written + length, text);
  output->written = oldest;
  for (size_t index = 0; index < length; index += 1) {
    size_t count;
    *place(output, oldest + index, &count) = text[index];
  }
}

enum step { went_on, terminal_is_full, nothing_left };

// Writes some of what is kept, or takes more if all of it is written.
static enum step pass_on(terminal_output *output) {
  if (output->written == output->end) {
    output->start = output->end;
    return take(output) ? went_on : nothing_left;
  }
  if (output->written >= output->start + half && output->written + half < output->end) {
    skip(output);
  }
  size_t count;
  const char *bytes = place(output, output->written, &count);
  uint64_t rest = output->end - output->written;
  ssize_t written = write(output->terminal, bytes, rest < count ? rest : count);
  if (written >= 0) {
    output->written += written;
  } else if (errno == EAGAIN) {
    return terminal_is_full;
  } else if (errno != EINTR) {
    output->written = output->end;  // The terminal was closed.
  }
  return went_on;
}

// Passes on what is there. A writer that never stops does not keep it from returning.
static void pass_on_all(terminal_output *output, int milliseconds) {
  uint64_t enough = UINT64_MAX;
  sigset_t before;
  while (lock(output, milliseconds, &before)) {
    if (enough == UINT64_MAX) {
      enough = output->end + pipe_size;
    }
    enum step step = pass_on(output);
    bool is_enough = output->written >= enough;
    unlock(output, &before);
    if (step == nothing_left || is_enough) {
      return;
    }
    struct pollfd ready = {.fd = output->terminal, .events = POLLOUT};
    if (step == terminal_is_full && poll(&ready, 1, milliseconds) == 0) {
      return;
    }
  }
}

// From now on, what is printed goes to the terminal.
static void start_passing_on(terminal_output *output, int milliseconds) {
  sigset_t before;
  if (lock(output, milliseconds, &before)) {
    output->passes_on = true;
    unlock(output, &before);
  }
}

static void give_descriptors_back(terminal_output *output, int milliseconds) {
  sigset_t before;
  if (!lock(output, milliseconds, &before)) {
    return;
  }
  for (int descriptor = 1; descriptor < descriptor_count; descriptor += 1) {
    if (!atomic_load(&output->is_kept[descriptor])) {
      continue;
    }
    // The program may have sent it elsewhere in the meantime.
    struct stat now;
    if (fstat(descriptor, &now) == 0 && now.st_dev == output->pipe.st_dev &&
        now.st_ino == output->pipe.st_ino) {
      dup2(output->originals[descriptor], descriptor);
    }
    close(output->originals[descriptor]);
    atomic_store(&output->is_kept[descriptor], false);
  }
  unlock(output, &before);
}

void terminal_output_give_back_all(void) {
  for (terminal_output *output = atomic_load(&outputs); output != NULL; output = output->next) {
    start_passing_on(output, patience);
    pass_on_all(output, patience);
    give_descriptors_back(output, patience);
    pass_on_all(output, patience);
  }
}

int terminal_output_terminal(const terminal_output *output) { return output->terminal; }

bool terminal_output_never_waits(const terminal_output *output) { return output->never_waits; }

int terminal_descriptor(int descriptor) {
  if (descriptor < 1 || descriptor >= descriptor_count) {
    return descriptor;
  }
  for (terminal_output *output = atomic_load(&outputs); output != NULL; output = output->next) {
    if (atomic_load(&output->is_kept[descriptor])) {
      return output->terminal;
    }
  }
  return descriptor;
}

// MARK: Keeping

// The thread that reads the pipe, with all signals blocked.
static void *read_pipe(void *argument) {
  terminal_output *output = argument;
  bool has_rest = false;
  while (true) {
    struct pollfd ready = {.fd = output->reading_end, .events = POLLIN};
    if (has_rest) {
      ready.fd = output->terminal;
      ready.events = POLLOUT;
    }
    poll(&ready, 1, -1);
    bool has_news = false;
    sigset_t before;
    lock(output, -1, &before);
    if (output->passes_on) {
      pass_on(output);
      has_rest = output->written < output->end;
    } else {
      has_news = take(output);
      has_rest = false;
    }
    unlock(output, &before);
    if (has_news && !atomic_exchange(&output->has_news, true)) {
      terminal_signals_tell(TERMINAL_PRINTED);
    }
  }
  return NULL;
}

static bool start_thread(terminal_output *output) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  pthread_t thread;
  bool is_started = pthread_create(&thread, NULL, read_pipe, output) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (is_started) {
    pthread_detach(thread);
  }
  return is_started;
}

bool terminal_is_same(int one, int other) {
  struct stat first, second;
  if (!isatty(one) || fstat(one, &first) != 0 || fstat(other, &second) != 0) {
    return false;
  }
  if (first.st_dev == second.st_dev && first.st_rdev == second.st_rdev) {
    return true;
  }
  pid_t session = getsid(0);
  return tcgetsid(one) == session && tcgetsid(other) == session;
}

// Opens a terminal anew: descriptors that are shared with a shell must not be made non-blocking.
static int open_again(int terminal, bool *never_waits) {
  char name[256];
  int again = -1;
  if (ttyname_r(terminal, name, sizeof name) == 0) {
    again = open(name, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  }
  *never_waits = again >= 0;
  return again >= 0 ? again : fcntl(terminal, F_DUPFD_CLOEXEC, descriptor_count);
}

static terminal_output *create(int terminal) {
  terminal_output *output = calloc(1, sizeof *output);
  int ends[2];
  if (output == NULL || pipe(ends) != 0) {
    free(output);
    return NULL;
  }
  for (int index = 0; index < 2; index += 1) {
    fcntl(ends[index], F_SETFD, FD_CLOEXEC);
  }
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  output->reading_end = ends[0];
  output->writing_end = ends[1];
  output->terminal = open_again(terminal, &output->never_waits);
  if (output->terminal >= 0 && fstat(ends[1], &output->pipe) == 0 && start_thread(output)) {
    return output;
  }
  close(output->terminal);
  close(ends[0]);
  close(ends[1]);
  free(output);
  return NULL;
}

static terminal_output *find_or_create(int terminal) {
  terminal_output *output = atomic_load(&outputs);
  while (output != NULL && !terminal_is_same(terminal, output->terminal)) {
    output = output->next;
  }
  if (output == NULL && (terminal_is_same(1, terminal) || terminal_is_same(2, terminal))) {
    output = create(terminal);
    if (output != NULL) {
      output->next = atomic_load(&outputs);
      atomic_store(&outputs, output);
    }
  }
  return output;
}

// What was printed before is shown before. A stream that is first used while it is a pipe would keep
// lines to itself for ever.
static void settle_standard_output(void) {
  fflush(stdout);
#ifdef __GLIBC__
  bool is_settled = __fbufsize(stdout) > 0;
#else
  bool is_settled = false;
#endif
  if (!is_settled && isatty(STDOUT_FILENO)) {
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
  }
}

void terminal_flush(void) { fflush(stdout); }

static void keep(terminal_output *output) {
  settle_standard_output();
  sigset_t before;
  lock(output, -1, &before);
  output->passes_on = false;
  atomic_store(&output->has_news, false);
  for (int descriptor = 1; descriptor < descriptor_count; descriptor += 1) {
    if (atomic_load(&output->is_kept[descriptor]) ||
        !terminal_is_same(descriptor, output->terminal)) {
      continue;
    }
    int original = fcntl(descriptor, F_DUPFD_CLOEXEC, descriptor_count);
    if (original >= 0 && dup2(output->writing_end, descriptor) >= 0) {
      output->originals[descriptor] = original;
      atomic_store(&output->is_kept[descriptor], true);
    } else {
      close(original);
    }
  }
  unlock(output, &before);
}

terminal_output *terminal_output_begin(int terminal) {
  pthread_mutex_lock(&sessions);
  terminal_output *output = find_or_create(terminal_descriptor(terminal));
  if (output != NULL) {
    output->users += 1;
    keep(output);
  }
  pthread_mutex_unlock(&sessions);
  return output;
}

void terminal_output_resume(terminal_output *output) {
  pthread_mutex_lock(&sessions);
  keep(output);
  pthread_mutex_unlock(&sessions);
}

// Waits until no thread is printing with a stream, so that what is printed next comes after what is
// kept. A thread that holds it for long is not waited for.
static bool hold(FILE *stream, terminal_output *output, int milliseconds) {
  struct timespec start, now;
  clock_gettime(CLOCK_MONOTONIC, &start);
  do {
    if (ftrylockfile(stream) == 0) {
      return true;
    }
    // It may be waiting for the pipe, which a terminal would empty more slowly than it is filled.
    take_all(output, milliseconds);
    sched_yield();
    clock_gettime(CLOCK_MONOTONIC, &now);
  } while ((now.tv_sec - start.tv_sec) * 1000 + (now.tv_nsec - start.tv_nsec) / 1000000 < 200);
  return false;
}

static void give_back(terminal_output *output, int milliseconds) {
  fflush(stdout);
  start_passing_on(output, milliseconds);
  pass_on_all(output, milliseconds);
  bool holds_output = hold(stdout, output, milliseconds);
  bool holds_error = hold(stderr, output, milliseconds);
  pass_on_all(output, milliseconds);
  give_descriptors_back(output, milliseconds);
  pass_on_all(output, milliseconds);
  if (holds_error) {
    funlockfile(stderr);
  }
  if (holds_output) {
    funlockfile(stdout);
  }
}

void terminal_output_give_back_at_exit(void) {
  for (terminal_output *output = atomic_load(&outputs); output != NULL; output = output->next) {
    give_back(output, patience);
  }
}

void terminal_output_end(terminal_output *output) {
  pthread_mutex_lock(&sessions);
  output->users -= 1;
  if (output->users == 0) {
    give_back(output, -1);
  }
  pthread_mutex_unlock(&sessions);
}

size_t terminal_output_copy(terminal_output *output, uint64_t *position, char *bytes, size_t size) {
  atomic_store(&output->has_news, false);
  sigset_t before;
  lock(output, -1, &before);
  uint64_t oldest = output->end > size ? output->end - size : 0;
  oldest = oldest > output->start ? oldest : output->start;
  uint64_t next = *position > oldest ? *position : oldest;
  size_t copied = 0;
  while (next < output->end) {
    size_t count;
    const char *source = place(output, next, &count);
    uint64_t rest = output->end - next;
    count = rest < count ? rest : count;
    memcpy(bytes + copied, source, count);
    copied += count;
    next += count;
  }
  *position = output->end;
  unlock(output, &before);
  return copied;
}
