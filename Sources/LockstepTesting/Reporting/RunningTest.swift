// SPDX-License-Identifier: MIT

internal import Foundation
internal import Synchronization
internal import Testing
internal import XCTest

/// A test and the framework that runs it.
enum RunningTest: Sendable, Equatable {
  case swiftTesting(name: String, id: Test.ID)
  case xcTest(name: String)

  var name: String {
    switch self {
    case .swiftTesting(let name, _), .xcTest(let name): name
    }
  }

  /// The test with its suites and its module, which distinguishes it from other tests of its name.
  var path: String {
    guard case .swiftTesting(_, let id) = self else { return name }
    let path = String(describing: id)
    // The last part is the place of the test in its file.
    let end = path.lastIndex(of: "/").flatMap { path[$0...].contains(".swift:") ? $0 : nil }
    return String(path[..<(end ?? path.endIndex)])
  }

  /// The test that is running here, if any.
  static var current: RunningTest? {
    if let test = Test.current {
      .swiftTesting(name: test.displayName ?? test.name, id: test.id)
    } else {
      testCase.withLock { $0 }.map { .xcTest(name: $0) }
    }
  }

  /// Whether the process runs Swift Testing tests; XCTest tests have a process of their own.
  static let isSwiftTestingRun = CommandLine.arguments.contains("swift-testing")

  /// The name of the running XCTest case, if any; there is never more than one.
  static let testCase = Mutex<String?>(nil)
}

/// An observer that tracks which XCTest case is running, checks the test stores of each case before it
/// ends, and counts the failures of all cases.
final class TestCaseObserver: NSObject, XCTestObservation {
  private static let failures = Atomic(0)

  /// The number of XCTest failures in this process, whose test cases run one after the other.
  static var failureCount: Int { failures.load(ordering: .relaxed) }

  func testCaseWillStart(_ testCase: XCTestCase) {
    let name = testCase.name
    RunningTest.testCase.withLock { $0 = name }
    // A failure can be recorded only while the test case is running. The teardown block added first runs
    // after all others.
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
