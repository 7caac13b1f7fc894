// SPDX-License-Identifier: MIT

/// What libFuzzer, which `-sanitize=fuzzer` links in, offers to programs with a main function of
/// their own.
///
/// Source: https://llvm.org/docs/LibFuzzer.html#using-libfuzzer-as-a-library

#pragma once

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *, size_t));
