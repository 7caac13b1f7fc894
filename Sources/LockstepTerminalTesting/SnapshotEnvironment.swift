// SPDX-License-Identifier: MIT

package import Foundation

/// Compares snapshots, and records them if the environment requests it.
package struct SnapshotEnvironment {
  private let isCI: Bool
  private let writesSnapshots: Bool

  package init(_ variables: [String: String]) {
    isCI = variables["CI", default: ""].isEmpty == false
    writesSnapshots =
      ["", "0"].contains(variables["LOCKSTEP_WRITE_SNAPSHOTS", default: ""]) == false
  }

  /// Compares a snapshot with the expected one, records it if the environment requests it, and returns a failure
  /// message.
  package func compare(
    _ snapshot: Snapshot,
    _ expected: ExpectedSnapshot,
    in folder: URL
  ) -> String? {
    switch expected.place {
    case .text(let text):
      snapshot.difference(from: Snapshot(text)).map { difference in
        """
        The terminal does not match the snapshot in the test: …

        \(difference)

        If the current screens are correct, replace the text in the test with:

        \(snapshot.text)
        """
      }
    case .file(let path):
      compare(snapshot, path, URL(fileURLWithPath: path, relativeTo: folder))
    }
  }

  private func compare(_ snapshot: Snapshot, _ path: String, _ file: URL) -> String? {
    let heading: String
    if let recorded = try? String(contentsOf: file, encoding: .utf8) {
      guard let difference = snapshot.difference(from: Snapshot(recorded)) else { return nil }
      heading = "The terminal does not match the snapshot in '\(path)': …\n\n\(difference)"
    } else {
      heading = "There is no snapshot in '\(path)'."
    }
    return "\(heading)\n\n\(consequence(snapshot, file))"
  }

  private func consequence(_ snapshot: Snapshot, _ file: URL) -> String {
    if isCI {
      return """
        Snapshots are not recorded when CI is set, so that an unreviewed snapshot is never accepted. If the current \
        screens are correct, run the test locally with LOCKSTEP_WRITE_SNAPSHOTS=1 to record them.
        """
    }
    guard writesSnapshots else {
      return """
        If the current screens are correct, run the test again with LOCKSTEP_WRITE_SNAPSHOTS=1 to record them.
        """
    }
    do {
      let folder = file.deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data("\(snapshot.text)\n".utf8).write(to: file, options: .atomic)
    } catch {
      return "The snapshot could not be written: \(error.localizedDescription)"
    }
    return """
      Recorded the snapshot, because LOCKSTEP_WRITE_SNAPSHOTS is set. Review the changes. The next run of the test \
      compares with this snapshot.
      """
  }
}
