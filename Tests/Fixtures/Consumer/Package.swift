// swift-tools-version: 6.2
import PackageDescription

// A package that uses the library as others do: a feature, its tests and a program, once under each of
// four settings, and a module that is built for library evolution, whose enums have paths.
// `Scripts/check-consumer` puts it together, builds it and runs it.

/// The settings that say to which actor declarations and asynchronous functions belong.
let variants: [(name: String, settings: [SwiftSetting])] = [
  ("Plain", []),
  ("Nonsending", [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]),
  ("MainActor", [.defaultIsolation(MainActor.self)]),
  (
    "MainActorNonsending",
    [
      .defaultIsolation(MainActor.self),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
  ),
]

func product(_ name: String) -> Target.Dependency {
  .product(name: name, package: "lockstep")
}

let package = Package(
  name: "consumer",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  dependencies: [
    .package(name: "lockstep", path: "../lockstep")
  ],
  targets: [
    .target(name: "Shapes", swiftSettings: [.unsafeFlags(["-enable-library-evolution"])]),
    .testTarget(name: "ShapesTests", dependencies: ["Shapes", product("Lockstep")]),
  ]
    + variants.flatMap { name, settings -> [Target] in
      let settings = settings + [.treatAllWarnings(as: .error)]
      let feature: Target.Dependency = .byName(name: "\(name)Feature")
      let testing = [feature, product("Lockstep"), product("LockstepTesting")]
      return [
        .target(
          name: "\(name)Feature",
          dependencies: [product("Lockstep"), product("LockstepRouting")],
          swiftSettings: settings
        ),
        .executableTarget(
          name: "\(name)App",
          dependencies: [feature, product("Lockstep"), product("LockstepRouting")],
          swiftSettings: settings
        ),
        .testTarget(
          name: "\(name)Tests",
          dependencies: testing + [product("LockstepRouting")],
          swiftSettings: settings
        ),
        .testTarget(name: "\(name)XCTests", dependencies: testing, swiftSettings: settings),
      ]
    }
)
