// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "lockstep-benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "lockstep", path: ".."),
    .package(url: "https://github.com/google/swift-benchmark", exact: "0.1.2"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
  ],
  targets: [
    .target(name: "CAllocations"),
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "CAllocations",
        .product(name: "Benchmark", package: "swift-benchmark"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Lockstep", package: "lockstep"),
        .product(name: "LockstepJournal", package: "lockstep"),
        .product(name: "LockstepRouting", package: "lockstep"),
        .product(name: "LockstepTerminal", package: "lockstep"),
        .product(name: "LockstepTesting", package: "lockstep"),
        .product(name: "OpenCombine", package: "OpenCombine"),
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
