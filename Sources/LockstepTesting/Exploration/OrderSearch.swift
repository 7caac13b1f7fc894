// SPDX-License-Identifier: MIT

internal import Lockstep

/// A depth-first search through all orders of a run.
///
/// An order is a list of choices. The next order differs in the last choice with an untried alternative. Sleep sets
/// skip orders that only exchange commuting steps (P. Godefroid, Partial-Order Methods for the Verification of
/// Concurrent Systems, 1996, chapter 5): after the search tries a step first, the step sleeps in the remaining
/// alternatives until a step runs that does not commute with it.
///
/// Complexity: O(*n*) memory in the number of choices of a run.
struct OrderSearch {
  private typealias Footprint = ScheduleChoices.Footprint

  private struct Node {
    let count: Int
    /// The numbers of the alternative steps, or an empty array if the choice is not between steps.
    let steps: [Int]
    var index = 0
    /// The steps that the search skips here.
    var sleeping: [Int: Footprint]
    var footprint: Footprint?

    var next: Int? {
      (index + 1..<count).first { steps.isEmpty || sleeping[steps[$0]] == nil }
    }

    /// Puts the chosen step to sleep for the remaining alternatives.
    mutating func sleep() {
      if steps.isEmpty == false, let footprint { sleeping[steps[index]] = footprint }
      footprint = nil
    }
  }

  private var path: [Node] = []
  private var isFinished = false
  /// Whether the body made different choices after the same prefix, so that the search cannot find every order.
  private(set) var isErratic = false

  /// The first choices of the next order, or `nil` if the search is finished.
  var script: [Int]? { isFinished ? nil : path.map(\.index) }

  /// Advances to the next order, given the events of the order that began with ``script``.
  ///
  /// - Returns: `false` if the order only exchanges commuting steps of an earlier order.
  mutating func next(after events: [ScheduleChoices.Event]) -> Bool {
    let isNew = extend(by: events)
    while let last = path.last {
      path[path.count - 1].sleep()
      if let index = last.next {
        path[path.count - 1].index = index
        return isNew
      }
      path.removeLast()
    }
    isFinished = true
    return isNew
  }

  /// Appends the choices after the script to the path, up to the first choice of a sleeping step.
  private mutating func extend(by events: [ScheduleChoices.Event]) -> Bool {
    var depth = 0
    var sleeping: [Int: Footprint] = [:]
    /// The choice that may select the next step.
    var chooser: Int?
    for event in events {
      switch event {
      case .choice(let choice, let steps):
        if depth == path.count {
          path.append(Node(count: choice.count, steps: steps, sleeping: sleeping))
        }
        guard path[depth].count == choice.count, path[depth].index == choice.index else {
          isErratic = true
          path.removeLast(path.count - depth)
          return true
        }
        if steps.isEmpty == false {
          sleeping = path[depth].sleeping
          chooser = depth
          if sleeping[steps[choice.index]] != nil {
            path.removeLast(path.count - depth - 1)
            return false
          }
        }
        depth += 1
      case .step(let number, let footprint):
        if let chooser, path[chooser].footprint == nil { path[chooser].footprint = footprint }
        chooser = nil
        sleeping = sleeping.filter { $0.key != number && $0.value.commutes(with: footprint) }
      }
    }
    if depth < path.count {
      isErratic = true
      path.removeLast(path.count - depth)
    }
    return true
  }
}

/// A breadth-first search for the failing order with the fewest deviations from FIFO order.
///
/// Complexity: O(*n m*) memory in the maximum number of orders and the number of choices of a run.
struct NearestOrderSearch {
  private var level: ArraySlice<[Int]> = [[]]
  private var nextLevel: [[Int]] = []
  private var deviations = 0
  private let limit: Int
  private var left: Int

  /// Creates a search for orders with fewer deviations than a failing order.
  init(below deviations: Int, limit: Int) {
    self.limit = deviations
    left = limit
  }

  /// The first choices of the next order, or `nil` if the search is finished.
  var script: [Int]? { deviations < limit && left > 0 ? level.first : nil }

  /// Whether the search reached its limit before it tried every order.
  var hasMore: Bool { deviations < limit && left == 0 }

  /// Advances to the next order, given the choices of the order that began with ``script``.
  mutating func next(after choices: [ScheduleChoices.Choice]) {
    left -= 1
    guard let script = level.popFirst() else { return }
    if deviations + 1 < limit {
      for position in choices.indices.dropFirst(script.count) where nextLevel.count < left {
        for index in 1..<choices[position].count {
          nextLevel.append(choices[..<position].map(\.index) + [index])
        }
      }
    }
    if level.isEmpty {
      (level, nextLevel) = (nextLevel[...], [])
      deviations += 1
    }
  }
}
