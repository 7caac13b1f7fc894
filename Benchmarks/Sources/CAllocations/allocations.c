// SPDX-License-Identifier: MIT

#include "CAllocations.h"

#include <stdatomic.h>
#include <stddef.h>

static atomic_bool is_counting;
static _Atomic int64_t blocks;
static _Atomic int64_t live_bytes;

void allocations_start(void) {
  atomic_store(&blocks, 0);
  atomic_store(&live_bytes, 0);
  atomic_store(&is_counting, true);
}

void allocations_stop(void) { atomic_store(&is_counting, false); }

int64_t allocations_count(void) { return atomic_load(&blocks); }

int64_t allocations_live_bytes(void) { return atomic_load(&live_bytes); }

#if defined(__GLIBC__)

#include <errno.h>
#include <malloc.h>

// The functions of an executable come before those of the C library, for all libraries that it
// loads. These are the C library's own under their other names.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *block);

bool allocations_can_be_counted(void) { return true; }

static inline void *allocated(void *block) {
  if (__builtin_expect(atomic_load_explicit(&is_counting, memory_order_relaxed), 0) && block) {
    atomic_fetch_add_explicit(&blocks, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(
        &live_bytes, (int64_t)malloc_usable_size(block), memory_order_relaxed);
  }
  return block;
}

static inline void will_free(void *block) {
  if (__builtin_expect(atomic_load_explicit(&is_counting, memory_order_relaxed), 0) && block) {
    atomic_fetch_sub_explicit(
        &live_bytes, (int64_t)malloc_usable_size(block), memory_order_relaxed);
  }
}

void *malloc(size_t size) { return allocated(__libc_malloc(size)); }

void *calloc(size_t count, size_t size) { return allocated(__libc_calloc(count, size)); }

void *realloc(void *block, size_t size) {
  will_free(block);
  return allocated(__libc_realloc(block, size));
}

void free(void *block) {
  will_free(block);
  __libc_free(block);
}

void *memalign(size_t alignment, size_t size) {
  return allocated(__libc_memalign(alignment, size));
}

void *aligned_alloc(size_t alignment, size_t size) {
  return allocated(__libc_memalign(alignment, size));
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) {
    return EINVAL;
  }
  void *block = allocated(__libc_memalign(alignment, size));
  if (block == NULL) return ENOMEM;
  *result = block;
  return 0;
}

#else

bool allocations_can_be_counted(void) { return false; }

#endif
