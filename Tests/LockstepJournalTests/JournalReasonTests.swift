// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTesting
import Testing

@testable import LockstepJournal

private struct Shop: Equatable, Sendable {
  struct Cart: Equatable, Sendable {
    var items = 0
    var coupon: String?
    var total: Int { items * 10 }
  }

  var cart = Cart()
  var count = 0
  var name = ""
}

private enum ShopAction: Equatable, Sendable {
  case add(Int)
  case chain(Int)
  case coupon(String?)
  case load
  case rename(String)
}

private let file: StaticString = "App/Shop.swift"

private let shopReducer = Reducer<Shop, ShopAction, Void> { state, action, _ in
  switch action {
  case .add(let number):
    state.cart.items += number
    return .none
  case .chain(let rest):
    state.count += 1
    return rest == 0 ? .none : Effect(value: .chain(rest - 1))
  case .coupon(let coupon):
    state.cart.coupon = coupon
    return .none
  case .load:
    return .task(name: "load", fileID: file, line: 9) {
      await Task.yield()
      return .add(3)
    }
  case .rename(let name):
    state.name = name
    return .none
  }
}

/// The reasons for changes to a part of the state.
@Suite struct JournalReasonTests {
  private let manual = ManualStore(
    initialState: Shop(),
    reducer: shopReducer,
    environment: ()
  )

  private func makeJournal(_ keeping: JournalKeeping = .last(1_000)) -> StoreJournal<Shop> {
    manual.store.journal(keeping: keeping, clock: DispatchQueue.test.clock)
  }

  private func send(_ action: ShopAction) { manual.send(action, fileID: file, line: 5) }

  @Test func `a journal finds turns and effects by number, and they describe themselves`() throws {
    let journal = makeJournal(.last(2))
    send(.load)
    send(.rename("a"))
    #expect(journal.turn(1) == nil)
    #expect(journal.turn(4) == nil)
    let turn = try #require(journal.turn(2))
    #expect(
      "\(turn)" == """
        2. ShopAction.add(3)
           by effect task "load", made at App/Shop.swift:9, started by turn 1
        """
    )
    let effect = try #require(turn.effect.flatMap { journal.effect($0) })
    #expect("\(effect)" == #"task "load", made at App/Shop.swift:9"#)
    #expect(journal.effect(effect.number + 1) == nil)
  }

  @Test func `a reason lists the change and its turns, back to the external call`() throws {
    let journal = makeJournal()
    send(.load)
    send(.rename("a"))
    let reason = try #require(journal.why(\.cart.items))
    #expect(
      reason.description == """
        cart.items: 0 → 3

          2. ShopAction.add(3)
             by effect task "load", made at App/Shop.swift:9, started by turn 1
          1. ShopAction.load
             by 'send' at App/Shop.swift:5
        """
    )
    #expect(reason.isComplete)
    #expect(reason.chain.map(\.number) == [2, 1])
  }

  @Test func `a reason describes the last change`() {
    let journal = makeJournal()
    for number in [1, 2, 0] { send(.add(number)) }
    #expect(journal.why(\.cart.items)?.description.hasPrefix("cart.items: 1 → 3\n") == true)
    #expect(journal.why(\.cart.items)?.chain.map(\.number) == [2])
  }

  @Test func `a reason finds a change in the first kept turn`() {
    let journal = makeJournal(.last(2))
    send(.add(1))
    send(.add(1))
    send(.rename("a"))
    #expect(journal.why(\.cart.items)?.description.hasPrefix("cart.items: 1 → 2\n") == true)
    send(.rename("b"))
    #expect(journal.why(\.cart.items) == nil)
  }

  @Test func `a part without changes has no reason`() {
    let journal = makeJournal()
    #expect(journal.why(\.name) == nil)
    send(.rename(""))
    #expect(journal.why(\.name) == nil)
  }

  @Test func `the whole state, an optional and a computed property have reasons`() throws {
    let journal = makeJournal()
    send(.coupon("A"))
    #expect(
      try #require(journal.why(\.cart.coupon)).description.hasPrefix("cart.coupon: nil → \"A\"\n")
    )
    send(.coupon(nil))
    #expect(
      try #require(journal.why(\.cart.coupon)).description.hasPrefix("cart.coupon: \"A\" → nil\n")
    )
    send(.add(2))
    let reason = try #require(journal.why(\.cart.total))
    // Some platforms do not know the name of a computed property at run time.
    #expect(reason.description.hasPrefix("cart."))
    #expect(reason.description.contains(": 0 → 20\n"))
    #expect(try #require(journal.why(\.self)).description.hasPrefix("state: "))
    send(.coupon("B"))
    #expect(try #require(journal.why(\.cart.coupon?.count)).description.contains(": nil → 1\n"))
  }

  @Test func `a reason names a cause that the journal no longer keeps`() throws {
    let journal = makeJournal(.last(2))
    send(.chain(3))
    let reason = try #require(journal.why(\.count))
    #expect(reason.isComplete == false)
    #expect(
      reason.description == """
        count: 3 → 4

          4. ShopAction.chain(0)
             at once, by turn 3
          3. ShopAction.chain(1)
             at once, by turn 2
          (Turn 2 is no longer in the journal.)
        """
    )
  }

  @Test func `the description of a long chain shows only its ends`() throws {
    let journal = makeJournal()
    send(.chain(99))
    let reason = try #require(journal.why(\.count))
    #expect(reason.chain.map(\.number) == Array((1...100).reversed()))
    let lines = reason.description.split(separator: "\n")
    #expect(lines.count == 1 + 10 + 1 + 10)
    #expect(lines[11] == "  … (90 turns between)")
    #expect(lines[9] == "   96. ShopAction.chain(4)")
    #expect(lines[12] == "    5. ShopAction.chain(95)")
    #expect(lines.last == "       by 'send' at App/Shop.swift:5")
  }

  @Test func `the description of a chain within the limit shows every turn`() throws {
    let journal = makeJournal()
    send(.chain(10))
    #expect(try #require(journal.why(\.count)).description.contains("between") == false)
    send(.chain(11))
    #expect(try #require(journal.why(\.count)).description.contains("(2 turns between)"))
  }

  @Test func `the description of long values shows the text around their difference`() throws {
    let long = String(repeating: "a", count: 300)
    let journal = manual.store.journal()
    manual.send(.rename(long + "b"))
    manual.send(.rename(long + "c" + long))
    let context = String(repeating: "a", count: 60)
    #expect(
      try #require(journal.why(\.name)).description.hasPrefix(
        "name: …\(context)b\" → …\(context)c\(String(repeating: "a", count: 139))…\n"
      )
    )
    manual.send(.rename("c"))
    #expect(
      try #require(journal.why(\.name)).description.hasPrefix(
        "name: \"\(String(repeating: "a", count: 199))… → \"c\"\n"
      )
    )
  }
}
