// SPDX-License-Identifier: MIT

import Foundation
import Lockstep

// A small document editor, which does one of each: it saves, loads, waits, and shows a child.

package struct Document: Equatable {
  package var title = ""
  package var words = 0
  package var note: String?

  package init(title: String = "", words: Int = 0, note: String? = nil) {
    self.title = title
    self.words = words
    self.note = note
  }
}

package enum DocumentAction: Equatable, Sendable {
  case autosaveButtonTapped
  case loadButtonTapped
  case loaded(title: String)
  case note(NoteAction)
  case raceButtonTapped
  case repeatButtonTapped
  case saveButtonTapped
  case shareButtonTapped
  case titleChanged(String)
}

package enum NoteAction: Equatable, Sendable {
  case clearButtonTapped
}

package struct DocumentClient: Sendable {
  package var load: @Sendable () -> Effect<String, Never>
  package var mainQueue: AnySchedulerOf<DispatchQueue>
  package var save: @Sendable (Document) -> Effect<Never, Never>
  package var share: @Sendable (String) async -> Void
  package var wordLimit: @Sendable () -> Int

  package static let failing = Self(
    load: { .failing("DocumentClient.load is unimplemented") },
    mainQueue: .failing("mainQueue"),
    save: { .failing("DocumentClient.save(\($0.title)) is unimplemented") },
    share: { _ in unimplemented("DocumentClient.share", placeholder: ()) },
    wordLimit: { unimplemented("DocumentClient.wordLimit", placeholder: 100) }
  )
}

package let documentReducer = Reducer<Document, DocumentAction, DocumentClient>.combine(
  noteReducer.optional().pullback(
    state: \.note,
    action: /DocumentAction.note,
    environment: { _ in }
  ),
  Reducer { state, action, client in
    switch action {
    case .autosaveButtonTapped:
      return Effect(value: .saveButtonTapped).delay(for: 10, scheduler: client.mainQueue)

    case .loadButtonTapped:
      return client.load().map { .loaded(title: $0) }

    case .loaded(let title):
      state.title = title
      return .none

    case .note:
      return .none

    case .raceButtonTapped:
      return .merge(
        .task { .loaded(title: "First") },
        .task {
          await Task.yield()
          return .loaded(title: "First, second")
        }
      )

    case .repeatButtonTapped:
      return Effect(value: .repeatButtonTapped)

    case .saveButtonTapped:
      return client.save(state).fireAndForget()

    case .shareButtonTapped:
      return .fireAndForget(name: "share") { [title = state.title] in await client.share(title) }

    case .titleChanged(let title):
      state.title = title
      state.words = min(title.split(separator: " ").count, client.wordLimit())
      return .none
    }
  }
)

private let noteReducer = Reducer<String, NoteAction, Void> { state, action, _ in
  switch action {
  case .clearButtonTapped:
    state = ""
    return .none
  }
}
