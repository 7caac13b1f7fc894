// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

@Suite @MainActor struct StoreOptionalScopeTests {
  private typealias AlertStore = Store<Inbox.Alert, InboxAction.AlertAction>

  /// Returns the report of an action whose state is missing.
  private func strayText(
    _ position: String,
    _ reducerLine: UInt,
    _ problem: String,
    _ action: String,
    path: String? = nil,
    sentFrom line: UInt
  ) -> String {
    let path = path.map { "\nPath: \($0)" } ?? ""
    return """
      A reducer that was \(position) at LockstepStoreTests/Inbox.swift:\(reducerLine) received an action \
      while \(problem).

      Action: \(action)\(path)
      Sent by: 'send' at LockstepStoreTests/StoreOptionalScopeTests.swift:\(line)

      The reducer of that state did not run. Usual causes:
      • A parent reducer changed the state before this reducer ran. Combine this reducer before it.
      • Another action that was sent in the same turn removed or replaced the state. Send that one last.
      • A view that should have been dismissed sent the action.
      """
  }

  // MARK: Optionals

  @Test func `an optional scope exists while the optional has a value`() {
    let store = Store()
    func alert() -> AlertStore? { store.scope(ifLet: \.alert, action: InboxAction.alert) }
    #expect(alert() == nil)
    store.change { $0.alert = Inbox.Alert() }
    let first = alert()
    #expect(first?.state == Inbox.Alert())
    first?.send(.tapped)
    first?.send(.tapped)
    #expect(first?.state == Inbox.Alert(taps: 2))
    #expect(store.alert?.taps == 2)
    store.change { $0.alert = Inbox.Alert(text: "other") }
    #expect(first?.state == Inbox.Alert(text: "other"))
    store.change { $0.alert = nil }
    #expect(alert() == nil)
    store.change { $0.alert = Inbox.Alert(text: "again") }
    #expect(first?.text == "again")
  }

  @Test func `after the value becomes nil, its store returns the last value`() {
    let store = Store(Inbox(alert: Inbox.Alert(taps: 1)))
    let alert = store.scope(ifLet: \.alert, action: InboxAction.alert)
    alert?.send(.tapped)
    #expect(alert?.taps == 2)
    store.change { $0.alert = nil }
    #expect(alert?.state == Inbox.Alert(taps: 2))
    #expect(alert?.taps == 2)
    store.change { $0.alert = Inbox.Alert(taps: 7) }
    #expect(alert?.state == Inbox.Alert(taps: 7))
    store.change { $0.alert = nil }
    #expect(alert?.state == Inbox.Alert(taps: 7))
    #expect(alert?.taps == 7)
  }

  @Test func `an action after the value becomes nil is reported with its sender`() {
    let store = Store(Inbox(alert: Inbox.Alert()))
    let alert = store.scope(ifLet: \.alert, action: InboxAction.alert)
    store.change { $0.alert = nil }
    let line: UInt = #line + 1
    let issues = withReportedIssues { alert?.send(.tapped) }
    #expect(
      issues.map(\.message) == [
        strayText(
          "made optional",
          1,
          "its state was 'nil'",
          "InboxAction.alert(\n  AlertAction.tapped\n)",
          path: #"\Inbox.alert"#,
          sentFrom: line
        )
      ]
    )
    #expect(store.state == Inbox())
    store.change { $0.alert = Inbox.Alert() }
    #expect(withReportedIssues { alert?.send(.tapped) } == [])
    #expect(store.alert?.taps == 1)
  }

  @Test func `an optional scope works for a nested optional`() {
    let store = Store(changing: Int??.none)
    #expect(store.scope(ifLet: \.self) { $0 } == nil)
    store.change { $0 = .some(.none) }
    let outer = store.scope(ifLet: \.self) { (change: Change<Int??>) in change }
    #expect(outer?.state == .some(.none))
    #expect(outer?.scope(ifLet: \.self) { $0 } == nil)
    store.change { $0 = 1 }
    let inner = outer?.scope(ifLet: \.self) { (change: Change<Int??>) in change }
    #expect(inner?.state == 1)
    store.change { $0 = .some(.none) }
    #expect(outer?.state == .some(.none))
    #expect(inner?.state == 1)
  }

  @Test func `the store of a computed optional keeps its element`() {
    let store = Store(Inbox(messages: [Inbox.Message(id: 1, subject: "a")]))
    let first = store.scope(ifLet: \.messages.first) { (action: InboxAction) in action }
    #expect(first?.subject == "a")
    store.change { $0.messages[id: 1]?.subject = "b" }
    #expect(first?.subject == "b")
    let closure = store.scope { $0.messages.last }
      .scope(ifLet: \.self) { (action: InboxAction) in action }
    store.change { $0.messages.append(Inbox.Message(id: 2, subject: "c")) }
    // The last message is now a different message.
    #expect([first?.subject, closure?.subject] == ["b", "b"])
    store.change { $0.messages = [] }
    #expect([first?.subject, closure?.subject] == ["b", "b"])
  }

  // MARK: Cases

  @Test func `a case scope exists while the state is in that case`() {
    let store = Store()
    let screen = store.scope(state: \.screen)
    func reading() -> Store<Inbox.Message, InboxAction.MessageAction>? {
      screen.scope(ifCaseLet: /Inbox.Screen.reading, action: InboxAction.reading)
    }
    func failed() -> AlertStore? {
      screen.scope(ifCaseLet: /Inbox.Screen.failed, action: InboxAction.failed)
    }
    #expect(reading() == nil && failed() == nil)
    store.change { $0.screen = .reading(Inbox.Message(id: 9)) }
    #expect(failed() == nil)
    let message = reading()
    #expect(message?.state == Inbox.Message(id: 9))
    message?.send(.rename("a"))
    #expect(message?.subject == "a")
    #expect(store.screen == .reading(Inbox.Message(id: 9, subject: "a")))

    store.change { $0.screen = .failed(Inbox.Alert()) }
    #expect(reading() == nil)
    #expect(failed()?.text == "alert")
    #expect(message?.state == Inbox.Message(id: 9, subject: "a"))
    let line: UInt = #line + 1
    let issues = withReportedIssues { message?.send(.rename("b")) }
    #expect(
      issues.map(\.message) == [
        strayText(
          "pulled back",
          2,
          "its state was in another case",
          "InboxAction.reading(\n  MessageAction.rename(\n    \"b\"\n  )\n)",
          path: #"\Inbox.screen .. /Screen.reading"#,
          sentFrom: line
        )
      ]
    )
    // A different message.
    store.change { $0.screen = .reading(Inbox.Message(id: 10)) }
    #expect(message?.id == 9)
    store.change { $0.screen = .reading(Inbox.Message(id: 9, subject: "c")) }
    #expect(message?.subject == "c")
  }

  // MARK: Elements

  @Test func `the store of an element follows it when the list is reordered`() {
    let store = Store()
    #expect(store.message(4) == nil)
    guard let message = store.message(2) else { return #expect(Bool(false)) }
    message.send(.rename("a"))
    #expect(message.subject == "a")
    store.change { $0.messages.move(fromOffsets: [1], toOffset: 0) }
    message.send(.rename("b"))
    #expect(store.messages.map(\.subject) == ["b", "", ""])
    store.change { $0.messages.insert(Inbox.Message(id: 7), at: 0) }
    store.change { $0.messages.remove(id: 1) }
    #expect(message.state == Inbox.Message(id: 2, subject: "b", draft: Inbox.Draft()))
    #expect(store.messages.ids == [7, 2, 3])

    store.change { $0.messages.remove(id: 2) }
    #expect(message.subject == "b")
    #expect(store.message(2) == nil)
    let line: UInt = #line + 1
    let issues = withReportedIssues { message.send(.rename("c")) }
    #expect(
      issues.map(\.message) == [
        strayText(
          "run for each element",
          3,
          "there was no element with the id 2",
          """
          InboxAction.message(
            id: 2,
            action: MessageAction.rename(
              "c"
            )
          )
          """,
          path: #"\Inbox.messages"#,
          sentFrom: line
        )
      ]
    )
    store.change { $0.messages.append(Inbox.Message(id: 2, subject: "new")) }
    #expect(message.state == Inbox.Message(id: 2, subject: "new"))
    message.send(.rename("d"))
    #expect(store.messages[id: 2]?.subject == "d")
  }

  @Test func `the store of a removed element does not show the element in its place`() {
    let store = Store()
    let messages = [1, 2, 3].compactMap { store.message($0) }
    store.change { $0.messages = [Inbox.Message(id: 3), Inbox.Message(id: 8, subject: "other")] }
    #expect(messages.map(\.state.id) == [1, 2, 3])
    #expect(messages.map(\.subject) == ["", "", ""])
  }
}

extension Store where State == Inbox, Action == InboxAction {
  @MainActor fileprivate convenience init() {
    self.init(Inbox())
  }
}
