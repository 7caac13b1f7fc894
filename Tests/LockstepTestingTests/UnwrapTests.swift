// SPDX-License-Identifier: MIT

import LockstepTesting
import Testing

@Suite struct UnwrapTests {
  @Test func `the value is changed in place, and the result may be discarded`() throws {
    var names: [String]? = ["Blob", "Blob Jr."]
    let last = try unwrap(&names) { $0.removeLast() }
    #expect(last == "Blob Jr.")
    #expect(names == ["Blob"])
    try unwrap(&names) { $0.removeLast() }
    #expect(names == [])
  }

  @Test func `without a value it throws, and the body is not run`() {
    var names: [String]?
    let error = #expect(throws: UnwrapError.self) {
      try unwrap(&names) { $0.removeLast() }
    }
    #expect(error?.description == "Expected a value of type 'Array<String>', but found 'nil'.")
    #expect(names == nil)
  }
}
