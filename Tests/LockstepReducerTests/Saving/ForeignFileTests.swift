// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import Testing

/// Tests a file that other programs change while a client saves to it.
@Suite final class ForeignFileTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "foreign-\(UUID())")

  private var file: URL { folder.appending(path: "notes.json") }
  private var lockFile: URL { folder.appending(path: ".notes.json.lock") }

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  private func data(_ text: String) -> Data { Data(text.utf8) }

  private func text(_ name: String) throws -> String {
    try String(decoding: Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
  }

  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @discardableResult
  private func open(_ storage: StorageClient) throws -> Data? {
    let data = try storage.load()
    storage.refuse(nil)
    return data
  }

  /// Expects that a save keeps the file of another program.
  private func expectKept(
    _ name: String,
    location: SourceLocation = #_sourceLocation,
    _ save: () throws -> Void
  ) {
    #expect(
      throws: SavingError(.changedElsewhere(keptAs: name), in: file.path),
      sourceLocation: location
    ) {
      try save()
    }
  }

  // MARK: The file

  @Test func `a file replaced by another program is kept as a copy, and the value is saved`() throws
  {
    let storage = StorageClient.file(file)
    try open(storage)
    try storage.save(data("a"))
    try data("other").write(to: file, options: .atomic)
    expectKept("notes.other-1.json") { try storage.save(data("b")) }
    #expect(try text("notes.json") == "b")
    #expect(try text("notes.other-1.json") == "other")
    try storage.save(data("c"))
    try data("another").write(to: file, options: .atomic)
    expectKept("notes.other-2.json") { try storage.save(data("d")) }
    #expect(try text("notes.json") == "d")
    #expect(try text("notes.other-1.json") == "other")
    #expect(try text("notes.other-2.json") == "another")
  }

  /// The file can have the same modification date after both writes.
  @Test func `a change of one byte right after a save is detected`() throws {
    let storage = StorageClient.file(file)
    try open(storage)
    for number in 1...50 {
      try storage.save(data("a"))
      let handle = try FileHandle(forWritingTo: file)
      try handle.write(contentsOf: data("x"))
      try handle.close()
      expectKept("notes.other-\(number).json") { try storage.save(data("b")) }
      #expect(try text("notes.other-\(number).json") == "x")
    }
  }

  @Test func `a file created since loading is kept as a copy`() throws {
    let storage = StorageClient.file(file)
    #expect(try open(storage) == nil)
    try data("other").write(to: file)
    expectKept("notes.other-1.json") { try storage.save(data("a")) }
    #expect(try text("notes.other-1.json") == "other")
    #expect(try text("notes.json") == "a")
  }

  @Test func `a file changed since loading can be saved after it is loaded again`() throws {
    try data("old").write(to: file)
    let storage = StorageClient.file(file)
    #expect(try open(storage) == data("old"))
    try data("other").write(to: file)
    #expect(try open(storage) == data("other"))
    try storage.save(data("a"))
    #expect(try files() == [".notes.json.lock", "notes.json"])
  }

  @Test func `a deleted file is saved again`() throws {
    let storage = StorageClient.file(file)
    try open(storage)
    try storage.save(data("a"))
    try FileManager.default.removeItem(at: file)
    try storage.save(data("b"))
    #expect(try text("notes.json") == "b")
  }

  @Test func `the error message explains the problem and how to continue`() {
    let error = SavingError(.changedElsewhere(keptAs: "notes.other-1.json"), in: "/notes.json")
    #expect(
      "\(error)" == """
        Another program has changed /notes.json. Its version is kept as notes.other-1.json, and the version of this \
        program was saved. To use the other version, quit this program and rename notes.other-1.json to the original file \
        name.
        """
    )
  }

  @Test(arguments: ["a folder", "a pipe", "a link"])
  func `an error names a folder, pipe or link, which is neither loaded nor replaced`(
    kind: String
  ) throws {
    let make = { [file] in
      switch kind {
      case "a folder":
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
      case "a pipe": #expect(mkfifo(file.path, 0o600) == 0)
      default: #expect(symlink("notes.json", file.path) == 0)
      }
    }
    try make()
    let reason = "it is \(kind), not a regular file"
    #expect(
      throws: SavingError(.failed, in: file.path, reason: "reading it failed, \(reason)")
    ) {
      try StorageClient.file(file).load()
    }
    #expect(try files() == ["notes.json"])
    try FileManager.default.removeItem(at: file)

    let storage = StorageClient.file(file)
    try open(storage)
    try make()
    #expect(
      throws: SavingError(.failed, in: file.path, reason: "writing it failed, \(reason)")
    ) {
      try storage.save(data("a"))
    }
    try FileManager.default.removeItem(at: file)
    try storage.save(data("a"))
  }

  @Test func `a device is rejected without creating a lock file`() {
    #expect {
      try StorageClient.file(URL(filePath: "/dev/null")).load()
    } throws: {
      "\($0)" == "/dev/null: reading it failed, it is a device, not a regular file."
    }
    #expect(FileManager.default.fileExists(atPath: "/dev/.null.lock") == false)
  }

  @Test func `an error names the existing file that prevents a save`() throws {
    let storage = StorageClient.file(file)
    try open(storage)
    let copy = folder.appending(path: ".notes.json.saving")
    try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
    #expect {
      try storage.save(data("a"))
    } throws: {
      "\($0)" == "\(self.file.path): writing it failed, File exists: .notes.json.saving."
    }
    try FileManager.default.removeItem(at: copy)
    try storage.save(data("a"))
  }

  // MARK: The folder

  @Test func `a file is saved again after its folder is restored`() throws {
    let inner = folder.appending(path: "inner")
    let file = inner.appending(path: "notes.json")
    let storage = StorageClient.file(file)
    try open(storage)
    try storage.save(data("a"))
    try FileManager.default.removeItem(at: inner)
    #expect(throws: SavingError.self) { try storage.save(data("b")) }
    #expect(FileManager.default.fileExists(atPath: inner.path) == false)
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    try storage.save(data("c"))
    #expect(try Data(contentsOf: file) == data("c"))
    #expect(throws: SavingError(.inUse, in: file.path)) { try StorageClient.file(file).load() }
  }

  /// The test uses a directory in place of the lock file, because a privileged process can write to every folder.
  @Test func `a file without a lock is loaded, and is saved once the lock can be created`() throws {
    try data("old").write(to: file)
    try FileManager.default.createDirectory(at: lockFile, withIntermediateDirectories: true)
    let storage = StorageClient.file(file)
    #expect(try open(storage) == data("old"))
    #expect(
      throws: SavingError(
        .failed,
        in: file.path,
        reason: "writing it failed, Is a directory: .notes.json.lock"
      )
    ) {
      try storage.save(data("a"))
    }
    #expect(try text("notes.json") == "old")
    try FileManager.default.removeItem(at: lockFile)
    try storage.save(data("a"))
    #expect(throws: SavingError(.inUse, in: file.path)) { try StorageClient.file(file).load() }
  }

  // MARK: The lock

  @Test func `a deleted lock file is created again`() throws {
    let (first, second) = (StorageClient.file(file), StorageClient.file(file))
    try open(first)
    try FileManager.default.removeItem(at: lockFile)
    try first.save(data("a"))
    #expect(throws: SavingError(.inUse, in: file.path)) { try second.load() }
  }

  @Test func `a client saves nothing while another client holds its deleted lock`() throws {
    let first = StorageClient.file(file)
    var second: StorageClient? = .file(file)
    try open(first)
    try FileManager.default.removeItem(at: lockFile)
    try second.map { _ = try open($0) }
    try second?.save(data("b"))
    #expect(throws: SavingError(.inUse, in: file.path)) { try first.save(data("a")) }
    #expect(try text("notes.json") == "b")
    second = nil
    expectKept("notes.other-1.json") { try first.save(data("a")) }
    #expect(try text("notes.other-1.json") == "b")
    #expect(try text("notes.json") == "a")
  }

  @Test func `a refused client leaves no lock file`() throws {
    let format = SavedFormat<Int>()
    try data(#"{"version":2,"value":1}"#).write(to: file)
    let storage = StorageClient.file(file)
    #expect(format.load(from: storage).problem?.kind == .newerVersion(found: 2, supported: 1))
    #expect(try files() == ["notes.json"])
    // A newer program can save while this program is still running.
    try open(StorageClient.file(file))
    try format.encode(1).write(to: file)
    #expect(format.load(from: storage).value == 1)
    try format.save(2, to: storage)
  }

  @Test func `a client that finds the file in use does not delete the lock file`() throws {
    let first = StorageClient.file(file)
    try open(first)
    let second = StorageClient.file(file)
    #expect(SavedFormat<Int>().load(from: second).problem?.kind == .inUse)
    #expect(try files() == [".notes.json.lock"])
    #expect(SavedFormat<Int>().load(from: second).problem?.kind == .inUse)
    try first.save(data("a"))
  }

  /// A child process has the descriptors of its parent until it runs its program, as this test has copies of them.
  @Test func `a released file is free at once, even while a process starts`() throws {
    var storage: StorageClient? = .file(file)
    try storage.map { _ = try open($0) }
    var lock = stat()
    #expect(stat(lockFile.path, &lock) == 0)
    let copies = (0..<Int32(1_024)).filter { descriptor in
      var status = stat()
      return fstat(descriptor, &status) == 0 && status.st_ino == lock.st_ino
        && status.st_dev == lock.st_dev
    }
    .map { dup($0) }
    defer { for copy in copies { close(copy) } }
    #expect(copies.count == 1)
    #expect(throws: SavingError(.inUse, in: file.path)) { try StorageClient.file(file).load() }
    storage = nil
    try open(StorageClient.file(file))
  }

  // MARK: Names

  @Test(arguments: [String(repeating: "n", count: 255), String(repeating: "日", count: 85)])
  func `a file name of 255 bytes works for the copy, the lock and a file set aside`(
    name: String
  ) throws {
    let file = folder.appending(path: name)
    let storage = StorageClient.file(file)
    try open(storage)
    #expect(throws: SavingError(.inUse, in: file.path)) { try StorageClient.file(file).load() }
    try storage.save(data("a"))
    #expect(try Data(contentsOf: file) == data("a"))
    let kept = try storage.setAside()
    #expect(kept.hasSuffix(".unreadable-1"))
    #expect(kept.utf8.count <= 255)
    try storage.save(data("b"))
    #expect(try files().count == 3)
  }

  @Test func `long names with the same prefix do not share a lock`() throws {
    let start = String(repeating: "n", count: 254)
    let ends = ["1", "2"]
    let storages = ends.map { StorageClient.file(folder.appending(path: start + $0)) }
    for (end, storage) in zip(ends, storages) {
      try open(storage)
      try storage.save(data(end))
    }
    #expect(try text("\(start)1") == "1")
    #expect(try text("\(start)2") == "2")
    #expect(try files().count == 4)
  }
}
