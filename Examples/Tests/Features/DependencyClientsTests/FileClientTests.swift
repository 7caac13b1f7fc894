// SPDX-License-Identifier: MIT

import DependencyClients
import Foundation
import Lockstep
import LockstepTesting
import Testing

@Suite struct FileClientTests {
  @Test func `files in memory are replaced, loaded and deleted`() async throws {
    let client = FileClient.inMemory()
    await #expect(throws: CocoaError(.fileReadNoSuchFile)) {
      try await client.load("primes").value()
    }
    for try await _ in client.save([2], to: "primes").values {}
    for try await _ in client.save([2, 3], to: "primes").values {}
    #expect(try await client.load([Int].self, from: "primes").value() == [2, 3])

    for try await _ in client.delete("primes").values {}
    await #expect(throws: CocoaError(.fileReadNoSuchFile)) {
      try await client.load("primes").value()
    }
    await #expect(throws: CocoaError(.fileNoSuchFile)) {
      for try await _ in client.delete("primes").values {}
    }
  }
}
