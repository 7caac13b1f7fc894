// SPDX-License-Identifier: MIT

import LockstepRouting

/// Returns the error that the work throws, or nil if it throws none.
///
/// Use it for errors with large values. `#expect(throws:)` dumps the whole error, which takes seconds.
func thrownError<Value>(by work: () throws(RoutingError) -> Value) -> RoutingError? {
  do throws(RoutingError) {
    _ = try work()
    return nil
  } catch {
    return error
  }
}
