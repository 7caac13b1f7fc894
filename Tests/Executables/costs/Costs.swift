// SPDX-License-Identifier: MIT

// Performs operations whose instructions `Scripts/check-costs` counts: `costs [OPERATION...]`. Without arguments, all of
// them; `costs --list` prints their names.

/// Something that people do many times, in a setting that is made beforehand.
struct Operation {
  let name: String
  /// How often it is performed, at first.
  let count: Int
  /// Makes the setting for a number of times, and returns a function that performs the operation so often.
  let prepare: @MainActor (Int) -> @MainActor () -> Void

  init(
    _ name: String,
    times count: Int,
    prepare: @escaping @MainActor (Int) -> @MainActor () -> Void
  ) {
    self.name = name
    self.count = count
    self.prepare = prepare
  }
}

@main
enum Costs {
  @MainActor static func main() {
    let operations = sendCosts + effectCosts + routeCosts + testCosts
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.first == "--list" {
      for operation in operations { print(operation.name) }
      return
    }
    for operation in operations
    where arguments.isEmpty || arguments.contains(operation.name) {
      // Once without being counted, so that caches are filled.
      operation.prepare(operation.count)()
      for times in [operation.count, 2 * operation.count] {
        let body = operation.prepare(times)
        print(operation.name, times, separator: "\t")
        beginCounting()
        body()
        endCounting()
      }
    }
  }

  // `Scripts/check-costs` knows them by their names.
  @inline(never) @_optimize(none) private static func beginCounting() {}
  @inline(never) @_optimize(none) private static func endCounting() {}
}

/// Returns a value unchanged, and hides it from the optimizer.
@inline(never) @_optimize(none) func opaque<Value>(_ value: Value) -> Value { value }
