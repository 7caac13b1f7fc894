// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTesting

@testable import LockstepJournal

/// The actions of a feature that runs the effects passed by a test.
enum JournaledAction: Sendable {
  case add(Int)
  case start(Effect<Int, Never>)
  case startAll(Effect<JournaledAction, Never>)
  case stop(String)
}

let journaledReducer = Reducer<[Int], JournaledAction, Void> { state, action, _ in
  switch action {
  case .add(let number):
    state.append(number)
    return .none
  case .start(let effect):
    return effect.map(JournaledAction.add)
  case .startAll(let effect):
    return effect
  case .stop(let id):
    return .cancel(id: id)
  }
}

/// A store of the journaled feature, with its journal.
final class JournaledStore {
  let manual: ManualStore<[Int], JournaledAction>
  var journal: StoreJournal<[Int]>
  let scheduler = DispatchQueue.test

  init(keeping: JournalKeeping = .last(1_000), actionLimit: Int = 10_000_000) {
    manual = ManualStore(
      initialState: [],
      reducer: journaledReducer,
      environment: (),
      actionLimit: actionLimit
    )
    journal = manual.store.journal(keeping: keeping, clock: scheduler.clock)
  }

  func start(_ effect: Effect<Int, Never>) { manual.send(.start(effect)) }

  var store: Store<[Int], JournaledAction> { manual.store }
}

extension StoreJournal {
  /// The turns as text: the number, the action, the sender, the turn that started it, and the turn in which it was
  /// sent.
  var turnTexts: [String] {
    let labels = Dictionary(uniqueKeysWithValues: effects.map { ($0.number, $0.label) })
    return turns.map { turn in
      let sender =
        turn.sender.isEffect == false
        ? "send" : turn.effect.map { labels[$0] ?? "unknown \(turn.sender)" } ?? "at once"
      let start = turn.sender.startingTurn.map { " of \($0)" } ?? ""
      let preceding = turn.precedingTurn.map { " in \($0)" } ?? ""
      return "\(turn.number) \(name(of: turn.action)): \(sender)\(start)\(preceding)"
    }
  }

  /// The effects as text: the description, the starting turn, the number of values, and the end.
  var effectTexts: [String] {
    effects.map { effect in
      let end =
        effect.end.map { end in "\(end.reason)\(end.turn.map { " in \($0)" } ?? "")" } ?? "running"
      return
        "\(effect.label)\(effect.startingTurn.map { " of \($0)" } ?? ""): \(effect.sentCount), \(end)"
    }
  }

  private func name(of action: any Sendable) -> String {
    switch action {
    case JournaledAction.add(let number): "\(number)"
    case JournaledAction.start, JournaledAction.startAll: "start"
    case JournaledAction.stop: "stop"
    default: "\(action)"
    }
  }
}

extension JournalEffect {
  /// The kind and the name of the effect.
  var label: String {
    let text = description
    return text.firstIndex(of: ",").map { String(text[..<$0]) } ?? text
  }
}

struct JournalFailure: Error {}

extension Effect<Int, JournalFailure> {
  /// Returns a callback effect that fails as soon as it starts.
  static func failingRun(_ name: String) -> Self {
    .run(name: name) { subscriber in
      subscriber.send(completion: .failure(JournalFailure()))
      return AnyCancellable {}
    }
  }
}
