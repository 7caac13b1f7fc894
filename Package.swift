// swift-tools-version: 6.2
import PackageDescription

/// The dependencies of tests of the library, without and with the code that they share.
let core: [Target.Dependency] = ["Lockstep", "LockstepTesting"]
let support = core + ["LockstepTestSupport"]
let terminal: [Target.Dependency] = ["Lockstep", "LockstepTerminal"]

let package = Package(
  name: "lockstep",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Lockstep", targets: ["Lockstep"]),
    .library(name: "LockstepRouting", targets: ["LockstepRouting"]),
    .library(name: "LockstepJournal", targets: ["LockstepJournal"]),
    .library(name: "LockstepTesting", targets: ["LockstepTesting"]),
    .library(name: "LockstepTerminal", targets: ["LockstepTerminal"]),
    .library(name: "LockstepTerminalTesting", targets: ["LockstepTerminalTesting"]),
  ],
  targets: [
    // Paths, collections, reports and dumps, which need no store. Lockstep exports it.
    .target(name: "LockstepBase"),
    .target(name: "Lockstep", dependencies: ["LockstepBase"]),
    // Routers need only LockstepBase. The clients, in the folder Client, also need effects.
    .target(name: "LockstepRouting", dependencies: ["Lockstep", "LockstepBase"]),
    .target(name: "LockstepJournal", dependencies: ["Lockstep"]),
    .target(name: "CLockstepTesting"),
    .target(
      name: "LockstepTesting",
      dependencies: ["CLockstepTesting", "Lockstep", "LockstepJournal"]
    ),
    // Where there are signals and terminals: not for iOS, tvOS, watchOS and visionOS.
    .target(name: "CLockstepTerminal"),
    .target(name: "LockstepTerminal", dependencies: ["CLockstepTerminal", "Lockstep"]),
    .target(
      name: "LockstepTerminalTesting",
      // Linked with LockstepTesting, so that a reported issue fails the test that is running.
      dependencies: ["CLockstepTerminal", "LockstepTesting"] + terminal
    ),
    .target(name: "LockstepTestSupport", dependencies: core, path: "Tests/LockstepTestSupport"),
    // Linked with LockstepTesting, so that a reported issue fails the test that is running.
    .testTarget(name: "LockstepBaseTests", dependencies: support + ["LockstepBase"]),
    // The tests of the core, in parts that compile at the same time.
    .testTarget(
      name: "LockstepEffectTests",
      dependencies: support + ["live-schedulers-async", "live-schedulers-sync"]
    ),
    .testTarget(name: "LockstepReducerTests", dependencies: support + ["saving-counter"]),
    .testTarget(name: "LockstepStoreTests", dependencies: support),
    .testTarget(name: "LockstepRoutingTests", dependencies: support + ["LockstepRouting"]),
    .testTarget(
      name: "LockstepJournalTests",
      dependencies: support + ["LockstepJournal", "LockstepTerminal"]
    ),
    .testTarget(name: "LockstepTestingTests", dependencies: support),
    .testTarget(
      name: "LockstepTerminalTests",
      dependencies: support + [
        "LockstepTerminal", "LockstepTerminalTesting", "terminal-keys", "terminal-printer",
        "snapshot-writer",
      ],
      exclude: ["Snapshots/Recorded"]
    ),
    .testTarget(name: "RegressionTests", dependencies: support, path: "Tests/Regressions"),
    .testTarget(
      name: "DocumentationTests",
      dependencies: core + [
        "LockstepJournal", "LockstepRouting", "LockstepTerminal", "LockstepTerminalTesting",
        "ViewStubs",
      ]
    ),
    // The names of SwiftUI and UIKit that articles use, to compile them everywhere.
    .target(name: "ViewStubs", path: "Tests/ViewStubs"),
    // Started by tests, to see the live schedulers under both kinds of main.
    .target(
      name: "LiveSchedulerChecks",
      dependencies: ["Lockstep"],
      path: "Tests/Executables/LiveSchedulerChecks"
    ),
    program("live-schedulers-async", ["LiveSchedulerChecks"]),
    program("live-schedulers-sync", ["LiveSchedulerChecks"]),
    // Killed by tests, to see which of its saved values survive.
    program("saving-counter", ["Lockstep"]),
    // Shows what a terminal makes of each key; tests start it, too.
    program("terminal-keys", terminal),
    // Started by tests, to see what becomes of what a program prints.
    program("terminal-printer", terminal),
    // Started by tests, to see when frames are written.
    program("snapshot-writer", terminal + ["LockstepTerminalTesting"]),
    // Run by Scripts/check-costs, which counts instructions.
    program("costs", ["Lockstep", "LockstepJournal", "LockstepRouting", "LockstepTesting"]),
  ]
)

/// An executable that tests launch, and that their target depends on so that it is built first.
func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: dependencies, path: "Tests/Executables/\(name)")
}

for target in package.targets where target.name.hasPrefix("CLockstep") == false {
  target.swiftSettings = [
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0335-existential-any.md
    .enableUpcomingFeature("ExistentialAny"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0409-access-level-on-imports.md
    .enableUpcomingFeature("InternalImportsByDefault"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0444-member-import-visibility.md
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
