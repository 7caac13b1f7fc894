// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Compares random histories with a model that stores the user's part and the server's part separately.
@Suite struct UndoModelTests {
  // MARK: The value

  /// A plan in which the user writes one half of each property and the server writes the other half.
  struct Plan: Equatable {
    var title = ""
    var revision = 0
    var budget = Budget()
    var owner: Owner?
    var rows: IdentifiedArrayOf<Row> = []
    var tags: [String] = []
    var prices: [Int: Int] = [:]
    var marks: Set<Int> = []
  }

  struct Budget: Equatable {
    var limit = 0
    var spent = 0
  }

  struct Owner: Equatable {
    var name: String
    var isOnline: Bool
  }

  struct Row: Equatable, Identifiable {
    let id: Int
    var name = ""
    var price = 0
  }

  // Numbers from here on and names that begin with an `s` belong to the server.
  static let firstOfServer = 100

  // MARK: The model

  /// The parts of a plan that the user writes and that undo and redo change.
  struct UserPart: Equatable {
    var title = ""
    var limit = 0
    var owner: String?
    var rows: [Int] = []
    var names: [Int: String] = [:]
    var tags: [String] = []
    var prices: [Int: Int] = [:]
    var marks: Set<Int> = []

    init() {}

    init(_ plan: Plan) {
      title = plan.title
      limit = plan.budget.limit
      owner = plan.owner?.name
      rows = plan.rows.ids.filter { $0 < firstOfServer }
      names = Dictionary(uniqueKeysWithValues: rows.map { ($0, plan.rows[id: $0]?.name ?? "") })
      tags = plan.tags.filter { $0.hasPrefix("s") == false }
      prices = plan.prices.filter { $0.key < firstOfServer }
      marks = plan.marks.filter { $0 < firstOfServer }
    }
  }

  /// The parts of a plan that the server writes and that undo and redo do not change.
  struct ServerPart: Equatable {
    var revision = 0
    var spent = 0
    var isOnline = false
    /// The prices of all rows, including removed ones.
    var rowPrices: [Int: Int] = [:]
    var rows: [Int] = []
    var tags: [String] = []
    var prices: [Int: Int] = [:]
    var marks: Set<Int> = []

    /// Returns whether the server's parts of a plan are equal to these.
    func agrees(_ plan: Plan) -> Bool {
      plan.revision == revision && plan.budget.spent == spent
        && (plan.owner.map { $0.isOnline == isOnline } ?? true)
        && plan.rows.allSatisfy { $0.price == rowPrices[$0.id, default: 0] }
        && plan.rows.ids.filter { $0 >= firstOfServer } == rows
        && plan.tags.filter { $0.hasPrefix("s") } == tags
        && plan.prices.filter { $0.key >= firstOfServer } == prices
        && plan.marks.filter { $0 >= firstOfServer } == marks
    }
  }

  /// A history in which each step stores the user's part before the step.
  struct Model {
    var user = UserPart()
    var server = ServerPart()
    var past: [UserPart] = []
    var future: [UserPart] = []
    var openStep: String?

    mutating func take(_ step: UndoAction) {
      switch step {
      case .undo:
        guard let previous = past.popLast() else { return }
        future.append(user)
        user = previous
      case .redo:
        guard let next = future.popLast() else { return }
        past.append(user)
        user = next
      }
      openStep = nil
    }

    mutating func change(to new: UserPart, name: String?, limit: Int) {
      if let name, name == openStep, future.isEmpty, let previous = past.last {
        user = new
        guard previous == new else { return }
        past.removeLast()
        openStep = nil
      } else if new != user {
        past = (past + [user]).suffix(limit)
        future = []
        (user, openStep) = (new, name)
      }
    }
  }

  // MARK: Random actions

  typealias Action = StepAction<Plan>
  typealias UserChange = @Sendable (inout Plan) -> Void

  /// Returns a change by the user.
  private func userChange(
    _ random: inout SplitMix64,
    _ plan: Plan,
    _ server: ServerPart
  ) -> UserChange {
    let number = Int.random(in: 0..<6, using: &random)
    let place = Int.random(in: 0...8, using: &random)
    let ids = plan.rows.ids.filter { $0 < Self.firstOfServer }
    let price = server.rowPrices[number, default: 0]
    switch Int.random(in: 0..<9, using: &random) {
    case 0: return { $0.title = ["", "A", "B"][number % 3] }
    case 1: return { $0.budget.limit = number }
    case 2:
      let owner = number < 2 ? nil : Owner(name: "\(number)", isOnline: server.isOnline)
      return { $0.owner = owner }
    case 3: return { $0.rows.insert(Row(id: number, price: price), at: min(place, $0.rows.count)) }
    case 4: return { $0.rows.remove(id: number) }
    case 5:
      let id = ids.isEmpty ? number : random.pick(ids)
      return { $0.rows[id: id]?.name = "\(number)" }
    case 6: return { $0.prices[number] = place < 3 ? nil : place }
    case 7: return { $0.marks.formSymmetricDifference([number]) }
    default:
      return { plan in
        if let index = plan.tags.firstIndex(of: "\(number)") {
          plan.tags.remove(at: index)
        } else {
          plan.tags.insert("\(number)", at: min(place, plan.tags.count))
        }
      }
    }
  }

  /// Returns a change by the server and applies it to the model.
  private func serverChange(
    _ random: inout SplitMix64,
    _ plan: Plan,
    _ server: inout ServerPart
  ) -> UserChange {
    let number = Int.random(in: 0..<4, using: &random)
    let id = Self.firstOfServer + number
    switch Int.random(in: 0..<8, using: &random) {
    case 0:
      server.revision += 1
      return { $0.revision += 1 }
    case 1:
      server.spent += number
      return { $0.budget.spent += number }
    case 2:
      guard plan.owner != nil else { return { _ in } }
      server.isOnline.toggle()
      return { $0.owner?.isOnline.toggle() }
    case 3:
      guard let row = plan.rows.ids.randomElement(using: &random) else { return { _ in } }
      server.rowPrices[row] = number
      return { $0.rows[id: row]?.price = number }
    case 4:
      // The server inserts each row after its previous one.
      if server.rows.contains(id) {
        server.rows.removeAll { $0 == id }
        return { $0.rows.remove(id: id) }
      }
      server.rowPrices[id] = 0
      let place = server.rows.last.flatMap { plan.rows.index(id: $0) }.map { $0 + 1 }
      server.rows.append(id)
      return { $0.rows.insert(Row(id: id), at: place ?? $0.rows.count / 2) }
    case 5:
      let tag = "s\(number)"
      if server.tags.contains(tag) {
        server.tags.removeAll { $0 == tag }
        return { $0.tags.removeAll { $0 == tag } }
      }
      let place = server.tags.last.flatMap { plan.tags.firstIndex(of: $0) }.map { $0 + 1 }
      server.tags.append(tag)
      return { $0.tags.insert(tag, at: place ?? $0.tags.count / 2) }
    case 6:
      server.prices[id] = number == 0 ? nil : number
      let price = server.prices[id]
      return { $0.prices[id] = price }
    default:
      server.marks.formSymmetricDifference([id])
      return { $0.marks.formSymmetricDifference([id]) }
    }
  }

  @Test(arguments: 0..<8)
  func `undo and redo change the user's parts and keep the server's parts`(group: Int) {
    for seed in group * 300..<(group + 1) * 300 {
      var random = SplitMix64(seed: UInt64(seed))
      let limit = random.pick([1, 3, 100, 100])
      let reducer = stepReducer(limit: limit) as Reducer<Undoable<Plan>, Action, Void>
      var (plan, model) = (Undoable(Plan()), Model())
      for step in 0..<Int.random(in: 1...40, using: &random) {
        let action: Action
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<2:
          action = .undo
          model.take(.undo)
        case 2..<4:
          action = .redo
          model.take(.redo)
        case 4..<7: action = .server(serverChange(&random, plan.value, &model.server))
        default:
          let change = userChange(&random, plan.value, model.server)
          let name = random.pick([nil, "a", "b"] as [String?])
          action = name.map { .typing($0, change) } ?? .step(change)
          var new = plan.value
          change(&new)
          model.change(to: UserPart(new), name: name, limit: limit)
        }
        _ = reducer.run(&plan, action, ())
        let agrees =
          UserPart(plan.value) == model.user && model.server.agrees(plan.value)
          && plan.undoCount == model.past.count && plan.redoCount == model.future.count
        guard agrees else {
          Issue.record("Seed \(seed), step \(step):\n\(plan.value)\n\(model)")
          return
        }
      }
    }
  }

  // MARK: Conflicts

  struct Numbers: Equatable {
    var array: [Int] = []
    var rows: IdentifiedArrayOf<Row> = []
    var number: Int?

    static func random(_ random: inout SplitMix64) -> Self {
      var numbers = Self()
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        numbers.array.append(Int.random(in: 0..<4, using: &random))
        let id = Int.random(in: 0..<4, using: &random)
        numbers.rows.append(Row(id: id, price: numbers.array.count))
      }
      numbers.number = numbers.array.last
      return numbers
    }
  }

  /// The user and the server change the same parts, and each remaining step still changes the value.
  @Test(arguments: 0..<8)
  func `each undo and redo changes the value`(group: Int) {
    let reducer = stepReducer() as Reducer<Undoable<Numbers>, StepAction<Numbers>, Void>
    for seed in group * 80..<(group + 1) * 80 {
      var random = SplitMix64(seed: UInt64(seed))
      var numbers = Undoable(Numbers())
      for _ in 0..<40 {
        let new = Numbers.random(&random)
        let part = Int.random(in: 0..<4, using: &random)
        let change: @Sendable (inout Numbers) -> Void = { numbers in
          switch part {
          case 0: numbers = new
          case 1: numbers.array = new.array
          case 2: numbers.rows = new.rows
          default: numbers.number = new.number
          }
        }
        let action: StepAction<Numbers> = random.pick([
          .server(change), .server(change), .step(change), .typing("a", change), .undo, .redo,
        ])
        _ = reducer.run(&numbers, action, ())
      }
      while numbers.canRedo { _ = reducer.run(&numbers, .redo, ()) }
      while numbers.canUndo {
        let last = numbers.value
        _ = reducer.run(&numbers, .undo, ())
        #expect(numbers.value != last, "Seed \(seed)")
      }
    }
  }
}
