// swift-tools-version: 6.2
import PackageDescription

// A package that uses the library as others do: a feature, its tests and a program, once under each of
// several settings, and a module that is built for library evolution, whose enums have paths.
// `Scripts/check-consumer` puts it together, builds it and runs it.

/// To which actor asynchronous functions belong.
let nonsending = SwiftSetting.enableUpcomingFeature("NonisolatedNonsendingByDefault")
/// To which actor declarations belong.
let mainActor = SwiftSetting.defaultIsolation(MainActor.self)
/// The language mode of most apps, with what makes functions and key paths `Sendable` that can be.
let swift5: [SwiftSetting] = [
  .swiftLanguageMode(.v5), .enableUpcomingFeature("InferSendableFromCaptures"),
]
let warningsAsErrors = SwiftSetting.treatAllWarnings(as: .error)

let variants: [(name: String, settings: [SwiftSetting])] = [
  ("Plain", [warningsAsErrors]),
  ("Nonsending", [nonsending, warningsAsErrors]),
  ("MainActor", [mainActor, warningsAsErrors]),
  ("MainActorNonsending", [mainActor, nonsending, warningsAsErrors]),
  ("Swift5", swift5 + [warningsAsErrors]),
  ("Swift5Complete", swift5 + [.enableUpcomingFeature("StrictConcurrency"), warningsAsErrors]),
  ("Swift5MainActor", swift5 + [mainActor, warningsAsErrors]),
  // Functions that are passed by name give warnings here.
  ("Swift5Alone", [.swiftLanguageMode(.v5)]),
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
