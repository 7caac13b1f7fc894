// SPDX-License-Identifier: MIT

import LockstepBase
import Observation
import Testing

@propertyWrapper
private struct Clamped: Equatable {
  var wrappedValue: Int
}

private struct Form: Equatable {
  @Clamped var count = 1
  var text = "a"
}

@Observable
private final class Model {
  var name: String
  var age = 1
  init(name: String) { self.name = name }
}

private struct Lazy {
  lazy var total = 1
}

private struct Account {
  private var _balance = 1
  var balance: Int {
    get { _balance }
    set { _balance = newValue }
  }
}

private struct Both {
  var name = "a"
  var _name = "b"
  var _1 = 1
}

/// Tests that dumps show the declared names of properties instead of the names of their storage.
@Suite struct StorageNameTests {
  @Test func `wrapped properties are shown without an underscore`() {
    #expect(
      diff(Form(), Form(count: 2)) == """
          Form(
            count: Clamped(
        -     wrappedValue: 1
        +     wrappedValue: 2
            ),
            … (1 unchanged)
          )
        """
    )
  }

  @Test func `properties of observable classes are shown without an underscore`() {
    #expect(String(dumping: Model(name: "a")) == "Model(\n  name: \"a\",\n  age: 1\n)")
    #expect(
      diff(Model(name: "a"), Model(name: "b")) == """
          Model(
        -   name: "a",
        +   name: "b",
            … (1 unchanged)
          )
        """
    )
  }

  @Test func `lazy properties are shown with their declared names`() {
    var lazy = Lazy()
    let old = lazy
    _ = lazy.total
    #expect(diff(old, lazy) == "  Lazy(\n-   total: nil\n+   total: 1\n  )")
  }

  @Test func `private storage is shown with the name of the computed property`() {
    #expect(String(dumping: Account()) == "Account(\n  balance: 1\n)")
  }

  @Test func `an underscore is kept if the name without it is taken or invalid`() {
    #expect(
      String(dumping: Both()) == "Both(\n  name: \"a\",\n  _name: \"b\",\n  _1: 1\n)"
    )
  }
}
