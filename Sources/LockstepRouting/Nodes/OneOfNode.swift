// SPDX-License-Identifier: MIT

internal import LockstepBase

/// A node that reads the alternative of the matching leaf, and prints the first alternative that can print the value.
///
/// If all alternatives fail, the error is about the alternative that printed the most.
///
/// - Complexity: Printing an enum value tries only the alternatives for its case, and those whose case is unknown.
final class OneOfNode: RouteNode {
  private let alternatives: [Alternative]
  /// The alternatives to try for each case, or `nil` if no alternative has a known case.
  private let dispatch: CaseDispatch?

  private struct Alternative: Sendable {
    let node: any RouteNode
    let firstLeaf: Int
  }

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
    // All alternatives have the same value type, and one of them has read the value.
    alternatives.first?.node.destroy(memory)
  }

  func parse(into memory: UnsafeMutableRawPointer, _ reader: inout RequestReader) -> Bool {
    alternatives[reader.nextChoice()].node.parse(into: memory, &reader)
  }

  func print(from memory: UnsafeRawPointer, into printer: inout RequestPrinter) -> Printed {
    let candidates = dispatch?.candidates(memory) ?? Array(alternatives.indices)
    if candidates.count == 1 {
      // On failure, the caller restores the printer.
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

private struct CaseDispatch: Sendable {
  private let tag: CaseTag
  private let alternatives: [[Int]]
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
