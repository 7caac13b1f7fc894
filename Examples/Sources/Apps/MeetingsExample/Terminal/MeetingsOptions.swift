// SPDX-License-Identifier: MIT

internal import Foundation
internal import LockstepRouting

struct MeetingsOptions: Equatable {
  var file = URL.dataFolder.appending(path: "lockstep-meetings/meetings.json")
  /// The link to open first; `nil` for the list.
  var link: MeetingLink?
  var showsHelp = false

  struct UsageError: Error, Equatable {
    let message: String
  }

  /// Parses the arguments after the program name.
  init(_ arguments: [String]) throws(UsageError) {
    var arguments = arguments[...]
    while let name = arguments.popFirst() {
      switch name {
      case "--file":
        guard let path = arguments.popFirst(), path.isEmpty == false else {
          throw UsageError(message: "option '--file' needs a file")
        }
        file = URL(filePath: path)
      case "--help", "-h":
        showsHelp = true
      case "--link":
        guard let text = arguments.popFirst() else {
          throw UsageError(message: "option '--link' needs a link, such as /meetings/new")
        }
        do {
          link = try MeetingLink.router.match(string: text)
        } catch {
          throw UsageError(message: "'\(text)' is not a link of this program\n\(error)")
        }
      default:
        throw UsageError(message: "unknown argument '\(name)'; '--help' lists the options")
      }
    }
  }

  static let help = """
    Keeps a list of meetings, and runs them.

    Usage: meetings [OPTION ...]

    Options:
      --file FILE  The file that keeps the meetings, by default
                   \(URL.dataFolder.path)/lockstep-meetings/meetings.json
      --link LINK  Where to begin: /meetings/new, /meetings/ID, /meetings/ID/edit or
                   /meetings/ID/record; the screen of a meeting shows its link.
      --help       Show this text.
    """
}

extension URL {
  /// The XDG data folder.
  fileprivate static var dataFolder: URL {
    let folder = ProcessInfo.processInfo.environment["XDG_DATA_HOME"] ?? ""
    return folder.hasPrefix("/")
      ? URL(filePath: folder) : URL.homeDirectory.appending(path: ".local/share")
  }
}
