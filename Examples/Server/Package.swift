// swift-tools-version: 6.2
import PackageDescription

let examples: Target.Dependency =
  .product(name: "LockstepExamples", package: "lockstep-examples")
let lockstep: Target.Dependency = .product(name: "Lockstep", package: "lockstep")
let routing: Target.Dependency = .product(name: "LockstepRouting", package: "lockstep")
let testing: Target.Dependency = .product(name: "LockstepTesting", package: "lockstep")

let package = Package(
  name: "lockstep-server",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "server", targets: ["server"]),
    .library(name: "SiteServer", targets: ["SiteServer"]),
  ],
  dependencies: [
    .package(name: "lockstep", path: "../.."),
    .package(name: "lockstep-examples", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
    .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", exact: "2.13.0"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", exact: "1.35.2"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
  ],
  targets: [
    // The database of the server on SQLite.
    .target(
      name: "SQLiteDatabase",
      dependencies: [
        examples, lockstep,
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ]
    ),
    // A function from requests to responses behind HTTP.
    .target(
      name: "SiteServer",
      dependencies: [
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ]
    ),
    .executableTarget(
      name: "server",
      dependencies: [
        "SQLiteDatabase", "SiteServer", examples, routing,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ]
    ),
    // Requests as bytes.
    .target(name: "WireClient"),
    // The load on the server.
    .executableTarget(
      name: "server-load",
      dependencies: [
        "SQLiteDatabase", "SiteServer", "WireClient", examples, lockstep, routing,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
      ]
    ),
    .testTarget(
      name: "SQLiteDatabaseTests",
      dependencies: [
        "SQLiteDatabase", examples, lockstep, routing, testing,
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]
    ),
    .testTarget(
      name: "SiteServerTests",
      dependencies: [
        "SQLiteDatabase", "SiteServer", "WireClient", examples, lockstep, routing, testing,
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ]
    ),
  ]
)

for target in package.targets {
  target.swiftSettings = [
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0335-existential-any.md
    .enableUpcomingFeature("ExistentialAny"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0409-access-level-on-imports.md
    .enableUpcomingFeature("InternalImportsByDefault"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0444-member-import-visibility.md
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
