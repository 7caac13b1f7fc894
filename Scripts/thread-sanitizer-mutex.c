// SPDX-License-Identifier: MIT

// Lets the thread sanitizer see that `Mutex` orders what happens under it.
//
// The quick path of a `Mutex` is inlined into the code that uses it, and so is instrumented. When
// one has to wait, it calls the Synchronization library, which is not: the sanitizer then does not
// learn that what was done under the lock before is over, and takes all of it for races. Loaded
// ahead of the library (LD_PRELOAD), these functions call it and tell the sanitizer.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

// Not there in a process without the sanitizer, such as the one that starts the tests.
__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT void lock_slow(uint32_t thread, SELF void *mutex) __asm__(LOCK);
SWIFT bool try_lock_slow(SELF void *mutex) __asm__(TRY_LOCK);
SWIFT void unlock_slow(SELF void *mutex) __asm__(UNLOCK);

static void *original(const char *name) {
  void *function = dlsym(RTLD_NEXT, name);
  if (!function) {
    fprintf(stderr, "thread-sanitizer-mutex: %s is not there any more\n", name);
    abort();
  }
  return function;
}

SWIFT void lock_slow(uint32_t thread, SELF void *mutex) {
  static SWIFT void (*function)(uint32_t, SELF void *);
  if (!function) function = (SWIFT void (*)(uint32_t, SELF void *))original(LOCK);
  function(thread, mutex);
  if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT bool try_lock_slow(SELF void *mutex) {
  static SWIFT bool (*function)(SELF void *);
  if (!function) function = (SWIFT bool (*)(SELF void *))original(TRY_LOCK);
  bool is_locked = function(mutex);
  if (is_locked && __tsan_acquire) __tsan_acquire(mutex);
  return is_locked;
}

SWIFT void unlock_slow(SELF void *mutex) {
  static SWIFT void (*function)(SELF void *);
  if (!function) function = (SWIFT void (*)(SELF void *))original(UNLOCK);
  if (__tsan_release) __tsan_release(mutex);
  function(mutex);
}
