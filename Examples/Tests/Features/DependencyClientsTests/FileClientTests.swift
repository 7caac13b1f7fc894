// SPDX-License-Identifier: MIT

import DependencyClients
import Foundation
import Lockstep
import LockstepTesting
import Testing

@Suite struct FileClientTests {
  @Test func `the in-memory client replaces, loads and deletes files`() async throws {
    let client = FileClient.inMemory()
    await #expect(throws: CocoaError(.fileReadNoSuchFile)) {
      try await client.load("primes").value()
    }
    for try await _ in client.save([2], to: "primes").values() {}
    for try await _ in client.save([2, 3], to: "primes").values() {}
    #expect(try await client.load([Int].self, from: "primes").value() == [2, 3])

    for try await _ in client.delete("primes").values() {}
    await #expect(throws: CocoaError(.fileReadNoSuchFile)) {
      try await client.load("primes").value()
    }
    await #expect(throws: CocoaError(.fileNoSuchFile)) {
      for try await _ in client.delete("primes").values() {}
    }
  }

  @Test func `the in-memory client updates files`() async throws {
    let client = FileClient.inMemory()
    #expect(try await client.update([Int].self, in: "primes") { $0 ?? [2] }.value() == [2])
    #expect(
      try await client.update([Int].self, in: "primes") { ($0 ?? []) + [3] }.value() == [2, 3]
    )
    #expect(try await client.load([Int].self, from: "primes").value() == [2, 3])
    await #expect(throws: CancellationError.self) {
      try await client.update([Int].self, in: "primes") { _ in throw CancellationError() }.value()
    }
    #expect(try await client.load([Int].self, from: "primes").value() == [2, 3])
    await #expect(throws: DecodingError.self) {
      try await client.update(String.self, in: "primes") { $0 ?? "" }.value()
    }
  }
}

/// Tests the live client with a temporary folder.
@Suite final class FileTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "files-\(UUID())")
  private var client: FileClient { .live(directory: folder) }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  private func save(_ text: String, to name: String) async throws {
    for try await _ in client.save(name, Data(text.utf8)).values() {}
  }

  private func text(_ url: URL) throws -> String {
    String(decoding: try Data(contentsOf: url), as: UTF8.self)
  }

  @Test func `saving creates the folder and only the file`() async throws {
    try await save("1", to: "a")
    try await save("2", to: "a")
    #expect(try text(folder.appending(path: "a")) == "2")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a"])
  }

  @Test func `saving through links keeps the links and the permissions of the file`() async throws {
    try await save("1", to: "a")
    let file = folder.appending(path: "a")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
    let links = ["b": "a", "c": "b"]
    for (link, target) in links {
      try FileManager.default.createSymbolicLink(
        atPath: folder.appending(path: link).path,
        withDestinationPath: target
      )
    }
    try await save("2", to: "c")
    #expect(try text(file) == "2")
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    for (link, target) in links {
      let path = folder.appending(path: link).path
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == target)
    }
  }

  @Test func `saving through a link creates its missing target`() async throws {
    try await save("1", to: "a")
    let link = folder.appending(path: "b").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "d")
    try await save("2", to: "b")
    #expect(try text(folder.appending(path: "d")) == "2")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "d")
  }

  @Test func `a failed update does not change the file`() async throws {
    try await save("1", to: "a")
    await #expect(throws: CancellationError.self) {
      try await self.client.update("a") { _ in throw CancellationError() }.value()
    }
    #expect(try text(folder.appending(path: "a")) == "1")
    await #expect(throws: (any Error).self) {
      for try await _ in FileClient.live(directory: URL(filePath: "/dev/null"))
        .save("a", Data()).values()
      {}
    }
  }

  @Test func `concurrent updates lose no change`() async throws {
    let client = client
    try await withThrowingTaskGroup { group in
      for number in 0..<50 {
        group.addTask {
          _ = try await client.update([Int].self, in: "a") { ($0 ?? []) + [number] }.value()
        }
      }
      try await group.waitForAll()
    }
    #expect(try await client.load([Int].self, from: "a").value()?.sorted() == Array(0..<50))
  }
}
