// SPDX-License-Identifier: MIT

import LockstepTesting
import Testing

@Suite struct UnwrapTests {
  @Test func `unwrap changes the value in place and has a discardable result`() throws {
    var names: [String]? = ["Blob", "Blob Jr."]
    let last = try unwrap(&names) { $0.removeLast() }
    #expect(last == "Blob Jr.")
    #expect(names == ["Blob"])
    try unwrap(&names) { $0.removeLast() }
    #expect(names == [])
  }

  @Test func `unwrap throws and does not run its body if there is no value`() {
    var names: [String]?
    let error = #expect(throws: UnwrapError.self) {
      try unwrap(&names) { $0.removeLast() }
    }
    #expect(error?.description == "Expected a value of type 'Array<String>', but found 'nil'.")
    #expect(names == nil)
  }
}
