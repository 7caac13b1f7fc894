// SPDX-License-Identifier: MIT

extension Reducer {
  /// Returns a reducer that runs an effect while the state has a key, and replaces the effect when the key changes.
  ///
  /// ```swift
  /// Player.reducer.subscription(to: \.songID) { id, environment in
  ///   environment.audioPlayer.progress(id).map(Player.Action.progressed)
  /// }
  /// ```
  ///
  /// The store reads the key after all reducers, at the end of every turn that may have changed the state. It does not
  /// matter whether this feature, its parent, or a feature that shares the value has changed the key. The first key
  /// starts the effect, another key replaces it, and `nil` cancels it. The effect also starts if the state appears with
  /// a key: when a store is created, a feature is presented, or a screen is pushed. Removing the feature's state
  /// cancels the effect. A sender that cancels the effects of its action does not cancel this effect, and does not wait
  /// for it.
  ///
  /// A completed effect does not start again while the key stays the same. In a test, an effect that never completes
  /// runs while the state has the key, so the test must end in a state without it.
  ///
  /// The store does not check elements of `forEach`, reducers composed below them, and reducers that another reducer
  /// calls directly. For these, the key is read after each action of the feature and compared with the key of the
  /// running effect. A key that a parent or an undo has set therefore takes effect with the feature's next action. To
  /// follow every change immediately, subscribe in the reducer of the list: see ``subscriptions(for:fileID:line:_:)``.
  ///
  /// Isolation: both functions run where the reducer runs.
  ///
  /// - Parameters:
  ///   - key: Returns the key; `nil` to run no effect.
  ///   - fileID: The file named in messages.
  ///   - line: The line named in messages.
  ///   - make: Returns the effect for a key.
  /// - Returns: The reducer that also runs the effect.
  /// - Complexity: One call of `key` and one comparison in each turn that may have changed the state. For a child that
  ///   is presented, optional, or on a stack, see ``onMount(_:)``. A state that is always present, or that shares a
  ///   value, is read in every turn.
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

  /// Returns a reducer that runs an effect for each key of the state while the state contains the key.
  ///
  /// ```swift
  /// Chat.reducer.subscriptions(for: \.openRooms) { room, environment in
  ///   environment.messages(room).map { Chat.Action.room(id: room, action: .received($0)) }
  /// }
  /// ```
  ///
  /// The store reads the keys at the end of every turn, as ``subscription(to:fileID:line:_:)`` describes. It cancels
  /// the effects of removed keys and starts effects for new keys, in the order of the keys. The keys of a set are
  /// sorted by their descriptions. Duplicate keys count once.
  ///
  /// - Parameters:
  ///   - keys: Returns the keys as a set, an array, or another collection.
  ///   - fileID: The file named in messages.
  ///   - line: The line named in messages.
  ///   - make: Returns the effect for a key.
  /// - Returns: The reducer that also runs the effects.
  /// - Complexity: One call of `keys` and one comparison of the collections in each turn, and O(*n*) in the number of
  ///   keys when they change.
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

  /// A function that returns the effect of a change of the keys, given the previous and the current ones.
  @usableFromInline
  typealias Change<Keys> =
    @Sendable (Keys?, Keys?, inout State, _ hasChanged: inout Bool, Environment) -> Effect<
      Action, Never
    >

  /// A function that returns the effect of a feature's action, if the store does not check the feature for changes.
  @usableFromInline
  typealias OwnChange<Keys> =
    @Sendable (Keys?, Keys?, inout State, Environment) -> Effect<Action, Never>

  /// Returns a reducer that follows the keys of a subscription.
  ///
  /// `change` may change the rest of the state and sets its `hasChanged` argument if it does. `changeOnOwnAction`
  /// serves features that the store does not check for changes.
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

/// The modifier call that created a subscription.
@usableFromInline
struct SubscriptionPlace: Sendable {
  /// The number of consecutive turns with a changed key after which the key is examined.
  @inlinable static var suspiciousTurns: Int { 100 }

  let name: StaticString
  let location: CodeLocation
  /// Whether each new key restarts an effect of the user.
  let isRestarting: Bool

  @usableFromInline
  init(_ name: StaticString, _ location: CodeLocation, isRestarting: Bool = true) {
    (self.name, self.location, self.isRestarting) = (name, location, isRestarting)
  }

  /// Reports a key that differs on every read, and notes a key that has changed in `turns` consecutive turns.
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

/// Returns the keys without duplicates, in an order that is the same in each run.
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
