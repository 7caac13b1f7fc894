// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "lockstep-fuzzing",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "lockstep", path: "..")],
  targets: [
    .target(name: "CLibFuzzer"),
    .executableTarget(
      name: "RouterFuzzer",
      dependencies: [
        "CLibFuzzer", .product(name: "LockstepRouting", package: "lockstep"),
      ],
      swiftSettings: [
        // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0335-existential-any.md
        .enableUpcomingFeature("ExistentialAny"),
        // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0409-access-level-on-imports.md
        .enableUpcomingFeature("InternalImportsByDefault"),
        // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0444-member-import-visibility.md
        .enableUpcomingFeature("MemberImportVisibility"),
      ]
    ),
  ]
)
