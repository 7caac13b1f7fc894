// SPDX-License-Identifier: MIT

#define _DARWIN_C_SOURCE
#define _GNU_SOURCE
#include "CLockstepTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

// ptsname answers in a buffer that all threads share.
static pthread_mutex_t name_lock = PTHREAD_MUTEX_INITIALIZER;

static int open_program_side(int person) {
  pthread_mutex_lock(&name_lock);
  const char *name = ptsname(person);
  int program = name == NULL ? -1 : open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
  pthread_mutex_unlock(&name_lock);
  return program;
}

bool terminal_open_pair(int *person, int *program) {
  *person = posix_openpt(O_RDWR | O_NOCTTY);
  if (*person < 0) {
    return false;
  }
  fcntl(*person, F_SETFD, FD_CLOEXEC);
  if (grantpt(*person) == 0 && unlockpt(*person) == 0) {
    *program = open_program_side(*person);
    if (*program >= 0) {
      return true;
    }
  }
  int saved_errno = errno;
  close(*person);
  errno = saved_errno;
  return false;
}
