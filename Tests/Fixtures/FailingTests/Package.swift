// swift-tools-version: 6.2
import PackageDescription

// Tests that must all fail. `Scripts/check-failure-texts` runs them and compares what they print.

let package = Package(
  name: "failing-tests",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  dependencies: [
    .package(name: "lockstep", path: "../../..")
  ],
  targets: [
    .target(name: "Feature", dependencies: [.product(name: "Lockstep", package: "lockstep")]),
    .testTarget(
      name: "FailingSwiftTestingTests",
      dependencies: [
        "Feature",
        .product(name: "Lockstep", package: "lockstep"),
        .product(name: "LockstepTesting", package: "lockstep"),
      ]
    ),
    .testTarget(
      name: "FailingXCTests",
      dependencies: [
        "Feature",
        .product(name: "Lockstep", package: "lockstep"),
        .product(name: "LockstepTesting", package: "lockstep"),
      ]
    ),
  ]
)
