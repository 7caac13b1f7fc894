// SPDX-License-Identifier: MIT

import LockstepRouting

/// The error that some work throws; nil if it throws none.
///
/// For errors that hold something large: `#expect(throws:)` writes out all of it, which takes seconds.
func thrownError<Value>(by work: () throws(RoutingError) -> Value) -> RoutingError? {
  do throws(RoutingError) {
    _ = try work()
    return nil
  } catch {
    return error
  }
}
