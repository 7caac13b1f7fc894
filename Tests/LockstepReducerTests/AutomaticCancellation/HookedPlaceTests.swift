// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Tests effects of a child without hooks in a feature with or without hooks, at every kind of place.
@Suite struct HookedPlaceTests {
  enum Hook: CaseIterable { case none, onMount, onUnmount, subscription }

  struct Leaf: Equatable, Sendable { var id = 0 }

  struct Feature: Equatable, Identifiable, Sendable {
    var id = 1
    var leaf: Leaf? = Leaf()
    var count = 0
  }

  enum LeafAction: Equatable, Sendable { case start }

  enum FeatureAction: Equatable, Sendable {
    case leaf(LeafAction)
    case removeLeaf
    case count
  }

  /// Counts the running effects.
  final class World: Sendable { let running = Recorder(0) }

  static func feature(_ hook: Hook) -> Reducer<Feature, FeatureAction, World> {
    let leaf = Reducer<Leaf, LeafAction, World> { _, _, world in
      .run { _ in
        world.running.update { $0 += 1 }
        return AnyCancellable { world.running.update { $0 -= 1 } }
      }
    }
    let feature = Reducer<Feature, FeatureAction, World>.combine(
      leaf.optional().pullback(state: \.leaf, action: /FeatureAction.leaf),
      Reducer { state, action, _ in
        switch action {
        case .leaf: break
        case .removeLeaf: state.leaf = nil
        case .count: state.count += 1
        }
        return .none
      }
    )
    switch hook {
    case .none: return feature
    case .onMount: return feature.onMount { _, _ in .none }
    case .onUnmount: return feature.onUnmount { _, _ in .none }
    case .subscription: return feature.subscription(to: \.count) { _, _ in .none }
    }
  }

  enum Screen: Equatable, Sendable {
    case feature(Feature)
    case other
  }

  struct App: Equatable, Sendable {
    var permanent = Feature()
    var plain = Wrapper()
    var optional: Feature? = Feature()
    var presented: Feature? = Feature()
    var screen = Screen.feature(Feature())
    var stack: StackState<Feature> = [Feature(), Feature(id: 2)]
    var rows: IdentifiedArrayOf<Feature> = [Feature(), Feature(id: 2)]
  }

  /// A state without an identity.
  struct Wrapper: Equatable, Sendable { var feature = Feature() }

  enum AppAction: Sendable {
    case permanent(FeatureAction)
    case plain(FeatureAction)
    case optional(FeatureAction)
    case presented(PresentationAction<FeatureAction>)
    case screen(FeatureAction)
    case stack(StackAction<Feature, FeatureAction>)
    case row(id: Int, action: FeatureAction)
    case change(@Sendable (inout App) -> Void)
  }

  enum Place: CaseIterable {
    case permanent, plain, optional, presented, screen, stack, row

    func action(_ action: FeatureAction) -> AppAction {
      switch self {
      case .permanent: .permanent(action)
      case .plain: .plain(action)
      case .optional: .optional(action)
      case .presented: .presented(.presented(action))
      case .screen: .screen(action)
      case .stack: .stack(.element(id: 0, action: action))
      case .row: .row(id: 1, action: action)
      }
    }

    /// Removes the leaf without an action of the feature.
    @Sendable func removeLeaf(_ state: inout App) {
      switch self {
      case .permanent: state.permanent.leaf = nil
      case .plain: state.plain.feature.leaf = nil
      case .optional: state.optional?.leaf = nil
      case .presented: state.presented?.leaf = nil
      case .screen: state.screen = .feature(Feature(leaf: nil))
      case .stack: state.stack[id: 0]?.leaf = nil
      case .row: state.rows[id: 1]?.leaf = nil
      }
    }
  }

  static func app(_ hook: Hook) -> Reducer<App, AppAction, World> {
    let feature = feature(hook)
    return .combine(
      feature.pullback(state: \.permanent, action: /AppAction.permanent),
      feature.pullback(
        state: \Wrapper.feature,
        action: .`self`,
        environment: { (world: World) in world }
      )
      .pullback(state: \.plain, action: /AppAction.plain),
      feature.optional()
        .pullback(state: \.optional, action: /AppAction.optional),
      feature.pullback(
        state: (\App.screen).appending(path: /Screen.feature),
        action: /AppAction.screen
      ),
      feature.forEach(stack: \.stack, action: /AppAction.stack),
      feature.forEach(state: \.rows, action: /AppAction.row),
      Reducer { state, action, _ in
        if case .change(let change) = action { change(&state) }
        return .none
      }
    )
    .presenting(\.presented, action: /AppAction.presented, feature)
  }

  @Test(arguments: Hook.allCases, Place.allCases)
  func `a child's effect ends when the feature or its parent removes the child`(
    hook: Hook,
    place: Place
  ) {
    for isByParent in [false, true] {
      let world = World()
      let store = ManualStore(initialState: App(), reducer: Self.app(hook), environment: world)
      store.send(place.action(.leaf(.start)))
      store.send(place.action(.count))
      store.send(.change { _ in })
      #expect(world.running.value == 1)
      store.send(isByParent ? .change(place.removeLeaf) : place.action(.removeLeaf))
      #expect(world.running.value == 0, "by the parent: \(isByParent)")
    }
  }

  @Test(arguments: Hook.allCases, Place.allCases)
  func `removing a child does not cancel the effects of other children`(hook: Hook, place: Place) {
    let world = World()
    let store = ManualStore(initialState: App(), reducer: Self.app(hook), environment: world)
    for place in Place.allCases { store.send(place.action(.leaf(.start))) }
    let count = Place.allCases.count
    #expect(world.running.value == count)
    store.send(.change(place.removeLeaf))
    #expect(world.running.value == count - 1)
    store.send(
      .change { state in
        for place in Place.allCases { place.removeLeaf(&state) }
      }
    )
    #expect(world.running.value == 0)
  }
}
