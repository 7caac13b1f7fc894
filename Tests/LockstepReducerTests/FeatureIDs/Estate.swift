// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport

/// A feature with the same child at every kind of place, and with a nested estate.
struct Estate: Equatable, Sendable {
  enum Route: Equatable, Sendable {
    case home
    case guest(Guest)
  }

  var own = Guest()
  var left = Guest()
  var right = Guest()
  var optional: Guest? = Guest()
  var route = Route.guest(Guest())
  var sheet: Route? = .guest(Guest())
  var rooms: IdentifiedArrayOf<Chamber> = [Chamber(id: 0), Chamber(id: 1), Chamber(id: 2)]
  var squares = [Guest(), Guest(), Guest()]
  var players = ["Blob": Guest(), "Blob Jr": Guest()]
  private var belows: [Estate] = []

  var below: Estate? {
    get { belows.first }
    set { belows = newValue.map { [$0] } ?? [] }
  }

  init(depth: Int = 0) {
    if depth > 0 { below = Estate(depth: depth - 1) }
  }

  /// The child at a place.
  subscript(place: EstatePlace) -> Guest? {
    switch place {
    case .own: own
    case .left: left
    case .right: right
    case .optional: optional
    case .route: (/Route.guest).extract(from: route)
    case .sheet: sheet.flatMap((/Route.guest).extract(from:))
    case .room(let id): rooms[id: id]?.guest
    case .square(let index): squares.indices.contains(index) ? squares[index] : nil
    case .player(let name): players[name]
    case .below(let place): below?[place]
    }
  }
}

/// The place of a child in an estate.
indirect enum EstatePlace: Hashable, Sendable {
  /// The estate itself.
  case own
  case left, right, optional, route, sheet
  case room(Int)
  case square(Int)
  case player(String)
  case below(Self)

  /// The places of the children of one estate.
  static let children: [Self] = [
    .left, .right, .optional, .route, .sheet, .room(0), .room(1), .square(0), .square(1),
    .player("Blob"), .player("Blob Jr"),
  ]

  /// The places in an estate with three levels.
  static let all =
    [own] + children + [below(.own), below(.left), below(.room(0)), below(.below(.own))]

  var isBelow: Bool { if case .below = self { true } else { false } }
}

indirect enum EstateAction: Sendable {
  case own(GuestAction)
  case left(GuestAction)
  case right(GuestAction)
  case optional(GuestAction)
  case route(GuestAction)
  case sheet(GuestAction)
  case room(Int, GuestAction)
  case square(Int, GuestAction)
  case player(String, GuestAction)
  case below(EstateAction)
  case set(@Sendable (inout Estate) -> Void)

  init(_ place: EstatePlace, _ action: GuestAction) {
    self =
      switch place {
      case .own: .own(action)
      case .left: .left(action)
      case .right: .right(action)
      case .optional: .optional(action)
      case .route: .route(action)
      case .sheet: .sheet(action)
      case .room(let id): .room(id, action)
      case .square(let index): .square(index, action)
      case .player(let name): .player(name, action)
      case .below(let place): .below(EstateAction(place, action))
      }
  }
}

let estateReducer = Reducer<Estate, EstateAction, Void>.recursive { estate in
  .combine(
    guestReducer.pullback(state: \.left, action: /EstateAction.left),
    guestReducer.pullback(state: \.right, action: /EstateAction.right),
    guestReducer.optional()
      .pullback(state: \.optional, action: /EstateAction.optional),
    guestReducer
      .pullback(
        state: /Estate.Route.guest,
        action: CasePath<GuestAction, GuestAction>.`self`,
        environment: { (environment: Void) in environment }
      )
      .pullback(state: \.route, action: /EstateAction.route),
    guestReducer.pullback(
      state: (\Estate.sheet).appending(path: /Estate.Route.guest),
      action: /EstateAction.sheet
    ),
    guestReducer
      .pullback(
        state: \Chamber.guest,
        action: CasePath<GuestAction, GuestAction>.`self`,
        environment: { (environment: Void) in environment }
      )
      .forEach(state: \.rooms, action: /EstateAction.room),
    guestReducer.forEach(state: \.squares, action: /EstateAction.square),
    guestReducer.forEach(state: \.players, action: /EstateAction.player),
    estate.optional()
      .pullback(state: \.below, action: /EstateAction.below),
    // The estate's own actions, which belong to the same feature.
    ownReducer.pullback(state: \.self, action: /EstateAction.own),
    Reducer { state, action, _ in
      if case .set(let change) = action { change(&state) }
      return .none
    }
  )
}

private let ownReducer = Reducer<Estate, GuestAction, Void> { state, action, environment in
  guestReducer.run(&state.own, action, environment)
}
