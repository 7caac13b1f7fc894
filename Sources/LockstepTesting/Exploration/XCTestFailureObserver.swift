// SPDX-License-Identifier: MIT

package import Foundation
internal import Synchronization
package import XCTest

/// Counts the failures of all test cases of XCTest, which run one after the other.
package final class XCTestFailureObserver: NSObject, XCTestObservation {
  private static let counted = Atomic(0)
  private static let isObserving: Bool = {
    XCTestObservationCenter.shared.addTestObserver(XCTestFailureObserver())
    return true
  }()

  /// How many failures there have been since the first look.
  static var count: Int { isObserving ? counted.load(ordering: .relaxed) : 0 }

  package func testCase(
    _ testCase: XCTestCase,
    didFailWithDescription description: String,
    inFile filePath: String?,
    atLine lineNumber: Int
  ) {
    Self.counted.wrappingAdd(1, ordering: .relaxed)
  }
}
