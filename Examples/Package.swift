// swift-tools-version: 6.2
import PackageDescription

// Dependencies on the library and on the common targets of the examples.
let lockstep: Target.Dependency = .product(name: "Lockstep", package: "lockstep")
let routing: Target.Dependency = .product(name: "LockstepRouting", package: "lockstep")
let terminal: Target.Dependency = .product(name: "LockstepTerminal", package: "lockstep")
let terminalTesting: Target.Dependency =
  .product(name: "LockstepTerminalTesting", package: "lockstep")
let testing: Target.Dependency = .product(name: "LockstepTesting", package: "lockstep")

/// Targets that know the routes of the example's server.
let server: [Target.Dependency] = [lockstep, routing, "ServerRouter", "SharedModels"]

/// The products that the server in `Server` uses.
let serverParts = [
  "ApiClient", "ExampleData", "Hashing", "ServerRouter", "SharedModels", "SiteMiddleware",
]

/// The dependencies of an example feature.
let feature: [Target.Dependency] = server + ["ApiClient", "DependencyClients"]

/// The dependencies of a demo of an example feature.
let demo: [Target.Dependency] = feature + ["Hashing", "SiteMiddleware", terminal]

let package = Package(
  name: "lockstep-examples",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "meetings", targets: ["meetings"]),
    .executable(name: "game-over", targets: ["game-over"]),
    .executable(name: "multiplayer", targets: ["multiplayer"]),
    .executable(name: "demos", targets: ["demos"]),
    .library(name: "LockstepExamples", targets: serverParts),
  ],
  dependencies: [.package(name: "lockstep", path: "..")],
  targets: example("SharedModels", in: "Shared", dependencies: [lockstep])
    + example("Hashing", in: "Server", tests: [lockstep])
    + example(
      "ExampleData",
      in: "Shared",
      resources: [.copy("Games"), .copy("words.txt")],
      tests: [lockstep, "SharedModels"]
    )
    + example("ServerRouter", in: "Server", dependencies: [lockstep, routing, "SharedModels"])
    + example("SiteMiddleware", in: "Server", dependencies: server)
    + example("ApiClient", in: "Features", dependencies: server)
    + example("Bookshelf", in: "Features", dependencies: [lockstep, routing])
    + example("Feed", in: "Features", dependencies: [lockstep, routing])
    + example("DependencyClients", in: "Features", dependencies: server + ["ApiClient"])
    + example("Outline", in: "Features", dependencies: ["DependencyClients", lockstep])
    + example("GameOverFeature", in: "Features", dependencies: feature)
    + example("WordGameFeature", in: "Features", dependencies: feature + ["GameOverFeature"])
    + example(
      "MultiplayerFeature",
      in: "Features",
      dependencies: ["DependencyClients", lockstep, "SharedModels", "WordGameFeature"],
      tests: ["ApiClient", "GameOverFeature", "ServerRouter", "SiteMiddleware"]
    )
    + example(
      "CaseStudies",
      in: "Features",
      dependencies: feature + ["GameOverFeature", "MultiplayerFeature", "WordGameFeature"],
      tests: ["SiteMiddleware"]
    )
    + example(
      "DemoSupport",
      in: "Terminal",
      dependencies: demo + ["WordGameFeature"],
      tests: ["DemoTestSupport", "ExampleData", terminalTesting]
    )
    + example(
      "GameOverDemo",
      in: "Terminal",
      dependencies: demo + ["DemoSupport", "ExampleData", "GameOverFeature"],
      tests: [terminalTesting, "DemoTestSupport"]
    )
    + example(
      "MultiplayerDemo",
      in: "Terminal",
      dependencies: demo + [
        "DemoSupport", "ExampleData", "GameOverFeature", "MultiplayerFeature", "WordGameFeature",
      ],
      tests: [terminalTesting, "DemoTestSupport"]
    )
    + example(
      "CaseStudyDemos",
      in: "Terminal",
      dependencies: demo + [
        "Bookshelf", "CaseStudies", "DemoSupport", "ExampleData", "Feed", "GameOverDemo",
        "GameOverFeature", "MultiplayerDemo", "MultiplayerFeature", "Outline",
        "WordGameFeature",
      ],
      tests: [terminalTesting, "DemoTestSupport"]
    )
    + example(
      "MeetingsExample",
      in: "Apps",
      dependencies: [lockstep, routing, terminal]
    )
    + [
      program("meetings", in: "Apps", ["MeetingsExample"]),
      program("site-openapi", in: "Server", [routing, "ServerRouter"]),
      program("game-over", in: "Terminal", ["GameOverDemo"]),
      program("multiplayer", in: "Terminal", ["MultiplayerDemo"]),
      program(
        "demos",
        in: "Terminal",
        ["CaseStudyDemos", "DemoSupport", "GameOverDemo", "MultiplayerDemo"]
      ),
      .target(
        name: "DemoTestSupport",
        dependencies: [lockstep, terminal, terminalTesting],
        path: "Tests/Terminal/DemoTestSupport"
      ),
      testTarget(
        "GameOverFeatureIntegrationTests",
        in: "Features",
        feature + ["GameOverFeature", "SiteMiddleware", testing]
      ),
      testTarget("DemoProcessTests", in: "Terminal", [terminal, terminalTesting]),
    ]
)

/// An example library in a folder of `Sources` and its test target in the same folder of `Tests`, which may
/// use all of the dependencies.
func example(
  _ name: String,
  in folder: String,
  dependencies: [Target.Dependency] = [],
  resources: [Resource] = [],
  tests: [Target.Dependency] = []
) -> [Target] {
  [
    .target(
      name: name,
      dependencies: dependencies,
      path: "Sources/\(folder)/\(name)",
      resources: resources
    ),
    testTarget("\(name)Tests", in: folder, dependencies + tests + [.byName(name: name), testing]),
  ]
}

/// Tests in a folder of `Tests`.
func testTarget(_ name: String, in folder: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, path: "Tests/\(folder)/\(name)")
}

/// A program in a folder of its name.
func program(_ name: String, in folder: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: dependencies, path: "Sources/\(folder)/\(name)")
}

for target in package.targets {
  // The screens of demos in tests, which read the files where they are.
  if ["CaseStudyDemosTests", "DemoSupportTests", "GameOverDemoTests", "MultiplayerDemoTests"]
    .contains(target.name)
  {
    target.exclude = ["Snapshots"]
  }
  if target.name == "MeetingsExampleTests" { target.exclude = ["Saved"] }
  target.swiftSettings = [
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0335-existential-any.md
    .enableUpcomingFeature("ExistentialAny"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0409-access-level-on-imports.md
    .enableUpcomingFeature("InternalImportsByDefault"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0444-member-import-visibility.md
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
