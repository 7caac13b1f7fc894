// swift-tools-version: 6.2
import PackageDescription

/// What tests of the library need, without and with what they share.
let core: [Target.Dependency] = ["Lockstep", "LockstepTesting"]
let support = core + ["LockstepTestSupport"]

/// What knows the routes of the example's server.
let server: [Target.Dependency] = ["Lockstep", "LockstepRouting", "ServerRouter", "SharedModels"]

/// What the server in `Examples/Server` is made of.
let serverParts = [
  "ApiClient", "ExampleData", "Hashing", "ServerRouter", "SharedModels", "SiteMiddleware",
]

/// What an example feature depends on.
let feature: [Target.Dependency] = server + ["ApiClient", "DependencyClients"]

/// What a demo of an example feature needs.
let demo: [Target.Dependency] = feature + ["Hashing", "SiteMiddleware", "TerminalSupport"]

let package = Package(
  name: "lockstep",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Lockstep", targets: ["Lockstep"]),
    .library(name: "LockstepRouting", targets: ["LockstepRouting"]),
    .library(name: "LockstepTesting", targets: ["LockstepTesting"]),
    .executable(name: "game-over", targets: ["game-over"]),
    .executable(name: "multiplayer", targets: ["multiplayer"]),
    .library(name: "LockstepExamples", targets: serverParts),
  ],
  targets: [
    .target(name: "Lockstep"),
    .target(name: "LockstepRouting", dependencies: ["Lockstep"]),
    .target(name: "CLockstepTesting"),
    .target(name: "LockstepTesting", dependencies: ["CLockstepTesting", "Lockstep"]),
    .target(name: "LockstepTestSupport", dependencies: core, path: "Tests/LockstepTestSupport"),
    .testTarget(name: "LockstepRoutingTests", dependencies: support + ["LockstepRouting"]),
    .testTarget(name: "LockstepTestingTests", dependencies: core),
    .testTarget(name: "RegressionTests", dependencies: core, path: "Tests/Regressions"),
    .testTarget(name: "DocumentationTests", dependencies: core + ["LockstepRouting"]),
    // Started by tests, to see the live schedulers under both kinds of main.
    .target(
      name: "LiveSchedulerChecks",
      dependencies: ["Lockstep"],
      path: "Tests/Executables/LiveSchedulerChecks"
    ),
    program("live-schedulers-async", in: "Tests/Executables", ["LiveSchedulerChecks"]),
    program("live-schedulers-sync", in: "Tests/Executables", ["LiveSchedulerChecks"]),
  ]
    // The tests of the core, in parts that compile at the same time.
    + ["Lockstep", "LockstepEffect", "LockstepReducer", "LockstepStore"].map {
      .testTarget(name: "\($0)Tests", dependencies: support)
    }
    + example("SharedModels", dependencies: ["Lockstep"])
    + example("Hashing")
    + example(
      "ExampleData",
      path: "Data",
      resources: [.copy("Games"), .copy("words.txt")],
      tests: ["Lockstep", "SharedModels"]
    )
    + example("ServerRouter", dependencies: ["Lockstep", "LockstepRouting", "SharedModels"])
    + example("SiteMiddleware", dependencies: server)
    + example("ApiClient", dependencies: server)
    + example("Bookshelf", dependencies: ["Lockstep", "LockstepRouting"])
    + example("Feed", dependencies: ["Lockstep", "LockstepRouting"])
    + example("DependencyClients", dependencies: server + ["ApiClient"])
    + example("GameOverFeature", dependencies: feature)
    + example(
      "MultiplayerFeature",
      dependencies: ["DependencyClients", "Lockstep", "SharedModels"],
      tests: ["ApiClient", "ServerRouter", "SiteMiddleware"]
    )
    + example(
      "CaseStudies",
      dependencies: feature + ["GameOverFeature", "MultiplayerFeature"],
      tests: ["SiteMiddleware"]
    )
    + example("TerminalSupport", dependencies: ["CTerminalSupport"], tests: ["LockstepTestSupport"])
    + example("DemoSupport", dependencies: demo)
    + example(
      "GameOverDemo",
      dependencies: demo + ["DemoSupport", "ExampleData", "GameOverFeature"]
    )
    + example("MultiplayerDemo", dependencies: demo + ["DemoSupport", "MultiplayerFeature"])
    + example(
      "CaseStudyDemos",
      dependencies: demo + [
        "Bookshelf", "CaseStudies", "DemoSupport", "ExampleData", "Feed", "GameOverDemo",
        "GameOverFeature", "MultiplayerDemo", "MultiplayerFeature",
      ]
    )
    + [
      .target(name: "CTerminalSupport", path: "Examples/CTerminalSupport"),
      program("site-openapi", ["LockstepRouting", "ServerRouter"]),
      program("terminal-keys", ["TerminalSupport"]),
      program("game-over", ["GameOverDemo"]),
      program("multiplayer", ["MultiplayerDemo"]),
      program("demos", ["CaseStudyDemos", "DemoSupport", "GameOverDemo", "MultiplayerDemo"]),
      .testTarget(
        name: "GameOverFeatureIntegrationTests",
        dependencies: feature + ["GameOverFeature", "LockstepTesting", "SiteMiddleware"]
      ),
    ]
)

/// An example library in `Examples/` and its test target, which may use all of the dependencies.
func example(
  _ name: String,
  path: String? = nil,
  dependencies: [Target.Dependency] = [],
  resources: [Resource] = [],
  tests: [Target.Dependency] = []
) -> [Target] {
  [
    .target(
      name: name,
      dependencies: dependencies,
      path: "Examples/\(path ?? name)",
      resources: resources
    ),
    .testTarget(
      name: "\(name)Tests",
      dependencies: dependencies + tests + [.byName(name: name), "LockstepTesting"]
    ),
  ]
}

/// A program in a folder of its name.
func program(
  _ name: String,
  in folder: String = "Examples",
  _ dependencies: [Target.Dependency]
) -> Target {
  .executableTarget(name: name, dependencies: dependencies, path: "\(folder)/\(name)")
}

for target in package.targets where !["CLockstepTesting", "CTerminalSupport"].contains(target.name)
{
  target.swiftSettings = [
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0335-existential-any.md
    .enableUpcomingFeature("ExistentialAny"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0409-access-level-on-imports.md
    .enableUpcomingFeature("InternalImportsByDefault"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0444-member-import-visibility.md
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
