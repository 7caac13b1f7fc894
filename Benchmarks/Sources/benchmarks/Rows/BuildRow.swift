// SPDX-License-Identifier: MIT

import Foundation

/// A clean debug build of a program that uses the library, next to one that uses nothing.
@BenchmarkActor func cleanDebugBuild() -> Once? {
  let root = URL(filePath: #filePath)
    .deletingLastPathComponent()  // Rows
    .deletingLastPathComponent()  // benchmarks
    .deletingLastPathComponent()  // Sources
    .deletingLastPathComponent()  // Benchmarks
    .deletingLastPathComponent()
  let products = ["Lockstep", "LockstepRouting", "LockstepTesting"]
  guard
    let bare = buildTime(of: []),
    let subject = buildTime(of: products, packageAt: root.path(percentEncoded: false))
  else { return nil }
  return Once(reference: "empty program", subject: subject, bare: bare)
}

/// Nanoseconds for a clean debug build of a program that imports some products of a package.
private func buildTime(of products: [String], packageAt root: String = "") -> Double? {
  let files = FileManager.default
  let folder = files.temporaryDirectory.appending(path: "build-\(UUID())")
  defer { try? files.removeItem(at: folder) }
  let sources = folder.appending(path: "Sources/client")
  let dependencies = products.map { ".product(name: \"\($0)\", package: \"lockstep\")" }
  let manifest = """
    // swift-tools-version: 6.2
    import PackageDescription

    let package = Package(
      name: "client",
      platforms: [.macOS(.v15)],
      dependencies: [\(products.isEmpty ? "" : ".package(name: \"lockstep\", path: \"\(root)\")")],
      targets: [
        .executableTarget(name: "client", dependencies: [\(dependencies.joined(separator: ", "))])
      ]
    )
    """
  let main = products.map { "import \($0)\n" }.joined() + "print(1)\n"
  do {
    try files.createDirectory(at: sources, withIntermediateDirectories: true)
    try Data(manifest.utf8).write(to: folder.appending(path: "Package.swift"))
    try Data(main.utf8).write(to: sources.appending(path: "main.swift"))
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["swift", "build", "--package-path", folder.path(percentEncoded: false)]
    process.standardOutput = FileHandle.nullDevice
    let time = try ContinuousClock().measure {
      try process.run()
      process.waitUntilExit()
    }
    return process.terminationStatus == 0 ? time / .nanoseconds(1) : nil
  } catch {
    return nil
  }
}
