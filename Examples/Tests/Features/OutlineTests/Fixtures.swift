// SPDX-License-Identifier: MIT

import DependencyClients
import Foundation
import Lockstep
import LockstepTesting
import Outline
import Testing

typealias OutlineStore = TestStore<OutlineState, OutlineAction, OutlineEnvironment>

extension OutlineStore {
  /// Creates a store without sending an action; its new ids start at 11.
  convenience init(_ file: TestFile, _ clock: TestScheduler<RunLoop>) {
    self.init(file.client, clock)
  }

  /// Creates a store without sending an action; its new ids start at 11.
  convenience init(_ fileClient: FileClient, _ clock: TestScheduler<RunLoop>) {
    self.init(
      initialState: OutlineState(),
      reducer: outlineReducer,
      environment: OutlineEnvironment(
        fileClient: fileClient,
        mainRunLoop: clock,
        uuid: .incrementing(from: 11)
      )
    )
  }

  /// Creates a store that read and counted the file one second ago.
  convenience init(loading file: TestFile, _ clock: TestScheduler<RunLoop>) throws {
    self.init(file, clock)
    let document = try #require(file.document.value)
    send(.appeared)
    receive(.documentRead(document)) {
      $0.document = document
      $0.file = .saved
      $0.fileContents = document
      $0.selection = document.rows.first?.id
    }
    receive(.counted(OutlineCounts(document.items))) {
      $0.counts = OutlineCounts(document.items)
    }
    clock.advance(by: 1)
  }

  /// Receives the saved document, which the file contains without changes by others.
  func receiveSaved() {
    receive(.documentSaved(state.document, fileContents: state.document)) {
      $0.file = .saved
      $0.fileContents = $0.document
    }
  }

  /// Closes an outline without unsaved changes.
  func close() {
    send(.closeButtonTapped) { $0.isClosing = true }
    #expect(state.isClosed)
  }
}

extension OutlineItem {
  init(
    _ number: Int,
    _ text: String = "",
    isDone: Bool = false,
    _ children: IdentifiedArrayOf<OutlineItem> = []
  ) {
    self.init(id: UUID(number), text: text, isDone: isDone, children: children)
  }
}

extension OutlineDocument {
  /// A single item.
  static let cook = OutlineDocument(items: [OutlineItem(1, "Cook")])

  /// Two items, the first of which has two children.
  static let shopping = OutlineDocument(
    items: [
      OutlineItem(
        1,
        "Buy vegetables",
        [OutlineItem(2, "Leek", isDone: true), OutlineItem(3, "Kale")]
      ),
      OutlineItem(4, "Cook"),
    ],
    settings: OutlineSettings(title: "Dinner")
  )
}

extension OutlineCounts {
  init(items: Int, done: Int, words: Int) {
    self.init()
    self.items = items
    self.done = done
    self.words = words
  }
}

/// A file that a test can change or make unreadable.
final class TestFile: Sendable {
  /// The contents, or nil if the file does not exist.
  let document: Recorder<OutlineDocument?>
  let isBroken = Recorder(false)
  /// The number of writes.
  let writes = Recorder(0)

  init(_ document: OutlineDocument? = nil) {
    self.document = Recorder(document)
  }

  var client: FileClient {
    var client = FileClient.failing
    client.load = { [document, isBroken] name in
      .sync {
        guard isBroken.value == false, name == "outline.json" else {
          throw CocoaError(.fileReadNoPermission)
        }
        guard let document = document.value else { throw CocoaError(.fileReadNoSuchFile) }
        return try JSONEncoder().encode(document)
      }
    }
    client.update = { [document, isBroken, writes] _, change in
      .sync {
        guard isBroken.value == false else { throw CocoaError(.fileWriteNoPermission) }
        let data = try change(try document.value.map { try JSONEncoder().encode($0) })
        document.set(try JSONDecoder().decode(OutlineDocument.self, from: data))
        writes.update { $0 += 1 }
        return data
      }
    }
    return client
  }
}
