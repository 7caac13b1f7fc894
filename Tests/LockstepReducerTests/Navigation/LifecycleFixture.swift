// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting

/// A guest whose mounts, unmounts and outputs are recorded.
struct Lodger: Equatable, Sendable {
  var name = "a"
  var notes: [Int] = []
}

/// A lodger with an identity.
struct Tenant: Equatable, Identifiable, Sendable {
  let id: Int
  var lodger = Lodger()
}

enum LodgerAction: FeatureAction {
  case note(Int)
  case start(Effect<LodgerAction, Never>)
  case leave

  enum Output: Equatable {
    case farewell(String, [Int])
    case hello(String)
  }
}

/// The events, in order.
struct Register: Sendable {
  let entries = Recorder<[String]>([])
  /// The effects that a lodger's `onMount` and `onUnmount` also return.
  var onMount: @Sendable (Lodger) -> Effect<LodgerAction, Never> = { _ in .none }
  var onUnmount: @Sendable (Lodger) -> Effect<LodgerAction, Never> = { _ in .none }

  func add(_ entry: String) { entries.update { $0.append(entry) } }

  func take() -> [String] {
    defer { entries.set([]) }
    return entries.value
  }
}

let lodgerReducer = Reducer<Lodger, LodgerAction, Register> { state, action, _ in
  switch action {
  case .note(let number):
    state.notes.append(number)
    return .none
  case .start(let effect): return effect
  case .leave: return .dismiss
  }
}
.onMount { state, register in
  register.add("+\(state.name)")
  return register.onMount(state)
}
.onUnmount { state, register in
  register.add("-\(state.name)\(state.notes)")
  return register.onUnmount(state)
}

let tenantReducer = lodgerReducer.pullback(
  state: \Tenant.lodger,
  action: .`self`,
  environment: { (register: Register) in register }
)

/// A house with a lodger at each kind of place.
struct Lodgings: Equatable, Sendable {
  enum Room: Equatable, Sendable {
    case empty
    case lodger(Lodger)
    case inner(Inner)
  }

  /// A part that presents a lodger itself.
  struct Inner: Equatable, Sendable {
    var presented: Lodger?
    var received: [String] = []
  }

  var presented: Lodger?
  var stack: StackState<Lodger> = []
  var optional: Lodger?
  var room = Room.empty
  var tenant: Tenant?
  var tenants: StackState<Tenant> = []
  var sitting = Tenant(id: 0, lodger: Lodger(name: "s"))
  var inner = Inner()
  var inners: StackState<Inner> = []
  var received: [String] = []
}

enum LodgingsAction: Sendable {
  case presented(PresentationAction<LodgerAction>)
  case stack(StackAction<Lodger, LodgerAction>)
  case optional(LodgerAction)
  case room(LodgerAction)
  case roomInner(InnerAction)
  case tenant(PresentationAction<LodgerAction>)
  case tenants(StackAction<Tenant, LodgerAction>)
  case sitting(LodgerAction)
  case inner(InnerAction)
  case inners(StackAction<Lodgings.Inner, InnerAction>)
  case set(@Sendable (inout Lodgings) -> Void)

  enum InnerAction: Sendable {
    case presented(PresentationAction<LodgerAction>)
  }
}

let innerReducer = Reducer<Lodgings.Inner, LodgingsAction.InnerAction, Register>.empty
  .presenting(
    \.presented,
    action: /LodgingsAction.InnerAction.presented,
    lodgerReducer
  )
  .onOutput(of: LodgerAction.self) { output, state, action, _ in
    state.received.append("\(output)\(action == nil ? " by nobody" : "")")
    return .none
  }

let lodgingsReducer = Reducer<Lodgings, LodgingsAction, Register>.combine(
  lodgerReducer.forEach(stack: \.stack, action: /LodgingsAction.stack),
  lodgerReducer.optional()
    .pullback(state: \.optional, action: /LodgingsAction.optional),
  lodgerReducer.pullback(
    state: (\Lodgings.room).appending(path: /Lodgings.Room.lodger),
    action: /LodgingsAction.room
  ),
  innerReducer.pullback(
    state: (\Lodgings.room).appending(path: /Lodgings.Room.inner),
    action: /LodgingsAction.roomInner
  ),
  tenantReducer.forEach(stack: \.tenants, action: /LodgingsAction.tenants),
  tenantReducer.pullback(state: \.sitting, action: /LodgingsAction.sitting),
  innerReducer.pullback(state: \.inner, action: /LodgingsAction.inner),
  innerReducer.forEach(stack: \.inners, action: /LodgingsAction.inners),
  Reducer { state, action, _ in
    if case .set(let change) = action { change(&state) }
    return .none
  }
)
.presenting(\.presented, action: /LodgingsAction.presented, lodgerReducer)
.presenting(\.tenant, action: /LodgingsAction.tenant, tenantReducer)
.onOutput(of: LodgerAction.self) { output, state, action, _ in
  state.received.append("\(output) by \(action.map(LodgingsAction.name) ?? "nobody")")
  return .none
}

extension LodgingsAction {
  /// The name of the action with the id of a screen.
  static func name(_ action: Self) -> String {
    switch action {
    case .presented(.dismiss): "presented.dismiss"
    case .stack(.popFrom(let id)): "stack.popFrom(\(id))"
    case .tenants(.popFrom(let id)): "tenants.popFrom(\(id))"
    case .inners(.popFrom(let id)): "inners.popFrom(\(id))"
    case .inners(.element(let id, .presented(.dismiss))): "inners(\(id)).presented.dismiss"
    default: "another"
    }
  }
}

/// A place where a lodger can be added and removed.
struct LodgerPlace: Sendable, CustomStringConvertible {
  let description: String
  let put: @Sendable (inout Lodgings, Lodger) -> Void
  let take: @Sendable (inout Lodgings) -> Void
  let get: @Sendable (Lodgings) -> Lodger?
  let action: @Sendable (LodgerAction) -> LodgingsAction
  /// The user interface's action that dismisses the lodger.
  let dismissal: LodgingsAction?

  static let all = [
    Self(
      description: "presented",
      put: { $0.presented = $1 },
      take: { $0.presented = nil },
      get: { $0.presented },
      action: { .presented(.presented($0)) },
      dismissal: .presented(.dismiss)
    ),
    Self(
      description: "stack",
      put: { $0.stack = [$1] },
      take: { $0.stack.removeAll() },
      get: { $0.stack[id: 0] },
      action: { .stack(.element(id: 0, action: $0)) },
      dismissal: .stack(.popFrom(id: 0))
    ),
    Self(
      description: "optional",
      put: { $0.optional = $1 },
      take: { $0.optional = nil },
      get: { $0.optional },
      action: { .optional($0) },
      dismissal: nil
    ),
    Self(
      description: "case",
      put: { $0.room = .lodger($1) },
      take: { $0.room = .empty },
      get: { if case .lodger(let lodger) = $0.room { lodger } else { nil } },
      action: { .room($0) },
      dismissal: nil
    ),
    Self(
      description: "presented, with an identity",
      put: { $0.tenant = Tenant(id: 1, lodger: $1) },
      take: { $0.tenant = nil },
      get: { $0.tenant?.lodger },
      action: { .tenant(.presented($0)) },
      dismissal: .tenant(.dismiss)
    ),
    Self(
      description: "stack, with an identity",
      put: { $0.tenants = [Tenant(id: 1, lodger: $1)] },
      take: { $0.tenants = [] },
      get: { $0.tenants[id: 0]?.lodger },
      action: { .tenants(.element(id: 0, action: $0)) },
      dismissal: .tenants(.popFrom(id: 0))
    ),
    Self(
      description: "presented by a part",
      put: { $0.inner.presented = $1 },
      take: { $0.inner.presented = nil },
      get: { $0.inner.presented },
      action: { .inner(.presented(.presented($0))) },
      dismissal: .inner(.presented(.dismiss))
    ),
    Self(
      description: "presented by a screen",
      put: {
        if $0.inners.isEmpty { $0.inners.append(Lodgings.Inner()) }
        $0.inners[id: 0]?.presented = $1
      },
      take: { $0.inners[id: 0]?.presented = nil },
      get: { $0.inners[id: 0]?.presented },
      action: { .inners(.element(id: 0, action: .presented(.presented($0)))) },
      dismissal: .inners(.element(id: 0, action: .presented(.dismiss)))
    ),
    Self(
      description: "presented by a case",
      put: { $0.room = .inner(Lodgings.Inner(presented: $1)) },
      take: { $0.room = .empty },
      get: { if case .inner(let inner) = $0.room { inner.presented } else { nil } },
      action: { .roomInner(.presented(.presented($0))) },
      dismissal: .roomInner(.presented(.dismiss))
    ),
  ]
}
