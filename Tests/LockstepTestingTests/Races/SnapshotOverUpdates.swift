// SPDX-License-Identifier: MIT

// A snapshot and a stream of updates that are merged, where the snapshot may come last.

import Foundation
import Lockstep
import LockstepTesting

extension Race {
  static let snapshotOverUpdates = Race(
    "out-of-order merge of streams",
    symptom: "An update was lost.",
    forms: [
      Form("an effect plays the user", ordersToTry: [.broken: 200, .fixed: 200]) { variant in
        let (updates, continuation) = AsyncStream.makeStream(of: Document.self)
        let text = variant.reducer.played.state(
          after: [.appeared],
          from: Document(),
          in: DocumentClient(
            snapshot: { .first },
            updates: updates,
            edit: {
              await pause(2)
              continuation.yield(.second)
              continuation.finish()
            }
          ),
          \.text
        )
        check(text == "Hello, world", "An update was lost.")
      },
      Form("an update after the send, and a client that answers without waiting") { variant in
        let (updates, continuation) = AsyncStream.makeStream(of: Document.self)
        let store = TestStore(
          initialState: Document(),
          reducer: variant.reducer,
          environment: DocumentClient(snapshot: { .first }, updates: updates)
        )
        store.send(.appeared)
        continuation.yield(.second)
        continuation.finish()
        store.skipReceived()
        check(store.state.text == "Hello, world", "An update was lost.")
      },
      Form("an update after the send, and an actor that answers") { variant in
        let server = Server()
        let (updates, continuation) = AsyncStream.makeStream(of: Document.self)
        let store = TestStore(
          initialState: Document(),
          reducer: variant.reducer,
          environment: DocumentClient(snapshot: { await server.snapshot() }, updates: updates)
        )
        store.send(.appeared)
        continuation.yield(.second)
        continuation.finish()
        store.skipReceived()
        check(store.state.text == "Hello, world", "An update was lost.")
      },
      Form("an update just after the answer, which takes a second") { variant in
        let mainQueue = DispatchQueue.test
        let (updates, continuation) = AsyncStream.makeStream(of: Document.self)
        let store = TestStore(
          initialState: Document(),
          reducer: variant.reducer,
          environment: DocumentClient(
            snapshot: {
              try await mainQueue.sleep(for: 1)
              return .first
            },
            updates: updates
          )
        )
        store.send(.appeared)
        mainQueue.advance(by: 1.1)
        continuation.yield(.second)
        continuation.finish()
        store.skipReceived()
        check(store.state.text == "Hello, world", "An update was lost.")
      },
    ]
  )
}

extension Race.Variant {
  fileprivate var reducer: Reducer<Document, DocumentAction, DocumentClient> {
    Reducer { document, action, client in
      switch action {
      case .appeared:
        return .merge(
          .task { .received(try await client.snapshot()) },
          .run { send in
            for await update in client.updates { send(.received(update)) }
          },
          .run { _ in await client.edit() }
        )
      case .received(let received):
        if self == .broken || received.revision > document.revision { document = received }
        return .none
      }
    }
  }
}

private struct DocumentClient: Sendable {
  var snapshot: @Sendable () async throws -> Document
  var updates: AsyncStream<Document>
  /// Another user, who edits the document.
  var edit: @Sendable () async -> Void = {}
}

private struct Document: Equatable {
  static let first = Document(revision: 1, text: "Hello")
  static let second = Document(revision: 2, text: "Hello, world")

  var revision = 0
  var text = ""
}

private enum DocumentAction: Equatable {
  case appeared
  case received(Document)
}

private actor Server {
  func snapshot() -> Document { .first }
}
