// SPDX-License-Identifier: MIT

extension Reducer {
  /// Returns a reducer with an effect that runs while the state has a key, and anew when it has another one.
  ///
  /// ```swift
  /// Player.reducer.subscription(to: \.songID) { id, environment in
  ///   environment.audioPlayer.progress(id).map(Player.Action.progressed)
  /// }
  /// ```
  ///
  /// The key is asked at the end of every turn of the store that may have changed the state, after all reducers,
  /// whoever has changed it: this feature, its parent, or another one that shares the value. With the first key the
  /// effect starts, with another one it is replaced, and without one it is cancelled. It starts as well with a state
  /// that appears with a key: when a store is made, a feature is presented, or a screen is pushed. It ends with the
  /// state of its feature. A sender that cancels the effects of an action does not end it, and does not wait for it.
  ///
  /// An effect that has completed is not started again as long as the key stays the same. In a test, an effect
  /// that does not complete runs as long as the key is there, so a test leads the state to where it ends.
  ///
  /// For an element of `forEach`, for reducers composed below it, and for a reducer that another one runs by hand, the
  /// key is asked after each action of that feature instead, and compared with the key whose effect runs. So a key that a
  /// parent or an undo has set takes effect with the feature's next action. To follow every writer at once there, subscribe
  /// in the reducer of the list: see ``subscriptions(for:fileID:line:_:)``.
  ///
  /// Isolation: both functions are called where the reducer runs.
  ///
  /// - Parameters:
  ///   - key: Returns the key; `nil` if nothing is to run.
  ///   - fileID: The file named in messages.
  ///   - line: The line named in messages.
  ///   - make: Returns the effect for a key.
  /// - Returns: The reducer that also runs the effect.
  /// - Complexity: One call of `key` and one comparison in each turn that may have changed the state. For a child that
  ///   is presented, optional or on a stack, that of ``onMount(_:)``; a state that is always there, and one that shares
  ///   a value, is asked in each turn.
  @inlinable
  public func subscription<Key: Hashable & Sendable>(
    to key: @escaping @Sendable (State) -> Key?,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ make: @escaping @Sendable (Key, Environment) -> Effect<Action, Never>
  ) -> Self {
    let token = SubscriptionToken()
    let id = SubscriptionID<Key>(token, nil)
    let place = SubscriptionPlace(
      "subscription(to:)",
      CodeLocation(fileID: fileID, line: line)
    )
    return subscribing(token, at: place, key) { _, key, _, _, environment in
      (key.map { make($0, environment) } ?? .none)
        .cancellable(id: id, cancelInFlight: true, fileID: fileID, line: line)
    } onOwnAction: { _, key, _, environment in
      .following(token, key.map { [$0] } ?? [], fileID: fileID, line: line) {
        make($0, environment)
      }
    }
  }

  /// Returns a reducer with an effect for each key that the state has, which runs while the key is there.
  ///
  /// ```swift
  /// Chat.reducer.subscriptions(for: \.openRooms) { room, environment in
  ///   environment.messages(room).map { Chat.Action.room(id: room, action: .received($0)) }
  /// }
  /// ```
  ///
  /// The keys are asked at the end of every turn of the store, as described for ``subscription(to:fileID:line:_:)``. The
  /// effects of removed keys are cancelled, and those of new keys are started, in the order of the keys; for a set, in the
  /// order of their descriptions. A key that occurs more than once counts once.
  ///
  /// - Parameters:
  ///   - keys: Returns the keys: a set, an array, or another collection.
  ///   - fileID: The file named in messages.
  ///   - line: The line named in messages.
  ///   - make: Returns the effect for a key.
  /// - Returns: The reducer that also runs the effects.
  /// - Complexity: One call of `keys` and one comparison of the collections in each turn of the store, and O(*n*) in the
  ///   number of keys when they change.
  @inlinable
  public func subscriptions<Keys: Collection & Equatable & SendableMetatype>(
    for keys: @escaping @Sendable (State) -> Keys,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ make: @escaping @Sendable (Keys.Element, Environment) -> Effect<Action, Never>
  ) -> Self where Keys.Element: Hashable & Sendable {
    let token = SubscriptionToken()
    let place = SubscriptionPlace(
      "subscriptions(for:)",
      CodeLocation(fileID: fileID, line: line)
    )
    return subscribing(token, at: place, keys) { previous, keys, _, _, environment in
      let (old, new) = (distinct(previous), distinct(keys))
      let (oldSet, newSet) = (Set(old), Set(new))
      let ended = old.filter { newSet.contains($0) == false }.map { key in
        Effect<Action, Never>.none
          .cancellable(id: SubscriptionID(token, key), cancelInFlight: true)
      }
      let started = new.filter { oldSet.contains($0) == false }.map { key in
        make(key, environment)
          .cancellable(
            id: SubscriptionID(token, key),
            cancelInFlight: true,
            fileID: fileID,
            line: line
          )
      }
      return .merge(ended + started)
    } onOwnAction: { _, keys, _, environment in
      .following(token, distinct(keys), fileID: fileID, line: line) { make($0, environment) }
    }
  }

  /// A function that returns the effect of a change, given the keys before and now.
  @usableFromInline
  typealias Change<Keys> =
    @Sendable (Keys?, Keys?, inout State, _ hasChanged: inout Bool, Environment) -> Effect<
      Action, Never
    >

  /// A function that returns the effect of an action of a feature at a place that the store does not know, given the keys
  /// before the action and now.
  @usableFromInline
  typealias OwnChange<Keys> =
    @Sendable (Keys?, Keys?, inout State, Environment) -> Effect<Action, Never>

  /// Returns a reducer that follows the keys of a subscription.
  ///
  /// - Parameters:
  ///   - token: The identity of the subscription.
  ///   - place: The modifier, for messages.
  ///   - read: Returns the keys.
  ///   - change: Returns the effect of a change of the keys. It may change the rest of the state, and notes whether it has.
  ///   - changeOnOwnAction: Returns the effect of an action where the store does not look for changes.
  /// - Returns: The reducer that also runs the effects.
  @inlinable
  func subscribing<Keys: Equatable & SendableMetatype>(
    _ token: SubscriptionToken,
    at place: SubscriptionPlace,
    _ read: @escaping @Sendable (State) -> Keys?,
    _ change: @escaping Change<Keys>,
    onOwnAction changeOnOwnAction: @escaping OwnChange<Keys>
  ) -> Self {
    let ask: @Sendable (inout State, Environment, Lives) -> Effect<Action, Never> = {
      state,
      environment,
      lives in
      let known = lives.keys(of: token, Keys?.none)
      let keys = read(state)
      let previous = known.value
      guard keys != previous else { return .none }
      known.value = keys
      let turns = known.note(in: lives.turn)
      if turns >= SubscriptionPlace.suspiciousTurns {
        place.noteChange(from: previous, to: keys, turns, in: lives.turn) { read(state) }
      }
      var hasChanged = false
      let effect = change(previous, keys, &state, &hasChanged, environment)
      if hasChanged { lives.turn.changes += 1 }
      return effect.independent
    }
    let lifecycle = Lifecycle<State, Action, Environment>(
      hasHooks: true,
      unmountFlag: .notSet,
      settles: true,
      mount: ask,
      settle: ask,
      unmount: { _, _, _ in .none }
    )
    return Self(
      gate: gate,
      sites: sites,
      lifecycle: .union([self.lifecycle, lifecycle])
    ) { state, action, environment in
      guard Lives.areKnown == false else { return reduce(&state, action, environment) }
      let previous = read(state)
      let effect = reduce(&state, action, environment)
      return effect.merged(changeOnOwnAction(previous, read(state), &state, environment))
    }
  }
}

/// The modifier that made a subscription, and its line.
@usableFromInline
struct SubscriptionPlace: Sendable {
  /// The number of turns in a row from which a key that has changed in each of them is examined.
  @inlinable static var suspiciousTurns: Int { 100 }

  let name: StaticString
  let location: CodeLocation
  /// Whether an effect of the user is started again with each key.
  let isRestarting: Bool

  @usableFromInline
  init(_ name: StaticString, _ location: CodeLocation, isRestarting: Bool = true) {
    (self.name, self.location, self.isRestarting) = (name, location, isRestarting)
  }

  /// Checks a key that has changed: reports one that differs on every read, and notes one that changes in every turn.
  ///
  /// - Parameters:
  ///   - old: The key before.
  ///   - new: The key now.
  ///   - turns: The number of turns in a row in which the key has changed.
  ///   - turn: The turn of the store.
  ///   - read: Reads the key from the same state again.
  @usableFromInline
  func noteChange<Keys: Equatable>(
    from old: Keys?,
    to new: Keys?,
    _ turns: Int,
    in turn: Lives.Turn,
    read: () -> Keys?
  ) {
    let keys = { (Self.text(old), Self.text(new)) }
    if isRestarting, turns >= RestlessKey.turnLimit - 10 {
      turn.restless = (RestlessKey(name: name, location: location, keys: keys), turn.number)
    }
    guard turns == Self.suspiciousTurns, read() != new else { return }
    let message = """
      The key of a subscription differs each time it is read.

      The key of '\(name)' at \(location) has changed in each of the last \(turns) turns, most recently from \
      \(keys().0) to \(keys().1). Each change cancelled and restarted the effect. Read the key only from the state.
      """
    IssueReporting.current.report(ReportedIssue(message, at: location))
  }

  private static func text<Keys>(_ keys: Keys?) -> String {
    keys.map { Dump($0).boundedLine } ?? "nil"
  }
}

/// The id of the effect of a subscription, for one of its keys.
@usableFromInline
struct SubscriptionID<Key: Hashable & Sendable>: Hashable, Sendable {
  private let token: ObjectIdentifier
  private let key: Key?

  @usableFromInline
  init(_ token: SubscriptionToken, _ key: Key?) {
    self.token = ObjectIdentifier(token)
    self.key = key
  }
}

/// Returns the keys in an order that is the same in each run, each of them once.
@usableFromInline
func distinct<Keys: Collection>(_ keys: Keys?) -> [Keys.Element]
where Keys.Element: Hashable {
  guard let keys else { return [] }
  if keys is Set<Keys.Element> {
    return keys.count < 2 ? Array(keys) : keys.sorted { "\($0)" < "\($1)" }
  }
  var known: Set<Keys.Element> = []
  return keys.filter { known.insert($0).inserted }
}
