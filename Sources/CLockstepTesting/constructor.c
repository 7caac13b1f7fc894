// SPDX-License-Identifier: MIT

extern void lockstep_testing_install(void);

// Runs before `main`, under XCTest, Swift Testing and any other runner.
__attribute__((constructor)) static void lockstep_testing_constructor(void) {
  lockstep_testing_install();
}
