// SPDX-License-Identifier: MIT

package import Lockstep

/// Runs effects in a store of their own, on this thread, and notes what they send.
package final class EffectRun<Output: Sendable, Failure: Error> {
  private enum Event: Sendable, CustomStringConvertible {
    case value(Output)
    case failure(Failure)
    case finished

    var description: String {
      switch self {
      case .value(let value): "\(value)"
      case .failure(let failure): "x(\(failure))"
      case .finished: "|"
      }
    }
  }

  private enum Action: Sendable {
    case start(Effect<Event, Never>)
    case event(Event)
  }

  private let store: ManualStore<[Event], Action>

  package init() {
    store = ManualStore(
      initialState: [],
      reducer: Reducer { events, action, _ in
        switch action {
        case .start(let effect):
          return effect.map(Action.event)
        case .event(let event):
          events.append(event)
          return .none
        }
      },
      environment: ()
    )
  }

  package convenience init(_ effect: Effect<Output, Failure>) {
    self.init()
    start(effect)
  }

  /// Starts an effect, and runs what can run.
  package func start(_ effect: Effect<Output, Failure>) {
    // Messages that name the sender are compared: as that of line 1.
    store.send(.start(Self.observed(effect)), line: 1)
  }

  /// Starts several effects in one turn, each noted on its own.
  package func start(inOneTurn effects: Effect<Output, Failure>...) {
    store.send(.start(.merge(effects.map(Self.observed))))
  }

  /// Runs what can run.
  package func settle() {
    store.send(.start(.none))
  }

  private static func observed(_ effect: Effect<Output, Failure>) -> Effect<Event, Never> {
    let results = effect.catchToEffect().map { result -> Event in
      switch result {
      case .success(let value): .value(value)
      case .failure(let failure): .failure(failure)
      }
    }
    return .concatenate(results, Effect<Event, Never>(value: .finished))
  }

  /// The sent events, in order: values, `x(…)` for a failure, `|` for the end.
  package var picture: String {
    store.store.state.map(\.description).joined(separator: " ")
  }
}

/// Runs an effect, and says what it sends before it comes to rest.
package func picture<Output, Failure>(_ effect: Effect<Output, Failure>) -> String {
  EffectRun(effect).picture
}

/// Runs an effect while the time of a scheduler moves, a second at a time, and draws what is sent in
/// each: `-` stands for a second in which nothing is.
package func timeline<Output, Failure, Domain>(
  _ effect: Effect<Output, Failure>,
  _ scheduler: TestScheduler<Domain>,
  seconds: Int
) -> String {
  let run = EffectRun(effect)
  var picture = run.picture
  var drawing = picture
  for _ in 0..<seconds {
    scheduler.advance(by: 1)
    let more = run.picture.dropFirst(picture.count).filter { $0 != " " }
    picture = run.picture
    drawing += more.isEmpty ? "-" : String(more)
  }
  return drawing
}

/// The error of failing effects in these tests.
package struct Problem: Error, Hashable, CustomStringConvertible {
  package var code = 1

  package init(code: Int = 1) {
    self.code = code
  }

  package var description: String { "problem \(code)" }
}
