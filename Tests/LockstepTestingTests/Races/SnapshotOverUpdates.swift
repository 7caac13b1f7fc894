// SPDX-License-Identifier: MIT

// A snapshot and a stream of updates that are merged, where the snapshot may come last.

import Lockstep

extension Race {
  static let snapshotOverUpdates = Race(
    "out-of-order merge of streams",
    symptom: "An update was lost."
  ) { variant in
    let reducer = Reducer<Document, DocumentAction, Void> { document, action, _ in
      switch action {
      case .appeared:
        let (updates, continuation) = AsyncStream.makeStream(of: Document.self)
        return .merge(
          .task { .received(Document(revision: 1, text: "Hello")) },
          .run { send in
            for await update in updates { send(.received(update)) }
          },
          .run { _ in
            await pause(2)
            continuation.yield(Document(revision: 2, text: "Hello, world"))
            continuation.finish()
          }
        )
      case .received(let received):
        if variant == .broken || received.revision > document.revision { document = received }
        return .none
      }
    }.played
    return {
      let text = reducer.state(after: [.appeared], from: Document(), in: (), \.text)
      check(text == "Hello, world", "An update was lost.")
    }
  }
}

private struct Document: Equatable {
  var revision = 0
  var text = ""
}

private enum DocumentAction: Equatable {
  case appeared
  case received(Document)
}
