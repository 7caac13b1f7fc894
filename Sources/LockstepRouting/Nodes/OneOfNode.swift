// SPDX-License-Identifier: MIT

internal import LockstepBase

/// A node that reads the alternative that was looked up, and prints the first one that is meant for the
/// value.
///
/// If none of the alternatives that are meant for the value can be printed, the error is about the one
/// that got furthest.
///
/// - Complexity: Printing a case of an enum tries only the alternatives for that case, and those whose
///   case is not known.
final class OneOfNode: RouteNode {
  private let alternatives: [Alternative]
  /// The alternatives to try for each tag of the enum, in order; nil if the value is not an enum.
  private let dispatch: CaseDispatch?

  private struct Alternative: Sendable {
    let node: any RouteNode
    /// The number of leaves of the preceding alternatives.
    let firstLeaf: Int
  }

  /// Creates a node from alternatives, which must all be of the value's type.
  init(_ nodes: [any RouteNode]) {
    var alternatives: [Alternative] = []
    var leaf = 0
    for node in nodes {
      alternatives.append(Alternative(node: node, firstLeaf: leaf))
      leaf += node.shapes.count
    }
    self.alternatives = alternatives
    dispatch = CaseDispatch(nodes.map(\.enumCase))
  }

  var shapes: [RouteShape] {
    alternatives.enumerated().flatMap { index, alternative in
      alternative.node.shapes.map { RouteShape(choices: [index]).followed(by: $0) }
    }
  }

  func destroy(_ memory: UnsafeMutableRawPointer) {
    // All alternatives have the same type, and one of them has read the value.
    alternatives.first?.node.destroy(memory)
  }

  func parse(into memory: UnsafeMutableRawPointer, _ reader: inout RequestReader) -> Bool {
    alternatives[reader.nextChoice()].node.parse(into: memory, &reader)
  }

  func print(from memory: UnsafeRawPointer, into printer: inout RequestPrinter) -> Printed {
    let candidates = dispatch?.candidates(memory) ?? Array(alternatives.indices)
    if candidates.count == 1 {
      // If this fails, the code that prints this node undoes what was printed.
      let printed = alternatives[candidates[0]].node.print(from: memory, into: &printer)
      printer.leaf += alternatives[candidates[0]].firstLeaf
      return printed
    }
    let checkpoint = printer.checkpoint()
    var best: RoutingError?
    func prints(_ index: Int) -> Bool {
      let alternative = alternatives[index]
      switch alternative.node.print(from: memory, into: &printer) {
      case .printed:
        printer.leaf += alternative.firstLeaf
        return true
      case .notMeant:
        break
      case .failed:
        if let failure = printer.takeFailure(), best.map(failure.isMoreUseful) ?? true {
          best = failure
        }
      }
      checkpoint.restore(&printer)
      return false
    }
    for index in candidates where prints(index) { return .printed }
    guard let best else { return .notMeant }
    return printer.fail(best)
  }
}

/// The alternatives to try for a value of an enum.
private struct CaseDispatch: Sendable {
  private let tag: CaseTag
  private let alternatives: [[Int]]
  /// The alternatives whose case is not known.
  private let others: [Int]

  init?(_ cases: [CaseTag?]) {
    guard let tag = cases.lazy.compactMap({ $0 }).first else { return nil }
    self.tag = tag
    others = cases.indices.filter { cases[$0] == nil }
    let count = cases.reduce(0) { max($0, $1.map { Int($0.tag) + 1 } ?? 0) }
    var alternatives = Array(repeating: [Int](), count: count)
    for (index, enumCase) in cases.enumerated() {
      if let enumCase {
        alternatives[Int(enumCase.tag)].append(index)
      } else {
        for tag in alternatives.indices { alternatives[tag].append(index) }
      }
    }
    self.alternatives = alternatives
  }

  func candidates(_ value: UnsafeRawPointer) -> [Int] {
    let tag = Int(tag.tag(of: value))
    return tag < alternatives.count ? alternatives[tag] : others
  }
}
