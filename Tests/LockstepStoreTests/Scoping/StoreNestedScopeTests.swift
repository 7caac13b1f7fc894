// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

/// Nested scopes of optionals, cases, elements and properties.
@Suite @MainActor struct StoreNestedScopeTests {
  private typealias Draft = Store<Inbox.Draft, InboxAction.DraftAction>
  private typealias Attachment = Store<Inbox.Attachment, InboxAction.AttachmentAction>
  private typealias Preview = Store<Inbox.Alert, InboxAction.AlertAction>

  private func draft(_ store: Store<Inbox, InboxAction>) -> Draft? {
    store.message(2)?.scope(ifLet: \.draft, action: InboxAction.MessageAction.draft)
  }

  private func attachment(_ draft: Draft?, _ id: String = "b") -> Attachment? {
    draft?.scope(element: id, of: \.attachments) { .attachment(id: $0, action: $1) }
  }

  private func preview(_ attachment: Attachment?) -> Preview? {
    attachment?.scope(ifLet: \.preview, action: InboxAction.AttachmentAction.preview)
  }

  @Test func `a scope through two elements and two optionals reads and sends`() {
    let store = Store(Inbox())
    #expect(preview(attachment(draft(store))) == nil)
    store.change { $0.messages[id: 2]?.draft?.attachments[id: "b"]?.preview = Inbox.Alert() }
    guard let preview = preview(attachment(draft(store))) else { return #expect(Bool(false)) }
    #expect(preview.state == Inbox.Alert())
    preview.send(.tapped)
    preview.send(.ended)
    #expect(preview.state == Inbox.Alert(text: "ended", taps: 1))
    #expect(
      store.messages[id: 2]?.draft?.attachments[id: "b"]?.preview
        == Inbox.Alert(text: "ended", taps: 1)
    )
    // The elements around the optional move.
    store.change { state in
      state.messages.move(fromOffsets: [1], toOffset: 3)
      state.messages[id: 2]?.draft?.attachments.move(fromOffsets: [1], toOffset: 0)
    }
    preview.send(.tapped)
    #expect(preview.taps == 2)
  }

  @Test(arguments: 0..<4)
  func `after a removal at any level, a nested scope returns its last value and reports actions`(
    level: Int
  ) {
    let removals: [@Sendable (inout Inbox) -> Void] = [
      { $0.messages[id: 2]?.draft?.attachments[id: "b"]?.preview = nil },
      { _ = $0.messages[id: 2]?.draft?.attachments.remove(id: "b") },
      { $0.messages[id: 2]?.draft = nil },
      { $0.messages.remove(id: 2) },
    ]
    let store = Store(Inbox())
    store.change { $0.messages[id: 2]?.draft?.attachments[id: "b"]?.preview = Inbox.Alert() }
    let draft = draft(store)
    let attachment = attachment(draft)
    let preview = preview(attachment)
    let text = preview?.scope(state: \.text)
    let doubled = preview?.scope { $0.taps * 2 }
    preview?.send(.tapped)
    #expect(preview?.state == Inbox.Alert(taps: 1))
    store.change(removals[level])

    #expect(preview?.state == Inbox.Alert(taps: 1))
    #expect(preview?.taps == 1)
    #expect(text?.state == "alert")
    #expect(doubled?.state == 2)
    #expect(withReportedIssues { preview?.send(.tapped) }.count == 1)
    // A missing part has no scope, even if the store of its parent returns the last value.
    #expect(self.preview(attachment) == nil)
    #expect((self.attachment(draft) == nil) == (level > 0))
    #expect((self.attachment(draft, "a") == nil) == (level > 1))
    #expect((self.draft(store) == nil) == (level > 1))
    #expect(attachment?.id == "b")

    store.change { state in
      state.messages[id: 2] = nil
      state.messages.append(Inbox.Message(id: 2, draft: Inbox.Draft()))
      state.messages[id: 2]?.draft?.attachments[id: "b"]?.preview = Inbox.Alert(text: "back")
    }
    #expect(preview?.state == Inbox.Alert(text: "back"))
    #expect(text?.state == "back")
    #expect(doubled?.state == 0)
  }

  @Test func `an optional scope works through key paths, closures and cases`() {
    let store = Store(Inbox(folder: Inbox.Folder(alert: Inbox.Alert())))
    let stores: [Preview?] = [
      store.scope(ifLet: \.folder.alert, action: InboxAction.folderAlert),
      store.scope(state: \.folder).scope(ifLet: \.alert, action: InboxAction.folderAlert),
      store.scope { $0.folder }.scope(ifLet: \.alert, action: InboxAction.folderAlert),
      store.scope { $0.folder.alert }.scope(ifLet: \.self, action: InboxAction.folderAlert),
      store.scope(state: \.folder).scope { $0.alert }
        .scope(ifCaseLet: CasePath(Inbox.Alert?.some), action: InboxAction.folderAlert),
    ]
    for alert in stores { alert?.send(.tapped) }
    #expect(stores.map { $0?.taps } == [5, 5, 5, 5, 5])
    #expect(stores.map { $0?.scope(state: \.text).state } == Array(repeating: "alert", count: 5))
    #expect(stores.map { $0?.scope { $0.text.count }.state } == [5, 5, 5, 5, 5])
    store.change { $0.folder.alert = nil }
    #expect(stores.map { $0?.taps } == [5, 5, 5, 5, 5])
    store.change { $0.folder.alert = Inbox.Alert(text: "b") }
    #expect(stores.map { $0?.text } == ["b", "b", "b", "b", "b"])
  }

  @Test func `an element scope of a computed list returns its last value after a removal`() {
    let store = Store(Inbox())
    let drafts = store.scope { state in
      IdentifiedArray(uniqueElements: state.messages.filter { $0.draft != nil })
    }
    func message(_ id: Int) -> Store<Inbox.Message, InboxAction.MessageAction>? {
      drafts.scope(element: id, of: \.self) { .message(id: $0, action: $1) }
    }
    #expect(message(1) == nil)
    let second = message(2)
    second?.send(.rename("a"))
    #expect(second?.subject == "a")
    store.change { $0.messages[id: 2]?.draft = nil }
    #expect(second?.subject == "a")
    // The message is not in the computed list, but the reducer still finds it.
    second?.send(.rename("b"))
    #expect(store.messages[id: 2]?.subject == "b")
  }

  @Test func `the scopes of a removed parent return their last values`() {
    let store = Store(Inbox(messages: [Inbox.Message(id: 2, subject: "a")]))
    let message = store.message(2)
    let subject = message?.scope(state: \.subject)
    let letters = message?.scope { $0.subject.count }
    store.change { $0.messages[id: 2]?.subject = "bcd" }
    #expect(subject?.state == "bcd")
    #expect(letters?.state == 3)
    store.change { $0.messages = [] }
    #expect(message?.subject == "bcd")
    #expect(subject?.state == "bcd")
    #expect(letters?.state == 3)
  }
}
