// SPDX-License-Identifier: MIT

import LockstepTestSupport

/// A small app: the effect of each kind of action in each of its features, and what a user does with it.
///
/// The features are the root, a child of the root, and a child of that one; they are numbered from 0. The root is
/// always there.
struct Program: Sendable {
  /// The numbers of kinds of action, of features, and of ids of effects; there is one subject.
  static let kinds = 6
  static let places = 3
  static let ids = 2
  /// The id that all features share.
  static let storeWideID = 1

  /// Something that an effect of the app does, and all that it is made of.
  indirect enum Recipe: Sendable {
    /// Sends an action of a kind.
    case value(Int)
    /// Sends an action of a kind from a callback, after some seconds.
    case callback(Int, after: Int)
    /// Fails with a code.
    case failure(Int)
    /// Fails with a code in a callback, after some seconds.
    case failingCallback(Int, after: Int)
    /// Does one step after the other in a task.
    case task([Step])
    /// Sends what is sent to the subject.
    case subject
    /// Sends an action of a kind to whoever listens to the subject, in the turn.
    case send(Int)
    case timer(Int, id: Int, every: Int)
    case cancel(id: Int)
    case merge([Self])
    case concatenate([Self])
    case map(Self, adding: Int)
    case flatMap(Self, Self)
    case `catch`(Self, Self)
    case deferred(Self)
    case deferredFor(Self, Int)
    case prefix(Self, Int)
    case delay(Self, Int)
    case receiveLater(Self)
    case cancellable(Self, id: Int, cancelInFlight: Bool)
    case debounce(Self, id: Int, for: Int)
    case throttle(Self, id: Int, for: Int, latest: Bool)
    /// Follows itself a number of times.
    case loop(Self, times: Int)
    /// Follows itself after some seconds, for ever.
    case poll(Self, every: Int)
    /// Follows itself a number of times if it fails.
    case retry(Self, times: Int)
  }

  /// A step of a task.
  enum Step: Sendable {
    case send(Int)
    case sleep(Int)
    /// Fails with a code; the last step.
    case fail(Int)
  }

  /// The only error of the effects.
  struct Failure: Error {
    let code: Int
  }

  /// An action: its feature, its kind, and the number of actions that may still follow from it one after the
  /// other.
  struct Action: Hashable, Sendable, CustomStringConvertible {
    var place: Int
    var kind: Int
    var fuel: Int

    var description: String { "\(place).\(kind)'\(fuel)" }
  }

  /// A change that an action makes to which features are there.
  enum Change: Sendable {
    case show(Int)
    case hide(Int)
  }

  /// Something that is done from outside.
  enum Command: Sendable {
    case send(place: Int, kind: Int)
    case advance(Int)
  }

  /// An action that has had its turn, and when.
  struct Entry: Hashable, Sendable, CustomStringConvertible {
    var action: Action
    var second: Int

    var description: String { "\(second): \(action)" }
  }

  /// The outcome of a run.
  struct Outcome: Hashable, Sendable {
    var log: [Entry] = []
    /// The number of actions for features that were not there.
    var unhandled = 0
    /// Whatever else was reported.
    var problems: [String] = []
  }

  static let fuel = 3
  /// With so many actions in the log nothing more is done for one.
  static let logLimit = 200

  /// The effects and the changes, by feature and kind of action.
  let reactions: [[Recipe]]
  let changes: [[Change?]]
  let commands: [Command]

  /// Returns the effect of an action that comes with a log of some length; `nil` if it has none.
  func reaction(to action: Action, logged count: Int) -> Recipe? {
    action.fuel == 0 || count >= Self.logLimit ? nil : reactions[action.place][action.kind]
  }
}

extension Program.Recipe {
  /// An effect that follows itself, as one that does so once less; `nil` for all others.
  var unrolled: Self? {
    switch self {
    case .loop(let recipe, let times):
      times < 2 ? recipe : .concatenate([recipe, .deferred(.loop(recipe, times: times - 1))])
    case .poll(let recipe, let seconds):
      .concatenate([recipe, .deferredFor(.deferred(self), seconds)])
    case .retry(let recipe, let times):
      times == 0 ? recipe : .catch(recipe, .deferred(.retry(recipe, times: times - 1)))
    default: nil
    }
  }

  /// Whether the effect may fail.
  var canFail: Bool {
    switch self {
    case .failure, .failingCallback: true
    case .task(let steps): steps.contains { if case .fail = $0 { true } else { false } }
    case .value, .callback, .subject, .send, .timer, .cancel: false
    case .merge(let recipes), .concatenate(let recipes): recipes.contains(where: \.canFail)
    case .flatMap(let recipe, let inner): recipe.canFail || inner.canFail
    case .catch(_, let other): other.canFail
    case .map(let recipe, _), .deferred(let recipe), .deferredFor(let recipe, _),
      .prefix(let recipe, _), .delay(let recipe, _), .receiveLater(let recipe),
      .cancellable(let recipe, _, _), .debounce(let recipe, _, _), .throttle(let recipe, _, _, _),
      .loop(let recipe, _), .poll(let recipe, _), .retry(let recipe, _):
      recipe.canFail
    }
  }
}
