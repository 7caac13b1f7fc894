// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

@Suite @MainActor struct StoreIfLetTests {
  private typealias AlertStore = Store<Inbox.Alert, InboxAction.AlertAction>

  @Test func `ifLet calls one function at once and then one after each transition`() {
    let store = Store(Inbox())
    var calls: [String] = []
    let observation = store.ifLet(\.alert, action: InboxAction.alert) { alert in
      calls.append("then \(alert.text)")
    } else: {
      calls.append("else")
    }
    #expect(calls == ["else"])
    store.change { $0.title = "a" }
    store.change { $0.alert = Inbox.Alert(text: "first") }
    store.change { $0.alert?.text = "changed" }
    store.change { $0.alert = Inbox.Alert(text: "other") }
    store.change { $0.alert = nil }
    store.change { $0.alert = nil }
    store.change { state in
      state.alert = Inbox.Alert()
      state.alert = nil
    }
    store.change { $0.alert = Inbox.Alert(text: "second") }
    #expect(calls == ["else", "then first", "else", "then second"])
    observation.cancel()
    store.change { $0.alert = nil }
    #expect(calls.count == 4)
  }

  @Test func `ifLet calls its function at once for an existing value`() {
    let store = Store(Inbox(alert: Inbox.Alert()))
    var alerts: [AlertStore] = []
    var observation: StoreObservation? = store.ifLet(\.alert, action: InboxAction.alert) {
      alerts.append($0)
    }
    #expect(alerts.map(\.text) == ["alert"])
    alerts.first?.send(.tapped)
    #expect(store.alert?.taps == 1)
    _ = observation
    observation = nil
    store.change { $0.alert = nil }
    store.change { $0.alert = Inbox.Alert() }
    #expect(alerts.count == 1)
  }

  @Test func `ifCaseLet calls its function with a new store for each message`() {
    let store = Store(Inbox())
    var calls: [String] = []
    let observation = store.scope(state: \.screen)
      .ifCaseLet(/Inbox.Screen.reading, action: InboxAction.reading) { message in
        calls.append("then \(message.id)")
        message.send(.rename("renamed"))
      } else: {
        calls.append("else")
      }
    store.change { $0.screen = .failed(Inbox.Alert()) }
    store.change { $0.screen = .reading(Inbox.Message(id: 1)) }
    #expect(store.screen == .reading(Inbox.Message(id: 1, subject: "renamed")))
    store.change { $0.screen = .reading(Inbox.Message(id: 2)) }
    store.change { $0.screen = .list }
    #expect(calls == ["else", "then 1", "then 2", "else"])
    observation.cancel()
  }

  @Test func `the functions of ifLet can send and are called in order`() {
    let store = Store(Inbox())
    var calls: [String] = []
    let observation = store.ifLet(\.alert, action: InboxAction.alert) { alert in
      calls.append("then \(alert.text)")
      if alert.text == "go" { store.change { $0.alert = nil } }
      calls.append("still \(alert.text)")
    } else: {
      calls.append("else")
      if store.title == "" {
        store.change { state in
          state.title = "asked"
          state.alert = Inbox.Alert(text: "go")
        }
      }
    }
    // The store reduces the actions of the first call after the call and before 'ifLet' returns.
    #expect(calls == ["else", "then go", "still go", "else"])
    observation.cancel()
  }

  @Test func `an action sent in the first call of ifLet waits until the call returns`() {
    var inbox = Inbox()
    inbox.alert = Inbox.Alert(text: "now")
    let store = Store(inbox)
    var calls: [String] = []
    let observation = store.ifLet(\.alert, action: InboxAction.alert) { alert in
      store.change { $0.alert = nil }
      calls.append("then \(alert.text)")
    } else: {
      calls.append("else")
    }
    #expect(calls == ["then now", "else"])
    observation.cancel()
  }

  @Test func `an ifLet observation can be cancelled within its own call`() {
    let store = Store(Inbox())
    var calls = 0
    var observation: StoreObservation?
    observation = store.ifLet(\.alert, action: InboxAction.alert) { _ in
      calls += 1
      observation?.cancel()
      observation = nil
    }
    store.change { $0.alert = Inbox.Alert() }
    store.change { $0.alert = nil }
    store.change { $0.alert = Inbox.Alert() }
    #expect(calls == 1)
  }

  @Test func `ifLet within a removed element calls the else function`() {
    let store = Store(Inbox())
    var calls: [String] = []
    let observation = store.message(2)?.ifLet(\.draft, action: InboxAction.MessageAction.draft) {
      calls.append("then \($0.text)")
    } else: {
      calls.append("else")
    }
    store.change { $0.messages.remove(id: 2) }
    store.change { $0.messages.append(Inbox.Message(id: 2, draft: Inbox.Draft(text: "new"))) }
    store.change { $0.messages[id: 2]?.draft = nil }
    #expect(calls == ["then ", "else", "then new", "else"])
    observation?.cancel()
  }

  @Test func `ifLet keeps neither the store nor its captures alive`() {
    var store: Store<Inbox, InboxAction>? = Store(Inbox(alert: Inbox.Alert()))
    weak let weakStore = store
    weak var weakAlert: AlertStore?
    weak var weakToken: Token?
    do {
      let token = Token()
      weakToken = token
      let observation = store?.ifLet(\.alert, action: InboxAction.alert) { alert in
        weakAlert = alert
        withExtendedLifetime(token) {}
      }
      store?.change { $0.alert = nil }
      store?.change { $0.alert = Inbox.Alert() }
      #expect(weakAlert == nil)
      observation?.cancel()
    }
    #expect(weakToken == nil)
    let observation = store?.ifLet(\.alert, action: InboxAction.alert) { _ in }
    store = nil
    #expect(weakStore == nil)
    observation?.cancel()
  }

  @Test func `the store of an ifLet value keeps the root alive after the observation ends`() {
    var store: Store<Inbox, InboxAction>? = Store(Inbox(alert: Inbox.Alert()))
    weak let weakStore = store
    var alert: AlertStore?
    store?.ifLet(\.alert, action: InboxAction.alert) { alert = $0 }.cancel()
    store = nil
    #expect(weakStore == nil)
    alert?.send(.tapped)
    #expect(alert?.state == Inbox.Alert(taps: 1))
  }
}
