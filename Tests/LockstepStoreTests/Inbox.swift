// SPDX-License-Identifier: MIT

import Lockstep

// A feature with an optional, an enum and a list in its state, and an optional in each element. The
// line numbers in reports are invented.

struct Inbox: Equatable, Sendable {
  var title = ""
  var alert: Alert?
  var screen = Screen.list
  var messages: IdentifiedArrayOf<Message> = [
    Message(id: 1), Message(id: 2, draft: Draft()), Message(id: 3),
  ]
  var folder = Folder()

  struct Alert: Equatable, Sendable {
    var text = "alert"
    var taps = 0
  }

  struct Draft: Equatable, Sendable {
    var text = ""
    var attachments: IdentifiedArrayOf<Attachment> = [Attachment(id: "a"), Attachment(id: "b")]
  }

  struct Attachment: Equatable, Identifiable, Sendable {
    var id: String
    var size = 0
    var preview: Alert?
  }

  struct Message: Equatable, Identifiable, Sendable {
    var id: Int
    var subject = ""
    var draft: Draft?
  }

  struct Folder: Equatable, Sendable {
    var alert: Alert?
  }

  enum Screen: Equatable, Sendable {
    case list
    case reading(Message)
    case failed(Alert)
  }
}

indirect enum InboxAction: Sendable {
  case alert(AlertAction)
  case reading(MessageAction)
  case failed(AlertAction)
  case message(id: Int, action: MessageAction)
  case folderAlert(AlertAction)
  case change(Change<Inbox>)

  enum AlertAction: Sendable {
    case tapped
    case began
    case ended
  }

  enum MessageAction: Sendable {
    case rename(String)
    case draft(DraftAction)
  }

  enum DraftAction: Sendable {
    case typed(String)
    case attachment(id: String, action: AttachmentAction)
  }

  enum AttachmentAction: Sendable {
    case grow
    case preview(AlertAction)
  }
}

private typealias Feature<State, Action: Sendable> = Reducer<State, Action, Void>

private let alert = Feature<Inbox.Alert, InboxAction.AlertAction> { state, action, _ in
  switch action {
  case .tapped: state.taps += 1
  case .began: return .run { _ in AnyCancellable {} }
  case .ended: state.text = "ended"
  }
  return .none
}

private let attachment = Feature<Inbox.Attachment, InboxAction.AttachmentAction>.combine(
  alert.optional(line: 7).pullback(
    state: \.preview,
    action: /InboxAction.AttachmentAction.preview
  ),
  Reducer { state, action, _ in
    if case .grow = action { state.size += 1 }
    return .none
  }
)

private let draft = Feature<Inbox.Draft, InboxAction.DraftAction>.combine(
  attachment.forEach(
    state: \.attachments,
    action: /InboxAction.DraftAction.attachment,
    line: 6
  ),
  Reducer { state, action, _ in
    if case .typed(let text) = action { state.text += text }
    return .none
  }
)

private let message = Feature<Inbox.Message, InboxAction.MessageAction>.combine(
  draft.optional(line: 5).pullback(
    state: \.draft,
    action: /InboxAction.MessageAction.draft
  ),
  Reducer { state, action, _ in
    if case .rename(let subject) = action { state.subject = subject }
    return .none
  }
)

extension Reducer where State == Inbox, Action == InboxAction, Environment == Void {
  static var inbox: Self {
    .combine(
      alert.optional(line: 1).pullback(
        state: \.alert,
        action: /InboxAction.alert
      ),
      message.pullback(
        state: /Inbox.Screen.reading,
        action: /InboxAction.reading,
        line: 2
      )
      .pullback(state: \.screen, action: .self),
      message.forEach(
        state: \.messages,
        action: /InboxAction.message,
        line: 3
      ),
      alert.optional(line: 4).pullback(
        state: \.folder.alert,
        action: /InboxAction.folderAlert
      ),
      Reducer { state, action, _ in
        if case .change(let change) = action { change.apply(&state) }
        return .none
      }
    )
  }
}

extension Store where State == Inbox, Action == InboxAction {
  @MainActor convenience init(_ state: Inbox = Inbox()) {
    self.init(initialState: state, reducer: .inbox, environment: ())
  }

  func change(_ apply: @escaping @Sendable (inout Inbox) -> Void) {
    send(.change(Change(apply)))
  }

  func message(_ id: Int) -> Store<Inbox.Message, InboxAction.MessageAction>? {
    scope(element: id, of: \.messages) { .message(id: $0, action: $1) }
  }
}
