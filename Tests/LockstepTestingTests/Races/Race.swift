// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

/// A small feature that depends on the order in which its effects run, in the broken variant, and does
/// not in the fixed one.
struct Race: Sendable, CustomTestStringConvertible {
  enum Variant {
    case broken
    case fixed
  }

  /// A test of the feature.
  struct Form: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The number of orders to try of each variant that has too many to try them all.
    let ordersToTry: [Variant: Int]
    /// Plays a variant of the feature once, and reports what is wrong.
    let play: @Sendable (Variant) -> Void

    init(
      _ description: String,
      ordersToTry: [Variant: Int] = [:],
      play: @escaping @Sendable (Variant) -> Void
    ) {
      testDescription = description
      self.ordersToTry = ordersToTry
      self.play = play
    }
  }

  let testDescription: String
  /// The first line of the report when the broken variant goes wrong.
  let symptom: String
  let forms: [Form]

  init(_ description: String, symptom: String, forms: [Form]) {
    testDescription = description
    self.symptom = symptom
    self.forms = forms
  }

  static let all: [Race] = [
    .bannerExpires, .cancelAfterSuccess, .checkThenAct, .debounceCrossesRefresh, .doubleSubmit,
    .lateResponse, .loggedOutBetweenAwaits, .lostUpdate, .pageAfterRefresh, .progressAfterEnd,
    .removedChild, .reorderedWrites, .retryAfterCancel, .snapshotOverUpdates, .staleCacheWrite,
    .tokenRefreshedTwice,
  ]

  /// The most orders that a form may have if it does not say how many to try.
  static let orderLimit = 1_200

  /// The form with the fewest orders to try in its broken variant.
  var quickestForm: Form {
    forms.min {
      ($0.ordersToTry[.broken] ?? Self.orderLimit) < ($1.ordersToTry[.broken] ?? Self.orderLimit)
    } ?? forms[0]
  }

  /// Every form of every race.
  static let forms = all.flatMap { race in race.forms.map { (race, $0) } }
}

/// The actions of a feature, and what its user does.
enum Play<Action: Equatable & Sendable>: Equatable {
  /// One after the other, while the effects of the feature run.
  case user([Action], patience: Int)
  case feature(Action)
}

extension Reducer where Action: Equatable, Environment: Sendable {
  /// Adds a user.
  var played: Reducer<State, Play<Action>, Environment> {
    .combine(
      pullback(state: \.self, action: /Play.feature),
      Reducer<State, Play<Action>, Environment> { _, action, _ in
        guard case .user(let actions, let patience) = action else { return .none }
        return .run { send in
          for action in actions {
            await pause(patience)
            send(.feature(action))
          }
        }
      }
    )
  }
}

extension Reducer where State: Equatable, Environment: Sendable {
  /// Lets the user do something, and runs the feature until it comes to rest.
  func state<FeatureAction, Value>(
    after actions: [FeatureAction],
    patience: Int = 1,
    from initialState: State,
    in environment: Environment,
    _ value: (State) -> Value
  ) -> Value where Action == Play<FeatureAction> {
    let store = TestStore(initialState: initialState, reducer: self, environment: environment)
    store.send(.user(actions, patience: patience))
    store.skipReceived()
    return value(store.state)
  }
}

/// Reports what is wrong, if it is.
func check(_ isRight: Bool, _ symptom: String) {
  if isRight == false { reportIssue(symptom) }
}

/// Lets others go first, if they are ready.
func pause(_ count: Int = 1) async {
  for _ in 0..<count { await Task.yield() }
}
