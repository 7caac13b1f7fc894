// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

private struct Branch: Identifiable, Equatable, Sendable {
  enum Fruit: Equatable, Sendable {
    case none
    case ripe(Guest)
    case rotten(Guest)
  }

  let id: Int
  var own = Guest()
  var leaf: Guest?
  var fruit = Fruit.none
  var branches: IdentifiedArrayOf<Branch> = []
}

private indirect enum BranchAction: Sendable {
  case branch(id: Int, action: BranchAction)
  case own(GuestAction)
  case leaf(GuestAction)
  case fruit(GuestAction)
  case set(@Sendable (inout Branch) -> Void)
}

private let branchReducer = Reducer<Branch, BranchAction, Void>.recursive { reducer in
  .combine(
    reducer.forEach(state: \.branches, action: /BranchAction.branch),
    guestReducer.pullback(state: \.own, action: /BranchAction.own),
    guestReducer.optional()
      .pullback(state: \.leaf, action: /BranchAction.leaf),
    guestReducer.pullback(
      state: (\Branch.fruit).appending(path: /Branch.Fruit.ripe),
      action: /BranchAction.fruit
    ),
    Reducer { state, action, _ in
      if case .set(let change) = action { change(&state) }
      return .none
    }
  )
}

/// Compares random actions on random trees with a list of effects that is checked after each action.
@Suite struct AutomaticCancellationModelTests {
  private enum Part: CaseIterable {
    case own
    case leaf
    case fruit
  }

  /// An effect that should be running, and the path to its state.
  private struct Living {
    var path: [Int]
    var part: Part

    func isThere(in root: Branch) -> Bool {
      var branch = root
      for id in path {
        guard let next = branch.branches[id: id] else { return false }
        branch = next
      }
      switch part {
      case .own: return true
      case .leaf: return branch.leaf != nil
      case .fruit: return if case .ripe = branch.fruit { true } else { false }
      }
    }
  }

  private struct Model {
    var generator: SplitMix64
    var living: [Int: Living] = [:]
    var nextEffect = 0
    var nextBranch = 1

    mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

    /// Returns a path to an existing branch.
    mutating func path(in root: Branch) -> [Int] {
      var (branch, path) = (root, [Int]())
      while branch.branches.isEmpty == false, pick(4) > 0 {
        branch = branch.branches[pick(branch.branches.count)]
        path.append(branch.id)
      }
      return path
    }

    mutating func guestOrNil() -> Guest? { pick(2) == 0 ? nil : Guest(touches: pick(9)) }

    mutating func fruit() -> Branch.Fruit {
      switch pick(3) {
      case 0: .none
      case 1: .ripe(Guest(touches: pick(9)))
      default: .rotten(Guest(touches: pick(9)))
      }
    }

    /// Returns a random tree whose branches have few different ids, so that removed ids appear again.
    mutating func branch(depth: Int) -> Branch {
      var branch = Branch(id: pick(6), leaf: guestOrNil(), fruit: fruit())
      if depth > 0 {
        for _ in 0..<pick(4) { branch.branches.append(self.branch(depth: depth - 1)) }
      }
      return branch
    }

    mutating func change() -> @Sendable (inout Branch) -> Void {
      switch pick(6) {
      case 0:
        let leaf = guestOrNil()
        return { $0.leaf = leaf }
      case 1:
        let fruit = fruit()
        return { $0.fruit = fruit }
      case 2, 3:
        let branch = branch(depth: 2)
        return { $0.branches.updateOrAppend(branch) }
      case 4:
        let index = pick(8)
        return { branch in
          if branch.branches.indices.contains(index) { branch.branches.remove(at: index) }
        }
      default:
        return { branch in
          branch.branches = IdentifiedArray(branch.branches.elements.reversed())
          branch.own.touches += 1
        }
      }
    }
  }

  private func action(_ path: [Int], _ action: BranchAction) -> BranchAction {
    path.reversed().reduce(action) { .branch(id: $1, action: $0) }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `the running effects are those of existing states`(seed: UInt64) {
    let running = Recorder<Set<Int>>([])
    let subjects = (0..<5).map { _ in Subject<Int, Never>() }
    let issues = withReportedIssues {
      var model = Model(generator: SplitMix64(seed: seed))
      let store = ManualStore(
        initialState: model.branch(depth: 3),
        reducer: branchReducer,
        environment: ()
      )
      for step in 0..<150 {
        let root = store.store.state
        let path = model.path(in: root)
        switch model.pick(5) {
        case 0, 1:
          let part = Part.allCases[model.pick(3)]
          let living = Living(path: path, part: part)
          guard living.isThere(in: root) else { continue }
          model.nextEffect += 1
          let number = model.nextEffect
          model.living[number] = living
          let start = GuestAction.start(
            Numbers.merge(
              .run { _ in
                running.update { $0.insert(number) }
                return AnyCancellable { running.update { $0.remove(number) } }
              },
              subjects[number % 5].effect
            )
          )
          switch part {
          case .own: store.send(action(path, .own(start)))
          case .leaf: store.send(action(path, .leaf(start)))
          case .fruit: store.send(action(path, .fruit(start)))
          }
        case 2:
          // Effects whose child was removed send nothing: an unhandled action would be reported.
          subjects[model.pick(5)].send(step)
        default:
          store.send(action(path, .set(model.change())))
        }
        store.send(.set { _ in })
        let state = store.store.state
        model.living = model.living.filter { $0.value.isThere(in: state) }
        guard running.value == Set(model.living.keys) else {
          Issue.record("seed \(seed), step \(step): \(running.value) != \(model.living.keys)")
          return
        }
      }
      #expect(model.nextEffect > 20)
    }
    #expect(issues == [])
  }
}
