// SPDX-License-Identifier: MIT

internal import Foundation
internal import Synchronization
internal import Testing
internal import XCTest

enum RunningTest: Sendable, Equatable {
  case swiftTesting(name: String, id: Test.ID)
  case xcTest(name: String)

  var name: String {
    switch self {
    case .swiftTesting(let name, _), .xcTest(let name): name
    }
  }

  /// The test's name with its module and suites, which distinguishes tests with the same name.
  var path: String {
    guard case .swiftTesting(_, let id) = self else { return name }
    let path = String(describing: id)
    // The last component is the test's source location.
    let end = path.lastIndex(of: "/").flatMap { path[$0...].contains(".swift:") ? $0 : nil }
    return String(path[..<(end ?? path.endIndex)])
  }

  static var current: RunningTest? {
    if let test = Test.current {
      .swiftTesting(name: test.displayName ?? test.name, id: test.id)
    } else {
      testCase.withLock { $0 }.map { .xcTest(name: $0) }
    }
  }

  /// Whether the process runs Swift Testing tests, as opposed to XCTest tests, which run in a separate process.
  static let isSwiftTestingRun = CommandLine.arguments.contains("swift-testing")

  /// The name of the running XCTest case, if any; XCTest runs only one at a time.
  static let testCase = Mutex<String?>(nil)
}

/// An observer that tracks which XCTest case is running, checks the test stores of each case before it ends, and counts
/// the failures of all cases.
final class TestCaseObserver: NSObject, XCTestObservation {
  private static let failures = Atomic(0)

  /// The number of XCTest failures in this process, which runs its test cases in sequence.
  static var failureCount: Int { failures.load(ordering: .relaxed) }

  func testCaseWillStart(_ testCase: XCTestCase) {
    let name = testCase.name
    RunningTest.testCase.withLock { $0 = name }
    // XCTest records failures only while the test case is running. Teardown blocks run in reverse order, so this one
    // runs last.
    testCase.addTeardownBlock { () -> Void in
      LiveTestStores.checkStores(ofTest: name)
      // XCTest creates all test cases, and the values of their properties, before any test begins.
      LiveTestStores.checkStores(ofTest: nil)
    }
  }

  func testCase(
    _ testCase: XCTestCase,
    didFailWithDescription description: String,
    inFile filePath: String?,
    atLine lineNumber: Int
  ) {
    Self.failures.wrappingAdd(1, ordering: .relaxed)
  }

  func testCaseDidFinish(_ testCase: XCTestCase) {
    RunningTest.testCase.withLock { $0 = nil }
  }
}
