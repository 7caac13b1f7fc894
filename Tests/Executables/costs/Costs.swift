// SPDX-License-Identifier: MIT

// Performs the operations whose instructions `Scripts/check-costs` counts: `costs [OPERATION...]`. Without arguments,
// performs all of them. `costs --list` prints their names.

/// A common operation that is measured without its setup.
struct Operation {
  let name: String
  /// The number of repetitions in the first measurement.
  ///
  /// The second measurement doubles it.
  let count: Int
  /// Sets up a number of repetitions, and returns a function that performs them.
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
      // Fills the caches before the measurements.
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

  // `Scripts/check-costs` finds these functions by name.
  @inline(never) @_optimize(none) private static func beginCounting() {}
  @inline(never) @_optimize(none) private static func endCounting() {}
}

/// Returns the value unchanged, but hides it from the optimizer.
@inline(never) @_optimize(none) func opaque<Value>(_ value: Value) -> Value { value }
