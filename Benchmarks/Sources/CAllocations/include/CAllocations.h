// SPDX-License-Identifier: MIT

/// Counts what the whole process allocates, by standing in front of the C library's functions.
/// Works with glibc; elsewhere `allocations_can_be_counted` is false and nothing is counted.

#pragma once

#include <stdbool.h>
#include <stdint.h>

bool allocations_can_be_counted(void);

/// Begins to count from zero, on all threads.
void allocations_start(void);

/// Stops counting.
void allocations_stop(void);

/// How many blocks were allocated while counting.
int64_t allocations_count(void);

/// How many more bytes are in use than when counting began, with what the allocator rounds up.
int64_t allocations_live_bytes(void);
