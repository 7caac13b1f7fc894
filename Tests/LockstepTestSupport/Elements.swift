// SPDX-License-Identifier: MIT

import Lockstep

/// An asynchronous sequence of known values, which then ends or throws.
package struct Elements<Failure: Error>: AsyncSequence, Sendable {
  private let values: [Int]
  private let failure: Failure?

  package init(values: [Int], failure: Failure? = nil) {
    self.values = values
    self.failure = failure
  }

  package struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var values: ArraySlice<Int>
    fileprivate let failure: Failure?

    package mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Int?
    {
      await Task.yield()
      if let value = values.popFirst() { return value }
      if let failure { throw failure }
      return nil
    }
  }

  package func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(values: values[...], failure: failure)
  }
}
