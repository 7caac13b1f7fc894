// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Observation
import Testing

/// Iteration over the stores of a list's elements.
@Suite @MainActor struct StoreForEachTests {
  private typealias MessageStore = Store<Inbox.Message, InboxAction.MessageAction>

  private func messages(_ store: Store<Inbox, InboxAction>) -> [MessageStore] {
    var stores: [MessageStore] = []
    store.scope(forEach: \.messages, action: InboxAction.message) { stores.append($0) }
    return stores
  }

  @Test func `the stores are passed in the order of the elements`() {
    let store = Store()
    #expect(messages(store).map(\.state) == Array(store.messages))
    store.change { $0.messages.reverse() }
    #expect(messages(store).map(\.id) == [3, 2, 1])
    store.change { $0.messages = [] }
    #expect(messages(store).isEmpty)
  }

  @Test func `each store sends to its own element after the list is reordered`() {
    let store = Store()
    let stores = messages(store)
    store.change { $0.messages.reverse() }
    for message in stores { message.send(.rename("subject \(message.id)")) }
    #expect(
      Array(store.messages) == [
        Inbox.Message(id: 3, subject: "subject 3"),
        Inbox.Message(id: 2, subject: "subject 2", draft: Inbox.Draft()),
        Inbox.Message(id: 1, subject: "subject 1"),
      ]
    )
  }

  @Test func `elements that are removed or added during the iteration are skipped`() {
    let store = Store()
    var ids: [Int] = []
    store.scope(forEach: \.messages, action: InboxAction.message) { message in
      let id = message.id
      ids.append(id)
      store.change { state in
        state.messages.remove(id: 2)
        state.messages.append(Inbox.Message(id: 10 * id))
      }
    }
    #expect(ids == [1, 3])
    #expect(store.messages.ids == [1, 3, 10, 30])
  }

  @Test func `an error ends the iteration`() {
    struct Problem: Error, Equatable {}
    let store = Store()
    var ids: [Int] = []
    #expect(throws: Problem()) {
      try store.scope(forEach: \.messages, action: InboxAction.message) { message in
        ids.append(message.id)
        if message.id == 2 { throw Problem() }
      }
    }
    #expect(ids == [1, 2])
  }

  @Test func `the elements of a list within a scope can be iterated`() {
    let store = Store()
    var sizes: [String: Int] = [:]
    let draft = store.message(2)?.scope(ifLet: \.draft, action: InboxAction.MessageAction.draft)
    draft?.scope(forEach: \.attachments, action: InboxAction.DraftAction.attachment) { attachment in
      attachment.send(.grow)
      sizes[attachment.id] = attachment.size
    }
    #expect(sizes == ["a": 1, "b": 1])
    #expect(store.messages[id: 2]?.draft?.attachments.map(\.size) == [1, 1])
  }

  @Test func `tracking an iteration is notified of insertions, removals and moves only`() {
    let store = Store()
    let woken = Recorder(0)
    func track() {
      withObservationTracking {
        _ = messages(store)
      } onChange: {
        woken.update { $0 += 1 }
      }
    }
    track()
    store.change { $0.messages[id: 1]?.subject = "a" }
    #expect(woken.value == 0)
    let changes: [@Sendable (inout Inbox) -> Void] = [
      { $0.messages.append(Inbox.Message(id: 4)) },
      { $0.messages.remove(id: 1) },
      { $0.messages.reverse() },
    ]
    for (number, change) in changes.enumerated() {
      store.change(change)
      #expect(woken.value == number + 1)
      track()
    }
  }
}
