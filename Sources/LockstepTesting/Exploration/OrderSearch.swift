// SPDX-License-Identifier: MIT

internal import Lockstep

/// A depth-first search through all orders of a run.
///
/// An order is the list of its choices, and the next one differs in the last choice that has another alternative.
/// Sleep sets leave out an order that only exchanges steps that commute with one that has been tried (P. Godefroid,
/// Partial-Order Methods for the Verification of Concurrent Systems, 1996, chapter 5): once a step has been tried
/// first, it sleeps while another is tried first, until something happens that does not commute with it.
///
/// Complexity: O(*n*) memory in the number of choices of a run.
struct OrderSearch {
  private typealias Footprint = ScheduleChoices.Footprint

  /// A choice on the way to the current order.
  private struct Node {
    let count: Int
    /// The numbers of the steps that could be chosen; none if the choice is one of something else.
    let steps: [Int]
    var index = 0
    /// The steps that need not be chosen here.
    var sleeping: [Int: Footprint]
    /// The footprint of the chosen step.
    var footprint: Footprint?

    /// The next alternative to try; `nil` if there is none.
    var next: Int? {
      (index + 1..<count).first { steps.isEmpty || sleeping[steps[$0]] == nil }
    }

    /// Lets the step that has been chosen sleep while others are chosen.
    mutating func sleep() {
      if steps.isEmpty == false, let footprint { sleeping[steps[index]] = footprint }
      footprint = nil
    }
  }

  private var path: [Node] = []
  private var isFinished = false
  /// Whether the body made other choices after the same beginning, so that not every order can be found.
  private(set) var isErratic = false

  /// The alternatives to begin the next order with; `nil` if there is none.
  var script: [Int]? { isFinished ? nil : path.map(\.index) }

  /// Learns from the events of the order that began with ``script``, and goes on to the next one.
  ///
  /// - Returns: Whether the order was a new one, rather than one that exchanges steps that commute.
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

  /// Adds the choices that followed the script to the path, until one chooses a step that sleeps.
  private mutating func extend(by events: [ScheduleChoices.Event]) -> Bool {
    var depth = 0
    var sleeping: [Int: Footprint] = [:]
    /// The choice that the next step may be the result of.
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

/// A search for the order that deviates least from FIFO order, among those that fail: all orders with
/// one deviation, then those with two, and so on.
///
/// Complexity: O(*n m*) memory in the number of orders that it may try and the number of choices of a run.
struct NearestOrderSearch {
  private var level: ArraySlice<[Int]> = [[]]
  private var nextLevel: [[Int]] = []
  private var deviations = 0
  private let limit: Int
  private var left: Int

  /// Creates a search.
  ///
  /// - Parameters:
  ///   - deviations: The number of deviations of an order that is known to fail.
  ///   - limit: The maximum number of orders to try.
  init(below deviations: Int, limit: Int) {
    self.limit = deviations
    left = limit
  }

  /// The alternatives to begin the next order with; `nil` if there is none.
  var script: [Int]? { deviations < limit && left > 0 ? level.first : nil }

  /// Whether orders are left that could not be tried.
  var hasMore: Bool { deviations < limit && left == 0 }

  /// Learns from the order that began with ``script``, and goes on to the next one.
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
