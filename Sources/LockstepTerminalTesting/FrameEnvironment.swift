// SPDX-License-Identifier: MIT

package import Foundation

/// The settings for frames in the environment of a test run, and their consequences for frames that differ.
package struct FrameEnvironment {
  private let isCI: Bool
  private let writesFrames: Bool

  /// Reads the environment.
  ///
  /// - Parameter variables: Those of the process, or of a test.
  package init(_ variables: [String: String]) {
    isCI = variables["CI", default: ""].isEmpty == false
    writesFrames = ["", "0"].contains(variables["LOCKSTEP_WRITE_FRAMES", default: ""]) == false
  }

  /// Compares a tape with the expected one, and writes it again if requested.
  ///
  /// - Parameters:
  ///   - tape: The tape.
  ///   - expected: The frames, or the file that holds them.
  ///   - folder: The folder that the path of the file begins at.
  /// - Returns: The text to report; `nil` if there is no difference.
  package func compare(_ tape: FrameTape, _ expected: ExpectedFrames, in folder: URL) -> String? {
    switch expected.place {
    case .text(let text):
      tape.difference(from: FrameTape(text)).map { difference in
        """
        The frames are not those of the test: …

        \(difference)

        If they are right as they are now, change the text in the test to this one:

        \(tape.text)
        """
      }
    case .file(let path):
      compare(tape, path, URL(fileURLWithPath: path, relativeTo: folder))
    }
  }

  private func compare(_ tape: FrameTape, _ path: String, _ file: URL) -> String? {
    let heading: String
    if let recorded = try? String(contentsOf: file, encoding: .utf8) {
      guard let difference = tape.difference(from: FrameTape(recorded)) else { return nil }
      heading = "The frames are not those in '\(path)': …\n\n\(difference)"
    } else {
      heading = "There are no frames in '\(path)'."
    }
    return "\(heading)\n\n\(consequence(tape, file))"
  }

  /// Writes a tape if that is wanted; returns what was done, and what there is to do.
  private func consequence(_ tape: FrameTape, _ file: URL) -> String {
    if isCI {
      return """
        Nothing is written where CI is set, so that unreviewed frames are never accepted. If \
        the current frames are right, run the test elsewhere with \
        LOCKSTEP_WRITE_FRAMES=1 to write them anew.
        """
    }
    guard writesFrames else {
      return """
        If they are right as they are now, run the test again with LOCKSTEP_WRITE_FRAMES=1 to write \
        them anew.
        """
    }
    do {
      let folder = file.deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data("\(tape.text)\n".utf8).write(to: file, options: .atomic)
    } catch {
      return "The frames could not be written: \(error.localizedDescription)"
    }
    return """
      The frames have been written anew, since LOCKSTEP_WRITE_FRAMES is set. Look at what has \
      changed; the next run of the test compares with them.
      """
  }
}
