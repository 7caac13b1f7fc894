// SPDX-License-Identifier: MIT

import Lockstep

/// An asynchronous sequence of known values, which then ends or throws.
struct Elements<Failure: Error>: AsyncSequence, Sendable {
  var values: [Int]
  var failure: Failure?

  struct AsyncIterator: AsyncIteratorProtocol {
    var values: ArraySlice<Int>
    let failure: Failure?

    mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Int? {
      await Task.yield()
      if let value = values.popFirst() { return value }
      if let failure { throw failure }
      return nil
    }
  }

  func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(values: values[...], failure: failure)
  }
}
